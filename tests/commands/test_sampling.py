"""Of the tests that are sampled or take turns each case runs in time; at once what was changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sampling
from mote.catalog import catalog
from mote.common.paths import ROOT
from sampling import Case, Sample, Turn

EVERY = [
    each for function in catalog.functions().values() for each in catalog.implementations(function)
]


def at(monkeypatch: pytest.MonkeyPatch, number: int, *changed: str, every: bool = False) -> None:
    known = {"all": every, "number": number, "changed": list(changed)}
    monkeypatch.setenv(sampling.SETTING, json.dumps(known))


def sampled(share: int, *values: object, test: str = "test_x", turn: Turn | None = None) -> Case:
    group = tuple(map(sampling.group_of, values))
    return Case(f"tests/test_x.py::{test}[{values}]", turn, Sample(share, values, group))


def numbered(count: int, share: int, groups: int = 1) -> list[Case]:
    return [
        Case(f"tests/test_x.py::test_x[{n}]", None, Sample(share, (n,), n % groups))
        for n in range(count)
    ]


def chosen(cases: list[Case]) -> list[Case]:
    return [cases[number] for number in sorted(sampling.choose(cases))]


@pytest.mark.parametrize(("count", "share", "size"), [(40, 5, 8), (41, 5, 9), (3, 5, 1), (1, 9, 1)])
@pytest.mark.parametrize("first", [0, 1, 583])
def test_every_case_has_its_turn_within_as_many_commits_as_its_share(
    count: int, share: int, size: int, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = numbered(count, share)
    seen = set()
    for number in range(first, first + share):
        at(monkeypatch, number)
        assert len(sampling.choose(cases)) == size
        assert sampling.choose(cases) == sampling.choose(cases)
        seen |= sampling.choose(cases)
    assert seen == set(range(count))
    at(monkeypatch, 1, every=True)
    assert chosen(cases) == cases


def test_every_group_is_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, 1)
    cases = [sampled(6, each) for each in EVERY]
    groups = Counter(case.sample.group for case in chosen(cases) if case.sample)
    assert groups.total() < len(EVERY) / 3
    assert set(groups) == {(sampling.group_of(each),) for each in EVERY}
    assert Counter(n % 7 for n in sampling.choose(numbered(40, 40, groups=7))) == Counter(range(7))


def test_long_tests_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a group one of its share, each in time, and what has no group always."""
    cases = [Case(f"{n}", None if n < 2 else Turn("ab"[n > 7], 2 + (n < 8), ())) for n in range(13)]
    seen = set()
    for number in range(3):
        at(monkeypatch, number)
        found = sampling.choose(cases)
        assert sum(2 <= n <= 7 for n in found) == 2 and sum(n > 7 for n in found) in (2, 3)
        assert {0, 1} <= found
        seen |= found
    assert seen == set(range(13))
    at(monkeypatch, 1)
    with pytest.raises(ValueError, match="other shares"):
        sampling.choose([Case("x", Turn("a", 1, ())), Case("y", Turn("a", 2, ()))])


@pytest.mark.parametrize("first", [0, 5, 583])
def test_cases_of_a_test_that_takes_turns(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All cases of all tests of a group run within the product of the shares."""
    turn = Turn("group", 3, ())
    cases = [
        sampled(4, case, test=f"test_{test}", turn=turn) for test in range(7) for case in range(9)
    ]
    seen = set()
    for number in range(first, first + 3 * 4):
        at(monkeypatch, number)
        found = sampling.choose(cases)
        assert 2 <= len({case // 9 for case in found}) <= 3 and len(found) in (6, 9)
        seen |= found
    assert seen == set(range(63))


@pytest.mark.parametrize("longest", [1.0, 20.0])
def test_tests_that_take_turns_take_as_long_at_each_commit(
    longest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever their groups and shares are; no commit has a group's alone."""
    takes = {f"{group}{n}": 1.0 + n % 7 for group in "abc" for n in range(40)} | {"a0": longest}
    monkeypatch.setattr(sampling, "costs", lambda: takes)
    cases = [Case(name, Turn(name[0], {"a": 3, "b": 4, "c": 8}[name[0]], ())) for name in takes]
    loads = []
    for number in range(24):
        at(monkeypatch, number)
        names = [case.name for case in chosen(cases)]
        loads.append(sum(map(sampling.cost, names)))
        groups = Counter(name[0] for name in names)
        assert groups["a"] in (13, 14) and groups["b"] == 10 and groups["c"] == 5
    assert max(loads) - min(loads) < 8 and len(loads) == 24


def test_no_share_is_beyond_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, 1)
    sampling.choose([sampled(sampling.MOST // 4, 1, turn=Turn("a", 4, ()))])
    with pytest.raises(ValueError, match=f"in 120 commits, over {sampling.MOST}"):
        sampling.choose([sampled(30, 1, turn=Turn("a", 4, ()))])


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
    cases = [sampled(99, each) for each in EVERY]

    def names() -> set[str]:
        of = [EVERY[number] for number in sampling.choose(cases)]
        return {each.name for each in of if each.function.name == "shabal"}

    for number in range(20):
        at(monkeypatch, number, file)
        assert concerned <= names()
    missing = set()
    for number in range(20):
        at(monkeypatch, number)
        missing |= concerned - names()
    assert missing


def test_a_function_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(catalog.functions())
    for number in range(20):
        at(monkeypatch, number, "src/shabal/thumb.S")
        found = {names[each] for each in sampling.choose([sampled(99, name) for name in names])}
        assert "shabal" in found
        assert {catalog.functions()[each].kind for each in found} == {
            each.kind for each in catalog.functions().values()
        }


def test_folders_of_a_test_that_takes_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [Case(f"{n}", Turn("a", 6, (f"src/{n}", "tests/sampling.py"))) for n in range(6)]
    for number in range(10):
        at(monkeypatch, number, "tests/test_y.py")
        assert (
            len(sampling.choose([Case(f"tests/test_y.py::{c.name}", c.turn) for c in cases])) == 6
        )
        at(monkeypatch, number, "src/5/x/thumb.S")
        assert 5 in sampling.choose(cases)
        at(monkeypatch, number, "tests/sampling.py")
        assert len(sampling.choose(cases)) == 6
        at(monkeypatch, number, "src/55/thumb.S")
        assert len(sampling.choose(cases)) == 1


def test_a_change_of_everything_has_its_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then some cases of each test run, what is short before what is too long, and never more."""
    takes = {"tests/test_x.py::test_a": 5.0, "tests/test_x.py::test_b": 30.0}
    takes |= {"tests/test_x.py::test_c": sampling.FOR_CHANGED + 1}
    monkeypatch.setattr(sampling, "costs", lambda: takes)
    monkeypatch.setattr(sampling, "BUDGET", 1e6)
    every = [str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.*")]
    cases = [sampled(99, each, test=test) for test in ("test_a", "test_b") for each in EVERY]
    cases.append(Case("tests/test_x.py::test_c", Turn("c", 99, ("src",))))
    cases.append(Case("tests/test_x.py::test_d", Turn("c", 99, ("src",))))
    seen: Counter[str] = Counter()
    for number in range(6):
        at(monkeypatch, number)
        before = sampling.choose(cases)
        at(monkeypatch, number, *every)
        more = [cases[each].name for each in sampling.choose(cases) - before]
        assert sampling.choose(cases) >= before
        needed = sum(map(sampling.cost, more))
        assert sampling.FOR_CHANGED - 5 <= needed <= sampling.FOR_CHANGED
        tests = {name.partition("[")[0][-6:] for name in more}
        assert tests >= {"test_a", "test_b"}
        seen.update(more)
    assert len(seen) > 20


def test_a_commits_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one more than that of the commit before, and some number where those are missing."""

    def git(*words: str) -> None:
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def found() -> tuple[int, set[str]]:
        monkeypatch.setenv(sampling.SETTING, "")
        sampling.find_out(False)
        known = json.loads(os.environ[sampling.SETTING])
        return known["number"], set(known["changed"])

    monkeypatch.setattr(sampling, "ROOT", tmp_path)
    assert found() == (0, set())
    git("init", "-b", "main")
    for name in ("a", "b", "c"):
        (tmp_path / name).write_text(name)
        git("add", name)
        git("commit", "-m", name)
        git("checkout", "-b", f"other-{name}")
        git("commit", "--allow-empty", "-m", "other")
        git("checkout", "main")
    assert found() == (3, {"c"})
    git("merge", "--no-ff", "-m", "merge", "other-a", "other-b", "other-c")
    (tmp_path / "d").write_text("d")
    assert found() == (4, {"d"})
    git("clone", "--depth", "1", f"file://{tmp_path}", "copy")
    monkeypatch.setattr(sampling, "ROOT", tmp_path / "copy")
    number, changed = found()
    assert number > 4 and number == found()[0] and changed == set()


def test_whatever_runs_fits_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What runs at any commit takes no longer than it may, by costs.csv; what was changed, too."""
    cases = sampling.COLLECTED
    for number in range(16):
        at(monkeypatch, number)
        needed = sampling.total(cases, sampling.choose(cases))
        assert needed <= sampling.BUDGET - sampling.FOR_CHANGED, (
            f"{needed:.0f} s of a processor: make the slowest cheaper (./mote test --slowest), or "
            "mark them sampled or turns"
        )


def test_every_cpu_and_every_kind_is_among_what_runs(request: pytest.FixtureRequest) -> None:
    """Whichever commit it is: where all tests are looked at."""
    if request.config.args != ["tests"] or request.config.option.keyword:
        pytest.skip("not all tests were asked for")
    functions, cpus = catalog.functions(), catalog.cpus()
    kinds, names = set(), set()
    for item in request.session.items:
        call = getattr(item, "callspec", None)
        for value in call.params.values() if call else ():
            known = functions.get(value) if isinstance(value, str) else value
            kinds.add(getattr(getattr(known, "function", known), "kind", None))
            names.add(value if isinstance(value, str) else getattr(value, "name", None))
    assert set(cpus) <= names
    assert {function.kind for function in functions.values()} <= kinds


def test_what_no_chosen_case_is_about_has_the_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "costs", lambda: {"a": 3.0, "b": 1.0, "c": 2.0, "d": 0.5})
    about = [("a", "x"), ("b", "y"), ("c", "xz"), ("d", "y"), ("e[1]", "")]
    cases = [Case(name, None, None, frozenset(of)) for name, of in about]
    assert sampling.missing(cases, {0}) == {2, 3}
    assert sampling.missing(cases, {0, 1}) == {2}
    assert sampling.missing(cases, {1, 2}) == set()


def test_what_was_changed_has_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what runs anyway takes nearly all of the time."""
    takes = {"tests/test_x.py::test_long": sampling.BUDGET - 100, "tests/test_x.py::test_y": 1.0}
    monkeypatch.setattr(sampling, "costs", lambda: takes)
    cases = [Case("tests/test_x.py::test_long")]
    cases += [sampled(99, each, test="test_y") for each in EVERY]
    at(monkeypatch, 0)
    before = sampling.choose(cases)
    at(monkeypatch, 0, *(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.*")))
    found = sampling.choose(cases)
    assert found > before and sampling.total(cases, found) <= sampling.BUDGET


def test_what_is_known_to_take_long_has_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sampled test, too, as far as its cases still run in time."""
    here = "tests/machines/test_x.py"
    monkeypatch.setattr(sampling, "costs", lambda: {f"{here}::long": 1.0, f"{here}::short": 0.1})
    assert sampling.turn_of(f"{here}::short[1]", ()) is None
    assert sampling.turn_of(f"{here}::short[1]", (), 5) is None
    machines = ("python/mote/machines",)
    assert sampling.turn_of(f"{here}::long", ()) == ("tests/machines", sampling.SHARE, machines)
    for sampled, share in ((5, 6), (33, 3), (50, 2)):
        turn = sampling.turn_of(f"{here}::long[1]", ("src",), sampled)
        assert turn == (f"sampled, one of {share}", share, ("src",))
    assert sampling.turn_of(f"{here}::long[1]", (), 51) is None


def test_costs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean of a test's cases; what did not run keeps its own, and what is gone leaves."""
    monkeypatch.setattr(sampling, "COSTS", tmp_path / "costs.csv")
    sampling.costs.cache_clear()
    here = "tests/commands/test_sampling.py"
    sampling.write_costs({f"{here}::a[1]": 1.0, f"{here}::a[2]": 2.0, "tests/gone.py::x": 9.0})
    sampling.write_costs({f"{here}::b": 0.25})
    assert sampling.COSTS.read_text() == f"test,seconds\n{here}::a,1.50\n{here}::b,0.25\n"
    assert sampling.cost(f"{here}::a[x::[y]]") == 1.5
    assert sampling.cost(f"{here}::c") == sampling.UNKNOWN
    sampling.costs.cache_clear()


def test_the_slowest_are_named(tmp_path: Path) -> None:
    """With what their processes took; not what they waited for."""
    (tmp_path / "test_it.py").write_text(
        "import subprocess, sys, time\n"
        "def test_work():\n"
        "    end = 'import time\\nwhile time.process_time() < 0.8: pass'\n"
        "    subprocess.run([sys.executable, '-c', end], check=True)\n"
        "def test_wait():\n"
        "    time.sleep(0.5)\n"
    )
    command = [sys.executable, "-m", "pytest", "--slowest", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), "-p", "conftest", "-n", "1"]
    path = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "python")])
    said = subprocess.run(
        [*command, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    lines = said[said.index("slowest 30 tests") :].splitlines()
    took = {line.split()[1].partition("::")[2]: float(line.split()[0]) for line in lines[1:3]}
    assert list(took) == ["test_work", "test_wait"], said
    assert took["test_work"] >= 0.6 and took["test_wait"] < 0.4
