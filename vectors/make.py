#!/usr/bin/env python3
"""Writes the test vectors of this folder from the reference programs in tests/reference.

make.py            writes every file again
make.py --check    exit status 1 if a file differs from what would be written
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from reference import shabal  # noqa: E402


def message(bits: int) -> bytes:
    """The message of `bits` bits: see README.md.  Bits beyond `bits` are left as generated."""
    return hashlib.shake_128(f"mote/{bits}".encode("ascii")).digest((bits + 7) // 8)


def all_lengths(block_bits: int) -> list[int]:
    """Message lengths in bits for a function's main digest."""
    lengths = set(range(21)) | {256}
    for boundary in (block_bits, 2 * block_bits):
        lengths |= set(range(boundary - 14, boundary + 19))
    for boundary in (block_bits, 2 * block_bits, 3 * block_bits):
        lengths |= {boundary + 8 * step for step in range(-3, 4)}
    return sorted(lengths | {4096, 8191, 16384})


def few_lengths(block_bits: int) -> list[int]:
    """Message lengths in bits for the other digests."""
    lengths = {*range(10), 15, 16, 17, 256, 3 * block_bits, 4096, 8191}
    for boundary in (block_bits, 2 * block_bits):
        lengths |= {boundary + step for step in (-16, -9, -8, -7, -2, -1, 0, 1, 7, 8, 9)}
    return sorted(lengths)


def rows(
    digest: Callable[[bytes, int, int], bytes],
    digest_bits: Iterable[int],
    main_digest: int,
    block_bits: int,
) -> Iterable[str]:
    """The lines of a file after its head."""
    yield "digest_bits,message_bits,digest"
    for size in digest_bits:
        lengths = all_lengths(block_bits) if size == main_digest else few_lengths(block_bits)
        for bits in lengths:
            yield f"{size},{bits},{digest(message(bits), size, bits).hex()}"


SHABAL_HEAD = """\
# Shabal; messages from the generator in README.md; columns as there.
# Digests: tests/reference/shabal.py.
# Agrees on every row of 192, 224, 256, 384 and 512 bits with a message of whole bytes: the Rust
# crate shabal 0.4.1 (RustCrypto).  No independent program for the other rows; the same reference
# gives the digests of all 2048 messages (0 to 2047 bits) of the NIST competition's ShortMsgKAT
# for those five digest sizes."""


def files() -> dict[str, str]:
    """Content of every file, by name."""
    lines = rows(shabal.digest, range(32, 513, 32), 256, 512)
    return {"shabal.csv": "\n".join([SHABAL_HEAD, *lines]) + "\n"}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the test vectors again.")
    parser.add_argument("--check", action="store_true", help="write nothing; report differences")
    check = parser.parse_args().check
    status = 0
    for name, content in files().items():
        path = HERE / name
        if not check:
            path.write_text(content, encoding="ascii", newline="\n")
        elif not path.exists() or path.read_text(encoding="ascii") != content:
            print(f"{name} differs from what make.py writes", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
