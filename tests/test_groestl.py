"""Kernels of Groestl: what no message of the bench comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote import build, catalog
from mote.machines import open_machine
from mote.session import Session, pseudo_random
from mote.types import Argument, Region

MCS51 = [
    implementation
    for name in ("groestl256", "groestl512")
    for implementation in catalog.implementations(catalog.functions()[name])
    if implementation.name.startswith("mcs51")
]


@pytest.mark.parametrize("implementation", MCS51, ids=lambda i: f"{i.function.name}-{i.name}")
def test_a_block_in_the_first_page_of_external_ram_is_no_null_pointer(
    implementation: object, tmp_path: Path
) -> None:
    """SDCC's linker puts variables there; the address 0 alone is the output transformation."""
    assert isinstance(implementation, type(MCS51[0]))
    cpu = catalog.cpus()["mcs51"]
    built = build.build(implementation, cpu, tmp_path)
    image = build.link(implementation, cpu, built)
    session = Session(open_machine(cpu), implementation, built, image)
    size = implementation.function.block_bytes
    kernel = implementation.kernel
    assert kernel is not None
    symbol = f"{implementation.prefix}_{kernel.name}"
    place = session.data

    def compress(block: int) -> bytes:
        session.machine.write(place, pseudo_random("H", size))
        if block:
            session.machine.write(block, pseudo_random("block", size))
        regions = [Region("H", place, size, True)]
        regions += [Region("block", block, size, False)] if block else []
        session.call(symbol, [Argument("pointer", place), Argument("pointer", block)], regions)
        return session.machine.read(place, size)

    right = compress(place + 2 * size)
    assert compress(0x40) == right
    assert compress(0x100) == right
    assert compress(0) != right
