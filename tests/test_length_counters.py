"""What vectors cannot reach: the number of bits, bytes or blocks beyond one word, and beyond two.

Nobody hashes 2^64 bits in a test: the counter is set in the context.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from includes import INCLUDE_FLAGS
from mote import catalog
from mote.types import Implementation

ROOT = Path(__file__).resolve().parent.parent
COMPILER = shutil.which("gcc") or shutil.which("clang")


class Counter(NamedTuple):
    """fields: words of so many bits, the lowest first; step: what a message block adds.

    waits: a full block is compressed when the next byte comes.
    """

    fields: tuple[str, ...]
    step: int
    waits: bool = False
    bits: int = 32


LOW_HIGH = ("low", "high")
COUNT4 = ("count[0]", "count[1]", "count[2]", "count[3]")
BYTES8 = tuple(f"count[{i}]" for i in range(7, -1, -1))
COUNTERS = {
    "blake256": Counter(LOW_HIGH, 512),
    "blake2b": Counter(("t[0]", "t[1]", "t[2]", "t[3]"), 128, True),
    "blake2s": Counter(("t[0]", "t[1]"), 64, True),
    "blake32": Counter(LOW_HIGH, 512),
    "blake512": Counter(COUNT4, 1024),
    "blake64": Counter(COUNT4, 1024),
    "bmw256": Counter(LOW_HIGH, 512),
    "bmw512": Counter(LOW_HIGH, 1024),
    "groestl256": Counter(BYTES8, 1, bits=8),
    "groestl512": Counter(BYTES8, 1, bits=8),
    "jh": Counter(COUNT4, 512),
    "sha1": Counter(LOW_HIGH, 512),
    "sha256": Counter(LOW_HIGH, 512),
    "sha512": Counter(COUNT4, 1024),
    "skein1024": Counter(("tweak[0]", "tweak[1]", "tweak[2]"), 128, True),
    "skein256": Counter(("tweak[0]", "tweak[1]", "tweak[2]"), 32, True),
    "skein512": Counter(("tweak[0]", "tweak[1]", "tweak[2]"), 64, True),
}
"""By function.  Shabal's, which its compression function takes, is in test_counter.py."""

WITHOUT = {
    "ascon_hash256",
    "ascon_xof128",
    "keccak",
    "luffa256",
    "luffa384",
    "luffa512",
    "sha3",
    "shabal",
    "shake128",
    "shake256",
}
"""Functions whose padding tells no length."""

FILES = [
    implementation
    for name in COUNTERS
    for implementation in catalog.implementations(catalog.functions()[name])
    if implementation.source.suffix == ".c"
]

# Prints the counter after a block for each case, then the first bytes of two digests.
PROGRAM = """
#include "mote/{function}.h"
#include <stdio.h>
#include <string.h>
int main(void) {{
    static const unsigned char block[{block_bytes} + 1];
    mote_{function}_context cc;
    unsigned char digest[128];
{steps}
    return 0;
}}
"""


def carried(counter: Counter) -> list[tuple[list[int], list[int]]]:
    """The counter's words before and after a block: a carry into each of the words."""
    cases = []
    ones = (1 << counter.bits) - 1
    for top in range(1, len(counter.fields)):
        before = [ones + 1 - counter.step, *[ones] * (top - 1)]
        before += [5 + i for i in range(len(counter.fields) - top)]
        number = sum(word << counter.bits * i for i, word in enumerate(before)) + counter.step
        cases.append((before, [number >> counter.bits * i & ones for i in range(len(before))]))
    return cases


def told(
    implementation: Implementation, counter: Counter, source: Path, folder: Path
) -> tuple[list[int], list[str]]:
    """The words of the counter after each case, and the beginnings of the two digests."""
    function = implementation.function
    name, digest_bits = function.name, function.main_digest
    fields = [f"cc.{field}" for field in counter.fields]
    size = f"{function.block_bytes}{' + 1' if counter.waits else ''}"
    steps = []
    for before, _ in carried(counter):
        steps.append(f"mote_{name}_init(&cc, {digest_bits});")
        steps += [f"{field} = {value}u;" for field, value in zip(fields, before, strict=True)]
        steps.append(f"mote_{name}(&cc, block, {size});")
        steps += [f'printf("%lu ", (unsigned long){field});' for field in fields]
    # Two computations that differ in the highest word of the counter alone.
    for value in (0, 1):
        steps.append(f"mote_{name}_init(&cc, {digest_bits});")
        steps.append(f"mote_{name}(&cc, block, 3);")
        steps.append(f"{fields[-1]} = {value}u;")
        steps.append(f"mote_{name}_close(&cc, 0, 0, digest);")
        steps.append('printf("%02x%02x%02x ", digest[0], digest[1], digest[2]);')
    program = folder / "carry"
    (folder / "carry.c").write_text(
        PROGRAM.format(
            function=name,
            block_bytes=function.block_bytes,
            steps="\n".join("    " + step for step in steps),
        )
    )
    command = [COMPILER, "-O1", *INCLUDE_FLAGS, folder / "carry.c", source]
    subprocess.run([*map(str, command), "-o", str(program)], check=True)
    words = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    return [int(word) for word in words[:-2]], words[-2:]


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")
@pytest.mark.parametrize(
    "implementation", FILES, ids=lambda each: f"{each.function.name}-{each.name}"
)
def test_the_counter_carries_and_is_hashed(implementation: Implementation, tmp_path: Path) -> None:
    counter = COUNTERS[implementation.function.name]
    words, digests = told(implementation, counter, implementation.source, tmp_path)
    assert words == [word for _, after in carried(counter) for word in after]
    assert digests[0] != digests[1]


def test_every_function_is_here() -> None:
    assert set(COUNTERS) | WITHOUT == set(catalog.hashes())
    assert not set(COUNTERS) & WITHOUT


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")
def test_a_lost_carry_would_be_seen(tmp_path: Path) -> None:
    implementation = next(i for i in FILES if i.function.name == "sha1")
    text = implementation.source.read_text(encoding="ascii")
    assert text.count("cc->high = T32(cc->high + 1);") == 1
    text = text.replace("cc->high = T32(cc->high + 1);", ";")
    source = tmp_path / "portable.c"
    source.write_text(text, encoding="ascii")
    words, _ = told(implementation, COUNTERS["sha1"], source, tmp_path)
    assert words != [word for _, after in carried(COUNTERS["sha1"]) for word in after]
