"""Of the sampled tests every case runs in time, and at once what was changed."""

from __future__ import annotations

import json

import pytest

import sampling
from mote.catalog import catalog
from mote.common.paths import ROOT

EVERY = [
    each for function in catalog.functions().values() for each in catalog.implementations(function)
]


def at(monkeypatch: pytest.MonkeyPatch, commit: str, *changed: str, every: bool = False) -> None:
    known = {"all": every, "commit": commit, "changed": list(changed)}
    monkeypatch.setenv(sampling.SETTING, json.dumps(known))


def test_every_case_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    left = set(range(40))
    for commit in range(60):
        at(monkeypatch, str(commit))
        chosen = sampling.choose(range(40), 5, "test")
        assert len(chosen) == 8 and chosen == sampling.choose(range(40), 5, "test")
        left -= set(chosen)
    assert left == set()
    at(monkeypatch, "1", every=True)
    assert sampling.choose(range(40), 5, "test") == list(range(40))


def test_every_group_is_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, "1")
    chosen = sampling.choose(EVERY, 6, "test")
    assert len(chosen) < len(EVERY) / 3
    assert set(map(sampling.group_of, chosen)) == set(map(sampling.group_of, EVERY))
    by = sampling.choose(range(40), 40, "test", group=lambda number: number % 7)
    assert sorted(number % 7 for number in by) == list(range(7))


def names() -> set[str]:
    """The files of Shabal among those that are chosen."""
    chosen = sampling.choose(EVERY, 99, "test")
    return {each.name for each in chosen if each.function.name == "shabal"}


@pytest.mark.parametrize(
    ("file", "concerned"),
    [
        ("src/shabal/thumb.S", {"thumb"}),
        ("src/shabal/portable_lowram.c", {"portable_lowram"}),
        ("src/shabal/function.toml", {i.name for i in EVERY if i.function.name == "shabal"}),
    ],
)
def test_what_was_changed_runs_at_once(
    file: str, concerned: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (ROOT / file).is_file()
    for commit in range(20):
        at(monkeypatch, str(commit), file)
        assert concerned <= names()
    missing = set()
    for commit in range(20):
        at(monkeypatch, str(commit))
        missing |= concerned - names()
    assert missing


def test_a_function_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(catalog.functions())
    for commit in range(20):
        at(monkeypatch, str(commit), "src/shabal/thumb.S")
        chosen = sampling.choose(names, 99, "test")
        assert "shabal" in chosen
        assert {catalog.functions()[each].kind for each in chosen} == {
            each.kind for each in catalog.functions().values()
        }


def test_long_tests_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a group one of its share, each in time; what was changed and what has no group at once."""

    def turns(case: int) -> tuple[str, int, tuple[str, ...]] | None:
        if case < 2:
            return None
        return ("a", 3, (f"src/{case}", "tests/sampling.py")) if case < 8 else ("b", 2, ())

    left = set(range(13))
    for commit in range(60):
        at(monkeypatch, str(commit))
        chosen = sampling.take_turns(range(13), turns)
        assert chosen[:2] == [0, 1]
        assert sum(2 <= case < 8 for case in chosen) == 2
        assert sum(case >= 8 for case in chosen) == 3
        left -= set(chosen)
    assert left == set()
    for commit in range(10):
        at(monkeypatch, str(commit), "src/5/x/thumb.S")
        assert 5 in sampling.take_turns(range(13), turns)
        at(monkeypatch, str(commit), "tests/sampling.py")
        assert set(range(8)) <= set(sampling.take_turns(range(13), turns))
    at(monkeypatch, "1", "src/55/thumb.S")
    assert len(sampling.take_turns(range(13), turns)) == 7
    at(monkeypatch, "1", every=True)
    assert sampling.take_turns(range(13), turns) == list(range(13))
    with pytest.raises(ValueError, match="other shares"):
        at(monkeypatch, "1")
        sampling.take_turns(range(2), lambda case: ("a", case + 1, ()))
