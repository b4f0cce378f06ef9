"""What a test puts in place of a module's own is there: many of these tests run now and then."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator

from mote.common.paths import ROOT


def imported(tree: ast.Module) -> dict[str, str]:
    """What a test calls what it has of the package, anywhere in its file."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mote":
            for each in node.names:
                found[each.asname or each.name] = f"{node.module}.{each.name}"
    return found


def patched(text: str) -> Iterator[tuple[str, str]]:
    """Modules, and the names in them in whose place a test's text puts something."""
    tree = ast.parse(text)
    modules = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            match node.func.attr, node.args:
                case "setattr", [ast.Name(id=name), ast.Constant(value=str(of)), _]:
                    if name in modules:
                        yield modules[name], of


def lacks(module: str, name: str) -> bool:
    """Whether a module has no such name.  Classes, which an import may give, are not looked at."""
    try:
        return not hasattr(importlib.import_module(module), name)
    except ModuleNotFoundError:
        return False


def test_what_is_patched_is_there() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {module}.{name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for module, name in patched(path.read_text(encoding="utf-8"))
        if lacks(module, name)
    ]
    assert found == []


def test_one_that_is_not_is_found() -> None:
    text = 'from mote.common import paths\ndef f(m):\n    m.setattr(paths, "RUTE", 1)\n'
    assert [lacks(*each) for each in patched(text)] == [True]
    assert [lacks(*each) for each in patched(text.replace("RUTE", "ROOT"))] == [False]
