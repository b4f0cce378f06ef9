"""The 64-bit number of the block carries from its low word to its high one, on every CPU.

Nobody hashes 2^38 bytes in a test.  The counter is found in the context by what it does (a word
that goes up, or down, by one with every block), moved to just below 2^32, and the digest compared
with the specification's for the same numbers.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
from pathlib import Path

import pytest

from mote import bench, build, catalog
from mote.machines import open_machine
from mote.session import Session
from reference import shabal as reference

BLOCKS, MOVED = 8, 4
MESSAGE = hashlib.shake_128(b"counter").digest(64 * BLOCKS)
FUNCTION = catalog.functions()["shabal"]
JOBS = bench.jobs_for(catalog.implementations(FUNCTION), list(catalog.cpus().values()))


def expected() -> bytes:
    """Shabal-256 of MESSAGE with block MOVED + 1 counted as number 2^32 - 2."""
    words = [256 + i for i in range(32)]
    padded = MESSAGE + b"\x80" + bytes(63)
    words += [int.from_bytes(padded[i : i + 4], "little") for i in range(0, len(padded), 4)]
    state = ([0] * 12, [0] * 16, [0] * 16)
    for index in range(BLOCKS + 3):
        number = index - 1
        if number > MOVED:
            number += (1 << 32) - 3 - MOVED
        block = words[16 * index : 16 * index + 16]
        state = reference._round(block, *state, number & ((1 << 64) - 1))
    for _ in range(3):
        state = reference._round(block, *state, number)
    return b"".join(word.to_bytes(4, "little") for word in state[2][8:])


def word(context: bytes, offset: int, order: str) -> int:
    return int.from_bytes(context[offset : offset + 4], order)


def carried(job: bench.Job, folder: Path) -> bytes:
    """The digest that the implementation gives with its counter moved."""
    built = build.build(job.implementation, job.cpu, folder)
    machine = open_machine(job.cpu)
    image = build.link(job.implementation, job.cpu, built)
    session = Session(machine, job.implementation, built, image)
    address = session.fresh()
    session.init(address, 256)
    seen = []
    for index in range(MOVED):
        session.update(address, MESSAGE[64 * index : 64 * index + 64])
        seen.append(machine.read(address, built.context_bytes))
    order = job.cpu.endianness
    candidates = []
    for offset in range(0, built.context_bytes - 3, 2):
        values = [word(context, offset, order) for context in seen]
        steps = {(b - a) & 0xFFFFFFFF for a, b in itertools.pairwise(values)}
        if steps in ({1}, {0xFFFFFFFF}):
            candidates.append((offset, 1 if steps == {1} else -1))
    assert len(candidates) == 1, "the block's number is one word of the context"
    offset, sign = candidates[0]
    moved = word(seen[-1], offset, order) + sign * ((1 << 32) - 3 - MOVED)
    machine.write(address + offset, (moved & 0xFFFFFFFF).to_bytes(4, order))
    session.update(address, MESSAGE[64 * MOVED :])
    digest = session.close(address, 0, 0, 256)
    machine.close()
    return digest


@pytest.mark.parametrize("job", JOBS, ids=lambda j: f"{j.implementation.name}-{j.cpu.name}")
def test_counter_carries(job: bench.Job, tmp_path: Path) -> None:
    assert carried(job, tmp_path) == expected()


def test_a_lost_carry_is_seen(tmp_path: Path) -> None:
    portable = next(i for i in catalog.implementations(FUNCTION) if i.name == "portable")
    text = portable.source.read_text(encoding="utf-8")
    assert text.count("T32(cc->Whigh + 1)") == 1
    source = tmp_path / "portable.c"
    source.write_text(text.replace("T32(cc->Whigh + 1)", "cc->Whigh"), encoding="utf-8")
    broken = dataclasses.replace(portable, sources=(source,))
    job = bench.Job(broken, catalog.cpus()["thumb"])
    assert carried(job, tmp_path) != expected()
