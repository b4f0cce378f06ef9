"""The manual of custom instructions says what the descriptions say."""

from __future__ import annotations

import dataclasses

import pytest

from mote.ise.riscv import isa, manual


def test_every_instruction_has_a_line() -> None:
    lines = manual.page().splitlines()
    for name in isa.names():
        begin = lines.index(f"## {name}")
        instructions = isa.extension(name)
        after = lines[begin + 1 :]
        end = next((k for k, line in enumerate(after) if line.startswith("## ")), len(after))
        rows = [line for line in after[:end] if line.startswith("| `")]
        assert len(rows) == len(instructions)
        for row, each in zip(rows, instructions, strict=True):
            assert each.pattern in row
            assert each.prose in row


def test_they_are_written_as_their_macros() -> None:
    page = manual.page()
    assert "| `rotate rd, rs1, number` | `0001010 iiiii sssss 000 ddddd 0001011` | 1 |" in page
    assert "| `reverse rd, rs1` |" in page
    assert "| `chi_turn rd, rs1, rs2, number` |" in page
    assert "Registers of the unit: `before`, 32 bits" in page


def test_another_description_is_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before, extension = manual.page(), isa.extension
    monkeypatch.setattr(
        isa,
        "extension",
        lambda name: tuple(dataclasses.replace(x, prose="Nothing.") for x in extension(name)),
    )
    assert manual.page() != before
