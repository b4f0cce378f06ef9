"""What the Unicorn machine has to know of an instruction set: one module for each.

A module is called as a CPU's file says with `architecture`, and has a class `Processor`, derived
from Architecture: names and numbers of its registers, what stands in them at a call, how its code
is decoded, and where Unicorn or Capstone has to be helped.
"""

from __future__ import annotations

import abc
import importlib
import pkgutil
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import capstone

from mote.building.image import Layout
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines.code import Code
from mote.machines.unicorn_native import Call, Result, Settings


@dataclass(frozen=True)
class Access:
    """What an instruction reads or writes: `size` bytes at base + index + offset.

    side: "" for all of them, "end" for those from the address to the end of its word, "start" for
    those from the start of the word to the address (MIPS lwl, lwr, swl and swr: MIPS32
    Architecture for Programmers, Volume II).  words: the address must be aligned to a word.
    line: the address is rounded down to a multiple of the size.  foreseen: the engine takes the
    access from this description; otherwise it serves to tell where a misaligned one went.
    conditional: the instruction may not be executed (ARM).
    """

    size: int
    base: str
    offset: int
    store: bool
    index: str = ""
    side: str = ""
    words: bool = False
    line: bool = False
    foreseen: bool = True
    conditional: bool = False


@dataclass(frozen=True)
class Flags:
    """A register that holds flags, or another one beside the general ones.

    value: at a call; arbitrary: those of its bits that the ABI leaves so.  watched: the bits whose
    change counts, 0 for all.  only: whether the register holds nothing else.
    """

    register: str
    bits: int
    value: int
    arbitrary: int
    watched: int = 0
    only: bool = False


def numbered(name: str, count: int, *without: int) -> tuple[str, ...]:
    """Names of registers that are counted from 0."""
    return tuple(f"{name}{number}" for number in range(count) if number not in without)


class Architecture(abc.ABC):
    """An instruction set and its calling convention, for one CPU.

    constants, prefix, arch, modes (by the bytes of a word): Unicorn's names.  link: the register
    of the return address, "" where a call pushes it.  caller_bytes: what a callee may use of its
    caller's frame.  argument_area: bytes above the stack pointer at a call that belong to the
    arguments in registers; those that find no register follow them.  result: the register of an
    integer that a function returns, and of its second half; the first is the high half where the
    byte order is big.  unit_bytes: the mean length of an instruction, for a call's budget.  nop:
    one instruction that does nothing, in the order of bytes in which memory has it.
    """

    constants: ClassVar[str]
    prefix: ClassVar[str]
    arch: ClassVar[str]
    modes: ClassVar[dict[int, str]]
    general: tuple[str, ...]
    program_counter: str = "pc"
    link: ClassVar[str]
    flags: ClassVar[tuple[Flags, ...]] = ()
    more: tuple[str, ...] = ()
    more_bits: ClassVar[int] = 32
    """Further registers that any call may change, and their width."""
    caller_bytes: ClassVar[int] = 0
    argument_area: ClassVar[int] = 0
    result: tuple[str, str]
    unit_bytes: ClassVar[int]
    nop: bytes
    step: ClassVar[int] = 2
    """Bytes to pass over where there is no instruction."""
    decoding: ClassVar[tuple[int, dict[str, int]]]
    """Capstone's architecture, and its modes by the letter of the mapping symbol: see unicorn_code.

    The first is that of code without such a symbol.
    """
    variable_time: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """Instructions whose time depends on what they are given, on some processor of the kind.

    From a regular expression of mnemonics to the operands that count, by their numbers.  A CPU file
    may have more of them under the same name in [machine].
    """
    extends_integers: ClassVar[bool] = False
    """Whether an integer narrower than a register is sign-extended to it, whatever its type, by the
    caller of an argument and by the callee of a result; otherwise the other bits are arbitrary."""
    spelling: ClassVar[dict[str, str]] = {}
    """The ABI's names of registers, by Capstone's where these are others."""

    def __init__(self, cpu: Cpu) -> None:
        self.cpu = cpu
        self.word_bytes = cpu.abi.pointer_bytes
        self.big_endian = cpu.endianness == "big"
        more = cpu.machine_options.get("variable_time", {})
        self._variable_time = [
            (re.compile(pattern), tuple(numbers))
            for pattern, numbers in {**self.variable_time, **more}.items()
        ]

    def decoders(self) -> dict[str, capstone.Cs]:
        """Disassemblers by the letter of the mapping symbol."""
        architecture, modes = self.decoding
        order = capstone.CS_MODE_BIG_ENDIAN if self.big_endian else capstone.CS_MODE_LITTLE_ENDIAN
        found = {}
        for letter, mode in modes.items():
            found[letter] = capstone.Cs(architecture, mode | order)
            found[letter].detail = True
        return found

    def spelled(self, name: str) -> str:
        """A register as Unicorn's constants spell it, but for capitals."""
        return name

    def code_address(self, value: int) -> int:
        """Where the code stands that a symbol with this value names."""
        return value

    def configure(self, settings: Settings, number: Any) -> None:
        """Set what only this architecture has; number: from a register's name to Unicorn's."""

    def enter(self, request: Call, code: Code) -> None:
        """Set the state at a call that only this architecture has."""

    def also_passed(self, function: int) -> dict[str, int]:
        """Registers with a value at a call beside the arguments; function: its address."""
        return {}

    def is_watchable(self, instruction: capstone.CsInsn) -> bool:
        """Whether the machine sees all that the instruction does; if not it may not be executed."""
        return True

    def is_emulated(self, instruction: capstone.CsInsn) -> bool:
        """Whether Unicorn lacks the instruction, so that the engine has to run it."""
        return False

    def variable_operands(self, instruction: capstone.CsInsn) -> list[str]:
        """The registers on whose contents the time of an instruction depends."""
        for pattern, numbers in self._variable_time:
            if pattern.fullmatch(instruction.mnemonic):
                given = instruction.operands
                chosen = [given[n] for n in numbers if -len(given) <= n < len(given)]
                names = [
                    instruction.reg_name(o.reg) for o in chosen if o.type == capstone.CS_OP_REG
                ]
                return [self.spelling.get(name, name) for name in names if name != "zero"]
        return []

    def elsewhere(self, layout: Layout) -> Layout:
        """The other layout in which files are checked, as far as there is memory."""
        return layout

    def access(self, instruction: capstone.CsInsn) -> Access | None:
        """The memory access of an instruction that the machine has to be told of, or None."""
        return None

    def alignment(self, instruction: capstone.CsInsn) -> Access | None:
        """What has to be aligned of an instruction, on a CPU that has no other accesses.

        None where nothing has to.  The address counts modulo the size alone, so that what is a
        multiple of it may be left out; of several accesses side by side, one.  Raises LookupError
        for one that is not known so well.
        """
        raise LookupError(instruction.mnemonic)

    @abc.abstractmethod
    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        """The general registers that an instruction may write, as Capstone names them."""

    def written(self, instruction: capstone.CsInsn) -> set[str]:
        """The general registers that an instruction may write, by the ABI's spelling."""
        found = self.destinations(instruction)
        return {self.spelling.get(name, name) for name in found}

    def moves_stack(self, registers: set[str]) -> bool:
        """Whether a set of written registers holds the stack pointer."""
        pointer = self.cpu.abi.stack_pointer.lstrip("$")
        return self.spelling.get(pointer, pointer) in registers

    def own_breach(self, kind: str, symbol: str, result: Result) -> str:
        """A breach that only this architecture has, in words."""
        raise MoteError(f"{symbol}: {kind}")


def operands(instruction: capstone.CsInsn, memory: int) -> tuple[list[str], list[str]]:
    """The registers among the operands, and those that addresses are counted from.

    memory: what Capstone calls an operand in memory of this architecture.
    """
    name = instruction.reg_name
    plain = [name(o.reg) for o in instruction.operands if o.type == capstone.CS_OP_REG]
    return plain, [name(o.mem.base) for o in instruction.operands if o.type == memory]


def known() -> Sequence[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def architecture_of(cpu: Cpu) -> Architecture:
    """The architecture that the CPU's file names; raises MoteError for one that there is not."""
    kind = cpu.machine_options.get("architecture", "")
    if kind not in known():
        text = f"{cpu.path}: architecture {kind!r} is not one of {', '.join(known())}"
        raise MoteError(text)
    module = importlib.import_module(f"{__name__}.{kind}")
    processor: Architecture = module.Processor(cpu)
    if cpu.abi.pointer_bytes not in processor.modes:
        sizes = " or ".join(map(str, processor.modes))
        raise MoteError(
            f"{cpu.path}: pointer_bytes is {cpu.abi.pointer_bytes}; of {kind} the machine runs "
            f"those with {sizes}"
        )
    return processor
