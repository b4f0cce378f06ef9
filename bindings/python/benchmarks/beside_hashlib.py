"""How long mote_hash takes beside hashlib: hashlib's time by ours, so that above 1 ours is faster.

    python bindings/python/benchmarks/beside_hashlib.py [NAME ...]

A new object, its message and its digest, of 64 bytes, 64 KB and 16 MB.  The two take turns; what is
printed is the median of the ratios of neighbours, with the quartiles around it: processor time, so
that other programs on the computer matter little.
"""

from __future__ import annotations

import hashlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import mote_hash

NAMES = (
    *("sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384"),
    *("sha3_512", "shake_128", "shake_256", "blake2b", "blake2s"),
)
#: Bytes, calls in a turn, turns.
SIZES = ((64, 2000, 61), (65536, 8, 61), (16 << 20, 1, 9))


def timed(make: Callable[..., Any], data: bytes, calls: int, length: tuple[int, ...]) -> int:
    start = time.process_time_ns()
    for _ in range(calls):
        make(data).digest(*length)
    return time.process_time_ns() - start


def ratios(name: str, size: int, calls: int, turns: int) -> list[float]:
    theirs, ours = getattr(hashlib, name), getattr(mote_hash, name)
    data, length = bytes(size), (32,) if name.startswith("shake") else ()
    found = []
    for turn in range(turns + 1):
        first, second = (theirs, ours) if turn % 2 else (ours, theirs)
        times = {make: timed(make, data, calls, length) for make in (first, second)}
        found.append(times[theirs] / times[ours])
    return found[1:]


def main() -> None:
    print("ratio       " + "".join(f"{size:>26,}" for size, _, _ in SIZES))
    for name in sys.argv[1:] or NAMES:
        line = f"{name:12}"
        for size, calls, turns in SIZES:
            low, middle, high = statistics.quantiles(ratios(name, size, calls, turns), n=4)
            line += f"{middle:14.3f} ({low:.2f}-{high:.2f})"
        print(line, flush=True)


if __name__ == "__main__":
    main()
