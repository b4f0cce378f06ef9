"""What all tests share: which of them run, and what is made once for all of them."""

from __future__ import annotations

from collections import defaultdict

import pytest

import sampling


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mote")
    group.addoption("--all", action="store_true", help="every case of the tests that are sampled")
    group.addoption("--quick", action="store_true", help="the tests of a minute alone")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "sampled(share, by): of the cases one of `share` runs, another one with each commit "
        "(sampling.py); by: parameters of which every value runs",
        "quick: among the tests of `mote test --quick`",
    ):
        config.addinivalue_line("markers", line)
    if not hasattr(config, "workerinput"):
        # Who names one test means it.
        named = any("::" in each for each in config.args)
        sampling.find_out(config.getoption("--all") or named)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not asked for."""
    kept = items
    if config.getoption("--quick"):
        kept = [item for item in kept if item.get_closest_marker("quick")]
    kept = _sampled(kept)
    left = {id(item) for item in kept}
    out = [item for item in items if id(item) not in left]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = kept


def _sampled(items: list[pytest.Item]) -> list[pytest.Item]:
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            tests[item.nodeid.partition("[")[0]].append(item)
    left = set()
    for name, cases in tests.items():
        marker = cases[0].get_closest_marker("sampled")
        assert marker is not None
        by = marker.kwargs.get("by", ())
        chosen = sampling.choose(
            cases,
            marker.args[0],
            name,
            lambda item: list(_values(item).values()),
            (lambda item, by=by: tuple(str(_values(item)[each]) for each in by)) if by else None,
        )
        left |= {id(item) for item in cases} - {id(item) for item in chosen}
    return [item for item in items if id(item) not in left]


def _values(item: pytest.Item) -> dict[str, object]:
    call = getattr(item, "callspec", None)
    return dict(call.params) if call else {}
