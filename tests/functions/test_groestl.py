"""Kernels of Groestl: what no message of the bench comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote.building import build
from mote.building.image import Region
from mote.calling.session import Session, pseudo_random
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.machines import open_machine
from mote.machines.call import Argument

pytestmark = pytest.mark.about("src/groestl")

KERNELS = [
    implementation
    for name in ("groestl256", "groestl512")
    for implementation in catalog.implementations(catalog.functions()[name])
    if implementation.kernel is not None
]
MCS51 = [each for each in KERNELS if each.name.startswith("mcs51")]
AVR8 = [each for each in KERNELS if each.name.startswith("avr8")]


@pytest.mark.parametrize("implementation", MCS51, ids=lambda i: f"{i.function.name}-{i.name}")
def test_a_block_in_the_first_page_of_external_ram_is_no_null_pointer(
    implementation: Implementation, tmp_path: Path
) -> None:
    """SDCC's linker puts variables there; the address 0 alone is the output transformation."""
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


@pytest.mark.parametrize("implementation", AVR8, ids=lambda i: f"{i.function.name}-{i.name}")
def test_a_block_beside_the_stack_is_no_null_pointer(
    implementation: Implementation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The small file compares the block's address with one on the stack, where no block was given.

    The bench's data lies far below the stack; here the block is in the caller's frame, often with
    the same high byte as what the function keeps on the stack.
    """
    cpu = catalog.cpus()["avr8"]
    built = build.build(implementation, cpu, tmp_path)
    image = build.link(implementation, cpu, built)
    session = Session(open_machine(cpu), implementation, built, image)
    size = implementation.function.block_bytes
    kernel = implementation.kernel
    assert kernel is not None
    start, _ = session.machine.memory
    state, stack = start, start + size

    def compress(block: int) -> bytes:
        session.machine.write(state, pseudo_random("H", size))
        session.machine.write(block, pseudo_random("block", size))
        regions = [Region("H", state, size, True), Region("block", block, size, False)]
        pointers = [Argument("pointer", state), Argument("pointer", block)]
        session.call(f"{implementation.prefix}_{kernel.name}", pointers, regions)
        return session.machine.read(state, size)

    right = compress(stack)
    for end in range(stack + 1024, stack + 1024 + 256, 8):
        monkeypatch.setattr(
            session.machine,
            "_stack_for",
            lambda arguments, end=end: Region("the stack", stack, end - stack, True),
        )
        assert compress(end) == right
