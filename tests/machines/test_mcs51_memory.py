"""Assembly for the 8051 under its real caller: message and digest in any memory that C points to.

The bench keeps both in external RAM.  Here SDCC compiles a program whose message lies in code
memory, in internal RAM or in the page of external RAM that P2 points to (`pdata`), and whose digest
goes to internal RAM; uCsim runs it.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.building import package
from mote.catalog import catalog
from mote.catalog.catalog import load_cpu
from mote.catalog.function import Implementation
from mote.common.paths import ROOT
from mote.machines.ucsim import read_intel_hex, run_console
from reference import ascon, shabal, skein

pytestmark = pytest.mark.skipif(shutil.which("sdcc") is None, reason="sdcc not installed")

CPU = load_cpu(ROOT / "cpus" / "mcs51.toml")
DIGESTS = {
    "ascon_hash256": ascon.ascon_hash256,
    "ascon_xof128": lambda message: ascon.ascon_xof128(message, 512),
    "blake2s": lambda message: hashlib.blake2s(message).digest(),
    "sha256": lambda message: hashlib.sha256(message).digest(),
    "sha3": lambda message: hashlib.sha3_512(message).digest(),
    "shabal": lambda message: shabal.digest(message, 512),
    # A digest of two blocks of output, and one of one.
    "skein256": lambda message: skein.skein(256, message, 512),
    "skein512": lambda message: skein.skein(512, message, 512),
}
IMPLEMENTATIONS = [
    each
    for function in DIGESTS
    for each in catalog.implementations(catalog.functions()[function])
    if each.source.suffix == ".asm" and catalog.runs_on(each, CPU)
]

MESSAGE = bytes((7 * number + 3) & 0xFF for number in range(170))
"""Two blocks of SHA3-512 (72 bytes) and some more."""

PIECE = 9

PROGRAM = """\
#include "{function}.h"
{space} unsigned char message[{size}] {value};
{copied}
__xdata __at(0x6000) {function}_context cc;
__idata unsigned char digest[64];
__xdata __at(0x7000) unsigned char seen[64];

void main(void) {{
    unsigned char i;
    {fill}
    {function}_init(&cc, {bits});
    {function}(&cc, message, {size});
    {function}_close(&cc, 0, 0, digest);
    for (i = 0; i != 64; i++)
        seen[i] = digest[i];
    for (;;)
        ;
}}
"""


def hashed(folder: Path, space: str, size: int, implementation: Implementation) -> bytes:
    """The digest of the message's first bytes, hashed on uCsim with the message in `space`."""
    files, _ = package.unpacked(implementation, folder)
    values = "{" + ", ".join(map(str, MESSAGE[:size])) + "}"
    constant = space == "__code"
    program = PROGRAM.format(
        function=implementation.prefix,
        space=f"{space} const" if constant else space,
        size=size,
        bits=8 * len(DIGESTS[implementation.function.name](b"")),
        value=f"= {values}" if constant else "",
        copied="" if constant else f"__code const unsigned char given[{size}] = {values};",
        fill="" if constant else f"for (i = 0; i != {size}; i++) message[i] = given[i];",
    )
    (folder / "program.c").write_text(program)
    objects = []
    for source in (Path("program.c"), *files.sources):
        target = f"{source.stem}.rel"
        if source.suffix == ".c":
            command = ["sdcc", "-mmcs51", "--model-large", "--std-c99", "-c", source, "-o", target]
        else:
            command = ["sdas8051", "-plosgff", target, source]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        objects.append(target)
    # From the beginning of a page, of which a file may take all of its 256 bytes.
    command = ["sdcc", "-mmcs51", "--model-large", "--xram-loc", "0x100", *objects]
    command += ["-o", "program.ihx"]
    linked = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    assert "Error" not in linked.stdout + linked.stderr, linked.stdout + linked.stderr
    end = address_of_the_last_loop(folder)
    commands = [f"break {end:#x}", "run", "dump /i xram 0x7000 0x703f"]
    text = run_console("s51", "52", folder / "program.ihx", commands)
    return b"".join(data for _, data in read_intel_hex(text))


def address_of_the_last_loop(folder: Path) -> int:
    """Where `for (;;)` of the program jumps to itself."""
    listing = (folder / "program.rst").read_text()
    found = re.findall(r"^\s*([0-9A-F]{6}) 80 FE\b", listing, re.M)
    assert len(found) == 1, found
    return int(found[0], 16)


CASES = [
    pytest.param(space, size, each, id=f"{space}-{size}-{each.function.name}-{each.name}")
    for space, size in (("__code", len(MESSAGE)), ("__idata", PIECE), ("__pdata", len(MESSAGE)))
    for each in IMPLEMENTATIONS
    if (space, each.function.name, each.name) != ("__pdata", "sha256", "mcs51")  # has all of it
]


@pytest.mark.parametrize(("space", "size", "implementation"), CASES)
def test_message_and_digest_lie_in_any_memory(
    implementation: Implementation, space: str, size: int, tmp_path: Path
) -> None:
    function = implementation.function.name
    if space == "__pdata" and (function == "shabal" or implementation.name == "mcs51"):
        # Its own state takes that page, or nearly all of it.
        size = {"mcs51_fast": 80}.get(implementation.name, 3) if function == "shabal" else 6
    if space == "__pdata" and function.startswith("skein"):
        size = 5
    digest = DIGESTS[function](MESSAGE[:size])
    assert hashed(tmp_path, space, size, implementation)[: len(digest)] == digest


def test_there_is_assembly_to_try() -> None:
    assert IMPLEMENTATIONS
