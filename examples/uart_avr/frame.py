#!/usr/bin/env python3
"""Make the commands that commands.c takes: python3 frame.py hash FILE > /dev/ttyACM0

hash FILE       the digest of the file
"""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 255
COMMANDS = {"hash": b"h"}


def pieces(message: bytes) -> bytes:
    """A message in pieces, each with its length before it, and the end."""
    cut = [message[at : at + LONGEST] for at in range(0, len(message), LONGEST)]
    return b"".join(bytes([len(piece)]) + piece for piece in cut) + b"\0"


def main(words: list[str]) -> int:
    """Write the command to standard output."""
    if len(words) != 2 or words[0] not in COMMANDS:
        print(f"frame.py: say {' or '.join(COMMANDS)}, and the file", file=sys.stderr)
        return 2
    command, name = words
    try:
        message = Path(name).read_bytes()
    except OSError as error:
        print(f"frame.py: {name}: {error.strerror}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(COMMANDS[command] + pieces(message))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
