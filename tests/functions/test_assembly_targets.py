"""Assembly says for which target it is, instead of becoming an object that fails there."""

from __future__ import annotations

import functools
import re
import subprocess
from pathlib import Path

import pytest

from mote.building import build
from mote.building import together as shared
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import BuildError
from mote.common.paths import INCLUDES, ROOT

pytestmark = pytest.mark.about("src/common")

SOURCES = sorted((ROOT / "src").rglob("*.S"))

ARM = "arm-none-eabi-gcc"
WRONG = [
    ("avr8", "avr-gcc -mmcu=at90s8515"),  # no movw
    ("avr8", "avr-gcc -mmcu=attiny10"),  # 16 registers
    ("avr8", "avr-gcc -mmcu=attiny2313a"),  # movw, but a stack pointer of 8 bits
    ("avr8_lowram", "avr-gcc -mmcu=at90s8515"),
    ("avr8_lowram", "avr-gcc -mmcu=attiny2313a"),
    ("sha1-avr8", "clang --target=avr -mmcu=attiny2313a"),
    ("avr8_fast", "avr-gcc -mmcu=at90s8515"),
    ("avr8_cached", "avr-gcc -mmcu=at90s8515"),
    ("avr8_balanced", "avr-gcc -mmcu=at90s8515"),
    ("avr8_mul", "avr-gcc -mmcu=at90s8515"),
    ("avr8_mul", "avr-gcc -mmcu=avr25"),
    ("avr8_unrolled", "avr-gcc -mmcu=attiny2313a"),
    ("thumb", f"{ARM} -march=armv4t -marm"),
    ("thumb", f"{ARM} -march=armv4"),
    ("thumb_fast", f"{ARM} -march=armv4t -marm"),
    ("thumb_balanced", f"{ARM} -march=armv4t -marm"),
    ("thumb_lowram", f"{ARM} -march=armv4t -marm"),
    ("thumb_table", f"{ARM} -march=armv4t -marm"),
    ("shabal-armv4", f"{ARM} -march=armv4t -mthumb"),  # its callers must be in ARM state
    ("armv4", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("armv4_fast", f"{ARM} -mcpu=cortex-m4 -mthumb"),
    ("armv4_lowram", f"{ARM} -march=armv4t -mthumb"),
    ("armv4_constant_time", f"{ARM} -mcpu=cortex-m4 -mthumb"),
    ("armv6m", f"{ARM} -mcpu=arm7tdmi -mthumb"),
    ("armv6m", f"{ARM} -mcpu=cortex-a8 -mthumb"),
    ("armv6m_fast", f"{ARM} -mcpu=arm7tdmi -mthumb"),
    ("armv6m_fast", f"{ARM} -mcpu=cortex-a8 -mthumb"),
    ("thumb2", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("thumb2", f"{ARM} -mcpu=cortex-a8 -mthumb"),
    ("thumb2_balanced", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("thumb2_balanced", f"{ARM} -mcpu=cortex-a8 -mthumb"),
    ("thumb2_fast", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("thumb2_fast", f"{ARM} -mcpu=cortex-a8 -mthumb"),
    ("thumb2_cached", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("thumb2_cached", f"{ARM} -mcpu=cortex-a8 -mthumb"),
    ("armv4t", f"{ARM} -march=armv4"),
    ("armv4t", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("armv4t_lowram", f"{ARM} -march=armv4"),
    ("armv4t_lowram", f"{ARM} -mcpu=cortex-m0 -mthumb"),
    ("mips32", "mips-linux-gnu-gcc -march=mips64 -mabi=n32"),
    ("mips32", "mips-linux-gnu-gcc -march=mips64 -mabi=64"),
    ("mips32", "mipsel-linux-gnu-gcc -mabi=32 -mips16 -msoft-float"),
    ("mips32", "mipsel-linux-gnu-gcc -mabi=32 -mmicromips"),
    ("mips32_fast", "mips-linux-gnu-gcc -mabi=32 -march=mips32r6"),
    ("mips32_fast", "mips-linux-gnu-gcc -march=mips64 -mabi=64"),
    ("mips32_lowram", "mips-linux-gnu-gcc -march=mips64 -mabi=64"),
    ("powerpc", "powerpc-linux-gnu-gcc -mlittle-endian"),
    ("powerpc_fast", "powerpc-linux-gnu-gcc -mlittle-endian"),
    ("powerpc_fast", "powerpc-linux-gnu-gcc -m64"),
    ("powerpc_lowram", "powerpc-linux-gnu-gcc -mlittle-endian"),
    ("power8_fast", "powerpc-linux-gnu-gcc -mcpu=power8"),  # 32 bits
    ("power8_fast", "powerpc64-linux-gnu-gcc -mcpu=power7"),
    ("sha256_compress-power8_fast", "powerpc64le-linux-gnu-gcc -mcpu=power8 -mno-crypto"),
    ("sha512_compress-power8_fast", "powerpc64le-linux-gnu-gcc -mcpu=power8 -mno-crypto"),
    ("rv32imc", "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64"),
    ("rv32imc", "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32"),
    ("rv32imc_balanced", "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64"),
    ("rv32imc_fast", "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64"),
    ("rv32imc_cached", "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64"),
    ("rv32imc_cached", "riscv64-unknown-elf-gcc -march=rv32ic -mabi=ilp32"),
    ("rv32imcb", "riscv64-unknown-elf-gcc -march=rv32imc_zba_zbs -mabi=ilp32"),
    ("rv32imcb", "riscv64-unknown-elf-gcc -march=rv64imac_zbb -mabi=lp64"),
    ("rv32imcb_balanced", "riscv64-unknown-elf-gcc -march=rv32im_zbb -mabi=ilp32"),
    ("rv32imcb_fast", "riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32"),
    ("rv32ec", "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64"),
    ("rv32ec", "riscv64-unknown-elf-gcc -march=rv32e -mabi=ilp32e"),
    ("rv32ec_balanced", "riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64"),
    ("rv64_crypto_fast", "riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32"),
    ("rv64_zbb_fast", "riscv64-unknown-elf-gcc -march=rv32imc_zbb -mabi=ilp32"),
    ("rv64gc_fast", "riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32"),
    ("aarch64_fast", "aarch64-linux-gnu-gcc -mbig-endian"),
    ("aarch64_fast", "aarch64-linux-gnu-gcc -mabi=ilp32"),
    ("amd64", "gcc -m32"),
    ("amd64", "gcc -mx32"),
    ("amd64_fast", "gcc -m32"),
    ("amd64_lowram", "gcc -m32"),
    ("i386", "gcc -m64"),
    ("i386_lowram", "gcc -m64"),
]

RIGHT = [
    ("power8_fast", "powerpc64-linux-gnu-gcc -mcpu=power8 -mabi=elfv2"),  # as some systems have it
    ("armv6m", f"{ARM} -mcpu=cortex-m0plus -mthumb"),
    ("armv6m_fast", f"{ARM} -mcpu=cortex-m4 -mthumb"),
    ("thumb2", f"{ARM} -mcpu=cortex-m7 -mthumb"),
    ("thumb2_fast", f"{ARM} -mcpu=cortex-m7 -mthumb"),
    ("thumb2_cached", f"{ARM} -mcpu=cortex-m7 -mthumb"),
    ("avr8", "avr-gcc -mmcu=atmega8"),
    ("avr8", "avr-gcc -mmcu=atmega2560"),
    ("sha1-avr8", "clang --target=avr -mmcu=atmega2560"),
    ("avr8_fast", "avr-gcc -mmcu=avr5"),
    ("avr8_cached", "avr-gcc -mmcu=avr5"),
    ("avr8_balanced", "avr-gcc -mmcu=avr5"),
    ("avr8_mul", "avr-gcc -mmcu=avr5"),
    ("avr8_unrolled", "avr-gcc -mmcu=avr5"),
    ("avr8_lowram", "avr-gcc -mmcu=avr5"),
    ("thumb", f"{ARM} -mcpu=cortex-m4 -mthumb"),
    ("armv4", f"{ARM} -march=armv4t -marm"),
    ("armv4_fast", f"{ARM} -march=armv5te -mthumb"),
    ("armv4t", f"{ARM} -march=armv5te -mthumb"),
    ("mips32", "mips-linux-gnu-gcc -mabi=32 -march=mips32r6"),
    ("mips32_fast", "mipsel-linux-gnu-gcc -mabi=32 -march=mips32r2"),
    ("powerpc", "powerpc-linux-gnu-gcc -mcpu=7400"),
    ("rv32imc", "riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32"),
    ("rv32imcb", "riscv64-unknown-elf-gcc -march=rv32imac_zbb -mabi=ilp32"),
    ("rv32imcb_fast", "riscv64-unknown-elf-gcc -march=rv32imac_zbb -mabi=ilp32"),
    ("rv32ec", "riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32"),
    ("amd64_fast", "gcc -m64 -march=x86-64"),
    ("i386", "i686-linux-gnu-gcc -march=i686"),
]


def called(name: str) -> list[Path]:
    """The files of that name: what holds for a target holds for every function, or for one."""
    found = [path for path in SOURCES if name in (path.stem, place(path))]
    assert found
    return found


def place(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def gnu_cpus() -> list[Cpu]:
    return [cpu for cpu in catalog.cpus().values() if cpu.toolchain.kind == "gnu"]


def compile_for(path: Path, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Assemble the file with a compiler and its options."""
    words = [*command.split(), *(f"-I{each}" for each in INCLUDES), "-c", str(path)]
    words += ["-o", str(folder / "object.o")]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", SOURCES, ids=place)
def test_every_file_is_tried_for_a_wrong_target(path: Path) -> None:
    assert f'#error "{path.name} needs ' in path.read_text(encoding="utf-8")
    assert any(name == path.stem for name, _ in WRONG)


def together(paths: list[Path], folder: Path) -> Path:
    """A file that includes them all: the preprocessor goes on behind an #error."""
    found = folder / "all.S"
    found.write_text("".join(f'#include "{path}"\n' for path in paths))
    return found


def assert_refused(paths: list[Path], said: str) -> None:
    """That the compiler's words have the #error of each of the files, at its place there."""
    for path in paths:
        error = rf'^{re.escape(str(path))}:\d+:\d+: error: (#error )?"{re.escape(path.name)} needs '
        assert re.search(error, said, re.M), path


@pytest.mark.parametrize(("name", "command"), WRONG)
def test_a_wrong_target_is_refused(name: str, command: str, tmp_path: Path) -> None:
    paths = called(name)
    result = compile_for(together(paths, tmp_path), command, tmp_path)
    assert result.returncode != 0
    assert_refused(paths, result.stderr)


def test_a_file_that_is_not_refused_is_seen(tmp_path: Path) -> None:
    paths = [path for path in called("avr8") if "shabal" in path.parts]
    open_to_all = tmp_path / "avr8.S"
    open_to_all.write_text(paths[0].read_text(encoding="utf-8").replace("#error", "#warning"))
    command = next(command for name, command in WRONG if name == "avr8")
    result = compile_for(together([open_to_all, *paths], tmp_path), command, tmp_path)
    assert_refused(paths, result.stderr)
    with pytest.raises(AssertionError):
        assert_refused([open_to_all], result.stderr)


@pytest.mark.parametrize(("name", "command"), RIGHT)
def test_other_targets_of_the_kind_are_accepted(name: str, command: str, tmp_path: Path) -> None:
    for path in called(name):
        result = compile_for(path, command, tmp_path)
        assert result.returncode == 0, result.stderr


@functools.cache
def implementations() -> dict[Path, Implementation]:
    """The first implementation of each file."""
    functions = catalog.functions().values()
    known = [each for function in functions for each in catalog.implementations(function)]
    return {each.sources[-1]: each for each in reversed([*known, *shared.files()])}


@functools.cache
def own_cpus(path: Path) -> tuple[Cpu, ...]:
    return tuple(cpu for cpu in gnu_cpus() if catalog.runs_on(implementations()[path], cpu))


@pytest.mark.parametrize("path", SOURCES, ids=place)
@pytest.mark.sampled(6)
def test_accepted_for_its_own_cpus_of_the_bench(path: Path, tmp_path: Path) -> None:
    for cpu in own_cpus(path):
        build.toolchain_of(cpu).compile(cpu, path, tmp_path / "object.o", INCLUDES)


@pytest.mark.parametrize("cpu", gnu_cpus(), ids=lambda cpu: cpu.name)
def test_refused_for_every_cpu_of_another_compiler(cpu: Cpu, tmp_path: Path) -> None:
    compilers = {path: {own.toolchain.prefix for own in own_cpus(path)} for path in SOURCES}
    paths = [path for path in SOURCES if cpu.toolchain.prefix not in compilers[path]]
    assert len(paths) > len(SOURCES) / 2
    with pytest.raises(BuildError) as caught:
        build.toolchain_of(cpu).compile(
            cpu, together(paths, tmp_path), tmp_path / "object.o", INCLUDES
        )
    assert_refused(paths, caught.value.output)
