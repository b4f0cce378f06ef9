"""Builds the bench's own C helpers with the host's compiler, once for each content."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mote.paths import WORK
from mote.types import BuildError, MissingTool

HERE = Path(__file__).parent


def library(
    name: str,
    sources: Sequence[str],
    *,
    include: Sequence[Path] = (),
    link: Sequence[str] = (),
) -> ctypes.CDLL:
    """Compile `sources` (names in this folder) into a shared library and load it.

    The result is kept in WORK/native under a name that holds a hash of every source and header,
    so that a change is always built; several processes may ask at once.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise MissingTool("no C compiler for the host was found: install gcc", ("gcc", "libc6-dev"))
    content = hashlib.sha256()
    for path in sorted(HERE.glob("*.[ch]")):
        content.update(path.read_bytes())
    content.update(repr((name, tuple(sources), tuple(map(str, include)), tuple(link))).encode())
    folder = WORK / "native"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}-{content.hexdigest()[:16]}.so"
    if not target.exists():
        handle, partial = tempfile.mkstemp(dir=folder, suffix=".so")
        os.close(handle)
        command = [compiler, "-O2", "-std=gnu11", "-Wall", "-Wextra", "-shared", "-fPIC"]
        command += [f"-I{path}" for path in include]
        command += ["-o", partial, *(str(HERE / source) for source in sources), *link]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            Path(partial).unlink()
            raise BuildError(f"the helper {name} did not compile with {compiler}", result.stderr)
        Path(partial).replace(target)
    return ctypes.CDLL(str(target))
