"""What programs take of an extension: macros for GNU as, and a header of intrinsics for GCC.

Both say `.insn`, so that neither assembler nor compiler has to know the instructions.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.ise.riscv.isa import Instruction


def _insn(instruction: Instruction, d: str, s: str, second: str, number: str = "") -> str:
    """`.insn` with these registers; a number in rs2 goes with funct7 as an immediate of 12 bits.

    number: what is in funct7, where the instruction has such a one.
    """
    opcode, funct3, funct7 = instruction.opcode, instruction.funct3, instruction.funct7
    if instruction.second == "i":
        return f".insn i {opcode:#04x}, {funct3}, {d}, {s}, {funct7 << 5} + {second}"
    second = second or "zero"
    seventh = f"{funct7}"
    if instruction.number_bits:
        seventh += f" + ({number} << {7 - instruction.number_bits})"
    return f".insn r {opcode:#04x}, {funct3}, {seventh}, {d}, {s}, {second}"


def _kept(instruction: Instruction) -> str:
    """What keeps a compiler from leaving out or moving what depends on registers of the unit."""
    return " volatile" if instruction.state else ""


def assembly(instructions: Sequence[Instruction], title: str) -> str:
    """A file to be included: a macro for each instruction, and has_NAME."""
    lines = [f"/* Custom instructions for GNU as: {title}. */"]
    for instruction in instructions:
        name, second = instruction.name, ("", ", second")[bool(instruction.second)]
        insn = _insn(instruction, r"\to", r"\from", r"\second" if second else "", r"(\number)")
        checked, last = r"(\second)", 31
        if instruction.second == "i":
            insn = insn.replace(r"\second", checked)
        elif instruction.number_bits:
            second += ", number"
            checked, last = r"(\number)", (1 << instruction.number_bits) - 1
        lines += [
            "",
            f"/* {instruction.prose} */",
            f"        .equ    has_{name}, 1",
            f"        .macro  {name} to, from{second}",
        ]
        if instruction.second == "i" or instruction.number_bits:
            lines += [
                f"        .if     {checked} < 0 || {checked} > {last}",
                f'        .error  "{name}: the number is not from 0 to {last}"',
                "        .endif",
            ]
        lines += [f"        {insn}", "        .endm"]
    return "\n".join([*lines, ""])


def _with_number(instruction: Instruction, name: str) -> list[str]:
    """An intrinsic that takes a constant last: a macro, for it has to reach the assembler."""
    two = instruction.second == "t"
    number = "%3" if two else "%2"
    if instruction.second == "i":
        insn = _insn(instruction, "%0", "%1", number)
    else:
        insn = _insn(instruction, "%0", "%1", "%2" if two else "", number)
    inputs = '"r"((uint32_t)(s)), ' + ('"r"((uint32_t)(t)), ' if two else "") + '"i"(number)'
    return [
        f"#define {name}(s, {'t, ' if two else ''}number) \\",
        "    (__extension__({ \\",
        "        uint32_t mote_d; \\",
        f'        __asm__{_kept(instruction)}("{insn}" \\',
        f'                : "=r"(mote_d) : {inputs}); \\',
        "        mote_d; \\",
        "    }))",
    ]


def header(instructions: Sequence[Instruction], title: str, guard: str, more: str = "") -> str:
    """A header of C (GNU C99): one intrinsic for each instruction; more: what comes behind them."""
    lines = [
        f"/* Custom instructions as functions, for GCC and RV32: {title}. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stdint.h>",
    ]
    for instruction in instructions:
        name = f"mote_{instruction.name}"
        lines += ["", f"/* {instruction.prose} */"]
        if instruction.second == "i" or instruction.number_bits:
            lines += _with_number(instruction, name)
            continue
        two = bool(instruction.second)
        insn = _insn(instruction, "%0", "%1", "%2" if two else "")
        inputs = '"r"(s), "r"(t)' if two else '"r"(s)'
        lines += [
            f"static inline uint32_t {name}(uint32_t s{', uint32_t t' if two else ''}) {{",
            "    uint32_t d;",
            f'    __asm__{_kept(instruction)}("{insn}" : "=r"(d) : {inputs});',
            "    return d;",
            "}",
        ]
    return "\n".join([*lines, more, "#endif", ""])
