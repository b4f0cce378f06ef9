"""Kernels with custom instructions on a core's hardware: exact cycles beside the plain file's.

A kernel is cores/riscv/kernels/sha256/NAME.S, which takes the macros of the instructions of
the extension NAME, or of several with + between them; the plain one is the fastest file of src/
that runs on the core.  Every call's result is compared with the specification's before there is a
figure.

All are assembled without compressed instructions (mote.ise.riscv.machine).
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import struct
from dataclasses import dataclass
from pathlib import Path

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import isa
from mote.ise.riscv.machine import DATA, STACK, Machine, Run, at_port
from mote.machines.riscv_bits import NAMES

PLAIN = "plain"
FOLDER = isa.FOLDER / "kernels" / "sha256"
INITIAL = (
    *(0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A),
    *(0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19),
)
"""FIPS 180-4, section 5.3.3."""
KEPT = ("gp", "tp", *(name for name in NAMES if name[0] == "s" and name != "sp"))
COUNTS = (1, 3, 7)
"""Blocks of the messages, padding included: for a call, and two whose difference is further blocks,
when caches have what they hold of the code."""


@dataclass(frozen=True)
class _Source:
    """A file, and how it is called with a context, data and their length.

    context: bytes of the context, of which the hash value is the beginning.  unit: the length of a
    block.
    """

    path: Path
    symbol: str = "mote_sha256_compress"
    context: int = 32
    unit: int = 1


SHA2 = ROOT / "src" / "sha2"
PLAIN_SOURCES = (
    _Source(SHA2 / "sha256_compress" / "rv32imc_fast.S"),
    _Source(SHA2 / "sha256" / "rv32imc_balanced.S", "mote_sha256", 112, 64),
)
"""The fast file, and the one that fits a cache of 4 kbytes: either may be the fastest."""
SPACE = 128
"""Bytes from the context to the data."""


@dataclass(frozen=True)
class Cycles:
    """What SHA-256's compression function takes on the core.

    file: what was measured.  block: cycles of a further block, the mean of four rounded up
    (what a core predicts of branches is not the same in each); call: of a call with one block.
    size: bytes of code and constants.
    """

    file: str
    block: int
    call: int
    size: int


def kernels(core: str) -> tuple[str, ...]:
    """The kernels by the names of their files, as far as the core's port takes the unit."""
    found = []
    for name in sorted(path.stem for path in FOLDER.glob("*.S")):
        with contextlib.suppress(MoteError):
            at_port(core, isa.instructions(extensions_of(name)))
            found.append(name)
    return tuple(found)


def extensions_of(name: str) -> tuple[str, ...]:
    """The extensions of a kernel; none of PLAIN."""
    return () if name == PLAIN else tuple(name.split("+"))


def padded(message: bytes) -> bytes:
    """A message with its padding (FIPS 180-4, section 5.1.1)."""
    zeros = bytes(-(len(message) + 9) % 64)
    return message + b"\x80" + zeros + (8 * len(message)).to_bytes(8, "big")


def measure(core: str, name: str) -> Cycles:
    """The cycles of a kernel, or of the fastest plain file on the core without a unit.

    Raises MoteError where a digest is not that of the message, or a register that a call keeps has
    changed.
    """
    machine = Machine(core, isa.instructions(extensions_of(name)))
    of = PLAIN_SOURCES if name == PLAIN else (_Source(FOLDER / f"{name}.S"),)
    return min((_measure(machine, each) for each in of), key=lambda cycles: cycles.block)


def _measure(machine: Machine, of: _Source) -> Cycles:
    name = of.path.name
    program = machine.assemble(of.path.read_text(encoding="utf-8"))
    source = random.Random(name)
    taken = []
    for count in COUNTS:
        message = source.randbytes(64 * count - 9)
        blocks = padded(message)
        kept = {register: source.randrange(1 << 32) for register in KEPT}
        run = machine.call(
            program,
            of.symbol,
            {**kept, "a0": DATA, "a1": DATA + SPACE, "a2": count * of.unit},
            struct.pack("<8I", *INITIAL).ljust(SPACE, b"\0") + blocks,
        )
        _check(of, run, message, blocks)
        for register, value in {**kept, "sp": STACK}.items():
            if run.registers[NAMES.index(register)] != value:
                raise MoteError(f"{name}: it does not keep {register}")
        taken.append(run.cycles)
    further = -((taken[1] - taken[2]) // (COUNTS[2] - COUNTS[1]))
    text = program.get_section_by_name(".text")
    assert text is not None
    return Cycles(of.path.stem, further, taken[0], int(text["sh_size"]))


def _check(of: _Source, run: Run, message: bytes, blocks: bytes) -> None:
    name = of.path.name
    digest = struct.pack(">8I", *struct.unpack("<8I", run.data[:32]))
    if digest != hashlib.sha256(message).digest():
        raise MoteError(f"{name}: the digest is {digest.hex()}, which is not that of the message")
    between, behind = run.data[of.context : SPACE], run.data[SPACE : SPACE + len(blocks)]
    if any(between) or behind != blocks:
        raise MoteError(f"{name}: it has written beside its context")
