"""What proves, changes, checks and keeps files names no CPU and no machine: their files do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.kinds import names as kind_names
from mote.common.paths import ROOT
from mote.proving import by_kind

PACKAGES = ("catalog", "checking", "keeping", "mutation", "proving")

OF_AN_INSTRUCTION_SET = ("proving/architectures", "proving/references", "mutation/languages.py")
"""Where a module, or an entry of a table, is that of one instruction set or simulator."""


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a module's code, without its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def named(folder: Path, names: set[str]) -> list[str]:
    """Where modules of the packages have one of the names."""
    return [
        f"{path.relative_to(folder)}:{line} names {text!r}"
        for package in PACKAGES
        for path in sorted((folder / package).rglob("*.py"))
        if not str(path.relative_to(folder)).startswith(OF_AN_INSTRUCTION_SET)
        for line, text in literals(path)
        if text in names
    ]


def known() -> set[str]:
    cpus = catalog.cpus()
    return {*cpus, *(cpu.machine for cpu in cpus.values())}


def test_no_module_names_a_cpu_or_a_machine() -> None:
    assert not named(ROOT / "python" / "mote", known())


def test_a_name_is_found(tmp_path: Path) -> None:
    for package in PACKAGES:
        (tmp_path / package).mkdir()
    module = tmp_path / "proving" / "one.py"
    module.write_text(
        '"""avr8"""\n\nHERE = {"simavr": 1}\n\n\ndef f(name):\n    return name == "avr8"\n'
    )
    found = named(tmp_path, known())
    assert found == ["proving/one.py:3 names 'simavr'", "proving/one.py:7 names 'avr8'"]


def test_every_kind_has_its_proof() -> None:
    assert set(by_kind.PROOFS) == {*kind_names(), "kernel"}
