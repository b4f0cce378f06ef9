"""Timing models against sequences counted by hand from the manuals' tables.

Each sequence is assembled by the cross assembler, disassembled by Capstone and stepped through
the C engine as a trace of rows; the totals are exact.
"""

from __future__ import annotations

import copy
import ctypes
import functools
import itertools
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import capstone
import pytest

from mote import timing
from mote.common.errors import MoteError
from mote.machines import riscv_bits, unicorn_timing
from mote.machines.code import key_of
from mote.timing import engine
from mote.timing.instruction import disassemble

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ASSEMBLERS = {
    "arm": ("arm-none-eabi-", "-march=armv4t -marm", capstone.CS_ARCH_ARM, capstone.CS_MODE_ARM),
    "thumb": (
        "arm-none-eabi-",
        "-march=armv4t -mthumb",
        capstone.CS_ARCH_ARM,
        capstone.CS_MODE_THUMB,
    ),
    "m0": (
        "arm-none-eabi-",
        "-mcpu=cortex-m0 -mthumb",
        capstone.CS_ARCH_ARM,
        capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS,
    ),
    "m4": (
        "arm-none-eabi-",
        "-mcpu=cortex-m4 -mthumb",
        capstone.CS_ARCH_ARM,
        capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS,
    ),
    "mips": (
        "mipsel-linux-gnu-",
        "-mips32 -fno-pic -mno-abicalls",
        capstone.CS_ARCH_MIPS,
        capstone.CS_MODE_MIPS32,
    ),
    "ppc": (
        "powerpc-linux-gnu-",
        "-mcpu=603e -Wa,-mregnames",
        capstone.CS_ARCH_PPC,
        capstone.CS_MODE_32 | capstone.CS_MODE_BIG_ENDIAN,
    ),
    "riscv": (
        "riscv64-unknown-elf-",
        "-march=rv32imc -mabi=ilp32",
        capstone.CS_ARCH_RISCV,
        capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC,
    ),
    "bits": (
        "riscv64-unknown-elf-",
        "-march=rv32imc_zba_zbb_zbs -mabi=ilp32",
        capstone.CS_ARCH_RISCV,
        capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC,
    ),
}
PREAMBLES = {
    "mips": ".set noreorder\n.set noat\n",
    "thumb": ".syntax unified\n.thumb\n",
    "m0": ".syntax unified\n.thumb\n",
    "m4": ".syntax unified\n.thumb\n",
}


@functools.cache
def assembled(kind: str, text: str) -> bytes:
    """The code of a sequence; lines are separated by semicolons."""
    prefix, flags, _, _ = ASSEMBLERS[kind]
    if shutil.which(prefix + "gcc") is None:
        pytest.skip(f"{prefix}gcc is not installed")
    # A section of its own: the assembler pads .text with instructions on some CPUs.
    source = '.section .trace, "ax"\n' + PREAMBLES.get(kind, "") + text.replace(";", "\n") + "\n"
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "t.o"
        code = Path(folder) / "t.bin"
        command = [prefix + "gcc", *flags.split(), "-x", "assembler", "-c", "-", "-o", str(target)]
        subprocess.run(command, input=source, text=True, check=True)
        extract = [prefix + "objcopy", "-O", "binary", "-j", ".trace", str(target), str(code)]
        subprocess.run(extract, check=True)
        return code.read_bytes()


def table(model: timing.Model, kind: str, text: str) -> timing.Table:
    """The rows of a sequence."""
    return model.table(disassembled(kind, assembled(kind, text)))


def disassembled(kind: str, code: bytes, address: int = 0) -> list[Any]:
    """Instructions as the machines give them to a model."""
    _, _, architecture, mode = ASSEMBLERS[kind]
    if kind != "bits":
        return disassemble(architecture, mode, code, address)
    decoder = capstone.Cs(architecture, mode)
    decoder.detail = True
    return list(riscv_bits.Decoder(decoder).disasm(code, address))


def cycles(
    model: str | timing.Model,
    kind: str,
    text: str,
    trace: Sequence[int] | None = None,
    operands: Sequence[int] | int | None = None,
) -> int:
    """Cycles of a sequence, executed once from top to bottom unless a trace is given."""
    loaded = timing.load(model) if isinstance(model, str) else model
    rows = table(loaded, kind, text)
    trace = list(range(rows.rows)) if trace is None else trace
    if isinstance(operands, int):
        operands = [operands] * len(trace)
    return timing.run(rows, trace, operands)


# ARM DDI 0210C: S, N and I cycles of each class, all of one clock.
ARM7 = [
    ("add r0, r1, r2", 1),
    ("add r0, r1, r2, lsl #3", 1),
    ("add r0, r1, r2, lsl r3", 2),
    ("movs r0, r1, ror r2", 2),
    ("cmp r0, r1, asr r2", 2),
    ("mov pc, lr", 3),
    ("add pc, pc, r0, lsl r1", 4),
    ("ldr r0, [r1]", 3),
    ("ldrb r0, [r1], #1", 3),
    ("ldrsh r0, [r1, r2]", 3),
    ("ldr pc, [r1]", 5),
    ("str r0, [r1, #4]!", 2),
    ("strh r0, [r1]", 2),
    ("ldmia r0, {r1}", 3),
    ("ldmia r0!, {r1-r4}", 6),
    ("ldmfd sp!, {r4-r7, pc}", 9),
    ("stmia r0, {r1}", 2),
    ("stmfd sp!, {r4-r8, lr}", 7),
    ("swp r0, r1, [r2]", 4),
    ("mrs r0, cpsr", 1),
    ("bx lr", 3),
    ("bl .", 3),
    ("b .", 3),
    ("ldr r0, [r1]; add r0, r0, r0", 4),
]


@pytest.mark.parametrize(("text", "expected"), ARM7)
def test_arm7tdmi(text: str, expected: int) -> None:
    assert cycles("arm7tdmi", "arm", text) == expected


ARM7_THUMB = [
    ("lsls r0, r1, #3", 1),
    ("lsls r0, r1", 2),
    ("rors r0, r1", 2),
    ("rsbs r0, r1, #0", 1),
    ("ldr r0, [pc, #4]", 3),
    ("ldrb r0, [r1, r2]", 3),
    ("str r0, [sp, #8]", 2),
    ("push {r4-r7, lr}", 6),
    ("pop {r4-r7}", 6),
    ("pop {r4-r7, pc}", 9),
    ("ldmia r0!, {r1, r2}", 4),
    ("stmia r0!, {r1, r2}", 3),
    ("mov r8, r1", 1),
    ("mov pc, lr", 3),
    ("add sp, #8", 1),
    ("bl .", 4),
    ("bx lr", 3),
]


@pytest.mark.parametrize(("text", "expected"), ARM7_THUMB)
def test_arm7tdmi_thumb(text: str, expected: int) -> None:
    assert cycles("arm7tdmi", "thumb", text) == expected


# m by the multiplier Rs: 0210C section 6.7.
STEPS = [
    (0x00000000, 1, 1),
    (0x000000FF, 1, 1),
    (0x00000100, 2, 2),
    (0x0000FFFF, 2, 2),
    (0x00010000, 3, 3),
    (0x00FFFFFF, 3, 3),
    (0x01000000, 4, 4),
    (0xFFFFFFFF, 1, 4),
    (0xFFFFFF00, 1, 4),
    (0xFFFFFEFF, 2, 4),
    (0xFFFF0000, 2, 4),
    (0xFF000000, 3, 4),
    (0x80000000, 4, 4),
]


@pytest.mark.parametrize(("value", "signed", "unsigned"), STEPS)
def test_arm_multiply_ends_early(value: int, signed: int, unsigned: int) -> None:
    for text, seven, nine, steps in [
        ("mul r0, r1, r2", 1, 2, signed),
        ("mla r0, r1, r2, r3", 2, 2, signed),
        ("smull r0, r1, r2, r3", 2, 3, signed),
        ("smlal r0, r1, r2, r3", 3, 3, signed),
        ("umull r0, r1, r2, r3", 2, 3, unsigned),
        ("umlal r0, r1, r2, r3", 3, 3, unsigned),
    ]:
        assert cycles("arm7tdmi", "arm", text, operands=value) == seven + steps, text
        assert cycles("arm920t", "arm", text, operands=value) == nine + steps, text


def test_multiply_asks_for_rs() -> None:
    from unicorn import arm_const

    model = timing.load("arm7tdmi")
    assert table(model, "arm", "mul r0, r1, r2").operand_registers == [arm_const.UC_ARM_REG_R2]
    assert table(model, "arm", "umlal r0, r1, r2, r3").operand_registers == [
        arm_const.UC_ARM_REG_R3
    ]
    # Thumb MUL Rd, Rm is MULS Rd, Rm, Rd: the multiplier is the old Rd.
    assert table(model, "thumb", "muls r3, r1, r3").operand_registers == [arm_const.UC_ARM_REG_R3]
    assert table(model, "arm", "add r0, r1, r2").operand_registers == [0]


CONDITIONS = ["eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"]


def holds(condition: str, n: bool, z: bool, c: bool, v: bool) -> bool:
    """The ARM architecture's table of conditions."""
    return {
        "eq": z,
        "ne": not z,
        "cs": c,
        "cc": not c,
        "mi": n,
        "pl": not n,
        "vs": v,
        "vc": not v,
        "hi": c and not z,
        "ls": not c or z,
        "ge": n == v,
        "lt": n != v,
        "gt": not z and n == v,
        "le": z or n != v,
    }[condition]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_arm_condition_not_executed(condition: str) -> None:
    """An instruction whose condition fails takes 1S; the engine evaluates the flags."""
    for flags in itertools.product([False, True], repeat=4):
        n, z, c, v = flags
        cpsr = n << 31 | z << 30 | c << 29 | v << 28 | 0x10
        runs = holds(condition, *flags)
        load = f"ldr{condition} r0, [r1]"
        assert cycles("arm7tdmi", "arm", load, operands=cpsr) == (3 if runs else 1)
        back = f"ldm{condition}fd sp!, {{r4, pc}}"
        assert cycles("arm7tdmi", "arm", back, operands=cpsr) == (6 if runs else 1)
        assert cycles("arm920t", "arm", back, operands=cpsr) == (6 if runs else 1)


def test_arm_conditional_multiply() -> None:
    """One register can be asked for, the flags: m is then the largest."""
    zero = 1 << 30
    assert cycles("arm7tdmi", "arm", "muleq r0, r1, r2", operands=zero) == 1 + 4
    assert cycles("arm7tdmi", "arm", "muleq r0, r1, r2", operands=0) == 1


def test_arm_conditional_branch() -> None:
    loop = "1: subs r0, r0, #1; bne 1b; mov r0, #1"
    trace = [0, 1, 0, 1, 0, 1, 2]
    assert cycles("arm7tdmi", "arm", loop, trace) == 3 * 1 + 2 * 3 + 1 + 1
    assert cycles("arm920t", "arm", loop, trace) == 3 * 1 + 2 * 3 + 1 + 1
    assert cycles("arm7tdmi", "thumb", loop.replace("mov r", "movs r"), trace) == 11


# ARM DDI 0180A, table 7-1 and examples 7-1 to 7-4.
ARM9 = [
    ("add r0, r1, r2", 1),
    ("add r0, r1, r2, lsl r3", 2),
    ("mov pc, lr", 3),
    ("add pc, pc, r0, lsl r1", 4),
    ("ldr r0, [r1]", 1),
    ("ldr r0, [r1]; add r2, r0, r1", 3),
    ("ldr r0, [r1]; add r2, r3, r1", 2),
    ("ldr r0, [r1]; mov r7, r7; add r2, r0, r1", 3),
    ("ldrb r0, [r1, #1]; add r2, r0, r1", 4),
    ("ldrb r0, [r1, #1]; mov r7, r7; add r2, r0, r1", 4),
    ("ldrb r0, [r1, #1]; mov r7, r7; mov r7, r7; add r2, r0, r1", 4),
    ("ldrsh r0, [r1]; add r2, r0, r1", 4),
    ("ldrb r0, [r1], #1; add r2, r1, #1", 2),
    ("ldr r0, [r1]; mul r2, r3, r4; add r5, r0, r2", 1 + 3 + 1),
    ("ldr pc, [r1]", 5),
    ("str r0, [r1]", 1),
    ("ldr r0, [r1]; str r0, [r2]", 3),
    ("ldmia r0, {r1}", 2),
    ("ldmia r0, {r1}; add r2, r1, r1", 3),
    ("ldmia r12, {r1-r3}; add r2, r2, r1", 4),
    ("ldmia r12, {r1-r3}; add r4, r3, r1", 5),
    ("ldmfd sp!, {r4-r7, pc}", 9),
    ("stmia r0, {r1}", 2),
    ("stmfd sp!, {r4-r8, lr}", 6),
    ("swp r0, r1, [r2]; add r3, r0, r0", 3),
    ("swpb r0, r1, [r2]; add r3, r0, r0", 4),
    ("mrs r0, cpsr", 1),
    ("msr cpsr_f, r0", 1),
    ("msr cpsr_fc, r0", 3),
    ("b .", 3),
    ("bl .", 3),
    ("bx lr", 3),
]


@pytest.mark.parametrize(("text", "expected"), ARM9)
def test_arm920t(text: str, expected: int) -> None:
    assert cycles("arm920t", "arm", text, operands=0) == expected


# ARM DDI 0432C, table 3-1.
CORTEX_M0 = [
    ("adds r0, r1, r2", 1),
    ("movs r0, #1", 1),
    ("lsls r0, r1", 1),
    ("muls r0, r1, r0", 1),
    ("uxtb r0, r1", 1),
    ("rev r0, r1", 1),
    ("mov pc, lr", 3),
    ("ldr r0, [r1]", 2),
    ("ldrb r0, [r1, r2]", 2),
    ("ldrsh r0, [r1, r2]", 2),
    ("str r0, [sp, #4]", 2),
    ("ldmia r0!, {r1-r4}", 5),
    ("stmia r0!, {r1, r2}", 3),
    ("push {r4-r7, lr}", 6),
    ("pop {r4-r7}", 5),
    ("pop {r4-r7, pc}", 9),
    ("b .", 3),
    ("bl .", 4),
    ("bx lr", 3),
    ("blx r3", 3),
    ("mrs r0, apsr", 4),
    ("ldr r0, [r1]; adds r0, r0, r0", 3),
]


@pytest.mark.parametrize(("text", "expected"), CORTEX_M0)
def test_cortex_m0(text: str, expected: int) -> None:
    assert cycles("cortex_m0", "m0", text) == expected


# ARM DDI 0484C, table 3-1: what differs from a Cortex-M0, and some that does not.
CORTEX_M0PLUS = [
    ("adds r0, r1, r2", 1),
    ("muls r0, r1, r0", 1),
    ("ldr r0, [r1]", 2),
    ("str r0, [sp, #4]", 2),
    ("push {r4-r7, lr}", 6),
    ("pop {r4-r7}", 5),
    ("pop {r4-r7, pc}", 8),
    ("mov pc, lr", 2),
    ("b .", 2),
    ("bl .", 3),
    ("bx lr", 2),
    ("blx r3", 2),
    ("mrs r0, apsr", 3),
    ("dmb", 3),
]


@pytest.mark.parametrize(("text", "expected"), CORTEX_M0PLUS)
def test_cortex_m0plus(text: str, expected: int) -> None:
    assert cycles("cortex_m0plus", "m0", text) == expected


def test_cortex_m0plus_conditional_branch() -> None:
    loop = "1: subs r0, #1; bne 1b; movs r0, #1"
    assert cycles("cortex_m0plus", "m0", loop, [0, 1, 0, 1, 2]) == 1 + 2 + 1 + 1 + 1


def test_cortex_m0_conditional_branch() -> None:
    loop = "1: subs r0, #1; bne 1b; movs r0, #1"
    assert cycles("cortex_m0", "m0", loop, [0, 1, 0, 1, 2]) == 1 + 3 + 1 + 1 + 1


# ARM DDI 0439B, table 3-1, P = 1 for B, BL and BX, 3 for loads of PC, else 2; section 3.3.2.
CORTEX_M4 = [
    ("adds r0, r1, r2", 1),
    ("eor r0, r1, r2, ror #7", 1),
    ("ubfx r0, r1, #3, #5", 1),
    ("mul r0, r1, r2", 1),
    ("umull r0, r1, r2, r3", 1),
    ("umaal r0, r1, r2, r3", 1),
    ("ldr r0, [r1]", 2),
    ("ldr r0, [r1]; adds r2, r0, r0", 3),
    ("ldr r0, [r1, r5]; ldr r1, [r2]; ldr r2, [r3, #4]", 4),
    ("ldr r0, [r1, r5]; str r0, [r3, #20]", 3),
    ("ldr r0, [r1]; ldr r2, [r0]", 4),
    ("ldr r0, [r1]; str r4, [r2, r3]", 3),
    ("str r4, [r2, r3]", 2),
    ("str r4, [r2, r3]; ldr r0, [r1]", 4),
    ("ldr r0, [r1]; str r4, [r2, #4]", 2),  # overlaps as a whole
    ("ldr r0, [r1]; str r0, [r2, #4]", 3),  # what was loaded is there after two cycles
    ("ldr r0, [r1]; nop; str r4, [r2, #4]", 4),
    ("str r4, [r2, #4]; ldr r0, [r1]", 4),  # the data goes out first
    ("str r4, [r2, #4]; ldrd r0, r1, [r3]", 5),
    ("str r4, [r2, #4]; pop {r0, r1}", 5),
    ("str r4, [r2, #4]; nop; ldr r0, [r1]", 4),
    ("str r4, [r2, #4]; str r5, [r2]", 2),
    ("adds r1, #4; ldr r0, [r1]", 4),  # no forwarding to an address
    ("adds r1, #4; nop; ldr r0, [r1]", 4),
    ("adds r1, #4; str r0, [r1]", 3),
    ("adds r0, #4; str r0, [r1]", 2),  # the data is forwarded
    ("adds r2, #4; ldr r0, [r1, r2]", 4),
    ("sub sp, #8; push {r4, r5}", 5),
    ("mul r1, r2, r3; ldr r0, [r1]", 4),
    ("adds r1, #4; ldmia r1!, {r2, r3}", 5),
    ("ldr r0, [r1], #4; ldr r2, [r1]", 3),
    ("adds r1, #4; eor r2, r1, r1", 2),
    ("cmp r0, #1; it eq; moveq r0, #2", 2),  # folded
    ("cmp.w r0, #1; it eq; moveq r0, #2", 3),
    ("smuad r0, r1, r2; smuadx r0, r1, r2; smusd r0, r1, r2; smusdx r0, r1, r2", 4),
    ("smlad r0, r1, r2, r3; smladx r0, r1, r2, r3; smlsd r0, r1, r2, r3", 3),
    ("smlsdx r0, r1, r2, r3; smlald r0, r1, r2, r3; smlalbt r0, r1, r2, r3", 3),
    ("smmul r0, r1, r2; smmla r0, r1, r2, r3; smmlsr r0, r1, r2, r3", 3),
    (".fpu fpv4-sp-d16; vmov s0, r0; vmov r1, s0", 2),
    (".fpu fpv4-sp-d16; vmov s0, s1, r0, r1", 2),
    ("ldr r0, [r1]; nop; ldr r2, [r3]", 5),
    ("str r0, [sp, #4]", 1),
    ("strd r0, r1, [r2]", 3),
    ("ldmia r0!, {r1-r4}", 5),
    ("push {r4-r11, lr}", 10),
    ("pop {r4-r7, pc}", 9),
    ("ldr pc, [r1]", 5),
    ("tbb [pc, r0]", 6),
    ("b .", 2),
    ("bl .", 2),
    ("bx lr", 2),
    ("blx r3", 3),
    ("mov pc, lr", 3),
]


@pytest.mark.parametrize(("text", "expected"), CORTEX_M4)
def test_cortex_m4(text: str, expected: int) -> None:
    assert cycles("cortex_m4", "m4", text) == expected


def test_cortex_m4_conditions() -> None:
    loop = "1: subs r0, #1; bne 1b; movs r0, #1"
    assert cycles("cortex_m4", "m4", loop, [0, 1, 0, 1, 2]) == 1 + 2 + 1 + 1 + 1
    skip = "cbz r0, 1f; movs r0, #1; 1: movs r1, #1"
    assert cycles("cortex_m4", "m4", skip, [0, 2]) == 3 + 1
    assert cycles("cortex_m4", "m4", skip, [0, 1, 2]) == 1 + 1 + 1
    entered = "movs r0, #1; it eq; moveq r0, #2; b 1b"
    assert cycles("cortex_m4", "m4", "1: " + entered, [0, 1, 2]) == 2
    assert cycles("cortex_m4", "m4", "1: " + entered, [0, 3, 1, 2]) == 1 + 2 + 1 + 1, "no fold"


WIDE = "eor r0, r1, r2, ror #7; "


def test_cortex_m4_fetches_a_straddling_branch_target_twice() -> None:
    # nop; a wide instruction across two words; a branch back to it
    text = "nop; 1: " + WIDE + "b 1b"
    assert cycles("cortex_m4", "m4", text, [0, 1, 2]) == 1 + 1 + 2
    assert cycles("cortex_m4", "m4", text, [0, 1, 2, 1, 2]) == 1 + (1 + 2) + 1 + (1 + 2)
    assert cycles("cortex_m4", "m4", "1: " + WIDE + "b 1b", [0, 1, 0, 1]) == 2 * (1 + 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nop; " + 5 * WIDE, 6),  # nothing of several cycles before them
        ("ldr r3, [r4]; " + 2 * WIDE, 4),
        ("ldr r3, [r4]; " + 3 * WIDE, 6),
        ("ldr r3, [r4]; " + 6 * WIDE, 9),  # once
        ("ldr r3, [r4]; nop; " + 3 * WIDE, 6),  # in words of their own
        ("ldr.w r3, [r4]; " + 3 * WIDE, 5),
        ("nop; ldr.w r3, [r4]; " + 3 * WIDE, 7),
        ("ldr r3, [r4]; eor r0, r1, r2; eor r0, r1, r2; nop; eor r0, r1, r2", 6),
        # Loads that overlap are of one cycle but for the first; the fourth outruns the fetch.
        ("nop; ldr.w r3, [r4]; ldr.w r5, [r4]; ldr.w r6, [r4]; ldr.w r7, [r4]", 7),
    ],
)
def test_cortex_m4_three_straddling_instructions_outrun_the_prefetch(
    text: str, expected: int
) -> None:
    assert cycles("cortex_m4", "m4", text) == expected


# ARM DDI 0337H, table 18-1: what differs from the Cortex-M4.
CORTEX_M3 = [
    ("mul r0, r1, r2", 1),
    ("mla r0, r1, r2, r3", 2),
    ("umull r0, r1, r2, r3", 5),
    ("umlal r0, r1, r2, r3", 7),
    ("ldr r0, [r1, r5]; ldr r1, [r2]; ldr r2, [r3, #4]", 4),
    ("mla r0, r1, r2, r3; ldr r4, [r0]", 5),  # as behind any data operation
    ("mla r0, r1, r2, r3; ldr r4, [r5]", 4),
    ("b .", 2),
]


@pytest.mark.parametrize(("text", "expected"), CORTEX_M3)
def test_cortex_m3(text: str, expected: int) -> None:
    assert cycles("cortex_m3", "m4", text) == expected


# Ibex Reference Guide, "Pipeline Details": one cycle and the stalls.
IBEX = [
    ("add a0, a1, a2", 1),
    ("c.addi a0, 1", 1),
    ("lui a0, 5", 1),
    ("lw a0, 0(a1)", 2),
    ("c.lwsp a0, 4(sp)", 2),
    ("lbu a0, 1(a1)", 2),
    ("sw a0, 0(a1)", 2),
    ("lw a0, 0(a1); add a0, a0, a0", 3),
    ("mul a0, a1, a2", 3),
    ("mulhu a0, a1, a2", 4),
    ("jal ra, .", 2),
    ("c.jr ra", 2),
    ("ret", 2),
]


@pytest.mark.parametrize(("text", "expected"), IBEX)
def test_ibex(text: str, expected: int) -> None:
    assert cycles("ibex", "riscv", text) == expected


IBEX_BITS = [
    ("rori a0, a1, 7", 2),
    ("rol a0, a1, a2; ror a0, a1, a2", 4),
    ("sh1add a0, a1, a2; sh2add a0, a1, a2; sh3add a0, a1, a2", 3),
    ("andn a0, a1, a2; orn a0, a1, a2; xnor a0, a1, a2; rev8 a0, a1; orc.b a0, a1", 5),
    ("min a0, a1, a2; max a0, a1, a2; minu a0, a1, a2; maxu a0, a1, a2", 4),
    ("clz a0, a1; ctz a0, a1; cpop a0, a1; sext.b a0, a1; sext.h a0, a1; zext.h a0, a1", 6),
    ("bclr a0, a1, a2; bclri a0, a1, 3; bext a0, a1, a2; bexti a0, a1, 3", 4),
    ("binv a0, a1, a2; binvi a0, a1, 3; bset a0, a1, a2; bseti a0, a1, 3", 4),
    ("lw a0, 0(a1); c.jr ra", 4),
]


@pytest.mark.parametrize(("text", "expected"), IBEX_BITS)
def test_ibex_with_bit_manipulation(text: str, expected: int) -> None:
    assert cycles("ibex_bits", "bits", text) == expected


def test_ibex_branch_and_division() -> None:
    loop = "1: addi a0, a0, -1; bne a0, a1, 1b; addi a0, a0, 1"
    assert cycles("ibex", "riscv", loop, [0, 1, 0, 1, 2]) == 1 + 3 + 1 + 1 + 1
    assert cycles("ibex", "riscv", "divu a0, a1, a2", operands=7) == 37
    assert cycles("ibex", "riscv", "divu a0, a1, a2", operands=0) == 2


def test_ibex_fetches_twice_where_a_jump_leads_to_an_instruction_in_two_words() -> None:
    text = "c.nop; 1: add a0, a1, a2; addi a0, a0, 1; bnez a0, 1b; c.nop; 2: addi a0, a0, 2"
    assert cycles("ibex", "riscv", text, [0, 1, 2, 3]) == 1 + 1 + 1 + 3
    assert cycles("ibex", "riscv", text, [0, 1, 2, 3, 1, 2, 3]) == 1 + 2 * (1 + 1 + 3) + 1
    assert cycles("ibex", "riscv", text, [1, 2]) == 3, "as a call's first instruction, too"
    assert cycles("ibex", "riscv", text, [5]) == 1


# One instruction a cycle; load delay 1; MDU latencies (docs/timing.md: what is assumed).
BCM3302 = [
    ("addu $2, $3, $4", 1),
    ("lw $2, 0($3); addu $4, $2, $2", 3),
    ("lw $2, 0($3); nop; addu $4, $2, $2", 3),
    ("lw $2, 0($3); addu $4, $5, $6", 2),
    ("lw $2, 0($3); sw $2, 0($4)", 3),
    ("lbu $2, 0($3); addu $4, $2, $2", 3),
    ("lwl $2, 3($3); lwr $2, 0($3)", 3),
    ("multu $2, $3; mflo $4", 4),
    ("multu $2, $3; nop; nop; mflo $4", 4),
    ("multu $2, $3; mfhi $4; mflo $5", 5),
    ("multu $2, $3; multu $4, $5; mflo $6", 5),
    ("mul $2, $3, $4; addu $5, $2, $2", 4),
    ("mtlo $2; mflo $3", 2),
    ("jr $31; nop", 2),
    ("jal .; nop", 2),
]


@pytest.mark.parametrize(("text", "expected"), BCM3302)
def test_bcm3302(text: str, expected: int) -> None:
    assert cycles("bcm3302", "mips", text) == expected


def test_bcm3302_division_and_branches() -> None:
    quotient = "divu $0, $2, $3; mflo $4"
    assert cycles("bcm3302", "mips", quotient, operands=3) == 3 + 1
    assert cycles("bcm3302", "mips", quotient, operands=0xFFFFFFFF) == 18 + 1
    loop = "1: addiu $2, $2, -1; bnez $2, 1b; nop; addu $3, $3, $3"
    assert cycles("bcm3302", "mips", loop, [0, 1, 2, 0, 1, 2, 3]) == 7
    # An annulled slot takes its cycle although it is not executed.
    likely = loop.replace("bnez", "bnezl")
    assert cycles("bcm3302", "mips", likely, [0, 1, 2, 0, 1, 3]) == 7


def times(text: str, count: int) -> str:
    """A sequence repeated."""
    return "; ".join([text] * count)


# MPC750UM/D chapter 6, MPC603EUM/AD chapter 6: (sequence, 750, 603e).
POWERPC = [
    ("add r3, r4, r5", 1, 1),
    ("add r3, r4, r5; add r6, r7, r8", 1, 1),
    ("add r3, r4, r5; add r6, r3, r8", 2, 2),
    # Two IUs on the 750; on the 603e the SRU adds beside the IU, but does nothing else.
    (times("xor r3, r4, r5; xor r6, r7, r8", 20), 20, 40),
    (times("add r3, r4, r5; add r6, r7, r8", 20), 20, 20),
    (times("add r3, r3, r5", 20), 20, 20),
    # Loads: latency 2, one a cycle.
    ("lwz r3, 0(r4)", 2, 2),
    ("lwz r3, 0(r4); add r5, r3, r3", 3, 3),
    (times("lwz r3, 0(r4)", 20), 21, 21),
    (times("lwz r3, 0(r3)", 20), 40, 40),
    ("stw r3, 0(r4)", 2, 2),
    # mulli: 2 cycles for an 8-bit multiplier, else 3; not pipelined.
    (times("mulli r3, r4, 5", 10), 20, 20),
    (times("mulli r3, r4, -128", 10), 20, 20),
    (times("mulli r3, r4, 128", 10), 30, 30),
    ("mulli r3, r4, 5; add r5, r3, r3", 3, 3),
    # The other integer unit goes on during a multiply.
    ("mulli r3, r4, 500; xor r5, r6, r7", 3, 4),
    ("divwu r3, r4, r5", 19, 20),
    # Execution serialization: mtctr waits until it is the oldest.
    ("mtctr r3", 2, 2),
    ("xor r4, r5, r6; mtctr r3", 4, 4),
    # Carry: serialized on the 750 only.
    ("addc r3, r4, r5; adde r6, r7, r8", 3, 2),
    # lmw: 2 + n; nothing dispatches before it has completed.
    ("lmw r28, 0(r3)", 6, 6),
    ("lmw r28, 0(r3); add r4, r5, r6", 8, 8),
    # Folding: a taken branch costs nothing while the queue holds what comes before it.
    ("xor r3, r4, r5; xor r6, r7, r8; b 1f; nop; 1: xor r9, r10, r11", 3, 4),
]


@pytest.mark.parametrize(("text", "g3", "e603"), POWERPC)
def test_powerpc(text: str, g3: int, e603: int) -> None:
    trace = [0, 1, 2, 4] if "1:" in text else None
    assert cycles("ppc750", "ppc", text, trace) == g3
    assert cycles("ppc603e", "ppc", text, trace) == e603


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        (0x7F, 2, 2),
        (0x80, 3, 3),
        (0x7FFF, 3, 3),
        (0x8000, 4, 4),
        (0x7FFFFF, 4, 4),
        (0x800000, 5, 5),
        (0x7FFFFFFF, 5, 5),
        (0x80000000, 5, 6),
        (0xFFFFFF80, 2, 6),
    ],
)
def test_powerpc_multiply_by_operand(value: int, low: int, high: int) -> None:
    for model in ("ppc750", "ppc603e"):
        assert cycles(model, "ppc", "mullw r3, r4, r5", operands=value) == low
        assert cycles(model, "ppc", "mulhwu r3, r4, r5", operands=value) == high


def test_powerpc_loops() -> None:
    """Per iteration: the 750 has its branch target cache, the 603e fetches the target again."""
    short = "1: xor r3, r4, r5; bdnz 1b"
    long = "1: xor r3, r4, r5; xor r6, r7, r8; xor r9, r10, r11; xor r12, r13, r14; bdnz 1b"

    def marginal(model: str, text: str, rows: int) -> float:
        body = list(range(rows))
        return (cycles(model, "ppc", text, body * 60) - cycles(model, "ppc", text, body * 20)) / 40

    assert marginal("ppc750", short, 2) == 1
    assert marginal("ppc603e", short, 2) == 2
    assert marginal("ppc750", long, 5) == 2.5
    assert marginal("ppc603e", long, 5) == 4


def test_powerpc_misprediction() -> None:
    """Figure 6-10: the right path is in the queue two cycles after the condition is known."""
    text = "cmpwi r3, 0; beq 1f; xor r4, r4, r5; 1: xor r6, r6, r7"
    assert cycles("ppc750", "ppc", text, [0, 1, 2, 3]) == 2
    # cmpwi starts in cycle 1, the condition is known in 2, the target in the queue in 4, done in 6.
    assert cycles("ppc750", "ppc", text, [0, 1, 3]) == 5
    # After two taken turns the two-bit history predicts it.
    trained = cycles("ppc750", "ppc", text, [0, 1, 3] * 12) - cycles(
        "ppc750", "ppc", text, [0, 1, 3] * 11
    )
    assert trained < 4
    # The static prediction of the 603e says not taken for ever: the cmpwi dispatches with the xor
    # before it in cycle t, its condition is known in t + 2, the next xor is in the queue in t + 4.
    static = cycles("ppc603e", "ppc", text, [0, 1, 3] * 12) - cycles(
        "ppc603e", "ppc", text, [0, 1, 3] * 11
    )
    assert static == 4


MODELS = sorted(path.stem for path in timing.MODELS.glob("*.toml"))


def test_the_models_are_there() -> None:
    assert MODELS == [
        "arm7tdmi",
        "arm920t",
        "bcm3302",
        "cortex_m0",
        "cortex_m0plus",
        "cortex_m3",
        "cortex_m4",
        "ibex",
        "ibex_bits",
        "ppc603e",
        "ppc750",
    ]


@pytest.mark.parametrize("name", MODELS)
def test_every_rule_names_its_source(name: str) -> None:
    model = timing.load(name)
    assert model.source
    for rule in model.rules:
        assert rule.source, rule.name


HASH = """
typedef unsigned u32; typedef unsigned long long u64; typedef unsigned char u8;
#define R(x, n) ((x) << (n) | (x) >> (32 - (n)))
void *memcpy(void *, const void *, __SIZE_TYPE__);
void p(u32 *a, u32 *b, u32 *c, const u8 *m) {
    int i;
    for (i = 0; i < 48; i++) {
        u32 x = a[i % 12] ^ R(a[(i + 11) % 12], 15) * 5 ^ c[(8 - i) & 15];
        x = x * 3 ^ b[(i + 13) & 15] ^ (b[(i + 9) & 15] & ~b[(i + 6) & 15]) ^ m[i & 15];
        a[i % 12] = x;
        b[i & 15] = ~(R(b[i & 15], 1) ^ x);
    }
}
u64 w(u64 *s, int n, u64 k) {
    while (n--) s[n] = (s[n] << 13 | s[n] >> 51) + s[n + 1] * k - (s[n + 2] ^ 5);
    return s[0] < k ? s[0] : (u64)(u32)k * (u32)s[1];
}
void q(u8 *d, unsigned *fill, const u8 *p, unsigned n) {
    while (n) {
        unsigned k = 64 - *fill < n ? 64 - *fill : n;
        memcpy(d + *fill, p, k);
        *fill = (*fill + k) % 64;
        p += k;
        n -= k;
    }
}
"""


@pytest.mark.parametrize(
    ("kind", "flags", "models"),
    [
        ("arm", "-march=armv4 -marm", ["arm7tdmi", "arm920t"]),
        ("arm", "-march=armv4t -marm -mthumb-interwork", ["arm7tdmi", "arm920t"]),
        ("thumb", "-march=armv4t -mthumb", ["arm7tdmi", "arm920t"]),
        ("m0", "-mcpu=cortex-m0 -mthumb", ["cortex_m0", "cortex_m0plus"]),
        ("m4", "-mcpu=cortex-m3 -mthumb", ["cortex_m3"]),
        ("m4", "-mcpu=cortex-m4 -mthumb", ["cortex_m4"]),
        ("mips", "-mips32 -fno-pic -mno-abicalls", ["bcm3302"]),
        ("mips", "-mips1 -mfp32 -fpic", ["bcm3302"]),
        ("ppc", "-mcpu=603e", ["ppc750", "ppc603e"]),
        ("riscv", "-march=rv32imc -mabi=ilp32", ["ibex"]),
        ("bits", "-march=rv32imc_zba_zbb_zbs -mabi=ilp32", ["ibex_bits"]),
    ],
)
@pytest.mark.parametrize("level", ["-Os", "-O2"])
def test_compiled_code_is_covered(
    kind: str, flags: str, models: list[str], level: str, tmp_path: Path
) -> None:
    """No rule is missing for what gcc makes of hash code."""
    prefix = ASSEMBLERS[kind][0]
    if shutil.which(prefix + "gcc") is None:
        pytest.skip(f"{prefix}gcc is not installed")
    source, target, code = tmp_path / "t.c", tmp_path / "t.o", tmp_path / "t.bin"
    source.write_text(HASH)
    command = [prefix + "gcc", *flags.split(), level, "-ffreestanding"]
    subprocess.run([*command, "-c", str(source), "-o", str(target)], check=True)
    listing = subprocess.run(
        [prefix + "objdump", "-d", "-j", ".text", str(target)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    extract = [prefix + "objcopy", "-O", "binary", "-j", ".text", str(target), str(code)]
    subprocess.run(extract, check=True)
    content = code.read_bytes()
    instructions = []
    for line in listing.splitlines():
        fields = line.split("\t")
        # Literal pools are data.
        if len(fields) < 3 or fields[2].startswith("."):
            continue
        address = int(fields[0].strip().rstrip(":"), 16)
        size = len(fields[1].replace(" ", "")) // 2
        found = disassembled(kind, content[address : address + size], address)
        assert found, line
        instructions.append(found[0])
    assert len(instructions) > 60
    for name in models:
        uncovered = timing.load(name).table(instructions).uncovered.values()
        # MIPS I code for a division holds a break for a divisor of zero.
        assert [text for text in uncovered if not text.startswith("'break")] == []


def test_an_uncovered_instruction_is_an_error_when_executed() -> None:
    model = timing.load("ppc750")
    text = "add r3, r4, r5; fadd f1, f2, f3; add r3, r4, r5"
    rows = table(model, "ppc", text)
    assert list(rows.uncovered) == [1]
    with pytest.raises(timing.UncoveredInstruction, match=r"ppc750.*fadd"):
        timing.run(rows, [0, 1, 2])
    assert timing.run(rows, [0, 2]) == 1
    with pytest.raises(timing.UncoveredInstruction, match="outside"):
        timing.run(rows, [0, 3])


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(MoteError, match=r"arm8.*arm7tdmi"):
        timing.load("arm8")


def changed(name: str, rule: str, key: str, value: object) -> timing.Model:
    """A model with one number of one rule changed."""
    data = copy.deepcopy(timing.data(name))
    (entry,) = [entry for entry in data["rule"] if entry["name"] == rule]
    assert entry.get(key) != value
    entry[key] = value
    return timing.Model(name, data)


@pytest.mark.parametrize(
    ("name", "rule", "key", "value", "kind", "text"),
    [
        ("arm7tdmi", "load", "cycles", "1S+1N", "arm", "ldr r0, [r1]"),
        ("arm7tdmi", "multiply", "cycles", "1S+(m+1)I", "arm", "mul r0, r1, r2"),
        ("arm920t", "load word", "result", 1, "arm", "ldr r0, [r1]; add r2, r0, r1"),
        ("arm920t", "load multiple", "result", 2, "arm", "ldmia r12, {r1-r3}; add r4, r3, r1"),
        ("cortex_m0", "branch with link", "cycles", 3, "m0", "bl ."),
        ("cortex_m4", "load", "overlaps", False, "m4", "ldr r0, [r1]; ldr r2, [r3]"),
        ("cortex_m4", "load", "overlapped", False, "m4", "ldr r0, [r1]; ldr r2, [r3]"),
        ("cortex_m4", "load", "awaits", False, "m4", "str r0, [r1]; ldr r2, [r3]"),
        ("cortex_m4", "store", "stores", False, "m4", "str r0, [r1]; ldr r2, [r3]"),
        ("cortex_m4", "store", "overlapped", False, "m4", "ldr r0, [r1]; str r2, [r3]"),
        ("cortex_m4", "if-then", "folds", False, "m4", "cmp r0, r1; it eq; moveq r0, r1"),
        ("cortex_m4", "data operation", "address", 1, "m4", "adds r0, #4; ldr r1, [r0]"),
        ("ibex", "multiply", "cycles", 1, "riscv", "mul a0, a1, a2"),
        ("ibex_bits", "rotation", "cycles", 1, "bits", "rori a0, a1, 7"),
        ("bcm3302", "load", "result", 1, "mips", "lw $2, 0($3); addu $4, $2, $2"),
        ("ppc750", "load", "busy", 2, "ppc", times("lwz r3, 0(r4)", 20)),
        ("ppc750", "integer", "units", ["IU1"], "ppc", times("xor r3, r4, r5", 20)),
        ("ppc603e", "move to LR", "serial", False, "ppc", "xor r4, r5, r6; mtlr r3"),
    ],
)
def test_a_changed_number_is_seen(
    name: str, rule: str, key: str, value: object, kind: str, text: str
) -> None:
    assert cycles(changed(name, rule, key, value), kind, text, operands=0) != cycles(
        name, kind, text, operands=0
    )


def test_a_model_with_a_misspelt_key_is_refused() -> None:
    data = tomllib.loads((timing.MODELS / "ibex.toml").read_text(encoding="utf-8"))
    data["rule"][0]["cylces"] = 2
    with pytest.raises(ValueError, match="cylces"):
        timing.Model("ibex", data)
    with pytest.raises(ValueError, match="2x"):
        timing.Cost.parse("2x", {})


def test_costs() -> None:
    bus = {"S": 1, "N": 2, "I": 1}
    assert timing.Cost.parse("(n-1)S+2N", bus) == timing.Cost(3, count=1)
    assert timing.Cost.parse("1S+(m+1)I", bus) == timing.Cost(2, steps=1)
    assert timing.Cost.parse("2+i", {}).at(position=3) == 5
    assert timing.Cost.parse(7, {}) == timing.Cost(7)


def test_start_forgets_everything() -> None:
    """Two calls of one engine count the same."""
    rows = table(timing.load("ppc750"), "ppc", "1: mulli r3, r3, 500; lwz r4, 0(r3); bdnz 1b")
    c = engine.library()
    pipeline = c.timing_new(rows.model_pointer, rows.pointer, rows.rows)
    steps = (ctypes.c_uint32 * 30)(*([0, 1, 2] * 10))
    results = []
    for _ in range(2):
        c.timing_start(pipeline)
        c.timing_run(pipeline, steps, None, 30)
        c.timing_finish(pipeline)
        results.append(c.timing_cycles(pipeline))
    c.timing_free(pipeline)
    assert results[0] == results[1] > 30


def test_a_remembered_instruction_has_the_rows_of_a_new_one() -> None:
    """Elsewhere, in another order, and with the same bytes inside an IT block and outside."""
    text = "adds r0, r0, #1; it eq; addeq r0, r0, #1; 1: cmp r0, r1; bne 1b; mul r2, r0, r1; bx lr"
    _, _, architecture, mode = ASSEMBLERS["m4"]
    code = assembled("m4", text)
    assert code[:2] == code[4:6]
    name = next(name for name in MODELS if name.startswith("cortex_m3"))
    plain, remembering = timing.load(name), unicorn_timing.Model(name, timing.data(name))
    for given, address in ((code[6:], 0), (code, 0x1000), (code[4:] + code, 0x2002), (b"", 0)):
        instructions = disassemble(architecture, mode, given, address)
        expected = plain.table(instructions)
        found = remembering.table_of(instructions, [key_of(each) for each in instructions])
        assert found.rule_names == expected.rule_names
        assert found.operand_registers == expected.operand_registers
        assert found.uncovered == expected.uncovered
        trace = list(range(found.rows)) * 3
        assert timing.run(found, trace) == timing.run(expected, trace)
    words = [key_of(each) for each in disassemble(architecture, mode, code)]
    assert words[0][1] == words[2][1] and words[0] != words[2]
