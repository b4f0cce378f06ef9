"""Saving and restoring the registers of a unit, for interrupts and switches between programs.

An extension with registers says in SAVE which instructions, one after the other, give what its
registers hold, and in RESTORE which put it back.  `prove` shows that they do, whatever the
registers hold before each, and that what they call scratch is of no meaning between instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.common.errors import MoteError
from mote.ise.riscv import isa
from mote.ise.riscv.isa import Instruction
from mote.pic24.expr import const, var, walk
from mote.pic24.isa import load_module


@dataclass(frozen=True)
class Use:
    """An instruction of SAVE or RESTORE.

    s, t: in rs1 and rs2 the saved word with this number, or 0.  number: in the instruction word.
    kept: the result is the saved word with this number; None where it is not wanted.
    """

    name: str
    s: int | None = None
    t: int | None = None
    number: int = 0
    kept: int | None = None


@dataclass(frozen=True)
class Saving:
    """What an extension says of it.  words: of 32 bits, that are saved."""

    save: tuple[Use, ...]
    restore: tuple[Use, ...]
    words: int


def _extension(name: str, folder: Path | None) -> tuple[Instruction, ...]:
    return isa.extension(name) if folder is None else isa.extension(name, folder)


def of(name: str, folder: Path | None = None) -> Saving | None:
    """How the registers of an extension are saved; None where it has none to save.

    Raises MoteError for registers of which it says nothing, and for words that are not saved.
    """
    path = (folder or isa.EXTENSIONS) / f"{name}.py"
    instructions = {each.name: each for each in _extension(name, folder)}
    module = load_module(path)
    save, restore = (tuple(getattr(module, part, ())) for part in ("SAVE", "RESTORE"))
    state = [each for each in isa.registers(instructions.values()) if not each.scratch]
    if not state:
        return None
    for part, uses in (("SAVE", save), ("RESTORE", restore)):
        if not uses:
            raise MoteError(f"{path.name}: {part}: it is missing: how its registers are saved")
        for use in uses:
            if use.name not in instructions:
                raise MoteError(f"{path.name}: {part}: no instruction {use.name}")
    kept = [use.kept for use in save if use.kept is not None]
    if sorted(kept) != list(range(len(kept))) or not kept:
        raise MoteError(f"{path.name}: SAVE: the words are to be kept by the numbers from 0 on")
    for use in (*save, *restore):
        for given in (use.s, use.t):
            if given is not None and (use in save or given >= len(kept)):
                raise MoteError(
                    f"{path.name}: {use.name} takes the word {given}, which is not saved"
                )
    return Saving(save, restore, len(kept))


def prove(name: str, folder: Path | None = None) -> int:
    """Prove that an extension's registers are restored; returns the bits, 0 without registers.

    Raises MoteError that names what is not.
    """
    # To write macros nothing of it is needed, and to load it takes longer than they do.
    from mote.ise.riscv import kernel_proof
    from mote.machines.riscv_bits import NAMES
    from mote.proving.lifter import lifter_of
    from mote.proving.machine import SymbolicMachine
    from mote.proving.solve import Simulation, Sweep
    from mote.proving.terms import Terms
    from mote.proving.values import Value

    saving = of(name, folder)
    if saving is None:
        return 0
    instructions = _extension(name, folder)
    _check_scratch(instructions)
    by_name = {each.name: each for each in instructions}
    lifter = lifter_of(kernel_proof.cpu_with(f"saving {name}", instructions))
    assert isinstance(lifter.architecture, kernel_proof.Processor)
    places = lifter.architecture.held
    terms = Terms()
    machine = SymbolicMachine(lifter, terms, lambda _address, _size: b"")
    registers = [each for each in isa.registers(instructions) if not each.scratch]

    def fill(when: str) -> dict[str, tuple[int, ...]]:
        found = {}
        for each in isa.registers(instructions):
            place = places[each.name]
            bits = terms.variables(f"{each.name} {when}", each.bits)
            found[each.name] = bits
            machine.put(place, (*bits, *[0] * (8 * place.size - each.bits)))
        return found

    saved: dict[int, Value] = {}

    def run(use: Use) -> None:
        operands = []
        for given, register in ((use.s, "a0"), (use.t, "a1")):
            operands.append(NAMES.index(register) if given is not None else 0)
            if given is not None:
                machine.put(lifter.architecture.registers[register], saved[given])
        instruction = by_name[use.name]
        second = operands[1] if instruction.second == "t" else 0
        target = NAMES.index("a2") if use.kept is not None else 0
        word = instruction.word(target, operands[0], second, use.number)
        machine.execute(word.to_bytes(4, "little"))
        for place in places.values():
            # At once: what waits to be asked for grows with every step.
            machine.put(place, machine.bits(machine.get(place), place.size))
        if use.kept is not None:
            saved[use.kept] = machine.get(lifter.architecture.registers["a2"])

    before = fill("before")
    for use in saving.save:
        run(use)
    fill("of another program")
    for use in saving.restore:
        run(use)
    pairs, titles = [], []
    for each in registers:
        place = places[each.name]
        found = machine.bits(machine.get(place), place.size)[: each.bits]
        for bit, (got, wanted) in enumerate(zip(found, before[each.name], strict=True)):
            if got != wanted:
                pairs.append((got, wanted))
                titles.append(f"bit {bit} of {each.name}")
    if pairs:
        wrong = Sweep(terms, Simulation(terms)).differing(pairs)
        if wrong:
            raise MoteError(f"{name}: SAVE and RESTORE lose {titles[min(wrong)]}")
    return sum(each.bits for each in registers)


def _check_scratch(instructions: Sequence[Instruction]) -> None:
    """Raise MoteError where an instruction's first step takes what a scratch register holds."""
    for instruction in instructions:
        scratch = {each.name for each in instruction.state if each.scratch}
        if not scratch:
            continue
        operands = {"s": var("s", isa.XLEN), "t": var("t", isa.XLEN)}
        bits = instruction.number_bits
        for number in range(1 << bits):
            if bits:
                operands["n"] = const(number, bits)
            operands |= {each.name: var(each.name, each.bits) for each in instruction.state}
            if instruction.steps > 1:
                operands[isa.STEP] = const(0, instruction.step_bits)
            given = isa.Operands(operands)
            roots = {} if instruction.after is None else dict(instruction.after(given))
            if instruction.steps == 1:
                roots["the result"] = instruction.meaning(given)
            for root in roots.values():
                for each in walk(root):
                    if each.op == "var" and each.args[0] in scratch:
                        raise MoteError(
                            f"{instruction.name}: its first step takes {each.args[0]}, which is "
                            "scratch: it has no meaning between instructions"
                        )


def _plain(use: Use, instruction: Instruction, to: str, s: str, t: str) -> str:
    """An instruction of assembly."""
    words = f"{use.name} {to}, {s}"
    if instruction.second:
        words += f", {t}" if instruction.second == "t" else f", {use.number}"
    return words + (f", {use.number}" if instruction.number_bits else "")


def assembly(name: str, folder: Path | None = None) -> str:
    """Macros NAME_save and NAME_restore, to be included behind those of the instructions."""
    saving = of(name, folder)
    if saving is None:
        return ""
    by_name = {each.name: each for each in _extension(name, folder)}
    lines = [
        "",
        f"/* Saves the registers of {name} at \\to, {4 * saving.words} bytes; \\t is free. */",
        f"        .equ    {name}_SAVED, {4 * saving.words}",
        f"        .macro  {name}_save to, t",
    ]
    for use in saving.save:
        target = "zero" if use.kept is None else "\\t"
        lines.append(f"        {_plain(use, by_name[use.name], target, 'zero', 'zero')}")
        if use.kept is not None:
            lines.append(f"        sw      \\t, {4 * use.kept}(\\to)")
    lines += [
        "        .endm",
        "",
        "/* Restores them from \\from; \\t and \\u are free. */",
        f"        .macro  {name}_restore from, t, u",
    ]
    for use in saving.restore:
        operands = []
        for given, register in ((use.s, "\\t"), (use.t, "\\u")):
            operands.append("zero" if given is None else register)
            if given is not None:
                lines.append(f"        lw      {register}, {4 * given}(\\from)")
        lines.append(f"        {_plain(use, by_name[use.name], 'zero', *operands)}")
    return "\n".join([*lines, "        .endm", ""])


def header(name: str, folder: Path | None = None) -> str:
    """The same in C, to be included behind the intrinsics."""
    saving = of(name, folder)
    if saving is None:
        return ""
    by_name = {each.name: each for each in _extension(name, folder)}

    def call(use: Use, s: str, t: str) -> str:
        instruction = by_name[use.name]
        words = [s] + ([t] if instruction.second == "t" else [])
        words += [f"{use.number}"] if instruction.second == "i" or instruction.number_bits else []
        return f"mote_{use.name}({', '.join(words)})"

    lines = [
        "",
        f"/* Saves the registers of {name}, and restores them. */",
        f"static inline void mote_{name}_save(uint32_t to[{saving.words}]) {{",
    ]
    for use in saving.save:
        kept = "(void)" if use.kept is None else f"to[{use.kept}] = "
        lines.append(f"    {kept}{call(use, '0', '0')};")
    lines += [
        "}",
        f"static inline void mote_{name}_restore(const uint32_t from[{saving.words}]) {{",
    ]
    for use in saving.restore:
        s, t = ("0" if given is None else f"from[{given}]" for given in (use.s, use.t))
        lines.append(f"    (void){call(use, s, t)};")
    return "\n".join([*lines, "}", ""])
