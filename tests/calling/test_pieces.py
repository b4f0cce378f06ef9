"""Blocks that lie aligned are hashed where they lie, but not while bytes before them wait."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from mote.building import build
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Placement, Session
from mote.catalog import catalog, vectors
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.machines import open_machine

CPUS = [catalog.cpus()[name] for name in ("thumb-be", "cortex-m4", "avr8", "rv32imc")]

FILES = {
    implementation.source: (implementation, cpu)
    for cpu in reversed(CPUS)
    for function in catalog.functions().values()
    if function.kind == "hash"
    for implementation in catalog.implementations(function)
    if implementation.source.suffix == ".S" and catalog.runs_on(implementation, cpu)
}
"""The whole functions in assembly, each with the first of these CPUs that it is for."""


def digests(implementation: Implementation, cpu: Cpu, folder: Path) -> set[bytes]:
    """Of one message in one piece, and cut where 1, 2, 4 ... bytes of a block wait."""
    built = build.build(implementation, cpu, folder)
    image = build.link(implementation, cpu, built)
    session = Session(open_machine(cpu), implementation, built, image)
    function = implementation.function
    size = 3 * function.block_bytes
    waiting = [1 << bit for bit in range(10) if 1 << bit < function.block_bytes]
    cuts: list[tuple[int, ...]] = [(size,), *((each, size - each) for each in waiting)]
    return {
        HashCaller(session).hash(
            vectors.message(8 * size), 8 * size, function.main_size, Placement(chunks=cut)
        )
        for cut in cuts
    }


@pytest.mark.parametrize(
    ("implementation", "cpu"),
    FILES.values(),
    ids=lambda value: value.name if isinstance(value, Cpu) else value.function.name,
)
@pytest.mark.sampled(6)
def test_it_does_not_matter_how_many_bytes_wait(
    implementation: Implementation, cpu: Cpu, tmp_path: Path
) -> None:
    assert len(digests(implementation, cpu, tmp_path)) == 1


@pytest.mark.always
def test_a_bit_of_their_number_that_is_not_looked_at_is_seen(tmp_path: Path) -> None:
    source = catalog.functions()["sha256"].folder / "thumb_table.S"
    implementation, cpu = FILES[source]
    included = tmp_path / "sha2" / "sha256_thumb.inc"
    included.parent.mkdir()
    text = (source.parent.parent / included.name).read_text(encoding="utf-8")
    look = "lsls    r3, r4, #23             @ bits that wait in the context"
    assert text.count(look) == 1
    included.write_text(text.replace(look, look.replace("23", "24")), encoding="utf-8")
    copy = tmp_path / source.name
    copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    wrong = dataclasses.replace(implementation, sources=(copy,))
    assert len(digests(wrong, cpu, tmp_path)) == 2
