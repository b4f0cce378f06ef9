"""The obligation close of C as it is compiled: block functions without a contract of their own."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mote.building import build
from mote.catalog import catalog
from mote.catalog import contract as contracts
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.proving import engine, in_c, outcome
from mote.proving.close import Closing, Fills
from mote.proving.composition import Composition
from mote.proving.contexts import CELL, COUNTER, STATE
from mote.proving.counters import Case
from mote.proving.execution import Execution
from mote.proving.hash_file import bytes_of
from mote.proving.loop_invariants import Invariant
from mote.proving.obligations import HashProof
from mote.proving.passage import Passage
from mote.proving.program import Program
from mote.proving.runs import constant
from mote.proving.terms import Terms
from mote.proving.values import SecretBranch
from mote.proving.word import TermWords

pytest.importorskip("pypcode")

CPU = catalog.cpus()["cortex-m0"]


def of(function: str) -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    return found["portable"]


def closed(implementation: Implementation) -> outcome.Obligation:
    job = engine.ProofJob(implementation, CPU, use_kept=False, obligations=("close",))
    [found] = engine.run(job)
    return found


def program(implementation: Implementation, folder: Path) -> Program:
    built = build.build(implementation, CPU, folder)
    return Program(CPU, build.link(implementation, CPU, built))


def test_close_of_c_is_proved() -> None:
    found = closed(of("ascon_hash256"))
    assert found.verdict == outcome.PROVED, found.detail
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
@pytest.mark.sampled(4, by=())
def test_a_fault_in_close_of_c_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    plain = of("sha1")
    text = plain.source.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path = tmp_path / "portable.c"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    include = (*plain.include, plain.source.parent)
    found = closed(dataclasses.replace(plain, sources=(path,), include=include))
    assert found.verdict == outcome.REFUTED, found.detail
    assert "bits wait" in found.detail


def test_the_label_of_a_static_function_is_found_behind_what_the_compiler_added(
    tmp_path: Path,
) -> None:
    image = program(of("bmw256"), tmp_path)
    # gcc makes xor_shift.isra.0 of one, and leaves fold as it is.
    assert image.label("xor_shift") == image.label("xor_shift.isra.0") is not None
    assert image.label("fold") not in (None, image.label("xor_shift"))
    assert image.label("xor") is None


def proof_of(implementation: Implementation, folder: Path) -> HashProof:
    built = build.build(implementation, CPU, folder)
    image = Program(CPU, build.link(implementation, CPU, built))
    contract = contracts.resolve([in_c.table(implementation, CPU, folder)], CPU)
    return HashProof(implementation, CPU, image, contract, built.context_bytes)


@pytest.mark.parametrize(
    ("low", "waiting", "value"),
    [(0xFFFFFFC0, 63, 0), (0xFFFFFFC0, 64, 1), (0xFFFFFF80, 64, 0), (None, 64, None)],
)
def test_a_carry_on_which_a_passage_branches_is_looked_up_where_it_is_applied(
    low: int | None, waiting: int, value: int | None
) -> None:
    """The carry of a counter and a byte in memory; not known where the counter is not."""
    passage, here = Terms(), Terms()
    number = passage.variables(COUNTER, 32)
    byte = passage.variables(f"{CELL} ram 0x10", 8)
    carry = passage.carry(number, byte + (0,) * 24)
    now = here.variables("counter", 32) if low is None else constant(low, 32)
    machine = SimpleNamespace(bits=lambda bits, size: bits, decide=None)
    execution: Any = SimpleNamespace(
        caller=SimpleNamespace(machine=machine),
        words=SimpleNamespace(terms=here),
        counter_now=lambda: now,
        byte=lambda cell: {("ram", 0x10): constant(waiting, 8)}[cell],
    )
    assert Execution.value_of(execution, passage, carry) == value
    negated = None if value is None else 1 - value
    assert Execution.value_of(execution, passage, carry ^ 1) == negated
    of_state = passage.xor(carry, passage.variable((f"{STATE} H[0]", 0)))
    assert Execution.value_of(execution, passage, of_state) is None


def test_branches_on_the_counter_are_decided_of_as_many_blocks_as_a_case_has(
    tmp_path: Path,
) -> None:
    """low + 512 k = 0 in a case where low + 512 and low + 1024 do not carry."""
    proof = proof_of(of("sha1"), tmp_path)
    known: list[int | None] = [0] * proof.context_bytes
    for case, decided in (
        (Case(width=32, blocks=2), (1, 2)),
        (Case(width=32), (1,)),
    ):
        caller = proof.caller()
        terms, machine = caller.terms, caller.machine
        number, _, _ = proof.counter.before(TermWords(terms), known, case, big=False)
        proof.counter.decide(machine, terms, number, case)
        assert machine.decide is not None
        for k in (1, 2, 3):
            total = terms.add([terms.linear(number[:32])], 32, 512 * k)
            literal = terms.equal(total, (0,) * 32)
            if k in decided:
                assert literal == 0 or machine.decide(literal) is False
            else:
                with pytest.raises(SecretBranch):
                    machine.decide(literal)


def closing_of(function: str, header: str, change: tuple[str, str] | None, folder: Path) -> Closing:
    """The closes of portable.c with a change in a header.

    What a block would show of the context is taken from init.
    """
    plain = of(function)
    text = (plain.source.parents[2] / header).read_text(encoding="utf-8")
    if change is not None:
        assert text.count(change[0]) == 1
        text = text.replace(*change)
    line = f'#include "{header}"'
    source = plain.source.read_text(encoding="utf-8")
    assert source.count(line) == 1
    path = folder / "portable.c"
    path.write_text(source.replace(line, text), encoding="utf-8")
    proof = proof_of(dataclasses.replace(plain, sources=(path,)), folder)
    known, fill = proof.base(256).known, bytes_of(proof.contract.fill)
    closing = Closing(proof)
    closing.invariants = {256: (Invariant(known, list(known), fill), proof.first_matters(256))}
    return closing


@pytest.mark.parametrize("lost", [False, True])
def test_cases_of_the_counter_are_one_where_a_full_buffer_goes_and_all_count_right(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = ("while (++i != 3 &&", "while (++i != 2 &&")
    closing = closing_of("skein256", "skein/skein_small.h", change if lost else None, tmp_path)

    def close(*_: Any) -> None:
        raise MoteError("it has come to close")

    monkeypatch.setattr(Closing, "_close", close)
    with pytest.raises(SecretBranch if lost else MoteError) as error:
        next(closing._of_case(256, Fills(Case(blocks=2))))
    assert isinstance(error.value, SecretBranch) == lost


@pytest.mark.parametrize("lost", [False, True])
def test_a_function_that_counts_is_proved_once_for_all_counters(
    lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groestl's, which branches on each byte; with a carry that is lost, it is not what counts."""
    change = ("while (cc->count[i] == 0 && i != 0)", "while (cc->count[i] == 0 && i != 1)")
    closing = closing_of("groestl256", "groestl/small.h", change if lost else None, tmp_path)
    assert len(closing.execution.counting) == 1
    found: list[Passage | None] = []
    counted = Composition._counted

    def first_one(*of: Any) -> Passage | None:
        try:
            found.append(counted(*of))
        except SecretBranch:
            found.append(None)
        raise MoteError("enough")

    monkeypatch.setattr(Composition, "_counted", first_one)
    with pytest.raises(MoteError, match="enough"):
        next(closing.runs([256]))
    [passage] = found
    if lost:
        assert passage is None or passage.counted is None
    else:
        assert passage is not None and passage.counted == (1, False)
        assert not passage.conditions
