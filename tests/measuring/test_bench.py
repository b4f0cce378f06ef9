"""Rows of pairs that could not be measured."""

from __future__ import annotations

import dataclasses

import pytest

from mote.catalog import catalog
from mote.common.errors import BuildError
from mote.measuring import bench


def test_what_fails_has_no_rows_of_cores_that_were_not_to_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same rows as a pair that succeeds."""

    def refuse(*_: object) -> None:
        raise BuildError("no compiler")

    monkeypatch.setattr(bench.build, "build", refuse)
    cpu = catalog.cpus()["rv32imc"]
    found = {i.name: i for i in catalog.implementations(catalog.functions()["sha256"])}
    job = bench.BenchJob(found["portable"], cpu)
    kept = [timing.name for timing in cpu.timings if not timing.core]
    assert 0 < len(kept) < len(cpu.timings)
    outcome = bench.run(job)
    assert [row.timing for row in outcome.rows] == kept
    assert {row.problem for row in outcome.rows} == {"no compiler"}
    outcome = bench.run(dataclasses.replace(job, hardware=True))
    assert [row.timing for row in outcome.rows] == [timing.name for timing in cpu.timings]
