"""Messages and their digests: our own vectors, and files in the NIST format."""

from __future__ import annotations

import csv
import functools
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mote.paths import ROOT
from mote.types import Function, MoteError

KAT = ROOT.parent / "shared" / "kat"
"""The NIST messages and digests of the competition, where a checkout has them beside it."""


@dataclass(frozen=True)
class Vector:
    """A message of `bits` bits and its digest of `digest_bits` bits.

    In a partial last byte the message is in the high bits; the other bits are arbitrary.
    """

    digest_bits: int
    bits: int
    message: bytes
    digest: bytes


@dataclass
class VectorCount:
    """How many vectors came out right; `first` names the first that did not."""

    passed: int = 0
    failed: int = 0
    first: str = ""


@functools.cache
def message(bits: int) -> bytes:
    """The generated message of `bits` bits: SHAKE128 of "mote/<bits>" (vectors/README.md)."""
    return hashlib.shake_128(f"mote/{bits}".encode()).digest((bits + 7) // 8)


@functools.cache
def own(function: Function) -> tuple[Vector, ...]:
    """The project's vectors of a function, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            Vector(
                int(row["digest_bits"]),
                int(row["message_bits"]),
                message(int(row["message_bits"])),
                bytes.fromhex(row["digest"]),
            )
            for row in rows
        )


def read_kat(path: Path) -> Iterator[tuple[bytes, int]]:
    """The messages of a file in the NIST format, as (bytes, length in bits).

    Lines `Len = N` and `Msg = HEX` in this order; other lines are passed over.  Raises MoteError
    with the line's number when one of the two is missing, or the message is not hexadecimal or
    not as long as its length says (the empty one may be written 00), and for a file that cannot
    be read.
    """
    bits, since = None, 0
    try:
        stream = path.open(encoding="ascii", errors="replace")
    except OSError as error:
        raise MoteError(f"{path}: {error.strerror or error}") from None
    with stream:
        for number, line in enumerate(stream, 1):
            match = re.match(r"\s*(Len|Msg)\s*=\s*(\S*)\s*$", line)
            if not match:
                continue
            if match[1] == "Len":
                if bits is not None:
                    raise MoteError(f"{path}:{since}: Len without a Msg behind it")
                if not re.fullmatch("[0-9]{1,15}", match[2]):
                    raise MoteError(f"{path}:{number}: Len is not a number of bits: {match[2]!r}")
                bits, since = int(match[2]), number
                continue
            if bits is None:
                raise MoteError(f"{path}:{number}: Msg without a Len before it")
            try:
                data = bytes.fromhex(match[2])
            except ValueError:
                raise MoteError(f"{path}:{number}: Msg is not hexadecimal") from None
            if len(data) * 8 < bits:
                raise MoteError(f"{path}:{number}: Msg has fewer than {bits} bits")
            if len(data) > max(1, (bits + 7) // 8):
                raise MoteError(f"{path}:{number}: Msg has more than {bits} bits")
            yield data[: (bits + 7) // 8], bits
            bits = None
    if bits is not None:
        raise MoteError(f"{path}:{since}: Len without a Msg behind it")


@functools.cache
def nist(function: Function, digest_bits: int) -> tuple[Vector, ...]:
    """The 2048 messages of the NIST competition with the function's digests.

    Empty where the files are not there (they are other people's and not part of the project)
    or where the function has none for this digest size.
    """
    name = function.kat.get(digest_bits)
    messages = KAT / "messages_short.txt"
    if name is None or not (KAT / name).is_file() or not messages.is_file():
        return ()
    digests = (KAT / name).read_text(encoding="ascii").split()
    pairs = list(read_kat(messages))
    if len(pairs) != len(digests):
        raise MoteError(f"{name}: {len(digests)} digests for {len(pairs)} messages")
    return tuple(
        Vector(digest_bits, bits, data, bytes.fromhex(digest))
        for (data, bits), digest in zip(pairs, digests, strict=True)
    )
