"""The library on a processor that QEMU runs, beside the best that others have for it, in executed
instructions.

benchmarks/library is compiled for that processor with Debian's cross compiler and run by QEMU's
user mode, with a plug-in that counts.  OpenSSL and libgcrypt are Debian's packages for it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.catalog import catalog
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import ROOT, WORK

FOLDER = ROOT / "benchmarks" / "library"
PINNED = FOLDER / "debian.toml"
TARGETS = WORK / "library" / "target"


@dataclass(frozen=True)
class Processor:
    """What runs a CPU's programs: Rust's name of the target, QEMU's of the processor, Debian's.

    cfg: options by which crates take what this processor has; features: of Rust's compiler, what it
    has beside its target.  environment: variables that say it to the program, where QEMU does not.
    """

    target: str
    model: str
    debian: str
    cfg: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()

    @property
    def architecture(self) -> str:
        return self.target.split("-")[0].removesuffix("gc")

    @property
    def compiler(self) -> str:
        return f"{self.architecture}-linux-gnu-gcc"

    @property
    def qemu(self) -> str:
        return f"qemu-{self.architecture}"


_ARM = ("aes_armv8", "polyval_armv8", "chacha20_force_neon")
_SCALAR = ("zba", "zbb", "zbs", "zbc", "zbkb", "zknd", "zkne", "zknh")
PROCESSORS = {
    "aarch64-crypto": Processor("aarch64-unknown-linux-gnu", "cortex-a72", "arm64", _ARM),
    # Vectors of 128 bits: QEMU's own processor has SVE with 2,048, as no other.
    "aarch64-sha3": Processor("aarch64-unknown-linux-gnu", "max,sve=off", "arm64", _ARM),
    "rv64gc": Processor(
        "riscv64gc-unknown-linux-gnu",
        "rv64,zba=false,zbb=false,zbc=false,zbs=false",
        "riscv64",
    ),
    "rv64gc-crypto": Processor(
        "riscv64gc-unknown-linux-gnu",
        "rv64," + ",".join(f"{each}=true" for each in _SCALAR),
        "riscv64",
        features=_SCALAR,
        # The system call riscv_hwprobe, which QEMU 7.2 lacks, and OpenSSL's own variable for it.
        environment=(
            "MOTE_HWPROBED=0x39ff",
            f"OPENSSL_riscvcap=rv64gc_{'_'.join(_SCALAR)}",
        ),
    ),
}
"""By the names of cpus/."""


def run(cpu: str, functions: Sequence[str], write: Path | None = None) -> int:
    """Print the ratios of these functions, or of all; the status of the program.

    write: a file for the same as CSV.  Raises MoteError.
    """
    chosen = PROCESSORS.get(cpu)
    if chosen is None:
        raise MoteError(f"--host-peers runs under QEMU on {', '.join(PROCESSORS)}; not on {cpu}")
    if platform.system() != "Linux":
        raise MoteError("QEMU's user mode is for Linux alone")
    _look(chosen)
    root = _unpacked(chosen.debian)
    program = _built(chosen)
    command: list[str | Path] = [chosen.qemu, "-L", root, "-cpu", chosen.model]
    command += ["-E", f"LD_LIBRARY_PATH=/usr/lib/{chosen.architecture}-linux-gnu"]
    for variable in chosen.environment:
        command += ["-E", variable]
    command += ["-plugin", _plug_in(), program, *functions]
    if write is not None:
        command += ["--write", write.resolve()]
    return subprocess.run(command, check=False).returncode


def _look(chosen: Processor) -> None:
    """Raise MissingTool for what is not installed."""
    for tool, what in (
        ("cargo", "the peers are Rust crates"),
        ("cmake", "it builds the library"),
        (chosen.compiler, f"it compiles for {chosen.debian}"),
        (chosen.qemu, f"it runs programs for {chosen.debian}"),
        ("dpkg-deb", "it unpacks Debian's OpenSSL and libgcrypt"),
    ):
        if shutil.which(tool) is None:
            raise MissingTool(f"{tool} is not installed: {what}")


def _run(command: Sequence[str | Path], what: str, environment: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=FOLDER, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BuildError(f"{what} failed", done.stderr.strip()[-4000:])


def _built(chosen: Processor) -> Path:
    """The program for the processor.  Raises MoteError."""
    name = chosen.target.upper().replace("-", "_")
    flags = " ".join(f"--cfg {each}" for each in chosen.cfg)
    if chosen.features:
        flags += " -C target-feature=" + ",".join(f"+{each}" for each in chosen.features)
    environment = {
        **os.environ,
        f"CARGO_TARGET_{name}_LINKER": chosen.compiler,
        "RUSTFLAGS": flags,
    }
    command = ["cargo", "build", "--release", "--quiet", "--locked", "--target", chosen.target]
    _run(
        [*command, "--target-dir", TARGETS],
        f"building benchmarks/library (Rust's part: rustup target add {chosen.target})",
        environment,
    )
    return TARGETS / chosen.target / "release" / "library"


def _plug_in() -> Path:
    made = TARGETS / "qemu_count.so"
    command: list[str | Path] = ["cc", "-O2", "-shared", "-fPIC", "-o", made, "qemu_count.c"]
    _run(command, "compiling qemu_count.c", dict(os.environ))
    return made


@functools.cache
def pinned() -> dict[str, dict[str, str]]:
    """Packages of each of Debian's architectures with their SHA-256."""
    table = catalog.read_toml(PINNED)
    return {name: each for name, each in table.items() if isinstance(each, dict)}


def _unpacked(architecture: str) -> Path:
    """The folder with the packages' files, fetched if they are not there.  Raises MoteError."""
    packages = pinned()[architecture]
    content = hashlib.sha256("".join(packages.values()).encode("ascii")).hexdigest()[:16]
    folder = WORK / "library" / f"{architecture}-{content}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    for path, wanted in packages.items():
        archive = partial / "package.deb"
        archive.write_bytes(_fetched(path, wanted))
        _run(["dpkg-deb", "-x", archive, partial], f"unpacking {path}", dict(os.environ))
        archive.unlink()
    # Where programs look for the dynamic linker.
    (partial / "lib").symlink_to("usr/lib")
    partial.replace(folder)
    return folder


def _fetched(path: str, wanted: str) -> bytes:
    reasons = []
    for address in catalog.read_toml(PINNED)["addresses"]:
        try:
            with urllib.request.urlopen(f"{address}/{path}", timeout=60) as answer:
                content: bytes = answer.read()
        except (urllib.error.URLError, OSError) as error:
            reasons.append(f"{address}: {error}")
            continue
        if hashlib.sha256(content).hexdigest() == wanted:
            return content
        reasons.append(f"{address}: not the file whose SHA-256 is {wanted}")
    raise MoteError(f"cannot fetch {path}: {'; '.join(reasons)}")
