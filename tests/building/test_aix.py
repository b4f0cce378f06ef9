"""The C for any processor, and that for POWER8, as clang compiles it for AIX: to XCOFF objects.

Of 64 bits, which POWER8's files need, clang 19 writes them; Debian 12's clang, 14, writes assembly
alone.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS
from mote.catalog import catalog
from mote.common.paths import ROOT

STUBS = ROOT / "tests" / "stubs" / "aix"
XCOFF_32, XCOFF_64 = 0x01DF, 0x01F7
"""What an object begins with."""

CLANG = shutil.which("clang")
NEWER = shutil.which("clang-19")
PLAIN = sorted((ROOT / "src").rglob("portable*.c"))
VECTORS = sorted((ROOT / "src").rglob("power8.c"))
ASSEMBLY = sorted((ROOT / "src").rglob("power8*.S"))

pytestmark = pytest.mark.skipif(CLANG is None, reason="no clang")
needs_newer = pytest.mark.skipif(NEWER is None, reason="no clang-19, which writes XCOFF64")

POWER8 = ("-mcpu=power8", "-maltivec", "-mabi=vec-extabi")
"""AIX's extended ABI keeps v20 to v31, as Linux's does."""


def compiled(source: Path, target: str, *options: str, clang: str | None = CLANG) -> bytes:
    """What clang writes, with stubs for AIX's headers.  Fails on any warning."""
    assert clang is not None
    command = [clang, f"--target={target}", "-std=c99", "-ffreestanding", "-fintegrated-as"]
    command += ["-O1", "-Wall", "-Wextra", "-Werror", "-isystem", str(STUBS), *INCLUDE_FLAGS]
    result = subprocess.run(
        [*command, *options, str(source), "-o", "-"], capture_output=True, check=False
    )
    assert result.returncode == 0, result.stderr.decode(errors="replace")
    return result.stdout


def exported(code: bytes) -> tuple[int, set[str]]:
    """What an XCOFF object begins with, and its external symbols that are defined in it."""
    (magic,) = struct.unpack_from(">H", code)
    assert magic in (XCOFF_32, XCOFF_64)
    wide = magic == XCOFF_64
    start, count = struct.unpack_from(">Q4xI" if wide else ">II", code, 8)
    strings = code[start + 18 * count :]
    found, number = set(), 0
    while number < count:
        entry = code[start + 18 * number : start + 18 * (number + 1)]
        section, _, storage, more = struct.unpack_from(">hHBB", entry, 12)
        if section > 0 and storage == 2:  # C_EXT
            zero, place = struct.unpack_from(">II", entry, 4 if wide else 0)
            name = strings[place:] if wide or zero == 0 else entry[:8]
            found.add(name.partition(b"\0")[0].decode().lstrip("."))
        number += 1 + more
    return magic, found


def symbols_of(source: Path) -> set[str]:
    """What a file has to export: of every function that it has an implementation of.

    What the library alone has, as of many messages, is called as its folder.
    """
    if not (source.parent / "function.toml").exists():
        return {f"mote_{source.parent.name}"}
    return {
        symbol
        for function in catalog.functions().values()
        if function.folder == source.parent
        for each in catalog.implementations(function)
        if each.sources[0] == source and each.kernel is None
        for symbol in each.symbols
    }


@pytest.mark.parametrize("source", PLAIN, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.sampled(16)
def test_c_for_any_processor(source: Path) -> None:
    magic, names = exported(compiled(source, "powerpc-ibm-aix", "-c"))
    assert magic == XCOFF_32
    assert symbols_of(source) and symbols_of(source) <= names


@needs_newer
@pytest.mark.parametrize(
    "source", [*PLAIN, *VECTORS], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
@pytest.mark.sampled(16)
def test_objects_of_64_bits(source: Path) -> None:
    options = POWER8 if source in VECTORS else ()
    code = compiled(source, "powerpc64-ibm-aix", *options, "-c", clang=NEWER)
    magic, names = exported(code)
    assert magic == XCOFF_64
    assert symbols_of(source) and symbols_of(source) <= names


@pytest.mark.parametrize("source", VECTORS, ids=lambda path: path.parent.name)
@pytest.mark.sampled(8)
def test_c_for_power8(source: Path) -> None:
    """Byte order by AIX's macros."""
    text = compiled(source, "powerpc64-ibm-aix", *POWER8, "-S").decode()
    names = set(re.findall(r"\.globl\s+\.(\w+)", text))
    assert symbols_of(source) and symbols_of(source) <= names
    assert re.search(r"\s(vcipher|vpmsumd|vshasigma[wd]|vpermxor|vrlw)\s", text)


@pytest.mark.parametrize("source", ASSEMBLY, ids=lambda path: path.parent.name)
def test_assembly_is_for_elf(source: Path) -> None:
    """Its directives are ELF's, which the assembler for AIX does not know."""
    assert CLANG is not None
    command = [CLANG, "--target=powerpc64-ibm-aix", "-mcpu=power8", "-fintegrated-as"]
    command += [*INCLUDE_FLAGS, "-c", str(source), "-o", "-"]
    said = subprocess.run(command, capture_output=True, check=False)
    assert said.returncode != 0 and b"unknown directive" in said.stderr
