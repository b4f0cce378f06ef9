"""`mote hash`: messages through an implementation, on the host or on a simulated CPU."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.building import build
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.machines import host, open_machine
from mote.running import jobs

PIECE = 1 << 16
Message = tuple[bytes, int]

Strings = tuple[bytes, bytes]
"""A name and a customization, of the functions that have them; else empty."""

NOTHING = (b"", b"")


class Unreadable(MoteError):
    """A file that cannot be read; the message names it and says why."""


@dataclass(frozen=True)
class _Part:
    implementation: Implementation
    cpu: Cpu
    digest_bits: int
    messages: Sequence[Message]
    strings: Strings
    file: Path | None = None


def _simulate(part: _Part) -> list[bytes]:
    """The digests of a part of the messages, or of one file, on the simulated CPU."""
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        built = build.build(part.implementation, part.cpu, Path(folder))
        image = build.link(part.implementation, part.cpu, built)
        machine = open_machine(part.cpu)
        try:
            session = Session(machine, part.implementation, built, image)
            name, customization = part.strings
            most = session.capacity
            if any(len(string) > most for string in part.strings):
                raise MoteError(f"{part.cpu.name} holds strings of at most {most} bytes")
            if part.file is not None:
                with part.file.open("rb") as stream:
                    pieces = iter(lambda: stream.read(PIECE), b"")
                    return [
                        HashCaller(session).hash_stream(
                            pieces, part.digest_bits, name=name, customization=customization
                        )
                    ]
            caller = HashCaller(session)
            return [
                caller.hash(data, bits, part.digest_bits, name=name, customization=customization)
                for data, bits in part.messages
            ]
        finally:
            machine.close()


def _spread(parts: Sequence[_Part]) -> list[bytes]:
    """Work on the parts side by side; raises the first error."""
    results: dict[int, list[bytes]] = {}
    for index, result in jobs.run(_simulate, parts):
        if isinstance(result, MoteError):
            raise result
        results[index] = result
    return [digest for index in range(len(parts)) for digest in results[index]]


def hash_messages(
    implementation: Implementation,
    cpu: Cpu | None,
    digest_bits: int,
    messages: Sequence[Message],
    strings: Strings = NOTHING,
) -> Iterator[bytes]:
    """The digest of each message, in order; cpu None is the host.  Raises MoteError."""
    if cpu is None:
        yield from host.hash_messages(implementation, digest_bits, messages, strings=strings)
        return
    if not messages:
        return
    # Neighbours in a list of messages tend to be of one length: deal them out in turn.
    count = min(jobs.cores(), len(messages))
    parts = [
        _Part(implementation, cpu, digest_bits, messages[i::count], strings) for i in range(count)
    ]
    digests: list[bytes] = [b""] * len(messages)
    flat = iter(_spread(parts))
    for i in range(count):
        for position in range(i, len(messages), count):
            digests[position] = next(flat)
    yield from digests


def hash_file(
    implementation: Implementation,
    cpu: Cpu | None,
    digest_bits: int,
    name: str,
    strings: Strings = NOTHING,
) -> bytes:
    """The digest of a file of any length ("-": standard input).

    Raises Unreadable for the file, MoteError for the implementation.
    """
    if not name:
        raise Unreadable("'': the name of a file is empty")
    if name == "-":
        if sys.stdin is None:
            raise Unreadable("-: standard input is closed")
        if cpu is None:
            return host.hash_file(implementation, digest_bits, sys.stdin.buffer, strings=strings)
        data = sys.stdin.buffer.read()
        message = data, 8 * len(data)
        return next(hash_messages(implementation, cpu, digest_bits, [message], strings))
    path = Path(name)
    try:
        if cpu is None:
            with path.open("rb") as stream:
                return host.hash_file(implementation, digest_bits, stream, strings=strings)
        with path.open("rb"):
            pass
        return _spread([_Part(implementation, cpu, digest_bits, (), strings, path)])[0]
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or error}") from None


def read(name: str) -> bytes:
    """A file as a whole ("-": standard input); raises Unreadable."""
    if name == "-" and sys.stdin is None:
        raise Unreadable("-: standard input is closed")
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or error}") from None


def encoded(data: bytes, items: Sequence[int] | None, name: str) -> bytes:
    """A tuple's strings with their lengths before them, as TupleHash takes them.

    NIST SP 800-185, section 2.3: encode_string.  items: how many bytes each has, of those that lie
    one behind the other in data; None: all of them are one string.  Raises MoteError.
    """
    items = [len(data)] if items is None else items
    if sum(items) != len(data):
        raise MoteError(f"--items: {name} has {len(data)} bytes, the strings {sum(items)}")
    text, at = b"", 0
    for size in items:
        number = 8 * size
        length = number.to_bytes(max(1, (number.bit_length() + 7) // 8), "big")
        text += bytes([len(length)]) + length + data[at : at + size]
        at += size
    return text


def each_line(digests: Iterator[bytes], write: Callable[[str], object]) -> None:
    """Print digests in hexadecimal, one a line."""
    for digest in digests:
        write(digest.hex() + "\n")
