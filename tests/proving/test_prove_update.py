"""What cut points of update rest on: renamed words, equalities as orders, unknown bytes."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from mote.building import build
from mote.catalog import catalog, contract
from mote.checking import promises
from mote.proving import engine
from mote.proving.counters import Case
from mote.proving.lengths import Fork
from mote.proving.obligations import HashProof
from mote.proving.outcome import PROVED
from mote.proving.placing import SYMBOLS
from mote.proving.program import Program
from mote.proving.renaming import Renaming
from mote.proving.runs import Run, constant
from mote.proving.solve import Simulation
from mote.proving.terms import TRUE, Bits, Terms
from mote.proving.update import Cutting
from mote.proving.values import SecretBranch
from mote.proving.word import TermWords

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


def test_a_shorter_word_in_a_sum_is_renamed_as_the_number_that_it_is() -> None:
    """A number of bytes in a longer counter: without a sign, at any place, added or taken off."""
    for scale in (1, 8, -8, -1, 1 << WIDTH):
        for value, number in ((0, 0), (1, 0), (3, 5), ((1 << WIDTH) - 1, 1), (2, -3)):
            terms = Terms()
            old, counter = terms.variables("old", WIDTH), terms.variables("counter", 2 * WIDTH)
            word = terms.add([terms.linear(counter), terms.plain(old, scale)], 2 * WIDTH, 5)
            renamed = Renaming(terms)
            other = tuple(value >> k & 1 for k in range(WIDTH))
            renamed.put_whole(old, other, number)
            becomes = (value + number) % (1 << WIDTH) * scale + 5
            assert renamed.bits(word) == terms.add([terms.linear(counter)], 2 * WIDTH, becomes)
            moved = Renaming(terms)
            moved.put_whole(old, terms.variables("new", WIDTH), number)
            parts = [terms.linear(counter), terms.plain(moved.bits(old), scale)]
            assert moved.bits(word) == terms.add(parts, 2 * WIDTH, 5)


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


class _Cases(Cutting):
    """Ways through the cases of a counter; what is run, in place of runs of a machine."""

    def __init__(self, branches: Mapping[tuple[str, object], int]) -> None:
        """branches: in how many cases each of them branches on the counter, one behind another."""
        self.branches = dict(branches)
        self.shown: list[tuple[int, object]] = []
        self.size, self.keeps, self.waiting = 2, 0, [[], []]
        self.before_first, self._behind_first = None, ([], set())
        self.words = TermWords(Terms())
        self.terms = self.words.terms
        self.at_message, self.left = (self.terms.variables(name, 8) for name in ("at", "left"))
        self.fewer = self.left
        self.proof = SimpleNamespace(counter=SimpleNamespace(split=self._split))  # type: ignore[assignment]
        self.machine = SimpleNamespace(visited=set)  # type: ignore[assignment]

    def _split(self, case: Case, _: Exception) -> list[Case]:
        return [dataclasses.replace(case, ones=2 * case.ones + k) for k in (1, 2)]

    def _branch(self, what: str, fill: object = None) -> None:
        if self.branches.get((what, fill), 0):
            self.branches[what, fill] -= 1
            raise SecretBranch(self.terms, 2, 0)

    def _wait(self, case: Case) -> Run:
        self.case = case.ones
        self._branch("wait")
        return Run("", SimpleNamespace(called=[]), [], {})  # type: ignore[arg-type]

    def _with_any_counter(self) -> None:
        self.case = 0

    def _all_short(self, fill: int, counts: Sequence[int]) -> Iterator[Run]:
        self._branch("short", fill)
        self.shown.append((self.case, fill))
        yield from ()

    def _enter(self, fill: int) -> None:
        self._branch("enter", fill)
        self.shown.append((self.case, f"{fill} to block"))


@pytest.mark.parametrize(
    ("branches", "shown", "entered"),
    [
        ({}, {(0, 0), (0, 1)}, {(0, 0), (0, 1)}),
        # What is shown of any counter is not shown again.
        ({("enter", 1): 1}, {(0, 0), (0, 1)}, {(0, 0), (1, 1), (2, 1)}),
        ({("short", 1): 1}, {(0, 0), (1, 1), (2, 1)}, {(0, 0), (0, 1)}),
        ({("short", 0): 2}, {(0, 1), (3, 0), (4, 0), (2, 0)}, {(0, 0), (0, 1)}),
        # Where single bytes branch on it, calls are tried with any counter all the same.
        ({("wait", None): 1}, {(0, 0), (0, 1)}, {(0, 0), (0, 1)}),
        (
            {("wait", None): 2, ("short", 0): 1, ("enter", 1): 2},
            {(0, 1), (3, 0), (4, 0), (2, 0)},
            {(0, 0), (7, 1), (8, 1), (4, 1), (2, 1)},
        ),
    ],
)
def test_each_fill_is_shown_in_each_case_of_the_counter(
    branches: Mapping[tuple[str, object], int],
    shown: set[tuple[int, int]],
    entered: set[tuple[int, int]],
) -> None:
    cutting = _Cases(branches)
    list(cutting._of_all_calls(alone=True))
    assert {each for each in cutting.shown if isinstance(each[1], int)} == shown
    ways = {(case, f"{fill} to block") for case, fill in entered}
    assert {each for each in cutting.shown if isinstance(each[1], str)} == ways


class _Branches(Cutting):
    """Branches alone, in a case of the counter of which nothing is assumed."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.left = self.terms.variables("bytes left", WIDTH)
        self.machine = SimpleNamespace(program_counter=0, solver_calls=0)  # type: ignore[assignment]
        self.assumed, self.assumed_by_all, self.assumed_of_counter = (), (), TRUE
        self.alignment, self._decide_counter = None, None
        self._implied = {}


def test_a_branch_on_the_counter_and_the_number_of_bytes_goes_both_ways() -> None:
    """As where code compares the counter with its sum with the bytes of a call."""
    branches = _Branches()
    terms, left = branches.terms, branches.left
    counter = terms.variables("counter of a case", WIDTH)
    carries = terms.less(terms.sum(counter, left), counter)
    with pytest.raises(Fork) as fork:
        branches._decide(carries)
    assert fork.value.literal == carries
    # Behind it either way is known, and what follows from that: here that the sum is not larger.
    larger = terms.less(counter, terms.sum(counter, left))
    branches.assumed = (carries,)
    assert not branches._decide(larger)
    for value in (0, 1):
        branches.assumed = (carries ^ 1 ^ value,)
        assert branches._decide(carries) == bool(value)
    # One on the counter alone is of its cases.
    with pytest.raises(SecretBranch):
        branches._decide(counter[0])


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
@pytest.mark.parametrize("function", ["blake2s", "luffa384", "sha256"])
def test_addresses_by_bytes_and_blocks_that_are_entered_by_a_jump(function: str) -> None:
    """On an 8051: increments with a branch on the carry; block functions that call what others do.

    The step's sums are of bytes some bits of which have names.
    """
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    job = engine.ProofJob(
        files["mcs51"], catalog.cpus()["mcs51"], use_kept=False, obligations=("step", "update")
    )
    found = engine.run(job)
    assert [(each.verdict, each.places) for each in found] == [(PROVED, SYMBOLS)] * 2


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_shift_by_the_message_s_alignment_is_looked_at_for_each_of_them() -> None:
    """MIPS32 loads words from anywhere in two halves, which the address shifts."""
    files = {each.name: each for each in catalog.implementations(catalog.functions()["shabal"])}
    job = engine.ProofJob(
        files["mips32_fast"], catalog.cpus()["mips32"], use_kept=False, obligations=("update",)
    )
    [found] = engine.run(job)
    assert (found.verdict, found.places) == (PROVED, SYMBOLS), found.detail


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_counter_is_counted_in_a_case_of_its_carries() -> None:
    """The code adds byte by byte while there is a carry, and the specification adds to a word.

    Where it is assumed that nothing carries both are the same.
    """
    files = {each.name: each for each in catalog.implementations(catalog.functions()["sha1"])}
    job = engine.ProofJob(
        files["avr8"], catalog.cpus()["avr8"], use_kept=False, obligations=("update",)
    )
    [found] = engine.run(job)
    assert (found.verdict, found.places) == (PROVED, SYMBOLS), found.detail
