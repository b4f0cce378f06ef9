"""Packages import one way, in the order in which data go, and no two modules import each other.

An import in a function or for types alone counts as any other.  In a function it stands for a
reason, which a comment above says; a command's module imports in its functions what needs installed
packages (mote.commands).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.common.paths import ROOT

TOP = ROOT / "python"

ORDER = (
    *("common", "native", "pic24", "catalog", "specifications", "building", "running", "timing"),
    *("machines", "calling", "kinds", "checking", "measuring", "keeping", "computing", "fuzzing"),
    *("mutation", "proving", "choosing", "ise", "comparing", "releasing", "showing", "commands"),
    *("cli", "__main__"),
)
"""What stands in mote, from what all use to what uses all: docs/architecture.md."""

Import = tuple[str, int, bool]
"""A module, the line, and whether it is imported in a function or under a condition."""


def modules(top: Path = TOP) -> dict[str, Path]:
    """The files of the package by their modules' names."""
    found = {}
    for path in sorted((top / "mote").rglob("*.py")):
        names = path.relative_to(top).with_suffix("").parts
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


@functools.cache
def statements(text: str) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """The imports of a text, each with whether it stands in a function or under a condition.

    Copies of the package differ in a file or two.
    """
    tree = ast.parse(text)
    outside = set(tree.body)
    return [
        (node, node not in outside)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]


def imports(path: Path, known: dict[str, Path]) -> Iterator[Import]:
    """What a file imports of the package."""
    for node, inside in statements(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            yield from ((each.name, node.lineno, inside) for each in node.names)
        else:
            for each in node.names:
                name = f"{node.module}.{each.name}"
                yield (name if name in known else str(node.module), node.lineno, inside)


def faults(top: Path = TOP) -> list[str]:
    """Imports against the order, circles of modules, and imports in functions without a reason."""
    known = modules(top)
    found = []
    arrows: dict[str, set[str]] = {}
    for module, path in known.items():
        own = [each for each in imports(path, known) if each[0] in known and each[0] != module]
        arrows[module] = {name for name, _, _ in own}
        lines = path.read_text(encoding="utf-8").splitlines()
        room = module.split(".")[1] if "." in module else ""
        for name, line, inside in own:
            other = name.split(".")[1] if "." in name else ""
            if room and other and ORDER.index(other) > ORDER.index(room):
                found.append(f"{module} imports {name}, which is above it")
            if inside and room != "commands" and not _reason(lines, line):
                found.append(f"{module}:{line}: why is {name} imported here?")
    return [*found, *(f"a circle: {' '.join(each)}" for each in circles(arrows))]


def _reason(lines: list[str], line: int) -> bool:
    """Whether a comment stands above an import, or above the others before it."""
    while line > 1 and lines[line - 2].lstrip().startswith(("from ", "import ")):
        line -= 1
    return line > 1 and lines[line - 2].lstrip().startswith("#")


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules of which each is reached from each other one."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for each in arrows[waiting.pop()] - seen:
                seen.add(each)
                waiting.append(each)
        return seen

    reach = {module: reached(module) for module in arrows}
    groups = {
        frozenset(other for other in reach[module] if module in reach[other]) for module in arrows
    }
    return sorted(sorted(group) for group in groups if group)


def test_every_package_has_its_place() -> None:
    rooms = {module.split(".")[1] for module in modules() if "." in module}
    assert rooms == set(ORDER)


def test_packages_import_one_way() -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        (
            "building/build.py",
            "from mote.kinds import hash\n",
            "mote.building.build imports mote.kinds.hash, which is above it",
        ),
        (
            "common/files.py",
            "from mote.common import included\n",
            "a circle: mote.common.files mote.common.included",
        ),
        (
            "common/files.py",
            "def f():\n    from mote.common import svg\n",
            "mote.common.files:{line}: why is mote.common.svg imported here?",
        ),
        (
            "common/files.py",
            "if TYPE_CHECKING:\n    from mote.measuring.row import Row\n",
            "mote.common.files imports mote.measuring.row, which is above it",
        ),
    ],
)
def test_a_wrong_import_is_seen(tmp_path: Path, module: str, line: str, fault: str) -> None:
    known = modules()
    for path in known.values():
        target = tmp_path / path.relative_to(TOP)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        target.write_text(text, encoding="utf-8")
    target = tmp_path / "mote" / "common" / "included.py"
    target.write_text(f"{target.read_text()}\nfrom mote.common import files\n")
    target = tmp_path / "mote" / module
    text = target.read_text(encoding="utf-8")
    target.write_text(f"{text}\n{line}", encoding="utf-8")
    number = len(text.splitlines()) + 1 + line.count("\n")
    assert fault.format(line=number) in faults(tmp_path)
