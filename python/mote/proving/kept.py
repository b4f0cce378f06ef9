"""Proofs that were made on this machine, kept by the content of all that they depend on.

That is: the linked image, the contract, the facts of function, kernel and CPU, the description of
the 16-bit core, and the prover with its specifications and lifters (mote.running.depends).  The
folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections import Counter

from mote.catalog.contract import Contract
from mote.catalog.function import Implementation
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK
from mote.proving.architectures import architecture_of
from mote.proving.outcome import Obligation
from mote.proving.program import Program
from mote.running import depends

FOLDER = WORK / "proofs"


def key(
    implementation: Implementation,
    program: Program,
    contract: Contract,
    size: int,
    obligations: tuple[str, ...],
) -> str:
    """What obligations of a file on a CPU depend on, as a hash.  size: of the context."""
    function = implementation.function
    facts = (
        depends.facts(implementation, depends.UNPROVED),
        implementation.calls,
        dataclasses.astuple(contract)[1:],  # but for the file's place
        type(architecture_of(program.cpu)).__name__,
        depends.described(program.cpu),
        sorted(program.image.symbols.items()),
        contract.block and program.label(contract.block),
        function.counting_function and program.label(function.counting_function),
        size,
        obligations,
        depends.prover(),
        depends.installed(),
    )
    parts = [repr(facts).replace(str(ROOT), "").encode()]
    for part in program.parts:
        parts += [repr((part.address, part.data, part.writable)).encode(), part.content]
    return depends.digest(parts)


def find(of: str) -> list[Obligation] | None:
    """The obligations that are kept under a key."""
    try:
        tables = json.loads((FOLDER / f"{of}.json").read_text(encoding="utf-8"))
        return [Obligation(**{**table, "rules": Counter(table["rules"])}) for table in tables]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(of: str, obligations: list[Obligation]) -> None:
    """Keep obligations; what cannot be written is not kept."""
    tables = [{**vars(each), "rules": dict(each.rules)} for each in obligations]
    with contextlib.suppress(MoteError, OSError):
        files.write(FOLDER / f"{of}.json", json.dumps(tables))
