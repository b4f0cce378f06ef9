"""`mote crc`: messages through an implementation of a checksum, on the host or a simulated CPU."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from mote.building import build
from mote.calling.session import Session
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.kinds import checksum
from mote.machines import host, open_machine

PIECE = 1 << 16


def of_pieces(implementation: Implementation, cpu: Cpu | None, pieces: Iterable[bytes]) -> int:
    """The checksum of a message that comes in pieces; cpu None is the host.  Raises MoteError."""
    if cpu is None:
        bits = implementation.function.main_size
        with host.Program(implementation) as program:
            return int.from_bytes(program.hash_stream(bits, pieces), "big")
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        built = build.build(implementation, cpu, Path(folder))
        image = build.link(implementation, cpu, built)
        machine = open_machine(cpu)
        try:
            return checksum.of_stream(Session(machine, implementation, built, image), pieces)
        finally:
            machine.close()


def of_file(implementation: Implementation, cpu: Cpu | None, name: str) -> int:
    """The checksum of a file of any length ("-": standard input).  Raises MoteError."""
    if not name:
        raise MoteError("'': the name of a file is empty")
    if name == "-":
        if sys.stdin is None:
            raise MoteError("-: standard input is closed")
        return of_pieces(implementation, cpu, iter(lambda: sys.stdin.buffer.read(PIECE), b""))
    try:
        with Path(name).open("rb") as stream:
            return of_pieces(implementation, cpu, iter(lambda: stream.read(PIECE), b""))
    except OSError as error:
        raise MoteError(f"{name}: {error.strerror or error}") from None
