"""RV64's instructions for single bits and cryptography, which Capstone 5 lacks, by name.

Zba, Zbb, Zbs, Zbc, Zbkb, Zknh, Zkne and Zknd, shown as those of RV32 are (riscv_bits).  Sources:
RISC-V Bit-Manipulation ISA-extensions 1.0.0, section 2; RISC-V Cryptography Extensions Volume I
1.0.1, section 3.
"""

from __future__ import annotations

from mote.machines.riscv_bits import OP, OP_IMM

OP_32, OP_IMM_32 = 0x3B, 0x1B

TWO_REGISTERS = {
    **{(OP, 0x10, 2): "sh1add", (OP, 0x10, 4): "sh2add", (OP, 0x10, 6): "sh3add"},
    **{(OP, 0x20, 7): "andn", (OP, 0x20, 6): "orn", (OP, 0x20, 4): "xnor"},
    **{(OP, 0x05, 1): "clmul", (OP, 0x05, 2): "clmulr", (OP, 0x05, 3): "clmulh"},
    **{(OP, 0x05, 4): "min", (OP, 0x05, 5): "minu", (OP, 0x05, 6): "max", (OP, 0x05, 7): "maxu"},
    **{(OP, 0x04, 4): "pack", (OP, 0x04, 7): "packh", (OP, 0x30, 1): "rol", (OP, 0x30, 5): "ror"},
    **{(OP, 0x24, 1): "bclr", (OP, 0x24, 5): "bext", (OP, 0x34, 1): "binv", (OP, 0x14, 1): "bset"},
    **{(OP, 0x19, 0): "aes64es", (OP, 0x1B, 0): "aes64esm", (OP, 0x1D, 0): "aes64ds"},
    **{(OP, 0x1F, 0): "aes64dsm", (OP, 0x3F, 0): "aes64ks2"},
    **{(OP_32, 0x04, 0): "add.uw", (OP_32, 0x04, 4): "packw"},
    **{(OP_32, 0x10, 2): "sh1add.uw", (OP_32, 0x10, 4): "sh2add.uw", (OP_32, 0x10, 6): "sh3add.uw"},
    **{(OP_32, 0x30, 1): "rolw", (OP_32, 0x30, 5): "rorw"},
}
"""By opcode, funct7 and funct3.  zext.h is packw with x0."""

IMMEDIATE = {
    **{(OP_IMM, 0x18, 5): "rori", (OP_IMM, 0x12, 1): "bclri", (OP_IMM, 0x12, 5): "bexti"},
    **{(OP_IMM, 0x1A, 1): "binvi", (OP_IMM, 0x0A, 1): "bseti"},
    **{(OP_IMM_32, 0x18, 5): "roriw", (OP_IMM_32, 0x02, 1): "slli.uw"},
}
"""By opcode, funct6 and funct3; but roriw has five bits of a number, and funct7."""

ONE_REGISTER = {
    **{(OP_IMM, 0x600, 1): "clz", (OP_IMM, 0x601, 1): "ctz", (OP_IMM, 0x602, 1): "cpop"},
    **{(OP_IMM, 0x604, 1): "sext.b", (OP_IMM, 0x605, 1): "sext.h"},
    **{(OP_IMM, 0x6B8, 5): "rev8", (OP_IMM, 0x287, 5): "orc.b", (OP_IMM, 0x687, 5): "brev8"},
    **{(OP_IMM, 0x100, 1): "sha256sum0", (OP_IMM, 0x101, 1): "sha256sum1"},
    **{(OP_IMM, 0x102, 1): "sha256sig0", (OP_IMM, 0x103, 1): "sha256sig1"},
    **{(OP_IMM, 0x104, 1): "sha512sum0", (OP_IMM, 0x105, 1): "sha512sum1"},
    **{(OP_IMM, 0x106, 1): "sha512sig0", (OP_IMM, 0x107, 1): "sha512sig1"},
    (OP_IMM, 0x300, 1): "aes64im",
    **{(OP_IMM_32, 0x600, 1): "clzw", (OP_IMM_32, 0x601, 1): "ctzw"},
    (OP_IMM_32, 0x602, 1): "cpopw",
}
"""By opcode, funct12 and funct3."""

KEY_SCHEDULE = "aes64ks1i"
"""funct8 is 0x31, and the number of a round follows, at most 10."""

MNEMONICS = frozenset(
    {*TWO_REGISTERS.values(), *IMMEDIATE.values(), *ONE_REGISTER.values(), KEY_SCHEDULE}
)


def mnemonic_of(word: int) -> tuple[str, int] | None:
    """The name of an instruction and how many operands it has; None for any other instruction."""
    opcode, third, twelfth = word & 0x7F, word >> 12 & 7, word >> 20
    if opcode in (OP, OP_32):
        name = TWO_REGISTERS.get((opcode, twelfth >> 5, third))
        return (name, 3) if name else None
    if opcode not in (OP_IMM, OP_IMM_32):
        return None
    name = ONE_REGISTER.get((opcode, twelfth, third))
    if name:
        return name, 2
    if (opcode, twelfth >> 4, third) == (OP_IMM, 0x31, 1) and twelfth & 15 <= 10:
        return KEY_SCHEDULE, 3
    name = IMMEDIATE.get((opcode, twelfth >> 6, third))
    if name == "roriw" and twelfth & 0x20:
        return None
    return (name, 3) if name else None
