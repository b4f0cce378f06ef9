"""`mote hash` of files on the host: by a program of the library's best code, built once a function.

The launcher starts that program by itself from the second time on, without this package: a record
says which it is and what it was built of.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from mote.catalog.function import Function
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES, ROOT, WORK
from mote.machines import host

SOURCE = Path(__file__).parents[1] / "native" / "hash_program.c"


def folder() -> Path:
    """Where this checkout's programs and records are; the launcher has the same name for it."""
    return WORK / "hash" / str(ROOT).replace("/", "%")[-200:]


def record(word: str, digest: int | None) -> Path | None:
    """The file that says what serves these words of the command line; None: they are unusual."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", word):
        return None
    return folder() / f"{word},{'' if digest is None else digest}"


def program(function: Function, bits: int, word: str, digest: int | None) -> Path | None:
    """The program that hashes files with `function`, as it was found or built.

    word, digest: as they were asked for; the next time the launcher knows what they mean.  None
    where the library cannot be built, without CMake for example.
    """
    target = folder() / function.name
    made = folder() / f"{function.name}.made"
    if not _fresh(made):
        try:
            _build(function, target, made)
        except (OSError, MoteError, subprocess.CalledProcessError):
            return None
    known = record(word, digest)
    if known is not None:
        content = f"{target}\n{bits}\n{made.read_text(encoding='utf-8')}"
        _put(known, content)
    return target


def run(program: Path, bits: int, files: Sequence[str], write: Callable[[str], object]) -> int:
    """Run the program, each of its lines to `write`; its exit status."""
    command = [str(program), str(bits), *files]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, preexec_fn=_let_parent_be_interrupted
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                write(os.fsdecode(line))
        except BaseException:
            process.kill()
            raise
    return process.returncode


def _let_parent_be_interrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _fresh(made: Path) -> bool:
    """Whether all that a program was built of is what it was, the program itself too."""
    try:
        lines = made.read_text(encoding="utf-8").splitlines()
        return all(line == _state(Path(line.split(" ", 2)[2])) for line in lines)
    except (OSError, IndexError):
        return False


def _state(path: Path) -> str:
    found = path.stat()
    return f"{found.st_size} {found.st_mtime_ns} {path}"


def _put(path: Path, content: str) -> None:
    handle, partial = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    Path(partial).replace(path)


def _build(function: Function, target: Path, made: Path) -> None:
    """Build the library's part for `function` by CMake, as users do, and the program of it.

    Raises OSError, MoteError, CalledProcessError.
    """
    compiler = host.compiler(None)
    cmake = shutil.which("cmake")
    if cmake is None:
        raise MoteError("cmake is not installed")
    folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mote-hash-") as name:
        build = Path(name)
        # Before the compiler reads them: what is edited meanwhile makes the program stale.
        before = {path: _state(path) for path in _everything(function)}
        configure: list[str | Path] = [
            cmake,
            "-S",
            ROOT,
            "-B",
            build,
            f"-DCMAKE_C_COMPILER={compiler}",
        ]
        configure += ["-DCMAKE_BUILD_TYPE=Release", f"-DMOTE_FUNCTIONS={function.name}"]
        configure += ["-DBUILD_SHARED_LIBS=OFF", "-DMOTE_PROGRAMS=OFF", "-GUnix Makefiles"]
        _call(configure)
        _call([cmake, "--build", build, "--parallel", str(os.cpu_count() or 1)])
        partial = build / "program"
        named = [f"-DFUNCTION={function.name}", f'-DHEADER="mote/{function.name}.h"']
        flags = ["-std=gnu11", "-O2", f"-I{ROOT / 'include'}", *named]
        _call([compiler, *flags, "-o", partial, SOURCE, build / "libmote.a"])
        of = [*_described(function), *_read_by_compiler(build)]
        # Beside the target first: a rename within a file system is all or nothing.
        beside = target.with_name(f"{build.name}.program")
        shutil.copy(partial, beside)
        beside.replace(target)
        states = [before[path] for path in dict.fromkeys(of)]
        _put(made, "\n".join([_state(target), _state(Path(compiler).resolve()), *states]) + "\n")


def _call(command: Sequence[str | Path]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _everything(function: Function) -> Iterator[Path]:
    """What the program may be built of, of this checkout."""
    yield from _described(function)
    for place in INCLUDES:
        yield from (path for path in place.rglob("*.*") if path.is_file())


def _described(function: Function) -> list[Path]:
    """What says how it is built, and what the function's names mean."""
    found = [SOURCE, Path(__file__), function.folder / "function.toml"]
    found += [ROOT / "CMakeLists.txt", ROOT / "pyproject.toml", *(ROOT / "cmake").glob("*.*")]
    return found


def _read_by_compiler(build: Path) -> list[Path]:
    """The sources and headers of the checkout that the objects are of."""
    found = set()
    for path in build.rglob("*.d"):
        for word in path.read_text(encoding="utf-8").replace("\\\n", " ").split():
            if word.startswith(f"{ROOT}/"):
                found.add(Path(word))
    return sorted(found)
