"""Breaches in words: every machine says the same thing in the same way.

Each function gives what the code did; Breach itself adds the program counter and the place.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.building.image import Region

NULL_BYTES = 4096
"""So much of the address space is taken for a null pointer where there is no memory in it."""


def count(number: int, unit: str = "byte") -> str:
    """A number with its unit: "1 byte", "2 bytes"."""
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def hexadecimal(address: int) -> str:
    return f"{address:#06x}"


def where(address: int, size: int, way: str, known: Sequence[Region], null: bool = False) -> str:
    """Where an access lies with respect to the nearest range that a call may touch.

    way: "read", "write" or "fetch".  known: those ranges, the most important first.  null: whether
    the machine has no memory at the start of its address space.
    """
    known = [region for region in known if region.size]
    end = address + size
    for region in known:
        if region.address <= address and end <= region.end:
            if way == "write" and not region.writable:
                return f"in {region.name}, which is read-only"
            return f"{count(address - region.address)} into {region.name}"
        if region.address <= address < region.end:
            return f"{count(end - region.end)} past the end of {region.name}"
        if region.address < end <= region.end:
            return f"{count(region.address - address)} before the start of {region.name}"
    if null and address < NULL_BYTES:
        return "through a null pointer"
    if not known:
        return "outside of everything"

    def distance(region: Region) -> int:
        return region.address - end if end <= region.address else address - region.end

    nearest = min(known, key=distance)
    if address >= nearest.end:
        return f"{count(address - nearest.end)} past the end of {nearest.name}"
    return f"{count(nearest.address - address)} before the start of {nearest.name}"


def access(way: str, size: int, address: int, at: str) -> str:
    """A read or write outside of what the call may touch; at: see `where`."""
    return f"{way} of {count(size)} at {hexadecimal(address)}, {at}"


def access_to(way: str, size: int, what: str) -> str:
    """A read or write of something that is no data memory, said in words: "a register" ..."""
    return f"{way} of {count(size)} of {what}"


def misaligned(way: str, size: int, address: int, at: str) -> str:
    return f"misaligned {access(way, size, address, at)}"


def fetch(address: int, at: str = "") -> str:
    """Execution that left the code."""
    text = f"execution at {hexadecimal(address)}, which is not code"
    return f"{text}: {at}" if at else text


def instruction(cpu: str, text: str = "", says: str = "has no such instruction") -> str:
    """An instruction that the CPU lacks; text: as the disassembler has it."""
    return f"{cpu} {says}: {text}" if text else f"{cpu} {says}"


def overflow(limit: int) -> str:
    """More stack than there is; limit: in bytes."""
    return f"stack overflow: more than {count(limit)}"


def above(pointer: str, address: int, callers: int) -> str:
    """The stack pointer goes where the caller's frame is."""
    return f"{pointer} = {hexadecimal(address)} is above the caller's, {hexadecimal(callers)}"


def callers_frame(way: str, address: int) -> str:
    """A pop or return takes what the caller has on the stack."""
    return f"{way} of what the caller has on the stack, at {hexadecimal(address)}"


def outside_stack(
    way: str,
    address: int,
    pointer: str,
    value: int | None = None,
    *,
    upwards: bool = False,
    red_zone: int = 0,
) -> str:
    """An access to what the stack pointer has freed, which an interrupt may overwrite.

    value: of the stack pointer, where it is known.  upwards: the stack grows towards higher
    addresses.  red_zone: bytes beyond the stack pointer that are safe all the same.
    """
    side = "above" if upwards else "below"
    at = f" = {hexadecimal(value)}" if value is not None else ""
    beyond = f" by more than the red zone of {count(red_zone)}" if red_zone else ""
    return (
        f"{way} at {hexadecimal(address)}, {side} the stack pointer ({pointer}{at}){beyond}, "
        "where an interrupt may write at any instruction"
    )


def not_restored(symbol: str, register: str, before: int, after: int) -> str:
    """A callee-saved register is lost."""
    return f"{symbol} does not restore {register}: {before:#x} at the call, {after:#x} after it"


def moved(symbol: str, pointer: str, difference: int) -> str:
    """The stack pointer is off by so many bytes after the call."""
    unit = "byte" if abs(difference) == 1 else "bytes"
    return f"{symbol} does not restore {pointer}: off by {difference:+d} {unit} after the call"


def not_zero(symbol: str, register: str, value: int) -> str:
    """A register that holds zero at every call and return does not."""
    return f"{symbol} returns with {register} = {value:#04x}, which must be zero"


def untouched(register: str) -> str:
    """A register that no code may write; register: its name, empty where it is not known."""
    if not register:
        return "a register that must never be written is written"
    return f"{register} must never be altered, and it was"


def misaligned_stack(pointer: str, address: int, alignment: int) -> str:
    return f"{pointer} is not aligned to {count(alignment)} at a call: {hexadecimal(address)}"


def endless(symbol: str, budget: int) -> str:
    return f"{symbol} did not return within {budget} instructions"
