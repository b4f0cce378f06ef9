"""Loads from tables at secret places, as terms: one node for one function of the address."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from mote.catalog import catalog
from mote.proving.lifter import lifter_of
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.once import Once
from mote.proving.solve import Simulation
from mote.proving.terms import Bits, Terms
from mote.proving.values import SecretBranch
from mote.specifications.aes import S_BOX, product

TWICE = [product(value, 2) for value in S_BOX]


def test_a_table_of_multiples_is_the_xor_of_the_named_table() -> None:
    """What T-tables need: their entries are sums of bits of the S-box."""
    terms = Terms()
    address = terms.variables("x", 8)
    box = terms.table(S_BOX, address, 8)
    terms.name(box)
    high = box[7]
    wanted = [terms.xor(box[i - 1] if i else 0, high if i in (0, 1, 3, 4) else 0) for i in range(8)]
    assert list(terms.table(TWICE, address, 8)) == wanted
    for bit in wanted:
        assert len(terms.addends(bit >> 1)) <= 2
    # Another table is another function.
    assert terms.table(S_BOX[::-1], address, 8) != box


def test_order_and_complement_of_the_address_do_not_matter() -> None:
    terms = Terms()
    address = terms.variables("x", 8)
    box = terms.table(S_BOX, address, 8)
    terms.name(box)
    turned = [0] * 256
    for index, entry in enumerate(S_BOX):
        bits = [index >> k & 1 for k in range(8)]
        bits = bits[3:] + bits[:3]
        bits[2] ^= 1
        turned[sum(bit << k for k, bit in enumerate(bits))] = entry
    moved: Bits = address[3:] + address[:3]
    moved = (*moved[:2], moved[2] ^ 1, *moved[3:])
    assert terms.table(turned, moved, 8) == box


def test_tables_are_what_they_hold_in_every_trial() -> None:
    terms = Terms()
    address = (*terms.variables("x", 5), 1, terms.xor(*terms.variables("y", 2)), 0)
    generator = random.Random(1)
    for _ in range(12):
        entries = [generator.getrandbits(6) for _ in range(256)]
        bits = terms.table(entries, address, 6)
        simulation = Simulation(terms, samples=64)
        places = [simulation.value(bit) for bit in address]
        found = [simulation.value(bit) for bit in bits]
        for sample in range(64):
            index = sum((place >> sample & 1) << k for k, place in enumerate(places))
            value = sum((bit >> sample & 1) << k for k, bit in enumerate(found))
            assert value == entries[index]


AVR = catalog.cpus()["avr8"]
DOUBLED = ("000f", "08f4", "0127", "1122")  # lsl r16; brcc .+2; eor r16, r17; tst r1


def branching(code: Sequence[str], *, allowed: bool) -> tuple[Bits, Bits]:
    """r16 behind code on AVR with r17 = 0x1B, and its double in the field of AES."""
    terms = Terms()
    content = bytes.fromhex("".join(code))
    machine = SymbolicMachine(lifter_of(AVR), terms, lambda at, size: content[at : at + size])
    machine.secret_branches = allowed
    registers = machine.architecture.registers
    x = terms.variables("x", 8)
    machine.put(registers["r16"], x)
    machine.put(registers["r17"], 0x1B)
    machine.run({len(content) - 2})
    found = machine.bits(machine.get(registers["r16"]), 1)
    right = [(0, *x)[k] if not 0x1B >> k & 1 else terms.xor((0, *x)[k], x[7]) for k in range(8)]
    return found, tuple(right)


def test_a_branch_may_skip_operations_on_registers_where_the_contract_says_so() -> None:
    found, right = branching(DOUBLED, allowed=True)
    assert found == right
    found, right = branching((DOUBLED[0], "08f0", *DOUBLED[2:]), allowed=True)  # brcs
    assert found != right
    with pytest.raises(SecretBranch):
        branching(DOUBLED, allowed=False)
    with pytest.raises(SecretBranch):  # st X, r16 is skipped
        branching((*DOUBLED[:2], "0c93", DOUBLED[3]), allowed=True)
    with pytest.raises(SecretBranch):  # backwards
        branching((DOUBLED[0], "f0f7", *DOUBLED[2:]), allowed=True)


def test_a_flag_that_nobody_wrote_is_one_bit() -> None:
    """So SREG's other bits are not its own: code that lets interrupts in again leaves i."""
    code = bytes.fromhex("0fb7 f894 0fbf 0895")  # in r0, SREG; cli; out SREG, r0; ret
    machine = SymbolicMachine(lifter_of(AVR), Terms(), lambda at, size: code[at : at + size])
    machine.ranges = [Range("all", 0, 0x10000, True)]
    machine.unknown = "unknown 1"
    before = {name: machine.get(machine.architecture.registers[name]) for name in ("t", "i")}
    machine.architecture.enter(machine, 0, [])
    machine.run()
    for name, value in before.items():
        bits = machine.bits(value, 1)
        assert bits[0] > 1 and not any(bits[1:])
        assert machine.bits(machine.get(machine.architecture.registers[name]), 1) == bits


def test_a_block_function_is_executed_once_for_equal_inputs() -> None:
    code = bytes.fromhex("01d0 0895 0c91 010f 0895".replace(" ", ""))
    # rcall block; ret; block: ld r16, X; add r16, r17; ret
    terms, once = Terms(), Once(4)

    def called(value: int, summand: Bits, beside: Bits) -> tuple[Bits, Bits, int]:
        machine = SymbolicMachine(lifter_of(AVR), terms, lambda at, size: code[at : at + size])
        machine.ranges = [Range("all", 0, 0x10000, True)]
        registers = machine.architecture.registers
        for name, content in (("r17", summand), ("r18", beside), ("r26", 0), ("r27", 3)):
            machine.put(registers[name], content)
        machine.write(0x300, 1, value)
        machine.architecture.enter(machine, 0, [])
        once.follow(machine)
        r16, r18 = (machine.bits(machine.get(registers[name]), 1) for name in ("r16", "r18"))
        return r16, r18, machine.instructions

    x, y, z = (terms.variables(name, 8) for name in "xyz")
    plus_5 = terms.add([terms.plain(x)], 8, 5)
    assert called(5, x, y) == (plus_5, y, 5)
    assert called(5, x, z) == (plus_5, z, 2) and once.taken == 1
    # Another register, another byte of memory.
    assert called(5, z, x) == (terms.add([terms.plain(z)], 8, 5), x, 5)
    assert called(6, z, x) == (terms.add([terms.plain(z)], 8, 6), x, 5)
    assert (once.taken, once.missed) == (1, 2)


def test_a_block_function_that_counts_at_its_end_is_executed_once_up_to_there() -> None:
    code = bytes.fromhex("01d0 0895 0c91 010f 1196 2c91 2395 2c93 0895".replace(" ", ""))
    # rcall block; ret; block: ld r16, X; add r16, r17; adiw r26, 1; ld r18, X; inc r18; st X, r18
    terms, space = Terms(), lifter_of(AVR).architecture.data_space
    once = Once(4, {(space, 0x301)})

    def called(summand: Bits, counter: Bits) -> tuple[Bits, Bits, int]:
        machine = SymbolicMachine(lifter_of(AVR), terms, lambda at, size: code[at : at + size])
        machine.ranges = [Range("all", 0, 0x10000, True)]
        registers = machine.architecture.registers
        for name, content in (("r17", summand), ("r26", 0), ("r27", 3)):
            machine.put(registers[name], content)
        machine.write(0x300, 1, 5)
        machine.write(0x301, 1, counter)
        machine.architecture.enter(machine, 0, [])
        once.follow(machine)
        r16 = machine.bits(machine.get(registers["r16"]), 1)
        return r16, machine.bits(machine.read(0x301, 1), 1), machine.instructions

    def more(word: Bits, by: int) -> Bits:
        return terms.add([terms.plain(word)], 8, by)

    x, y, z = (terms.variables(name, 8) for name in "xyz")
    assert called(x, x) == (more(x, 5), more(x, 1), 9)
    assert called(x, y) == (more(x, 5), more(y, 1), 9)
    assert (once.taken, once.missed) == (0, 1)
    assert called(x, z) == (more(x, 5), more(z, 1), 6) and once.taken == 1
    # Another register.
    assert called(y, z) == (more(y, 5), more(z, 1), 9)
    assert (once.taken, once.missed) == (1, 2)
