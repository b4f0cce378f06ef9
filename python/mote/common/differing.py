"""Bytes that are wrong, in words that fit a line."""

from __future__ import annotations

SHOWN = 64
"""Bytes that are shown whole."""
AROUND = 16
"""Of more than that, those from the first wrong one on."""


def differing(got: bytes, right: bytes) -> str:
    """What it `is …, should be …`, both in hexadecimal digits; of long ones where they differ."""
    if max(len(got), len(right)) <= SHOWN:
        return f"is {got.hex()}, should be {right.hex()}"
    pairs = enumerate(zip(got, right, strict=False))
    first = next((at for at, (a, b) in pairs if a != b), min(len(got), len(right)))
    sizes = "" if len(got) == len(right) else f" ({len(got)} bytes, should be {len(right)})"
    return f"is {_from(got, first)}, should be {_from(right, first)} from byte {first} on{sizes}"


def _from(content: bytes, first: int) -> str:
    more = "…" if len(content) > first + AROUND else ""
    return (content[first : first + AROUND].hex() or "nothing") + more
