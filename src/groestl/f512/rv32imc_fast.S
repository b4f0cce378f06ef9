/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
 * functions = ["mote_groestl_f512(H, block)"]
 * reads = {H = 64, block = 64}
 * writes = {H = 64}
 * clobbers = "a2-a7 t0-t3"
 * stack = 128
 * constant_time = false
 * secret_tables = ["T"]
 * calls = []
 * block = "mote_groestl_f512"
 */

/* Registers. */
#define H a0
#define BLOCK a1
#define SRC a2 /* the old state */
#define DST a3 /* the new one */
#define K a4 /* the round */
#define BYTE a5
#define LOW a6 /* the new column: rows 0 to 3, */
#define HIGH a7 /* and 4 to 7 */
#define U t0 /* U and V: passing by */
#define V t1
#define TABLE t2 /* T, of Q its last entry */
#define END t3

/*
 * The compression function of Groestl-224 and -256 and its output transformation, for RV32IMC, where speed
 * leads.  Only instructions of RV32I and C are used; nothing is called; a table is read at places that
 * depend on the message.  The block may lie anywhere.
 *
 * Specification: "Groestl: a SHA-3 candidate", version of the final round, 2 March 2011, sections 3.2 to 3.4.
 *
 * An entry of T is what a byte of row 0 to 3 adds to its column (SubBytes and MixBytes), two words for each
 * row; of row 4 to 7 it is the same words the other way round.  The complement that Q takes of every byte is
 * a table that is read from its end.
 *
 * COUNT for a column, in instructions: 8 bytes of 5, of which 3 are loads; 14 exclusive ors, 2 for the
 * constant, 2 stores.  160 columns.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "groestl/s_box.inc"

/* The frame: two states, of which one is made of the other. */
        .equ    FRAME, 128

        .text
        .p2align 2

/* What a byte adds to its column: sections 3.4.3 and 3.4.5. */
        .macro  products s
        .set    x2, \s << 1 & 0xFF ^ (\s >> 7) * 0x1B
        .set    x4, \s << 2 & 0xFF ^ (\s >> 7) * 0x36 ^ (\s >> 6 & 1) * 0x1B
        .set    low, x2 | (x4 ^ x2 ^ \s) << 8 | (x4 ^ \s) << 16 | (x2 ^ \s) << 24
        .set    high, (x4 ^ \s) | x4 << 8 | (x2 ^ \s) << 16 | x2 << 24
        .word   low, high
        .irp    n, 8, 16, 24
        .word   (low << \n | high >> (32 - \n)) & 0xFFFFFFFF
        .word   (high << \n | low >> (32 - \n)) & 0xFFFFFFFF
        .endr
        .endm
T:      each_of_s_box products

/* A byte of the old state (ShiftBytes), with a constant if it is of row \constant (AddRoundConstant), then
   SubBytes and MixBytes; \operation: add in P, sub in Q. */
        .macro  byte operation, column, row, constant
        lbu     BYTE, 8 * ((\column) & 7) + \row(SRC)
        .if     \row == \constant
        xor     BYTE, BYTE, K
        .if     (\column) & 7
        xori    BYTE, BYTE, 16 * ((\column) & 7)
        .endif
        .endif
        slli    BYTE, BYTE, 5
        \operation BYTE, TABLE, BYTE
        .if     \row == 0
        lw      LOW, 0(BYTE)
        lw      HIGH, 4(BYTE)
        .else
        .if     \row < 4
        lw      U, 8 * \row(BYTE)
        lw      V, 8 * \row + 4(BYTE)
        .else
        lw      U, 8 * \row - 28(BYTE)
        lw      V, 8 * \row - 32(BYTE)
        .endif
        xor     LOW, LOW, U
        xor     HIGH, HIGH, V
        .endif
        .endm

/* Rounds 0 to 9; the arguments: the row that has the constant, and by how far ShiftBytes moves each row. */
        .macro  rounds operation, constant, a, b, c, d, e, f, g, h
        li      K, 0
        li      END, 10
        mv      SRC, sp
        addi    DST, sp, 64
1:      .irp    j, 0, 1, 2, 3, 4, 5, 6, 7
        byte    \operation, \j + \a, 0, \constant
        byte    \operation, \j + \b, 1, \constant
        byte    \operation, \j + \c, 2, \constant
        byte    \operation, \j + \d, 3, \constant
        byte    \operation, \j + \e, 4, \constant
        byte    \operation, \j + \f, 5, \constant
        byte    \operation, \j + \g, 6, \constant
        byte    \operation, \j + \h, 7, \constant
        sw      LOW, 8 * \j(DST)
        sw      HIGH, 8 * \j + 4(DST)
        .endr
        mv      U, SRC
        mv      SRC, DST
        mv      DST, U
        addi    K, K, 1
        beq     K, END, 2f
        j       1b
2:
        .endm

/* \to = H ^ the state in the frame. */
        .macro  add_hash to
        addi    END, H, 64
        mv      SRC, sp
        mv      DST, \to
1:      lw      U, 0(SRC)
        lw      V, 0(H)
        lw      LOW, 4(SRC)
        lw      HIGH, 4(H)
        xor     U, U, V
        xor     LOW, LOW, HIGH
        sw      U, 0(DST)
        sw      LOW, 4(DST)
        addi    SRC, SRC, 8
        addi    DST, DST, 8
        addi    H, H, 8
        bne     H, END, 1b
        addi    H, H, -64
        .endm

/* The block comes to the frame. */
        .macro  take_block
        mv      DST, sp
        addi    END, sp, 64
        andi    U, BLOCK, 3
        beqz    U, 2f
1:      lbu     U, 3(BLOCK)
        .irp    n, 2, 1, 0
        lbu     V, \n(BLOCK)
        slli    U, U, 8
        or      U, U, V
        .endr
        sw      U, 0(DST)
        addi    BLOCK, BLOCK, 4
        addi    DST, DST, 4
        bne     DST, END, 1b
        j       3f
2:      lw      U, 0(BLOCK)
        lw      V, 4(BLOCK)
        sw      U, 0(DST)
        sw      V, 4(DST)
        addi    BLOCK, BLOCK, 8
        addi    DST, DST, 8
        bne     DST, END, 2b
3:      addi    BLOCK, BLOCK, -64
        .endm

/*
 * void mote_groestl_f512(unsigned char *H, const unsigned char *block)
 * a0 = H, aligned to four bytes, a1 = block, or 0.  Clobbers a2 to a7, t0 to t3.  Stack: 128 bytes.
 */
        .globl  mote_groestl_f512
        .type   mote_groestl_f512, @function
mote_groestl_f512:
        addi    sp, sp, -FRAME
        bnez    BLOCK, 1f
        j       4f
1:
        # H + P(H + block)
        take_block
        add_hash sp
p:      lla     TABLE, T
        rounds  add, 0, 0, 1, 2, 3, 4, 5, 6, 7
        add_hash H
        bnez    BLOCK, 1f
        j       6f
        # + Q(block)
1:      take_block
        lla     TABLE, T + 32 * 255
        rounds  sub, 7, 1, 3, 5, 7, 0, 2, 4, 6
        add_hash H
6:      addi    sp, sp, FRAME
        ret

        # H alone: the output transformation (section 3.3)
4:      .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        lw      U, 4 * \n(H)
        sw      U, 4 * \n(sp)
        .endr
        j       p
        .size   mote_groestl_f512, . - mote_groestl_f512

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
