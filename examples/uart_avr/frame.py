#!/usr/bin/env python3
"""Make the commands that commands.c takes: python3 frame.py hash FILE > /dev/ttyACM0

hash FILE       the digest of the file
seed FILE       adds the file to what the random generator knows
random BYTES    so many random bytes, 1 to 255
"""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 255
USAGE = "frame.py: say hash FILE, seed FILE or random BYTES"


def pieces(message: bytes) -> bytes:
    """A message in pieces, each with its length before it, and the end."""
    cut = [message[at : at + LONGEST] for at in range(0, len(message), LONGEST)]
    return b"".join(bytes([len(piece)]) + piece for piece in cut) + b"\0"


def main(words: list[str]) -> int:
    """Write the command to standard output."""
    if len(words) != 2 or words[0] not in ("hash", "seed", "random"):
        print(USAGE, file=sys.stderr)
        return 2
    command, value = words
    if command == "random":
        if not (value.isascii() and value.isdigit() and 1 <= int(value) <= LONGEST):
            print(f"frame.py: {value!r} is no number from 1 to {LONGEST}", file=sys.stderr)
            return 2
        data = bytes([int(value)])
    else:
        try:
            data = pieces(Path(value).read_bytes())
        except OSError as error:
            print(f"frame.py: {value}: {error.strerror}", file=sys.stderr)
            return 1
    sys.stdout.buffer.write(command[0].encode() + data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
