"""What all tests share: which of them run, and what is made once for all of them."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Generator, Hashable

import pytest

import sampling
from mote.building import once
from mote.catalog import catalog
from mote.common.paths import WORK

if sys.dont_write_bytecode:
    # To compile every test again takes a worker five seconds: what may not stand beside the sources
    # is kept where Mote works.  Processes that tests start are as they were asked for.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(WORK / "bytecode")


BUILDS = pytest.StashKey[str]()
BEGUN, ENDED, EXPECTED = (pytest.StashKey[float]() for _ in range(3))
PROCESSOR = "seconds of a processor"
TOOK: dict[str, float] = {}
"""What each test took, in the process that reports."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mote")
    group.addoption("--all", action="store_true", help="every case of the tests that are sampled")
    group.addoption("--quick", action="store_true", help="the tests of a minute alone")
    group.addoption("--slowest", action="store_true", help="name the 30 slowest tests at the end")
    group.addoption("--costs", action="store_true", help="put what each test took into costs.csv")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "sampled(share, by): of the cases one of `share` runs, the next ones with each commit "
        "(sampling.py); by: parameters of which every value runs",
        "quick(by): among the tests of `mote test --quick`; by: one case alone for each value of "
        "these parameters",
        "turns(group, share, *folders): of the tests of a group one of `share` runs, others with "
        "each commit, and those about folders that were changed, as far as their time allows",
        "always: runs with each commit, though it takes long",
        "about(*folders): a long test without a mark of the above is about these, and not about "
        "the package of its folder's name",
        "long: takes a core many seconds, and so begins before others",
    ):
        config.addinivalue_line("markers", line)
    if not hasattr(config, "workerinput"):
        # Who names one test means it.
        named = any("::" in each for each in config.args)
        sampling.find_out(config.getoption("--all") or (named and not config.getoption("--quick")))

        # All workers, and the processes that tests start, share what compilers make of equal files.
        os.environ[once.RUNS] = config.stash[BUILDS] = tempfile.mkdtemp(prefix="mote-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if BUILDS in config.stash:
        shutil.rmtree(config.stash[BUILDS], ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not asked for, and begin with what takes long."""
    if config.getoption("--quick"):
        kept = _quick([item for item in items if item.get_closest_marker("quick")])
    else:
        sampling.COLLECTED[:] = [_case(item) for item in items]
        chosen = sampling.choose(sampling.COLLECTED)
        kept = [item for number, item in enumerate(items) if number in chosen]
    left = {id(item) for item in kept}
    out = [item for item in items if id(item) not in left]
    if out:
        config.hook.pytest_deselected(items=out)
    # No worker is left alone with one at the end, when nothing remains for the others to take.
    items[:] = sorted(kept, key=lambda item: item.get_closest_marker("long") is None)
    config.stash[EXPECTED] = sum(sampling.cost(item.nodeid) for item in items)


def _quick(items: list[pytest.Item]) -> list[pytest.Item]:
    groups: dict[Hashable, list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("quick")
        assert marker is not None
        if marker.kwargs:
            group = tuple(map(str, _values(item, marker.kwargs["by"])))
            groups[item.nodeid.partition("[")[0], group].append(item)
        else:
            groups[item.nodeid].append(item)
    kept = {id(item) for item in sampling.one_of_each(groups, "quick")}
    return [item for item in items if id(item) in kept]


def _case(item: pytest.Item) -> sampling.Case:
    """What its marks say of a test."""
    turns, sampled = item.get_closest_marker("turns"), item.get_closest_marker("sampled")
    turn = sample = None
    if turns is not None:
        turn = sampling.Turn(turns.args[0], turns.args[1], tuple(turns.args[2:]))
    elif item.get_closest_marker("always") is None:
        about = item.get_closest_marker("about")
        share = sampled.args[0] if sampled else None
        turn = sampling.turn_of(item.nodeid, about.args if about else (), share)
    if sampled is not None:
        by, values = sampled.kwargs.get("by"), list(_parameters(item).values())
        group: Hashable = ()
        if by is not None:
            group = tuple(map(str, _values(item, by)))
        elif sampling.cost(item.nodeid) < sampling.COSTLY:
            group = tuple(map(sampling.group_of, values))
        sample = sampling.Sample(sampled.args[0], values, group)
    return sampling.Case(item.nodeid, turn, sample, _subjects(item))


def _subjects(item: pytest.Item) -> frozenset[str]:
    """The CPUs and the kinds of functions that a case is about."""
    functions, cpus = catalog.functions(), catalog.cpus()
    found = set()
    for value in _parameters(item).values():
        known = functions.get(value) if isinstance(value, str) else value
        kind = getattr(getattr(known, "function", known), "kind", None)
        if isinstance(kind, str):
            found.add(f"kind {kind}")
        name = value if isinstance(value, str) else getattr(value, "name", None)
        if isinstance(name, str) and name in cpus:
            found.add(f"CPU {name}")
    return frozenset(found)


def _values(item: pytest.Item, names: tuple[str, ...]) -> list[object]:
    return [_parameters(item)[each] for each in names]


def _parameters(item: pytest.Item) -> dict[str, object]:
    call = getattr(item, "callspec", None)
    return dict(call.params) if call else {}


def _processor() -> float:
    """The seconds that this process and those that it waited for have had of a processor."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say with what ends a test what it took, with its fixtures."""
    report = yield
    if report.when == "setup":
        item.stash[BEGUN] = item.config.stash[ENDED]
    if report.when == "teardown":
        item.config.stash[ENDED] = now = _processor()
        report.user_properties.append((PROCESSOR, now - item.stash[BEGUN]))
    return report


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is collected counts for no test."""
    session.config.stash[ENDED] = _processor()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, seconds in report.user_properties:
        if name == PROCESSOR and report.when == "teardown":
            assert isinstance(seconds, float)
            TOOK[report.nodeid] = seconds


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.getoption("--collect-only"):
        expected = config.stash.get(EXPECTED, 0.0)
        terminalreporter.write_line(f"expected: {expected:.0f} s of a processor")
    if config.getoption("--slowest"):
        terminalreporter.section("slowest 30 tests, seconds of a processor")
        for name in sorted(TOOK, key=TOOK.__getitem__, reverse=True)[:30]:
            terminalreporter.write_line(f"{TOOK[name]:8.2f} {name}")
        terminalreporter.write_line(f"{sum(TOOK.values()):8.2f} all {len(TOOK)}")
    if config.getoption("--costs"):
        sampling.write_costs(TOOK)
