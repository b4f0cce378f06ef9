"""`mote fuzz`: a coverage-guided fuzzer compares our files with other people's programs.

libFuzzer (part of clang's runtime library) chooses the messages so that they reach new code of
ours; the address and undefined-behaviour sanitizers watch.  The programs compared with are those
of peers/: Rust crates, and the C inside a Python package, all pinned.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.function import Function, Implementation
from mote.common.errors import BuildError, MissingTool
from mote.common.paths import INCLUDES, ROOT, WORK

HARNESS = Path(__file__).parents[1] / "native" / "fuzz_harness.c"
PEERS = ROOT / "peers"

_SANITIZE = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@dataclass(frozen=True)
class FuzzJob:
    """A function to fuzz for so many seconds; library: what `peers` gave."""

    function: Function
    library: Path
    seconds: int

    @property
    def label(self) -> str:
        return self.function.name


@dataclass(frozen=True)
class Result:
    """What a run of the fuzzer found.

    executions: inputs tried; compared: how often another program gave the same result; coverage:
    edges of our code reached, 0 where nobody counts them.  problem: what went wrong, in one line,
    or "".
    """

    function: str
    executions: int
    compared: int
    coverage: int
    problem: str = ""


def _run(
    command: Sequence[str | Path],
    what: str,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> None:
    words = [str(word) for word in command]
    result = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )
    if result.returncode != 0:
        raise BuildError(f"{what} failed", result.stderr.strip()[-4000:])


def _release(pattern: str, text: str) -> tuple[int, int] | None:
    found = re.search(pattern, text)
    return (int(found[1]), int(found[2])) if found else None


def rust_version() -> tuple[int, int]:
    """The oldest Rust that builds the peers, as peers/Cargo.toml says."""
    text = (PEERS / "Cargo.toml").read_text(encoding="utf-8")
    release = _release(r'(?m)^rust-version = "(\d+)\.(\d+)"$', text)
    assert release is not None
    return release


def peers() -> Path:
    """The library of other people's programs, built once and after a change.  Raises MoteError."""
    if shutil.which("cargo") is None:
        raise MissingTool("the peers are Rust crates: cargo is not installed (see rustup.rs)")
    told = subprocess.run(["cargo", "--version"], capture_output=True, text=True, check=False)
    version, needed = _release(r"cargo (\d+)\.(\d+)", told.stdout), rust_version()
    if version is not None and version < needed:
        raise MissingTool(
            f"{told.stdout.strip()} is too old to build the peers: it takes "
            f"{'.'.join(map(str, needed))} (on Debian 12 the package cargo-web; else rustup.rs)"
        )
    target = WORK / "peers" / "target"
    command = ["cargo", "build", "--quiet", "--release", "--locked", "--target-dir", str(target)]
    environment = {**os.environ, "PEERS_PYTHON": sys.executable}
    _run(command, "building peers/ with cargo", PEERS, environment)
    return target / "release" / "libpeers.a"


def table(function: Function, implementations: Sequence[Implementation]) -> str:
    """The generated file that native/fuzz_harness.c reads."""
    sizes = ", ".join(map(str, function.sizes))
    names = " ".join(f"IMPLEMENTATION({each.name})" for each in implementations)
    return (
        f'#include "mote/{function.name}.h"\n'
        f'#define FUNCTION "{function.name}"\n'
        f"#define CONTEXT {function.identifier}_context\n"
        f"#define BIT_MESSAGES {int(function.hashing.bit_messages)}\n"
        f"#define CUSTOMIZED {int(function.hashing.customized)}\n"
        f"#define CUSTOMIZED_LAST {int(function.facts.get('customization_last', False))}\n"
        f"#define TUPLES {int(function.hashing.tuples)}\n"
        f"#define PARALLEL {int(function.hashing.parallel)}\n"
        f"#define KEY_BYTES {function.hashing.key_bytes}\n"
        f"#define READS {int(function.hashing.reads)}\n"
        f"#define CLOSE_XOF {int(function.hashing.close_xof)}\n"
        f"#define NAMED {int(function.hashing.named)}\n"
        f"#define MAC {int(function.kind == 'mac')}\n"
        f"#define SIZES {sizes}\n"
        f"#define IMPLEMENTATIONS {names}\n"
    )


def build(
    function: Function, implementations: Sequence[Implementation], library: Path, folder: Path
) -> Path:
    """The fuzzing program for some implementations of a function.  Raises MoteError."""
    if shutil.which("clang") is None:
        raise MissingTool("the fuzzer needs clang and its runtime library", ("clang",))
    include = [f"-I{path}" for path in INCLUDES]
    objects = []
    for each in implementations:
        part = folder / f"{each.name}.o"
        command = ["clang", *_SANITIZE, "-fsanitize=fuzzer-no-link", *include, "-c"]
        _run([*command, each.source, "-o", part], f"compiling {each.source.name}")
        listed = subprocess.run(
            ["nm", "-g", "--defined-only", "-f", "posix", part],
            capture_output=True,
            text=True,
            check=True,
        )
        rename = []
        for name in (line.split()[0] for line in listed.stdout.splitlines()):
            if re.match(rf"{each.prefix}(_|$)", name):
                rest = name.removeprefix(each.prefix) or "_update"
                rename += ["--redefine-sym", f"{name}={each.name}{rest}"]
        _run(["objcopy", *rename, part], f"renaming the functions of {each.source.name}")
        objects.append(part)
    names = folder / "table.h"
    names.write_text(table(function, implementations), encoding="ascii")
    program = folder / f"fuzz-{function.name}"
    command = ["clang", *_SANITIZE, "-fsanitize=fuzzer", *include, f'-DTABLE="{names}"']
    _run(
        [*command, HARNESS, *objects, library, "-lpthread", "-ldl", "-lm", "-o", program],
        f"linking the fuzzer of {function.name} (clang's libFuzzer: package libclang-rt-dev)",
    )
    return program


def run(
    program: Path, function: Function, seconds: int, corpus: Path, seed: int = 0, most: int = -1
) -> Result:
    """Fuzz for so many seconds, from and into the corpus folder; seed 0: another one each time.

    most: end after so many inputs, too; -1: after none.
    An input that shows a difference stays in the corpus folder's neighbour, failures/.
    """
    corpus.mkdir(parents=True, exist_ok=True)
    failures = corpus.parent / "failures"
    failures.mkdir(exist_ok=True)
    # Of a tree some chunks, if these are no longer than a few blocks of others.
    chunk = function.facts.get("chunk_bytes", 0)
    chunk = chunk if chunk <= 1024 else 0
    command = [
        program,
        corpus,
        f"-max_total_time={seconds}",
        f"-runs={most}",
        "-len_control=0",  # messages of several blocks from the beginning
        f"-max_len={4 + max(5 * function.block_bytes, 3 * chunk)}",
        f"-seed={seed}",
        f"-artifact_prefix={failures}/{function.name}-",
        "-print_final_stats=1",
    ]
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    counts = re.findall(r"^compared (\d+)", done.stderr, re.MULTILINE)
    executions = re.findall(r"number_of_executed_units: (\d+)", done.stderr)
    coverage = re.findall(r"\bcov: (\d+)", done.stderr)
    problem = ""
    if done.returncode != 0:
        told = [
            line
            for line in done.stderr.splitlines()
            if line.startswith(f"{function.name}-") or "ERROR:" in line or "runtime error" in line
        ]
        kept = re.findall(r"Test unit written to (\S+)", done.stderr)
        problem = (told or ["the fuzzer ended with an error"])[0]
        if kept:
            problem += f"; the input is in {kept[0]}"
    return Result(
        function.name,
        int(executions[-1]) if executions else 0,
        int(counts[-1]) if counts else 0,
        int(coverage[-1]) if coverage else 0,
        problem,
    )


def is_fuzzed(function: Function) -> bool:
    """Whether this is done with a function: a hash function, or a code that is none of one."""
    return function.kind == "hash" or (function.kind == "mac" and function.hashing.customized)


def portable(function: Function) -> list[Implementation]:
    """The function's files in C for any CPU."""
    return [i for i in catalog.implementations(function) if catalog.is_portable(i)]


def fuzz(job: FuzzJob) -> Result:
    """Build and run; what was found before is tried first.  Raises MoteError."""
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        program = build(job.function, portable(job.function), job.library, Path(folder))
        return run(program, job.function, job.seconds, WORK / "fuzz" / job.function.name)
