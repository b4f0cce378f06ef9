"""What all tests share: which of them run, and what is made once for all of them."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Hashable

import pytest

import sampling
from mote.building import once
from mote.common.paths import WORK

if sys.dont_write_bytecode:
    # To compile every test again takes a worker five seconds: what may not stand beside the sources
    # is kept where Mote works.  Processes that tests start are as they were asked for.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(WORK / "bytecode")


BUILDS = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mote")
    group.addoption("--all", action="store_true", help="every case of the tests that are sampled")
    group.addoption("--quick", action="store_true", help="the tests of a minute alone")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "sampled(share, by): of the cases one of `share` runs, another one with each commit "
        "(sampling.py); by: parameters of which every value runs",
        "quick(by): among the tests of `mote test --quick`; by: one case alone for each value of "
        "these parameters",
        "turns(group, share, *folders): of the tests of a group one of `share` runs, others with "
        "each commit, and those about folders that were changed",
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
        quick = [item for item in items if item.get_closest_marker("quick")]
        kept = _chosen(quick, "quick", lambda marker, cases: len(cases))
    else:
        kept = _chosen(items, "sampled", lambda marker, cases: marker.args[0])
        kept = sampling.take_turns(kept, _turns)
    left = {id(item) for item in kept}
    out = [item for item in items if id(item) not in left]
    if out:
        config.hook.pytest_deselected(items=out)
    # No worker is left alone with one at the end, when nothing remains for the others to take.
    items[:] = sorted(kept, key=lambda item: item.get_closest_marker("long") is None)


def _chosen(
    items: list[pytest.Item], mark: str, share: Callable[[pytest.Mark, list[pytest.Item]], int]
) -> list[pytest.Item]:
    """Of the tests with this mark one of so many cases, of others all."""
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker(mark)
        if marker is not None and (marker.args or marker.kwargs):
            tests[item.nodeid.partition("[")[0]].append(item)
    left = set()
    for name, cases in tests.items():
        marker = cases[0].get_closest_marker(mark)
        assert marker is not None
        by = marker.kwargs.get("by")
        chosen = sampling.choose(
            cases, share(marker, cases), name, _values, None if by is None else _group(by)
        )
        left |= {id(item) for item in cases} - {id(item) for item in chosen}
    return [item for item in items if id(item) not in left]


def _turns(item: pytest.Item) -> tuple[str, int, tuple[str, ...]] | None:
    """What its mark says."""
    marker = item.get_closest_marker("turns")
    return None if marker is None else (marker.args[0], marker.args[1], tuple(marker.args[2:]))


def _group(by: tuple[str, ...]) -> Callable[[pytest.Item], Hashable]:
    return lambda item: tuple(str(_parameters(item)[each]) for each in by)


def _values(item: pytest.Item) -> list[object]:
    return list(_parameters(item).values())


def _parameters(item: pytest.Item) -> dict[str, object]:
    call = getattr(item, "callspec", None)
    return dict(call.params) if call else {}
