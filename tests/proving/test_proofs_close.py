"""The obligation close: a fault in the padding is refuted, and the simulator confirms it."""

from __future__ import annotations

import dataclasses
import itertools
import re
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mote.building import build, package
from mote.catalog import catalog
from mote.catalog import contract as contracts
from mote.catalog.function import Implementation
from mote.checking import promises
from mote.common.paths import ROOT
from mote.proving import engine, outcome, prefixes
from mote.proving.attempt import Attempt
from mote.proving.calls import Object
from mote.proving.close import Closing, Fills
from mote.proving.contexts import Substitution
from mote.proving.counters import Case
from mote.proving.execution import Execution
from mote.proving.hash_file import bytes_of
from mote.proving.loop_invariants import Invariant
from mote.proving.machine import SymbolicMachine
from mote.proving.obligations import HashProof
from mote.proving.once import Ways
from mote.proving.passage import Call, Made, Passage, Pattern
from mote.proving.passages import Passages
from mote.proving.placing import SYMBOLS
from mote.proving.program import Program
from mote.proving.runs import Run
from mote.proving.terms import Terms
from mote.proving.values import SecretBranch
from mote.proving.word import TermWords

pytest.importorskip("pypcode")


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_fault_in_close_is_refuted(tmp_path: Path) -> None:
    """Four message blocks.  Of the bit 1 behind the message test_prove_mutants.py has one; of the
    zeros behind that and of the digest's length, in one size alone,
    test_a_fault_of_one_digest_size_is_refuted."""
    right, wrong = "movs    r2, #8 ", "movs    r2, #4 "
    implementation = next(
        each
        for each in catalog.implementations(catalog.functions()["shabal"])
        if each.name == "thumb"
    )
    text = implementation.source.read_text(encoding="utf-8")
    begin = text.index("function mote_shabal_close")
    assert text.count(right, begin) == 1
    changed = tmp_path / "thumb.S"
    changed.write_text(text[:begin] + text[begin:].replace(right, wrong), encoding="utf-8")
    implementation = dataclasses.replace(implementation, sources=(changed,))
    cpu = catalog.cpus()["cortex-m0"]
    job = engine.ProofJob(implementation, cpu, use_kept=False, obligations=("close",))
    [close] = engine.run(job)
    assert close.verdict == outcome.REFUTED, close.detail
    assert "0 bytes and 0 bits wait: " in close.detail


SHABAL = "shabal", "thumb", "cortex-m0", "function mote_shabal_close"
BLAKE2S = "blake2s", "rv32imc_balanced", "rv32imc", "some_bytes:"
"""Function, file, CPU, and the line behind which something is changed."""


def closing_of(
    tmp_path: Path, of: tuple[str, str, str, str], right: str = "", wrong: str = ""
) -> Closing:
    """The closes of a file with a change."""
    name, which, cpu_name, line = of
    function, cpu = catalog.functions()[name], catalog.cpus()[cpu_name]
    [file] = [each for each in catalog.implementations(function) if each.name == which]
    text = file.source.read_text(encoding="utf-8")
    for included in re.findall(r'^#include "([^"]+\.inc)"$', text, re.MULTILINE):
        content = (ROOT / "src" / included).read_text(encoding="utf-8")
        if line in content:
            # In place, so that a change is this file's.
            text = text.replace(f'#include "{included}"', content)
    begin = text.index(line)
    changed = tmp_path / file.source.name
    assert not right or text.count(right, begin) == 1
    changed.write_text(text[:begin] + text[begin:].replace(right, wrong), encoding="utf-8")
    implementation = dataclasses.replace(file, sources=(changed,))
    contract = contracts.resolve(promises.tables(implementation), cpu, followed=True, function=name)
    built = build.build(implementation, cpu, tmp_path)
    program = Program(cpu, build.link(implementation, cpu, built))
    return Closing(HashProof(implementation, cpu, program, contract, built.context_bytes))


def some_closes(
    tmp_path: Path,
    of: tuple[str, str, str, str],
    right: str,
    wrong: str,
    sizes: tuple[int, ...],
    most: int = 2,
) -> tuple[outcome.Obligation, int]:
    """Of a file with a change the closes of few waiting bits, for some digest sizes; and how many
    of them began where another size had come to."""
    closing = closing_of(tmp_path, of, right, wrong)
    proof = closing.proof
    taken = []

    def runs() -> Iterator[Run]:
        for bits in sizes:
            yield from itertools.islice(closing.runs([bits]), most)
        taken.append(closing.prefixes.taken)

    job = engine.ProofJob(proof.implementation, proof.cpu, obligations=("close",))
    found = engine._decided("close", runs, proof.program, job)
    return found, sum(taken)


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_digest_sizes_share_what_does_not_depend_on_them(tmp_path: Path) -> None:
    same = "movs    r4, #128 "
    found, taken = some_closes(tmp_path, SHABAL, same, same, (32, 64, 96))
    assert found.verdict == outcome.PROVED, found.detail
    assert taken == 2


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_passages_that_cannot_be_proved_for_several_sizes_are_proved_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prefixes, "ABANDONED", 0)
    same = "movs    r4, #128 "
    found, taken = some_closes(tmp_path, SHABAL, same, same, (32, 64, 96))
    assert found.verdict == outcome.PROVED, found.detail
    assert taken == 2


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("movs    r1, #0 ", "lsrs    r1, r4, #7 "),  # zeros up to 96 bits, then others
        ("subs    r1, r0, r2 ", "subs r1, r0, r2; lsrs r5, r4, #7; subs r1, r5 "),  # the digest
    ],
)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_fault_of_one_digest_size_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    found, _ = some_closes(tmp_path, SHABAL, right, wrong, (32, 64, 128), 1)
    assert found.verdict == outcome.REFUTED, found.detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_the_state_may_be_in_registers_when_the_block_function_is_entered(tmp_path: Path) -> None:
    same = "lw      B2, 24(W)"
    found, _ = some_closes(tmp_path, BLAKE2S, same, same, (256,))
    assert found.verdict == outcome.PROVED, found.detail


def test_behind_the_first_block_the_counter_begins_where_it_did_before_it() -> None:
    function, cpu = catalog.functions()["skein256"], catalog.cpus()["avr8"]
    [file] = [each for each in catalog.implementations(function) if each.name == "avr8"]
    with tempfile.TemporaryDirectory() as folder:
        built = build.build(file, cpu, Path(folder))
        program = Program(cpu, build.link(file, cpu, built))
        tables = promises.tables(file)
        contract = contracts.resolve(tables, cpu, followed=True, function="skein256")
        proof = HashProof(file, cpu, program, contract, built.context_bytes)
        invariant, first_matters = proof.invariants([256])[256]
    counter = proof.contract.counter
    assert first_matters and counter is not None
    for at in counter.addresses:
        assert invariant.known[at] == invariant.begin[at] == 0


def test_a_passage_is_taken_only_where_all_is_as_it_was_there(tmp_path: Path) -> None:
    closing = closing_of(tmp_path, BLAKE2S)
    closing.begin(Case())
    execution = closing.execution
    machine, terms = execution.caller.machine, execution.caller.terms
    execution.objects = execution.caller.placed([Object("dst", 4, True)])
    a, b, c = (("register", 0x2000 + 4 * k) for k in range(3))
    word = terms.variables("h[0]", 8)
    for (space, offset), value in ((a, word), (b, word), (c, 7)):
        machine.space(space).write(offset, 1, value)
    passage = Passage({c: 7}, [], 0, 0, room=4, same={a: b})
    assert execution.fits(passage)
    assert not execution.fits(dataclasses.replace(passage, room=5))
    assert not execution.fits(dataclasses.replace(passage, fixed={c: 6}))
    machine.space("register").write(b[1], 1, terms.variables("h[1]", 8))
    assert not execution.fits(passage)


def closed(function: str, name: str, cpu: str) -> outcome.Obligation:
    files = catalog.implementations(catalog.functions()[function])
    [file] = [each for each in files if each.name == name]
    job = engine.ProofJob(file, catalog.cpus()[cpu], use_kept=False, obligations=("close",))
    [found] = engine.run(job)
    return found


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
@pytest.mark.parametrize(
    ("function", "name", "cpu", "closes"),
    [
        ("ascon_hash256", "thumb", "cortex-m0", 8),
        # The block function is told what to count.
        ("blake2s", "rv32imc", "rv32imc", 65),
    ],
)
def test_close_is_proved_of_a_sponge_and_where_the_block_function_takes_a_number_of_bytes(
    function: str, name: str, cpu: str, closes: int
) -> None:
    found = closed(function, name, cpu)
    assert found.verdict == outcome.PROVED, found.detail
    assert found.bits > closes * sum(catalog.functions()[function].sizes)


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_what_comes_behind_the_block_function_is_followed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it reads the same: the digest is put out in one way, whatever waited before."""
    once = closed("ascon_hash256", "portable", "cortex-m0")

    def each(self: Ways, machine: SymbolicMachine, stops: Collection[int]) -> bool:
        return machine.run(stops)

    monkeypatch.setattr(Ways, "run", each)
    anew = closed("ascon_hash256", "portable", "cortex-m0")
    assert (once.verdict, anew.verdict) == (outcome.PROVED, outcome.PROVED)
    assert once.bits == anew.bits
    assert once.instructions < anew.instructions


def with_fault(
    file: Implementation, right: str, wrong: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Implementation:
    """A file with all that it includes, and with a change."""
    tables = promises.tables(file)
    monkeypatch.setattr(promises, "tables", lambda _: tables)
    text = "".join(f"{line.text}\n" for line in package.pack(file).sources[-1].lines)
    assert text.count(right) == 1
    changed = folder / file.source.name
    changed.write_text(text.replace(right, wrong), encoding="utf-8")
    return dataclasses.replace(file, sources=(changed,))


@pytest.mark.parametrize(
    ("name", "file_name", "digest_bits", "right", "wrong"),
    [
        # Luffa's padding runs into the block function, which returns to the blank round behind it:
        # how many words the digest has is computed within the passage.
        ("luffa256", "mcs51", 224, "anl\ta, #7\n\tmov\tr2, a", "anl\ta, #3\n\tmov\tr2, a"),
    ],
)
@pytest.mark.parametrize("fault", [False, True])
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_passages_are_proved_and_faults_behind_them_are_seen(
    name: str,
    file_name: str,
    digest_bits: int,
    right: str,
    wrong: str,
    fault: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[bool] = []

    def noted(*of: object) -> object:
        made = prove(*of)  # type: ignore[arg-type]
        found.append(made is not None)
        return made

    function = catalog.functions()[name]
    [file] = [each for each in catalog.implementations(function) if each.name == file_name]
    one = dataclasses.replace(function, sizes=(digest_bits,), main_size=digest_bits)
    file = dataclasses.replace(file, function=one)
    if fault:
        file = with_fault(file, right, wrong, tmp_path, monkeypatch)
    prove = Passages._prove
    monkeypatch.setattr(Passages, "_prove", noted)
    job = engine.ProofJob(
        *(file, catalog.cpus()["mcs51"]),
        use_kept=False,
        obligations=("close",),
        places=SYMBOLS,
    )
    [close] = engine.run(job)
    assert close.verdict == (outcome.REFUTED if fault else outcome.PROVED), close.detail
    assert found and all(found)


def test_a_passage_goes_on_to_behind_the_next_call() -> None:
    # Instructions at 0, 1, 2 …; the second is a call of what is at 10 to 12, and 5 is the label.
    class Code:
        program_counter = 0
        architecture = SimpleNamespace(code_address=lambda counter: counter)
        stopped_at: int | None = None

        def run(self, stops: set[int], most: int | None = None) -> bool:
            count = 0
            while True:
                here = self.program_counter
                self.stopped_at = 2 if here == 1 else None
                self.program_counter = {1: 10, 12: 2}.get(here, here + 1)
                count += 1
                if self.program_counter in stops or count == most:
                    return False

        def called(self) -> int | None:
            return self.stopped_at

    code = Code()
    attempt = Attempt.__new__(Attempt)
    attempt.returned = False
    attempt.execution = SimpleNamespace(  # type: ignore[assignment]
        caller=SimpleNamespace(machine=code), label=5, counting=set()
    )
    assert attempt.further()
    assert code.program_counter == 2
    assert attempt.further()
    assert code.program_counter == 5
    assert not attempt.further()
    assert code.program_counter == 5
    attempt.returned, code.program_counter = True, 1
    assert not attempt.further()


def test_what_a_passage_puts_out_is_the_same_place_of_the_result() -> None:
    words = TermWords(Terms())
    state = {"H": [words.variable("before", 8)]}
    after = {"H": [words.variable(f"after {i}", 8) for i in range(4)]}
    call = Call(state, [], (), after)
    digest = [word.literals for word in after["H"]]
    places = {at: call.places(word) for at, word in enumerate(digest[:2])}
    passage = Passage({}, [], 0, 0, digest=places)
    assert passage.puts_out(call, 0, digest, 32)
    assert passage.puts_out(call, 1, digest[:2], 16)
    # Another specification for another size of the digest, which the code may not know.
    assert not passage.puts_out(call, 0, digest[2:], 16)
    assert not passage.puts_out(call, 0, digest[:1], 8)
    # What is more than a choice of bits is as it is for one call of one size.
    assert call.places(state["H"][0].literals) is None
    passage = Passage({}, [], 0, 0, digest={0: None}, digest_of=(32, 1))
    assert passage.puts_out(call, 1, digest, 32)
    assert not passage.puts_out(call, 0, digest, 32)
    assert not passage.puts_out(call, 1, digest, 16)


def test_an_output_transformation_is_a_call_from_the_state_behind_the_last_one() -> None:
    words = TermWords(Terms())
    before, after, output = ({"H": [words.variable(name, 8)]} for name in ("b", "a", "o"))
    call = Call(before, [words.variable("message", 8)], (), after, output).transformation()
    assert (call.state, call.after) == (after, output)
    assert not call.message and call.places(output["H"][0].literals) == tuple(range(8))


def test_terms_take_others_in_place_of_variables() -> None:
    source, target = Terms(), Terms()
    a, b = (source.variables(name, 8) for name in "ab")
    word = tuple(map(source.conjunction, source.sum(a, b), b))
    p = target.variables("p", 8)
    number = (1, 0, 1, 0, 0, 0, 0, 0)
    given: dict[object, int] = {("a", k): bit ^ 1 for k, bit in enumerate(p)}
    given |= {("b", k): bit for k, bit in enumerate(number)}
    there = Substitution(source, target, given).bits(word)
    wanted = target.sum(tuple(bit ^ 1 for bit in p), number)
    assert there == tuple(map(target.conjunction, wanted, number))
    assert Substitution(source, target).bits(word) != there


def test_terms_are_the_same_in_another_context() -> None:
    source, target = Terms(), Terms()
    target.variables("other", 5)
    a, b, c = (source.variables(name, 8) for name in "abc")
    words = [source.sum(a, b), source.sum(source.sum(a, c), b)]
    words.append(tuple(map(source.xor, words[0], c)))
    words.append(tuple(map(source.conjunction, words[2], words[1])))
    words.append(tuple(map(source.disjunction, words[3], a)))
    substitution = Substitution(source, target)
    there = [substitution.bits(word) for word in words]
    p, q, r = (target.variables(name, 8) for name in "abc")
    assert there[0] == target.sum(p, q)
    assert there[1] == target.sum(target.sum(p, r), q)
    back = Substitution(target, source)
    assert [back.bits(word) for word in there] == words


def passages_of_a_carry() -> tuple[Passage, Passage]:
    """The same passage where a carry is 0 and where it is 1, in term contexts of their own."""
    found: list[Passage] = []
    for value in (0, 1):
        terms = Terms()
        x, y = (terms.variables(name, 8) for name in ("x", "y"))
        made = Made(terms.add([terms.linear(x), terms.linear(y)], 8), ("x", "y"))
        after: dict[tuple[str, int], Pattern] = {
            ("ram", 1): 7,
            ("ram", 2): value,
            ("ram", 3): made,
            ("ram", 4): Made(tuple(map(terms.xor, x, y)) if value else x, ("x", "y")),
        }
        if value:
            # A byte that stays as it was where nothing is carried.
            after["ram", 5] = 0
        found.append(Passage({("ram", 9): 3}, [()], 1, 0, after=after, end=40, counted=(1, False)))
        found[-1].terms = terms
    return found[0], found[1]


def test_what_differs_with_a_free_carry_is_not_known_behind_a_passage() -> None:
    one, other = passages_of_a_carry()
    both = one.joined(other)
    assert both is not None
    assert both.after["ram", 1] == 7 and both.after["ram", 3] is one.after["ram", 3]
    assert [both.after["ram", at] for at in (2, 4, 5)] == [None] * 3
    assert both.forgotten == {"ram": {2, 4, 5}}


@pytest.mark.parametrize(
    "change",
    [{"end": 42}, {"counted": (2, False)}, {"fixed": {("ram", 9): 4}}, {"returned": True}],
)
def test_passages_that_lead_to_others_are_not_joined(change: dict[str, Any]) -> None:
    one, other = passages_of_a_carry()
    assert one.joined(dataclasses.replace(other, **change)) is None


@pytest.mark.parametrize("lost", [False, True])
def test_what_only_seems_to_be_the_counter_is_not_given_to_the_compression_function(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A carry into the highest byte happens in no random trial.
    closing = closing_of(tmp_path, BLAKE2S)
    closing.begin(Case())
    execution = closing.execution
    terms = execution.caller.terms
    number = terms.variables("number", 64)
    total = terms.add([terms.linear(number)], 64, 1)
    low = terms.add([terms.linear(number[:56])], 56, 1)
    # The same bits, as ones that are known by no sum.
    carry = terms.equal(number[:56], (1,) * 56)
    high = terms.add([terms.linear(number[56:]), terms.linear((0 if lost else carry,))], 8)
    monkeypatch.setattr(execution, "total", lambda _: low + high)
    assert execution.is_total(Passage({}, [], 1, 1), total) is not lost


@pytest.mark.parametrize("place", [("register", 0), ("ram", 0x200001)])
def test_a_passage_fits_only_where_the_state_is_where_it_was(place: tuple[str, int]) -> None:
    """One that was proved of a state in a register says nothing of one in the context."""
    here = {0: ("register", 0)}
    machine = SimpleNamespace(
        objects={"dst": SimpleNamespace(size=8)}, state_places=here, _is_bounded=lambda _: True
    )
    found = Execution.fits(machine, Passage({}, [], 0, 0, places={0: place}))  # type: ignore[arg-type]
    assert found == (place == here[0])


SHA512 = "sha512", "thumb", "cortex-m0", "update: push"
"""Its first byte of a block takes 1024 off the counter, word by word while there is a borrow."""


@pytest.mark.parametrize("lost", [False, True])
def test_a_byte_that_branches_on_the_counter_is_taken_once_for_all_counters(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing = closing_of(tmp_path, SHA512, "bcc     1b", "bcc     2f" if lost else "bcc     1b")
    known = closing.proof.base(512).known
    fill = bytes_of(closing.proof.contract.fill)
    closing.invariants = {512: (Invariant(known, list(known), fill), False)}
    waiting: list[int] = []

    def close(content: object, state: object, data: Collection[object], *rest: object) -> int:
        waiting.append(len(data))
        return len(data)

    monkeypatch.setattr(closing, "_close", close)
    runs = closing._of_case(512, Fills(Case(blocks=2)))
    if lost:
        with pytest.raises(SecretBranch):
            list(itertools.islice(runs, 17))
    else:
        assert len(list(itertools.islice(runs, 17))) == 17
    assert waiting == [0] * 8 + ([] if lost else [1] * 8 + [2])


def test_closes_that_branch_on_the_counter_alone_are_told_apart() -> None:
    """Behind two numbers of bytes in a row, those above are, too, and not tried."""
    whole = Fills(Case(blocks=2))
    narrow = [Case(width=32, blocks=2), Case(ones=32, blocks=2)]
    fills = range(8)

    def tried(fills_of: Fills, branching: Collection[int]) -> list[int]:
        found = []
        for fill in fills:
            if not fills_of.asks(fill):
                continue
            found.append(fill)
            if fill in branching:
                fills_of.leave(fill, narrow)
            else:
                fills_of.passed()
            if fills_of.gives_up(fill, fills):
                break
        return found

    assert tried(whole, {0, 4, 5, 6, 7}) == [0, 1, 2, 3, 4, 5]
    # Of another digest size, too.
    assert tried(whole, {0, 2}) == [1, 2, 3]
    both = whole.narrower()
    assert [each.case for each in both] == narrow
    assert [each.wanted for each in both] == [[0, 4, 5, 6, 7, 2]] * 2
    assert tried(both[0], ()) == [0, 2, 4, 5, 6, 7]
    assert both[0].narrower() == []
    both[1].leave_all(narrow)
    assert [each.wanted for each in both[1].narrower()] == [[0, 4, 5, 6, 7, 2]] * 2
