"""What pairs of one run have in common is made once: by the first process that asks for it.

Rows of several functions are of one source, all implementations of a function have one header, all
images of a CPU the same support files.  What is made of these is found again by a key of all that
it is made of, in a folder that exists as long as the block `shared`; outside of it nothing is.

In one run a CPU is known by its name.  What has a key of all content, too, is also found by later
runs and other processes, where the environment names a folder for it: the tests have one as long as
they run.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_FOLDERS: list[Path] = []
"""That of the block at hand, which forks of this process find, too."""

RUNS = "MOTE_SHARED_BUILDS"
"""The environment's variable that names a folder in which several runs share what they make."""

MOST = 4096
"""So many things stay there; what comes then is made anew each time."""

SETTINGS = re.compile(
    r"CPATH|C_INCLUDE_PATH|COMPILER_PATH|LIBRARY_PATH|GCC_\w+|SDCC_\w+|LD_PRELOAD|LD_LIBRARY_PATH"
)
"""Variables of the environment that compilers read (GCC manual, section 3.21; SDCC Compiler User
Guide, section 3.4.3), or that give programs other libraries."""


def settings() -> list[tuple[str, str]]:
    """Those that are set, with their values."""
    return sorted((k, v) for k, v in os.environ.items() if SETTINGS.fullmatch(k))


def program(path: str | None) -> tuple[object, ...]:
    """A program's file: another version of it is another one."""
    if path is None:
        return ()
    real = Path(path).resolve()
    found = real.stat()
    return (str(real), found.st_size, found.st_mtime_ns)


@contextlib.contextmanager
def shared() -> Iterator[None]:
    """A block in which this process and its forks share what they make."""
    with tempfile.TemporaryDirectory(prefix="mote-shared-") as name:
        _FOLDERS.append(Path(name))
        try:
            yield
        finally:
            _FOLDERS.pop()


Content = Callable[[], object]
"""Gives all that something depends on in every run, or None where nobody knows; it is called only
where runs share."""


def folder(key: object, make: Callable[[Path], Any], content: Content | None = None) -> Path | None:
    """The folder in which `make` puts files, which nobody changes; None where nothing is shared.

    key: all that these depend on in one run, by its repr; None for what a run makes once anyway.
    content: the same for every run.  What make raises is raised, and nothing is kept then.
    """
    for_runs = os.environ.get(RUNS)
    whole = content() if for_runs and content is not None else None
    if for_runs and whole is not None:
        found = Path(for_runs) / _name(whole)
        if found.is_dir() or len([*Path(for_runs).iterdir()]) < MOST:
            return _made(found, make)
    return _made(_FOLDERS[-1] / _name(key), make) if _FOLDERS and key is not None else None


def _name(key: object) -> str:
    return hashlib.sha256(repr(key).encode()).hexdigest()


def _made(found: Path, make: Callable[[Path], Any]) -> Path:
    if not found.is_dir():
        partial = Path(tempfile.mkdtemp(dir=found.parent))
        try:
            make(partial)
            # Where another process was faster, its folder stays.
            with contextlib.suppress(OSError):
                partial.rename(found)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return found


def file(
    target: Path, key: object, make: Callable[[Path], Any], content: Content | None = None
) -> None:
    """The file `target`, made by `make` or the same as one that was."""
    found = folder(key, lambda place: make(place / target.name), content)
    if found is None:
        make(target)
        return
    try:
        os.link(found / target.name, target)
    except FileExistsError:
        pass
    except OSError:  # another file system
        shutil.copyfile(found / target.name, target)


def value(key: object, make: Callable[[], Any], content: Content | None = None) -> Any:
    """What `make` gives: numbers and strings, and lists of them."""

    def keep(place: Path) -> None:
        (place / "value").write_text(json.dumps(make()), encoding="utf-8")

    found = folder(key, keep, content)
    return make() if found is None else json.loads((found / "value").read_text(encoding="utf-8"))


def of(path: Path) -> bool:
    """Whether a file is among what is shared."""
    return bool(_FOLDERS) and path.is_relative_to(_FOLDERS[-1])
