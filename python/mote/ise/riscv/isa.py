"""What a custom instruction of RISC-V is: one description in cores/riscv/extensions/NAME.py.

The pattern is the instruction word, 32 bits, of the R-type on an opcode that RISC-V leaves to users
(custom-0 or custom-1; RISC-V Unprivileged ISA, chapter "RV32/64G Instruction Set Listings"):

    funct7 rs2 rs1 funct3 rd opcode, as "0001000 ttttt sssss 000 ddddd 0001011"

rs2 is `ttttt`, or `iiiii` for a number from 0 to 31, or 00000 where there is one operand.  funct7
may begin with up to four `n`: a number in the instruction word, beside the registers (as bs of the
standard's aes32esmi).  The meaning is one expression of 32 bits of the operands: i.s and i.t are
the registers' contents (32 bits), i.i (5 bits) and i.n the numbers.

An extension may have registers in its unit (STATE in its file): i.NAME is what one holds, and
`after` of an instruction says what registers hold behind it; those that it does not name stay as
they are. An instruction of several steps does that once a step, from what the step before has left:
i.step is its number, from 0.  Its result is that of the last one.  With registers goes how software
saves and restores them (SAVE and RESTORE, mote.ise.riscv.saving), so that another program may use
the unit in between.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv.reserved import RESERVED
from mote.pic24.expr import Expr, var, walk
from mote.pic24.isa import load_module

FOLDER = ROOT / "cores" / "riscv"
EXTENSIONS = FOLDER / "extensions"
XLEN = 32
CUSTOM = {0x0B: "custom-0", 0x2B: "custom-1"}
MOST_STEPS = 256
STEP = "step"
OWN_FUNCT7 = 6
"""Below it PicoRV32 has instructions of its own on custom-0 (its README, section "Custom
Instructions for IRQ Handling")."""
LAYOUT = re.compile(r"(?=.{32}$)(n{0,4})([01]{3,7})(t{5}|i{5}|0{5})s{5}([01]{3})d{5}([01]{7})")
NAME = re.compile(r"[a-z][a-z0-9_]*")
WIDTHS = {"s": XLEN, "t": XLEN, "i": 5, **{f"n{bits}": bits for bits in range(1, 5)}}
"""Of the variables in a meaning; i.n is n1 to n4, for so many bits."""


@dataclass(frozen=True)
class Register:
    """A register in the unit, not the core.

    reset: what it holds behind the core's reset; None for whatever it held (a flip-flop without
    reset takes fewer gates; software loads it first).  scratch: it serves between the steps of an
    instruction alone, and nothing is saved of it.
    """

    name: str
    bits: int = XLEN
    reset: int | None = None
    scratch: bool = False


class Operands:
    """What a meaning is made of: `i.s`, `i.t`, `i.i`, `i.n`, as far as the pattern has them.

    Of a unit with registers also their contents by name, and i.step where there are several steps.
    """

    def __init__(self, values: Mapping[str, Expr]) -> None:
        self._values = dict(values)

    def joined(self, *others: Operands) -> Operands:
        """These and those of others."""
        values = dict(self._values)
        for each in others:
            values |= each._values
        return Operands(values)

    def __getattr__(self, letter: str) -> Expr:
        try:
            return self._values[letter]
        except KeyError:
            known = ", ".join(self._values)
            raise MoteError(
                f"it takes {letter}, which the pattern lacks; it has: {known}"
            ) from None


@dataclass(frozen=True)
class Circuit:
    """What several instructions have in common as hardware, smaller than each by itself.

    names: of the instructions.  made: of their operands, of registers, and of i.is_NAME, whether
    the unit is asked for NAME, the result and what registers hold behind it; where none is asked
    for it is anything.  As all of a unit it is proved to be what the descriptions say.
    """

    names: tuple[str, ...]
    made: Callable[[Operands], tuple[Expr, Mapping[str, Expr]]]


@dataclass(frozen=True)
class Instruction:
    """One custom instruction.

    name: its mnemonic.  pattern, meaning: see above.  prose: what it does, a sentence for manuals.
    state: the unit's registers that it knows.  after: what they hold behind a step, by name.
    circuit: what makes its result, where it shares that with others; else its meaning does.
    """

    name: str
    pattern: str
    meaning: Callable[[Operands], Expr]
    prose: str
    state: tuple[Register, ...] = ()
    after: Callable[[Operands], Mapping[str, Expr]] | None = None
    steps: int = 1
    circuit: Circuit | None = None

    @functools.cached_property
    def _parts(self) -> re.Match[str]:
        found = LAYOUT.fullmatch(self.pattern.replace(" ", ""))
        if found is None:
            raise MoteError(
                f"{self.name}: pattern: it is not funct7 rs2 rs1 funct3 rd opcode as "
                '"0001000 ttttt sssss 000 ddddd 0001011", with iiiii or 00000 for ttttt'
            )
        return found

    @property
    def funct7(self) -> int:
        """Its fixed bits, with 0 for the number."""
        return int(self._parts[2], 2)

    @property
    def funct3(self) -> int:
        return int(self._parts[4], 2)

    @property
    def opcode(self) -> int:
        return int(self._parts[5], 2)

    @property
    def second(self) -> str:
        """The letter of what stands in rs2: "t", "i", or "" for nothing."""
        return self._parts[3][0].strip("0")

    @property
    def number_bits(self) -> int:
        """Of the number in funct7, its first ones; 0 where there is none."""
        return len(self._parts[1])

    @property
    def mask_value(self) -> tuple[int, int]:
        """The fixed bits of the instruction word, and what they are."""
        mask = (0xFE00707F | (0 if self.second else 0x1F << 20)) & 0xFFFFFFFF >> self.number_bits
        return mask, self.funct7 << 25 | self.funct3 << 12 | self.opcode

    @property
    def step_bits(self) -> int:
        """Of a step's number; 0 where there is one step."""
        return (self.steps - 1).bit_length()

    @functools.cached_property
    def operands(self) -> Operands:
        """The variables s, t, i, n1 to n4, step, and the registers of the unit."""
        names = {"s": "s"}
        if self.second:
            names[self.second] = self.second
        if self.number_bits:
            names["n"] = f"n{self.number_bits}"
        values = {x: var(name, WIDTHS[name]) for x, name in names.items()}
        values |= {each.name: var(each.name, each.bits) for each in self.state}
        if self.steps > 1:
            values[STEP] = var(STEP, self.step_bits)
        return Operands(values)

    @functools.cached_property
    def result(self) -> Expr:
        """The meaning as an expression of the variables s, t, i, and n1 to n4, and of state."""
        return self.meaning(self.operands)

    @functools.cached_property
    def changes(self) -> Mapping[str, Expr]:
        """What registers hold behind a step, of those that it may change."""
        return {} if self.after is None else dict(self.after(self.operands))

    def word(self, d: int, s: int, second: int = 0, number: int = 0) -> int:
        """The instruction word for these numbers of registers; second: a number for "i".

        number: what stands in funct7, where the pattern has an n.
        """
        of_funct7 = number << 32 - self.number_bits
        return self.mask_value[1] | of_funct7 | second << 20 | s << 15 | d << 7

    def compute(self, s: int, second: int = 0, number: int = 0) -> int:
        """What it computes of these contents: the meaning in plain Python."""
        return self.execute({}, s, second, number)

    def execute(self, held: dict[str, int], s: int, second: int = 0, number: int = 0) -> int:
        """The same with what the unit's registers hold, which is changed."""
        values = {"s": s, self.second: second, f"n{self.number_bits}": number}
        names = list(self.changes)
        result = 0
        for step in range(self.steps):
            roots = [self.changes[name] for name in names]
            if step == self.steps - 1:
                roots.append(self.result)
            found = evaluated(roots, {**values, STEP: step, **held})
            held.update(zip(names, found, strict=False))
            result = found[-1]
        return result


def evaluate(e: Expr, values: Mapping[str, int]) -> int:
    """An expression's value; raises MoteError for what has none here."""
    return evaluated([e], values)[0]


def evaluated(roots: Sequence[Expr], values: Mapping[str, int]) -> list[int]:
    """The values of expressions that have parts in common."""
    done: dict[int, int] = {}

    def of(x: Expr) -> int:
        if id(x) not in done:
            done[id(x)] = made(x) & ((1 << x.width) - 1)
        return done[id(x)]

    def made(x: Expr) -> int:
        a = x.args
        if x.op == "const":
            return int(a[0])
        if x.op == "var":
            return values[a[0]]
        if x.op == "slice":
            return of(a[0]) >> int(a[1])
        if x.op == "cat":
            total = shift = 0
            for part in a:
                total |= of(part) << shift
                shift += part.width
            return total
        if x.op == "mux":
            return of(a[1]) if of(a[0]) else of(a[2])
        if x.op == "rom":
            index = of(a[1])
            return int(a[0][index]) if index < len(a[0]) else 0
        parts = [of(each) for each in a]
        return _ARITHMETIC[x.op](*parts)

    return [of(each) for each in roots]


_ARITHMETIC: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "eq": lambda a, b: int(a == b),
    "ult": lambda a, b: int(a < b),
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
    "mul": lambda a, b: a * b,
    "zext": lambda a: a,
}


def names() -> tuple[str, ...]:
    """Every extension there is, by the names of files."""
    return tuple(sorted(path.stem for path in EXTENSIONS.glob("*.py") if path.stem[0] != "_"))


def extension(name: str, folder: Path = EXTENSIONS) -> tuple[Instruction, ...]:
    """The instructions of an extension, checked; raises MoteError that says what is wrong."""
    path = folder / f"{name}.py"
    if not path.is_file():
        raise MoteError(f"unknown extension {name!r} of RISC-V; known: {', '.join(names())}")
    found: Sequence[Instruction] = getattr(load_module(path), "INSTRUCTIONS", ())
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    if not found:
        raise MoteError(f"{shown}: INSTRUCTIONS: it is missing: a list of Instruction")
    for instruction in found:
        try:
            _check(instruction)
        except (MoteError, ValueError) as error:
            raise MoteError(f"{shown}: {error}") from None
    return tuple(found)


def _check(instruction: Instruction) -> None:
    name = instruction.name
    if not NAME.fullmatch(name):
        raise MoteError(f"{name}: name: it is small letters, digits and _, a letter first")
    if name in RESERVED:
        raise MoteError(f"{name}: name: the assembler has it already, and would not take its own")
    if instruction.opcode not in CUSTOM:
        known = " or ".join(f"{code:07b} ({title})" for code, title in CUSTOM.items())
        raise MoteError(f"{name}: pattern: its opcode is {instruction.opcode:07b}; it is {known}")
    if instruction.opcode == 0x0B and instruction.funct7 < OWN_FUNCT7:
        raise MoteError(
            f"{name}: pattern: funct7 is {instruction.funct7:07b}, which PicoRV32 has on custom-0 "
            f"for interrupts; take one from {OWN_FUNCT7:07b} on"
        )
    if instruction.second == "i" and instruction.number_bits:
        raise MoteError(f"{name}: pattern: it has two numbers, iiiii and n; it takes one of them")
    if instruction.second == "i" and instruction.funct7 >= 64:
        raise MoteError(
            f"{name}: pattern: funct7 is {instruction.funct7:07b}; with iiiii its first bit is 0, "
            "because the assembler takes both as a signed number of 12 bits"
        )
    if not 1 <= instruction.steps <= MOST_STEPS:
        raise MoteError(f"{name}: steps: {instruction.steps}; they are from 1 to {MOST_STEPS}")
    _check_state(instruction)
    try:
        result = instruction.result
    except (MoteError, ValueError, TypeError) as error:
        raise MoteError(f"{name}: meaning: {error}") from None
    if result.width != XLEN:
        raise MoteError(f"{name}: meaning: it has {result.width} bits; a register has {XLEN}")
    _check_variables(instruction, "meaning", result)
    try:
        changes = instruction.changes
    except (MoteError, ValueError, TypeError) as error:
        raise MoteError(f"{name}: after: {error}") from None
    widths = {each.name: each.bits for each in instruction.state}
    for register, value in changes.items():
        if register not in widths:
            there = ", ".join(widths) or "none"
            raise MoteError(f"{name}: after: no register {register}; its state has: {there}")
        if value.width != widths[register]:
            raise MoteError(
                f"{name}: after: {register} gets {value.width} bits; it has {widths[register]}"
            )
        _check_variables(instruction, "after", value)


def _check_variables(instruction: Instruction, what: str, e: Expr) -> None:
    known = {*WIDTHS, STEP, *(each.name for each in instruction.state)}
    for each in walk(e):
        if each.op == "reg" or (each.op == "var" and each.args[0] not in known):
            raise MoteError(
                f"{instruction.name}: {what}: it takes {each}; write i.s, i.t, i.i or i.n"
            )


def _check_state(instruction: Instruction) -> None:
    taken: set[str] = set()
    for each in instruction.state:
        where = f"{instruction.name}: state: {each.name}"
        if not NAME.fullmatch(each.name):
            raise MoteError(f"{where}: a name is small letters, digits and _, a letter first")
        if each.name in {"s", "t", "i", "n", STEP, *WIDTHS} or each.name in taken:
            raise MoteError(f"{where}: the name is taken")
        taken.add(each.name)
        if not 1 <= each.bits <= 64:
            raise MoteError(f"{where}: {each.bits} bits; a register has from 1 to 64")
        if each.reset is not None and not 0 <= each.reset < 1 << each.bits:
            raise MoteError(f"{where}: reset: {each.reset} is not a number of {each.bits} bits")


def registers(of: Iterable[Instruction]) -> tuple[Register, ...]:
    """Those of the unit of these instructions."""
    return tuple(dict.fromkeys(each for instruction in of for each in instruction.state))


def instructions(extensions: Iterable[str]) -> tuple[Instruction, ...]:
    """Those of several extensions; raises MoteError where two have one name or one word."""
    found: list[Instruction] = []
    owners: dict[str, str] = {}
    for name in extensions:
        own = extension(name)
        for register in registers(own):
            other = owners.setdefault(register.name, name)
            if other != name:
                raise MoteError(f"{name} and {other} both have a register {register.name}")
        for new in own:
            for known in found:
                if new.name == known.name:
                    raise MoteError(f"two instructions are called {new.name}")
                common = new.mask_value[0] & known.mask_value[0]
                if not (new.mask_value[1] ^ known.mask_value[1]) & common:
                    raise MoteError(
                        f"{new.name}: pattern: the instruction word {new.mask_value[1]:#010x} is "
                        f"{known.name} too; take another funct3 or funct7"
                    )
            found.append(new)
    return tuple(found)
