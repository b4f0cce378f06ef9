"""What an instruction may not be called: GNU as would take the macro for its own instruction.

Of RV32IM with CSRs and fences, and of the assembler's pseudoinstructions (RISC-V Unprivileged ISA,
chapter "RISC-V Assembly Programmer's Handbook"), what is written without a point.
"""

from __future__ import annotations

_NAMES = """
lui auipc jal jalr beq bne blt bge bltu bgeu lb lh lw lbu lhu sb sh sw
addi slti sltiu xori ori andi slli srli srai add sub sll slt sltu xor srl sra or and
fence ecall ebreak csrrw csrrs csrrc csrrwi csrrsi csrrci
mul mulh mulhsu mulhu div divu rem remu
la lla li nop mv not neg seqz snez sltz sgtz beqz bnez blez bgez bltz bgtz
bgt ble bgtu bleu j jr ret call tail sgt sgtu csrr csrw csrs csrc csrwi csrsi csrci
rdinstret rdcycle rdtime rdinstreth rdcycleh rdtimeh mret sret wfi uret unimp
"""
RESERVED = frozenset(_NAMES.split())
