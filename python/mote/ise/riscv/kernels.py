"""Kernels with custom instructions on a core's hardware: exact cycles beside the plain file's.

A kernel is cores/riscv/kernels/sha256/NAME.S, which takes the macros of the instructions of
the extension NAME, or of several with + between them; the plain one is the fastest file of src/
that runs on the core.  Every call's result is compared with the specification's before there is a
figure.

All are assembled without compressed instructions (mote.ise.riscv.machine), which makes all of them
faster on PicoRV32.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import struct
from dataclasses import dataclass

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import isa
from mote.ise.riscv.machine import DATA, STACK, Machine, Run, at_port
from mote.machines.riscv_bits import NAMES

PLAIN = "plain"
FOLDER = isa.FOLDER / "kernels" / "sha256"
PLAIN_SOURCE = ROOT / "src" / "sha2" / "sha256_compress" / "rv32imc_fast.S"
SYMBOL = "mote_sha256_compress"
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
class Cycles:
    """What SHA-256's compression function takes on the core.

    block: cycles of a further block; call: of a call with one block.  size: bytes of code and
    constants.
    """

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
    """The cycles of a kernel, or of PLAIN on the core without a unit.

    Raises MoteError where a digest is not that of the message, or a register that a call keeps has
    changed.
    """
    machine = Machine(core, isa.instructions(extensions_of(name)))
    path = PLAIN_SOURCE if name == PLAIN else FOLDER / f"{name}.S"
    program = machine.assemble(path.read_text(encoding="utf-8"))
    source = random.Random(name)
    taken = []
    for count in COUNTS:
        message = source.randbytes(64 * count - 9)
        blocks = padded(message)
        kept = {register: source.randrange(1 << 32) for register in KEPT}
        run = machine.call(
            program,
            SYMBOL,
            {**kept, "a0": DATA, "a1": DATA + 64, "a2": count},
            struct.pack("<8I", *INITIAL).ljust(64, b"\0") + blocks,
        )
        _check(name, run, message, blocks)
        for register, value in {**kept, "sp": STACK}.items():
            if run.registers[NAMES.index(register)] != value:
                raise MoteError(f"{name}: it does not keep {register}")
        taken.append(run.cycles)
    further, rest = divmod(taken[2] - taken[1], COUNTS[2] - COUNTS[1])
    if rest:
        raise MoteError(f"{name}: blocks do not take the same time: {taken}")
    text = program.get_section_by_name(".text")
    assert text is not None
    return Cycles(further, taken[0], int(text["sh_size"]))


def _check(name: str, run: Run, message: bytes, blocks: bytes) -> None:
    digest = struct.pack(">8I", *struct.unpack("<8I", run.data[:32]))
    if digest != hashlib.sha256(message).digest():
        raise MoteError(f"{name}: the digest is {digest.hex()}, which is not that of the message")
    if run.data[32:64] != bytes(32) or run.data[64 : 64 + len(blocks)] != blocks:
        raise MoteError(f"{name}: it has written beside the hash value")
