"""docs/power8.md on the guide: what it says of code that fails as printed, and of clocks."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.common.paths import ROOT

PAGE = (ROOT / "docs" / "power8.md").read_text(encoding="utf-8")
TARGETS = {"powerpc64le-linux-gnu": "qemu-ppc64le", "powerpc64-linux-gnu": "qemu-ppc64"}

PROGRAM = """
#include <altivec.h>
#include <stdint.h>
#undef vector
int main(void) {
    uint32_t vals%s = {0, 1, 2, 3, 4, 5};
    __vector unsigned int vec = vec_xl(%s);
    return !(vec[0] == 1 && vec[1] == 2 && vec[2] == 3 && vec[3] == 4);
}
"""


def compiled(target: str, brackets: str, arguments: str, folder: Path) -> Path | None:
    """The program; None where the compiler does not take it.  Skips without a compiler."""
    for name in (f"{target}-gcc", TARGETS[target]):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")
    source, found = folder / "use.c", folder / "use"
    source.write_text(PROGRAM % (brackets, arguments))
    command = [f"{target}-gcc", "-mcpu=power8", "-O1", "-static", str(source), "-o", str(found)]
    said = subprocess.run(command, capture_output=True, check=False)
    return found if said.returncode == 0 else None


@pytest.mark.parametrize("target", TARGETS)
def test_a_load_with_an_offset(target: str, tmp_path: Path) -> None:
    """Neither without brackets nor with the address first; an offset of 4 bytes gives 1 to 4."""
    assert compiled(target, "", "4, vals", tmp_path) is None
    assert compiled(target, "[]", "vals, 4", tmp_path) is None
    right = compiled(target, "[]", "4, vals", tmp_path)
    assert right is not None
    assert subprocess.run([TARGETS[target], "-cpu", "power8", right], check=False).returncode == 0
    assert "lacks the brackets of an" in PAGE and "`vec_xl(vals, 4)` has its arguments" in PAGE
    assert "An offset of 4 bytes gives `{1, 2, 3, 4}`" in PAGE


@pytest.mark.parametrize("target", TARGETS)
def test_what_gcc_does_not_take(target: str, tmp_path: Path) -> None:
    """`-march=`, and an #ifdef of two conditions."""
    compiler = f"{target}-gcc"
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    source = tmp_path / "use.c"
    source.write_text("#ifdef __xlc__ || defined(__xlC__)\n#endif\nint x;\n")
    strict = [compiler, "-Werror", "-fsyntax-only", str(source)]
    assert subprocess.run(strict, capture_output=True, check=False).returncode != 0
    source.write_text("#if defined(__xlc__) || defined(__xlC__)\n#endif\nint x;\n")
    assert subprocess.run(strict, check=False).returncode == 0
    march = [*strict, "-march=power8"]
    assert subprocess.run(march, capture_output=True, check=False).returncode != 0
    assert "GCC for POWER has no `-march=`" in PAGE and "`#ifdef __xlc__ || defined" in PAGE


def test_what_is_not_defined_or_of_another_type_is_named() -> None:
    assert "`VecShiftRight` is called and nowhere defined" in PAGE
    assert "`VecStore8x16(s, output)`, where `s` is a `uint64x2_p`" in PAGE


def test_the_governor_is_set_for_every_processor(tmp_path: Path) -> None:
    """The page's commands on a tree that looks like the system's."""
    [block] = re.findall(r"```\n([^`]*scaling_governor[^`]*)```", PAGE)
    files = [tmp_path / f"cpu{number}" / "cpufreq" / "scaling_governor" for number in range(3)]
    for each in files:
        each.parent.mkdir(parents=True)
        each.write_text("ondemand\n")
    root = "/sys/devices/system/cpu"
    assert block.count(root) == 2
    script = block.replace(root, str(tmp_path)).replace("sudo ", "")
    said = subprocess.run(["sh", "-ec", script], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["ondemand", "performance"]
    assert [each.read_text() for each in files] == ["performance\n"] * 3
