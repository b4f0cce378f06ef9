"""The simavr machine: exact cycles against the manual, and one breach for every rule it watches.

Cycles are those of the AVR Instruction Set Manual (Atmel 0856) for megaAVR cores with a 16-bit
program counter, which the ATmega1281 has.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from mote.building.image import Image, Region
from mote.building.toolchains import toolchain_of
from mote.catalog.catalog import load_cpu
from mote.common.errors import Breach, BuildError, MissingTool, MoteError
from mote.common.paths import ROOT
from mote.machines import open_machine, simavr
from mote.machines.call import Argument, CallResult
from mote.machines.simavr import Simavr

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc not installed")

CPU = load_cpu(ROOT / "cpus" / "avr8.toml")
CONTEXT = Region("context", 0x0400, 32, True)
DATA = Region("data", 0x0500, 16, False)
DIGEST = Region("digest", 0x0600, 8, True)
REGIONS = (CONTEXT, DATA, DIGEST)
ARGUMENTS = (
    Argument("pointer", CONTEXT.address),
    Argument("pointer", DATA.address),
    Argument("size", DATA.size),
    Argument("pointer", DIGEST.address),
)

PREAMBLE = """\
#define SPL 0x3d
#define SPH 0x3e
#define SREG 0x3f
    .text
    .global mote_f
    .type mote_f, @function
mote_f:
"""


def build(folder: Path, body: str) -> Image:
    """Assemble and link a function mote_f."""
    source, target = folder / "case.S", folder / "case.o"
    source.write_text(PREAMBLE + body)
    toolchain = toolchain_of(CPU)
    toolchain.compile(CPU, source, target, ())
    image: Image = toolchain.link(CPU, [target], "mote_f", folder)
    return image


def machine_with(folder: Path, body: str) -> Simavr:
    machine = open_machine(CPU)
    assert isinstance(machine, Simavr)
    machine.load(build(folder, body))
    return machine


def run(
    folder: Path,
    body: str,
    *,
    arguments: Sequence[Argument] = ARGUMENTS,
    detail: bool = True,
    budget: int = 100_000,
) -> CallResult:
    machine = machine_with(folder, body)
    return machine.call("mote_f", arguments, REGIONS, detail=detail, budget=budget)


def breach(folder: Path, body: str, *, budget: int = 100_000) -> Breach:
    """The breach of a function, which is the same with and without detail.

    But for what registers held: that is other at each call.
    """
    machine = machine_with(folder, body)
    caught = []
    for detail in (True, False):
        with pytest.raises(Breach) as information:
            machine.call("mote_f", ARGUMENTS, REGIONS, detail=detail, budget=budget)
        caught.append(information.value)
    first, second = caught
    held = r"0x[0-9a-f]+ (at the call|after it)"
    assert re.sub(held, "", str(first)) == re.sub(held, "", str(second))
    assert (first.kind, first.address, first.program_counter) == (
        second.kind,
        second.address,
        second.program_counter,
    )
    return first


def line(text: str) -> str:
    """`case.S:n` of the line that is marked with `; here`."""
    for number, words in enumerate((PREAMBLE + text).splitlines(), 1):
        if "; here" in words:
            return f"case.S:{number}"
    raise AssertionError("no line is marked")


# Sums the bytes of the data into r24, and stores the sum in the digest.
SUM = """\
    push r28            ; 2
    movw r26, r22       ; 1
    movw r30, r18       ; 1
    clr r28             ; 1
1:  ld r0, X+           ; 2
    add r28, r0         ; 1
    subi r20, 1         ; 1
    brne 1b             ; 2, the last time 1
    st Z, r28           ; 2
    mov r24, r28        ; 1
    pop r28             ; 2
    ret                 ; 4
"""


def test_counted_by_hand(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, SUM)
    message = bytes(range(3, 3 + DATA.size))
    machine.write(DATA.address, message)
    before = machine.read(*machine.memory)
    result = machine.call("mote_f", ARGUMENTS, REGIONS)
    assert machine.read(DIGEST.address, 1) == bytes([sum(message) & 0xFF])
    after = bytearray(before)
    after[DIGEST.address - machine.memory[0]] = sum(message) & 0xFF
    assert machine.read(*machine.memory) == bytes(after)
    assert result.cycles == {"ATmega1281": 5 + 16 * 6 - 1 + 2 + 1 + 2 + 4}
    assert result.instructions == 4 + 16 * 4 + 4
    assert result.library_instructions == 0
    assert result.stack_bytes == 3


def test_same_figures_twice_and_in_both_modes(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, SUM)
    first = machine.call("mote_f", ARGUMENTS, REGIONS)
    assert first.trace != 0
    fast = machine.call("mote_f", ARGUMENTS, REGIONS, detail=False)
    assert (fast.cycles, fast.instructions, fast.stack_bytes) == (
        first.cycles,
        first.instructions,
        first.stack_bytes,
    )
    assert machine.call("mote_f", ARGUMENTS, REGIONS) == first
    other = machine_with(tmp_path, SUM)
    assert other.call("mote_f", ARGUMENTS, REGIONS) == first


def test_events(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, SUM)
    machine.record = True
    result = machine.call("mote_f", ARGUMENTS, REGIONS)
    events = machine.events()
    executed = [address for kind, address in events if kind == "execute"]
    assert len(executed) == result.instructions
    entry = executed[0]
    assert executed[:6] == [entry, entry + 2, entry + 4, entry + 6, entry + 8, entry + 10]
    assert ("write", DIGEST.address) in events
    reads = [address for kind, address in events if kind == "read"]
    assert reads[: DATA.size] == list(range(DATA.address, DATA.end))
    machine.record = False
    assert machine.call("mote_f", ARGUMENTS, REGIONS) == result
    assert machine.events() == []


def test_trace_depends_on_addresses_not_on_data(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, SUM)
    machine.write(DATA.address, bytes(DATA.size))
    first = machine.call("mote_f", ARGUMENTS, REGIONS).trace
    machine.write(DATA.address, bytes([0xFF] * DATA.size))
    assert machine.call("mote_f", ARGUMENTS, REGIONS).trace == first
    # A branch on one bit of the message shows, and so does an address that depends on it.
    branch = machine_with(tmp_path, "movw r30, r22\n ld r0, Z\n sbrc r0, 3\n nop\n ret\n")
    load = machine_with(
        tmp_path,
        "movw r30, r22\n ld r0, Z\n andi r22, 0xf0\n mov r26, r22\n mov r27, r23\n"
        " sbrc r0, 3\n subi r26, -1\n ld r0, X\n ret\n",
    )
    for dependent in (branch, load):
        traces = set()
        for byte in (0, 8):
            dependent.write(DATA.address, bytes([byte]))
            traces.add(dependent.call("mote_f", ARGUMENTS, REGIONS).trace)
        assert len(traces) == 2


# Each instruction of avr25 with its cycles, after a preparation that takes the cycles before it.
# Z points into the context, X to the data, Y (saved by the frame around it) to the digest.
TIMES = [
    (1, "nop"),
    *(
        (1, f"{name} r18, r20")
        for name in ["add", "adc", "sub", "sbc", "and", "or", "eor", "mov", "cp", "cpc"]
    ),
    (1, "movw r18, r20"),
    *((1, f"{name} r18, 5") for name in ["subi", "sbci", "andi", "ori", "cpi", "ldi"]),
    *((1, f"{name} r18") for name in ["com", "neg", "inc", "dec", "swap", "asr", "lsr", "ror"]),
    (2, "adiw r24, 1"),
    (2, "sbiw r24, 1"),
    (1, "bst r18, 3"),
    (1, "bld r18, 3"),
    *((1, f"se{flag}") for flag in "cznvshti"),
    *((1, f"cl{flag}") for flag in "cznvsht"),
    (2, "ld r18, Z"),
    (2, "ld r18, Z+"),
    (2, "ldd r18, Z+5"),
    (2, "ld r18, X"),
    (2, "ld r18, X+"),
    (2, "ld r18, Y"),
    (2, "ld r18, Y+"),
    (2, "ldd r18, Y+5"),
    (2, "adiw r30, 3\n ld r18, -Z", 2),
    (2, "adiw r26, 3\n ld r18, -X", 2),
    (2, "adiw r28, 3\n ld r18, -Y", 2),
    (2, "st Z, r18"),
    (2, "st Z+, r18"),
    (2, "std Z+5, r18"),
    (2, "st Y, r18"),
    (2, "st Y+, r18"),
    (2, "std Y+5, r18"),
    (2, "adiw r30, 3\n st -Z, r18", 2),
    (2, "adiw r28, 3\n st -Y, r18", 2),
    (2, "movw r26, r30\n st X, r18", 1),
    (2, "movw r26, r30\n st X+, r18", 1),
    (2, "movw r26, r30\n adiw r26, 3\n st -X, r18", 3),
    (2, f"lds r18, {CONTEXT.address}"),
    (2, f"sts {CONTEXT.address}, r18"),
    (2 + 2, "push r18\n pop r18"),
    (1, "in r18, SREG"),
    (1, "in r18, SPL"),
    (1 + 1, "in r18, SREG\n out SREG, r18"),
    (3, "ldi r30, lo8(mote_f)\n ldi r31, hi8(mote_f)\n lpm", 2),
    (3, "ldi r30, lo8(mote_f)\n ldi r31, hi8(mote_f)\n lpm r18, Z", 2),
    (3, "ldi r30, lo8(mote_f)\n ldi r31, hi8(mote_f)\n lpm r18, Z+", 2),
    (2, "rjmp .+0"),
    (3 + 4, "rcall leaf"),
    (2, "ldi r30, pm_lo8(9f)\n ldi r31, pm_hi8(9f)\n ijmp\n9:", 2),
    (3 + 4, "ldi r30, pm_lo8(leaf)\n ldi r31, pm_hi8(leaf)\n icall", 2),
    (3 + 4, "rcall leaf_reti"),
    (1, "clz\n breq .+0", 1),
    (2, "sez\n breq .+0", 1),
    (2, "clz\n brne .+0", 1),
    (1, "sez\n brne .+0", 1),
    (1, "ldi r18, 1\n sbrc r18, 0", 1),
    (2, "ldi r18, 1\n sbrs r18, 0\n nop", 1),
    (3, f"ldi r18, 1\n sbrs r18, 0\n lds r0, {CONTEXT.address}", 1),
    (2, "ldi r18, 0\n sbrc r18, 0\n nop", 1),
    (3, f"ldi r18, 0\n sbrc r18, 0\n sts {CONTEXT.address}, r0", 1),
    (1, "cpse r1, r24\n nop", 1),
    (2, "cpse r1, r1\n nop"),
    (3, f"cpse r1, r1\n lds r0, {CONTEXT.address}"),
]
FRAME = """\
    push r28
    push r29
    movw r28, r18
    movw r26, r22
    movw r30, r24
    ldi r24, 1
{body}
    pop r29
    pop r28
    ret
"""
FRAME_CYCLES = 2 + 2 + 1 + 1 + 1 + 1 + 2 + 2 + 4


def test_every_instruction_takes_its_cycles(tmp_path: Path) -> None:
    text = "    ret\nleaf: ret\nleaf_reti: reti\n"
    for number, (_, code, *_rest) in enumerate(TIMES):
        text += f"    .global f{number}\nf{number}:\n" + FRAME.format(body=f"    {code}")
    machine = machine_with(tmp_path, text)
    seen, expected = {}, {}
    for number, (cycles, code, *preparation) in enumerate(TIMES):
        expected[code] = FRAME_CYCLES + cycles + sum(preparation)
        for detail in (True, False):
            result = machine.call(f"f{number}", ARGUMENTS, REGIONS, detail=detail)
            seen[code] = result.cycles["ATmega1281"]
            assert seen[code] == expected[code], code
    assert seen == expected


LIBRARY = """\
    ; context <- data, then digest <- 8 times 0x5a
    push r18
    push r19
    ldi r20, 16
    ldi r21, 0
    rcall memcpy
    pop r25
    pop r24
    ldi r22, 0x5a
    ldi r20, 8
    ldi r21, 0
    rcall memset
    ret
"""


def test_library(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, LIBRARY)
    machine.write(DATA.address, bytes(range(16)))
    result = machine.call("mote_f", ARGUMENTS, REGIONS)
    assert machine.read(CONTEXT.address, 16) == bytes(range(16))
    assert machine.read(DIGEST.address, 8) == b"\x5a" * 8
    # memcpy: 3 before the loop, 5 a byte, then 3 and ret; memset: 2 before it, 4 a byte.
    assert result.library_instructions == (3 + 5 * 16 + 3 + 1) + (2 + 4 * 8 + 3 + 1)
    assert result.instructions == result.library_instructions + 12
    # memcpy: movw, movw, rjmp, then 8 cycles a byte (2 + 2 + 1 + 1 + 2), then 3, then ret.
    memcpy = 1 + 1 + 2 + 8 * 16 + 3 + 4
    memset = 1 + 2 + 6 * 8 + 3 + 4
    caller = 2 + 2 + 1 + 1 + 3 + 2 + 2 + 1 + 1 + 1 + 3 + 4
    assert result.cycles["ATmega1281"] == memcpy + memset + caller
    assert result.stack_bytes == 2 + 2 + 2
    fast = machine.call("mote_f", ARGUMENTS, REGIONS, detail=False)
    assert fast.cycles == result.cycles


def test_library_leaves_nothing_but_its_result(tmp_path: Path) -> None:
    body = """\
    ldi r18, 0x11
    ldi r19, 0x22
    ldi r20, 0
    ldi r21, 0
    rcall memcpy
    movw r30, r24
    st Z, r18
    std Z+1, r19
    ret
"""
    machine = machine_with(tmp_path, body)
    machine.call("mote_f", ARGUMENTS, REGIONS)
    assert machine.read(CONTEXT.address, 2) != b"\x11\x22"


def test_progmem_is_read(tmp_path: Path) -> None:
    body = """\
    movw r26, r18
    ldi r30, lo8(table)
    ldi r31, hi8(table)
    lpm r0, Z+
    st X+, r0
    lpm r0, Z+
    st X+, r0
    ret
table:
    .byte 0xde, 0xad
"""
    machine = machine_with(tmp_path, body)
    machine.call("mote_f", ARGUMENTS, REGIONS)
    assert machine.read(DIGEST.address, 2) == b"\xde\xad"


AVR_GCC_FRAME = """\
    push r28
    push r29
    in r28, SPL
    in r29, SPH
    sbiw r28, 40
    in r0, SREG
    cli
    out SPH, r29
    out SREG, r0
    out SPL, r28
    std Y+1, r24
    std Y+40, r24
    ldd r24, Y+40
    adiw r28, 40
    in r0, SREG
    cli
    out SPH, r29
    out SREG, r0
    out SPL, r28
    pop r29
    pop r28
    ret
"""


def test_frame_of_avr_gcc(tmp_path: Path) -> None:
    result = run(tmp_path, AVR_GCC_FRAME)
    assert result.stack_bytes == 2 + 2 + 40


def test_compiled_frame(tmp_path: Path) -> None:
    source, target = tmp_path / "case.c", tmp_path / "case.o"
    source.write_text(
        "void mote_f(unsigned char *c, const unsigned char *d, unsigned n, unsigned char *o) {\n"
        "    volatile unsigned char buffer[300]; unsigned i;\n"
        "    for (i = 0; i < 300; i++) buffer[i] = d[i & 15];\n"
        "    *o = buffer[299]; *c = (unsigned char)n;\n"
        "}\n"
    )
    toolchain = toolchain_of(CPU)
    toolchain.compile(CPU, source, target, ())
    machine = open_machine(CPU)
    machine.load(toolchain.link(CPU, [target], "mote_f", tmp_path))
    machine.write(DATA.address, bytes(range(16)))
    result = machine.call("mote_f", ARGUMENTS, REGIONS)
    assert machine.read(DIGEST.address, 1) == bytes([299 & 15])
    assert 304 <= result.stack_bytes <= 310


def test_write_past_the_end(tmp_path: Path) -> None:
    body = "    movw r30, r18\n    std Z+8, r24 ; here\n    ret\n"
    caught = breach(tmp_path, body)
    assert caught.kind == "write"
    assert caught.address == DIGEST.end
    assert "write of 1 byte at 0x0608, 0 bytes past the end of digest" in str(caught)
    assert caught.place.split(",")[0] == line(body)
    run(tmp_path, body.replace("+8", "+7"))


def test_read_past_the_end_and_before(tmp_path: Path) -> None:
    body = "    movw r26, r22\n    adiw r26, 16\n    ld r0, X+ ; here\n    ret\n"
    caught = breach(tmp_path, body)
    assert (caught.kind, caught.address) == ("read", DATA.end)
    assert caught.place.split(",")[0] == line(body)
    assert "0 bytes past the end of data" in str(caught)
    caught = breach(tmp_path, "    movw r26, r22\n    ld r0, -X\n    ret\n")
    assert (caught.kind, caught.address) == ("read", DATA.address - 1)
    assert "1 byte before the start of data" in str(caught)


def test_write_to_the_data(tmp_path: Path) -> None:
    caught = breach(tmp_path, f"    sts {DATA.address}, r24\n    ret\n")
    assert (caught.kind, caught.address) == ("write", DATA.address)
    assert "in data, which is read-only" in str(caught)


def test_access_by_memcpy_names_its_caller(tmp_path: Path) -> None:
    body = "    ldi r20, 17\n    ldi r21, 0\n    rcall memcpy ; here\n    ret\n"
    caught = breach(tmp_path, body)
    assert (caught.kind, caught.address) == ("read", DATA.end)
    assert "avr.S:" in caught.place
    assert f"called from {line(body)}" in caught.place


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("read", "lds r0, 0x001c"),
        ("write", "sts 0x001c, r0"),
        ("read", "lds r0, 0x005d"),
        ("write", "sts 0x01ff, r0"),
        ("read", "in r0, 0x15"),
        ("write", "out 0x15, r0"),
        ("write", "sbi 0x15, 0"),
        ("write", "cbi 0x15, 0"),
        ("read", "sbic 0x15, 0\n nop"),
        ("read", "sbis 0x15, 0\n nop"),
        ("read", "lds r0, 0x2200"),
        ("write", "sts 0xffff, r0"),
        ("read", "lds r0, 0x21ff"),
        ("read", "ser r30\n ser r31\n lpm r0, Z"),
        ("read", "clr r30\n clr r31\n lpm"),
    ],
)
def test_registers_io_and_the_ends_of_memory(tmp_path: Path, kind: str, body: str) -> None:
    assert breach(tmp_path, f"    {body}\n    ret\n").kind == kind


@pytest.mark.parametrize("register", [*range(2, 18), 28, 29])
def test_callee_saved_register_lost(tmp_path: Path, register: int) -> None:
    body = f"    mov r{register}, r1\n    ret\n"
    caught = breach(tmp_path, body)
    assert caught.kind == "abi"
    assert f"does not restore r{register}: " in str(caught)
    run(tmp_path, f"    push r{register}\n    mov r{register}, r1\n    pop r{register}\n    ret\n")


def test_r1_not_zero_at_return(tmp_path: Path) -> None:
    caught = breach(tmp_path, "    inc r1\n    ret ; here\n")
    assert caught.kind == "abi"
    assert "r1 = 0x01, which must be zero" in str(caught)
    run(tmp_path, "    inc r1\n    clr r1\n    ret\n")


def test_r1_not_zero_at_memcpy(tmp_path: Path) -> None:
    body = "    inc r1\n    ldi r20, 0\n    rcall memcpy ; here\n    clr r1\n    ret\n"
    caught = breach(tmp_path, body)
    assert caught.kind == "abi"
    assert "r1 is not zero where memcpy or memset starts" in str(caught)
    assert caught.place.split(",")[0] == line(body)


def test_interrupts_left_off(tmp_path: Path) -> None:
    assert breach(tmp_path, "    cli\n    ret\n").kind == "abi"
    run(tmp_path, "    cli\n    sei\n    ret\n")


@pytest.mark.parametrize(
    "word",
    [
        pytest.param(0x9F01, id="mul"),
        pytest.param(0x0201, id="muls"),
        pytest.param(0x0301, id="mulsu"),
        pytest.param(0x0309, id="fmul"),
        pytest.param(0x940C, id="jmp"),
        pytest.param(0x940E, id="call"),
        pytest.param(0x9419, id="eijmp"),
        pytest.param(0x9519, id="eicall"),
        pytest.param(0x95D8, id="elpm"),
        pytest.param(0x9006, id="elpm-z"),
        pytest.param(0x9007, id="elpm-z-plus"),
        pytest.param(0x940B, id="des"),
        pytest.param(0x9204, id="xch"),
        pytest.param(0x9207, id="lat"),
        pytest.param(0x95F8, id="spm-z-plus"),
        pytest.param(0x95E8, id="spm"),
        pytest.param(0x9588, id="sleep"),
        pytest.param(0x9598, id="break"),
        pytest.param(0x91AD, id="ld-r26-x-plus"),
        pytest.param(0x0001, id="reserved-0"),
        pytest.param(0x9003, id="reserved-ld"),
        pytest.param(0x9404, id="reserved-alu"),
        pytest.param(0x9428 | 0x0100, id="reserved-95"),
        pytest.param(0xF808, id="reserved-bld"),
        pytest.param(0xFFFF, id="erased"),
    ],
)
def test_instruction_that_avr25_lacks(tmp_path: Path, word: int) -> None:
    body = f"    .word {word:#06x}\n    nop\n    ret\n"
    caught = breach(tmp_path, body)
    assert caught.kind == "instruction"
    # Only executing it is an error: as a constant behind the code it stays.
    run(tmp_path, f"    ret\n    .word {word:#06x}\n")


def test_the_assembler_refuses_the_multiplier(tmp_path: Path) -> None:
    with pytest.raises(MoteError):
        build(tmp_path, "    mul r16, r17\n    ret\n")


def test_endless_loop(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "1:  nop\n    nop\n    rjmp 1b\n")
    for detail in (True, False):
        with pytest.raises(Breach) as information:
            machine.call("mote_f", ARGUMENTS, REGIONS, detail=detail, budget=10_000)
        assert information.value.kind == "budget"
        assert "10000 instructions" in str(information.value)


def test_budget_is_exact(tmp_path: Path) -> None:
    needed = run(tmp_path, SUM).instructions
    for detail in (True, False):
        run(tmp_path, SUM, detail=detail, budget=needed)
        with pytest.raises(Breach):
            run(tmp_path, SUM, detail=detail, budget=needed - 1)


def test_the_stack_ends_at_every_offset(tmp_path: Path) -> None:
    """And at the same one for the same first argument: its address is stored at the second."""
    body = "    movw r26, r22\n    in r18, 0x3d\n    in r19, 0x3e\n"
    body += "    st X+, r18\n    st X+, r19\n    ret\n"
    machine = machine_with(tmp_path, body)
    found = []
    for first in (*range(0x300, 0x400), 0x300):
        arguments = (Argument("pointer", first), Argument("pointer", CONTEXT.address))
        machine.call("mote_f", arguments, REGIONS)
        found.append(int.from_bytes(machine.read(CONTEXT.address, 2), "little"))
    assert found[-1] == found[0]
    assert {address & 0xFF for address in found} == set(range(256))
    assert max(found) - min(found) == 255


@pytest.mark.parametrize("body", ["1:  push r0\n    rjmp 1b\n", "    rcall mote_f\n"])
def test_stack_overflow(tmp_path: Path, body: str) -> None:
    caught = breach(tmp_path, body)
    assert caught.kind == "stack"
    assert "overflow" in str(caught)


def test_deep_stack_is_allowed(tmp_path: Path) -> None:
    body = """\
    ldi r18, 250
1:  push r1
    push r1
    push r1
    push r1
    dec r18
    brne 1b
    ldi r18, 250
2:  pop r0
    pop r0
    pop r0
    pop r0
    dec r18
    brne 2b
    ret
"""
    assert run(tmp_path, body).stack_bytes == 1002


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("in r30, SPL\n in r31, SPH\n st Z, r24", id="store-at-sp"),
        pytest.param("in r30, SPL\n in r31, SPH\n st -Z, r24", id="store-below-sp"),
        pytest.param("in r30, SPL\n in r31, SPH\n ld r24, Z", id="load-at-sp"),
        pytest.param("push r24\n pop r0\n in r30, SPL\n in r31, SPH\n ld r24, Z", id="popped"),
        pytest.param("pop r0\n pop r0\n pop r0", id="pop-of-the-caller"),
        pytest.param("pop r0\n ret", id="return-to-the-caller's-caller"),
        pytest.param(
            "in r30, SPL\n in r31, SPH\n sbiw r30, 16\n out SPH, r31\n out SPL, r30",
            id="halves-with-interrupts",
        ),
        pytest.param(
            "in r30, SPL\n in r31, SPH\n sbiw r30, 16\n cli\n out SPH, r31\n sei\n nop\n"
            " out SPL, r30",
            id="halves-with-sei-too-early",
        ),
        pytest.param("ldi r18, 0\n out SPL, r18\n out SPH, r18", id="out-of-the-stack"),
        pytest.param("cli\n ldi r18, 0\n out SPL, r18\n out SPH, r18\n sei", id="to-zero"),
        pytest.param("cli\n ser r18\n out SPL, r18\n out SPH, r18\n sei", id="to-the-end"),
    ],
)
def test_stack_rules(tmp_path: Path, body: str) -> None:
    assert breach(tmp_path, f"    {body}\n    ret\n").kind == "stack"


def test_what_is_popped_is_overwritten(tmp_path: Path) -> None:
    # r24 was pushed and popped; the push of r1 is undone by moving SP: the byte is not r24's.
    body = """\
    ldi r24, 0x77
    push r24
    pop r24
    in r30, SPL
    in r31, SPH
    sbiw r30, 1
    cli
    out SPH, r31
    sei
    out SPL, r30
    pop r24
    movw r30, r18
    st Z, r24
    ret
"""
    machine = machine_with(tmp_path, body)
    machine.call("mote_f", ARGUMENTS, REGIONS)
    assert machine.read(DIGEST.address, 1) != b"\x77"


def frame(change: int) -> str:
    """Move the stack pointer by `change` bytes with interrupts off; r31:r30 is its new value."""
    return f"""\
    in r30, SPL
    in r31, SPH
    subi r30, lo8({-change})
    sbci r31, hi8({-change})
    in r0, SREG
    cli
    out SPH, r31
    out SREG, r0
    out SPL, r30
"""


@pytest.mark.parametrize("change", [-2100, 64])
def test_stack_pointer_leaves_the_stack_and_comes_back(tmp_path: Path, change: int) -> None:
    caught = breach(tmp_path, frame(change) + frame(-change) + "    ret\n")
    assert caught.kind == "stack"
    body = frame(-2000) + frame(2000) + "    ret\n"
    assert run(tmp_path, body).stack_bytes == 2002


def test_a_freed_frame_is_overwritten(tmp_path: Path) -> None:
    body = frame(-300) + "    ldi r24, 0x77\n    std Z+1, r24\n"
    kept = body + "    ldd r24, Z+1\n" + frame(300)
    freed = body + frame(300) + frame(-300) + "    ldd r24, Z+1\n" + frame(300)
    for code, remains in ((kept, True), (freed, False)):
        machine = machine_with(tmp_path, code + "    movw r30, r18\n    st Z, r24\n    ret\n")
        machine.call("mote_f", ARGUMENTS, REGIONS)
        assert (machine.read(DIGEST.address, 1) == b"\x77") is remains


def test_stack_pointer_not_back(tmp_path: Path) -> None:
    # Returns to the right place, with two bytes of its own left on the stack.
    body = """\
    in r30, SPL
    in r31, SPH
    ldd r20, Z+1
    ldd r21, Z+2
    push r1
    push r21
    push r20
    pop r20
    pop r21
    movw r30, r20
    mov r0, r30
    mov r30, r31
    mov r31, r0
    ijmp
"""
    caught = breach(tmp_path, body)
    assert caught.kind == "abi"
    assert "does not restore sp: off by -3 bytes" in str(caught)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("ldi r30, 0x00\n ldi r31, 0x40\n ijmp ; here", id="ijmp"),
        pytest.param("clr r30\n clr r31\n icall ; here", id="null-pointer"),
        pytest.param("push r24\n push r22\n ret ; here", id="ret"),
        pytest.param("rjmp .+4000 ; here", id="rjmp"),
    ],
)
def test_wild_jump(tmp_path: Path, body: str) -> None:
    text = f"    {body}\n    ret\n"
    caught = breach(tmp_path, text)
    assert caught.kind == "fetch"
    assert caught.place.split(",")[0] == line(text)


def test_a_breach_leaves_the_machine_usable(tmp_path: Path) -> None:
    body = f"    tst r24\n    brne 1f\n    sts {DATA.address}, r24\n1:  ret\n"
    machine = machine_with(tmp_path, body)
    good = (Argument("unsigned", 1),)
    first = machine.call("mote_f", good, REGIONS)
    with pytest.raises(Breach):
        machine.call("mote_f", (Argument("unsigned", 0),), REGIONS)
    assert machine.call("mote_f", good, REGIONS) == first


def test_regions_end_with_the_call(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, f"    sts {DIGEST.address}, r1\n    ret\n")
    machine.call("mote_f", ARGUMENTS, REGIONS)
    with pytest.raises(Breach) as information:
        machine.call("mote_f", ARGUMENTS, (CONTEXT,))
    assert information.value.address == DIGEST.address


def test_long_straight_code(tmp_path: Path) -> None:
    # More plain instructions in a row than one block of the engine holds.
    body = "    adiw r24, 1\n" * 700 + "    ret\n"
    for detail in (True, False):
        result = run(tmp_path, body, detail=detail)
        assert result.cycles == {"ATmega1281": 1404}
        assert result.instructions == 701


def test_bad_requests(tmp_path: Path) -> None:
    machine = machine_with(tmp_path, "    ret\n")
    with pytest.raises(MoteError, match="no function"):
        machine.call("mote_g", (), ())
    with pytest.raises(MoteError, match="not in RAM"):
        machine.write(0x1F0, b"\0")
    with pytest.raises(MoteError, match="not in RAM"):
        machine.read(0x21FF, 2)
    with pytest.raises(MoteError, match="in the stack"):
        machine.call("mote_f", (), (Region("data", 0x2000, 1, False),))
    with pytest.raises(MoteError, match=r"\.rodata takes 9000 bytes: more than the RAM"):
        machine.load(build(tmp_path, "    ret\n    .section .rodata\n    .space 9000\n"))


def test_variables_move_what_lies_elsewhere(tmp_path: Path) -> None:
    """A stack at the start of RAM, and the data above it, leave room for all that a file keeps."""
    places = []
    for size in (16, 300):
        image = build(tmp_path, f"    ret\n    .data\nmine: .space {size}\n")
        machine = open_machine(CPU)
        assert isinstance(machine, Simavr)
        (layout,) = machine.layouts(100)
        machine.load(dataclasses.replace(image, layout=layout))
        (variables,) = machine._variables
        stack = machine._stack_for(())
        assert variables.size == size
        assert variables.end <= stack.address < stack.end < machine.memory[0]
        places.append((stack.address, *machine.memory))
    moved = variables.end - (variables.address + 256)
    (stack_at, start, length), behind = places
    assert moved == 44 and behind == (stack_at + moved, start + moved, length - moved)


def test_what_start_up_code_copies_to_ram_is_there(tmp_path: Path) -> None:
    """Constants outside program memory and variables: read, and the variables written."""
    data = "    .section .rodata\nthere: .byte 41\n    .data\nmine: .byte 1\n"
    markers = "    .global __do_copy_data\n    .global __do_clear_bss\n"
    markers += "    .section .unused\n    .word __do_copy_data, __do_clear_bss\n"
    body = "    lds r24, there\n    lds r25, mine\n    add r24, r25\n    sts mine, r24\n    ret\n"
    machine = machine_with(tmp_path, "    ret\n")
    machine.load(build(tmp_path, body + data + markers))
    start, size = machine.memory
    assert start == 0x200 + 2 and start + size == 0x1900
    machine.call("mote_f", (), ())
    assert machine.read(0x200, 2) == bytes((41, 42))
    machine.load(build(tmp_path, "    sts there, r24\n    ret\n" + data))
    with pytest.raises(
        Breach, match=r"in what the file keeps in RAM \(\.rodata\), which is read-only"
    ):
        machine.call("mote_f", (), ())


def test_missing_simavr_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "simavr_engine.c:16:10: fatal error: simavr/sim_avr.h: No such file or directory"

    def library(*_: object, **__: object) -> None:
        raise BuildError("did not compile", words)

    monkeypatch.setattr(simavr, "library", library)
    with pytest.raises(MissingTool) as information:
        simavr._engine.__wrapped__()
    assert information.value.packages == ("libsimavr-dev", "libelf-dev")
    words = "simavr_engine.c:30:1: error: expected ';'"
    with pytest.raises(BuildError):
        simavr._engine.__wrapped__()
