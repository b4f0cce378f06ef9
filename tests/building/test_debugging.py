"""The bench compiles C with debugging records; its code is that of a user who asks for none."""

from __future__ import annotations

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from mote.building import build
from mote.building.toolchains import gnu
from mote.catalog import catalog

CODE = (".text", ".rodata", ".progmem", ".data")


def code(
    cpu: str, options: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, bytes]:
    """Instructions and constants of JH's fast file, compiled with these options for debugging."""
    jh = catalog.functions()["jh"]
    fast = next(each for each in catalog.implementations(jh) if each.name == "portable_fast")
    monkeypatch.setattr(gnu, "DEBUGGING", options)
    folder.mkdir()
    made = build.build(fast, catalog.cpus()[cpu], folder)
    found = {}
    for place in made.objects:
        with place.open("rb") as stream:
            for section in ELFFile(stream).iter_sections():
                if section.name.startswith(CODE):
                    found[section.name] = section.data()
    assert any(name.startswith(".text") and content for name, content in found.items())
    return found


@pytest.mark.parametrize("cpu", ["armv4-be", "rv32imc"])
def test_records_change_no_code(cpu: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = code(cpu, gnu.DEBUGGING, tmp_path / "ours", monkeypatch)
    assert ours == code(cpu, (), tmp_path / "none", monkeypatch)


@pytest.mark.always
def test_an_option_that_changes_code_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GCC 12 schedules one instruction of JH otherwise where it keeps no records of variables."""
    ours = code("armv4-be", gnu.DEBUGGING, tmp_path / "ours", monkeypatch)
    other = code(
        "armv4-be",
        ("-g", "-fno-var-tracking", "-fno-var-tracking-assignments"),
        tmp_path / "other",
        monkeypatch,
    )
    assert ours != other
