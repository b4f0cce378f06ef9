"""Runs that stand for several numbers of bytes, and proofs that serve another CPU."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from mote.catalog import catalog
from mote.proving import kept
from mote.proving.execution import Execution
from mote.proving.outcome import OPEN, PROVED, Obligation
from mote.proving.passage import Passage
from mote.proving.terms import Terms
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


def test_a_proof_serves_a_cpu_that_refuses_less() -> None:
    cpus = catalog.cpus()
    of = {name: [each.name for each in kept.stricter(cpu)] for name, cpu in cpus.items()}
    assert of["cortex-m4"] == ["cortex-m3"]
    assert of["rv32imcb"] == ["rv32imc"]
    assert not any(of[name] for name in ("cortex-m0", "cortex-m3", "rv32imc", "rv32ec", "thumb"))


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
