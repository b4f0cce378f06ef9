"""Proofs of the random generator, and faults that they notice."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.proving import engine, generators, outcome, proofs
from mote.proving.solve import cone, implied
from mote.specifications import skein

CPUS = catalog.cpus()
FILES = {i.name: i for i in catalog.implementations(catalog.functions()["skein_prng"])}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each kind of call the shortest that is not empty."""
    monkeypatch.setattr(generators, "REFUSED", (1,))
    monkeypatch.setattr(generators, "REQUESTS", (1,))
    monkeypatch.setattr(generators, "SEEDS", (1,))
    monkeypatch.setattr(generators, "LONG", 0)  # once, and that is no block


def proved(implementation: Implementation, cpu: str = "avr8") -> dict[str, outcome.Obligation]:
    job = engine.ProofJob(implementation, CPUS[cpu], use_kept=False)
    return {each.name: each for each in engine.run(job)}


def changed(folder: Path, *changes: tuple[str, str]) -> Implementation:
    """avr8.S with one text in place of another, as a file of its own."""
    plain = FILES["avr8"]
    text = plain.source.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / plain.source.name
    path.write_text(text)
    return dataclasses.replace(plain, sources=(path,))


@pytest.mark.parametrize(("name", "cpu"), [("avr8_fast", "avr8"), ("portable", "cortex-m0")])
@pytest.mark.sampled(4)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_generator_is_proved(name: str, cpu: str) -> None:
    found = proved(FILES[name], cpu)
    assert {name: each.verdict for name, each in found.items()} == {
        "init": outcome.PROVED,
        "step": outcome.PROVED,
    }
    # The state after each call and after an empty seed, a byte of output twice, and two results.
    result = 8 * CPUS[cpu].abi.int_bytes
    step = found["step"]
    assert step.bits == step.rewritten == 4 * 256 + 2 * (8 + result)
    # Whether there was a seed.
    assert step.solver == 1


@pytest.mark.parametrize(
    ("calls", "old", "new", "verdict", "words"),
    [
        # A request before the first seed: not asked for, what is returned, another question.
        ("REFUSED", "brne    next\n", "rjmp    next\n", outcome.REFUTED, "seed: dst[0] becomes"),
        ("REFUSED", "ldi     r24, 0xff\n", "ldi     r24, 0xfe\n",
         outcome.REFUTED, "seed: the result becomes"),
        # Of code in two sections avr-gcc 5 records the function, not the line.
        ("REQUESTS", "or      r19, r0\n    dec", "mov     r19, r0\n    dec",
         outcome.OPEN, "mote_skein_prng_generate+0x"),
        # The number of a block, the tweak of the output, a byte too many, and the stack.
        ("REQUESTS", "adiw    r24, 1\n    std     Y + BLOCK, r24", "std     Y + BLOCK, r24",
         outcome.REFUTED, "a request of 1 bytes: dst[0] becomes"),
        ("REQUESTS", ".equ    OUTPUT, 63", ".equ    OUTPUT, 62",
         outcome.REFUTED, "a request of 1 bytes: dst[0] becomes"),
        ("REQUESTS", "rcall   from_G\n    movw    data", "inc r18\n rcall from_G\n movw data",
         outcome.OPEN, "1 bytes behind dst: outside what the contract permits"),
        ("REQUESTS", "stack = 174", "stack = 173",
         outcome.OPEN, "outside what the contract permits"),
        # Of a seed the last block's flag.
        ("SEEDS", "ldi     r19, FINAL", "ldi     r19, 0",
         outcome.REFUTED, "a seed of 1 bytes: cc[0] becomes"),
    ],
)  # fmt: skip
@pytest.mark.sampled(4, by=())
def test_faults_in_a_file_are_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    calls: str,
    old: str,
    new: str,
    verdict: str,
    words: str,
) -> None:
    for each in {"REFUSED", "REQUESTS", "SEEDS"} - {calls}:
        monkeypatch.setattr(generators, each, ())
    step = proved(changed(tmp_path, (old, new)))["step"]
    assert step.verdict == verdict and words in step.detail, step.detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_wrong_init_is_refuted(tmp_path: Path) -> None:
    old = "movw    r30, r24\n    ldi     r18, 32\n"
    found = proved(changed(tmp_path, (old, old.replace("32", "31"))))
    assert found["init"].verdict == outcome.REFUTED and "cc[31] becomes" in found["init"].detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_fault_in_the_specification_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generators, "SEEDS", ())
    monkeypatch.setattr(skein, "OUTPUT", 62)
    step = proved(FILES["avr8_fast"])["step"]
    assert step.verdict == outcome.REFUTED and "a request of 1 bytes: dst[0] becomes" in step.detail


def test_the_solver_decides_a_disjunction_that_is_not_multiplied_out() -> None:
    """By words or bits, in any order; and not one that leaves a bit out."""
    terms = generators.Unexpanded()
    bits = terms.variables("x", 256)

    def any_of(literals: tuple[int, ...]) -> int:
        found = 0
        for literal in literals:
            found = terms.disjunction(found, literal)
        return found

    seeded = any_of(bits)
    by_lanes = any_of(tuple(any_of(bits[k::8]) for k in range(8)))
    assert implied(terms, seeded, by_lanes) == 1 and implied(terms, seeded, by_lanes ^ 1) == 0
    assert implied(terms, seeded, any_of(bits[1:][::-1])) is None
    assert len(cone(terms, (seeded, by_lanes))) < 6 * 256


def test_c_of_the_generator_is_among_what_is_proved() -> None:
    assert {cpu.name for i, cpu in proofs.pairs() if i == FILES["portable"]} == {
        cpu.name for cpu in catalog.cpus().values() if "portable" in cpu.proofs.c
    }
