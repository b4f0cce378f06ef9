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
    return found.get(proofs.proved_together(implementation), "")


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
    rows = _stored()
    found = {}
    for function in catalog.functions().values():
        for each in catalog.implementations(function) if function.family == family else ():
            names = rows.get((function.name, each.name, cpu))
            if names:
                found[proofs.proved_together(each)] = names
    return found


@functools.cache
def _stored() -> dict[proofs.Pair, str]:
    """The status of the stored rows."""
    return {pair: proofs.status(rows) for pair, rows in proofs.read().items()}
