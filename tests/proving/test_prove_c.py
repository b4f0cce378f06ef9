"""Proofs of C as it is compiled, and of functions that are no hash functions."""

from __future__ import annotations

import dataclasses
import hashlib
import random
import weakref
from pathlib import Path
from typing import Any

import pytest

from mote.catalog import catalog
from mote.catalog.contract import Place
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.proving import differential, engine, forms, machine, obligations, outcome, proofs
from mote.proving.counters import Case, CounterCases
from mote.proving.lifter import lifter_of
from mote.proving.obligations import HashProof
from mote.proving.program import Program
from mote.proving.solve import implied
from mote.proving.terms import TRUE, Terms
from mote.proving.word import TermWords

CPUS = catalog.cpus()

IN_C = [name for name, cpu in CPUS.items() if cpu.proofs.c]
"""The CPUs for which C is compiled and proved."""


def of(function: str, name: str = "portable") -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    return found[name]


def proved(implementation: Implementation, cpu: str) -> dict[str, outcome.Obligation]:
    job = engine.ProofJob(implementation, CPUS[cpu], use_kept=False)
    return {each.name: each for each in engine.run(job)}


def changed(function: str, name: str, folder: Path, old: str, new: str) -> Implementation:
    """A file of ours with one text in place of another, as a file of its own."""
    plain = of(function, name)
    text = plain.source.read_text()
    assert text.count(old) == 1
    path = folder / plain.source.name
    path.write_text(text.replace(old, new))
    include = (*plain.include, plain.source.parent)
    return dataclasses.replace(plain, sources=(path,), include=include)


def test_a_counter_that_init_does_not_make_is_not_taken_for_zero() -> None:
    # Shabal counts from 1; where init is not followed, step would be that of the next block.
    place = Place("counter", (0,), 8, 1, tuple(range(8)), 1, 1, (), 0, 1)
    cases = CounterCases(place, 64)
    known: list[int | None] = [1] + 7 * [0]
    words = TermWords(Terms())
    cases.before(words, known, Case(), big=False)
    known[3] = None
    with pytest.raises(MoteError, match="init does not make the counter one number"):
        cases.before(words, known, Case(), big=False)


@pytest.mark.parametrize(
    ("function", "name", "cpu", "bits"),
    [
        # State, counter and fill; the counter ends in its low word, or passes.
        ("sha1", "portable", "cortex-m0", 2 * 32 * (5 + 2 + 1)),
        ("luffa256", "portable", "avr8", 32 * 24 + 16),
        # Its counter is compared with what is added to it.
        ("shabal", "portable", "cortex-m0", 2 * 32 * (12 + 16 + 16 + 2 + 1)),
        # 64 bits in halves, whose carry is computed of their top bits; both ways, and in place.
        ("speck128", "portable", "cortex-m0", 4 * (256 + 8 * 256)),
        # The checksum of 14 lengths, with a table.
        ("crc32", "avr8_fast", "avr8", 14 * 32),
    ],
)
@pytest.mark.sampled(5, by=())
def test_files_that_are_proved(function: str, name: str, cpu: str, bits: int) -> None:
    found = proved(of(function, name), cpu)
    assert {each.verdict for each in found.values()} == {outcome.PROVED}
    step = found["step"]
    assert step.bits == step.rewritten == bits or function == "shabal", step.bits


@pytest.mark.parametrize(("function", "contexts"), [("sha1", [0]), ("shabal", [0, 1])])
def test_cases_of_the_counter_share_their_terms_where_it_is_not_compressed(
    monkeypatch: pytest.MonkeyPatch, function: str, contexts: list[int]
) -> None:
    """Others get terms of their own, of which there are never those of two cases at once."""
    monkeypatch.setattr(obligations, "MANY", 0)
    if function == "shabal":
        # As where the block function cannot be executed once for all cases.
        monkeypatch.setattr(Program, "label", lambda *_: None)
    plain = HashProof._one_block
    known: list[weakref.ref[Terms]] = []
    found = []

    def followed(
        self: HashProof, context: Any, bits: int, case: Case, terms: Any, once: Any
    ) -> Any:
        if not any(each() is terms for each in known):
            assert not any(each() for each in known)
            known.append(weakref.ref(terms))
        run = plain(self, context, bits, case, terms, once)
        found.append(len(known) - 1)
        return run

    monkeypatch.setattr(HashProof, "_one_block", followed)
    job = engine.ProofJob(of(function), CPUS["cortex-m0"], use_kept=False, obligations=("step",))
    assert [each.verdict for each in engine.run(job)] == [outcome.PROVED]
    assert len(found) > 1 and sorted(set(found)) == contexts


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_counter_whose_sign_is_asked_for_is_less_than_half_of_its_range(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Shabal on i386 takes the sign that is left of the counter's increment for 0."""
    job = engine.ProofJob(of("shabal", "i386"), CPUS["i386"], use_kept=False, obligations=("step",))
    assert [each.verdict for each in engine.run(job)] == [outcome.PROVED]
    plain = CounterCases.split

    def without(self: CounterCases, case: Case, error: Exception) -> list[Case]:
        if case.width:
            raise error
        return plain(self, case, error)

    monkeypatch.setattr(CounterCases, "split", without)
    [step] = engine.run(job)
    assert step.verdict == outcome.OPEN and "a branch depends on secret data" in step.detail


@pytest.mark.parametrize(
    ("function", "name", "cpu", "old", "new", "what"),
    [
        ("sha1", "portable", "cortex-m0", "low + 512", "low + 256", "counter becomes"),
        ("crc32", "mcs51", "mcs51", "0xEDB88320", "0xEDB88322", "bytes: the checksum becomes"),
    ],
)
def test_faults_are_refuted(
    tmp_path: Path, function: str, name: str, cpu: str, old: str, new: str, what: str
) -> None:
    step = proved(changed(function, name, tmp_path, old, new), cpu)["step"]
    assert step.verdict == outcome.REFUTED and what in step.detail


def test_a_wrong_member_is_named_and_a_wrong_place_is_refuted() -> None:
    plain = of("sha1")

    def with_places(**change: object) -> Implementation:
        function = dataclasses.replace(plain.function, places={**plain.function.places, **change})
        return dataclasses.replace(plain, function=function)

    for change, text in (
        (
            {"fill": {"member": "pointer"}},
            "context of sha1.h has not all of H, low, pointer on cortex-m0",
        ),
        ({"fill": {"offset": 92}}, "places.fill lacks member"),
        ({"state": {}, "sum": {}}, "places has 'sum'; known: state, counter, fill"),
    ):
        with pytest.raises(MoteError, match=text):
            proved(with_places(**change), "cortex-m0")
    wrong = proved(with_places(state={"H": {"member": "buf", "words": 5}}), "cortex-m0")
    assert wrong["init"].verdict != outcome.PROVED
    with pytest.raises(MoteError, match=r"no \[function.places\]"):
        proved(
            dataclasses.replace(plain, function=dataclasses.replace(plain.function, places={})),
            "avr8",
        )
    with pytest.raises(MoteError, match=r"know the context of portable\.c alone"):
        proved(of("sha1", "portable_fast"), "cortex-m0")


def test_a_branch_that_more_depends_on_than_a_few_instructions_ends_the_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "SKIPPED", 1)
    step = proved(of("crc32", "avr8"), "avr8")["step"]
    assert step.verdict == outcome.OPEN and "a branch depends on secret data" in step.detail


def asked_with_modes() -> dict[str, set[str]]:
    """The functions whose mode in C has rows together with its kernel, by CPU."""
    stored = proofs.read()
    found: dict[str, set[str]] = {}
    for i, on in proofs.pairs():
        rows = stored.get((i.function.name, i.name, on.name), ())
        if proofs.has_mode(i) and any(row["obligation"] in proofs.OF_CALLS for row in rows):
            found.setdefault(on.name, set()).add(i.function.name)
    return found


MODES = asked_with_modes()


@pytest.mark.parametrize("name", sorted({*IN_C, *MODES}))
def test_forms_of_instruction_that_c_uses_are_tried(name: str) -> None:
    """Of a few functions, others with each change of the file."""
    cpu = CPUS[name]
    in_c = {i.function.name for i, on in proofs.pairs() if proofs.is_in_c(i) and on == cpu}
    functions = sorted(in_c | MODES.get(name, set()))
    seed = hashlib.sha256(differential.STORED.read_bytes()).hexdigest() + name
    some = random.Random(seed).sample(functions, min(3, len(functions)))
    found = forms.used(cpu, [], forms.encodings_of_c(cpu, some))
    assert len(found) > 20
    stored = differential.stored()
    missing = [form for form in found if stored.get((name, form), (0, 0))[1] < 20]
    assert not missing, "python -m mote.proving.differential --cpu ... --write tries new forms"


def test_what_an_assumption_implies() -> None:
    terms = Terms()
    x, y, z = (terms.variable(name) for name in "xyz")
    both = terms.conjunction(x, y)
    either = terms.disjunction(x, z)
    assert implied(terms, both, either) == 1
    assert implied(terms, both, either ^ 1) == 0
    assert implied(terms, both, z) is None


def test_c_is_proved_of_what_there_is_a_proof_of() -> None:
    in_c = {(i.function.name, cpu.name) for i, cpu in proofs.pairs() if proofs.is_in_c(i)}
    assert {("sha256", "avr8"), ("speck128", "thumb"), ("ghash", "cortex-m0")} <= in_c
    assert {cpu for _, cpu in in_c} == set(IN_C)
    # Every function's, of modes with one size of the key for all.
    asked = {proofs.proved_together(i) for i, _ in proofs.pairs() if proofs.is_in_c(i)}
    for function in catalog.functions().values():
        for each in catalog.implementations(function):
            # A tree has no places that a proof of one block could use.
            if each.name == "portable" and proofs.is_in_c(each) and function.places != {}:
                assert proofs.proved_together(each) in asked, function.name


def equal(terms: Terms, one: int, other: int) -> bool:
    """Whether the solver says that two literals are the same for all values of the variables."""
    return one == other or implied(terms, TRUE, terms.xor(one, other)) == 0


@pytest.mark.parametrize("with_carry", [False, True])
def test_a_carry_that_is_computed_of_top_bits_is_the_sums(with_carry: bool) -> None:
    """x y + (x + y) ~s, at a width that the solver does; nothing else is taken for it."""
    for wrong in (False, True):
        terms = Terms()
        on = machine.SymbolicMachine(lifter_of(CPUS["avr8"]), terms, lambda address, size: b"")
        x, y, z = (terms.variables(name, 8) for name in "xyz")
        carry = terms.variable("c")

        def operation(
            name: str, *inputs: machine.Value, on: machine.SymbolicMachine = on
        ) -> machine.Lazy:
            return machine.Lazy(name, inputs, (1,) * len(inputs), 1, on.instructions)

        total = operation("INT_ADD", x, y)
        if with_carry:
            total = operation("INT_ADD", total, (carry, *[0] * 7))
        beside = operation("INT_NEGATE", total)
        either = operation("INT_AND", operation("INT_OR", x, y), beside)
        both = operation("INT_AND", x, z if wrong else y)
        found = on.bits(operation("INT_OR", both, either), 1)
        assert terms.rules["majority"] == (not wrong)
        s = on.bits(total, 1)[-1]
        product = terms.conjunction(x[-1], (z if wrong else y)[-1])
        union = terms.conjunction(terms.disjunction(x[-1], y[-1]), s ^ 1)
        assert equal(terms, found[-1], terms.disjunction(product, union))
        assert equal(terms, found[-1], terms.carry(x, y, carry * with_carry)) != wrong


@pytest.mark.parametrize("x", [0x35, 0xB5])
def test_a_carry_of_top_bits_is_known_of_a_number_and_a_sums_complement(x: int) -> None:
    """(x | y) ~s is then y ~s or ~s: y may be the complement of a sum's bit as ~s is."""
    for wrong in (False, True):
        terms = Terms()
        on = machine.SymbolicMachine(lifter_of(CPUS["avr8"]), terms, lambda address, size: b"")
        u, v = (terms.variables(name, 8) for name in "uv")

        def operation(
            name: str, *inputs: machine.Value, on: machine.SymbolicMachine = on
        ) -> machine.Lazy:
            return machine.Lazy(name, inputs, (1,) * len(inputs), 1, on.instructions)

        y = on.bits(operation("INT_NEGATE", operation("INT_ADD", u, v)), 1)
        total = on.bits(operation("INT_ADD", x, y), 1)
        top = x >> 7
        # A fault: the one sum's top bit without its complement.
        s = (*total[:-1], total[-1] ^ wrong)
        either = operation("INT_AND", operation("INT_NEGATE", s), operation("INT_OR", x, y))
        found = on.bits(operation("INT_OR", operation("INT_AND", x, y), either), 1)
        assert terms.rules["majority"] == (not wrong)
        carry = terms.carry(tuple(x >> k & 1 for k in range(8)), y)
        assert (found[-1] == carry) == (not wrong)
        plain = y[-1] if top else 0
        mixed = terms.conjunction(1 if top else y[-1], s[-1] ^ 1)
        assert equal(terms, found[-1], terms.disjunction(plain, mixed))


def test_a_comparison_by_two_flags_is_the_one_it_stands_for() -> None:
    """x > y as "no borrow of x - y, and not zero", and its contrary."""
    terms = Terms()
    on = machine.SymbolicMachine(lifter_of(CPUS["avr8"]), terms, lambda address, size: b"")
    x, y = (terms.variables(name, 8) for name in "xy")

    def flags() -> tuple[machine.Lazy, machine.Lazy]:
        no_borrow = machine.Lazy("INT_LESSEQUAL", (y, x), (1, 1), 1, 0)
        difference = machine.Lazy("INT_SUB", (x, y), (1, 1), 1, 0)
        return no_borrow, machine.Lazy("INT_EQUAL", (difference, 0), (1, 1), 1, 0)

    def contrary(value: machine.Lazy) -> machine.Lazy:
        return machine.Lazy("BOOL_NEGATE", (value,), (1,), 1, 0)

    no_borrow, zero = flags()
    higher = on.bits(machine.Lazy("BOOL_AND", (no_borrow, contrary(zero)), (1, 1), 1, 0), 1)
    no_borrow, zero = flags()
    not_higher = on.bits(machine.Lazy("BOOL_OR", (contrary(no_borrow), zero), (1, 1), 1, 0), 1)
    wanted = terms.conjunction(terms.less(x, y) ^ 1, terms.equal(x, y) ^ 1)
    assert equal(terms, higher[0], wanted) and not_higher[0] == higher[0] ^ 1
    assert not equal(terms, higher[0], terms.less(x, y))


def test_a_return_that_takes_its_address_off_the_stack_touches_nothing_below_it() -> None:
    """`ldr pc, [sp], #4` moves the stack pointer first, as Ghidra describes it, and loads then."""
    job = engine.ProofJob(
        of("bmw256", "armv4_fast"), CPUS["armv4"], use_kept=False, obligations=("init",)
    )
    *_, init = engine.run(job)
    assert (init.name, init.verdict) == ("init", outcome.PROVED), init.detail
