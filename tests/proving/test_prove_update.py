"""What cut points of update rest on: renamed words, equalities as orders, unknown bytes."""

from __future__ import annotations

import random
from pathlib import Path

from mote.building import build
from mote.catalog import catalog, contract
from mote.checking import promises
from mote.proving.obligations import HashProof
from mote.proving.program import Program
from mote.proving.renaming import Renaming
from mote.proving.runs import constant
from mote.proving.solve import Simulation
from mote.proving.terms import Bits, Terms
from mote.proving.update import Cutting

WIDTH = 6


def test_an_equality_is_the_same_as_an_order() -> None:
    terms = Terms()
    a, b = terms.variables("a", WIDTH), terms.variables("b", WIDTH)
    for left, right in ((a, b), (a, constant(0, WIDTH)), (terms.sum(a, b), a)):
        literal = terms.equal(left, right)
        for each in (literal, literal ^ 1):
            order = terms.as_order(each)
            assert order != each
            simulation = Simulation(terms, 1 << 2 * WIDTH)
            for k, node in enumerate(literal >> 1 for literal in (*a, *b)):
                values = sum(1 << v for v in range(1 << 2 * WIDTH) if v >> k & 1)
                simulation.settle(node, values)
            assert simulation.value(each) == simulation.value(order)


def test_what_is_renamed_as_a_whole_has_the_value_that_it_had() -> None:
    """Of sums with masked parts and with numbers, which no word alone is."""
    for seed in range(20):
        chance = random.Random(seed)
        terms = Terms()
        old, new = terms.variables("old", WIDTH), terms.variables("new", WIDTH)
        number, mask, more = (chance.randrange(1 << WIDTH) for _ in range(3))
        moved = terms.add([terms.linear(old)], WIDTH, number)
        masked = tuple(bit if mask >> k & 1 else 0 for k, bit in enumerate(moved))
        word = terms.sum(terms.add([terms.linear(old)], WIDTH, more), masked)
        renamed = Renaming(terms)
        renamed.put_whole(old, new, 5)
        found = renamed.bits(word)
        for value in range(1 << WIDTH):
            was = value + 5 & 63
            wanted = was + more + (was + number & mask) & 63
            assert _number(terms, found, new, value) == wanted


def _number(terms: Terms, word: Bits, of: Bits, value: int) -> int:
    simulation = Simulation(terms, 1)
    for k, literal in enumerate(of):
        simulation.settle(literal >> 1, value >> k & 1)
    return sum(simulation.value(literal) << k for k, literal in enumerate(word))


def test_what_nobody_wrote_is_unknown_anew_behind_each_cut_point(tmp_path: Path) -> None:
    """What was stored there may be forgotten: it is not what was read there before."""
    files = {
        each.name: each for each in catalog.implementations(catalog.functions()["ascon_hash256"])
    }
    file, cpu = files["rv32imc"], catalog.cpus()["rv32imc"]
    built = build.build(file, cpu, tmp_path)
    program = Program(cpu, build.link(file, cpu, built))
    promised = contract.resolve(promises.tables(file), cpu, function=file.function.name)
    proof = HashProof(file, cpu, program, promised, built.context_bytes)
    cutting = Cutting(proof, 256, [None] * built.context_bytes, set(), None)
    found = []
    for _ in range(2):
        cutting.restore(0, {}, Renaming(cutting.terms))
        found.append(cutting.machine.read(cutting.context.start, 1))
    assert found[0] != found[1]
