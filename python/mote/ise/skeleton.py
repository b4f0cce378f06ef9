"""Begins a new extension: its description and its property test, ready to be changed."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.pic24 import checks
from mote.pic24.isa import FOLDER
from mote.pic24.sets import extension_names, instruction_set

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 32

DESCRIPTION = '''\
"""{title}: one sentence on what the instruction does.

Where it comes from, and which sequence of plain instructions it stands for.
"""

from __future__ import annotations

from mote.pic24.expr import reg
from mote.pic24.isa import Fields, Instruction, Reg, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    """One step for each cycle; its expressions see the state before it."""
    return [Step(regs=(RegWrite(i.d, reg(i.s) ^ reg(i.t)),))]


INSTRUCTIONS = [
    Instruction(
        "{name}",
        "{name}",
        "{prefix} dddd tttt ssss",
        (Reg("s"), Reg("t"), Reg("d")),
        "To Wd the exclusive or of Ws and Wt.",
        meaning,
        extension="{name}",
    )
]
'''

TEST = '''\
"""The custom instruction {name} against plain Python, over random states."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_pic24_extensions import ROUNDS, Bench, unchanged


@pytest.mark.parametrize(("s", "t", "d"), [(0, 1, 2), (3, 3, 3), (14, 2, 0)])
def test_{name}(tmp_path: Path, s: int, t: int, d: int) -> None:
    bench = Bench(tmp_path, "{name}", f"{name} w{{s}}, w{{t}}, w{{d}}")
    for _ in range(ROUNDS):
        before, after, memory, end = bench.run()
        assert after[d] == before[s] ^ before[t]
        assert unchanged(before, after, d) and end == memory
    assert bench.cycles == 1
'''


def check(name: str, root: Path = ROOT) -> None:
    """Raise MoteError, saying what is wrong, unless a new extension can be called `name`."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise MoteError(
            f"{name!r} cannot be an extension's name: small letters, digits and single _, a letter "
            f"first, at most {LONGEST} in all"
        )
    if keyword.iskeyword(name):
        raise MoteError(f"{name!r} cannot be an extension's name: it is a word of Python")
    if name in extension_names():
        raise MoteError(f"there is an extension {name!r} already; choose another name")
    known = instruction_set(extension_names())
    mnemonics = {*known.by_mnemonic, *(alias.mnemonic for alias in known.aliases)}
    if name in {mnemonic.partition(".")[0] for mnemonic in mnemonics}:
        raise MoteError(f"there is an instruction {name!r} already; choose another name")
    for path in files(name, root):
        if path.exists():
            raise MoteError(f"{path} exists already")


def files(name: str, root: Path = ROOT) -> tuple[Path, Path]:
    """Where the description and the test of an extension stand."""
    return (
        root / FOLDER.relative_to(ROOT) / "extensions" / f"{name}.py",
        root / "tests" / "pic24" / f"test_pic24_{name}.py",
    )


def new(name: str, root: Path = ROOT) -> tuple[Path, Path]:
    """Write the skeleton's two files; returns them.  Raises MoteError."""
    check(name, root)
    bits = f"{checks.free_prefix(instruction_set(extension_names()).instructions):012b}"
    prefix = " ".join(bits[n : n + 4] for n in (0, 4, 8))
    contents = (
        DESCRIPTION.format(name=name, title=name.upper(), prefix=prefix),
        TEST.format(name=name),
    )
    paths = files(name, root)
    for path, content in zip(paths, contents, strict=True):
        try:
            path.write_text(content, encoding="utf-8")
        except OSError as error:
            raise MoteError(f"{path}: {error.strerror}") from None
    return paths
