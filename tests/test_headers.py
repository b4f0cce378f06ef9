"""The example in every header compiles as it stands there and gives the right digest."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS
from mote import catalog
from mote.types import Function
from test_vectors import SOURCES

ROOT = Path(__file__).resolve().parent.parent
COMPILER = shutil.which("gcc") or shutil.which("clang")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")


def example(function: Function) -> list[str]:
    """The lines of C in the comment at the head of the function's header."""
    text = catalog.header(function).read_text(encoding="ascii")
    comment = text[: text.index("*/")]
    indented = re.findall(r"^ \* {5}(\S.*)$", comment, re.MULTILINE)
    # What explains a line stands two spaces or more after its end.
    return [re.sub(r"([;{}])\s\s+.*", r"\1", line) for line in indented]


def build(function: Function, lines: list[str], folder: Path) -> Path:
    """A program that runs the lines and prints `digest`."""
    program = "\n    ".join(lines)
    (folder / "example.c").write_text(
        f'#include "mote/{function.name}.h"\n#include <stdio.h>\n'
        f"int main(void) {{\n    unsigned i;\n    {program}\n"
        "    for (i = 0; i < sizeof digest; i++)\n"
        '        printf("%02x", digest[i]);\n    return 0;\n}\n',
        encoding="ascii",
    )
    assert COMPILER is not None
    command = [COMPILER, "-std=c90", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    command += [*INCLUDE_FLAGS, str(folder / "example.c")]
    command += [str(function.folder / "portable.c"), "-o", str(folder / "example")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stderr == "", result.stderr
    assert result.returncode == 0
    return folder / "example"


def digest_of(program: Path) -> str:
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def message_of(lines: list[str]) -> bytes:
    """What the lines hash: the texts that they give to the update function, in order."""
    return "".join(re.findall(r'"(\w*)", \d+\)', "\n".join(lines))).encode("ascii")


@pytest.mark.parametrize("name", SOURCES)
def test_the_example_of_the_header(name: str, tmp_path: Path) -> None:
    function = catalog.functions()[name]
    lines = example(function)
    assert 3 <= len(lines) <= 8, "about five lines"
    digest = digest_of(build(function, lines, tmp_path))
    message = message_of(lines)
    assert message != b""
    right = SOURCES[name].digest(message, len(digest) * 4, 8 * len(message))
    assert digest == right.hex()


def test_a_wrong_example_would_be_seen(tmp_path: Path) -> None:
    function = catalog.functions()["sha256"]
    lines = [line.replace("mote_sha256_init", "mote_sha256_start") for line in example(function)]
    with pytest.raises(AssertionError, match="mote_sha256_start"):
        build(function, lines, tmp_path)
    lines = [line.replace('"abc", 3', '"abc", 2') for line in example(function)]
    digest = digest_of(build(function, lines, tmp_path))
    assert digest != SOURCES["sha256"].digest(b"abc", 256, 24).hex()


@pytest.mark.parametrize("name", catalog.functions())
def test_the_header_tells_status_and_specification(name: str) -> None:
    function = catalog.functions()[name]
    text = catalog.header(function).read_text(encoding="ascii")
    comment = text[: text.index("*/")]
    assert re.search(r"^ \* Status: \w+", comment, re.MULTILINE)
    assert re.search(r"^ \* Specification: \S+", comment, re.MULTILINE)
    assert function.status
    assert function.specification
