"""BLAKE3 of one message on several threads (mote/blake3_parallel.h)."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aes_library import FLAGS
from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.common.paths import ROOT

pytestmark = [
    pytest.mark.about("src/blake"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler"),
]

SOURCE = ROOT / "src" / "blake" / "blake3_parallel" / "library.c"
IMPLEMENTATIONS = ["portable", "portable_fast"]
if "avx2" in FLAGS:
    IMPLEMENTATIONS.append("amd64_avx2")
if {"avx512f", "avx512bw", "avx512vl"} <= FLAGS:
    IMPLEMENTATIONS.append("amd64_avx512")


def program(folder: Path, implementation: str, *options: str, source: Path = SOURCE) -> Path:
    path = folder / "blake3_parallel"
    files = [ROOT / "tests" / "library" / "blake3_parallel.c", source]
    files.append(ROOT / "src" / "blake" / "blake3" / f"{implementation}.c")
    command = [str(COMPILER), "-O2", "-Wall", "-Wextra", "-Werror", *INCLUDE_FLAGS, *options]
    subprocess.run([*command, *map(str, files), "-o", str(path), "-lpthread"], check=True)
    return path


def run(path: Path, messages: int) -> subprocess.CompletedProcess[str]:
    command = [str(path), str(messages)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_the_digest_is_that_of_one_thread(implementation: str, tmp_path: Path) -> None:
    """With key and without, cut anywhere, by threads and by one, whatever BLAKE3 lets wait."""
    done = run(program(tmp_path, implementation), 120)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout) > 100


@pytest.mark.sampled(4, by=("implementation",))
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_threads_share_nothing(implementation: str, tmp_path: Path) -> None:
    """By ThreadSanitizer."""
    path = program(tmp_path, implementation, "-fsanitize=thread", "-g")
    done = run(path, 12)
    if "unexpected memory mapping" in done.stderr:
        pytest.skip("ThreadSanitizer does not run on this kernel")
    assert (done.returncode, done.stderr) == (0, "")


WRONG = [
    ("    cc->ptr = 0;\n", ""),
    ("number * all->bytes, all->bytes", "number * all->bytes, all->bytes - 1"),
    ("        all.cc[i].t[0] = low;\n", ""),
    ("    cc->depth += part->depth;\n", ""),
]


@pytest.mark.sampled(2, by=())
@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_what_is_wrong_is_seen(right: str, wrong: str, tmp_path: Path) -> None:
    text = SOURCE.read_text(encoding="ascii")
    assert text.count(right) == 1
    source = tmp_path / "library.c"
    source.write_text(text.replace(right, wrong), encoding="ascii")
    assert run(program(tmp_path, "portable_fast", source=source), 40).returncode != 0


@pytest.mark.always
def test_what_threads_share_is_seen(tmp_path: Path) -> None:
    """Each job writes into the first one's context what is there, as ThreadSanitizer must say."""
    text = SOURCE.read_text(encoding="ascii")
    right = "number * all->bytes, all->bytes);\n"
    assert text.count(right) == 1
    source = tmp_path / "library.c"
    wrong = right + "    all->cc[0].flags = all->cc[number].flags;\n"
    source.write_text(text.replace(right, wrong), encoding="ascii")
    built = program(tmp_path, "portable_fast", "-fsanitize=thread", source=source)
    # One thread may have done all before another one begins, which then is behind the first.
    for _ in range(8):
        done = run(built, 12)
        if "unexpected memory mapping" in done.stderr:
            pytest.skip("ThreadSanitizer does not run on this kernel")
        if "data race" in done.stderr:
            return
    pytest.fail(done.stdout + done.stderr)


def test_the_lines_of_the_header_with_openmp(tmp_path: Path) -> None:
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("no gcc")
    text = (ROOT / "include" / "mote" / "blake3_parallel.h").read_text(encoding="ascii")
    comment = text[: text.index("*/")]
    shown = re.findall(r"^ \*     (.*)$", comment, re.M)
    split = shown.index("}") + 1
    calls = "\n".join(line.split("      in place")[0] for line in shown[split:])
    (tmp_path / "example.c").write_text(
        '#include "mote/blake3_parallel.h"\n#include <string.h>\n'
        + "\n".join(shown[:split])
        + "\nstatic unsigned char data[3000000];\nint main(void) {\n"
        "unsigned char digest[32], expected[32];\nmote_blake3_context cc;\n"
        "size_t len = sizeof data;\n"
        + calls
        + "\nmote_blake3_init(&cc, 256);\nmote_blake3(&cc, data, len);\n"
        "mote_blake3_close(&cc, 0, 0, expected);\n"
        "return memcmp(digest, expected, 32) != 0;\n}\n"
    )
    files = [tmp_path / "example.c", SOURCE]
    files.append(ROOT / "src" / "blake" / "blake3" / "portable_fast.c")
    flags = ["-O2", "-fopenmp", "-Wall", "-Wextra", "-Werror", *INCLUDE_FLAGS]
    path = tmp_path / "example"
    subprocess.run([gcc, *flags, *map(str, files), "-o", str(path)], check=True)
    assert run(path, 0).returncode == 0
