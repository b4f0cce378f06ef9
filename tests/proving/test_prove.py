"""Proofs: files that are proved, and faults that are noticed.  The rules: test_prove_terms.py."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.cli import main
from mote.common.errors import MoteError
from mote.proving import engine, outcome
from mote.proving.solve import example
from mote.proving.terms import Terms
from mote.specifications.known import HASHES
from mote.specifications.shabal import Shabal

THUMB = catalog.cpus()["cortex-m0"]


def shabal(name: str = "thumb") -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()["shabal"])}
    return found[name]


def proved(implementation: Implementation, cpu: Cpu = THUMB) -> dict[str, outcome.Obligation]:
    return {
        each.name: each for each in engine.run(engine.ProofJob(implementation, cpu, use_kept=False))
    }


def test_shabal_is_proved_on_thumb() -> None:
    found = proved(shabal())
    assert {name: each.verdict for name, each in found.items()} == {
        "init": outcome.PROVED,
        "step": outcome.PROVED,
    }
    # A, B, C and the counter; the fill counts, too.
    assert found["step"].bits == 32 * (12 + 16 + 16 + 2 + 1) == found["step"].rewritten


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_block_that_is_not_the_first_has_its_place_counted_from_the_start() -> None:
    # Skein's tweak holds the place, and sums of bytes with constants in their upper ones.
    files = catalog.implementations(catalog.functions()["skein256"])
    [avr8] = [each for each in files if each.name == "avr8"]
    found = proved(avr8, catalog.cpus()["avr8"])
    assert [found[name].verdict for name in ("init", "step")] == [outcome.PROVED] * 2


def changed(folder: Path, old: str, new: str) -> Implementation:
    """thumb.S with one place changed, as a file of somebody else's."""
    folder.mkdir(exist_ok=True)
    source = shabal().source.read_text()
    assert source.count(old) == 1, old
    (folder / "thumb.S").write_text(source.replace(old, new))
    return dataclasses.replace(shabal(), sources=(folder / "thumb.S",))


@pytest.mark.parametrize(
    ("old", "new", "verdict", "words"),
    [
        (".equ    TURN_15, 81 ", ".equ    TURN_15, 83 ", outcome.REFUTED, "the specification says"),
        ("#6*RECORD+RB", "#7*RECORD+RB", outcome.REFUTED, "the specification says"),
        ("bics    r0, r2\n", "ands    r0, r2\n", outcome.REFUTED, "the specification says"),
        ("adcs    r5, r7\n", "nop\n", outcome.REFUTED, "A[0] becomes"),
        ("@ stack = 1080", "@ stack = 1076", outcome.OPEN, "outside what the contract permits"),
        ("ldr     r3, [r6, r2]", "cmp r2, r1\n beq 2b\n ldr r3, [r6, r2]", outcome.OPEN, "branch"),
        ("push    {r0-r7, lr}\n", "push {r0-r7, lr}\n mov r10, r0\n", outcome.OPEN, "restore r10"),
        ("mov     lr, sp\n", "mov lr, sp\n .short 0xde00\n", outcome.OPEN, "thumb.S:"),
    ],
)
@pytest.mark.quick(by=("verdict",))
@pytest.mark.sampled(4, by=())
def test_faults_in_a_file_are_noticed(
    tmp_path: Path, old: str, new: str, verdict: str, words: str
) -> None:
    found = [*proved(changed(tmp_path, old, new)).values()]
    wrong = [each for each in found if each.verdict != outcome.PROVED]
    assert wrong and verdict in {each.verdict for each in wrong}, wrong
    assert any(words in each.detail for each in wrong), [each.detail for each in wrong]


def test_a_carry_that_is_hardly_ever_lost_is_refuted(tmp_path: Path) -> None:
    """The low word of the counter is full in one of 2^23 cases, of which the solver finds one."""
    files = {each.name: each for each in catalog.implementations(catalog.functions()["sha256"])}
    file = files["thumb2_balanced"]
    text = file.source.read_text()
    right = "adc     r5, r5, r2, lsr #29"
    assert text.count(right) == 1
    source = tmp_path / file.source.name
    source.write_text(text.replace(right, right.replace("adc", "add")))
    changed = dataclasses.replace(file, sources=(source,))
    found = proved(changed, catalog.cpus()["cortex-m4"])
    assert found["init"].verdict == outcome.PROVED
    assert found["step"].verdict == outcome.REFUTED
    assert found["step"].detail.startswith("counter becomes 0x")


def test_what_costs_too_much_is_tried_with_numbers(tmp_path: Path) -> None:
    """A round constant of the second round: all that follows is other than the specification's.

    Of AArch64: what is refuted there is confirmed on its simulator.
    """
    files = {each.name: each for each in catalog.implementations(catalog.functions()["sha3"])}
    file = files["aarch64_fast"]
    [kernel] = [each for each in file.sources if each.suffix == ".S"]
    text = kernel.read_text()
    right = "0x0000000000000001, 0x0000000000008082"
    assert text.count(right) == 1
    source = tmp_path / kernel.name
    source.write_text(text.replace(right, right.replace("8082", "8083")))
    sources = tuple(source if each == kernel else each for each in file.sources)
    job = engine.ProofJob(
        dataclasses.replace(file, sources=sources),
        catalog.cpus()["aarch64"],
        use_kept=False,
        seconds=2,
        obligations=("step",),
    )
    # The mode, which comes behind it, takes longer than that.
    found, *_ = engine.run(job)
    assert (found.name, found.verdict) == ("kernel", outcome.REFUTED), found.detail
    assert "(200 of 200 values differ)" in found.detail


def test_an_example_holds_what_is_assumed() -> None:
    terms = Terms()
    a, b, other = (terms.variables(name, 4) for name in ("a", "b", "other"))
    carry = terms.carry(a, b)
    found = example(terms, carry, other[0])
    assert found and set(found) <= {literal >> 1 for literal in a + b + other}
    terms.assume(carry, 0)
    found = example(terms, a[3], b[3] ^ 1)
    assert found[a[3] >> 1] == found[b[3] >> 1] == 0
    terms.assume(terms.carry(a, other), 1)
    assert example(terms, terms.disjunction(a[3], other[3]), 1) == {}


def test_a_fault_in_the_specification_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(Shabal):
        def block(self, words, state, message, blocks, digest_bits, *, first=False):  # type: ignore[no-untyped-def]
            found = super().block(words, state, message, blocks, digest_bits, first=first)
            found["A"][3] = found["A"][3].rotl(1)
            return found

    monkeypatch.setitem(HASHES, "shabal", Wrong())
    found = proved(shabal())["step"]
    assert found.verdict == outcome.REFUTED
    assert found.detail.startswith("A[3] becomes 0x")
    assert "(1 of " in found.detail


def test_what_has_no_contract_is_refused(tmp_path: Path) -> None:
    source = shabal().source.read_text().replace("@ [contract]", "@")
    (tmp_path / "thumb.S").write_text(source)
    file = dataclasses.replace(shabal(), sources=(tmp_path / "thumb.S",))
    with pytest.raises(MoteError, match=r"thumb\.S has no contract: a proof needs one"):
        proved(file)


def test_a_file_from_outside_with_its_contract_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shabal().source.read_text()
    (tmp_path / "whole.S").write_text(text)
    (tmp_path / "bare.S").write_text(text.replace("@ [contract]", "@"))
    secret = "block:\n        cmp r2, r1\n        beq 1f\n1:"
    (tmp_path / "secret.S").write_text(text.replace("\nblock:", f"\n{secret}"))

    def said(name: str, *more: str) -> tuple[int, str]:
        place = str(tmp_path / name)
        status = main(["prove", "shabal", "--file", place, "--cpu", "cortex-m0", *more])
        found = capsys.readouterr()
        return status, " ".join((found.out + found.err).split())

    status, table = said("bare.S", "--contract", str(tmp_path / "whole.S"), "--fresh")
    assert (status, table.count(" proved ")) == (0, 2)
    line = text[: text.index("\nblock:")].count("\n") + 4
    for name, more, wanted in (
        ("bare.S", (), "bare.S has no contract: a proof needs one"),
        ("secret.S", (), f"a branch depends on secret data (secret.S:{line}, block)"),
        ("none.S", (), "none.S: no such file"),
        ("whole.S", ("--contract", "none"), "--contract none: no such file"),
        ("whole.S", ("--write",), "--write does not go with --file"),
    ):
        status, complaint = said(name, *more)
        assert status == 1 and wanted in complaint, complaint
