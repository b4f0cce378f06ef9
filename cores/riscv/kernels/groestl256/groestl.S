/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
 * functions = ["mote_groestl_f512(H, block)"]
 * reads = {H = 64, block = 64}
 * writes = {H = 64}
 * clobbers = "a1-a7 t0-t6"
 * stack = 64
 * constant_time = true
 * calls = []
 * block = "mote_groestl_f512"
 */

/*
 * The compression function of Groestl-256 and its output transformation with the instructions of
 * cores/riscv/extensions/groestl.py.  H and the block are aligned to four bytes.
 *
 * Specification: "Groestl: a SHA-3 candidate", version of the final round, 2 March 2011, sections 3.2 to 3.4.
 *
 * Each of P and Q has its state in sixteen registers.  A round is three layers of sixteen instructions, of which
 * each makes a word of two: eight words, which a half of a column depends on, in three steps.  What a layer
 * makes comes to registers that are free; so halves change registers from round to round, and all rounds are
 * written out, each calling the next one with the names of its registers.
 *
 * COUNT of a round: 48 of the unit; of the core 7 or 8 in P, 23 or 24 in Q.
 */

#include "extensions.inc"

/* Registers: l0 to l7 rows 0 to 3 of the columns, h0 to h7 rows 4 to 7, e0, e1, f0, f1 free; beside these */
#define H ra /* the address of H, or of the block, where no constant is wanted */
/* and in Q a2 to a7, t6: 16 times the columns 1 to 7, in the highest byte; ra: the round, there. */

/* The frame. */
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    HASH, 52                # the arguments
        .equ    BLOCK, 56
        .equ    FRAME, 64

#include "sha2/rv32imc_frame.inc"

/* Three layers. */
        .macro  half to, x, y
        groestl_half \to, \x, \y
        .endm

        .macro  rest to, x, y
        groestl_rest \to, \x, \y
        .endm

/* MixBytes of the column h:l; \to: its new l; h stays where it is. */
        .macro  mix to, l, h
        groestl_mix \to, \l, \h
        groestl_mix \h, \h, \l
        .endm

/* AddRoundConstant of P: row 0. */
        .macro  constant l, value
        .if     \value
        xori    \l, \l, \value
        .endif
        .endm

/* Round r of P, and those that follow.  ShiftBytes takes row i of column j from column j + i. */
        .macro  p r, l0, l1, l2, l3, l4, l5, l6, l7, e0, e1, h0, h1, h2, h3, h4, h5, h6, h7, f0, f1
        constant \l0, 0x00 ^ (\r)
        constant \l1, 0x10 ^ (\r)
        constant \l2, 0x20 ^ (\r)
        constant \l3, 0x30 ^ (\r)
        constant \l4, 0x40 ^ (\r)
        constant \l5, 0x50 ^ (\r)
        constant \l6, 0x60 ^ (\r)
        constant \l7, 0x70 ^ (\r)
        # Of columns j and j + 1 to e0 (j = 7), l7 (j = 6) and down to l1 (j = 0); rows 4 to 7 likewise
        half    \e0, \l7, \l0
        half    \l7, \l6, \l7
        half    \l6, \l5, \l6
        half    \l5, \l4, \l5
        half    \l4, \l3, \l4
        half    \l3, \l2, \l3
        half    \l2, \l1, \l2
        half    \l1, \l0, \l1
        half    \f0, \h7, \h0
        half    \h7, \h6, \h7
        half    \h6, \h5, \h6
        half    \h5, \h4, \h5
        half    \h4, \h3, \h4
        half    \h3, \h2, \h3
        half    \h2, \h1, \h2
        half    \h1, \h0, \h1
        # Rows 0 to 3 of column j, of j and j + 2, to l0 (j = 7), e1 (j = 6), e0 (j = 5), l7 (j = 4) and down
        rest    \l0, \e0, \l2
        rest    \e1, \l7, \l1
        rest    \e0, \l6, \e0
        rest    \l7, \l5, \l7
        rest    \l6, \l4, \l6
        rest    \l5, \l3, \l5
        rest    \l4, \l2, \l4
        rest    \l3, \l1, \l3
        # Rows 4 to 7 of column j - 4, to the same places
        rest    \h0, \f0, \h2
        rest    \f1, \h7, \h1
        rest    \f0, \h6, \f0
        rest    \h7, \h5, \h7
        rest    \h6, \h4, \h6
        rest    \h5, \h3, \h5
        rest    \h4, \h2, \h4
        rest    \h3, \h1, \h3
        # Columns 7 to 0
        mix     \l1, \l0, \h6
        mix     \l0, \e1, \h5
        mix     \e1, \e0, \h4
        mix     \e0, \l7, \h3
        mix     \l7, \l6, \h0
        mix     \l6, \l5, \f1
        mix     \l5, \l4, \f0
        mix     \l4, \l3, \h7
        .if     (\r) < 9
        p       \r + 1, \l4, \l5, \l6, \l7, \e0, \e1, \l0, \l1, \l2, \l3, \
                \h7, \f0, \f1, \h0, \h3, \h4, \h5, \h6, \h1, \h2
        .else
        lw      \l2, HASH(sp)
        add_to_hash \l2, \l3, \l4, \l5, \l6, \l7, \e0, \e1, \l0, \l1, \h7, \f0, \f1, \h0, \h3, \h4, \h5, \h6
        .endif
        .endm

/* H += the state; \at its address. */
        .macro  add_to_hash at, x, l0, l1, l2, l3, l4, l5, l6, l7, h0, h1, h2, h3, h4, h5, h6, h7
        add_word \at, \x, 0, \l0
        add_word \at, \x, 4, \h0
        add_word \at, \x, 8, \l1
        add_word \at, \x, 12, \h1
        add_word \at, \x, 16, \l2
        add_word \at, \x, 20, \h2
        add_word \at, \x, 24, \l3
        add_word \at, \x, 28, \h3
        add_word \at, \x, 32, \l4
        add_word \at, \x, 36, \h4
        add_word \at, \x, 40, \l5
        add_word \at, \x, 44, \h5
        add_word \at, \x, 48, \l6
        add_word \at, \x, 52, \h6
        add_word \at, \x, 56, \l7
        add_word \at, \x, 60, \h7
        .endm

        .macro  add_word at, x, place, word
        lw      \x, \place(\at)
        xor     \word, \word, \x
        sw      \word, \place(\at)
        .endm

/* AddRoundConstant of Q: every byte complemented, and row 7 as row 0 of P. */
        .macro  constants column, l, h, r
        not     \l, \l
        .ifb    \column
        not     \h, \h
        .else
        xor     \h, \h, \column
        .endif
        .if     \r
        xor     \h, \h, H
        .endif
        .endm

/* Round r of Q, and those that follow.  ShiftBytes takes rows 0 to 3 of column j from the columns j + 1, 3, 5
   and 7, rows 4 to 7 from j, j + 2, 4 and 6. */
        .macro  q r, l0, l1, l2, l3, l4, l5, l6, l7, e0, e1, h0, h1, h2, h3, h4, h5, h6, h7, f0, f1
        .if     \r
        li      H, (\r) << 24
        .endif
        constants , \l0, \h0, \r
        constants a2, \l1, \h1, \r
        constants a3, \l2, \h2, \r
        constants a4, \l3, \h3, \r
        constants a5, \l4, \h4, \r
        constants a6, \l5, \h5, \r
        constants a7, \l6, \h6, \r
        constants t6, \l7, \h7, \r
        # Of columns j and j + 2 to e1 (j = 7), e0 (j = 6), l7 (j = 5) and down to l2 (j = 0)
        half    \e1, \l7, \l1
        half    \e0, \l6, \l0
        half    \l7, \l5, \l7
        half    \l6, \l4, \l6
        half    \l5, \l3, \l5
        half    \l4, \l2, \l4
        half    \l3, \l1, \l3
        half    \l2, \l0, \l2
        half    \f1, \h7, \h1
        half    \f0, \h6, \h0
        half    \h7, \h5, \h7
        half    \h6, \h4, \h6
        half    \h5, \h3, \h5
        half    \h4, \h2, \h4
        half    \h3, \h1, \h3
        half    \h2, \h0, \h2
        # Rows 0 to 3 of column j - 1, of j and j + 4: j = 0 to l0, 4 to l6; 1 and 5, 2 and 6, 3 and 7
        rest    \l0, \l2, \l6
        rest    \l6, \l6, \l2
        rest    \l2, \l3, \l7
        rest    \l7, \l7, \l3
        rest    \l3, \l4, \e0
        rest    \e0, \e0, \l4
        rest    \l4, \l5, \e1
        rest    \e1, \e1, \l5
        # Rows 4 to 7 of column j
        rest    \h0, \h2, \h6
        rest    \h6, \h6, \h2
        rest    \h2, \h3, \h7
        rest    \h7, \h7, \h3
        rest    \h3, \h4, \f0
        rest    \f0, \f0, \h4
        rest    \h4, \h5, \f1
        rest    \f1, \f1, \h5
        # Columns 7 to 0
        mix     \l1, \l0, \f1
        mix     \l0, \e1, \f0
        mix     \e1, \e0, \h7
        mix     \e0, \l7, \h6
        mix     \l7, \l6, \h4
        mix     \l6, \l4, \h3
        mix     \l4, \l3, \h2
        mix     \l3, \l2, \h0
        .if     (\r) < 9
        q       \r + 1, \l3, \l4, \l6, \l7, \e0, \e1, \l0, \l1, \l2, \l5, \
                \h0, \h2, \h3, \h4, \h6, \h7, \f0, \f1, \h1, \h5
        .else
        lw      \l2, HASH(sp)
        add_to_hash \l2, \l5, \l3, \l4, \l6, \l7, \e0, \e1, \l0, \l1, \h0, \h2, \h3, \h4, \h6, \h7, \f0, \f1
        .endif
        .endm

/* The sixteen words at \at. */
        .macro  load at
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\n, 8 * \n(\at)
        .endr
        lw      s10, 4(\at)
        lw      s11, 12(\at)
        lw      t0, 20(\at)
        lw      t1, 28(\at)
        lw      t2, 36(\at)
        lw      t3, 44(\at)
        lw      t4, 52(\at)
        lw      t5, 60(\at)
        .endm

/* A word of the block comes to one of H. */
        .macro  plus word, place
        lw      a2, \place(a1)
        xor     \word, \word, a2
        .endm

        .text
/* void mote_groestl_f512(unsigned char *H, const unsigned char *block)
 * a0 = H, a1 = block, or 0.  Stack: 64 bytes. */
        .globl  mote_groestl_f512
        .type   mote_groestl_f512, @function
mote_groestl_f512:
        enter
        sw      a0, HASH(sp)
        sw      a1, BLOCK(sp)
        load    a0
        beqz    a1, 1f
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        plus    s\n, 8 * \n
        .endr
        plus    s10, 4
        plus    s11, 12
        .irp    n, 0, 1, 2, 3, 4, 5
        plus    t\n, 20 + 8 * \n
        .endr
        # H + P(H + block), or H + P(H)
1:      p       0, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, t0, t1, t2, t3, t4, t5, a0, a1
        lw      H, BLOCK(sp)
        bnez    H, 1f
        j       2f
        # + Q(block)
1:      load    H
        li      a2, ~0x10000000
        li      a3, ~0x20000000
        li      a4, ~0x30000000
        li      a5, ~0x40000000
        li      a6, ~0x50000000
        li      a7, ~0x60000000
        li      t6, ~0x70000000
        q       0, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, t0, t1, t2, t3, t4, t5, a0, a1
2:      return
        .size   mote_groestl_f512, . - mote_groestl_f512
