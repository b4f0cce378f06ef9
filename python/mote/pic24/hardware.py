"""The 16-bit core's hardware, compiled with Verilator and run.

`Hardware(extensions)` builds the Verilog of mote.pic24.rtl once for each content and loads it with
the memories, guard and counters of native/pic24_harness.cpp.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import functools
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from mote import native
from mote.common import files
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import WORK
from mote.pic24 import isa, rtl
from mote.pic24.circuit.ports import TRAPS
from mote.pic24.isa import FLAGS, SPECIAL

FOLDER = WORK / "native"
ABSENT = 0xFFFFFFFF
SPECIAL_ORDER = ("RCOUNT", "TBLPAG", "PSVPAG", "CORCON", "SPLIM")
RECORD = 24
SURROUNDINGS = (native.HERE / "pic24_harness.cpp", native.HERE / "pic24_system.v")
"""What runs the core, and its memories."""
REASONS = ("reached", "cycles", "trap", "fetch", "read", "write", "full")


class _Run(ctypes.Structure):
    """struct Run of native/pic24_harness.cpp."""

    _fields_ = (
        ("guard", ctypes.POINTER(c_uint8)),
        ("records", ctypes.POINTER(c_uint32)),
        ("record_limit", c_uint32),
        ("record_count", c_uint32),
        ("start", c_uint32),
        ("stop", c_uint32),
        ("cycle_limit", c_uint64),
        ("cycles", c_uint64),
        ("reads", c_uint64),
        ("writes", c_uint64),
        ("reason", c_uint32),
        ("trap", c_uint32),
        ("address", c_uint32),
        ("program_counter", c_uint32),
        ("fault", c_uint32),
        ("state", c_uint32 * RECORD),
    )


@dataclass(frozen=True)
class State:
    """The core before an instruction: cycle since reset, program counter, registers."""

    cycle: int
    pc: int
    w: tuple[int, ...]
    special: Mapping[str, int]
    flags: Mapping[str, int]


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    reason: "reached" the stop, out of "cycles", "trap", "fetch" where there is no code, "read" or
    "write" of data memory that the guard forbids, "full" (no room for more records).  trap: the
    kind of trap (mote.pic24.circuit.ports.TRAPS).  address, pc: data address and program counter of
    a breach.  cycles, reads, writes: from the first instruction at the start to the stop.  state:
    at the stop.  records: see Hardware.run.  data: data memory at the end.
    """

    reason: str
    trap: str
    address: int
    pc: int
    cycles: int
    reads: int
    writes: int
    state: State
    records: list[State]
    data: bytes


def _state(words: Sequence[int]) -> State:
    return State(
        cycle=words[0],
        pc=words[1],
        w=tuple(words[2:18]),
        special=dict(zip(SPECIAL_ORDER, words[18:23], strict=True)),
        flags={name: words[23] >> n & 1 for n, name in enumerate(FLAGS)},
    )


def _verilator() -> str:
    program = shutil.which("verilator")
    if program is None:
        raise MissingTool("Verilator is not installed: install verilator", ("verilator",))
    return program


def build(verilog: str, faults: bool = False) -> Path:
    """The shared library of a core (debug ports included) and its harness, kept by content.

    Raises MissingTool without Verilator or a C++ compiler, BuildError when they fail.
    """
    with _alone():
        return _kept(verilog, faults)


def _kept(verilog: str, faults: bool) -> Path:
    """As build, in the one process that builds."""
    source, system = SURROUNDINGS
    parts = (verilog.encode(), source.read_bytes(), system.read_bytes())
    content = hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
    target = FOLDER / f"pic24-{content}.so"
    if not target.exists():
        _build(verilog, source, system, target, faults)
    return target


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One process builds, the others wait for what it makes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "pic24.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(verilog: str, source: Path, system: Path, target: Path, faults: bool) -> None:
    verilator, compiler = _verilator(), shutil.which("g++")
    if compiler is None:
        raise MissingTool("no C++ compiler for the host was found: install g++", ("g++",))
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        scratch = Path(name)
        (scratch / "pic24.v").write_text(verilog)
        _call(
            [verilator, "--cc", "-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style"]
            + ["--x-assign", "fast", "--x-initial", "0", "--no-timing", "--output-split", "0"]
            + ["--prefix", "Vpic24", "--top-module", "pic24_system", "-Mdir", "obj"]
            + (["-DFAULTS"] if faults else [])
            + [str(system), "pic24.v"],
            scratch,
        )
        text = _call([verilator, "--getenv", "VERILATOR_ROOT"], scratch).strip()
        include = Path(text) / "include"
        flags = ["-std=gnu++17", "-fPIC", "-pthread", "-w"]
        flags += [f"-I{folder}" for folder in (scratch / "obj", include, include / "vltstd")]
        # What is run once is compiled quickly; the small files are one, for their common headers.
        made = sorted((scratch / "obj").glob("*.cpp"), key=lambda path: path.stat().st_size)
        *small, one, other = made
        run_time = [include / f"verilated{part}.cpp" for part in ("", "_threads")]
        rest = [*small, *(path for path in run_time if path.exists()), source]
        (scratch / "rest.cpp").write_text("".join(f'#include "{path}"\n' for path in rest))
        units = {
            "-O0": [path for path in (one, other) if "Slow" in path.name],
            "-O1": [path for path in (one, other) if "Slow" not in path.name],
        }
        units["-O1"].append(scratch / "rest.cpp")
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            calls = [
                threads.submit(
                    _call,
                    [compiler, level, *flags, "-c", "-o", f"{path.stem}.o", str(path)],
                    scratch,
                )
                for level, paths in units.items()
                for path in paths
            ]
            for call in calls:
                call.result()
        partial = scratch / "partial.so"
        objects = sorted(map(str, scratch.glob("*.o")))
        _call([compiler, "-shared", "-pthread", "-o", str(partial), *objects], scratch)
        partial.replace(target)


def _call(command: Sequence[str], folder: Path) -> str:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        what = f"{Path(command[0]).name} failed on the 16-bit core"
        raise BuildError(what, result.stderr or result.stdout)
    return result.stdout


def sources() -> str:
    """A hash of every file that a core's library comes from."""
    content = hashlib.sha256()
    folders = (Path(rtl.__file__).parent, isa.FOLDER)
    for path in (*(p for each in folders for p in sorted(each.rglob("*.py"))), *SURROUNDINGS):
        content.update(path.name.encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:16]


@functools.cache
def _core(extensions: tuple[str, ...], faults: bool) -> tuple[Path, tuple[str, ...]]:
    """A core's library, and the names of the signals that can be at fault; kept by its sources."""
    words = hashlib.sha256(repr((sources(), extensions, faults)).encode()).hexdigest()[:16]
    note = FOLDER / f"pic24-{words}.json"
    with _alone():
        if note.exists():
            known = json.loads(note.read_text())
            if (FOLDER / known["library"]).exists():
                return FOLDER / known["library"], tuple(known["faults"])
        design = rtl.core(extensions, debug=True, faults=faults)
        path = _kept(rtl.convert(design), faults)
        files.write(note, json.dumps({"library": path.name, "faults": design.fault_names}))
        return path, tuple(design.fault_names)


class Hardware:
    """A core with memories.

    data, guard: 64 Kbytes of data memory, and for each whether it may be read (1) and written (2).
    fault: with `faults`, the signal of fault_names (from 1) whose lowest bit is inverted; 0: none.
    """

    _newest: ClassVar[dict[Path, Hardware]] = {}
    """Of each library the one made last.

    Verilator's model, when it is freed, takes itself out of the context that was made last and not
    out of its own (VerilatedScope's destructor in 5.006), so that one has to be there.
    """

    def __init__(self, extensions: Iterable[str] = (), *, faults: bool = False) -> None:
        path, self.fault_names = _core(tuple(sorted(set(extensions))), faults)
        self.fault = 0
        self._code = ctypes.CDLL(str(path))
        self._code.pic24_new.restype = c_void_p
        self._code.pic24_delete.argtypes = [c_void_p]
        self._code.pic24_run.argtypes = [c_void_p, ctypes.POINTER(_Run)]
        self._code.pic24_run.restype = None
        for name, kind in (("pic24_program", c_uint32), ("pic24_data", c_uint16)):
            getattr(self._code, name).argtypes = [c_void_p]
            getattr(self._code, name).restype = ctypes.POINTER(kind)
        self._machine = c_void_p(self._code.pic24_new())
        self._free = weakref.finalize(self, self._code.pic24_delete, self._machine)
        self._newest[path] = self
        self._program = self._code.pic24_program(self._machine)
        words = self._code.pic24_data(self._machine)
        data = ctypes.cast(words, ctypes.POINTER(c_uint8 * 0x10000)).contents
        self._guard = (c_uint8 * 0x10000)()
        self.data = memoryview(data).cast("B")
        self.guard = memoryview(self._guard).cast("B")
        self._places: list[int] = []

    def load(self, program: Mapping[int, int]) -> None:
        """Put instruction words into program memory, by address; the rest becomes empty."""
        for place in self._places:
            self._program[place] = ABSENT
        self._places = [address >> 1 for address in program]
        for address, word in program.items():
            self._program[address >> 1] = word

    def run(
        self, start: int, stop: int, *, cycles: int = 1_000_000_000, records: int = 0
    ) -> Outcome:
        """Run from reset until the program counter is `stop`; counting begins at `start`.

        records: for so many instructions, from the one at `start` on, the state before each.
        """
        run = _Run()
        run.guard = ctypes.cast(self._guard, ctypes.POINTER(c_uint8))
        kept = (c_uint32 * (RECORD * records))() if records else None
        if kept is not None:
            run.records = ctypes.cast(kept, ctypes.POINTER(c_uint32))
        run.fault = self.fault
        run.record_limit, run.start, run.stop, run.cycle_limit = records, start, stop, cycles
        self._code.pic24_run(self._machine, ctypes.byref(run))
        found = []
        if kept is not None:
            words = list(kept[: RECORD * run.record_count])
            found = [_state(words[n : n + RECORD]) for n in range(0, len(words), RECORD)]
        return Outcome(
            reason=REASONS[run.reason],
            trap=TRAPS[run.trap],
            address=run.address,
            pc=run.program_counter,
            cycles=run.cycles,
            reads=run.reads,
            writes=run.writes,
            state=_state(list(run.state)),
            records=found,
            data=bytes(self.data),
        )


def boot(w: Sequence[int], special: Mapping[str, int], flags: int, entry: int) -> dict[int, int]:
    """A program at address 0 that sets all registers and their shadows, then jumps to `entry`.

    w: W0 to W15; special: by the names of mote.pic24.isa.SPECIAL, without SR; flags: the value
    of SR.
    """
    if any(name not in SPECIAL for name in special):
        raise MoteError(f"unknown special register among {', '.join(special)}")
    words = []

    def literal(value: int, register: int) -> None:
        words.append(0x200000 | (value & 0xFFFF) << 4 | register)

    for name, value in {"RCOUNT": 0, **special}.items():
        literal(value, 0)
        words.append(0x880000 | SPECIAL[name] >> 1 << 4)
    literal(flags, 0)
    words.append(0x880000 | SPECIAL["SR"] >> 1 << 4)
    for number in (*range(1, 16), 0):
        literal(w[number], number)
    words.append(0xFEA000)  # push.s
    words += [0x040000 | entry & 0xFFFE, entry >> 16]
    return {2 * n: word for n, word in enumerate(words)}
