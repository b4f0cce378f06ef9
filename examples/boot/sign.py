"""Makes the image of a program that the boot loader starts, and the key as a C header.

python3 sign.py image KEY PROGRAM IMAGE    KEY: a file of 32 bytes; PROGRAM: a binary
python3 sign.py header KEY HEADER          what boot.c includes
"""

import hashlib
import hmac
import sys
from pathlib import Path

KEY_BYTES = 32
ROOM = 62 * 1024 - 72
"""Bytes that a program may have, as boot.ld has it."""


def stop(text: str) -> None:
    sys.exit(f"sign.py: {text}")


def read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        stop(f"{name}: {error.strerror}")
        raise


def image(key: bytes, program: bytes) -> bytes:
    """The header that boot.c describes, and the program."""
    signed = b"MOTE" + len(program).to_bytes(4, "little") + hashlib.sha256(program).digest()
    return signed + hmac.new(key, signed, "sha256").digest() + program


def header(key: bytes) -> str:
    numbers = ", ".join(str(byte) for byte in key)
    return f"static const unsigned char key[{len(key)}] = {{{numbers}}};\n"


def main(words: list[str]) -> None:
    sizes = {"image": 4, "header": 3}
    if not words or len(words) != sizes.get(words[0]):
        stop("say image KEY PROGRAM IMAGE, or header KEY HEADER")
    key = read(words[1])
    if len(key) != KEY_BYTES:
        stop(f"{words[1]} has {len(key)} bytes; a key has {KEY_BYTES}")
    if words[0] == "header":
        Path(words[2]).write_text(header(key), encoding="ascii")
        return
    program = read(words[2])
    if not 8 <= len(program) <= ROOM:
        stop(f"{words[2]} has {len(program)} bytes; a program has 8 to {ROOM}")
    Path(words[3]).write_bytes(image(key, program))


if __name__ == "__main__":
    main(sys.argv[1:])
