"""Loads from tables at secret places, as terms: one node for one function of the address."""

from __future__ import annotations

import random

from mote.prove.solve import Simulation
from mote.prove.specifications.aes import S_BOX, product
from mote.prove.terms import Bits, Terms

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
