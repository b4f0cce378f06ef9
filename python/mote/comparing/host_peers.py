"""The library on this computer beside the best that others have for its processor.

benchmarks/library does the work: it builds the library as its users do, and runs it and other
people's programs in turns.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mote.common.errors import MissingTool, MoteError
from mote.common.paths import ROOT, WORK

FOLDER = ROOT / "benchmarks" / "library"
HOSTS = ("amd64", "amd64-avx512")
"""What computers are called whose figures are kept: without AVX-512, and with it."""

FLAGS = Path("/proc/cpuinfo")


def here() -> str:
    """Which of HOSTS this computer is, by what Linux says of its processor."""
    try:
        flags = FLAGS.read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return HOSTS[0]
    # What the library asks of a processor for it (MOTE_CPU_AVX512 of mote/cpu.h).
    return HOSTS[all(f"avx512{part}" in flags for part in ("f", "bw", "vl"))]


def stored(cpu: str) -> Path:
    """The file of results/ with the figures on a CPU."""
    return ROOT / "results" / f"library-{cpu}.csv"


def run(functions: Sequence[str], write: Path | None = None) -> int:
    """Print the ratios of these functions, or of all; the status of the program.

    write: a file for the same as CSV.  Raises MoteError.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        raise MoteError(f"--host-peers is for x86-64; this computer is {platform.machine()}")
    for tool, what in (("cargo", "the peers are Rust crates"), ("cmake", "it builds the library")):
        if shutil.which(tool) is None:
            raise MissingTool(f"{tool} is not installed: {what}")
    command = ["cargo", "run", "--release", "--quiet", "--locked"]
    command += ["--target-dir", str(WORK / "library" / "target"), "--", *functions]
    if write is not None:
        command += ["--write", str(write.resolve())]
    return subprocess.run(command, cwd=FOLDER, env=dict(os.environ), check=False).returncode
