"""An implementation in C under the sanitizers of this computer's compiler.

The memory guard of a simulated CPU sees what leaves the stack, the context, the data or the digest;
an array that is left within a stack frame, or a shift that C does not define, only these see.
"""

from __future__ import annotations

import functools
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mote import catalog, cipher, native, vectors
from mote.paths import INCLUDES

HARNESS = Path(native.__file__).parent / "vector_harness.c"
CIPHER_HARNESS = Path(native.__file__).parent / "cipher_harness.c"

FLAGS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

LARGEST = 16384
"""Bits: longer messages run where nothing watches each byte."""

SECONDS = 60
"""For all vectors; the functions of the catalog take less than 2."""


@functools.cache
def vector_lines(function: str) -> list[str]:
    """The function's vectors as its harness reads them."""
    if catalog.functions()[function].kind == "cipher":
        return [
            f"{each.key.hex()} {each.tweak.hex()} {each.plaintext.hex()} {each.ciphertext.hex()}\n"
            for each in cipher.own(catalog.functions()[function])
        ]
    return [
        f"{each.digest_bits} {each.bits} {each.message.hex() or '-'} {each.digest.hex()}\n"
        for each in vectors.plain(catalog.functions()[function])
        if each.bits <= LARGEST
    ]


def harness_flags(function: str) -> tuple[str, ...]:
    """The compiler's options that make a harness that of the function."""
    return f'-DHEADER="mote/{function}.h"', f"-DNAME(part)=mote_{function}##part"


@functools.cache
def available() -> bool:
    """Whether gcc and the libraries that it needs for FLAGS are there."""
    if shutil.which("gcc") is None:
        return False
    with tempfile.TemporaryDirectory(prefix="mote-sanitizer-") as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("int main(void) { return 0; }\n", encoding="ascii")
        command = ["gcc", *FLAGS, str(probe), "-o", str(Path(folder) / "probe")]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def complaint(function: str, sources: Sequence[Path], include: Sequence[Path]) -> str:
    """What the sanitizers say about sources of a function, in a line; empty for nothing.

    include: folders for #include that come before the usual ones.
    """
    with tempfile.TemporaryDirectory(prefix="mote-sanitizer-") as folder:
        program = Path(folder) / "program"
        command = ["gcc", "-O1", *FLAGS, *harness_flags(function)]
        command += [f"-I{path}" for path in (*include, *INCLUDES)]
        is_cipher = catalog.functions()[function].kind == "cipher"
        harness = CIPHER_HARNESS if is_cipher else HARNESS
        command += [str(path) for path in (*sources, harness)] + ["-o", str(program)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode != 0:
            return "does not compile: " + built.stderr.partition("\n")[0]
        lines = vector_lines(function)
        try:
            result = subprocess.run(
                [str(program)],
                input="".join(lines),
                capture_output=True,
                text=True,
                check=False,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return f"not finished within {SECONDS} seconds"
        if result.returncode != 0:
            said = [line for line in result.stderr.splitlines() if "error: " in line.lower()]
            return said[0] if said else f"exit status {result.returncode}"
        if result.stdout.split() != [str(len(lines)), "0"]:
            return "wrong digests or blocks: " + result.stdout.strip()
    return ""
