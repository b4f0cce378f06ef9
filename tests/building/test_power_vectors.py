"""mote/power_vectors.h: loads and stores at every place, refused ones, memory; both byte orders."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS

SOURCE = Path(__file__).parent / "power_vectors.c"
TARGETS = {"powerpc64le-linux-gnu": "qemu-ppc64le", "powerpc64-linux-gnu": "qemu-ppc64"}
STRICT = ("-Wall", "-Wextra", "-Wcast-qual", "-Werror")


def program(target: str, processor: str, folder: Path, *options: str, clang: bool = False) -> Path:
    """The test program; skips without a compiler or QEMU."""
    for name in (f"{target}-gcc", TARGETS[target], *(["clang"] if clang else [])):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")
    code, found = folder / "program.o", folder / "program"
    # Clang has the headers of GCC's target from this.
    system = ["-isystem", f"/usr/{target}/include"] if clang else []
    command = ["clang", f"--target={target}", *system] if clang else [f"{target}-gcc"]
    command += ["-std=c99", f"-mcpu={processor}", "-O2", *STRICT, *options, *INCLUDE_FLAGS]
    subprocess.run([*command, "-c", str(SOURCE), "-o", str(code)], check=True)
    subprocess.run([f"{target}-gcc", "-static", str(code), "-o", str(found)], check=True)
    return found


def run(target: str, processor: str, path: Path, *arguments: str) -> tuple[int, str]:
    said = subprocess.run(
        [TARGETS[target], "-cpu", processor, str(path), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return said.returncode, said.stdout + said.stderr


@pytest.mark.parametrize("clang", [False, True], ids=["gcc", "clang"])
@pytest.mark.parametrize("processor", ["power8", "power9"])
@pytest.mark.parametrize("target", TARGETS)
def test_every_place(target: str, processor: str, clang: bool, tmp_path: Path) -> None:
    path = program(target, processor, tmp_path, clang=clang)
    assert run(target, processor, path) == (0, "0 wrong\n")
    # An address that lvx or stvx would round down is refused, if one asks for that.
    for arguments, name in (
        (("load",), "mote_vector_load"),
        (("no", "store"), "mote_vector_store"),
    ):
        status, text = run(target, processor, path, *arguments)
        assert status != 0 and re.search(rf"{name}\b.*: Assertion", text)
    path = program(target, processor, tmp_path, "-DNDEBUG", clang=clang)
    assert run(target, processor, path, "load") == (0, "0 wrong\n")


@pytest.mark.parametrize("target", TARGETS)
def test_instructions(target: str, tmp_path: Path) -> None:
    """Aligned ones are AltiVec's, and others are VSX's, which take any address."""
    source = tmp_path / "use.c"
    source.write_text(
        '#include "mote/power_vectors.h"\n'
        "mote_vector a(const void *p) { return mote_vector_load(p, 16); }\n"
        "void b(mote_vector x, void *p) { mote_vector_store(x, p, 16); }\n"
        "mote_vector c(const void *p) { return mote_vector_load_any(p, 3); }\n"
        "void d(mote_vector x, void *p) { mote_vector_store_any(x, p, 3); }\n"
    )
    program(target, "power8", tmp_path)
    command = [f"{target}-gcc", "-mcpu=power8", "-O2", "-DNDEBUG", *INCLUDE_FLAGS, "-S"]
    code = subprocess.run(
        [*command, str(source), "-o", "-"], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"lvx", "stvx"} < set(code)
    assert any(each.startswith("lxv") for each in code)
    assert any(each.startswith("stxv") for each in code)


@pytest.mark.parametrize(
    "compiler", ["gcc -std=c99", "gcc -std=c11", "g++ -x c++", "clang -std=c99"]
)
def test_memory_on_any_processor(compiler: str, tmp_path: Path) -> None:
    """And in C++: the header has no vectors there."""
    if shutil.which(compiler.split()[0]) is None:
        pytest.skip(f"no {compiler}")
    source = tmp_path / "use.c"
    source.write_text(
        '#include "mote/power_vectors.h"\n'
        "int main(void) {\n"
        "    void *memory = mote_vector_alloc(100);\n"
        "    int wrong = memory == NULL || !mote_vector_is_aligned(memory, 32);\n"
        "    mote_vector_free(memory);\n"
        "    return wrong;\n"
        "}\n"
    )
    command = [*compiler.split(), *STRICT, "-pedantic", *INCLUDE_FLAGS, str(source)]
    subprocess.run([*command, "-o", str(tmp_path / "use")], check=True)
    assert subprocess.run([tmp_path / "use"], check=False).returncode == 0
