"""Proofs that were made on this machine, kept by the content of all that they depend on.

That is: the linked image, which CPUs of one instruction set often share, the contract, the
function's or kernel's facts, and all code of the prover, its specifications and lifters included.
The folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import importlib.metadata
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from mote import files
from mote.contract import Contract
from mote.paths import ROOT, WORK
from mote.prove.architectures import architecture_of
from mote.prove.program import Program
from mote.types import Implementation, MoteError

if TYPE_CHECKING:
    from mote.prove.engine import Obligation

FOLDER = WORK / "proofs"

PACKAGES = ("bitwuzla", "pypcode")
"""The Python packages that take part."""

SHARED = ("contract", "elf", "promises", "types")
"""The modules of mote outside this package that a verdict depends on."""


def key(
    implementation: Implementation,
    program: Program,
    contract: Contract,
    size: int,
    obligations: tuple[str, ...],
) -> str:
    """What obligations of a file on a CPU depend on, as a hash.  size: of the context."""
    function, kernel = implementation.function, implementation.kernel
    cpu = program.cpu
    facts = (
        function.name if kernel is None else kernel.name,
        function.digest_bits,
        dataclasses.astuple(contract)[1:],  # but for the file's place
        type(architecture_of(cpu)).__name__,
        (cpu.machine, cpu.endianness, cpu.abi),
        sorted(program.image.symbols.items()),
        contract.block and program.label(contract.block),
        function.counting_function and program.label(function.counting_function),
        size,
        obligations,
    )
    content = hashlib.sha256(repr(facts).replace(str(ROOT), "").encode())
    for part in program.parts:
        content.update(repr((part.address, part.data, part.writable)).encode() + part.content)
    content.update(code())
    return content.hexdigest()


@functools.cache
def code() -> bytes:
    """A hash of the prover: its files, those that it rests on, and the packages' versions."""
    top = Path(__file__).parent
    content = hashlib.sha256()
    paths = [*top.rglob("*.py"), *(top.parent / f"{name}.py" for name in SHARED)]
    for path in sorted(paths):
        content.update(f"{path.relative_to(top.parent)}\n".encode() + path.read_bytes())
    for name in PACKAGES:
        content.update(f"{name} {importlib.metadata.version(name)}".encode())
    return content.digest()


def find(of: str) -> list[Obligation] | None:
    """The obligations that are kept under a key."""
    from mote.prove.engine import Obligation

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
