"""The lifter against simulators, thinned: `python -m mote.proving.differential` has all states."""

from __future__ import annotations

import itertools
import random
import re
import shutil
from dataclasses import replace
from typing import Literal

import pytest

from mote.catalog import catalog
from mote.common.errors import MoteError
from mote.machines import riscv64_bits, riscv_bits
from mote.proving import differential, forms
from mote.proving.architectures.building import const
from mote.proving.compiled import compiled
from mote.proving.concrete import Concrete
from mote.proving.lift import Encoding, Lifted, Operation, UnknownInstruction, Varnode
from mote.proving.lifter import lifter_of
from mote.proving.machine import SymbolicMachine
from mote.proving.references import reference_of, rtl
from mote.proving.terms import Terms

pytest.importorskip("pypcode")

CPUS = catalog.cpus()
STATES = 2
TRIED = (
    "aarch64",
    "amd64",
    "avr8",
    "mcs51",
    "pic24",
    "armv4t",
    "cortex-m3",
    "i386",
    "mips32",
    "mips32-be",
    "power8-be",
    "power8-le",
    "powerpc",
    "rv32imc",
    "rv32imcb",
    "rv64gc",
    "rv64gc-crypto",
    "thumb",
    "thumb-be",
)


@pytest.mark.sampled(8, by=())
@pytest.mark.parametrize("name", TRIED)
def test_every_form_in_use(name: str) -> None:
    cpu = CPUS[name]
    reference = reference_of(cpu)
    found = forms.used(cpu)
    assert len(found) > (20 if name == "aarch64" else 30)  # it has two files alone
    stored = differential.stored()
    missing = [form for form in found if stored.get((name, form), (0, 0))[1] < 20]
    assert not missing, "python -m mote.proving.differential --cpu ... --write tries new forms"
    for form, encodings in found.items():
        states = 1 if name == "pic24" else STATES  # its simulator is slow to start
        tried = differential.try_form(reference, form, encodings, states, seed=1)
        assert not tried.differences, f"{form}: {tried.differences[0]}"


@pytest.mark.skipif(shutil.which("verilator") is None, reason="needs Verilator")
@pytest.mark.parametrize("name", ["rv32imc", "rv32imcb"])
def test_every_form_in_use_on_ibex_itself(name: str) -> None:
    """Real hardware, in its own description: a second account of RISC-V's instructions."""
    cpu = CPUS[name]
    reference = rtl.create(cpu)
    found = forms.used(cpu)
    assert len(found) > 60
    for form, encodings in found.items():
        tried = differential.try_form(reference, form, encodings, STATES, seed=2)
        assert not tried.differences, f"{form}: {tried.differences[0]}"


def bit_manipulation() -> list[tuple[str, Encoding]]:
    """Zba, Zbb and Zbs: each with some registers, x0 among them, and numbers."""
    chance = random.Random(1)
    heads = [
        *((name, head, 0x33, (0, 10, 12, 31)) for head, name in riscv_bits.TWO_REGISTERS.items()),
        *((name, head, 0x13, (0, 1, 7, 31)) for head, name in riscv_bits.IMMEDIATE.items()),
        *((name, head, 0x13, head[2:]) for head, name in riscv_bits.ONE_REGISTER.items()),
        ("zext.h", riscv_bits.ZEXT_H, 0x33, (0,)),
    ]
    found = []
    for name, head, opcode, seconds in heads:
        for second, target in itertools.product(seconds, (12, 28, 0)):
            first = chance.choice((0, 5, 12, 13))
            word = head[0] << 25 | second << 20 | first << 15 | head[1] << 12 | target << 7 | opcode
            found.append((name, Encoding(word.to_bytes(4, "little"))))
    return found


@pytest.mark.parametrize("hardware", [False, True])
def test_all_of_bit_manipulation(hardware: bool) -> None:
    """Beside the forms in use: by the engine, which runs it in Unicorn's place, and by Ibex."""
    if hardware and shutil.which("verilator") is None:
        pytest.skip("needs Verilator")
    cpu = CPUS["rv32imcb"]
    reference = rtl.create(cpu) if hardware else reference_of(cpu)
    lifter = lifter_of(cpu)
    names = set()
    for name, encoding in bit_manipulation():
        lifted = lifter.lift(reference.place, encoding.code)
        assert lifted.text.split()[0] == name
        tried = differential.try_form(reference, name, [encoding], STATES, seed=3)
        assert not tried.differences, tried.differences[0]
        names.add(name)
    assert names == riscv_bits.MNEMONICS


@pytest.mark.parametrize("name", sorted(riscv_bits.MNEMONICS))
def test_a_fault_in_bit_manipulation_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last bit of the result turned over."""
    a_fault_is_noticed("rv32imcb", name, bit_manipulation(), 4, 1, monkeypatch)


def a_fault_is_noticed(
    cpu: str,
    name: str,
    found: list[tuple[str, Encoding]],
    size: int,
    bit: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fail where a lifter that turns over one bit of the result is taken for right."""
    reference = reference_of(CPUS[cpu])
    lifter = lifter_of(CPUS[cpu])
    right = lifter.lift

    def wrong(address: int, code: bytes) -> Lifted:
        lifted = right(address, code)
        last = lifted.operations[-1]
        turned = Varnode("unique", 0xE0000000, size)
        change = Operation("INT_XOR", (last.inputs[0], const(bit, size)), turned)
        return replace(
            lifted, operations=(*lifted.operations[:-1], change, replace(last, inputs=(turned,)))
        )

    monkeypatch.setattr(lifter, "lift", wrong)
    encoding = next(encoding for each, encoding in found if each == name)
    assert differential.try_form(reference, name, [encoding], 1, seed=4).differences


def of_64_bits() -> list[tuple[str, Encoding]]:
    """RV64's bit manipulation and cryptography: each with some registers and numbers."""
    chance = random.Random(2)
    heads = [
        *(
            (name, (code, seventh << 5, third), (0, 10, 12, 31))
            for (code, seventh, third), name in riscv64_bits.TWO_REGISTERS.items()
        ),
        *(
            (name, (code, sixth << 6, third), (0, 1, 7, 31, 63))
            for (code, sixth, third), name in riscv64_bits.IMMEDIATE.items()
        ),
        *((name, head, (0,)) for head, name in riscv64_bits.ONE_REGISTER.items()),
        (riscv64_bits.KEY_SCHEDULE, (riscv64_bits.OP_IMM, 0x310, 1), (0, 10)),
    ]
    found = []
    for name, (opcode, twelfth, third), seconds in heads:
        for second, target in itertools.product(seconds, (12, 28, 0)):
            if name == "roriw" and second > 31:
                continue
            first = chance.choice((0, 5, 12, 13))
            word = (twelfth | second) << 20 | first << 15 | third << 12 | target << 7 | opcode
            found.append((name, Encoding(word.to_bytes(4, "little"))))
    return found


REFUSED = ("aes", "clmul")
"""RV64's instructions that no assembly file uses."""


def test_all_of_64_bits() -> None:
    """Beside the forms in use, by the engine; what is not described is refused."""
    cpu = CPUS["rv64gc-crypto"]
    reference, lifter = reference_of(cpu), lifter_of(cpu)
    names = set()
    for name, encoding in of_64_bits():
        names.add(name)
        if name.startswith(REFUSED):
            with pytest.raises(UnknownInstruction):
                lifter.lift(reference.place, encoding.code)
            continue
        lifted = lifter.lift(reference.place, encoding.code)
        assert lifted.text.split()[0] == name
        tried = differential.try_form(reference, name, [encoding], STATES, seed=3)
        assert not tried.differences, tried.differences[0]
    assert names == riscv64_bits.MNEMONICS


@pytest.mark.parametrize(
    "name", sorted(each for each in riscv64_bits.MNEMONICS if not each.startswith(REFUSED))
)
def test_a_fault_in_64_bits_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The top bit of the result turned over."""
    a_fault_is_noticed("rv64gc-crypto", name, of_64_bits(), 8, 1 << 63, monkeypatch)


@pytest.mark.parametrize(("name", "size", "least"), [("avr8", 2, 1500), ("mcs51", 1, 500)])
def test_all_that_is_described_here(name: str, size: int, least: int) -> None:
    """Random instructions: what a description of our own knows beside the forms in use."""
    cpu = CPUS[name]
    reference, lifter = reference_of(cpu), lifter_of(cpu)
    chance = random.Random(name)
    done = 0
    for number in range(2 * least):
        code = (number * 40503 & 0xFFFF).to_bytes(2, "little")[:size] + chance.randbytes(2)
        try:
            lifted = lifter.lift(reference.place, code)
            encoding = forms.Encoding(code[: max(lifted.length, 2)])
            tried = differential.try_form(reference, lifted.text, [encoding], 1, seed=number)
        except UnknownInstruction:
            continue
        assert not tried.differences, tried.differences[0]
        done += 1
    assert done >= least


REVERSED = {"ldbrx": 532, "lwbrx": 534, "lhbrx": 790, "stdbrx": 660, "stwbrx": 662, "sthbrx": 918}
"""Bits 21 to 30 of POWER's accesses to memory with the bytes reversed."""


@pytest.mark.parametrize("cpu_name", ["power8-le", "power8-be"])
@pytest.mark.parametrize("name", REVERSED)
def test_bytes_that_an_access_reverses_are_those_of_the_cpu(cpu_name: str, name: str) -> None:
    cpu = CPUS[cpu_name]
    order: Literal["big", "little"] = "big" if cpu.endianness == "big" else "little"
    codes = [31 << 26 | 9 << 21 | a << 16 | 8 << 11 | REVERSED[name] << 1 for a in (0, 7)]
    encodings = [forms.Encoding(code.to_bytes(4, order)) for code in codes]
    tried = differential.try_form(reference_of(cpu), name, encodings, 50)
    assert not tried.differences, tried.differences[0]


def planted(lifted: Lifted, number: int, **change: object) -> Lifted:
    """With a fault in one operation."""
    operations = list(lifted.operations)
    operations[number] = replace(operations[number], **change)  # type: ignore[arg-type]
    return replace(lifted, operations=tuple(operations))


def test_a_fault_in_the_lifter_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another operation, another register, a lost operation: in every form of one CPU."""
    cpu = CPUS["cortex-m0"]
    reference = reference_of(cpu)
    used = forms.used(cpu)
    lifter = lifter_of(cpu)
    r5 = lifter.architecture.registers["r5"]
    other = {"INT_ADD": "INT_SUB", "INT_XOR": "INT_OR", "INT_LEFT": "INT_RIGHT", "LOAD": "COPY"}

    def swapped(lifted: Lifted) -> Lifted | None:
        for number, op in enumerate(lifted.operations):
            if op.opcode in other and op.output is not None and op.output.space == "register":
                return planted(lifted, number, opcode=other[op.opcode])
        return None

    def displaced(lifted: Lifted) -> Lifted | None:
        for number, op in enumerate(lifted.operations):
            if op.output is not None and op.output in reference.widths and op.output != r5:
                return planted(lifted, number, output=r5) if op.output.size == 4 else None
        return None

    def without_flags(lifted: Lifted) -> Lifted | None:
        kept = [op for op in lifted.operations if not (op.output and op.output.size == 1)]
        if len(kept) == len(lifted.operations) or "isamodeswitch" in str(kept).lower():
            return None
        return replace(lifted, operations=tuple(kept)) if lifted.text[:3] in flagged else None

    flagged = ("cmp", "add", "sub", "lsl", "neg", "eor", "and")
    for fault, least in ((swapped, 15), (displaced, 15), (without_flags, 5)):
        tried = 0
        for form, encodings in used.items():
            lifted = differential.lifted_at(cpu, reference, encodings[0])
            wrong = fault(lifted)
            if wrong is None:
                continue
            monkeypatch.setattr(differential, "lifted_at", lambda *_, wrong=wrong: wrong)
            tried += 1
            result = differential.try_form(reference, form, encodings[:1], 8)
            # A sum of 0 and x is their exclusive or, and INT_LEFT by 0 is INT_RIGHT.
            assert result.differences or "#0x0" in lifted.text, (fault.__name__, lifted)
            monkeypatch.undo()
        assert tried >= least


def test_it_and_what_it_makes_conditional() -> None:
    """One lifted instruction; the next one at that place is not conditional any more."""
    lifter = lifter_of(CPUS["cortex-m3"])
    both = lifter.lift(0x1001, bytes.fromhex("08bf 0130 0000"))
    assert both.length == 4 and both.text.startswith("it") and "adds" in both.text
    alone = lifter.lift(0x1003, bytes.fromhex("0130 0000"))
    assert alone.length == 2 and len(alone.operations) > 5
    assert Operation("CBRANCH", ()).opcode not in {op.opcode for op in alone.operations}


@pytest.mark.parametrize(
    ("name", "code", "place", "slow"),
    [
        ("cortex-m3", "08bf a2fb0301", 0x1001, True),  # it eq; umulleq
        ("cortex-m3", "02fb03f0", 0x1001, False),  # mul takes one cycle
        ("armv4", "92030100", 0x1000, True),  # muleq
        ("armv4", "92031100", 0x1000, True),  # muleqs
        ("armv4", "92039100", 0x1000, True),  # umulleqs
        ("armv4", "920391e0", 0x1000, True),  # umulls
        ("armv4", "9203a010", 0x1000, True),  # umlalne
        ("mips32", "0800e003 1900a600", 0x1000, True),  # multu in the delay slot of jr
        ("mips32", "0800e003 21286600", 0x1000, False),  # addu there
    ],
)
def test_a_multiplication_is_known_wherever_it_stands(
    name: str, code: str, place: int, slow: bool
) -> None:
    """Under a condition, in an IT block or in a delay slot it takes its time as well."""
    lifter = lifter_of(CPUS[name])
    data = bytes.fromhex(code) + bytes(8)
    names = lifter.architecture.mnemonics(lifter.lift(place, data), data)
    patterns = lifter.architecture.variable_time()
    assert slow == any(re.fullmatch(p, n, re.IGNORECASE) for p in patterns for n in names), names


@pytest.mark.parametrize(
    ("name", "code", "place", "registers"),
    [
        ("thumb", "4843", 0x1001, ["r0"]),  # muls r0, r1: the multiplier is r0
        ("thumb-be", "4348", 0x1001, ["r0"]),
        ("armv4", "920301e0", 0x1000, ["r3"]),  # mul r1, r2, r3
        ("armv4-be", "e0010392", 0x1000, ["r3"]),
        ("armv4", "92432110", 0x1000, ["r3"]),  # mlane r1, r2, r3, r4
        ("armv4", "9203a1e0", 0x1000, ["r3"]),  # umlal r0, r1, r2, r3
        ("cortex-m3", "a2fb0301", 0x1001, None),  # umull r0, r1, r2, r3: by both
        ("powerpc", "1c640003", 0x1000, []),  # mulli r3, r4, 3
        ("powerpc", "7c6429d6", 0x1000, ["r5"]),  # mullw r3, r4, r5
        ("powerpc", "7c642816", 0x1000, ["r5"]),  # mulhwu r3, r4, r5
        ("mips32", "1900a600", 0x1000, None),  # multu a1, a2
    ],
)
def test_what_decides_how_long_a_multiplication_takes(
    name: str, code: str, place: int, registers: list[str] | None
) -> None:
    lifter = lifter_of(CPUS[name])
    data = bytes.fromhex(code) + bytes(8)
    found = lifter.architecture.multipliers(lifter.lift(place, data), data)
    named = lifter.architecture.registers
    assert found == (None if registers is None else tuple(named[each] for each in registers))


@pytest.mark.parametrize("low", range(4))
@pytest.mark.parametrize("slot", [False, True])
@pytest.mark.parametrize("name", ["mips32", "mips32-be"])
@pytest.mark.parametrize("opcode", [0x22, 0x26, 0x2A, 0x2E])
def test_half_of_an_unaligned_access_touches_its_bytes_alone(
    opcode: int, name: str, slot: bool, low: int
) -> None:
    """lwl, lwr, swl, swr; also in a delay slot.  The message may end at the byte at its address."""
    lifter = lifter_of(CPUS[name])
    big = name.endswith("-be")
    words = [0x03E00008] * slot + [opcode << 26 | 5 << 21 | 8 << 16]  # jr $ra; lwl $t0, 0($a1)
    code = b"".join(each.to_bytes(4, "big" if big else "little") for each in words) + bytes(8)
    address = 0x2000 + low
    touched = set()

    def held(space: str, offset: int) -> int:
        if space == "ram":
            touched.add(offset)
        return 0x5A

    machine = Concrete(big_endian=big, default=held)
    machine.put(lifter.architecture.registers["a1"], address)
    machine.execute(lifter.lift(0x1000, code))
    touched |= {offset for space, offset in machine.spaces if space == "ram"}
    left = opcode in (0x22, 0x2A)
    behind = range(address, 0x2004) if left == big else range(0x2000, address + 1)
    assert touched == set(behind)


def test_what_is_no_instruction() -> None:
    with pytest.raises(UnknownInstruction, match=r"rv32imc: ff ff ff ff at 0x1000 is no instr"):
        lifter_of(CPUS["rv32imc"]).lift(0x1000, b"\xff" * 16)
    with pytest.raises(UnknownInstruction, match="cortex-m0: a branch to 0x1000 without bit 0"):
        lifter_of(CPUS["cortex-m0"]).lift(0x1000, bytes(16))


def test_an_operation_without_a_meaning() -> None:
    """On numbers and on terms it is refused by its name."""
    byte = Varnode("register", 0, 1)
    lifted = Lifted(0, 2, (Operation("FLOAT_ADD", (byte, byte), byte),), "fadd")
    words = r"^p-code operation FLOAT_ADD: no meaning is written for it$"
    with pytest.raises(MoteError, match=words):
        Concrete(big_endian=False, default=lambda space, at: 0).execute(lifted)
    machine = SymbolicMachine(lifter_of(CPUS["thumb"]), Terms(), lambda at, size: bytes(size))
    with pytest.raises(MoteError, match=words):
        compiled(lifted.operations[0], 0, machine.space)
