"""What a proof has to know of an instruction set: one module for each family of CPUs."""

from __future__ import annotations

import abc
import functools
import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.building.elf import symbols
from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines import architectures, unicorn_code
from mote.machines.code import Code
from mote.proving import parts
from mote.proving.architectures.building import const
from mote.proving.lift import LONGEST, Encoding, Lifted, Operation, UnknownInstruction, Varnode
from mote.proving.parts import Part


class MachineState(Protocol):
    """What `enter` and `returned` need of a machine that executes operations."""

    program_counter: int

    def get(self, varnode: Varnode) -> Any:
        """What a varnode holds."""

    def put(self, varnode: Varnode, value: Any) -> None:
        """Let a varnode hold a number."""

    def allow(self, name: str, start: int, size: int, *, writable: bool = True) -> None:
        """Let the function touch so many bytes of data memory, too."""


INDIRECT = ("BRANCHIND", "CALLIND", "RETURN")
"""Operations whose destination is computed."""


PARTS = ("building", "power_crypto", "power_fields", "power_vectors", "riscv_bits")
"""Modules that are no architectures."""


DIRECT = ("BRANCH", "CBRANCH", "CALL")
"""Operations whose destination is a constant."""


class Pointer(int):
    """An argument that is an address of data."""


@dataclass(frozen=True)
class Patch:
    """Something that the processor's description has wrong, or leaves open, and how it is mended.

    name: the instructions.  reason: what is wrong, for docs/proofs.md.  apply: takes an instruction
    and gives it back, changed or not.
    """

    name: str
    reason: str
    apply: Callable[[Lifted], Lifted]


def unique(number: int, size: int) -> Varnode:
    """A temporary of a patch: below these SLEIGH has its own, from 0 on."""
    return Varnode("unique", 0xF0000000 + 16 * number, size)


def rewritten(lifted: Lifted, change: Callable[[Operation], Sequence[Operation]]) -> Lifted:
    """With some operations instead of each one; branches among them lead where they led."""
    parts = [change(op) for op in lifted.operations]
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    operations: list[Operation] = []
    for number, (before, part) in enumerate(zip(lifted.operations, parts, strict=True)):
        for op in part:
            if op is part[-1] and op.opcode in DIRECT and before.inputs[0].space == "const":
                far = number + signed(before.inputs[0])
                there = const(starts[far] - len(operations), 4)
                op = replace(op, inputs=(there, *op.inputs[1:]))
            operations.append(op)
    return replace(lifted, operations=tuple(operations))


def signed(varnode: Varnode) -> int:
    """A constant's value in two's complement."""
    top = 1 << (8 * varnode.size - 1)
    return (varnode.offset & 2 * top - 1 ^ top) - top


def masked(lifted: Lifted, mask: int, size: int = 4) -> Lifted:
    """With computed destinations of branches cut by a mask."""

    def change(op: Operation) -> list[Operation]:
        if op.opcode not in INDIRECT:
            return [op]
        target = unique(0, size)
        cut = Operation("INT_AND", (op.inputs[0], const(mask, size)), target)
        return [cut, replace(op, inputs=(target,))]

    return rewritten(lifted, change)


def with_state(op: Operation, switch: Varnode) -> list[Operation]:
    """A branch, and before it what makes its destination with bit 0 from a register.

    switch: that register of the description.
    """
    size = op.inputs[0].size
    state, target = unique(1, size), unique(0, size)
    return [
        Operation("INT_ZEXT", (switch,), state),
        Operation("INT_OR", (op.inputs[0], state), target),
        replace(op, inputs=(target,)),
    ]


def _objects(object_file: Path) -> list[range]:
    """The places of an object file's data that have symbols with a size, in the code and elsewhere.

    Of sections without addresses, as in an object file, those of data overlap the code: only
    sections that are executed count.
    """
    with object_file.open("rb") as stream:
        elf = ELFFile(stream)
        found = []
        for symbol in symbols(elf):
            section = symbol["st_shndx"]
            if symbol["st_info"]["type"] != "STT_OBJECT" or not isinstance(section, int):
                continue
            if elf.get_section(section)["sh_flags"] & SH_FLAGS.SHF_EXECINSTR:
                found.append(range(symbol["st_value"], symbol["st_value"] + symbol["st_size"]))
        return found


class Architecture(abc.ABC):
    """An instruction set and its calling convention, for one CPU.

    registers: varnodes by name, in small letters, under the names of the CPU's file and SLEIGH's.
    arguments, result: those of the calling convention, each as wide as the register.
    pointer_bytes: the size of an address of data.  data_space, code_space: where LOAD and STORE go,
    and where instructions are.  stack_top: the stack pointer before a call, as a value; return_to:
    the program counter to which the function returns.  flags: registers that hold flags, whose
    values at a call are arbitrary.  patches: what of the description is mended.
    """

    data_space: str = "ram"
    code_space: str = "ram"
    stack_top: int = 0x7FF00000
    return_to: int = 0x7FFE0000
    patches: ClassVar[tuple[Patch, ...]] = ()
    flags: tuple[str, ...] = ()
    restored: ClassVar[dict[str, int]] = {}
    """Flags and modes whose value the ABI says, at a call and behind it."""

    kept_flags: tuple[str, ...] = ()
    """Those of `flags` that a function leaves as they are, as whether there are interrupts."""

    extends_integers: ClassVar[bool] = True
    """Whether an unsigned int in a wider register has zeros above it; else they are arbitrary."""

    objects_at: int = 0x200000
    """Where a caller's objects may lie in data memory."""

    caller_bytes: ClassVar[int] = 0
    """What a callee may use of its caller's frame."""

    lowest_live: ClassVar[int | None] = 0
    """The lowest byte of the stack that an interrupt leaves alone, seen from the stack pointer;
    None where it is not looked at: on AVR, and where stacks grow upwards."""

    return_address: ClassVar[tuple[int, ...]] = ()
    """Where a call leaves the return address, seen from the stack pointer behind it: the lowest
    byte first; nothing where calls leave it in a register."""

    return_unit: ClassVar[int] = 1
    """Of how many addresses of code one in the return address is."""

    counter_bytes: ClassVar[int] = 0
    """Bytes of the program counter to which a computed jump leads; 0: as many as of a pointer."""

    counter_bits: ClassVar[int] = 0
    """How many of its bits are kept by a call, from the lowest on; 0: all."""

    code_alignment: int = 4
    """Of what a return address is a multiple, but for bits that say the state of the processor."""

    return_instruction: bytes = b""
    """What returns from a function, for those that a proof abstracts; nothing: none is."""

    caller_saved: tuple[str, ...] = ()
    """The registers that a function need not keep, beside flags, where it may be abstracted."""

    data_address: ClassVar[int] = 0
    """The linker's address of byte 0 of data memory, where that is not 0."""

    def __init__(self, cpu: Cpu) -> None:
        self.cpu = cpu
        self.big_endian = cpu.endianness == "big"
        self.pointer_bytes = cpu.abi.pointer_bytes
        self.registers: dict[str, Varnode] = self.named_registers()
        self.arguments: tuple[Varnode, ...] = tuple(
            self.registers[name.lstrip("$")] for name in cpu.abi.arguments
        )
        self.stack_pointer: Varnode = self.registers[cpu.abi.stack_pointer.lstrip("$")]
        self.callee_saved: tuple[str, ...] = cpu.abi.callee_saved + cpu.abi.untouched

    @abc.abstractmethod
    def named_registers(self) -> dict[str, Varnode]:
        """The registers by name."""

    @abc.abstractmethod
    def decode(self, address: int, code: bytes) -> Lifted:
        """The instruction as the description has it, before the patches."""

    def lift(self, address: int, code: bytes) -> Lifted:
        """The instruction at a program counter; raises UnknownInstruction."""
        lifted = self.decode(address, code)
        for patch in self.patches:
            lifted = patch.apply(lifted)
        return lifted

    more_variable_time: ClassVar[tuple[str, ...]] = ()
    """Mnemonics of further multiplications whose time depends on what they are given."""

    def variable_time(self) -> tuple[str, ...]:
        """Patterns of mnemonics of instructions whose time depends on what they are given.

        Those that the machine knows too, and those of this CPU's file.
        """
        options = self.cpu.machine_options
        known: tuple[str, ...] = ()
        if options.get("architecture", "") in architectures.known():
            known = tuple(architectures.architecture_of(self.cpu).variable_time)
        return (*known, *options.get("variable_time", {}), *self.more_variable_time)

    def mnemonics(self, lifted: Lifted, code: bytes) -> list[str]:
        """Those of an instruction and of what is lifted with it; code: what it was lifted from."""
        return [part.split(" ")[0] for part in lifted.text.split("; ")]

    def flag_bits(self, name: str) -> int:
        """How many bits one of `flags` has, the lowest of its register: any of them, at a call."""
        return 1

    def flag_cells(self) -> dict[tuple[str, int], tuple[int, int]]:
        """The places of `flags`: how many bytes a register has, and how many bits of a flag."""
        return {
            (place.space, place.offset): (place.size, self.flag_bits(name))
            for name in self.flags
            for place in (self.registers[name],)
        }

    def multipliers(self, lifted: Lifted, code: bytes) -> tuple[Varnode, ...] | None:
        """The registers that alone decide how long a multiplication takes; None: all it is given.

        lifted: an instruction whose time depends on what it is given; code: what it was lifted
        from.
        """
        return None

    @property
    def separate(self) -> bool:
        """Whether code and data are two memories."""
        return self.code_space != self.data_space

    def parts(self, image: Image) -> list[Part]:
        """What an image loads; raises MoteError for a file of another format."""
        return parts.of_elf(image.path, self.cpu.name, self.data_address)

    def label(self, image: Image, name: str) -> int | None:
        """The address of a label of an image, as `mote.proving.program` says."""
        values: dict[str, int] = {}
        with image.path.open("rb") as stream:
            for symbol in symbols(ELFFile(stream)):
                own = symbol.name == name or symbol.name.startswith(f"{name}.")
                if own and symbol["st_shndx"] != "SHN_UNDEF":
                    values.setdefault(symbol.name, int(symbol["st_value"]))
        if name not in values and len(values) != 1:
            return None
        return self.code_address(values.get(name, next(iter(values.values()))))

    def code_address(self, program_counter: int) -> int:
        """Where in the space of code the instruction stands."""
        return program_counter

    def listed_address(self, program_counter: int) -> int:
        """Where the toolchain's listings and debugging information have the instruction."""
        return self.code_address(program_counter)

    def instructions(self, object_file: Path) -> list[Encoding]:
        """Every instruction of an object file, in its order, with what `Encoding` adds.

        As Capstone and the file's mapping symbols find them (mote.machines.unicorn_code); without
        such symbols, a table among the code is what its symbol calls an object.
        """
        code = unicorn_code.read(object_file, architectures.architecture_of(self.cpu))
        tables = _objects(object_file)
        return [
            Encoding(bytes(instruction.bytes), self.state(code, instruction.address))
            for instruction in code.instructions
            if not any(instruction.address in table for table in tables)
        ]

    def state(self, code: Code, address: int) -> int:
        """What an address of code has to have added to be a program counter."""
        return 0

    def function(self, image: Image, name: str) -> int:
        """The program counter at which a function of an image begins."""
        return image.symbols[name]

    def enter(self, machine: MachineState, function_address: int, arguments: Sequence[int]) -> None:
        """Set the machine up as at a call of the function with these arguments, one a register.

        function_address: as `function` gives it.  Whatever else the calling convention leaves open
        stays as the machine has it.
        """
        if len(arguments) > len(self.arguments):
            raise MoteError(
                f"{self.cpu.name}: {len(arguments)} arguments, of which "
                f"{len(self.arguments)} find a register"
            )
        for varnode, value in zip(self.arguments, arguments, strict=False):
            machine.put(varnode, value)
        machine.put(self.stack_pointer, self.stack_top)
        self.call(machine, function_address)
        machine.program_counter = function_address

    def beside(
        self, machine: MachineState, image: Image, symbol: str, values: Sequence[Any]
    ) -> Sequence[Any]:
        """Put arguments where no register is for them; what is left, one a register.

        values: numbers, and names of objects as their addresses, a pointer being a `Pointer`.
        """
        return [int(value) if isinstance(value, Pointer) else value for value in values]

    def result(self, size: int) -> list[Varnode]:
        """Where a number of so many bytes is returned: registers, the lowest bytes first."""
        first = self.arguments[0]
        if first.size != size:
            raise MoteError(f"{self.cpu.name}: proofs know results of {first.size} bytes alone")
        return [first]

    def own_ranges(self, image: Image, stack: int) -> dict[str, list[tuple[str, int, int]]]:
        """What a function of an image may touch beside its objects and constants.

        By the space: what it is, the first address, and how many bytes; all may be written.
        stack: how many bytes of stack its contract grants.
        """
        low, high = self.stack_bytes(stack)
        return {self.data_space: [("the stack", low, high - low)]}

    @abc.abstractmethod
    def call(self, machine: MachineState, function_address: int) -> None:
        """Put the return address where the function expects it, and what else belongs to a call."""

    def stack_bytes(self, size: int) -> tuple[int, int]:
        """The addresses (first, behind the last) of the stack's first `size` bytes in a call."""
        return self.stack_top - size, self.stack_top + self.caller_bytes

    @property
    def stack_space(self) -> str:
        """Where the stack is."""
        return self.data_space

    def return_bytes(self, counter: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """The bits of a program counter as a call leaves them on the stack.

        By their places, seen from the stack pointer behind the call; none where it leaves them in a
        register, or as they are.
        """
        return {}

    def returned(self, machine: MachineState) -> bool:
        """Whether the machine is back at the caller; the stack pointer has to be stack_top then."""
        return machine.program_counter == self.return_to


def operations_of(translation: Any, place: int) -> tuple[list[Operation], dict[int, int], int]:
    """The operations of a translation by pypcode, and how many bytes of code they are.

    Between them: the number of the first operation of each instruction, by its address, the first
    one's being `place`.
    """
    length = 0
    operations: list[Operation] = []
    starts: dict[int, int] = {}
    for op in translation.ops:
        name = op.opcode.name
        if name == "IMARK":
            starts[place + length] = len(operations)
            length += sum(v.size for v in op.inputs)
            continue
        inputs = tuple(Varnode(v.space.name, v.offset, v.size) for v in op.inputs)
        space = ""
        if name in ("LOAD", "STORE"):
            space, inputs = op.inputs[0].getSpaceFromConst().name, inputs[1:]
        elif name == "CALLOTHER":
            space, inputs = op.inputs[0].getUserDefinedOpName(), inputs[1:]
        out = op.output
        output = None if out is None else Varnode(out.space.name, out.offset, out.size)
        operations.append(Operation(name, inputs, output, space))
    return operations, starts, length


class Sleigh(Architecture):
    """An architecture that one of pypcode's languages describes.

    context: variables of the description, as the ARM instruction set's state.
    """

    language: str
    context: ClassVar[dict[str, int]] = {}

    @functools.cached_property
    def _description(self) -> Any:
        return self.described(**self.context)

    def described(self, **context: int) -> Any:
        """pypcode's context of the language with these variables set; raises MoteError."""
        try:
            import pypcode
        except ImportError as error:
            raise MoteError("proofs need the package pypcode: run ./mote prove") from error
        made = pypcode.Context(self.language)
        for name, value in context.items():
            made.setVariableDefault(name, value)
        return made

    def named_registers(self) -> dict[str, Varnode]:
        return {
            name.lower(): Varnode(v.space.name, v.offset, v.size)
            for name, v in self._description.registers.items()
        }

    def description(self, address: int) -> Any:
        """pypcode's context for the code at a program counter."""
        return self._description

    def decode(self, address: int, code: bytes) -> Lifted:
        return self.decoded(self.description(address), address, code, 1)

    def decoded(self, description: Any, address: int, code: bytes, count: int) -> Lifted:
        """So many instructions as if they were one; raises UnknownInstruction."""
        import pypcode

        place = self.code_address(address)
        code = bytes(code[: LONGEST * count])
        try:
            shown = description.disassemble(code, place, max_instructions=count).instructions
            translation = description.translate(code, place, max_instructions=count)
        except (pypcode.BadDataError, pypcode.UnimplError) as error:
            raise UnknownInstruction(
                f"{self.cpu.name}: {code[:4].hex(' ')} at {place:#x} is no instruction that "
                f"{self.language} describes ({error})"
            ) from error
        operations, starts, length = operations_of(translation, place)
        for number, op in enumerate(operations):
            if op.opcode in DIRECT and op.inputs[0].space != "const":
                far = starts.get(op.inputs[0].offset, 0) - number
                if far > 0:
                    operations[number] = replace(op, inputs=(const(far, 4), *op.inputs[1:]))
        text = "; ".join(f"{each.mnem} {each.body}".strip() for each in shown)
        return Lifted(address, length, tuple(operations), text)


def known() -> Sequence[str]:
    """The architectures that there are modules for."""
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in modules if name not in PARTS)


def family_of(cpu: Cpu) -> str:
    """The module's name for a CPU."""
    return str(cpu.machine_options.get("architecture", cpu.machine))


def architecture_of(cpu: Cpu) -> Architecture:
    """What a proof has to know of a CPU; raises MoteError for one of which there is nothing."""
    family = family_of(cpu)
    if family not in known():
        raise MoteError(
            f"{cpu.name}: proofs know the instruction sets {', '.join(known())}, not {family}"
        )
    module: ModuleType = importlib.import_module(f"{__name__}.{family}")
    architecture: Architecture = module.Processor(cpu)
    return architecture
