"""The table of docs/boot.md: what checks an image at start, on each CPU of small chips."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.choosing import pick, proved
from mote.choosing.pick import Entry

CPUS = ("avr8", "cortex-m0", "cortex-m3", "cortex-m4", "rv32ec", "rv32imc", "mcs51")
IMAGE = 16 * 1024
"""Bytes of the image that is checked."""
CLOCK = 16_000_000
"""Hz; other clocks are a division."""

MACS = ("hmac_blake2s", "hmac_sha256")


def cycles(entry: Entry) -> float:
    """Of a check of the image: the short message's 32 bytes are of the image, too."""
    return entry.short_cycles + (IMAGE - 32) * entry.long_cycles_per_byte


def _clocks(cpu: Cpu) -> int:
    """Clocks of a cycle: the 8051 counts machine cycles of twelve."""
    return 12 if cpu.name == "mcs51" else 1


def chosen(cpu: Cpu) -> Sequence[Entry]:
    """The smallest and the fastest verifier, and the smallest MACs that pay; one call for all."""
    verifiers = pick.wanted(cpu, pick.Wish(functions=("lms_sha256",), tiniest=True))
    found = [min(verifiers, key=pick.ORDERS["smallest"]), min(verifiers, key=cycles)]
    macs = [
        min(pick.wanted(cpu, pick.Wish(functions=(name,))), key=pick.ORDERS["smallest"])
        for name in MACS
    ]
    paying = [each for each in macs if not any(_is_beaten(each, other) for other in macs)]
    return list(dict.fromkeys([*found, *paying]))


def _is_beaten(entry: Entry, other: Entry) -> bool:
    return other.size_bytes < entry.size_bytes and cycles(other) < cycles(entry)


def _proved(entry: Entry, cpu: Cpu) -> str:
    """What is proved of it, or of the hash function that it calls."""
    base = catalog.base_of(entry.implementation)
    if entry.proved or base is None:
        return entry.proved or "no"
    of_base = proved.obligations(base, cpu.name).partition(":")[0]
    return f"its hash function: {of_base}" if of_base else "no"


def page() -> str:
    """The table in Markdown."""
    head = ["CPU", "check", "file", "bytes", "RAM", "s at 16 MHz", "proved"]
    lines = []
    for name in CPUS:
        cpu = catalog.cpus()[name]
        for entry in chosen(cpu):
            seconds = _clocks(cpu) * cycles(entry) / CLOCK
            lines.append(
                [
                    f"`{name}`",
                    f"`{entry.function.name}`",
                    f"`{entry.implementation.name}`",
                    entry.size_bytes,
                    entry.ram_bytes,
                    f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}",
                    _proved(entry, cpu),
                ]
            )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)
