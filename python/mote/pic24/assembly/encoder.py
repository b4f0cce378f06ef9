"""The encoder: from the form of operands to the instruction that has it, and to its words.

A mnemonic has several instructions; the first whose operands can be read is the one.  While the
source is read, what is not yet known counts as something that fits, as only the size is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from mote.pic24.arithmetic import Unknown
from mote.pic24.assembly.names import Names, Place
from mote.pic24.assembly.sections import PROGRAM_SECTIONS
from mote.pic24.assembly.source import AssemblyError, split_operands
from mote.pic24.assembly.statements import Statement
from mote.pic24.isa import Instruction, OperandError
from mote.pic24.sets import InstructionSet, instruction_set

Candidate = tuple[Instruction, bool]
"""An instruction that a mnemonic may mean, and whether `.b` was taken off the mnemonic."""

Fields = dict[str, int]

Misfit = tuple[str, str]
"""A part of the line, and why it does not fit."""


class Encoder:
    """The instructions of a set as words."""

    set: InstructionSet

    def __init__(self, names: Names) -> None:
        self.names = names
        self.choose(names.extensions)

    def choose(self, extensions: Iterable[str]) -> None:
        """Know the base instructions and those of these extensions."""
        self.set = instruction_set(tuple(sorted(extensions)))

    def plain(self, word: str, operands: list[str]) -> tuple[str, list[str]]:
        """An instruction for which an alias stands; any other as it is."""
        for alias in self.set.aliases:
            if alias.mnemonic == word and len(operands) == 1 and re.match(r"w\d+$", operands[0]):
                name, _, rest = alias.text.format(*operands).partition(" ")
                return self.plain(name, split_operands(rest))
        return word, operands

    def size(self, statement: Statement, order: int) -> int:
        """What an instruction adds to its section, before names are known."""
        return 2 * self._match(statement, order, first=True)[0].words

    def encode(self, statement: Statement, order: int) -> bytes:
        """Set the words of a statement in program memory; the bytes of one in data memory."""
        if not statement.mnemonic.startswith("."):
            instruction, fields = self._match(statement, order, first=False)
            whole = instruction.encode(fields)
            words = [whole >> 24 * index & 0xFFFFFF for index in range(instruction.words)]
            statement.words, statement.instruction = tuple(words), instruction
            return b""
        content = self._content(statement, order)
        if statement.section not in PROGRAM_SECTIONS:
            return content
        step = 3 if statement.unit == 3 else 2
        statement.words = tuple(
            int.from_bytes(content[index : index + step], "little")
            for index in range(0, len(content), step)
        )
        return b""

    def _place(self, statement: Statement, order: int) -> Place:
        address = self.names.layout.absolute(statement.section, statement.address)
        return Place(statement.file, statement.scope, address, order)

    def _content(self, statement: Statement, order: int) -> bytes:
        """The bytes of data."""
        place = self._place(statement, order)
        numbers = []
        for text in statement.operands:
            try:
                numbers.append(self.names.evaluate(text, place))
            except ValueError as error:
                raise statement.line.error(text, str(error)) from None
        bits = 8 * statement.unit
        for text, number in zip(statement.operands, numbers, strict=True):
            if not -(1 << (bits - 1)) <= number < 1 << bits:
                raise statement.line.error(text, f"{number} does not fit into {bits} bits")
        return b"".join(
            (number & ((1 << bits) - 1)).to_bytes(statement.unit, "little") for number in numbers
        )

    # Which instruction has these operands.

    def _match(self, statement: Statement, order: int, first: bool) -> tuple[Instruction, Fields]:
        """The instruction whose operands have the form of the statement's, and its fields."""
        place = self._place(statement, order)

        def value(text: str) -> int:
            try:
                return self.names.evaluate(text, place)
            except Unknown:
                if first:
                    return place.address if text.strip()[:1] != "#" else 0
                raise

        problem: Misfit | None = None
        candidates = self._candidates(statement)
        for instruction, byte in candidates:
            fields = _fixed_fields(instruction, byte)
            if fields is None or len(instruction.operands) != len(statement.operands):
                continue
            fits, misfit = _read_operands(instruction, byte, statement, value, first, fields)
            problem = misfit or problem
            if not fits:
                continue
            if instruction.name in ("div_sd", "div_ud"):
                fields["t"] = fields["v"] | 1
            if not first and not instruction.matches(instruction.encode(fields)):
                problem = (statement.mnemonic, "these operands cannot be encoded together")
                continue
            return instruction, fields
        if problem:
            raise statement.line.error(*problem)
        raise _no_form(statement, candidates)

    def _candidates(self, statement: Statement) -> list[Candidate]:
        """The instructions that a mnemonic may mean."""
        word = statement.mnemonic
        base, dot, suffix = word.rpartition(".")
        found = [(i, False) for i in self.set.by_mnemonic.get(word, [])]
        if dot and suffix in ("b", "w"):
            found += [(i, suffix == "b") for i in self.set.by_mnemonic.get(base, [])]
        if not found:
            raise statement.line.error(word, f"unknown instruction {word}")
        return found


def _fixed_fields(instruction: Instruction, byte: bool) -> Fields | None:
    """The fields that the mnemonic decides; None when the instruction has no byte mode."""
    has_byte = "B" in instruction.layout
    of_file_register = instruction.name.endswith("_f") and "bbb" in instruction.pattern
    if byte and not has_byte and not of_file_register:
        return None
    fields = {"B": 1} if byte and has_byte else {}
    for letter in "DW":
        if letter in instruction.layout:
            fields[letter] = 1
    if instruction.name in ("div_sw", "div_uw"):
        fields["W"] = 0
    return fields


def _read_operands(
    instruction: Instruction,
    byte: bool,
    statement: Statement,
    value: Callable[[str], int],
    first: bool,
    fields: Fields,
) -> tuple[bool, Misfit | None]:
    """Fill the fields from the operands; whether they fit, and what of them nearly does."""
    misfit: Misfit | None = None
    for operand, text in zip(instruction.operands, statement.operands, strict=True):
        try:
            found = operand.parse(text, value, byte)
        except Unknown as error:
            raise statement.line.error(text, str(error)) from None
        except OperandError as error:
            if not first:
                return False, (text, str(error))
            found = dict.fromkeys(operand.letters, 0)
        except ValueError as error:
            raise statement.line.error(text, str(error)) from None
        if found is None:
            return False, misfit
        for letter, number in found.items():
            if letter.startswith("+"):
                fields[letter[1:]] = fields.get(letter[1:], 0) + number
            elif letter == "w" and "w" in fields and fields["w"] != number:
                misfit = (text, "both offsets must be the same register")
            else:
                fields[letter] = number
    return misfit is None, misfit


def _no_form(statement: Statement, candidates: Iterable[Candidate]) -> AssemblyError:
    word = statement.mnemonic
    forms = [
        " ".join([i.mnemonic, ", ".join(getattr(o, "doc", "") for o in i.operands)]).strip()
        for i, _ in candidates
    ]
    known = "; ".join(dict.fromkeys(forms))
    return statement.line.error(word, f"no form of {word} has these operands; there are: {known}")
