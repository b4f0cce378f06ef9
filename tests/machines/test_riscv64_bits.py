"""What the engine runs of RV64 in Unicorn's place, beside QEMU's user mode, which has all of it."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.machines import riscv64_bits, unicorn_native

MARCH = "rv64gc_zba_zbb_zbs_zbc_zbkb_zknh_zkne_zknd"
QEMU = "rv64,zba=true,zbb=true,zbs=true,zbc=true,zbkb=true,zknh=true,zkne=true,zknd=true"
NUMBERS = {"roriw": (0, 7, 31), "aes64ks1i": (0, 3, 9, 10)}
"""Immediate operands; of any other instruction those of six bits below."""

VALUES = (
    (0, 0),
    (0xFFFFFFFFFFFFFFFF, 1),
    (0x8000000000000000, 0x8000000000000000),
    (0x0123456789ABCDEF, 0xFEDCBA9876543210),
    (0x00000000FFFF8080, 0x00000000000000A5),
    (0x428A2F98D728AE22, 0x7137449123EF65CD),
    (0xF00D0000CAFE0000, 0x9E3779B97F4A7C15),
)

MAIN = """
#include <stdint.h>
#include <stdio.h>
typedef uint64_t function(uint64_t, uint64_t, uint64_t);
extern function *const table[];
int main(void) {
    static const uint64_t values[][2] = {%s};
    for (int i = 0; table[i] != 0; i++)
        for (unsigned j = 0; j < sizeof values / sizeof values[0]; j++)
            printf("%%x %%llx %%llx %%llx\\n", *(const uint32_t *)table[i],
                   (unsigned long long)values[j][0], (unsigned long long)values[j][1],
                   (unsigned long long)table[i](0, values[j][0], values[j][1]));
    return 0;
}
"""


def lines() -> list[str]:
    """Each instruction, from a1 and a2 into a0."""
    found = [f"{name} a0, a1, a2" for name in riscv64_bits.TWO_REGISTERS.values()]
    found += [f"{name} a0, a1" for name in riscv64_bits.ONE_REGISTER.values()]
    for name in (*riscv64_bits.IMMEDIATE.values(), riscv64_bits.KEY_SCHEDULE):
        found += [f"{name} a0, a1, {number}" for number in NUMBERS.get(name, (0, 5, 31, 32, 63))]
    return [*found, "zext.h a0, a1"]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> list[list[int]]:
    """Of each instruction and pair of values: word, the values, the result."""
    compiler = "riscv64-linux-gnu-gcc"
    if shutil.which(compiler) is None or shutil.which("qemu-riscv64") is None:
        pytest.skip(f"{compiler} or qemu-riscv64 is not installed")
    folder: Path = tmp_path_factory.mktemp("bits")
    pairs = ", ".join(f"{{{a}ULL, {b}ULL}}" for a, b in VALUES)
    (folder / "main.c").write_text(MAIN % pairs, encoding="ascii")
    bodies = "".join(f".balign 4\n{i}: {line}\nret\n" for i, line in enumerate(lines()))
    table = "".join(f".dword {i}b\n" for i in range(len(lines())))
    text = (
        f".option norvc\n.text\n{bodies}.data\n.global table\n.balign 8\ntable:\n{table}.dword 0\n"
    )
    (folder / "table.s").write_text(text, encoding="ascii")
    command = [compiler, f"-march={MARCH}", "-static", "main.c", "table.s", "-o", "program"]
    subprocess.run(command, cwd=folder, check=True)
    command = ["qemu-riscv64", "-cpu", QEMU, str(folder / "program")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [[int(word, 16) for word in line.split()] for line in done.stdout.splitlines()]


def test_each_instruction_gives_what_qemu_gives(ran: list[list[int]]) -> None:
    value = unicorn_native.library().riscv64_bits_value
    number = ctypes.c_uint64
    value.argtypes = (ctypes.c_uint32, number, number, ctypes.POINTER(number))
    value.restype = ctypes.c_bool
    assert len(ran) == len(lines()) * len(VALUES)
    for word, first, second, wanted in ran:
        if riscv64_bits.mnemonic_of(word) == ("ctzw", 2) and first & 0xFFFFFFFF == 0:
            wanted = 32  # QEMU 7.2 counts in the upper half.
        if word >> 20 & 31 == 0:
            second = 0  # zext.h has x0
        result = number()
        assert value(word, first, second, ctypes.byref(result)), f"{word:08x}"
        assert result.value == wanted, riscv64_bits.mnemonic_of(word)


def test_each_has_its_name(ran: list[list[int]]) -> None:
    named = [riscv64_bits.mnemonic_of(word) for word, *_ in ran[:: len(VALUES)]]
    wanted = [(line.split()[0], line.count(",") + 1) for line in lines()]
    assert named[:-1] == wanted[:-1]
    assert named[-1] == ("packw", 3)  # zext.h
    assert {name for name, _ in wanted[:-1]} == riscv64_bits.MNEMONICS


def test_what_is_none_of_them_has_no_name() -> None:
    """Instructions that Unicorn runs, one of Zbkx, a round that AES lacks, a word's 33rd bit."""
    for word in (0x00C58533, 0x0005851B, 0x28C5A533, 0x31B59513, 0x6205D51B):
        assert riscv64_bits.mnemonic_of(word) is None
