"""The symbol table of an ELF file, beside pyelftools' own way to read it."""

from __future__ import annotations

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from mote.building import build
from mote.building.elf import symbols
from mote.catalog import catalog
from mote.common.errors import MissingTool

CPUS = (
    *("thumb", "thumb-be", "avr8", "amd64", "mips32-be", "powerpc", "power8-le", "rv32imc"),
    *("rv64gc", "aarch64"),
)


@pytest.mark.parametrize("cpu", CPUS)
def test_symbols_are_those_of_pyelftools(cpu: str, tmp_path: Path) -> None:
    shabal = catalog.implementations(catalog.functions()["shabal"])
    implementation = next(each for each in shabal if each.name == "portable")
    try:
        built = build.build(implementation, catalog.cpus()[cpu], tmp_path)
        image = build.link(implementation, catalog.cpus()[cpu], built)
    except MissingTool as lacking:
        pytest.skip(str(lacking))
    for path in (*built.objects, image.path):
        with path.open("rb") as stream:
            elf = ELFFile(stream)
            found = symbols(elf)
            theirs = list(elf.get_section_by_name(".symtab").iter_symbols())
            assert len(found) == len(theirs) > 4
            for ours, other in zip(found, theirs, strict=True):
                assert ours.name == other.name
                for field in ("st_value", "st_size", "st_shndx"):
                    assert ours[field] == other[field]
                for field in ("type", "bind"):
                    assert ours["st_info"][field] == other["st_info"][field]
                for field in ("local", "visibility"):
                    assert ours["st_other"][field] == other["st_other"][field]


def test_a_file_without_a_table_has_none(tmp_path: Path) -> None:
    header = b"\x7fELF\x01\x01\x01" + bytes(9) + bytes([1, 0, 40, 0, 1, 0, 0, 0]) + bytes(16)
    (tmp_path / "empty.o").write_bytes(header + bytes([52, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0]))
    with (tmp_path / "empty.o").open("rb") as stream:
        assert symbols(ELFFile(stream)) == []
