"""The tables of docs/riscv-study.md, by themselves and measured; the state of extend-riscv.md."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from mote.common.paths import ROOT
from mote.ise.riscv import isa, kernels, machine, proof, saving, table, unit

PAGE = (ROOT / "docs" / "riscv-study.md").read_text(encoding="utf-8")
SECTIONS = {
    "SHA-256": "sha256",
    "AES-128": "aes128",
    "Ascon-p[12]": "ascon_p12",
    "ChaCha20": "chacha20",
    "Keccak-f[1600]": "keccak_f1600",
    "SHA-512": "sha512",
    "BLAKE2s": "blake2s",
    "BLAKE-256": "blake256",
    "Groestl-256": "groestl256",
    "JH-256": "jh256",
    "Skein-512": "skein512",
}
FINALISTS = ("BLAKE-256", "Groestl-256", "JH-256", "Skein-512")
"""Their figures on VexRiscv stand in one table."""

ROW = re.compile(r"\| ([^|]*`[^|]*) \| (\d+) \| (\d+) \| ([\d.]+) \| (\d+) \|(.*)")


def rows(section: str) -> list[tuple[str, str, list[str]]]:
    """The core, the kernel and the other columns of a section's tables."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    found = []
    core = "picorv32"
    for line in text.splitlines():
        if line.startswith("VexRiscv"):
            core = "vexriscv"
        elif line.startswith("CV32E40X"):
            core = "cv32e40x"
        elif line.startswith(("PicoRV32", "### ")):
            core = "picorv32"
        if row := ROW.fullmatch(line):
            names = re.findall(r"`(\w+)`", row[1])
            kernel = kernels.PLAIN if row[1].startswith("none") else "+".join(names)
            rest = [each.strip() for each in row[6].split("|")]
            found.append((core, kernel, [*row.groups()[1:5], *rest]))
    return found


@pytest.mark.parametrize("section", list(SECTIONS))
def test_tables_agree(section: str) -> None:
    """How many times as fast, the overhead, and gates times cycles follow from other columns."""
    whole = rows(section)
    plain = {core: columns for core, kernel, columns in whole if kernel == kernels.PLAIN}
    cores = {"picorv32"} if section in FINALISTS else {"picorv32", "vexriscv"}
    assert {core for core, _, _ in whole} - {"cv32e40x"} == cores
    for core, _, columns in whole:
        cycles, base = int(columns[0]), int(plain[core][0])
        assert columns[2] == f"{base / cycles:.2f}"
        if core == "picorv32":
            gates, first = int(columns[4]), int(plain[core][4])
            if gates != first:
                assert abs(float(columns[5].split()[0]) - 100 * (gates / first - 1)) < 0.06
            assert abs(float(columns[8]) - gates * cycles / (first * base)) < 0.0051


@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="needs Verilator and the RISC-V compiler",
)
@pytest.mark.parametrize("section", ["Keccak-f[1600]", "SHA-512", "BLAKE2s"])
def test_cycles_of_the_page(section: str) -> None:
    """PicoRV32's cycles and bytes are what is measured, and every kernel has its row."""
    whole = [(kernel, columns) for core, kernel, columns in rows(section) if core == "picorv32"]
    of = SECTIONS[section]
    assert {kernel for kernel, _ in whole} == set(table.names("picorv32", of))
    for kernel, columns in whole:
        found = kernels.measure("picorv32", kernel, of)
        assert [f"{found.block}", f"{found.call}", f"{found.size}"] == [*columns[:2], columns[3]]


def test_state_of_the_walk(tmp_path: Path) -> None:
    """The example of docs/extend-riscv.md with a register: proved, saved and restored."""
    page = (ROOT / "docs" / "extend-riscv.md").read_text(encoding="utf-8")
    example = re.search(r"extensions/gather.py -->\n```python\n(.*?)```", page, re.S)
    assert example is not None
    (tmp_path / "gather.py").write_text(example[1])
    instructions = isa.extension("gather", tmp_path)
    for text in (unit.verilog(instructions), unit.cfu(instructions)):
        assert proof.prove(text, instructions) == 3
    assert saving.prove("gather", tmp_path) == 64
