"""Runs that stand for several numbers of bytes, and proofs that serve another CPU."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mote.catalog import catalog
from mote.proving import kept, solve
from mote.proving.execution import Execution
from mote.proving.outcome import OPEN, PROVED, Obligation
from mote.proving.parts import Part
from mote.proving.passage import Passage
from mote.proving.terms import TRUE, Terms
from mote.proving.together import Numbers


def test_numbers_part_where_a_literal_says_so() -> None:
    terms = Terms()
    word, other = terms.variables("left", 8), terms.variables("other", 1)
    numbers = Numbers(terms, word, range(20))
    seven = tuple(7 >> k & 1 for k in range(8))
    less = terms.less(word, seven)
    assert numbers.parted(less, range(5, 10)) == ([7, 8, 9], [5, 6])
    assert numbers.parted(less ^ 1, range(5, 10)) == ([5, 6], [7, 8, 9])
    assert numbers.made_of(less) == (True, False)
    assert numbers.made_of(terms.conjunction(less, other[0])) == (True, True)
    assert numbers.made_of(other[0]) == (False, True)


def test_an_address_is_the_same_for_numbers_that_make_the_same_words() -> None:
    """What they make in it apart stays a symbol: then each has a run of its own."""
    terms = Terms()
    word, base = terms.variables("left", 16), terms.variables("address", 16)
    numbers = Numbers(terms, word, range(40))

    def behind(taken: int) -> tuple[int, ...]:
        """An address behind the whole lanes of what is left when some bytes are taken."""
        left = terms.add([terms.linear(word)], 16, -taken)
        lanes = (0, 0, 0, *left[3:])
        return terms.add([terms.linear(base), terms.linear(lanes)], 16)

    for taken in (0, 3):
        address = behind(taken)
        for lanes in range(3):
            first = 8 * lanes + taken
            found = numbers.same(address, range(first, first + 8))
            assert found == terms.add([terms.linear(base)], 16, 8 * lanes)
            assert numbers.same(address, range(first, first + 9)) == address
            assert numbers.same(address, [first, first + 8]) == address
    # What both make together is no part of it that the number alone makes.
    both = tuple(terms.conjunction(a, b) for a, b in zip(word, base, strict=True))
    assert numbers.same(both, range(8, 16)) == both
    assert numbers.same(base, range(8, 16)) == base


@pytest.mark.parametrize(
    ("number", "fits"), [(31, False), (32, True), (95, True), (96, False), (None, False)]
)
def test_a_block_function_is_proved_for_the_fills_that_there_are(
    number: int | None, fits: bool
) -> None:
    """None: a number that is not known."""
    passage = Passage({}, [], 1, -32, extra=(("register", 0),), least=32, bounded=6)
    symbol = Terms().variables("fill", 8)
    bits = symbol if number is None else tuple(number >> k & 1 for k in range(8))
    machine = SimpleNamespace(number_in=lambda _: bits)
    assert Execution._is_bounded(machine, passage) is fits  # type: ignore[arg-type]


def test_what_trials_show_is_not_asked_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what they do not show is: a carry at the end of the range that is assumed."""
    asked: list[tuple[int, ...]] = []
    terms = Terms()
    word = terms.variables("left", 32)

    def number(value: int) -> tuple[int, ...]:
        return tuple(value >> k & 1 for k in range(32))

    most = terms.less(number(2**31 - 8), word) ^ 1
    added = terms.add([terms.linear(word)], 32, 8)
    over = added[31]
    monkeypatch.setattr(solve, "witness", lambda _, given, __: asked.append(tuple(given)))
    assert solve.implied(terms, TRUE, over) is None
    assert solve.implied(terms, TRUE, terms.less(word, number(64))) is None
    assert not asked
    assert solve.implied(terms, terms.less(word, number(2**31 - 8)), over) == 0
    assert solve.implied(terms, terms.less(number(2**31 - 8), word) ^ 1, over) is None
    assert asked == [(terms.less(word, number(2**31 - 8)), over)]
    # One number alone makes the difference, which random ones do not hit.
    odd = terms.equal(word, number(0x12345678))
    assert solve.implied(terms, most, odd) is None


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("count", [2, 3, 4, 7, 8, 11])
def test_the_solver_has_room_for_what_a_sum_carries(count: int, sign: int) -> None:
    """At the ends of what its levels hold."""
    terms, width = Terms(), 6
    words = [terms.variables(f"word {k}", width) for k in range(count)]
    constant = 0x3F if sign > 0 else 0
    total = terms.add((terms.linear(word, sign) for word in words), width, constant)
    for bit in range(width):
        given, value = TRUE, constant + sign * count * 0x3F
        for word in words:
            for literal in word:
                given = terms.conjunction(given, literal)
        assert solve.implied(terms, given, total[bit]) == value >> bit & 1


def test_a_proof_serves_a_cpu_that_refuses_less() -> None:
    cpus = catalog.cpus()
    of = {name: [each.name for each in kept.stricter(cpu)] for name, cpu in cpus.items()}
    assert of["cortex-m4"] == ["cortex-m0", "cortex-m3"]
    assert of["rv32imcb"] == ["rv32ec", "rv32imc"]
    # RV32E has fewer registers, all of which are kept, and a stack that is aligned to less.
    assert of["rv32imc"] == ["rv32ec"]
    assert not any(of[name] for name in ("cortex-m0", "cortex-m3", "rv32ec", "thumb", "thumb-be"))


@pytest.mark.parametrize(
    "otherwise",
    [
        {"callee_saved": ("s0", "s1", "t0")},
        {"stack_alignment": 2},
        {"arguments": ("a1", "a0")},
        {"size_bytes": 2},
        {"zero": ("t0",)},
    ],
)
def test_a_proof_serves_no_cpu_whose_abi_asks_for_more(otherwise: dict[str, Any]) -> None:
    cpu = catalog.cpus()["rv32imc"]
    asks = dataclasses.replace(cpu, abi=dataclasses.replace(cpu.abi, **otherwise))
    assert [each.name for each in kept.stricter(cpu)] == ["rv32ec"]
    assert not kept.stricter(asks)


@pytest.mark.parametrize(
    ("halfwords", "serves"),
    [
        ((0x4348, 0x4770), True),  # muls r0, r1; bx lr
        ((0xFBA2, 0x0103, 0x4770), False),  # umull r0, r1, r2, r3
        ((0x4348, 0xFBA2, 0x0103, 0x4770), False),
    ],
)
def test_a_multiplication_of_variable_time_is_looked_for(
    halfwords: tuple[int, ...], serves: bool
) -> None:
    """On Cortex-M0 that is no such instruction: a proof there says nothing of its operands."""
    cpu = catalog.cpus()["cortex-m3"]
    code = b"".join(each.to_bytes(2, "little") for each in halfwords)
    program = SimpleNamespace(cpu=cpu, parts=[Part(0x10000, code, data=True, writable=False)])
    found = [each.name for each in kept.stricter(cpu, program)]  # type: ignore[arg-type]
    assert ("cortex-m0" in found) is serves


def test_what_may_serve_another_cpu_is_proved_before_it() -> None:
    cpus = catalog.cpus()
    names = ["cortex-m4", "cortex-m3", "thumb", "cortex-m0"]
    thumb, rv32ec, blake2s = (
        catalog.implementations(catalog.functions()[function])
        for function in ("sha256", "sha512", "blake2s")
    )
    pairs = [(each, cpus[name]) for each in thumb if each.name == "thumb" for name in names]
    others = ["rv32imcb", "rv32imc", "rv32ec"]
    pairs += [(each, cpus[name]) for each in rv32ec if each.name == "rv32ec" for name in others]
    pairs += [(each, cpus["rv32imcb"]) for each in blake2s if each.name == "rv32imcb"]
    found = [[pairs[index][1].name for index in wave] for wave in kept.waves(pairs)]
    assert found == [
        ["thumb", "cortex-m0", "rv32ec", "rv32imcb"],
        ["cortex-m3", "rv32imc"],
        ["cortex-m4", "rv32imcb"],
    ]
    assert kept.waves([]) == []


def test_what_is_not_proved_serves_no_other_cpu(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    kept.keep("good", [Obligation("init", PROVED), Obligation("step", PROVED)])
    kept.keep("bad", [Obligation("init", PROVED), Obligation("step", OPEN)])
    assert kept.find_any("none", ["bad"]) is None
    found = kept.find_any("none", ["bad", "good"])
    assert found is not None
    assert [each.verdict for each in found] == [PROVED, PROVED]
