"""A new extension: its skeleton, the names that are refused, and the walk of the documentation."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK
from mote.pic24 import isa
from mote.pic24.sets import InstructionSet, extension_names

PAGE = ROOT / "docs" / "extend-the-core.md"
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.S)
COMMANDS = re.compile(r"```sh\n(.*?)```", re.S)
OUTPUT = re.compile(r"```text\n(.*?)```", re.S)


def hasten(folder: Path) -> None:
    """Synthesize cores in a copy without the long optimization: how small they get is not at issue.

    test_ise_area.py has the whole recipe with small designs.
    """
    path = folder / "python" / "mote" / "ise" / "synthesis.py"
    text = path.read_text(encoding="utf-8")
    start = text.index('OPTIMIZE = """') + len('OPTIMIZE = """\\\n')
    short = text[:start] + "strash\n" + text[text.index('"""', start) :]
    short = short.replace("&nf -R 30", "&nf")
    assert "dch -f" in text and "dch -f" not in short
    path.write_text(short, encoding="utf-8")


def checkout(folder: Path) -> Path:
    """A copy of what the core and its tests need."""
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("python", "cores", "cpus"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    hasten(folder)
    (folder / "tests" / "pic24").mkdir(parents=True)
    for path in ("tests/pic24/test_pic24_extensions.py", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / path, folder / path)
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in the copy, with the cache of this checkout."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "python"), "MOTE_WORK": str(WORK)}
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST"):
        environment.pop(name, None)
    if os.environ.get("PYTHONPATH"):
        environment["PYTHONPATH"] += os.pathsep + os.environ["PYTHONPATH"]
    result = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Foo", "'Foo' cannot be an extension's name: small letters"),
        ("9x", "cannot be an extension's name"),
        ("a__b", "cannot be an extension's name"),
        ("../x", "cannot be an extension's name"),
        ("", "cannot be an extension's name"),
        ("x" * 33, "at most 32 in all"),
        ("class", "it is a word of Python"),
        ("jh_swap", "there is an extension 'jh_swap' already"),
        ("mov", "there is an instruction 'mov' already"),
        ("push", "there is an instruction 'push' already"),
        ("s3_mix", "there is an instruction 's3_mix' already"),
        ("extensions", "test_pic24_extensions.py exists already"),
    ],
)
def test_bad_names(name: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = extension_names()
    assert cli.main(["ise", "new", name]) == 1
    out, err = capsys.readouterr()
    assert words in err and len(err.splitlines()) == 1 and out == ""
    assert extension_names() == before


def test_a_change_of_a_description_counts_however_fast_it_comes(tmp_path: Path) -> None:
    """The same length at the same time: what a cache of compiled files would take for no change."""
    path = tmp_path / "some_description.py"
    for value in (1, 2):
        path.write_text(f"VALUE = {value}\n")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        assert value == isa.load_module(path).VALUE
        assert isa.load_module(path) is isa.load_module(path)
        del sys.modules["mote_pic24_some_description"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_description_with_a_mistake_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some_description.py"
    path.write_text("VALUE = 1\nVALUE = = 2\n")
    for _ in range(2):
        with pytest.raises(MoteError, match=r"some_description.py:2: invalid syntax"):
            isa.load_module(path)


def columns(line: str) -> list[str]:
    """The columns of the table that do not depend on the hardware: five."""
    return re.split(r"\s{2,}", line.strip())[:5]


def check_skeleton(folder: Path, written: str) -> None:
    """What `ise new` wrote: its test passes, and fails when the meaning is changed; style."""
    description, test = map(Path, written.split())
    assert description == folder / "cores" / "pic24" / "extensions" / "double.py"
    run(folder, "pytest", "-q", str(test))
    run(folder, "ruff", "check", "--quiet", str(description), str(test))
    run(folder, "ruff", "format", "--check", "--quiet", str(description), str(test))
    text = description.read_text()
    changed = text.replace("reg(i.s) ^ reg(i.t)", "reg(i.s) | reg(i.t)")
    assert changed != text
    description.write_text(changed)
    with pytest.raises(AssertionError, match="FAILED"):
        run(folder, "pytest", "-q", str(test))


@pytest.mark.long
@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_the_walk_of_the_documentation(tmp_path: Path) -> None:
    """Every file and every command of the page, in its order; the table is what it shows.

    What the first command writes works as it is.
    """
    page = PAGE.read_text(encoding="utf-8")
    opcode = int(re.search(r'PATTERN = "([01 ]{9})', page)[1].replace(" ", ""), 2)
    others = InstructionSet(extension_names()).instructions
    assert all((i.mask_value[1] >> 16 ^ opcode) & i.mask_value[0] >> 16 & 0xFF for i in others)
    folder = checkout(tmp_path)
    steps = [(match.start(), "file", match.group(1, 2)) for match in FILE.finditer(page)]
    steps += [(match.start(), "run", match.group(1)) for match in COMMANDS.finditer(page)]
    outputs = {}
    for _, kind, content in sorted(steps):
        if kind == "file":
            name, text = content
            (folder / name).write_text(text, encoding="utf-8")
            if name.startswith("cores/"):
                code = [line for line in text.splitlines() if line.strip()]
                assert len(code) <= 20, "twenty lines, the page says"
            continue
        for line in content.splitlines():
            words = shlex.split(line)
            assert words[0] == "./mote"
            if words[1] == "test":
                # The launcher's environment and the style of the whole checkout are not at issue.
                outputs[line] = run(folder, "pytest", "-q", *words[2:]).stdout
            else:
                extra = ["--output", str(folder / "out")] if "explore" in words else []
                outputs[line] = run(folder, "mote", *words[1:], *extra).stdout
            if words[1:3] == ["ise", "new"]:
                check_skeleton(folder, outputs[line])
    area = next(text for line, text in outputs.items() if "ise area" in line)
    assert re.search(r"^double +\d+ .*[+-]\d+", area, re.M)
    assert "extension_double" in area, "a module of its own"
    table = next(text for line, text in outputs.items() if "ise explore" in line)
    shown = [
        line for line in OUTPUT.search(page)[1].splitlines() if line.strip() and "---" not in line
    ]
    made = [columns(line) for line in table.splitlines()]
    for line in shown:
        assert columns(line) in made, line
    assert (folder / "out" / "explore-double.svg").is_file()
