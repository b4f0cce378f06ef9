"""Which bytes of an object a linker keeps for some of its functions."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mote import reach
from mote.types import BuildError

SOURCE = """
static const unsigned char table[200] = {1, 2, 3};
__attribute__((noinline)) static int helper(int i) { return table[i & 127] * i + 1; }
int alone(int i) { return i + 1; }
int both(int i) { return helper(i) + helper(i + 5); }
"""


@pytest.mark.parametrize(
    "compiler", ["gcc", "powerpc64-linux-gnu-gcc", "powerpc64le-linux-gnu-gcc"]
)
def test_what_a_function_needs_is_counted_and_nothing_else(compiler: str, tmp_path: Path) -> None:
    source, made = tmp_path / "two.c", tmp_path / "two.o"
    source.write_text(SOURCE)
    flags = ["-O2", "-fpic", "-ffunction-sections", "-fdata-sections"]
    flags += ["-fno-asynchronous-unwind-tables"]
    subprocess.run([compiler, *flags, "-c", source, "-o", made], check=True)
    alone, both = reach.size(made, ["alone"]), reach.size(made, ["both"])
    assert 0 < alone < 60
    assert 200 < both < 400
    assert reach.size(made, ["alone", "both"]) == alone + both
    with pytest.raises(BuildError, match="does not define neither"):
        reach.size(made, ["neither"])
