"""No class and no function is long: one that knows several things is divided by what they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mote.common.paths import ROOT

TOP = ROOT / "python" / "mote"

CLASS_LINES = 400
FUNCTION_LINES = 80
"""The most from `class` or `def` to the last line, with everything inside."""


def faults(top: Path = TOP) -> list[str]:
    """Classes and functions that are too long, with their place and size."""
    found = []
    for path in sorted(top.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                limit = CLASS_LINES
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                limit = FUNCTION_LINES
            else:
                continue
            assert node.end_lineno is not None
            lines = node.end_lineno - node.lineno + 1
            if lines > limit:
                place = f"{path.relative_to(top)}:{node.lineno}"
                found.append(f"{place}: {node.name} has {lines} lines, more than {limit}")
    return found


def test_classes_and_functions_are_short() -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("head", "limit"),
    [
        ("class C:", CLASS_LINES),
        ("def f():", FUNCTION_LINES),
        ("async def f():", FUNCTION_LINES),
        ("@decorated\nclass C:\n    def f(self):", FUNCTION_LINES),
        ("def outer():\n    class C:", FUNCTION_LINES - 1),
    ],
)
def test_a_long_one_is_seen(tmp_path: Path, head: str, limit: int) -> None:
    path = tmp_path / "package" / "module.py"
    path.parent.mkdir()
    inside = " " * (len(head.split("\n")[-1]) - len(head.split("\n")[-1].lstrip()) + 4)
    body = f"{inside}x = 1\n"
    path.write_text(f"{head}\n" + body * (limit - 1), encoding="utf-8")
    assert faults(tmp_path) == []
    path.write_text(f"{head}\n" + body * limit, encoding="utf-8")
    (fault,) = faults(tmp_path)
    assert fault.startswith("package/module.py:")
    assert fault.endswith(f"more than {FUNCTION_LINES if 'def' in head else CLASS_LINES}")
