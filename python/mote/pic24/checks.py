"""What is wrong with the description of an extension, said before anything is made of it.

Every extension is checked when an instruction set with it is made (mote.pic24.sets.InstructionSet),
so before the assembler, the simulator, the hardware or any figure.  A message names the file, the
instruction and the field, and says the way out; docs/extend-the-core.md quotes them.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.pic24.expr import Expr, PythonText, children, var, walk
from mote.pic24.isa import FLAGS, STEP, Fields, Instruction, Step
from mote.pic24.normal import extended
from mote.pic24.plan import Plan
from mote.pic24.planning.buses import WRITE_PORTS
from mote.pic24.planning.units import READ_PORTS

OPCODES = (*range(0xC0, 0xCF), *range(0xF0, 0xF8))
"""First bytes of instruction words that the PIC24 does not use: those of extensions."""
FREE = "0xC0 to 0xCE and 0xF0 to 0xF7"
FIRST_OPCODE = 0xC7
"""Its sub-opcodes are given away first; it has none of the project's own extensions."""
ALLOCATES = "`mote ise new` allocates a free one"

EXHAUSTIVE_BITS = 16
"""A table's gates are tried with every input of so many bits."""
SAMPLES = 1 << 14
"""So many random inputs where there are more bits."""

VARIABLES = {"RCOUNT": 16, "TBLPAG": 8, "NEXT": 24, **dict.fromkeys(FLAGS, 1)}
"""What a meaning may use beside fields, registers, MEM, PROG and temps; their bits."""


def shown(path: Path) -> str:
    """The path as messages show it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


# Instruction words.


def first_word(instruction: Instruction) -> tuple[int, int]:
    """Which bits of the first instruction word are fixed, and how."""
    mask, value = instruction.mask_value
    return mask & 0xFFFFFF, value & 0xFFFFFF


def overlap(one: Instruction, other: Instruction) -> int | None:
    """An instruction word that fits both patterns, None when there is none."""
    (mask, value), (mask2, value2) = first_word(one), first_word(other)
    return None if (value ^ value2) & mask & mask2 else value | value2


def check_words(instructions: Sequence[Instruction], folder: Path) -> None:
    """Raise MoteError where the words of an extension's instruction are another one's too.

    Fields that constraints or operands leave out count as well: patterns are compared.
    """
    for index, one in enumerate(instructions):
        if not one.extension:
            continue
        where = f"{shown(folder / f'{one.extension}.py')}: {one.name}: pattern"
        for other in instructions[:index]:
            word = overlap(one, other)
            if word is None:
                continue
            if other.extension:
                whose = f"{other.name} of {shown(folder / f'{other.extension}.py')}"
            else:
                whose = f"{other.name} ({other.mnemonic}) of the base core"
            raise MoteError(
                f"{where}: the instruction word {word:#08x} is {whose} too; take another "
                f"sub-opcode: {ALLOCATES}"
            )
        mask, value = (part >> 16 for part in first_word(one))
        if mask != 0xFF or value not in OPCODES:
            begins = f"{value:#04x}" if mask == 0xFF else "fields"
            raise MoteError(
                f"{where}: it begins with {begins}; the first eight bits of an extension are fixed "
                f"and from {FREE}: {ALLOCATES}"
            )


def free_prefix(instructions: Iterable[Instruction]) -> int:
    """The first 12 bits (opcode and sub-opcode) that no instruction uses; raises MoteError."""
    taken = [first_word(each) for each in instructions]
    for opcode in (FIRST_OPCODE, *OPCODES):
        for prefix in range(opcode << 4, (opcode << 4) + 16):
            if all((value ^ prefix << 12) & mask & 0xFFF000 for mask, value in taken):
                return prefix
    raise MoteError(
        "every sub-opcode for extensions is taken: take extensions away that you do not use"
    )


# Descriptions.


def check(name: str, path: Path, instructions: Sequence[Any]) -> None:
    """Raise MoteError, saying what is wrong, unless the instructions of an extension are sound."""
    gates = Gates()
    for each in instructions:
        if not isinstance(each, Instruction):
            raise MoteError(
                f"{shown(path)}: INSTRUCTIONS: {each!r:.60} is not an Instruction (mote.pic24.isa)"
            )
        where = f"{shown(path)}: {each.name}"
        if each.extension != name:
            raise MoteError(
                f'{where}: extension: it is "{each.extension}"; write "{name}", the file\'s name'
            )
        _pattern(each, where)
        for steps in _meanings(each, path, where):
            _steps(each, steps, where, gates)
        try:
            Plan([each])
        except ValueError as error:
            raise MoteError(f"{where}: meaning: {_way_out(str(error))}") from None


def _way_out(problem: str) -> str:
    """What the planner of the hardware refuses, with what to do instead."""
    if "registers are read" in problem:
        return (
            f"{problem}; the core has {READ_PORTS} read ports: read the others in a step before "
            "and keep them in temps"
        )
    if "an address depends" in problem:
        return (
            "it has no hardware form: an address, or whether there is an access, depends on "
            "what the same step computes or reads; make it of registers, fields and RCOUNT, or "
            "write it to a register, for the next instruction"
        )
    if "first write port" in problem:
        return f"{problem}: put the register write of 8 bits last in regs"
    return f"it has no hardware form: {problem}"


def _pattern(instruction: Instruction, where: str) -> None:
    bits = instruction.pattern.replace(" ", "")
    wrong = sorted({bit for bit in bits if not (bit in "01" or (bit.isascii() and bit.isalpha()))})
    if wrong or len(bits) not in (24, 48):
        what = f"{wrong[0]!r} in it" if wrong else f"{len(bits)} bits"
        raise MoteError(f"{where}: pattern: {what}; it is 24 (or 48) times 0, 1, x or a letter")
    fields = ", ".join(sorted(instruction.layout)) or "none"
    letters = "".join(operand.letters for operand in instruction.operands).replace("+", "")
    for letter in letters:
        if letter not in instruction.layout:
            raise MoteError(
                f"{where}: operands: an operand sets {letter}, but the pattern has no field "
                f"{letter}; its fields are: {fields}"
            )
    for letter in instruction.layout:
        if letter not in letters and letter != "B":
            raise MoteError(
                f"{where}: pattern: no operand sets the field {letter}; add the operand, or write "
                "0 for its bits"
            )


def _meanings(instruction: Instruction, path: Path, where: str) -> Iterator[Sequence[Step]]:
    """The steps of each form; raises MoteError when the meaning fails."""
    try:
        found = [steps for _, steps in instruction.variants()]
    except Exception as error:
        if isinstance(error, AttributeError) and isinstance(error.obj, Fields):
            fields = ", ".join(sorted(instruction.layout)) or "none"
            raise MoteError(
                f"{where}: meaning: it takes the field {error.name}, which the pattern has not; "
                f"its fields are: {fields}{line_of(error, path)}"
            ) from None
        text = " ".join(str(error).split()) or type(error).__name__
        raise MoteError(f"{where}: meaning: {text}{line_of(error, path)}") from None
    for steps in found:
        if not steps or not all(isinstance(step, Step) for step in steps):
            raise MoteError(f"{where}: meaning: it returns {steps!r:.60}; a list of Step is needed")
    if not found:
        raise MoteError(f"{where}: constraint: no instruction word satisfies it")
    yield from found


def line_of(error: BaseException, path: Path) -> str:
    """Where in a description an exception comes from: ` (line N)`, or nothing."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return f" (line {lines[-1]})" if lines else ""


def _steps(instruction: Instruction, steps: Sequence[Step], where: str, gates: Gates) -> None:
    """Check the steps of one form."""
    fields = {f"field_{letter}": len(bits) for letter, bits in instruction.layout.items()}
    known = {**VARIABLES, **fields, STEP.args[0]: STEP.width}
    for number, step in enumerate(steps, 1):
        if len(step.regs) > WRITE_PORTS:
            raise MoteError(
                f"{where}: regs: step {number} writes {len(step.regs)} registers; the core has "
                f"{WRITE_PORTS} write ports: write the others in a further step"
            )
        now = dict(known)
        if step.read is not None:
            now["MEM"] = 8 * step.read.size
        if step.program is not None:
            now["PROG"] = 24
        for name, width, allowed in _widths(step):
            if width not in allowed:
                wanted = " or ".join(map(str, allowed))
                raise MoteError(
                    f"{where}: {name}: it has {width} bits in step {number}; it takes {wanted}"
                )
        seen: set[int] = set()
        for root in _expressions(step):
            for e in walk(root, seen):
                _expression(e, now, f"{where}: meaning: step {number}", gates)
        known.update((name, value.width) for name, value in step.temps.items())


def _widths(step: Step) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """What has a fixed width: field, its width in bits, the widths it may have."""
    for name, access in (("read", step.read), ("write", step.write)):
        if access is not None:
            yield f"{name}: size in bits", 8 * access.size, (8, 16)
            yield f"{name}: address", access.address.width, (16,)
            yield f"{name}: when", access.when.width, (1,)
            value = 8 * access.size if access.value is None else access.value.width
            yield f"{name}: value", value, (8 * access.size,)
    for write in step.regs:
        yield "regs: number", write.number.width, (4,)
        yield "regs: value", write.value.width, (8, 16)
        yield "regs: when", write.when.width, (1,)
    for flag, bit in step.flags.items():
        yield f"flags: {flag}", bit.width, (1,) if flag in FLAGS else ()
    for temp, kept in step.temps.items():
        yield f"temps: {temp}", kept.width, tuple(range(1, 17))
    for name, width in (("program", 24), ("jump", 24), ("repeat", 16), ("skip", 1), ("last", 1)):
        found = getattr(step, name)
        if found is not None:
            yield name, found.width, (width,)


def _expressions(step: Step) -> Iterator[Expr]:
    """All expressions of a step."""
    for access in (step.read, step.write):
        if access is not None:
            yield from (access.address, access.stack, access.when)
            if access.value is not None:
                yield access.value
    for write in step.regs:
        yield from (write.number, write.value, write.when)
    yield from step.flags.values()
    yield from step.temps.values()
    more = (step.program, step.jump, step.taken, step.skip, step.repeat, step.last)
    yield from (e for e in more if e is not None)
    if step.trap is not None:
        yield step.trap[1]


def _multiplies(a: Expr, b: Expr) -> bool:
    """Whether the multiplier takes both: up to 16 bits each, or words extended to 32."""
    words = all(extended(each) is not None for each in (a, b))
    return bool(a.width == b.width and (a.width <= 16 or words))


def _expression(e: Expr, known: dict[str, int], where: str, gates: Gates) -> None:
    """Check one operation; `known`: the variables that there are, by their widths."""
    if e.op == "var":
        name = e.args[0]
        if name not in known:
            there = ", ".join(sorted(n for n in known if not n.startswith("field_")))
            raise MoteError(
                f"{where}: there is no {name}; MEM needs a read, PROG a program, a temp an "
                f"earlier step; there are: {there}"
            )
        if known[name] != e.width:
            hint = ": write MEM8 for a byte" if (name, e.width) == ("MEM", 16) else ""
            raise MoteError(
                f"{where}: {name} is taken with {e.width} bits and has {known[name]}{hint}"
            )
    elif e.op == "mul" and not _multiplies(*e.args):
        raise MoteError(
            f"{where}: a product of {e.args[0].width} and {e.args[1].width} bits has no hardware "
            "form; the multiplier takes twice the same, up to 16: extend with zext"
        )
    elif e.op in ("shl", "shr") and e.args[0].value is None:
        bits, amount = e.args[0].width, e.args[1].width
        if (bits == 16 and amount not in (4, 5)) or (bits == 32 and amount != 4):
            takes = "4 or 5" if bits == 16 else "4"
            raise MoteError(
                f"{where}: a shift of {bits} bits by an amount of {amount} bits has no hardware "
                f"form; the shifter takes {takes} bits of amount: take these with [:4]"
            )
    elif e.op == "rom":
        table, index, width = e.args[0], e.args[1], e.width
        for place, value in enumerate(table):
            if not 0 <= value < 1 << width:
                raise MoteError(
                    f"{where}: element {place} of a table of {width} bits is {value:#x}; give rom "
                    "the width that it needs"
                )
        if len(e.args) > 2:
            problem = gates.differ(table, index, width, e.args[2])
            if problem:
                raise MoteError(
                    f"{where}: gates: {problem}; make them agree: the simulator takes the table, "
                    "the hardware the gates"
                )


# Gates of tables.


class _Outside(Exception):
    """The gates take something that is no part of the index."""


class Gates:
    """Compares the gates of tables with the tables; what was compared once is known."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._known: dict[int, int] = {}
        self._keep: list[Expr] = []
        self._done: dict[tuple[Any, ...], str] = {}

    def differ(self, table: tuple[int, ...], index: Expr, width: int, gates: Expr) -> str:
        """Where the gates differ from the table, "" for nowhere.

        Every index is tried up to EXHAUSTIVE_BITS.  Where the gates take more than the index, so
        is every value of the registers, fields and words read that both depend on, up to the same
        number of bits, else SAMPLES random ones.
        """
        if gates.width != width:
            return f"they have {gates.width} bits, the table {width}"
        try:
            bits = index.width
            first, second = var("v0", bits), self._cut(gates, index)
            widths = [bits]
        except _Outside:
            leaves: dict[int, Expr] = {}
            first, second = self._open(index, leaves), self._open(gates, leaves)
            widths = [leaf.width for leaf in leaves.values()]
        key = (table, self._number(first), self._number(second))
        if key not in self._done:
            self._done[key] = self._compare(table, first, second, widths)
        return self._done[key]

    def _number(self, e: Expr) -> int:
        """A number that equal expressions share."""
        if id(e) not in self._known:
            parts = (self._number(a) if isinstance(a, Expr) else ("", a) for a in e.args)
            key = (e.op, e.width, *parts)
            self._known[id(e)] = self._numbers.setdefault(key, len(self._numbers))
            self._keep.append(e)
        return self._known[id(e)]

    def _cut(self, gates: Expr, index: Expr) -> Expr:
        """The gates with the variable v0 in the place of the index; raises _Outside."""
        base, low = (index.args[0], index.args[1]) if index.op == "slice" else (index, 0)
        whole, part, bits = self._number(index), self._number(base), var("v0", index.width)

        def make(e: Expr) -> Expr | None:
            if self._number(e) == whole:
                return bits
            if e.op == "slice" and self._number(e.args[0]) == part:
                start = e.args[1] - low
                if start >= 0 and start + e.width <= index.width:
                    return bits[start : start + e.width]
            if e.op in ("var", "reg"):
                raise _Outside
            return None

        return _replaced(gates, make, {})

    def _open(self, e: Expr, leaves: dict[int, Expr]) -> Expr:
        """The expression with a variable of its own for each register, field and word read."""

        def make(x: Expr) -> Expr | None:
            if x.op not in ("var", "reg"):
                return None
            return leaves.setdefault(self._number(x), var(f"v{len(leaves)}", x.width))

        return _replaced(e, make, {})

    @staticmethod
    def _compare(table: tuple[int, ...], index: Expr, gates: Expr, widths: list[int]) -> str:
        names = {f"v{n}": f"v{n}" for n in range(len(widths))}
        lines: list[str] = []
        text = PythonText(names, lines, "t")
        text.plan([index, gates])
        result = f"{text.text(index)},{text.text(gates)}"
        source = f"def f({','.join(names)}):\n" + "".join(f" {line}\n" for line in lines)
        space: dict[str, Any] = dict(text.tables)
        exec(f"{source} return {result}", space)
        for values in _inputs(widths):
            place, found = space["f"](*values)
            wanted = table[place] if place < len(table) else 0
            if int(found) != wanted:
                return f"at index {place:#x} they give {int(found):#x}, the table {wanted:#x}"
        return ""


def _replaced(e: Expr, make: Any, memo: dict[int, Expr]) -> Expr:
    """The expression with what `make` returns in the place of its parts (None: look inside).

    A table in it stays a table: its own gates are compared on their own.
    """
    if id(e) not in memo:
        found = make(e)
        if found is None:
            inner = {id(a): _replaced(a, make, memo) for a in children(e)}
            args = e.args[:2] if e.op == "rom" else e.args
            parts = [inner[id(a)] if isinstance(a, Expr) else a for a in args]
            found = Expr(e.op, e.width, *parts)
        memo[id(e)] = found
    return memo[id(e)]


def _inputs(widths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Values of variables of these widths: all, or random ones."""
    total = sum(widths)
    chance = random.Random(1)
    exhaustive = total <= EXHAUSTIVE_BITS
    for number in range(1 << total if exhaustive else SAMPLES):
        rest = number if exhaustive else chance.getrandbits(total)
        values = []
        for width in widths:
            values.append(rest & ((1 << width) - 1))
            rest >>= width
        yield tuple(values)
