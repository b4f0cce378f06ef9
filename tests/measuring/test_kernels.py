"""The kernels: permutations in assembly that the modes of a family share.

A kernel is no implementation of a function; here it is called by itself on every CPU that it is
written for, under the guard, and compared with the reference.
"""

from __future__ import annotations

import ctypes
import random
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mote.building import build
from mote.building.image import Region
from mote.catalog import catalog, contract
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach
from mote.common.paths import INCLUDES, ROOT
from mote.machines import Machine, open_machine
from mote.machines.call import Argument, CallResult
from mote.machines.host import compiler
from reference import keccak

FOLDER = ROOT / "src" / "keccak" / "f1600"
SYMBOL = "mote_keccak_f1600"
STATE_BYTES = 200
LANES = [(x, y) for y in range(5) for x in range(5)]


@dataclass(frozen=True)
class Kernel:
    """A source file, the CPU it is built for, and how it wants its lanes.

    interleaved: the two words of a lane hold its even and its odd bits, not its halves.
    """

    source: Path
    cpu: Cpu

    @property
    def interleaved(self) -> bool:
        return "KECCAK_INTERLEAVED" in contract.of_kernel(self.source)["defines"]

    def pack(self, lanes: list[int]) -> bytes:
        """The state in memory, for lanes in the order of FIPS 202, section 3.1.2."""
        words = []
        for lane in lanes:
            if self.interleaved:
                words += [_even_bits(lane), _even_bits(lane >> 1)]
            else:
                words += [lane & 0xFFFFFFFF, lane >> 32]
        order = "big" if self.cpu.endianness == "big" else "little"
        return b"".join(word.to_bytes(4, order) for word in words)


def _even_bits(lane: int) -> int:
    return sum((lane >> (2 * i) & 1) << i for i in range(32))


def kernels() -> list[Kernel]:
    sources = sorted(path for path in FOLDER.iterdir() if path.suffix == ".S")
    return [
        Kernel(source, cpu)
        for source in sources
        for cpu in catalog.cpus().values()
        if source.stem.removesuffix("_fast") in cpu.sources
        if cpu.machine != "qemu" or source.stem.removesuffix("_fast") == cpu.sources[-1]
    ]


def name(value: object) -> str:
    return f"{value.source.stem}-{value.cpu.name}" if isinstance(value, Kernel) else str(value)


def loaded(kernel: Kernel, source: Path, folder: Path) -> tuple[Machine, int]:
    """A machine with the kernel in it, and the bytes of its object."""
    tools = build.toolchain_of(kernel.cpu)
    target = folder / "kernel.o"
    tools.compile(kernel.cpu, source, target, INCLUDES)
    facts = tools.inspect(kernel.cpu, target, SYMBOL)
    assert facts.exported == (SYMBOL,)
    assert facts.undefined == ()
    apart = kernel.cpu.toolchain.pure_code or kernel.cpu.toolchain.position_independent
    pure = {".rodata", ".opd"} if apart else set()
    counted = {section.name for section in facts.sections if section.counted}
    assert counted - pure == {".text"}
    assert tools.missing_instructions(kernel.cpu, target) == []
    if kernel.cpu.toolchain.position_independent:
        assert tools.shared_library_problem(kernel.cpu, target, folder) == ""
    machine = open_machine(kernel.cpu)
    machine.load(tools.link(kernel.cpu, [target], SYMBOL, folder))
    return machine, facts.size_bytes


def permute(machine: Machine, state: bytes) -> tuple[bytes, CallResult]:
    """The state after a call, which may touch the 200 bytes of the state and its own stack."""
    start = machine.memory[0] + 64
    machine.write(start, state)
    region = Region("state", start, STATE_BYTES, True)
    result = machine.call(SYMBOL, [Argument("pointer", start)], [region])
    return machine.read(start, STATE_BYTES), result


def states() -> Iterator[list[int]]:
    """The lanes of some states: both of one bit value, and pseudo-random ones."""
    yield [0] * 25
    yield [2**64 - 1] * 25
    source = random.Random(1600)
    for _ in range(4):
        yield [source.getrandbits(64) for _ in LANES]


def expected(lanes: list[int]) -> list[int]:
    result = keccak.permute(dict(zip(LANES, lanes, strict=True)))
    return [result[place] for place in LANES]


def check(kernel: Kernel, source: Path, folder: Path) -> list[CallResult]:
    """Call the kernel, built from `source`, with every state; what the calls did."""
    machine, _ = loaded(kernel, source, folder)
    results = []
    for lanes in states():
        after, result = permute(machine, kernel.pack(lanes))
        assert after == kernel.pack(expected(lanes)), "wrong state"
        results.append(result)
    assert len({result.trace for result in results}) == 1, "not constant in time"
    return results


@pytest.mark.parametrize("kernel", kernels(), ids=name)
def test_kernel_is_the_permutation_in_constant_time(kernel: Kernel, tmp_path: Path) -> None:
    check(kernel, kernel.source, tmp_path)


# What a kernel may not do, as instructions at its start, and the words of the check that sees it.
BREACHES = {
    "thumb": [
        ("ldr r1, [r0]; mvns r1, r1; str r1, [r0]", "wrong state"),
        ("ldr r1, [r0]; lsls r1, r1, #31; bmi 99f; nop; 99:", "not constant in time"),
        ("movs r1, r0; adds r1, #200; ldr r1, [r1]", "past the end of state"),
        ("movs r4, #0", "does not restore r4"),
        ("mov r9, r0", "r9"),
        ("push {r0}; pop {r1}; mov r1, sp; subs r1, #4; ldr r1, [r1]", "below the stack pointer"),
    ],
    "thumb2": [
        ("ldr r1, [r0]; mvn r1, r1; str r1, [r0]", "wrong state"),
        ("ldr r1, [r0]; lsls r1, r1, #31; bmi 99f; nop; 99:", "not constant in time"),
        ("ldr r1, [r0, #200]", "past the end of state"),
        ("mov r4, #0", "does not restore r4"),
        ("mov r9, r0", "r9"),
        ("ldr r1, [sp, #-4]", "below the stack pointer"),
    ],
    "armv4": [
        ("ldr r1, [r0]; mvn r1, r1; str r1, [r0]", "wrong state"),
        ("ldr r1, [r0]; movs r1, r1, lsl #31; bmi 99f; nop; 99:", "not constant in time"),
        ("ldr r1, [r0, #200]", "past the end of state"),
        ("mov r4, #0", "does not restore r4"),
        ("mov r9, r0", "r9"),
        ("ldr r1, [sp, #-4]", "below the stack pointer"),
    ],
    "avr8": [
        ("movw r30, r24; ld r0, Z; com r0; st Z, r0", "wrong state"),
        ("movw r30, r24; ld r0, Z; sbrc r0, 0; nop", "not constant in time"),
        ("movw r30, r24; subi r30, 56; sbci r31, 255; ld r0, Z", "past the end of state"),
        ("clr r2", "does not restore r2"),
    ],
    "rv32imc": [
        ("lw a1, 0(a0); not a1, a1; sw a1, 0(a0)", "wrong state"),
        ("lw a1, 0(a0); andi a1, a1, 1; bnez a1, 99f; nop; 99:", "not constant in time"),
        ("lw a1, 200(a0)", "past the end of state"),
        ("li s0, 0", "does not restore s0"),
        ("mv gp, a0", "gp must never be altered"),
        ("lw a1, -4(sp)", "below the stack pointer"),
    ],
    "rv64_zbb": [
        ("ld a1, 0(a0); not a1, a1; sd a1, 0(a0)", "wrong state"),
        ("ld a1, 0(a0); andi a1, a1, 1; bnez a1, 99f; nop; 99:", "not constant in time"),
        ("ld a1, 200(a0)", "past the end of state"),
        ("li s0, 0", "does not restore s0"),
        ("mv gp, a0", "gp must never be altered"),
        ("ld a1, -8(sp)", "below the stack pointer"),
    ],
    "aarch64": [
        ("ldr x1, [x0]; mvn x1, x1; str x1, [x0]", "wrong state"),
        ("ldr x1, [x0]; tbz x1, 0, 99f; nop; 99:", "not constant in time"),
        ("ldr x1, [x0, 200]", "past the end of state"),
        ("mov x19, 0", "does not restore x19"),
        ("mov x18, x0", "x18 must never be altered"),
        ("ldr x1, [sp, -8]", "below the stack pointer"),
    ],
    "power8": [
        ("ld 4, 0(3); not 4, 4; std 4, 0(3)", "wrong state"),
        ("ld 4, 0(3); andi. 4, 4, 1; bne 99f; nop; 99:", "not constant in time"),
        ("ld 4, 200(3)", "past the end of state"),
        ("li 14, 0", "does not restore r14"),
        ("mr 13, 3", "r13 must never be altered"),
        ("ld 4, -296(1)", "below the stack pointer"),
    ],
}
BREACHES["rv64gc"] = BREACHES["rv64_zbb"]


def whole(path: Path) -> str:
    """The text of a file with those that it includes in place."""
    return re.sub(
        r'^#include "([\w/]+\.inc)"$',
        lambda match: whole(FOLDER.parent.parent / match[1]),
        path.read_text(),
        flags=re.MULTILINE,
    )


CODE = "\n.Lcode:\n"
"""Where the code of a file begins whose symbol may be a descriptor."""


@pytest.mark.parametrize(
    ("kernel", "code", "words"),
    [
        pytest.param(kernel, code, words, id=f"{name(kernel)}-{words}")
        for kernel in kernels()
        for code, words in BREACHES[
            kernel.source.stem.removesuffix("_fast").replace("rv32imcb", "rv32imc")
        ]
    ],
)
@pytest.mark.sampled(20, by=("words",))
@pytest.mark.quick(by=("words",))
def test_broken_kernel_is_seen(kernel: Kernel, code: str, words: str, tmp_path: Path) -> None:
    source = tmp_path / kernel.source.name
    lines = code.replace("; ", "\n")  # for some assemblers a semicolon begins a comment
    text = whole(kernel.source).replace("\nPERMUTATION:\n", f"\n{SYMBOL}:\n")
    label = CODE if CODE in text else f"\n{SYMBOL}:\n"
    assert text.count(label) == 1
    source.write_text(text.replace(label, f"{label}{lines}\n"))
    with pytest.raises((AssertionError, Breach), match=words):
        check(kernel, source, tmp_path)


def test_interleaving_and_back(tmp_path: Path) -> None:
    source, target = tmp_path / "probe.c", tmp_path / "probe.so"
    source.write_text(
        "typedef unsigned u32;\n"
        '#include "interleave.h"\n'
        "void add(u32 *words, const unsigned char *bytes, unsigned lanes) {"
        " add_lanes(words, bytes, lanes); }\n"
        "void get(unsigned char *bytes, const u32 *words) { get_lane(bytes, words); }\n"
    )
    command = [compiler(None), "-shared", "-fPIC", f"-I{FOLDER.parent}", "-o", target, source]
    subprocess.run(command, check=True)
    probe = ctypes.CDLL(str(target))
    generator = random.Random(5)
    lanes = [1 << z for z in range(64)] + [generator.getrandbits(64) for _ in range(4)]
    old = [generator.getrandbits(32) for _ in range(2 * len(lanes))]
    words = (ctypes.c_uint32 * len(old))(*old)
    probe.add(words, b"".join(lane.to_bytes(8, "little") for lane in lanes), len(lanes))
    new = [_even_bits(lane >> odd) for lane in lanes for odd in (0, 1)]
    assert list(words) == [a ^ b for a, b in zip(old, new, strict=True)]
    for lane in lanes:
        out = ctypes.create_string_buffer(8)
        probe.get(out, (ctypes.c_uint32 * 2)(_even_bits(lane), _even_bits(lane >> 1)))
        assert out.raw == lane.to_bytes(8, "little")
