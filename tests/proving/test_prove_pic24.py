"""The 16-bit core in proofs: what its description becomes on symbols, and faults in that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.pic24.assembler import assemble
from mote.proving import differential
from mote.proving.lift import Encoding, Lifted, Operation, UnknownInstruction
from mote.proving.lifter import lifter_of
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.references import reference_of
from mote.proving.solve import Simulation
from mote.proving.terms import Bits, Terms
from mote.specifications.aes import S_BOX

CPU = catalog.cpus()["pic24"]
TOP = 0x7000
"""Where the stack begins."""

FORMS = [(c, a, b) for c in range(16) for a in range(-7, 9) for b in range(-7, 9)]


def assembled(folder: Path, source: str) -> bytes:
    """An instruction word in four bytes each, as proofs have them."""
    path = folder / "code.s"
    path.write_text(f".global f\n.text\nf:\n{source}\n")
    program = assemble([path]).program
    start = min(program)
    return b"".join(program[at].to_bytes(4, "little") for at in range(start, max(program) + 2, 2))


def executed(folder: Path, source: str, count: int) -> SymbolicMachine:
    """The machine after code on so many words of symbols, from 0x1800 on, where w8 points to."""
    code = assembled(folder, source + "\n return")
    terms = Terms()
    lifter = lifter_of(CPU)
    machine = SymbolicMachine(lifter, terms, lambda address, size: code[address : address + size])
    machine.ranges = [Range("the stack", TOP, 64, True), Range("words", 0x1800, 64, True)]
    for place in range(0, 2 * count, 2):
        machine.write(0x1800 + place, 2, terms.variables(f"word {place}", 16))
    machine.put(lifter.architecture.registers["w8"], 0x1800)
    lifter.architecture.enter(machine, 0, ())
    machine.run()
    return machine


def word(machine: SymbolicMachine, place: int) -> Bits:
    return machine.bits(machine.read(0x1800 + place, 2), 2)


def test_a_sum_in_halves_is_the_sum_of_words(tmp_path: Path) -> None:
    """Of 32 bits, three summands, with the carries that addc and subb take."""
    source = """
    mov [w8], w0
    mov [w8+2], w1
    mov [w8+4], w2
    mov [w8+6], w3
    mov [w8+8], w4
    mov [w8+10], w5
    add w0, w2, w0
    addc w1, w3, w1
    sub w0, w4, w0
    subb w1, w5, w1
    mov w0, [w8]
    mov w1, [w8+2]
    """
    machine = executed(tmp_path, source, 6)
    terms = machine.terms
    x, y, z = (
        terms.variables(f"word {place}", 16) + terms.variables(f"word {place + 2}", 16)
        for place in (0, 4, 8)
    )
    assert word(machine, 0) + word(machine, 2) == terms.difference(terms.sum(x, y), z)


def test_a_swap_of_bits_by_sums_is_a_swap(tmp_path: Path) -> None:
    """Bits that change places by (w + 3 u) / 2, u every second bit: what carries is a bit of w."""
    source = """
    com [w8], [w8]
    mov #0x5555, w1
    and w1, [w8], w2
    mul.uu w2, #3, w4
    add w4, [w8], w4
    rrc w4, [w8]
    """
    machine = executed(tmp_path, source, 1)
    given = machine.terms.variables("word 0", 16)
    assert word(machine, 0) == tuple(given[bit ^ 1] ^ 1 for bit in range(16))


def test_coefficients_without_a_digit_in_common() -> None:
    """All forms of two bits with few digits, at all their values."""
    terms = Terms()
    x, y = terms.variable("x") >> 1, terms.variable("y") >> 1
    found = {form: terms.word((form[0], {x: form[1], y: form[2]}), 4) for form in FORMS}
    assert terms.rules["disjoint"] > 30
    simulation = Simulation(terms, samples=64)
    values = [simulation.value(2 * node) for node in (x, y)]
    for (constant, a, b), bits in found.items():
        for sample in range(64):
            p, q = (value >> sample & 1 for value in values)
            made = sum((simulation.value(bit) >> sample & 1) << k for k, bit in enumerate(bits))
            assert made == (constant + a * p + b * q) % 16


def test_tables_and_registers_that_a_counter_names(tmp_path: Path) -> None:
    """ShiftBytes has its registers from a table at RCOUNT; SubBytes looks up what is secret."""
    source = """
    .extension groestl_shift, groestl_sbox
    repeat #31
    s3_sbox w8
    repeat #35
    s3_shift_p w8
    """
    machine = executed(tmp_path, source, 32)
    terms = machine.terms
    for column in range(8):
        for row in range(8):
            # Section 3.4.4: row i moves i columns to the left.
            at = 8 * ((column + row) % 8) + row
            half = 8 * (at % 2)
            byte = terms.variables(f"word {at & ~1}", 16)[half : half + 8]
            place = 8 * column + row
            found = machine.bits(machine.read(0x1800 + place, 1), 1)
            assert found == terms.table(S_BOX, byte, 8)


Fault = Callable[[Operation], Operation | None]


def with_fault(lifted: Lifted, fault: Fault) -> Lifted | None:
    """With the first operation to which it applies made wrong."""
    for number, op in enumerate(lifted.operations):
        wrong = fault(op)
        if wrong is not None:
            operations = (*lifted.operations[:number], wrong, *lifted.operations[number + 1 :])
            return replace(lifted, operations=operations)
    return None


def other_table(op: Operation) -> Operation | None:
    return replace(op, table=tuple(e ^ 1 for e in op.table)) if op.opcode == "TABLE" else None


def signed_carry(op: Operation) -> Operation | None:
    return replace(op, opcode="INT_SCARRY") if op.opcode == "INT_CARRY" else None


def other_place(op: Operation) -> Operation | None:
    """A store of one byte less."""
    if op.opcode != "STORE":
        return None
    address, value = op.inputs
    return replace(op, inputs=(address, replace(value, size=value.size - 1)))


@pytest.mark.parametrize(
    ("extensions", "source", "fault"),
    [
        ("blake_g", "s3_cxa #1, [w8], w2, w4", other_table),
        ("groestl_rounds", "repeat #7\n gr_final #1, w7, w6", other_table),
        ("groestl_shift", "repeat #35\n s3_shift_p w8", other_place),
        ("shared_rotate", "sr_step #7, #4, w4, w2", signed_carry),
        ("jh_swap", "repeat #31\n s3_swap w8", other_place),
        ("", "addc w0, [w1++], w2", signed_carry),
    ],
)
def test_a_fault_is_noticed(tmp_path: Path, extensions: str, source: str, fault: Fault) -> None:
    head = f".extension {extensions}\n" if extensions else ""
    encoding = Encoding(assembled(tmp_path, head + source + "\n nop\n nop")[:12])
    reference = reference_of(CPU)
    lifted = differential.lifted_at(CPU, reference, encoding)
    assert not differential.try_form(reference, source, [encoding], 6).differences
    wrong = with_fault(lifted, fault)
    assert wrong is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(differential, "lifted_at", lambda *_: wrong)
        assert differential.try_form(reference, source, [encoding], 6).differences


def test_what_proofs_do_not_know(tmp_path: Path) -> None:
    """Registers whose contents a proof would have to assume."""
    code = assembled(tmp_path, "mov w0, 0x32")  # TBLPAG
    with pytest.raises(UnknownInstruction, match=r"pic24: .* is no instruction that proofs know"):
        lifter_of(CPU).lift(0, code.ljust(24, b"\0"))
