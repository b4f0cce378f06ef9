"""What is proved of one implementation on one CPU.

The same as mote.proving.proofs.proved says of all, without reading every family's files for it.
"""

from __future__ import annotations

import functools
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.proving import proofs


def obligations(implementation: Implementation, cpu: str) -> str:
    """The status (mote.proving.proofs.status), a kernel's in all functions that call it."""
    found = _of_family(implementation.function.family, cpu)
    together = proofs.proved_together(implementation)
    return found.get(together) or found.get((together[0], proofs.KERNEL), "")


def of_names(function: str, implementation: str, cpu: str) -> str:
    """The same by names; nothing of what is not in the catalog."""
    known = catalog.functions().get(function)
    for each in catalog.implementations(known) if known is not None else ():
        if each.name == implementation:
            return obligations(each, cpu)
    return ""


@functools.cache
def _of_family(family: str, cpu: str) -> dict[tuple[Path, str], str]:
    """What is stored of a family by what is proved together: one of its functions has the rows."""
    stored = _stored()
    found = {}
    for function in catalog.functions().values():
        for each in catalog.implementations(function) if function.family == family else ():
            of_pair = stored.get((function.name, each.name, cpu), [])
            if names := proofs.status(of_pair):
                found[proofs.proved_together(each)] = names
            if each.kernel is not None and (names := proofs.of_kernel(of_pair)):
                found.setdefault((proofs.file_of(each), proofs.KERNEL), names)
    return found


@functools.cache
def _stored() -> dict[proofs.Pair, list[proofs.Row]]:
    return proofs.read()
