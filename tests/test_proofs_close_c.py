"""The obligation close of C as it is compiled: block functions without a contract of their own."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from mote import build, catalog
from mote import contract as contracts
from mote.prove import engine, in_c
from mote.prove.obligations import Case, HashProof
from mote.prove.program import Program
from mote.prove.values import SecretBranch
from mote.prove.word import TermWords
from mote.types import Implementation

pytest.importorskip("pypcode")

CPU = catalog.cpus()["cortex-m0"]


def of(function: str) -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    return found["portable"]


def closed(implementation: Implementation) -> engine.Obligation:
    job = engine.Job(implementation, CPU, use_kept=False, obligations=("close",))
    [found] = engine.run(job)
    return found


def program(implementation: Implementation, folder: Path) -> Program:
    built = build.build(implementation, CPU, folder)
    return Program(CPU, build.link(implementation, CPU, built))


def test_close_of_c_is_proved() -> None:
    found = closed(of("ascon_hash256"))
    assert found.verdict == engine.PROVED, found.detail
    # With each number of bytes from 0 to 7 in the state.
    assert found.bits > 8 * 256


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("add_padding(cc, ub, n, 56)", "add_padding(cc, ub, n ^ 1, 56)"),  # the bit 1
        ("cc->ptr << 3 | n", "cc->ptr << 2 | n"),  # the length in bits
        ("cc->buf[1] = high", "cc->buf[1] = low"),  # its upper word
        ("GET_BYTE(cc->H, n ^ 3)", "GET_BYTE(cc->H, n ^ 2)"),  # the order of the digest's bytes
    ],
)
def test_a_fault_in_close_of_c_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    plain = of("sha1")
    text = plain.source.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path = tmp_path / "portable.c"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    include = (*plain.include, plain.source.parent)
    found = closed(dataclasses.replace(plain, sources=(path,), include=include))
    assert found.verdict == engine.REFUTED, found.detail
    assert "bits wait" in found.detail


def test_the_label_of_a_static_function_is_found_behind_what_the_compiler_added(
    tmp_path: Path,
) -> None:
    image = program(of("bmw256"), tmp_path)
    # gcc makes xor_shift.isra.0 of one, and leaves fold as it is.
    assert image.label("xor_shift") == image.label("xor_shift.isra.0") is not None
    assert image.label("fold") not in (None, image.label("xor_shift"))
    assert image.label("xor") is None


def test_branches_on_the_counter_are_decided_of_as_many_blocks_as_a_case_has(
    tmp_path: Path,
) -> None:
    """low + 512 k = 0 in a case where low + 512 and low + 1024 do not carry."""
    sha1 = of("sha1")
    built = build.build(sha1, CPU, tmp_path)
    image = Program(CPU, build.link(sha1, CPU, built))
    contract = contracts.resolve([in_c.table(sha1, CPU, tmp_path)], CPU)
    proof = HashProof(sha1, CPU, image, contract, built.context_bytes)
    known: list[int | None] = [0] * built.context_bytes
    for case, decided in (
        (Case(width=32, blocks=2), (1, 2)),
        (Case(width=32), (1,)),
    ):
        caller = proof.caller()
        terms, machine = caller.terms, caller.machine
        number, _, _ = proof.counter_before(TermWords(terms), known, case, big=False)
        proof.decide_by_case(machine, terms, number, case)
        assert machine.decide is not None
        for k in (1, 2, 3):
            total = terms.add([terms.linear(number[:32])], 32, 512 * k)
            literal = terms.equal(total, (0,) * 32)
            if k in decided:
                assert literal == 0 or machine.decide(literal) is False
            else:
                with pytest.raises(SecretBranch):
                    machine.decide(literal)
