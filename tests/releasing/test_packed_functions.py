"""Every function of a package, compiled from its archive alone and run, small and fast."""

from __future__ import annotations

from pathlib import Path

import pytest

import packed
from test_examples import IN_SIMAVR, avr_runner, needs, printed_by_cortex_m0, printed_by_fe310

FLAGS = ("-std=c99", "-Os", "-Wall", "-Wextra", "-Werror")
CHANNELS = {"avr": "arduino", "cortex-m0": "platformio", "cortex-m4": "cmsis", "riscv": "esp_idf"}
"""From which archive a target's sources come: between them, most channels."""

COMPILERS = {
    "avr": ["avr-gcc", "-mmcu=atmega1281"],
    "cortex-m0": ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
    "cortex-m4": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"],
    "riscv": ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "--specs=picolibc.specs"],
}
FLASH_KIB = 128
"""All fast files together take more than the 64 KiB of the boards' scripts."""

LINKED = {
    "avr": ["board_avr.c"],
    "cortex-m0": ["board_cortex_m0.c", "-nostartfiles", "-T", "cortex_m0.ld"],
    "cortex-m4": ["board_cortex_m0.c", "-nostartfiles", "-T", "cortex_m0.ld"],
    "riscv": ["board_riscv.c", "-nostartfiles", "-T", "riscv.ld"],
}


def linked(target: str, folder: Path) -> list[str | Path]:
    """The board's file and options, with its linker script for FLASH_KIB."""
    words: list[str | Path] = []
    for word in LINKED[target]:
        path = packed.FIRMWARE / word
        if word.endswith(".ld"):
            script = path.read_text()
            assert script.count("LENGTH = 64K") == 1
            path = folder / word
            path.write_text(script.replace("LENGTH = 64K", f"LENGTH = {FLASH_KIB}K"))
        words.append(path if "." in word else word)
    return words


def built(target: str, options: list[str], folder: Path) -> Path:
    """The program of all functions, from the unpacked archive."""
    package = packed.unpacked(
        packed.archive(CHANNELS[target], folder / "out"), folder / "a folder with blanks"
    )
    sources = sorted([*(package / "src").glob("*.c"), *(package / "src").glob("*.S")])
    config = ["-I", str(package / "config")]
    program = folder / "program.elf"
    include = ["-I", str(package / "src"), *config, "-I", str(packed.FIRMWARE)]
    compiler = [*COMPILERS[target], *FLAGS, *options]
    packed.run(
        [*compiler, "-o", program, *include, *sources, packed.ALL, *linked(target, folder)], folder
    )
    return program


WISHES = pytest.mark.parametrize("options", [[], ["-DMOTE_FAST=1"]], ids=["small", "fast"])


@needs("avr-gcc", "cc")
@IN_SIMAVR
@WISHES
@pytest.mark.turns("packed", 8, "releasing")
def test_avr(options: list[str], tmp_path: Path) -> None:
    program = built("avr", options, tmp_path)
    printed = packed.run([avr_runner(tmp_path), "atmega1281", program], tmp_path)
    assert printed[-len(packed.expected()) :] == packed.expected()


@needs("arm-none-eabi-gcc")
@WISHES
@pytest.mark.parametrize("cpu", ["cortex-m0", "cortex-m4"])
@pytest.mark.turns("packed", 8, "releasing")
def test_cortex_m(cpu: str, options: list[str], tmp_path: Path) -> None:
    model = cpu.upper().replace("-", "_")
    program = built(cpu, options, tmp_path)
    assert printed_by_cortex_m0(program, model, FLASH_KIB) == packed.expected()


@needs("riscv64-unknown-elf-gcc")
@WISHES
@pytest.mark.turns("packed", 8, "releasing")
def test_riscv(options: list[str], tmp_path: Path) -> None:
    program = built("riscv", options, tmp_path)
    assert printed_by_fe310(program, FLASH_KIB) == packed.expected()
