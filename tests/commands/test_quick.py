"""One implementation of each kind of function on each machine is right (`mote test --quick`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mote.catalog import catalog, kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.measuring import bench


def one_of_each() -> Iterator[tuple[Implementation, Cpu]]:
    """The shortest source of each pair of kind and machine, on the first of its CPUs."""
    found: dict[tuple[str, str], tuple[Implementation, Cpu]] = {}
    for function in catalog.functions().values():
        for implementation in catalog.implementations(function):
            for cpu in catalog.cpus().values():
                if not catalog.runs_on(implementation, cpu):
                    continue
                of = function.kind, cpu.machine
                if of not in found or size(implementation) < size(found[of][0]):
                    found[of] = implementation, cpu
    yield from found.values()


def size(implementation: Implementation) -> int:
    return sum(path.stat().st_size for path in implementation.sources)


PAIRS = list(one_of_each())


@pytest.mark.quick
@pytest.mark.parametrize(
    ("implementation", "cpu"),
    PAIRS,
    ids=[f"{each.function.name}-{each.name}-{cpu.name}" for each, cpu in PAIRS],
)
@pytest.mark.sampled(20)
def test_it_is_right(implementation: Implementation, cpu: Cpu) -> None:
    outcome = bench.run(bench.BenchJob(implementation, cpu, measure=False, thinned=64))
    assert outcome.problem == ""
    assert not [check for check in outcome.checks if check.failed]


@pytest.mark.quick
def test_every_kind_and_every_machine_is_among_them() -> None:
    every = {each.kind for each in catalog.functions().values()}
    assert {one.function.kind for one, _ in PAIRS} == every
    assert {cpu.machine for _, cpu in PAIRS} == {cpu.machine for cpu in catalog.cpus().values()}
    assert every == set(kinds.names())
