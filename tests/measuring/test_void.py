"""A program that does what a timing model has no rule for: its cycles are void, nothing else is."""

from __future__ import annotations

import pytest

from mote import timing
from mote.catalog import catalog
from mote.machines import unicorn_timing
from mote.measuring import bench


def without(name: str, rule: str) -> unicorn_timing.Model:
    """A model without one of its rules, and without the others that would cover for it."""
    data = timing.data(name)
    kept = [entry for entry in data["rule"] if entry["name"] != rule]
    assert len(kept) < len(data["rule"])
    return unicorn_timing.Model(name, {**data, "rule": kept})


@pytest.mark.parametrize("full", [False, True])
def test_a_missing_rule_voids_that_timing_alone(
    full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the Cortex-M0, which has two timings that share their rule for loads."""
    loaded = {"cortex_m0": without("cortex_m0", "load"), "cortex_m0plus": None}
    known = unicorn_timing.load
    monkeypatch.setattr(unicorn_timing, "load", lambda name: loaded.get(name) or known(name))
    cpu = catalog.cpus()["cortex-m0"]
    (implementation,) = (
        each
        for each in catalog.implementations(catalog.functions()["crc32"])
        if each.source.name == "portable.c"
    )
    outcome = bench.run(bench.BenchJob(implementation, cpu, full=full))
    assert outcome.problem == ""
    void, counted = outcome.rows
    assert (void.timing, counted.timing) == ("Cortex-M0", "Cortex-M0+")
    assert void.long_cycles_per_byte is None
    assert void.short_cycles is None
    assert void.problem is not None
    assert "cortex_m0 has no rule" in void.problem
    assert "'ldr" in void.problem, "the instruction is named"
    assert counted.long_cycles_per_byte > 0
    assert counted.problem is None
    for name in ("size_bytes", "stack_bytes", "long_instructions_per_byte", "vectors_passed"):
        assert getattr(void, name) == getattr(counted, name) > 0
    assert not full or not [check.name for check in outcome.checks if check.failed]


def test_a_fault_that_is_no_missing_rule_is_still_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a timing's name nothing is tried again."""
    error = timing.UncoveredInstruction("no rule for it")
    tried = []

    def run(*given: object) -> None:
        tried.append(given)
        raise error

    monkeypatch.setattr(bench, "_run", run)
    cpu = catalog.cpus()["cortex-m0"]
    implementation = next(iter(catalog.implementations(catalog.functions()["crc32"])))
    outcome = bench.run(bench.BenchJob(implementation, cpu))
    assert outcome.problem == "no rule for it"
    assert len(tried) == 1
