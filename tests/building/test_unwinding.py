"""Unwinding information of the assembly for x86: right at every instruction that is executed."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path
from typing import Any

import pytest
import unicorn
from elftools.dwarf.callframe import FDE
from elftools.elf.elffile import ELFFile
from unicorn import x86_const

from mote.building import build
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation

SHABAL = catalog.functions()["shabal"]
PAIRS = [
    (implementation, catalog.cpus()[name])
    for implementation in catalog.implementations(SHABAL)
    for name in ("amd64", "i386")
    if implementation.source.suffix == ".S"
    and catalog.runs_on(implementation, catalog.cpus()[name])
]
CONTEXT, DATA, STACK, RETURN = 0x200000, 0x210000, 0x3F0000, 0x400000
# DWARF's numbers of registers (System V ABI, AMD64, figure 3.36; i386, table 2.14).
NUMBERS = {
    "amd64": ("rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp"),
    "i386": ("eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"),
}


class Unwinder:
    """A call in Unicorn whose frames are unwound before every instruction."""

    def __init__(self, implementation: Implementation, cpu: Cpu, folder: Path) -> None:
        self.cpu = cpu
        self.word = cpu.abi.pointer_bytes
        self.numbers = dict(enumerate(NUMBERS[cpu.name]))
        built = build.build(implementation, cpu, folder)
        shared = folder / "shared.so"
        command = [f"{cpu.toolchain.prefix}ld", *cpu.toolchain.link_flags, "-shared", "-Bsymbolic"]
        subprocess.run([*command, "-o", shared, built.objects[0]], check=True)
        mode = unicorn.UC_MODE_64 if self.word == 8 else unicorn.UC_MODE_32
        self.uc = unicorn.Uc(unicorn.UC_ARCH_X86, mode)
        self.uc.mem_map(0, 0x500000)
        self.symbols: dict[str, int] = {}
        self.rows: list[tuple[int, int, dict[Any, Any]]] = []
        with shared.open("rb") as stream:
            elf = ELFFile(stream)
            for segment in elf.iter_segments("PT_LOAD"):
                self.uc.mem_write(0x10000 + segment["p_vaddr"], segment.data())
            for symbol in elf.get_section_by_name(".dynsym").iter_symbols():
                self.symbols[symbol.name] = 0x10000 + symbol["st_value"]
            for entry in elf.get_dwarf_info().EH_CFI_entries():
                if isinstance(entry, FDE):
                    end = entry["initial_location"] + entry["address_range"]
                    lines = entry.get_decoded().table
                    ends = [*(line["pc"] for line in lines[1:]), end]
                    for line, after in zip(lines, ends, strict=True):
                        self.rows.append((0x10000 + line["pc"], 0x10000 + after, line))
        self.instructions = 0
        self.deepest = 0
        self.wrong: list[str] = []
        self.uc.hook_add(unicorn.UC_HOOK_CODE, self._check)

    def _register(self, name: str) -> int:
        return getattr(x86_const, f"UC_X86_REG_{name.upper()}")

    def _load(self, address: int) -> int:
        return int.from_bytes(self.uc.mem_read(address, self.word), "little")

    @functools.cache  # noqa: B019
    def _row(self, address: int) -> dict[Any, Any] | None:
        for start, end, row in self.rows:
            if start <= address < end:
                return row
        return None

    def _check(self, uc: unicorn.Uc, address: int, size: int, user: object) -> None:
        if address >= RETURN or self.wrong:
            return
        self.instructions += 1
        values = {n: uc.reg_read(self._register(name)) for n, name in self.numbers.items()}
        place, depth, frame = address, 0, 0
        while place != RETURN and depth < 4:
            row = self._row(place)
            if row is None:
                self.wrong.append(f"{address:#x}: no information for {place:#x}")
                return
            frame = values[row["cfa"].reg] + row["cfa"].offset
            values = dict(values)
            for number, rule in row.items():
                if isinstance(number, int) and rule.type == "OFFSET":
                    values[number] = self._load(frame + rule.arg)
            stack = "rsp" if self.word == 8 else "esp"
            values[next(n for n, name in self.numbers.items() if name == stack)] = frame
            place = self._load(frame - self.word)
            depth += 1
        self.deepest = max(self.deepest, depth)
        if place != RETURN or frame != self.entry + self.word:
            self.wrong.append(f"{address:#x}: the frame above is at {frame:#x}, {place:#x}")
        for number, name in self.numbers.items():
            if name in self.cpu.abi.callee_saved and values[number] != self.saved[name]:
                self.wrong.append(f"{address:#x}: {name} is not found again")

    def call(self, symbol: str, *arguments: int) -> None:
        """Call a function; `wrong` has what was unwound wrongly."""
        self.saved = {name: 0x1111 * n for n, name in enumerate(self.cpu.abi.callee_saved, 1)}
        for name, value in self.saved.items():
            self.uc.reg_write(self._register(name), value)
        for name, value in zip(self.cpu.abi.arguments, arguments, strict=False):
            self.uc.reg_write(self._register(name), value)
        words = [RETURN, *([] if self.cpu.abi.arguments else arguments)]
        self.entry = STACK - 8
        for place, value in enumerate(words):
            at = self.entry + place * self.word
            self.uc.mem_write(at, value.to_bytes(self.word, "little"))
        self.uc.reg_write(self._register(self.cpu.abi.stack_pointer), self.entry)
        self.uc.emu_start(self.symbols[symbol], RETURN)


def unwound(implementation: Implementation, cpu: Cpu, folder: Path) -> Unwinder:
    running = Unwinder(implementation, cpu, folder)
    running.call("mote_shabal_init", CONTEXT, 256)
    running.call("mote_shabal", CONTEXT, DATA, 200)
    running.call("mote_shabal_close", CONTEXT, 0x80, 1, DATA)
    return running


@pytest.mark.parametrize(("implementation", "cpu"), PAIRS, ids=lambda value: value.name)
def test_frames_are_found_at_every_instruction(
    implementation: Implementation, cpu: Cpu, tmp_path: Path
) -> None:
    running = unwound(implementation, cpu, tmp_path)
    assert running.wrong == []
    assert running.deepest >= 2
    assert running.instructions > 5000


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("amd64", ".cfi_def_cfa %rbp, 24", ".cfi_def_cfa %rbp, 16"),
        ("amd64", ".cfi_offset %rbx, -16", ".cfi_offset %rbx, -24"),
        ("i386", ".cfi_def_cfa_register %esp", ""),
        ("amd64_fast", ".cfi_def_cfa_offset F_BYTES + 8", ""),
    ],
)
def test_a_wrong_frame_is_seen(name: str, old: str, new: str, tmp_path: Path) -> None:
    given, cpu = next(pair for pair in PAIRS if pair[0].name == name)
    text = given.source.read_text()
    assert old in text
    path = tmp_path / "wrong.S"
    path.write_text(text.replace(old, new, 1))
    wrong = Implementation("wrong", SHABAL, (path,), given.prefix, given.header)
    found = unwound(wrong, cpu, tmp_path).wrong
    assert found


@pytest.mark.parametrize("name", ("amd64", "i386"))
def test_unwinding_information_is_not_counted(name: str, tmp_path: Path) -> None:
    for implementation, cpu in PAIRS:
        if cpu.name == name:
            sections = build.build(implementation, cpu, tmp_path).facts.sections
            assert {s.name: s.counted for s in sections}[".eh_frame"] is False
