"""The kernels: permutations in assembly that the modes of a family share.

A kernel is no implementation of a function; here it is called by itself on every CPU that it is
written for, under the guard, and compared with the reference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from reference import keccak

from mote import build, catalog
from mote.machines import Machine, open_machine
from mote.paths import ROOT
from mote.types import Argument, CallResult, Cpu, Region

FOLDER = ROOT / "src" / "keccak" / "f1600"
SYMBOL = "mote_keccak_f1600"
STATE_BYTES = 200
LANES = [(x, y) for y in range(5) for x in range(5)]
CPUS = {"thumb": ("thumb", "thumb-be", "cortex-m0"), "rv32imc": ("rv32imc",)}


@dataclass(frozen=True)
class Kernel:
    """A source file, the CPU it is built for, and how it wants its lanes.

    interleaved: the two words of a lane hold its even and its odd bits, not its halves.
    """

    source: Path
    cpu: Cpu

    @property
    def interleaved(self) -> bool:
        return self.source.stem.endswith("_fast")

    def pack(self, lanes: list[int]) -> bytes:
        """The state in memory, for lanes in the order of FIPS 202, section 3.1.2."""
        words = []
        for lane in lanes:
            if self.interleaved:
                words += [_even_bits(lane), _even_bits(lane >> 1)]
            else:
                words += [lane & 0xFFFFFFFF, lane >> 32]
        order = "big" if self.cpu.endianness == "big" else "little"
        return b"".join(word.to_bytes(4, order) for word in words)


def _even_bits(lane: int) -> int:
    return sum((lane >> (2 * i) & 1) << i for i in range(32))


def kernels() -> list[Kernel]:
    sources = sorted(path for path in FOLDER.iterdir() if path.suffix == ".S")
    cpus = catalog.cpus()
    return [
        Kernel(source, cpus[name])
        for source in sources
        for name in CPUS[source.stem.removesuffix("_fast")]
    ]


def name(value: object) -> str:
    return f"{value.source.stem}-{value.cpu.name}" if isinstance(value, Kernel) else str(value)


def loaded(kernel: Kernel, source: Path, folder: Path) -> tuple[Machine, int]:
    """A machine with the kernel in it, and the bytes of its object."""
    tools = build.toolchain_of(kernel.cpu)
    target = folder / "kernel.o"
    tools.compile(kernel.cpu, source, target, [source.parent])
    facts = tools.inspect(kernel.cpu, target, SYMBOL)
    assert facts.exported == (SYMBOL,)
    assert facts.undefined == ()
    assert [section.name for section in facts.sections if section.counted] == [".text"]
    assert tools.missing_instructions(kernel.cpu, target) == []
    if kernel.cpu.toolchain.position_independent:
        assert tools.shared_library_problem(kernel.cpu, target, folder) == ""
    machine = open_machine(kernel.cpu)
    machine.load(tools.link(kernel.cpu, target, SYMBOL, folder))
    return machine, facts.size_bytes


def permute(machine: Machine, state: bytes) -> tuple[bytes, CallResult]:
    """The state after a call, which may touch the 200 bytes of the state and its own stack."""
    start = machine.memory[0] + 64
    machine.write(start, state)
    region = Region("state", start, STATE_BYTES, True)
    result = machine.call(SYMBOL, [Argument("pointer", start)], [region])
    return machine.read(start, STATE_BYTES), result


def states() -> Iterator[list[int]]:
    """The lanes of some states: both of one bit value, and pseudo-random ones."""
    yield [0] * 25
    yield [2**64 - 1] * 25
    source = random.Random(1600)
    for _ in range(4):
        yield [source.getrandbits(64) for _ in LANES]


def expected(lanes: list[int]) -> list[int]:
    result = keccak.permute(dict(zip(LANES, lanes, strict=True)))
    return [result[place] for place in LANES]


@pytest.mark.parametrize("kernel", kernels(), ids=name)
def test_kernel_is_the_permutation_in_constant_time(kernel: Kernel, tmp_path: Path) -> None:
    machine, _ = loaded(kernel, kernel.source, tmp_path)
    traces = set()
    for lanes in states():
        after, result = permute(machine, kernel.pack(lanes))
        assert after == kernel.pack(expected(lanes))
        traces.add(result.trace)
    assert len(traces) == 1


BROKEN = {
    "thumb": ("#0x8E", "#0x8F"),
    "thumb_fast": ("", ""),
}


if __name__ == "__main__":
    import sys
    import tempfile

    for k in kernels():
        if sys.argv[1:] and k.source.stem not in sys.argv[1:]:
            continue
        with tempfile.TemporaryDirectory() as f:
            m, size = loaded(k, k.source, Path(f))
            ok = True
            tr = set()
            for s in states():
                a, r = permute(m, k.pack(s))
                ok &= a == k.pack(expected(s))
                tr.add(r.trace)
            print(name(k), "ok" if ok else "WRONG", size, r.cycles, r.instructions, r.stack_bytes, len(tr))
