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

from mote.common.errors import BuildError, MissingTool
from mote.common.paths import WORK

HERE = Path(__file__).parent


def library(
    name: str,
    sources: Sequence[str],
    *,
    include: Sequence[Path] = (),
    link: Sequence[str] = (),
) -> ctypes.CDLL:
    """Compile `sources` (names in this folder) into a shared library and load it."""
    return ctypes.CDLL(str(shared(name, sources, include=include, link=link)))


def shared(
    name: str,
    sources: Sequence[str],
    *,
    include: Sequence[Path] = (),
    link: Sequence[str] = (),
) -> Path:
    """Compile `sources` (names in this folder) into a shared library; its path.

    The result is kept in WORK/native under a name that holds a hash of every source and header,
    so that a change is always built; several processes may ask at once.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise MissingTool("no C compiler for the host was found: install gcc", ("gcc", "libc6-dev"))
    command = [compiler, "-O2", "-std=gnu11", "-Wall", "-Wextra", "-shared", "-fPIC"]
    command += [f"-I{path}" for path in include]
    return _made(f"{name}.so", command, sources, link)


def program(compiler: str, name: str, sources: Sequence[str], options: Sequence[str]) -> Path:
    """Compile `sources` (names in this folder) into a program with another compiler; its path."""
    return _made(name, [compiler, *options], sources, ())


def _made(name: str, command: Sequence[str], sources: Sequence[str], link: Sequence[str]) -> Path:
    """What a command makes of sources, kept by the content of all that it may depend on."""
    content = hashlib.sha256()
    for path in sorted((*HERE.glob("*.[ch]"), *(HERE / source for source in sources))):
        content.update(path.read_bytes())
    content.update(repr((name, tuple(command), tuple(sources), tuple(link))).encode())
    folder = WORK / "native"
    folder.mkdir(parents=True, exist_ok=True)
    stem, dot, suffix = name.partition(".")
    target = folder / f"{stem}-{content.hexdigest()[:16]}{dot}{suffix}"
    if not target.exists():
        handle, partial = tempfile.mkstemp(dir=folder, suffix=dot + suffix)
        os.close(handle)
        whole = [*command, "-o", partial, *(str(HERE / source) for source in sources), *link]
        result = subprocess.run(whole, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            Path(partial).unlink()
            raise BuildError(f"the helper {stem} did not compile with {command[0]}", result.stderr)
        Path(partial).chmod(0o755)
        Path(partial).replace(target)
    return target
