"""Which bytes of an object a linker keeps for some of its functions."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from mote.building import build, reach
from mote.catalog import catalog
from mote.common.errors import BuildError
from mote.common.paths import INCLUDES, ROOT

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


def test_threefish_for_avr_one_way_alone(tmp_path: Path) -> None:
    """The sizes that the head of the file states."""
    source = ROOT / "src" / "skein" / "threefish256" / "avr8_fast.S"
    cpu = catalog.cpus()["avr8"]
    made = tmp_path / "threefish256.o"
    build.toolchain_of(cpu).compile(cpu, source, made, INCLUDES)
    stated = re.search(
        r"encryption alone is ([\d,]+) bytes, decryption alone ([\d,]+)", source.read_text()
    )
    assert stated is not None
    init, *ways = (f"mote_threefish256_{name}" for name in ("init", "encrypt", "decrypt"))
    alone = [reach.size(made, [init, way]) for way in ways]
    assert [f"{size:,}" for size in alone] == list(stated.groups())
    assert max(alone) < reach.size(made, [init, *ways]) < sum(alone) - 900
