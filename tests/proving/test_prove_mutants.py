"""`mote mutate --prove`: checks and prover say the same of mutants, and that can fail."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote import cli
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.mutation import engine as mutate
from mote.mutation import equivalent
from mote.mutation.operators import Mutant
from mote.proving import agreement, engine, outcome
from mote.proving.agreement import Finding, Judge

pytest.importorskip("pypcode")


def implementation(name: str, function: str = "shabal") -> Implementation:
    files = catalog.implementations(catalog.functions()[function])
    return next(each for each in files if each.name == name)


class File:
    """A file, of Shabal if nothing else is said, its mutants, and who judges them."""

    def __init__(self, name: str, cpu: str, folder: Path, function: str = "shabal") -> None:
        self.implementation = implementation(name, function)
        self.mutants = mutate.all_mutants(self.implementation)
        self.entries = equivalent.entries(self.implementation, self.mutants)
        moved = {mutant: each.reason for mutant, each in self.entries.items() if each.context}
        self.judge = Judge(self.implementation, catalog.cpus()[cpu], folder, moved=moved)
        self.judge.run_right()
        self.moved = list(moved)

    def between(self, first: str, last: str, every: int) -> list[Mutant]:
        """Mutants of the lines from one label to another, thinned."""
        lines = self.implementation.source.read_text().splitlines()
        start, end = (
            next(number for number, line in enumerate(lines, 1) if line.startswith(label))
            for label in (first, last)
        )
        return [each for each in self.mutants if start <= each.line < end][every // 2 :: every]

    def of(self, text: str, becomes: str) -> Mutant:
        return next(each for each in self.mutants if (each.text, each.becomes) == (text, becomes))


@pytest.fixture(scope="module")
def thumb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[File]:
    file = File("thumb", "cortex-m0", tmp_path_factory.mktemp("thumb"))
    yield file
    file.judge.close()


@pytest.fixture(scope="module")
def avr8(tmp_path_factory: pytest.TempPathFactory) -> Iterator[File]:
    file = File("avr8", "avr8", tmp_path_factory.mktemp("avr8"))
    yield file
    file.judge.close()


@pytest.mark.parametrize(
    ("file", "first", "last", "every"),
    [("thumb", "block:", "3:      pop", 60), ("avr8", "block:", "buffer:", 130)],
)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_checks_and_prover_agree(
    file: str, first: str, last: str, every: int, request: pytest.FixtureRequest
) -> None:
    """Of what a block goes through nothing is outside of the proofs."""
    judged: File = request.getfixturevalue(file)
    found = [judged.judge.judge(each) for each in judged.between(first, last, every)]
    asked = [each for each in found if each.kind]
    assert {each.kind for each in asked} <= {
        *(agreement.REFUTED, agreement.OPEN),
        *(agreement.EQUAL, agreement.UNDECIDED),
    }
    assert len([each for each in asked if each.outcome != mutate.SURVIVED]) >= 3
    assert any(each.kind == agreement.REFUTED for each in asked)


@pytest.mark.parametrize("file", ["thumb", "avr8"])
@pytest.mark.sampled(4)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_what_is_equivalent_is_proved_but_for_the_places_of_the_context(
    file: str, request: pytest.FixtureRequest
) -> None:
    judged: File = request.getfixturevalue(file)
    same = [each for each in judged.entries if each not in judged.moved]
    assert same
    assert judged.judge.judge(same[0]).kind == agreement.EQUAL
    for mutant in judged.moved[:1]:
        found = judged.judge.judge(mutant)
        assert (found.kind, found.verdict) == (agreement.MOVED, outcome.REFUTED)
        assert "A[0] becomes" in found.detail


def test_an_access_that_is_not_aligned_is_not_proved(thumb: File) -> None:
    """Of what the CPU lacks the simulators make a breach, and the prover no load."""
    place = thumb.of("ldr r1, [r0, #A]", "")
    found = thumb.judge.judge(dataclasses.replace(place, new="adds r0, #1\n ldr r1, [r0, #A]"))
    assert (found.kind, found.verdict) == (agreement.OPEN, outcome.OPEN)
    assert "only where it is aligned" in found.detail


@pytest.fixture(scope="module")
def ascon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[File]:
    file = File("rv32imc", "rv32imc", tmp_path_factory.mktemp("ascon"), "ascon_hash256")
    yield file
    file.judge.close()


def test_the_contract_may_be_that_of_an_included_file(ascon: File) -> None:
    for text, becomes, kind in (
        # Behind the last round: terms of a wrong round would grow through those behind it.
        ("sw X4H, HIGH + 16(CC)", "", agreement.REFUTED),
        ("#define DIGEST_BYTES 32", "#define DIGEST_BYTES 31", agreement.OUTSIDE),
    ):
        assert ascon.judge.judge(ascon.of(text, becomes)).kind == kind


def test_close_is_asked_where_init_and_step_say_nothing(
    ascon: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ascon.judge, "_closes", True)
    found = ascon.judge.judge(ascon.of("xori a4, a4, 1", "xori a4, a4, 2"))
    assert (found.kind, found.outcome) == (agreement.CLOSED, "vectors")
    assert "bits wait" in found.detail


def test_a_fault_in_close_is_outside(thumb: File) -> None:
    found = thumb.judge.judge(thumb.of("movs r4, #128", "movs r4, #129"))
    assert (found.kind, found.outcome) == (agreement.OUTSIDE, "vectors")
    assert found.verdict == outcome.PROVED


@pytest.mark.parametrize(
    ("kind", "verdict", "behind"),
    [
        (agreement.OUTSIDE, outcome.PROVED, agreement.OUTSIDE),
        (agreement.OUTSIDE, outcome.OPEN, agreement.OPEN),
        (agreement.EQUAL, outcome.PROVED, agreement.EQUAL),
        (agreement.EQUAL, outcome.OPEN, agreement.UNDECIDED),
        (agreement.EQUAL, outcome.REFUTED, agreement.DOUBTED),
    ],
)
def test_what_close_says_of_a_mutant(kind: str, verdict: str, behind: str) -> None:
    assert agreement.kind_behind(kind, verdict) == behind


def test_a_prover_that_believes_everything_is_found_out(
    thumb: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    believes = [outcome.Obligation("init"), outcome.Obligation("step")]
    monkeypatch.setattr(engine, "run", lambda job: believes)
    kinds = [thumb.judge.judge(each).kind for each in thumb.between("block:", "3:      pop", 40)]
    assert agreement.MISSED in kinds and set(kinds) <= {"", agreement.MISSED, agreement.EQUAL}
    assert thumb.judge.judge(thumb.of("movs r4, #128", "movs r4, #129")).kind == agreement.OUTSIDE


def test_a_carry_that_comes_late_is_inside(avr8: File) -> None:
    """The counter's second byte counts in the 256th block."""
    right = avr8.of("sbci r19, 0xff", "")
    lost = dataclasses.replace(right, new="sbci r19, 0xff\n sbrc r18, 3\n sec")
    same = dataclasses.replace(right, new="sbci r19, 0xff\n nop")
    for mutant, inside in ((lost, True), (same, False)):
        with avr8.judge.bench.changed(mutant):
            assert avr8.judge.inside() == inside


@pytest.mark.parametrize(
    ("outcome", "verdict", "moved", "inside", "kind"),
    [
        ("vectors", outcome.REFUTED, False, True, agreement.REFUTED),
        ("guard", outcome.OPEN, False, True, agreement.OPEN),
        ("vectors", outcome.PROVED, False, True, agreement.MISSED),
        ("vectors", outcome.PROVED, False, False, agreement.OUTSIDE),
        (mutate.SURVIVED, outcome.PROVED, False, False, agreement.EQUAL),
        (mutate.SURVIVED, outcome.REFUTED, False, False, agreement.DOUBTED),
        (mutate.SURVIVED, outcome.OPEN, False, False, agreement.UNDECIDED),
        (mutate.SURVIVED, outcome.REFUTED, True, False, agreement.MOVED),
        (mutate.SURVIVED, outcome.PROVED, True, False, agreement.SAME_PLACES),
    ],
)
def test_every_pair_of_words_has_a_kind(
    outcome: str, verdict: str, moved: bool, inside: bool, kind: str
) -> None:
    assert agreement.kind_of(outcome, verdict, moved, lambda: inside) == kind


def findings(kind: str) -> list[Finding]:
    mutant = mutate.all_mutants(implementation("thumb"))[0]
    return [Finding(mutant, kind, "vectors", outcome.PROVED, "a digest is wrong")]


@pytest.mark.parametrize("kind", agreement.KINDS)
def test_a_disagreement_is_printed_and_is_the_exit_status(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(agreement, "run", lambda *_, **__: findings(kind))
    monkeypatch.setattr(mutate, "every", lambda made, *_: made[:1])
    wrong = kind in agreement.DISAGREE
    left = kind == agreement.UNDECIDED  # this one is not listed as equivalent
    command = ["mutate", "shabal", "--implementation", "thumb", "--cpu", "cortex-m0", "--prove"]
    assert cli.main(command) == int(wrong or left)
    out, err = capsys.readouterr()
    assert ("src/shabal/thumb.S:" in out) == wrong
    assert ("the prover cannot say: src/shabal/thumb.S:" in err) == left
    assert cli.main([*command, "--json"]) == int(wrong or left)
    [made] = json.loads(capsys.readouterr().out)
    assert (made["kind"], made["verdict"]) == (kind, outcome.PROVED)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("shabal", "--prove"), "whole hash functions in assembly, which shabal portable is not"),
        (("sha256", "--implementation", "thumb_fast", "--prove"), "sha256 thumb_fast is not"),
        (("shabal", "--implementation", "thumb", "--prove", "--write"), "leave out --prove"),
        (("shabal", "--implementation", "thumb", "--seconds", "9"), "--seconds is for proofs"),
        (("shabal", "--implementation", "thumb", "--prove-close"), "--prove-close is for"),
        (
            ("shabal", "--implementation", "thumb", "--prove", "--seconds", "0"),
            "--seconds is for proofs",
        ),
    ],
)
def test_wrong_arguments(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["mutate", *arguments]) == 1
    assert words in capsys.readouterr().err


def test_a_file_that_is_not_proved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    one = implementation("thumb")
    assert agreement.cpu_for(one, "cortex-m0").name == "cortex-m0"
    monkeypatch.setattr("mote.proving.proofs.read", dict)
    with pytest.raises(MoteError, match="init and step are not proved on cortex-m0"):
        agreement.cpu_for(one, "cortex-m0")


@pytest.mark.parametrize("fails", [False, True])
def test_a_file_that_fails_as_it_is_has_no_agreement(fails: bool, tmp_path: Path) -> None:
    one = implementation("thumb")
    text = one.source.read_text()
    assert text.count("eors    r1, r6") == 1
    source = tmp_path / "thumb.S"
    source.write_text(text.replace("eors    r1, r6", "eors    r1, r7") if fails else text)
    changed = dataclasses.replace(one, sources=(source,))
    cpu = catalog.cpus()["cortex-m0"]
    if fails:
        with pytest.raises(MoteError, match="fails as it is"):
            agreement.run(changed, cpu, [], {})
    else:
        assert agreement.run(changed, cpu, [], {}) == []


def test_a_file_of_which_nothing_is_proved_has_no_agreement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left_open = outcome.Obligation("init", outcome.OPEN, "why")
    monkeypatch.setattr(engine, "run", lambda job: [left_open])
    with pytest.raises(MoteError, match="not proved as it is \\(init: why\\)"):
        agreement.run(implementation("thumb"), catalog.cpus()["cortex-m0"], [], {})
