"""Makes the parts of an image that the boot loader starts, and the public key as a C header.

python3 image.py message VERSION PROGRAM MESSAGE      what is signed: header and program
python3 image.py image MESSAGE SIGNATURE IMAGE        what is flashed
python3 image.py key PUBLIC HEADER                    what boot.c includes
"""

import sys
from pathlib import Path

HEADER_BYTES, SIGNATURE_BYTES, KEY_BYTES = 16, 1452, 56
ROOM = 62 * 1024 - HEADER_BYTES - SIGNATURE_BYTES
"""Bytes that a program may have, as boot_*.ld have it."""


def stop(text: str) -> None:
    sys.exit(f"image.py: {text}")


def read(name: str, size: int = 0) -> bytes:
    """The bytes of a file, as many as there should be."""
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        stop(f"{name}: {error.strerror}")
        raise
    if size and len(content) != size:
        stop(f"{name} has {len(content)} bytes, should be {size}")
    return content


def message(version: int, program: bytes) -> bytes:
    """The header that boot.c describes, and the program."""
    numbers = b"".join(number.to_bytes(4, "little") for number in (version, len(program), 0))
    return b"MOTE" + numbers + program


def image(message: bytes, signature: bytes) -> bytes:
    return message[:HEADER_BYTES] + signature + message[HEADER_BYTES:]


def header(key: bytes) -> str:
    numbers = ", ".join(str(byte) for byte in key)
    return f"static const unsigned char key[{len(key)}] = {{{numbers}}};\n"


def main(words: list[str]) -> None:
    sizes = {"message": 4, "image": 4, "key": 3}
    if not words or len(words) != sizes.get(words[0]):
        stop(
            "say message VERSION PROGRAM MESSAGE, image MESSAGE SIGNATURE IMAGE, "
            "or key PUBLIC HEADER"
        )
    if words[0] == "key":
        Path(words[2]).write_text(header(read(words[1], KEY_BYTES)), encoding="ascii")
    elif words[0] == "image":
        signature = read(words[2], SIGNATURE_BYTES)
        Path(words[3]).write_bytes(image(read(words[1]), signature))
    else:
        if not words[1].isdecimal() or int(words[1]) >= 0xFFFFFFFF:
            stop(f"{words[1]}: a version is a number below 2^32 - 1")
        program = read(words[2])
        if not 8 <= len(program) <= ROOM:
            stop(f"{words[2]} has {len(program)} bytes; a program has 8 to {ROOM}")
        Path(words[3]).write_bytes(message(int(words[1]), program))


if __name__ == "__main__":
    main(sys.argv[1:])
