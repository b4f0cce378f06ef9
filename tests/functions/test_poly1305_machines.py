"""Poly1305's files in assembly on simulated CPUs: RFC 8439's edge cases and others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from mote.building import build
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.kinds import mode
from mote.kinds.mode import Text
from mote.machines import open_machine
from reference import salsa
from test_chacha20_poly1305 import RFC

pytestmark = pytest.mark.about("src/salsa")

PAIRS = [
    (each, cpu)
    for each in catalog.implementations(catalog.functions()["poly1305"])
    if each.sources[-1].suffix == ".S"
    for cpu in catalog.cpus().values()
    if catalog.runs_on(each, cpu)
]


def messages() -> list[tuple[bytes, bytes]]:
    """Keys and messages: those of the RFC, and blocks of few different bytes, which carry far."""
    choose = random.Random(8439)
    edges = bytes((0, 1, 0x7F, 0x80, 0xFB, 0xFE, 0xFF))

    def edge(blocks: int) -> bytes:
        return b"".join(bytes([choose.choice(edges)]) * 16 for _ in range(blocks))

    found = [(bytes.fromhex(key), bytes.fromhex(data)) for key, data, _ in RFC]
    found += [(b"\xff" * 32, b"\xff" * size) for size in (16, 31, 160, 1024)]
    found += [(edge(2), edge(choose.randrange(1, 9))) for _ in range(40)]
    found += [(choose.randbytes(32), edge(choose.randrange(1, 9)) + b"\xff" * 5) for _ in range(20)]
    # With r = 1, the sum of two blocks, which is 2^130 - 5 or a number beside it
    for number in range(-4, 4):
        last = (1 << 128) - 4 + number
        found.append((bytes([1]) + bytes(31), b"\xff" * 16 + last.to_bytes(16, "little")))
    return found


def tag(session: Session, key: bytes, data: bytes, offset: int) -> bytes:
    cc = session.context(session.fresh())
    way = mode.mode_of(session.implementation.function)
    way.set_key(session, cc, key)
    text = Text(session, cc, b"", b"", 0, 0, (), offset)
    return way.crypt(text, data, back=False)


def test_there_are_files() -> None:
    assert {each.name for each, _ in PAIRS} >= {"armv6m", "armv6m_fast"}


@pytest.mark.parametrize(
    ("implementation", "cpu"), PAIRS, ids=[f"{each.name}-{cpu.name}" for each, cpu in PAIRS]
)
def test_edges(implementation: Implementation, cpu: Cpu, tmp_path: Path) -> None:
    built = build.build(implementation, cpu, tmp_path)
    image = build.link(implementation, cpu, built)
    machine = open_machine(cpu)
    try:
        session = Session(machine, implementation, built, image)
        for number, (key, data) in enumerate(messages()):
            wanted = salsa.poly1305(key, data)
            assert tag(session, key, data, number % 4) == wanted, (key.hex(), data.hex())
    finally:
        machine.close()
