"""Moves of 16 and 32 bits on an 8051: the instruction, and files that are rewritten for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.building import build, package
from mote.building.image import Region
from mote.building.toolchains import sdas_blocks, sdcc
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import Breach, MoteError
from mote.machines import open_machine
from mote.machines.call import Argument, CallResult
from mote.machines.ucsim import Ucsim, read_intel_hex
from mote.measuring import extended

needs_sdcc = pytest.mark.skipif(shutil.which("s51") is None, reason="not installed: sdcc, s51")
pytestmark = needs_sdcc


def named(function: str, name: str) -> Implementation:
    of = catalog.functions()[function]
    return next(each for each in catalog.implementations(of) if each.name == name)


@pytest.fixture
def machine() -> Iterator[Ucsim]:
    opened = open_machine(catalog.cpus()["mcs51-ext"])
    assert isinstance(opened, Ucsim)
    yield opened
    opened.close()


def called(machine: Ucsim, folder: Path, body: str) -> CallResult:
    """Run a body with dptr at 0x4400, where eight bytes lie; it may write eight at 0x4500."""
    source = folder / "f.asm"
    source.write_text(
        "\t.module f\n\t.globl _mote_f\n\t.area CSEG (CODE)\n_mote_f:\n" + body + "\tret\n"
    )
    compiled = sdcc.compile(machine.cpu, source, folder / "f.rel", ())
    machine.load(sdcc.link(machine.cpu, [compiled.path], "mote_f", folder))
    machine.write(0x4400, bytes(range(50, 58)))
    machine.write(0x4500, bytes(8))
    regions = (Region("from", 0x4400, 8, False), Region("to", 0x4500, 8, True))
    return machine.call("mote_f", (Argument("pointer", 0x4400),), regions, budget=1000)


COPIED = """\
	.db	0xA5, 0x42, 2		; r2 to r5 from dptr
	.db	0xA5, 0x02, 6		; r6, r7
	mov	dptr,#0x4500
	.db	0xA5, 0xC2, 2
	push	p2
	mov	p2,#0x45
	mov	r0,#6
	mov	r1,#0
	.db	0xA5, 0x80, 6		; to r0 in the page
	.db	0xA5, 0x01, 4		; r4, r5 from r1
	mov	a,r0
	add	a,r1
	mov	r7,a
	pop	p2
"""


def test_the_instruction_moves_and_its_pointer_goes_on(machine: Ucsim, tmp_path: Path) -> None:
    result = called(machine, tmp_path, COPIED)
    assert machine.read(0x4500, 8) == bytes([50, 51, 52, 53, 0, 0, 54, 55])
    core = machine._core
    assert list(core.iram[2:6]) == [50, 51, 50, 51]
    assert core.iram[7] == 8 + 2
    assert core.sfr[0x82] | core.sfr[0x83] << 8 == 0x4504
    # Five moves of two cycles each, and the others as the manual has them.
    assert result.cycles == {"8051 with block moves": 5 * 2 + 2 + 2 + 2 + 1 + 1 + 1 + 1 + 1 + 2 + 2}
    # uCsim does not have it.
    assert machine.confirmed_calls == 0


def test_calls_without_the_instruction_are_confirmed(machine: Ucsim, tmp_path: Path) -> None:
    called(machine, tmp_path, "\tmovx\ta,@dptr\n")
    assert machine.confirmed_calls == 1


@pytest.mark.parametrize(
    ("bytes_", "kind"),
    [
        ("0x03, 2", "instruction"),
        ("0x04, 2", "instruction"),
        ("0x42, 0x7D", "instruction"),
        ("0x82, 2", "write"),
        ("0x42, 0x20", "stack"),
    ],
)
def test_a_wrong_move_is_a_breach(bytes_: str, kind: str, machine: Ucsim, tmp_path: Path) -> None:
    """Modes and places that there are not, data that may only be read, another's internal RAM."""
    with pytest.raises(Breach) as caught:
        called(machine, tmp_path, f"\t.db\t0xA5, {bytes_}\n")
    assert caught.value.kind == kind


def test_the_plain_8051_does_not_have_it(tmp_path: Path) -> None:
    plain = open_machine(catalog.cpus()["mcs51"])
    assert isinstance(plain, Ucsim)
    try:
        with pytest.raises(Breach, match="no such instruction"):
            called(plain, tmp_path, COPIED)
    finally:
        plain.close()


def image_of(implementation: Implementation, folder: Path) -> list[tuple[int, bytes]]:
    cpu = catalog.cpus()["mcs51"]
    objects = build.build(implementation, cpu, folder, packed=False)
    return read_intel_hex(build.link(implementation, cpu, objects).path.read_text())


@pytest.mark.parametrize(
    ("function", "name"),
    [("shabal", "mcs51_fast"), ("groestl512", "mcs51_fast"), ("bmw256", "mcs51_lowram")],
)
def test_a_listing_is_rewritten_to_the_same_code(function: str, name: str, tmp_path: Path) -> None:
    own = named(function, name)
    plain, _ = package.unpacked(own, tmp_path / "plain")
    same, moves = extended.rewritten(own, tmp_path / "same", moves=False)
    assert moves == 0
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert image_of(plain, tmp_path / "a") == image_of(same, tmp_path / "b")


def lines_of(source: str, folder: Path) -> list[str]:
    """The code that a straight line becomes."""
    path = folder / "f.asm"
    path.write_text("\t.area XSEG (XDATA)\nx:\t.ds 8\n\t.area CSEG (CODE)\nf:\n" + source)
    lines, _ = sdas_blocks.rewritten(extended.listing(path))
    start = lines.index("f:")
    return [line.replace("\t", " ").strip() for line in lines[start + 1 :]]


LOADS = "".join(f"\tmovx\ta,@r0\n\tadd\ta,{n}\n\tmov\t{n},a\n\tinc\tr0\n" for n in range(40, 44))


def test_loads_become_one_move(tmp_path: Path) -> None:
    found = lines_of("\tmov\tr0,#x\n" + LOADS + "\tret\n", tmp_path)
    assert found[:4] == ["mov r0,#x", ".db 0xA5, 0x40, block_0", "mov a,block_0 + 0", "add a,40"]
    # The steps are the move's.
    assert not [line for line in found if line.startswith(("inc", "movx"))]


@pytest.mark.parametrize(
    "between",
    [
        "\tmovx\t@r1,a\n",  # perhaps to the same place
        "\tmov\t@r0,a\n",  # reads the pointer
        "\tmov\tr0,a\n",
        "\txrl\t0,a\n",  # r0 by its direct address
        "9$:\n",
        "\tlcall\tf\n",
    ],
)
def test_what_might_change_anything_stands_between_no_moves(between: str, tmp_path: Path) -> None:
    pair = "\tmovx\ta,@r0\n\tinc\tr0\n{}\tmovx\ta,@r0\n\tinc\tr0\n\tmov\tr0,#1\n\tret\n"
    assert "0xA5" in " ".join(lines_of(pair.format(""), tmp_path))
    assert "0xA5" not in " ".join(lines_of(pair.format(between), tmp_path))


def test_rewritten_files_measure_as_stored() -> None:
    for function, name in (("shabal", "mcs51_fast"), ("bmw256", "mcs51_lowram")):
        own = named(function, name)
        row = extended.measure(own)
        stored = extended.read()[function, name]
        assert (row.size_bytes, row.block_cycles, row.moves) == (
            stored.size_bytes,
            stored.block_cycles,
            stored.moves,
        )
        assert row.moves > 0


def test_every_function_has_rows_and_none_is_slower() -> None:
    stored = extended.read()
    assert set(stored) == {(i.function.name, i.name) for i in extended.implementations()}
    assert len({function for function, _ in stored}) == 13


def test_a_wrong_rewriting_has_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves of the second pointer go to the first one's."""
    monkeypatch.setitem(sdas_blocks._MODES, "r1", 0)
    with pytest.raises(MoteError):
        extended.measure(named("skein512", "mcs51_fast"))
