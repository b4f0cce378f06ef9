"""The host itself: implementations compiled for it, to hash quickly and to be timed.

This is not a `Machine`: the checks of amd64 and i386 run in Unicorn, where every access is seen.
Here the code under test runs at full speed in a process of its own (native/host_harness.c), so
that whatever it does becomes a `Breach` and never the end of the bench.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import platform
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from mote.building import package
from mote.building.toolchains import gnu
from mote.catalog import kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import Breach, BuildError, MissingTool, MoteError
from mote.common.paths import INCLUDES
from mote.machines.places import place

HARNESS = Path(__file__).parents[1] / "native" / "host_harness.c"
CHUNK = 1 << 16
"""Bytes that go to the harness in one record."""

REPLIES = 1 << 15
"""Bytes of digests that may be under way; less than a pipe holds, so writing never blocks on us."""

_HARNESS_FLAGS = (
    "-std=gnu11",
    "-O2",
    "-fno-pie",
    "-Werror=implicit-function-declaration",
    "-Werror=incompatible-pointer-types",
)
PAGE_FAULT, GENERAL_PROTECTION = 14, 13  # exceptions of the x86 (Intel SDM volume 3, table 6-1)
ERROR_WRITE, ERROR_FETCH = 2, 16  # page-fault error code, bits 1 and 4 (volume 3, section 4.7)
X86 = {"x86_64", "amd64", "i386", "i486", "i586", "i686"}


class Unavailable(MoteError):
    """The host cannot do this; the message says why."""


@dataclass(frozen=True)
class HostFigures:
    """Times taken on the host.

    long_cycles_per_byte: (update with 32 blocks - update with 16 blocks) / (16 blocks' bytes), on
    a fresh context; block_cycles: the same for one block; short_cycles: init + update with 32
    bytes + close.  All are the least of `runs` runs that took turns.  clock: what a cycle is.
    clock_hz: its frequency, measured.  spread: how far the medians lie above the least, as a
    fraction of long_cycles_per_byte (a quiet host has a few hundredths).
    """

    long_cycles_per_byte: float
    short_cycles: float
    block_cycles: float
    clock: str
    clock_hz: float
    runs: int
    spread: float


def compiler(cpu: Cpu | None) -> str:
    """The compiler that builds for the host, or for `cpu` where the host can execute its code.

    Raises MissingTool.
    """
    if cpu is None or not cpu.toolchain.prefix:
        found = shutil.which("gcc") or shutil.which("cc")
        if found is None:
            raise MissingTool("no C compiler for the host: install gcc", ("gcc", "libc6-dev"))
        return found
    found = shutil.which(f"{cpu.toolchain.prefix}gcc")
    if found is None:
        packages = cpu.toolchain.packages
        raise MissingTool(
            f"{cpu.toolchain.prefix}gcc is not installed: install {' '.join(packages)}", packages
        )
    library = subprocess.run(
        [found, "-print-file-name=libc.a"], capture_output=True, text=True, check=False
    )
    if not Path(library.stdout.strip()).is_absolute():
        package = f"libc6-dev-{cpu.name}-cross"
        raise MissingTool(f"{found} has no C library: install {package}", (package,))
    return found


def default_flags(source: Path, cpu: Cpu | None) -> tuple[str, ...]:
    """-O2 for the host's own compiler; for a CPU, what its figures are built with."""
    if cpu is None:
        return ("-O2",)
    if source.suffix == ".c":
        return cpu.toolchain.c_flags
    return cpu.toolchain.assembler_flags


class Program:
    """An implementation compiled for the host, with the harness; a context manager.

    cpu: None for the host's own compiler, or a CPU whose code the host executes (amd64, i386).
    flags: for the implementation alone, after the CPU's flags; None for default_flags.  strings: a
    name and a customization that init is followed by, of functions that have them; else empty.
    Raises MissingTool; BuildError with the compiler's words.
    """

    def __init__(
        self,
        implementation: Implementation,
        *,
        cpu: Cpu | None = None,
        flags: Sequence[str] | None = None,
        strings: tuple[bytes, bytes] = (b"", b""),
    ) -> None:
        self.implementation = implementation
        self.strings = strings
        self.folder = tempfile.TemporaryDirectory(prefix="mote-host-")
        self.path = Path(self.folder.name) / "harness"
        self._cpu = cpu
        self.package: package.Package | None = None
        try:
            self._build(compiler(cpu), cpu.toolchain.flags if cpu is not None else (), flags)
        except BuildError as error:
            self.folder.cleanup()
            raise self.package.translated_error(error) if self.package else error from None
        except BaseException:
            self.folder.cleanup()
            raise

    def close(self) -> None:
        """Delete the program."""
        self.folder.cleanup()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _build(self, gcc: str, cpu_flags: Sequence[str], flags: Sequence[str] | None) -> None:
        implementation = self.implementation
        folder = Path(self.folder.name)
        if package.is_ours(implementation):
            implementation, self.package = package.unpacked(implementation, folder / "files")
        glue = folder / "glue.c"
        glue.write_text(_glue(implementation, self.strings), encoding="utf-8")
        folders = [*implementation.include, *INCLUDES]
        folders += [source.parent.resolve() for source in implementation.sources]
        if implementation.header is not None:
            folders.append(implementation.header.parent.resolve())
        include = [f"-I{path}" for path in dict.fromkeys(folders)]
        include += [option for option in implementation.options if option.startswith("-D")]
        code = []
        for number, source in enumerate(implementation.sources):
            own = default_flags(source, self._cpu) if flags is None else flags
            code.append(folder / f"implementation-{number}.o")
            command = [gcc, *cpu_flags, *own, *implementation.options, "-g", *include]
            _run([*command, "-c", "-o", code[-1], source], f"{source} did not compile for the host")
        wanted = ", ".join(implementation.symbols)
        _run(
            [gcc, *_HARNESS_FLAGS, *include, "-c", "-o", folder / "glue.o", glue],
            f"{implementation.header} does not declare {implementation.context_name}, {wanted} "
            "as they are called",
        )
        # Not position-independent, so that addr2line understands a program counter; static for
        # another CPU than the host's, whose dynamic loader may not be there.
        foreign = self._cpu is not None and self._cpu.toolchain.prefix
        link = ["-no-pie", "-static"] if foreign else ["-no-pie"]
        _run(
            [gcc, *_HARNESS_FLAGS, "-o", self.path, folder / "glue.o", HARNESS, *code, *link],
            f"{implementation.source} did not link with {wanted}",
        )

    def hash_messages(
        self, digest_bits: int, messages: Iterable[tuple[bytes, int]], *, budget: int = 10
    ) -> Iterator[bytes]:
        """The digest of each message, in order.

        messages: bytes and length in bits; the bits of the last byte beyond it are arbitrary.
        budget: seconds of processor time that one call of the API may take.
        Raises Breach when the code under test crashes or does not return, ValueError for a
        message that is shorter than its length.
        """
        batch_size = max(1, REPLIES // ((digest_bits + 7) // 8))
        remaining = iter(messages)
        with _Session(self, ["hash", str(digest_bits), str(budget)], budget) as session:
            while batch := list(itertools.islice(remaining, batch_size)):
                records = bytearray()
                for message, bits in batch:
                    whole, extra = divmod(bits, 8)
                    if bits < 0 or len(message) * 8 < bits:
                        raise ValueError(f"a message of {len(message)} bytes has no {bits} bits")
                    for start in range(0, whole, CHUNK):
                        part = memoryview(message)[start : min(start + CHUNK, whole)]
                        records += _data(part)
                        if len(records) >= CHUNK:
                            session.send(records)
                            records = bytearray()
                    records += _end(extra, message[whole] if extra else 0)
                session.send(records)
                for _ in batch:
                    yield session.receive((digest_bits + 7) // 8)
            session.finish()

    def hash_stream(
        self,
        digest_bits: int,
        chunks: Iterable[bytes],
        *,
        extra: int = 0,
        extra_byte: int = 0,
        budget: int = 10,
    ) -> bytes:
        """The digest of one message that comes in chunks, and is never in memory as a whole.

        extra: 0 to 7 bits after the last chunk, the high ones of extra_byte.
        Raises Breach.
        """
        with _Session(self, ["hash", str(digest_bits), str(budget)], budget) as session:
            for chunk in chunks:
                for start in range(0, len(chunk), CHUNK):
                    session.send(_data(memoryview(chunk)[start : start + CHUNK]))
            session.send(_end(extra, extra_byte))
            digest = session.receive((digest_bits + 7) // 8)
            session.finish()
        return digest

    def time(
        self, digest_bits: int, block_bytes: int, *, milliseconds: int = 300, budget: int = 10
    ) -> HostFigures:
        """Time the implementation on the host; block_bytes is the message block's length.

        Raises Unavailable where there is no time-stamp counter, Breach.
        """
        reason = cannot_time()
        if reason:
            raise Unavailable(reason)
        arguments = ["time", digest_bits, budget, block_bytes, milliseconds]
        with _Session(self, [str(word) for word in arguments], budget) as session:
            runs, clock_hz, *samples = session.finish().split()
        least = [int(count) for count in samples[0::2]]
        median = [int(count) for count in samples[1::2]]
        blocks = least[2] - least[1]
        return HostFigures(
            long_cycles_per_byte=blocks / (16 * block_bytes),
            short_cycles=float(least[3] - least[0]),
            block_cycles=blocks / 16,
            clock="time-stamp counter (reference cycles, not core cycles)",
            clock_hz=float(clock_hz),
            runs=int(runs),
            spread=(median[2] - median[1]) / blocks - 1 if blocks > 0 else float("inf"),
        )


def hash_messages(
    implementation: Implementation,
    digest_bits: int,
    messages: Iterable[tuple[bytes, int]],
    *,
    cpu: Cpu | None = None,
    flags: Sequence[str] | None = None,
    strings: tuple[bytes, bytes] = (b"", b""),
) -> Iterator[bytes]:
    """`Program.hash_messages` of an implementation that is built for this one use."""
    with Program(implementation, cpu=cpu, flags=flags, strings=strings) as program:
        yield from program.hash_messages(digest_bits, messages)


def hash_file(
    implementation: Implementation,
    digest_bits: int,
    file: IO[bytes],
    *,
    cpu: Cpu | None = None,
    flags: Sequence[str] | None = None,
    strings: tuple[bytes, bytes] = (b"", b""),
) -> bytes:
    """The digest of what an open binary file holds, read piece by piece.

    Raises Breach, MissingTool, BuildError, OSError from the file.
    """
    with Program(implementation, cpu=cpu, flags=flags, strings=strings) as program:
        return program.hash_stream(digest_bits, iter(lambda: file.read(CHUNK), b""))


def time_function(
    implementation: Implementation,
    digest_bits: int,
    *,
    cpu: Cpu | None = None,
    flags: Sequence[str] | None = None,
    milliseconds: int = 300,
) -> HostFigures:
    """Time an implementation on the host, in its time-stamp counter, for `milliseconds`.

    HostFigures says what is timed.  Raises Unavailable where the host has no time-stamp counter
    or does not execute the CPU's code, Breach, MissingTool, BuildError.
    """
    reason = cannot_time()
    if reason:
        raise Unavailable(reason)
    with Program(implementation, cpu=cpu, flags=flags) as program:
        return program.time(
            digest_bits, implementation.function.block_bytes, milliseconds=milliseconds
        )


def cannot_time() -> str:
    """Why the host cannot be timed; empty where it can."""
    if platform.machine().lower() not in X86:
        return (
            "timing on the host needs an x86 processor with a time-stamp counter; "
            f"this one is {platform.machine()}"
        )
    return ""


def _glue(implementation: Implementation, strings: tuple[bytes, bytes] = (b"", b"")) -> str:
    """C that gives the harness the implementation under fixed names."""
    text = kinds.of(implementation.function).glue(implementation)
    if text:
        return f"#include <stddef.h>\n#include <stdint.h>\n{text}"
    if implementation.header is not None:
        declarations = f'#include "{implementation.header.resolve()}"\n'
        context = implementation.context_name
        size = f"sizeof({context})"
    else:
        if implementation.context_bytes is None:
            raise MoteError(f"{implementation.name}: neither a header nor a context size is given")
        context, size = "void", str(implementation.context_bytes)
        types = [
            [_GLUE_TYPES.get(argument, "unsigned") for argument in call.arguments]
            for call in implementation.calls
        ]
        declarations = "".join(
            f"void {call.symbol}({', '.join(of)});\n"
            for call, of in zip(implementation.calls, types, strict=True)
        )
    names: dict[str | int, str] = {
        "cc": f"({context} *)c",
        "out_size": "n",
        "len": "n",
        "data": "d",
        "dst": "d",
    }
    names |= {"ub": "ub", "n": "n"}
    init, update, close = (
        f"{call.symbol}({', '.join(names.get(a, str(a)) for a in call.arguments)})"
        for call in implementation.calls
    )
    if any(strings):
        for name, string in zip(("name", "customize"), strings, strict=True):
            if string or name == "customize":
                content = ", ".join([*map(str, string), "0"])
                declarations += f"static const unsigned char string_{name}[] = {{{content}}};\n"
                init += f"; {implementation.prefix}_{name}(({context} *)c, string_{name}, "
                init += f"{len(string)})"
    return (
        "#include <stddef.h>\n#include <stdint.h>\n"
        f"{declarations}"
        f"const size_t bench_context_bytes = {size};\n"
        f"void bench_init(void *c, unsigned n) {{ (void)n; {init}; }}\n"
        f"void bench_update(void *c, const void *d, size_t n) {{ {update}; }}\n"
        "void bench_close(void *c, unsigned ub, unsigned n, void *d) "
        f"{{ (void)ub; (void)n; {close}; }}\n"
    )


_GLUE_TYPES: dict[str | int, str] = {
    "cc": "void *",
    "data": "const void *",
    "len": "size_t",
    "dst": "void *",
}


def _run(command: Sequence[str | Path], what: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise BuildError(what, result.stderr)


def _data(part: memoryview | bytes) -> bytes:
    """A record of data; the length in the host's own byte order, as the harness reads it."""
    return b"".join((b"D", len(part).to_bytes(4, sys.byteorder), part))


def _end(extra: int, byte: int) -> bytes:
    return bytes((ord("E"), extra, byte))


class _Session:
    """A running harness.  Nothing here waits for ever: neither sending nor receiving."""

    def __init__(self, program: Program, arguments: Sequence[str], budget: int) -> None:
        self._program = program
        # The harness itself bounds the processor time of a call; this bounds the waiting, for
        # code that sleeps or switches the harness's timer off.
        self._patience = 6 * budget + 30
        self._budget = budget
        # A file and not a pipe: nobody reads it while the program runs.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in __exit__)
        try:
            self._process = subprocess.Popen(
                [str(program.path), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
            )
        except OSError as error:
            self._errors.close()
            raise Unavailable(
                f"this host does not execute programs for {program._cpu.name}: {error.strerror}"
                if program._cpu is not None
                else f"the program did not start: {error.strerror}"
            ) from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        os.set_blocking(self._input.fileno(), False)

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        for stream in (self._input, self._output):
            with contextlib.suppress(OSError):
                stream.close()
        self._process.wait()
        self._errors.close()

    def send(self, data: bytes | bytearray) -> None:
        """Write to the harness."""
        view = memoryview(data)
        while view:
            if not select.select([], [self._input], [], self._patience)[1]:
                raise self._silence()
            try:
                view = view[os.write(self._input.fileno(), view) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._breach() from None

    def receive(self, size: int) -> bytes:
        """Exactly `size` bytes from the harness."""
        parts = []
        while size > 0:
            part = self._some(size)
            if not part:
                raise self._breach()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def finish(self) -> bytes:
        """Wait for an orderly end; what the harness still had to say."""
        self._input.close()
        rest = b"".join(iter(lambda: self._some(CHUNK), b""))
        if self._wait() != 0 or b"\nmote-end\n" not in self._said():
            raise self._breach()
        return rest

    @property
    def _name(self) -> str:
        return self._program.implementation.prefix

    def _some(self, size: int) -> bytes:
        if not select.select([self._output], [], [], self._patience)[0]:
            raise self._silence()
        return os.read(self._output.fileno(), size)

    def _wait(self) -> int:
        try:
            return self._process.wait(self._patience)
        except subprocess.TimeoutExpired:
            raise self._silence() from None

    def _said(self) -> bytes:
        self._errors.seek(0)
        return self._errors.read()

    def _silence(self) -> Breach:
        return Breach("budget", f"{self._name} did not return within {self._patience} s")

    def _breach(self) -> Breach:
        """What ended the process, as the error to raise."""
        status = self._wait()
        said = self._said()
        for line in said.split(b"\n"):
            if line.startswith(b"mote-breach "):
                return self._explain(line.decode("ascii").split())
        words = said.decode("utf-8", "replace").strip()
        if status < 0:
            name = signal.Signals(-status).name
            return Breach("abi", f"{self._name} was ended by {name} on the host")
        if words.startswith("harness:"):
            raise MoteError(words)
        return Breach("abi", f"{self._name} ended the process instead of returning")

    def _explain(self, words: Sequence[str]) -> Breach:
        number = int(words[1])
        address, counter, stack, error, trap = (int(word, 16) for word in words[2:7])
        function = {
            "init": f"{self._name}_init",
            "update": self._name,
            "close": f"{self._name}_close",
        }.get(words[7], "the bench's harness, whose memory the code under test spoilt,")
        kind, what, where = "abi", f"was ended by {signal.Signals(number).name}", None
        if number == signal.SIGPROF:
            kind, what = "budget", f"did not return within {self._budget} s of processor time"
        elif number == signal.SIGSEGV and trap == GENERAL_PROTECTION:
            kind, what = "alignment", "used an impossible or misaligned address"
        elif number in (signal.SIGSEGV, signal.SIGBUS):
            where = address
            if trap != PAGE_FAULT:
                kind, what = "read", f"accessed {address:#x}, which it may not touch"
            elif error & ERROR_FETCH:
                kind, what = "fetch", f"jumped to {address:#x}"
            elif -(1 << 20) < address - stack < 1 << 16 and address < stack + 256:
                kind, what = "stack", f"overflowed the stack, at {address:#x}"
            elif error & ERROR_WRITE:
                kind, what = "write", f"wrote to {address:#x}, which it may not touch"
            else:
                kind, what = "read", f"read from {address:#x}, which it may not touch"
        elif number == signal.SIGILL:
            kind, what = "instruction", "executed an instruction that this processor lacks"
        elif number == signal.SIGFPE:
            kind, what = "instruction", "divided by zero, or its quotient overflowed"
        elif number == signal.SIGABRT:
            what = "called abort"
            counter = 0  # inside the C library
        return Breach(
            kind,
            f"{function} {what}",
            address=where,
            program_counter=counter or None,
            place=self._place(counter),
        )

    def _place(self, counter: int) -> str:
        """The source line of a program counter, or nothing."""
        tool = shutil.which("addr2line") if counter else None
        found = gnu.source_line(tool, self._program.path, counter)
        packed = self._program.package
        return place(found, packed.origin if packed else None) if found else ""
