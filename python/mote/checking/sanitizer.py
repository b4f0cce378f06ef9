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

from mote import kinds
from mote.catalog import catalog
from mote.common.paths import INCLUDES

FLAGS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

SECONDS = 60
"""For all vectors; the functions of the catalog take less than 2."""


@functools.cache
def vector_lines(function: str) -> list[str]:
    """The function's vectors as its harness reads them."""
    of = catalog.functions()[function]
    return list(kinds.of(of).sanitizer(of)[1])


def harness_flags(function: str) -> tuple[str, ...]:
    """The compiler's options that make a harness that of the function."""
    of = catalog.functions()[function]
    header, name = catalog.header(of).name, of.identifier
    return f'-DHEADER="mote/{header}"', f"-DNAME(part)={name}##part"


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
        of = catalog.functions()[function]
        harness, _ = kinds.of(of).sanitizer(of)
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
