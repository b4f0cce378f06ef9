"""Which of the cases of a wide and uniform test, and of the tests that take long, run at a commit.

`mote test` runs a part of them, the next part with the next commit (the commits are numbered along
the first parents), so that each has run after a number of commits that is known, MOST at the
utmost; `mote test --all` runs every one.  What was changed in the working tree or in the last
commit runs at once, as far as FOR_CHANGED allows: a commit that changes everything is to take no
longer than its author waits.

costs.csv says what a test takes; `mote test --costs` writes it.
"""

from __future__ import annotations

import csv
import functools
import json
import math
import os
import random
import subprocess
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from mote.catalog import catalog
from mote.catalog.function import Function, Implementation
from mote.common.paths import ROOT

T = TypeVar("T")

SETTING = "MOTE_TESTS_SAMPLE"
"""The environment's variable that tells the workers what the first process found out, so that all
choose the same: {"all": bool, "number": of the commit, "changed": [file]}."""

COSTS = Path(__file__).with_name("costs.csv")

LONG = 0.15
"""A case that takes so many seconds of a processor takes turns, unless it is marked `always`."""

COSTLY = 0.5
"""A sampled test whose cases take so many seconds has one of `share` of all its cases, and not at
least one for each instruction set and kind: those are among the many shorter ones."""

SHARE = 16
"""Of such cases of a folder of tests one of so many runs."""

SHARE_OF_SAMPLED = 6
"""Of the sampled tests whose cases take so long one of so many runs, or fewer (MOST)."""

UNKNOWN = 0.1
"""A case's seconds of a processor where the file says nothing of its test: most are short."""

FOR_CHANGED = 50.0
"""So many seconds of a processor go to the cases that run only because of what was changed."""

BUDGET = 800.0
"""So many seconds of a processor may all that run at a commit take by costs.csv: two cores' eight
minutes, but for what starts before the tests and waits at their end."""

MOST = 100
"""Each case has its turn within so many commits."""


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def find_out(everything: bool) -> None:
    """Ask git once, for this process and those that it starts."""
    number, changed = 0, set()
    if (ROOT / ".git").exists():  # git would answer for a repository around this folder
        if _git("rev-parse", "--is-shallow-repository") == "false":
            number = int(_git("rev-list", "--count", "--first-parent", "HEAD") or 0)
        else:  # where the commits before are missing, any number, but the same for all that look
            number = int(_git("rev-parse", "HEAD")[:8] or "0", 16)
        changed = set(_git("diff", "--name-only", "HEAD~1").splitlines())
        changed |= set(_git("ls-files", "--others", "--exclude-standard").splitlines())
    os.environ[SETTING] = json.dumps(
        {"all": everything, "number": number, "changed": sorted(changed)}
    )


def _setting() -> tuple[bool, int, frozenset[Path]]:
    known = json.loads(os.environ.get(SETTING) or '{"all": true, "number": 0, "changed": []}')
    return known["all"], known["number"], frozenset(ROOT / name for name in known["changed"])


@functools.cache
def costs() -> dict[str, float]:
    """The seconds of a processor that a case of a test takes, by the test's name."""
    if not COSTS.exists():
        return {}
    with COSTS.open(newline="", encoding="utf-8") as file:
        return {row["test"]: float(row["seconds"]) for row in csv.DictReader(file)}


def cost(name: str) -> float:
    """Of a case, by its whole name."""
    return costs().get(name.partition("[")[0], UNKNOWN)


def turn_of(name: str, about: tuple[str, ...], sampled: int | None = None) -> Turn | None:
    """That of a case for which no mark says it: where it is known to take long.

    about: the folders that it is about; the package of its folder's name by default.  sampled: one
    of how many cases of its test runs when that has its turn; None: it is not sampled.
    """
    if costs().get(name.partition("[")[0], 0.0) < LONG:
        return None
    package = name.split("/")[1]
    about = about or (f"python/mote/{package}",)
    if sampled is None:
        return Turn(f"tests/{package}", SHARE, about)
    share = min(SHARE_OF_SAMPLED, MOST // sampled)
    return Turn(f"sampled, one of {share}", share, about) if share > 1 else None


def write_costs(seconds: Mapping[str, float]) -> None:
    """Put what these cases took into the file; tests that did not run keep what they have."""
    cases: dict[str, list[float]] = defaultdict(list)
    for name, each in seconds.items():
        cases[name.partition("[")[0]].append(each)
    new = costs() | {name: sum(each) / len(each) for name, each in cases.items()}
    with COSTS.open("w", newline="", encoding="utf-8") as file:
        print("test,seconds", file=file)
        for name, each in sorted(new.items()):
            if (ROOT / name.partition("::")[0]).exists():
                print(f"{name},{each:.2f}", file=file)
    costs.cache_clear()


def _function(value: object) -> Function | None:
    """The function that a case is about, perhaps by its name."""
    if isinstance(value, str):
        return catalog.functions().get(value)
    return value if isinstance(value, Function) else None


@functools.cache
def _folders(changed: frozenset[Path]) -> tuple[set[Path], set[Path]]:
    """Those of all changed files, and of what lies beside a source and is none itself: a family's
    headers, a function's facts."""
    beside = {path for path in changed if path.suffix not in (".c", ".S", ".s", ".asm")}
    return {path.parent for path in changed}, {path.parent for path in beside}


def _is_changed(value: object, changed: frozenset[Path]) -> bool:
    if isinstance(value, Path):
        return value in changed
    function = _function(value)
    if function is not None:
        return function.folder in _folders(changed)[0]
    if not isinstance(value, Implementation):  # a kernel of a test, with its file
        return getattr(value, "source", None) in changed
    folders = {folder for path in value.sources for folder in (path.parent, path.parent.parent)}
    folders.discard(ROOT / "src")
    return not changed.isdisjoint(value.sources) or not folders.isdisjoint(_folders(changed)[1])


def group_of(value: object) -> Hashable:
    """Of what at least one case is chosen: an instruction set, a kind of function."""
    if isinstance(value, Implementation):
        return value.sources[-1].stem.partition("_")[0], value.function.kind
    if isinstance(value, Path):
        return value.stem.partition("_")[0]
    function = _function(value)
    return function.kind if function else None


def _window(numbers: list[int], share: int, name: str, time: int) -> list[int]:
    """One of `share` of the numbers, in an order of the name's own: the next ones each time, so
    that all had their turn after `share` times."""
    order = random.Random(name).sample(numbers, len(numbers))
    size = -(-len(order) // share)
    return [order[(time * size + each) % len(order)] for each in range(size)]


def one_of_each(groups: Mapping[Hashable, Sequence[T]], name: str) -> list[T]:
    """Of each group a case, other ones with each commit; without a choice all of them."""
    everything, time, _ = _setting()
    if everything:
        return [each for cases in groups.values() for each in cases]
    return [
        cases[_window([*range(len(cases))], len(cases), f"{name} {of}", time)[0]]
        for of, cases in groups.items()
    ]


class Turn(NamedTuple):
    """What a mark `turns` says."""

    group: str
    share: int
    folders: tuple[str, ...]
    """Folders or files, below the checkout, that the test is about."""


class Sample(NamedTuple):
    """What a mark `sampled` says of a case."""

    share: int
    values: Sequence[object]
    """What the case is about."""
    group: Hashable
    """Of which at least one case runs."""


class Case(NamedTuple):
    name: str
    """The test's, and in brackets the case's own."""
    turn: Turn | None = None
    sample: Sample | None = None
    about: frozenset[str] = frozenset()
    """The CPUs and the kinds of functions that it is about."""


COLLECTED: list[Case] = []
"""All of this process, of which some run."""


def _test(case: Case) -> str:
    return case.name.partition("[")[0]


def choose(cases: Sequence[Case]) -> set[int]:
    """The numbers of those that run: whose turn it is, of each CPU and kind of function at least
    one, and what was changed, as far as there is time for it."""
    everything, time, changed = _setting()
    if everything:
        return set(range(len(cases)))
    for case in cases:
        together = (case.turn.share if case.turn else 1) * (case.sample.share if case.sample else 1)
        if together > MOST:
            raise ValueError(f"{case.name} would have its turn in {together} commits, over {MOST}")
    turns = _turns(cases, time)
    groups: dict[tuple[str, Hashable], list[int]] = defaultdict(list)
    chosen = set()
    for number, case in enumerate(cases):
        if number not in turns:
            continue
        if case.sample is None:
            chosen.add(number)
        else:
            groups[_test(case), case.sample.group].append(number)
    for (test, of), numbers in groups.items():
        sample = cases[numbers[0]].sample
        assert sample is not None
        chosen.update(_window(numbers, sample.share, f"{test} {of}", turns[numbers[0]]))
    chosen |= missing(cases, chosen)
    chosen |= _changed(cases, chosen, time, changed)
    return chosen


def total(cases: Sequence[Case], chosen: set[int]) -> float:
    """The seconds of a processor that the chosen ones take together."""
    return sum(cost(cases[number].name) for number in chosen)


class _Unit(NamedTuple):
    """A case, or all that a test samples: what has its turn together."""

    group: str
    share: int
    numbers: list[int]
    cost: float


def missing(cases: Sequence[Case], chosen: set[int]) -> set[int]:
    """The shortest cases about what no chosen one is about: each CPU and kind has its own."""
    seen = {about for number in chosen for about in cases[number].about}
    found = set()
    for number in sorted(range(len(cases)), key=lambda number: cost(cases[number].name)):
        if not cases[number].about <= seen:
            found.add(number)
            seen |= cases[number].about
    return found


def _turns(cases: Sequence[Case], time: int) -> dict[int, int]:
    """The cases whose tests have their turn, and how many turns they had before."""
    found = {}
    units: dict[tuple[str, str], list[int]] = defaultdict(list)
    shares: dict[str, int] = {}
    for number, case in enumerate(cases):
        if case.turn is None:
            found[number] = time
            continue
        units[case.turn.group, _test(case) if case.sample else case.name].append(number)
        if shares.setdefault(case.turn.group, case.turn.share) != case.turn.share:
            raise ValueError(f"tests of the group {case.turn.group!r} have other shares")
    known = []
    for (group, _), numbers in units.items():
        sample = cases[numbers[0]].sample
        needed = sum(cost(cases[number].name) for number in numbers)
        known.append(_Unit(group, shares[group], numbers, needed / (sample.share if sample else 1)))
    for unit, phase in zip(known, _phases(known), strict=True):
        if time % unit.share == phase:
            found |= dict.fromkeys(unit.numbers, time // unit.share)
    return found


def _phases(units: Sequence[_Unit]) -> list[int]:
    """When each of the units runs: at the commits whose number divided by its share leaves this.

    Each group has as many at one commit as at another, or one more, and all groups together take
    about as long at each: the longest is the first to be given its place, where there is least.
    """
    period = math.lcm(*(unit.share for unit in units))
    load = [0.0] * period
    count = Counter(unit.group for unit in units)
    held: dict[str, Counter[int]] = defaultdict(Counter)
    phases = [0] * len(units)
    for number in sorted(range(len(units)), key=lambda n: (-units[n].cost, n)):
        unit = units[number]
        fewest, more = divmod(count[unit.group], unit.share)
        here = held[unit.group]
        if sum(here[phase] > fewest for phase in range(unit.share)) < more:
            fewest += 1
        free = [phase for phase in range(unit.share) if here[phase] < fewest]
        phase = min(free, key=lambda phase: max(load[phase :: unit.share]))
        for place in range(phase, period, unit.share):
            load[place] += unit.cost
        here[phase] += 1
        phases[number] = phase
    return phases


def _changed(
    cases: Sequence[Case], chosen: set[int], time: int, changed: frozenset[Path]
) -> set[int]:
    """Of the other cases those of what was changed: of each test some, until their time is up."""
    tests: dict[str, list[int]] = defaultdict(list)
    for number, case in enumerate(cases):
        if number not in chosen and changed and _concerns(case, changed):
            tests[_test(case)].append(number)
    rounds = []
    for test, numbers in tests.items():
        order = random.Random(f"{time} {test}").sample(numbers, len(numbers))
        rounds += [
            (turn, random.Random(f"{time} {test}").random(), n) for turn, n in enumerate(order)
        ]
    left, found = min(FOR_CHANGED, BUDGET - total(cases, chosen)), set()
    for _, _, number in sorted(rounds):
        needed = cost(cases[number].name)
        if needed <= left:
            left -= needed
            found.add(number)
    return found


def _concerns(case: Case, changed: frozenset[Path]) -> bool:
    if ROOT / case.name.partition("::")[0] in changed:
        return case.turn is not None or case.sample is not None
    if case.turn is not None:
        places = [ROOT / folder for folder in case.turn.folders]
        if any(path == place or place in path.parents for path in changed for place in places):
            return True
    return case.sample is not None and any(
        _is_changed(value, changed) for value in case.sample.values
    )
