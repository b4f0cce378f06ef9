"""Processors' own hardware descriptions, fetched, and compiled with Verilator into a library.

A core is a folder of cores/ with core.toml, which says where its description comes from, and
system.sv, which gives it the ports of native/rtl_harness.cpp.  Nothing of a core is in the
repository: it is a Python package of a fixed version, held to its SHA-256.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import functools
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote import native
from mote.catalog import catalog
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import ROOT, WORK

CORES = ROOT / "cores"
FETCHED = WORK / "cores"
HARNESS = native.HERE / "rtl_harness.cpp"


@dataclass(frozen=True)
class Core:
    """One core.toml.

    package, version, sha256: of the wheel on PyPI.  root: the folder in it that the other paths
    begin at.  sources: packages of SystemVerilog, in their order; folders: where modules are
    found by name; include, defines: for the preprocessor.  boot: the address that it begins at,
    where it has one of its own; boot_offset: bytes from there to the first instruction.
    nop_cycles: of a NOP, which stands where calls return to.
    """

    name: str
    title: str
    package: str
    version: str
    sha256: str
    root: str
    sources: tuple[str, ...]
    folders: tuple[str, ...]
    include: tuple[str, ...]
    defines: tuple[str, ...]
    boot_offset: int
    boot: int = 0
    nop_cycles: int = 1

    @property
    def system(self) -> Path:
        return CORES / self.name / "system.sv"


@functools.cache
def core(name: str) -> Core:
    """The core of that name; raises MoteError where there is none, or its file lacks something."""
    path = CORES / name / "core.toml"
    if not path.is_file():
        known = ", ".join(sorted(each.parent.name for each in CORES.glob("*/core.toml")))
        raise MoteError(f"unknown core {name!r}; known: {known}")
    return catalog.make(
        Core, path, "core", {"name": name, **catalog.read_toml(path)}, {"boot": 0, "nop_cycles": 1}
    )


def library(of: Core, parameters: Sequence[str]) -> ctypes.CDLL:
    """The core with these parameters of its system.sv (NAME=VALUE), compiled once for each content.

    Raises MissingTool without Verilator or a C++ compiler, BuildError when they fail, MoteError
    when the description cannot be fetched.
    """
    parts = (repr(of), repr(sorted(parameters)), HARNESS.read_text(), of.system.read_text())
    content = hashlib.sha256("\0".join((*parts, _version())).encode()).hexdigest()[:16]
    folder = WORK / "native"
    target = folder / f"{of.name}-{content}.so"
    if not target.exists():
        with _alone(folder):
            if not target.exists():
                _build(of, parameters, target)
    return ctypes.CDLL(str(target))


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process builds, the others wait for what it makes."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "rtl.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _verilator() -> str:
    program = shutil.which("verilator")
    if program is None:
        raise MissingTool("Verilator is not installed: install verilator", ("verilator",))
    return program


@functools.cache
def _version() -> str:
    return _call([_verilator(), "--version"], WORK)


def _call(command: Sequence[str], folder: Path) -> str:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        what = f"{Path(command[0]).name} failed on a core"
        raise BuildError(what, result.stderr or result.stdout)
    return result.stdout


def _build(of: Core, parameters: Sequence[str], target: Path) -> None:
    verilator, compiler = _verilator(), shutil.which("g++")
    if compiler is None:
        raise MissingTool("no C++ compiler for the host was found: install g++", ("g++",))
    root = fetch(of) / of.root
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        scratch = Path(name)
        command = [verilator, "--cc", "-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style"]
        command += ["--x-assign", "fast", "--x-initial", "0", "--no-timing", "--output-split", "0"]
        command += ["--prefix", "Vcore", "--top-module", "system", "-Mdir", "obj"]
        command += [f"-D{each}" for each in of.defines]
        command += [f"-G{each}" for each in parameters]
        command += [f"-I{root / each}" for each in of.include]
        command += [str(root / each) for each in of.sources]
        command += [word for each in of.folders for word in ("-y", str(root / each))]
        _call([*command, str(of.system)], scratch)
        include = Path(_call([verilator, "--getenv", "VERILATOR_ROOT"], scratch).strip(), "include")
        made = sorted((scratch / "obj").glob("*.cpp"))
        run_time = [include / f"verilated{part}.cpp" for part in ("", "_threads")]
        rest = [*made, *(path for path in run_time if path.exists()), HARNESS]
        (scratch / "all.cpp").write_text("".join(f'#include "{path}"\n' for path in rest))
        flags = ["-std=gnu++17", "-O1", "-fPIC", "-pthread", "-w", "-shared"]
        flags += [f"-I{folder}" for folder in (scratch / "obj", include, include / "vltstd")]
        partial = scratch / "partial.so"
        _call([compiler, *flags, "-o", str(partial), "all.cpp"], scratch)
        partial.replace(target)


def fetch(of: Core) -> Path:
    """The folder with the core's package, fetched with pip if it is not there.

    Raises MoteError that names the package and why there is none.
    """
    folder = FETCHED / f"{of.package}-{of.sha256[:16]}"
    if folder.is_dir():
        return folder
    FETCHED.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FETCHED) as name:
        scratch = Path(name)
        wanted = scratch / "wanted.txt"
        wanted.write_text(f"{of.package}=={of.version} --hash=sha256:{of.sha256}\n")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--only-binary", ":all:", "--require-hashes", "-r", str(wanted), "-d", name]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = list(scratch.glob("*.whl"))
        if result.returncode != 0 or not wheels:
            lines = [line for line in result.stderr.splitlines() if line.startswith("ERROR")]
            reason = lines[0].removeprefix("ERROR: ") if lines else "pip failed"
            raise MoteError(f"cannot fetch {of.package} {of.version}: {reason}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            kept = [each for each in wheel.namelist() if each.endswith((".sv", ".svh", ".v"))]
            wheel.extractall(scratch / "files", kept)
        (scratch / "files").replace(folder)
    return folder
