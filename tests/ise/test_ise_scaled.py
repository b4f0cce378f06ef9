"""Our time beside the paper's, in one technology."""

from __future__ import annotations

import pytest

from mote.ise import scaled, times
from mote.ise.kernels import FUNCTIONS, OWN, PAPER, PLAIN


def row(function: str, implementation: str, cycles: int, period: float) -> dict[str, str]:
    return {
        "function": function,
        "implementation": implementation,
        "cycles": str(cycles),
        "period_ns": str(period),
    }


def test_a_time_is_scaled() -> None:
    """BLAKE-256 takes 9933 cycles of 5 ns in the paper, and 6583 with its instructions."""
    made = [row("blake256", PLAIN, 5000, 10.0), row("blake256", PAPER, 4000, 12.0)]
    plain, paper = scaled.rows([*made, row("blake256", OWN, 1000, 12.0)])
    assert plain.period == pytest.approx(4.9) and plain.published == pytest.approx(49.665)
    assert plain.ratio == pytest.approx(5000 * 10.0 * 0.49 / (9933 * 5))
    assert paper.ratio == pytest.approx(4000 * 12.0 * 0.49 / (6583 * 5))
    (twice,) = scaled.rows([row("blake256", PLAIN, 10000, 10.0)])
    means = scaled.ratios([plain, paper, twice])
    assert means[PLAIN] == pytest.approx(plain.ratio * 2**0.5)
    assert means[PAPER] == pytest.approx(paper.ratio)


def test_the_stored_times_are_below_the_limits() -> None:
    found = scaled.rows(times.read())
    assert len(found) == len(FUNCTIONS) * len(scaled.LIMITS)
    for implementation, mean in scaled.ratios(found).items():
        assert mean <= scaled.LIMITS[implementation], (implementation, mean)
