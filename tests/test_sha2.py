"""SHA-1 and SHA-2: what vectors cannot reach, the number of bits beyond one word."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mote import catalog

ROOT = Path(__file__).resolve().parent.parent
COMPILER = shutil.which("gcc") or shutil.which("clang")

# The counter before and after one more block: low word first, in bits.
COUNTERS = {
    "sha1": ("low, high", [(0xFFFFFE00, 0), (0, 1)], [(0xFFFFFE00, 0xFFFFFFFF), (0, 0)]),
    "sha256": ("low, high", [(0xFFFFFE00, 5), (0, 6)], [(0x7FFFFE00, 5), (0x80000000, 5)]),
    "sha512": (
        "count[0], count[1], count[2], count[3]",
        [(0xFFFFFC00, 1, 2, 3), (0, 2, 2, 3)],
        [(0xFFFFFC00, 0xFFFFFFFF, 2, 3), (0, 0, 3, 3)],
        [(0xFFFFFC00, 0xFFFFFFFF, 0xFFFFFFFF, 7), (0, 0, 0, 8)],
    ),
}

# Prints the counter after each block, then the first bytes of two digests.
PROGRAM = """
#include "mote/{function}.h"
#include <stdio.h>
#include <string.h>
int main(void) {{
    static const unsigned char block[{block_bytes}];
    mote_{function}_context cc;
    unsigned char digest[64];
    mote_{function}_init(&cc, {digest_bits});
{steps}
    return 0;
}}
"""


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")
@pytest.mark.parametrize(
    ("function", "implementation"),
    [
        (function, implementation)
        for function in COUNTERS
        for implementation in catalog.implementations(catalog.functions()[function])
        if implementation.source.suffix == ".c"
    ],
    ids=lambda item: item if isinstance(item, str) else item.name,
)
def test_the_counter_carries_and_is_hashed(
    function: str, implementation: catalog.Implementation, tmp_path: Path
) -> None:
    names, *cases = COUNTERS[function]
    fields = [f"cc.{name}" for name in names.split(", ")]
    steps, wanted = [], []
    for before, after in cases:
        steps += [f"{field} = {value}u;" for field, value in zip(fields, before, strict=True)]
        steps.append(f"mote_{function}(&cc, block, sizeof block);")
        steps += [f'printf("%lu ", (unsigned long){field});' for field in fields]
        wanted += [str(value) for value in after]
    # Two computations that differ in the highest word of the counter alone.
    for value in (0, 1):
        steps.append(f"mote_{function}_init(&cc, {implementation.function.main_digest});")
        steps.append(f"{fields[-1]} = {value}u;")
        steps.append(f"mote_{function}_close(&cc, 0, 0, digest);")
        steps.append('printf("%02x%02x ", digest[0], digest[1]);')
    source, program = tmp_path / "carry.c", tmp_path / "carry"
    source.write_text(
        PROGRAM.format(
            function=function,
            block_bytes=implementation.function.block_bytes,
            digest_bits=implementation.function.main_digest,
            steps="\n".join("    " + step for step in steps),
        )
    )
    command = [COMPILER, "-O1", f"-I{ROOT / 'include'}", source, implementation.source]
    subprocess.run([*command, "-o", program], check=True)
    result = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    assert result[:-2] == wanted
    empty, changed = result[-2:]
    rows = (ROOT / "vectors" / f"{function}.csv").read_text(encoding="ascii")
    assert f"\n{implementation.function.main_digest},0,{empty}" in rows
    assert changed != empty
