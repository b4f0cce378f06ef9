"""The hand-written assembly: smaller and faster than published, and what no simulator shows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from mote.building import build
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.paths import INCLUDES
from mote.comparing import published
from mote.keeping import store
from mote.measuring.row import Row

pytestmark = pytest.mark.about("src")

SHABAL = catalog.functions()["shabal"]


def assembly() -> list[tuple[Implementation, Cpu]]:
    return [
        (implementation, cpu)
        for implementation in catalog.implementations(SHABAL)
        if implementation.source.suffix in (".S", ".asm")
        for cpu in catalog.cpus().values()
        if catalog.runs_on(implementation, cpu)
    ]


def small() -> list[tuple[Implementation, Cpu]]:
    return [pair for pair in assembly() if not pair[0].name.endswith("_fast")]


def fast() -> list[tuple[Implementation, Cpu]]:
    return [pair for pair in assembly() if pair[0].name.endswith("_fast")]


def name(value: object) -> str:
    return value.name if isinstance(value, Implementation | Cpu) else str(value)


def stored(implementation: Implementation, cpu: Cpu) -> Row:
    """The row of the timing that the published figures were taken on."""
    key = (SHABAL.name, implementation.name, cpu.name, cpu.timings[0].name)
    return store.read()[key]


@pytest.mark.parametrize(("implementation", "cpu"), small(), ids=name)
def test_smaller_and_no_slower_than_published(implementation: Implementation, cpu: Cpu) -> None:
    """Than the paper's program for this instruction set."""
    row = stored(implementation, cpu)
    for entry in published.against(row):
        if not entry.comparable or not entry.source.startswith("Pornin"):
            continue
        ours = row.number(entry.figure)
        assert ours is not None
        if entry.figure == "size_bytes":
            assert ours < entry.compared
        elif entry.figure in ("long_cycles_per_byte", "short_cycles"):
            assert ours <= entry.compared


@pytest.mark.parametrize(("implementation", "cpu"), fast(), ids=name)
def test_bytes_beyond_the_small_one_buy_speed(implementation: Implementation, cpu: Cpu) -> None:
    little = next(i for i, c in small() if c is cpu)
    time = "long_cycles_per_byte" if stored(little, cpu).long_cycles_per_byte else ""
    time = time or "long_instructions_per_byte"
    assert stored(implementation, cpu).number(time) < stored(little, cpu).number(time)


LOAD = re.compile(r"l(b|bu|h|hu|w|wl|wr)$")


def load_delay_breaches(listing: str) -> list[str]:
    """Instructions that use a register which the instruction before them loads (MIPS I).

    listing: of objdump, with plain numbers for registers.  Checked along the text, and from the
    delay slot of a branch to its target.  lwl and lwr of one register may follow each other.
    """
    code: dict[int, tuple[str, list[str]]] = {}
    for line in listing.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+(\S+)(?:\s+(\S+))?", line)
        if match:
            operands = re.findall(r"\$\d+|[^,()]+", match[3] or "")
            code[int(match[1], 16)] = (match[2], operands)
    found = []
    for address, (mnemonic, operands) in code.items():
        if not LOAD.match(mnemonic):
            continue
        followers = [address + 4]
        before = code.get(address - 4)
        if before and before[0].startswith(("b", "j")) and before[1]:
            target = before[1][-1].split()[0]
            followers = [address + 4] if before[0] not in ("b", "j", "jr") else []
            if re.fullmatch(r"[0-9a-f]+", target):
                followers.append(int(target, 16))
        for place in followers:
            after = code.get(place)
            if after is None or (after[0] in ("lwl", "lwr") and mnemonic in ("lwl", "lwr")):
                continue
            stores = after[0].startswith("s") and after[0] in ("sb", "sh", "sw", "swl", "swr")
            compares = after[0].startswith("b")
            used = after[1] if stores or compares else after[1][1:]
            if after[0] in ("jr", "jalr", "mult", "multu"):
                used = after[1]
            if operands[0] in used:
                found.append(f"{place:x}: {after[0]} {','.join(after[1])} uses {operands[0]}")
    return found


def disassembly(source: Path, folder: Path, cpu: Cpu) -> str:
    target = folder / "object.o"
    build.toolchain_of(cpu).compile(cpu, source, target, list(INCLUDES))
    command = [f"{cpu.toolchain.prefix}objdump", "-d", "-z", "--no-show-raw-insn"]
    command += ["-M", "gpr-names=numeric,no-aliases", str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("implementation", "cpu"), [p for p in assembly() if p[0].name.startswith("mips")], ids=name
)
def test_mips_load_delay_is_kept(implementation: Implementation, cpu: Cpu, tmp_path: Path) -> None:
    assert load_delay_breaches(disassembly(implementation.source, tmp_path, cpu)) == []


def test_a_breach_of_the_load_delay_is_seen(tmp_path: Path) -> None:
    source = tmp_path / "delay.S"
    source.write_text(
        ".set noreorder\n"
        "first: lw $8, 0($4)\n addu $9, $8, $8\n"
        "second: lw $8, 0($4)\n nop\n addu $9, $8, $8\n"
        "third: bnez $9, fourth\n lw $10, 0($4)\n nop\n"
        "fourth: sw $10, 4($4)\n"
        "fifth: lw $8, 0($4)\n lw $8, 4($4)\n"
    )
    found = load_delay_breaches(disassembly(source, tmp_path, catalog.cpus()["mips32"]))
    assert len(found) == 2
    assert "addu" in found[0]
    assert "sw" in found[1]
