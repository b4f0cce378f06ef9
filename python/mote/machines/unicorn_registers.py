"""Unicorn's view of a CPU: its registers by number, what stands in them at a call, its settings."""

from __future__ import annotations

import functools
import hashlib
import importlib
from dataclasses import dataclass

import unicorn

from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines import unicorn_native
from mote.machines.architectures import Architecture
from mote.machines.unicorn_memory import Addresses


class Registers:
    """Unicorn's numbers for a CPU's registers, by the names of the CPU file and back."""

    def __init__(self, architecture: Architecture) -> None:
        self._constants = importlib.import_module(f"unicorn.{architecture.constants}")
        self._architecture = architecture
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        known = self._numbers.get(name)
        if known is not None:
            self._names[known] = name
            return known
        prefix = self._architecture.prefix
        spelled = self._architecture.spelled(name.lstrip("$").lower())
        try:
            value: int = getattr(self._constants, prefix + spelled.upper())
        except AttributeError:
            raise MoteError(f"there is no register {name!r} in Unicorn's {prefix}*") from None
        self._names[value] = name
        self._numbers[name] = value
        return value

    def name(self, number: int) -> str:
        return self._names.get(number, f"register {number}")


@functools.cache
def arbitrary(name: str, bits: int) -> int:
    """A value for a register that the caller may leave with anything: the same in every run."""
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "little") & ((1 << bits) - 1)


def settings_of(
    cpu: Cpu, architecture: Architecture, registers: Registers, addresses: Addresses
) -> unicorn_native.Settings:
    """What the engine has to know of a CPU."""
    abi = cpu.abi
    word = abi.pointer_bytes
    constants = importlib.import_module(f"unicorn.{architecture.constants}")
    settings = unicorn_native.Settings()
    settings.architecture = getattr(unicorn, architecture.arch)
    mode = getattr(unicorn, architecture.modes[word])
    for extra in cpu.machine_options.get("modes", ()):
        mode |= getattr(unicorn, extra)
    big = cpu.endianness == "big"
    if big:
        mode |= unicorn.UC_MODE_BIG_ENDIAN
    settings.mode = mode
    model = cpu.machine_options.get("model")
    settings.model = -1 if model is None else getattr(constants, model)
    settings.word_bytes = word
    settings.strict_alignment = abi.strict_alignment
    settings.big_endian = big
    settings.red_zone = abi.red_zone
    settings.stack_alignment = abi.stack_alignment
    settings.pushes_return_address = not architecture.link
    settings.caller_bytes = architecture.caller_bytes
    if not abi.arguments:
        settings.caller_bytes += 4 * word
    settings.unit_bytes = architecture.unit_bytes
    number = registers.number
    settings.program_counter = number(architecture.program_counter)
    settings.stack_pointer = number(abi.stack_pointer)
    settings.return_register = number(architecture.link) if architecture.link else -1
    settings.flags_register = -1
    settings.state_register = -1
    settings.alignment_exception = -1
    architecture.configure(settings, number)
    set_addresses(settings, addresses)
    for group, members in _groups(cpu, architecture, registers).items():
        setattr(settings, f"{group}_count", len(members))
        for position, register in enumerate(members):
            getattr(settings, group)[position] = register
    return settings


def set_addresses(settings: unicorn_native.Settings, addresses: Addresses) -> None:
    """Put the addresses of an image's layout into the settings."""
    settings.stack_high = addresses.stack_high
    settings.stack_low = addresses.stack_high - addresses.stack_bytes
    settings.sentinel = addresses.sentinel


def _at_call(architecture: Architecture, word: int) -> dict[str, tuple[int, int, int]]:
    """By register what it holds at a call: bits, value, and those of them that are arbitrary."""
    bits = 8 * word
    entry = {name: (bits, arbitrary(name, bits), (1 << bits) - 1) for name in architecture.general}
    for name in architecture.more:
        entry[name] = (architecture.more_bits, arbitrary(name, 64), (1 << 64) - 1)
    for flags in architecture.flags:
        entry[flags.register] = (flags.bits, flags.value, flags.arbitrary)
    return entry


def _groups(
    cpu: Cpu, architecture: Architecture, registers: Registers
) -> dict[str, list[unicorn_native.Register]]:
    """The registers that a function restores, that it may change, and that it leaves alone."""
    abi, number = cpu.abi, registers.number
    groups: dict[str, list[unicorn_native.Register]] = {"saved": [], "filled": [], "reserved": []}
    saved = {number(name) for name in abi.callee_saved}
    reserved = {number(name) for name in abi.untouched}
    for name, values in _at_call(architecture, abi.pointer_bytes).items():
        identity = number(name)
        group = "saved" if identity in saved else "reserved" if identity in reserved else "filled"
        groups[group].append(unicorn_native.Register(identity, *values))
    for name in (*abi.callee_saved, *abi.untouched):
        number(name)  # so that messages use the CPU file's spelling
    return groups


@dataclass(frozen=True)
class Watched:
    """A register whose change counts: Unicorn's number, the bits that count, what a call sets."""

    number: int
    mask: int
    at_call: unicorn_native.Register


def watched(
    architecture: Architecture, registers: Registers, word: int, sentinel: int
) -> dict[str, Watched]:
    """The registers by name that code may use, but for the stack pointer.

    word: bytes of a register; sentinel: the return address.
    """
    entry = _at_call(architecture, word)
    bits = 8 * word
    wide = (1 << bits) - 1
    found: dict[str, Watched] = {}

    def watch(name: str, register: str, mask: int, values: tuple[int, int, int]) -> None:
        number = registers.number(register)
        found[name] = Watched(number, mask, unicorn_native.Register(number, *values))

    for name in architecture.general:
        watch(name, name, wide, entry[name])
    for each in architecture.flags:
        name = "flags" if each.only else each.register
        watch(name, each.register, each.watched or (1 << each.bits) - 1, entry[each.register])
    if architecture.link:
        watch(architecture.link, architecture.link, wide & ~1, (bits, sentinel, 0))
    for name in architecture.more:
        watch(name, name, (1 << architecture.more_bits) - 1, entry[name])
    return found
