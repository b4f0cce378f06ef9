#!/usr/bin/env python3
"""Make the pieces that main.c takes of a file: python3 frame.py FILE > /dev/ttyUSB0

A piece is a byte n from 1 to 255 and n bytes; a byte 0 ends a message.
"""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 255


def framed(message: bytes) -> bytes:
    """A message in pieces, with its end."""
    pieces = [message[at : at + LONGEST] for at in range(0, len(message), LONGEST)]
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"


def main(names: list[str]) -> int:
    """Write the pieces of each file to standard output."""
    if len(names) != 1:
        print("frame.py: name the one file that is to be sent", file=sys.stderr)
        return 2
    try:
        message = Path(names[0]).read_bytes()
    except OSError as error:
        print(f"frame.py: {names[0]}: {error.strerror}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(framed(message))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
