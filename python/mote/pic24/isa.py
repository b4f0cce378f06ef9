"""What an instruction of the 16-bit core is, and the instruction set as a whole.

An instruction is described once, in cores/pic24/instructions.py or in a plug-in file of
cores/pic24/extensions/: its encoding, its operands, its cycles and its meaning.  This module holds
the words in which it is described and the decoder; mote.pic24.assembler, mote.pic24.simulator and
the generator of the RTL are made from the same objects.

The meaning is a list of steps, one for each cycle.  A step reads at most one item of data memory
(`read`), reads at most one word of program memory (`program`), and writes at most one item of data
memory (`write`); its expressions see the state before the step, with `MEM` (16 bits; 8 in a byte
read) for the item read and `PROG` (24 bits) for the word of program memory.  The changes take
place together at the end of the step: memory first, then registers in the order of the list (so
that the last one wins where two name the same register), then flags.
"""

from __future__ import annotations

import abc
import functools
import itertools
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import cast

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.pic24.expr import Expr, const, var

FOLDER = ROOT / "cores" / "pic24"

FLAGS = ("N", "OV", "Z", "DC", "C")
N, OV, Z, DC, C = (var(name, 1) for name in FLAGS)
RCOUNT = var("RCOUNT", 16)
TBLPAG = var("TBLPAG", 8)
NEXT = var("NEXT", 24)
STEP = var("field_step", 4)
"""Address of the instruction that follows (a multiple of 2)."""
MEM = var("MEM", 16)
MEM8 = var("MEM", 8)
PROG = var("PROG", 24)

SPECIAL = {
    "SPLIM": 0x20,
    "RCOUNT": 0x36,
    "TBLPAG": 0x32,
    "PSVPAG": 0x34,
    "SR": 0x42,
    "CORCON": 0x44,
}
"""Addresses of the core's special function registers in data memory (DS70157, appendix B)."""
SR_BITS = {"C": 0, "Z": 1, "OV": 2, "N": 3, "RA": 4, "DC": 8}
CORCON_PSV = 2
DATA_START = 0x0800
"""Where data memory begins; below it lie special function registers."""


@dataclass(frozen=True)
class Access:
    """An access to data memory: address (16 bits), size in bytes, value for a write.

    stack: whether the address comes from W15, which must not exceed SPLIM.  when: the access
    takes place only if this bit is set.
    """

    address: Expr
    size: int
    value: Expr | None = None
    stack: Expr = field(default_factory=lambda: const(0, 1))
    when: Expr = field(default_factory=lambda: const(1, 1))


@dataclass(frozen=True)
class RegWrite:
    """A change of a register: its number (4 bits), its new value (8 bits: the low byte only).

    when: the change takes place only if this bit is set.
    """

    number: Expr
    value: Expr
    when: Expr = field(default_factory=lambda: const(1, 1))


@dataclass(frozen=True)
class Step:
    """One cycle of an instruction.

    flags: new values by name.  temps: values kept for later steps of the same instruction, read
    there as var(name, width).  jump: the next program counter (24 bits) when `taken` is set.
    skip: when set, the following instruction does not take place.  repeat: new RCOUNT, which
    makes the following instruction take place as often again.  trap: when set, the run ends.
    last: when set, the instruction ends here although there are more steps.
    """

    read: Access | None = None
    program: Expr | None = None
    write: Access | None = None
    regs: tuple[RegWrite, ...] = ()
    flags: Mapping[str, Expr] = field(default_factory=dict)
    temps: Mapping[str, Expr] = field(default_factory=dict)
    jump: Expr | None = None
    taken: Expr = field(default_factory=lambda: const(1, 1))
    skip: Expr | None = None
    repeat: Expr | None = None
    trap: tuple[str, Expr] | None = None
    last: Expr | None = None
    special: str = ""


class Fields:
    """The fields of an instruction word by their letters.

    Letters in the instruction's `structural` are plain integers, since the steps' form depends on
    them (byte mode, addressing modes); all others are expressions.
    """

    def __init__(self, values: Mapping[str, int | Expr], hardware: bool = False) -> None:
        self._values = dict(values)
        self._hardware = hardware

    def __getattr__(self, name: str) -> Expr:
        try:
            # A structural one is a plain integer: where the form depends on it, `number` gives it.
            return cast(Expr, self._values[name])
        except KeyError:
            raise AttributeError(name, name=name, obj=self) from None

    def number(self, name: str) -> int:
        """A structural field."""
        value = self._values.get(name, 0)
        assert isinstance(value, int), name
        return value

    def step(self, index: int, bits: int) -> Expr:
        """The number of a step, of which this is the one with `index` (from 0), 1 to 4 bits.

        To the hardware it is what counts the steps: what differs in it alone is one logic for all
        steps, where a constant in each would make one for each.
        """
        return STEP[:bits] if self._hardware else const(index & (1 << bits) - 1, bits)

    @property
    def size(self) -> int:
        """Bytes that the instruction works on: 1 in byte mode, else 2."""
        return 2 - self.number("B")

    @property
    def bits(self) -> int:
        return 8 * self.size


class Operand(abc.ABC):
    """One operand in the assembler's syntax.

    letters: the fields that it sets.  parse: the fields' values from the text, None when the text
    is of another form; numbers come from `evaluate`, which raises ValueError for what it does not
    know.  format: the text.  limits: a message when the values cannot be encoded.
    """

    letters: str

    @property
    def doc(self) -> str:
        """How the operand is written, for the manual."""
        return ""

    @abc.abstractmethod
    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        """The fields that the text sets; None where it is no such operand."""

    @abc.abstractmethod
    def format(self, fields: Mapping[str, int], address: int) -> str:
        """The text of the fields, in an instruction at that address."""

    def valid(self, fields: Mapping[str, int]) -> bool:
        """Whether the fields' values are ones that this operand has."""
        return True


class OperandError(ValueError):
    """An operand of the right form with a value that cannot be encoded."""


REGISTER = re.compile(r"w(1[0-5]|[0-9])$", re.I)
MODES = ("{}", "[{}]", "[{}--]", "[{}++]", "[--{}]", "[++{}]")


def register_number(text: str) -> int | None:
    match = REGISTER.match(text.strip())
    return int(match[1]) if match else None


def _mode(text: str) -> tuple[int, int] | None:
    text = re.sub(r"\s+", "", text).lower()
    match = re.match(r"(\[?)(\+\+|--|)(w\d+)(\+\+|--|)(\]?)$", text)
    if not match or bool(match[1]) != bool(match[5]):
        return None
    number = register_number(match[3])
    shape = f"{match[1]}{match[2]}{{}}{match[4]}{match[5]}"
    if number is None or shape not in MODES:
        return None
    return MODES.index(shape), number


@dataclass(frozen=True)
class Reg(Operand):
    """A working register.  even: an even one, as the low half of a pair (its field is n / 2 when
    half is set)."""

    letters: str
    even: bool = False
    half: bool = False

    @property
    def doc(self) -> str:
        return "Wn (even)" if self.even else "Wn"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        number = register_number(text)
        if number is None:
            return None
        if self.even and number % 2:
            raise OperandError(f"w{number}: an even register is needed here")
        return {self.letters: number // 2 if self.half else number}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return f"w{fields[self.letters] * (2 if self.half else 1)}"

    def valid(self, fields: Mapping[str, int]) -> bool:
        return not (self.even and not self.half and fields[self.letters] % 2)


@dataclass(frozen=True)
class Mode(Operand):
    """A register with an addressing mode: letters are the mode's and the register's field.

    lowest: the first mode allowed (1 leaves out the register itself).
    """

    letters: str
    lowest: int = 0

    doc = "Wn, [Wn], [Wn++], [Wn--], [++Wn], [--Wn]"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        found = _mode(text)
        if found is None or found[0] < self.lowest:
            return None
        return dict(zip(self.letters, found, strict=True))

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return MODES[fields[self.letters[0]]].format(f"w{fields[self.letters[1]]}")

    def valid(self, fields: Mapping[str, int]) -> bool:
        return self.lowest <= fields[self.letters[0]] <= 5


@dataclass(frozen=True)
class Indirect(Operand):
    """[Wn] and nothing else."""

    letters: str

    doc = "[Wn]"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        found = _mode(text)
        return {self.letters: found[1]} if found is not None and found[0] == 1 else None

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return f"[w{fields[self.letters]}]"


@dataclass(frozen=True)
class Group(Operand):
    """Four registers from W0, W4, W8 or W12 on, the least significant first; the field is n / 4."""

    letters: str

    doc = "Wn (0, 4, 8 or 12)"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        number = register_number(text)
        if number is None:
            return None
        if number % 4:
            raise OperandError(f"w{number}: w0, w4, w8 or w12 is needed here")
        return {self.letters: number // 4}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return f"w{4 * fields[self.letters]}"


@dataclass(frozen=True)
class OffsetMode(Operand):
    """As Mode, and [Wn+Wb]: letters are the fields of the mode, the register and Wb."""

    letters: str

    doc = "Wn, [Wn], [Wn++], [Wn--], [++Wn], [--Wn], [Wn+Wb]"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        found = _mode(text)
        if found is not None:
            return dict(zip(self.letters, found, strict=False))
        match = re.match(r"\s*\[\s*(w\d+)\s*\+\s*(w\d+)\s*\]\s*$", text, re.I)
        if not match:
            return None
        number, offset = register_number(match[1]), register_number(match[2])
        if number is None or offset is None:
            return None
        return dict(zip(self.letters, (6, number, offset), strict=True))

    def format(self, fields: Mapping[str, int], address: int) -> str:
        mode, number, offset = (fields[letter] for letter in self.letters)
        return f"[w{number}+w{offset}]" if mode >= 6 else MODES[mode].format(f"w{number}")


@dataclass(frozen=True)
class Based(Operand):
    """[Wn + slit10]: a signed offset of 10 bits, in words in word mode."""

    letters: str

    doc = "[Wn+slit10]"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        match = re.match(r"\s*\[\s*(w\d+)\s*([+-].+)\]\s*$", text, re.I)
        if not match or register_number(match[1]) is None:
            return None
        if re.match(r"(\+\+|--)?\s*$", match[2]) or register_number(match[2][1:]) is not None:
            return None
        offset = evaluate(match[2])
        scale = 1 if byte else 2
        if offset % scale:
            raise OperandError(f"offset {offset} is odd in word mode")
        if not -512 * scale <= offset < 512 * scale:
            raise OperandError(f"offset {offset} is not from {-512 * scale} to {511 * scale}")
        number = register_number(match[1])
        assert number is not None
        return {self.letters[0]: number, self.letters[1]: offset // scale & 0x3FF}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        offset = (fields[self.letters[1]] ^ 512) - 512
        offset *= 1 if fields.get("B") else 2
        return f"[w{fields[self.letters[0]]}{offset:+d}]"


@dataclass(frozen=True)
class Lit(Operand):
    """#number in `bits` bits.  byte: 255 is also allowed as -1 and so on in 8 or 16 bits.

    step: the number is a multiple of it, and the field holds number / step.  hint: what it means.
    """

    letters: str
    bits: int
    signed: bool = False
    wrap: bool = False
    step: int = 1
    least: int = 0
    most: int | None = None

    @property
    def doc(self) -> str:
        return f"#lit{self.bits}"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        text = text.strip()
        if not text.startswith("#"):
            return None
        number = evaluate(text[1:])
        bits = min(self.bits, 8) if byte and self.bits == 10 else self.bits
        least = -(1 << (bits - 1)) if self.signed or self.wrap else self.least
        most = (1 << (bits - 1)) - 1 if self.signed else (1 << bits) - 1
        most = min(most * self.step, self.most if self.most is not None else most * self.step)
        if not least <= number <= most or number % self.step:
            raise OperandError(f"#{number} is not from {least} to {most}")
        return {self.letters: number // self.step & ((1 << self.bits) - 1)}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        number = fields[self.letters]
        if self.signed:
            number = (number ^ (1 << (self.bits - 1))) - (1 << (self.bits - 1))
        number *= self.step
        return f"#{number}" if number < 10 else f"#{number:#x}"

    def valid(self, fields: Mapping[str, int]) -> bool:
        number = fields[self.letters] * self.step
        return number >= self.least and (self.most is None or number <= self.most)


@dataclass(frozen=True)
class FileAddress(Operand):
    """A data memory address in `bits` bits; word: an even one, its field is address / 2."""

    letters: str
    bits: int
    word: bool = False
    bit: str = ""

    doc = "f"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        text = text.strip()
        if text.startswith(("#", "[")) or register_number(text) is not None:
            return None
        if text.lower() in ("wreg", "sr") and text.lower() == "wreg":
            return None
        number = evaluate(text)
        if not 0 <= number < 1 << self.bits:
            raise OperandError(f"address {number:#x} is not below {1 << self.bits:#x}")
        if self.word and number % 2:
            raise OperandError(f"address {number:#x} is odd")
        return {self.letters: number // (2 if self.word else 1)}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return f"{fields[self.letters] * (2 if self.word else 1):#06x}"


@dataclass(frozen=True)
class BitOf(Operand):
    """#bit4, 0 to 15 of a word: bit letters[0] (3 bits) of the byte whose address is letters[1]."""

    letters: str

    doc = "#bit4"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        text = text.strip()
        if not text.startswith("#"):
            return None
        number = evaluate(text[1:])
        most = 7 if byte else 15
        if not 0 <= number <= most:
            raise OperandError(f"bit {number} is not from 0 to {most}")
        return {self.letters[0]: number & 7, "+" + self.letters[1]: number >> 3}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return f"#{fields[self.letters[0]]}"


@dataclass(frozen=True)
class Word(Operand):
    """A fixed word (WREG, a condition).  letters: a field that is 0 when it stands there."""

    word: str
    letters: str = ""
    others: tuple[str, ...] = ()

    @property
    def doc(self) -> str:
        return self.word

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        if text.strip().lower() not in (self.word.lower(), *self.others):
            return None
        return dict.fromkeys(self.letters, 0)

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return self.word

    def valid(self, fields: Mapping[str, int]) -> bool:
        return all(fields[letter] == 0 for letter in self.letters)


@dataclass(frozen=True)
class Target(Operand):
    """A program address relative to the next instruction, in instruction words (16 bits)."""

    letters: str

    doc = "label"
    relative = True

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        text = text.strip()
        if text.startswith(("#", "[")) or register_number(text) is not None:
            return None
        offset = evaluate(text) - evaluate(".") - 2
        if offset % 2:
            raise OperandError("the target's address is odd")
        if not -0x10000 <= offset < 0x10000:
            raise OperandError(f"the target is {offset} bytes away, out of reach")
        return {self.letters: offset // 2 & 0xFFFF}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        offset = (fields[self.letters] ^ 0x8000) - 0x8000
        return f"{address + 2 + 2 * offset:#x}"


@dataclass(frozen=True)
class Far(Operand):
    """A program address in two instruction words: letters[0] its bits 15:1, letters[1] 22:16."""

    letters: str

    doc = "label"

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        text = text.strip()
        if text.startswith(("#", "[")) or register_number(text) is not None:
            return None
        number = evaluate(text)
        if number % 2 or not 0 <= number < 1 << 23:
            raise OperandError(f"{number:#x} is not a program address")
        return {self.letters[0]: number >> 1 & 0x7FFF, self.letters[1]: number >> 16}

    def format(self, fields: Mapping[str, int], address: int) -> str:
        return f"{fields[self.letters[0]] * 2 + (fields[self.letters[1]] << 16):#x}"


STEPS_KEPT = 256
"""Of so many words of one instruction the meaning is kept."""


@dataclass(frozen=True)
class Instruction:
    """One instruction.

    name: unique, also for Python.  mnemonic: the assembler's; where the encoding has a bit B, a
    suffix .b sets it and .w or nothing clears it; `suffix` gives other suffixes ("z": {field}).
    pattern: the 24 bits as the manual writes them, 48 for two words: 0 and 1 are fixed, x is
    ignored, letters are fields.  operands: in the assembler's order.  meaning: the steps.
    cycles: as the manual gives them, for people; the steps are what counts.
    operation: for the RTL, the arithmetic operation (mote.pic24.operations) when there is one.
    extension: the plug-in file that it comes from, "" in the base set.
    manual: section of DS70157.  fixed: fields that the mnemonic's suffix sets.
    """

    name: str
    mnemonic: str
    pattern: str
    operands: tuple[Operand, ...]
    prose: str
    meaning: Callable[[Fields], Sequence[Step]]
    cycles: str = "1"
    affects: str = ""
    structural: str = "Bpqgh"
    operation: str = ""
    repeatable: bool = True
    byte_only: bool = False
    extension: str = ""
    constraint: Callable[[Mapping[str, int]], bool] | None = None

    @functools.cached_property
    def layout(self) -> dict[str, list[int]]:
        """For each field the bit positions in the instruction word(s), the highest first."""
        bits = self.pattern.replace(" ", "")
        if len(bits) not in (24, 48):
            raise ValueError(f"{self.name}: {len(bits)} bits")
        layout: dict[str, list[int]] = {}
        for index, letter in enumerate(bits):
            if letter not in "01x":
                layout.setdefault(letter, []).append(self._position(index, len(bits)))
        return layout

    @staticmethod
    def _position(index: int, count: int) -> int:
        """The first word takes bits 0 to 23, the second one bits 24 to 47."""
        return 23 - index if index < 24 else count - 1 - index + 24

    @functools.cached_property
    def words(self) -> int:
        return len(self.pattern.replace(" ", "")) // 24

    @functools.cached_property
    def mask_value(self) -> tuple[int, int]:
        """Which bits are fixed, and how, over all words."""
        bits = self.pattern.replace(" ", "")
        mask = value = 0
        for index, letter in enumerate(bits):
            if letter in "01":
                mask |= 1 << self._position(index, len(bits))
                value |= int(letter) << self._position(index, len(bits))
        return mask, value

    def encode(self, fields: Mapping[str, int]) -> int:
        """The instruction word (48 bits for two words, the first in the low 24)."""
        word = self.mask_value[1]
        for letter, positions in self.layout.items():
            value = fields.get(letter, 0)
            for place, position in enumerate(reversed(positions)):
                word |= (value >> place & 1) << position
        return word

    def fields_of(self, word: int) -> dict[str, int]:
        """The fields' values in an instruction word."""
        fields = {}
        for letter, positions in self.layout.items():
            value = 0
            for position in positions:
                value = value << 1 | (word >> position & 1)
            fields[letter] = value
        return fields

    def matches(self, word: int) -> bool:
        """Whether the word (or words) is this instruction."""
        mask, value = self.mask_value
        if word & mask != value:
            return False
        fields = self.fields_of(word)
        if self.constraint is not None and not self.constraint(fields):
            return False
        return all(operand.valid(fields) for operand in self.operands)

    @functools.cached_property
    def _known_steps(self) -> dict[tuple[tuple[str, int], ...], list[Step]]:
        return {}

    def steps(self, fields: Mapping[str, int]) -> list[Step]:
        """The meaning with every field known."""
        known, key = self._known_steps, tuple(sorted(fields.items()))
        if key not in known:
            if len(known) == STEPS_KEPT:
                known.clear()
            known[key] = self._steps(fields)
        return list(known[key])

    def _steps(self, fields: Mapping[str, int]) -> list[Step]:
        values: dict[str, int | Expr] = {}
        for letter, value in fields.items():
            width = len(self.layout[letter])
            values[letter] = value if letter in self.structural else const(value, width)
        return list(self.meaning(Fields(values)))

    def variants(self) -> Iterator[tuple[dict[str, int], list[Step]]]:
        """For the RTL: each combination of structural fields with its steps.

        All other fields are variables named "field_" and their letter.
        """
        letters = [letter for letter in self.layout if letter in self.structural]
        ranges = [range(1 << len(self.layout[letter])) for letter in letters]
        for combination in itertools.product(*ranges):
            chosen = dict(zip(letters, combination, strict=True))
            trial = {**dict.fromkeys(self.layout, 0), **chosen}
            word = self.encode(trial)
            mask, value = self.mask_value
            if word & mask != value or not all(
                operand.valid(trial)
                for operand in self.operands
                if isinstance(operand, Mode | Word)
            ):
                continue
            if not self._possible(chosen):
                continue
            values: dict[str, int | Expr] = {
                letter: chosen.get(letter, var(f"field_{letter}", len(positions)))
                for letter, positions in self.layout.items()
            }
            yield chosen, list(self.meaning(Fields(values, hardware=True)))

    def _possible(self, chosen: Mapping[str, int]) -> bool:
        """Whether the constraint holds for some values of the fields that are not chosen."""
        if self.constraint is None:
            return True
        others = [letter for letter in self.layout if letter not in chosen]
        ranges = [range(1 << min(len(self.layout[letter]), 4)) for letter in others]
        return any(
            self.constraint({**chosen, **dict(zip(others, values, strict=True))})
            for values in itertools.product(*ranges)
        )

    def text(self, fields: Mapping[str, int], address: int) -> str:
        """Assembler source for these fields, for an instruction at `address`."""
        name = self.mnemonic
        if fields.get("B") and not self.byte_only:
            name += ".b"
        shown = dict(fields)
        texts: list[str] = []
        for operand in self.operands:
            if isinstance(operand, BitOf):
                low, where = tuple(operand.letters)
                if not shown.get("B"):
                    shown[low] += 8 * (shown[where] & 1)
                    texts[-1] = f"{shown[where] & ~1:#06x}"
            texts.append(operand.format(shown, address))
        return f"{name} {', '.join(texts)}".strip()


@dataclass(frozen=True)
class Alias:
    """Another way to write an instruction: `push w3` for `mov w3, [w15++]`."""

    mnemonic: str
    operands: str
    text: str


def load_module(path: Path) -> ModuleType:
    """Import a description file by its path; raises MoteError naming what is wrong with it.

    Its text is compiled each time: Python's cache of compiled files takes a change for none that
    comes within a second and keeps the length.
    """
    if not path.is_file():
        raise MoteError(f"{path}: no such file")
    name = f"mote_pic24_{path.stem}"
    if name in sys.modules and getattr(sys.modules[name], "__file__", "") == str(path):
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, MoteError) or not isinstance(error, Exception):
            raise
        if isinstance(error, SyntaxError):
            raise MoteError(f"{path}:{error.lineno}: {error.msg}") from None
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(path)]
        where = f"{path}:{lines[-1]}" if lines else str(path)
        text = " ".join(str(error).split())
        raise MoteError(f"{where}: {type(error).__name__}: {text}") from None
    return module


ABSENT_WORDS = {
    "clrwdt": 0xFE6000,
    "disi": 0xFC0000,
    "pwrsav": 0xFE4000,
    "reset": 0xFE0000,
    "retfie": 0x064000,
    "tblwtl": 0xBB0010,
    "tblwth": 0xBB8010,
}
"""An instruction word of each instruction that the core does not have."""
