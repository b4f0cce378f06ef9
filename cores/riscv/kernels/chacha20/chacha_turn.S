/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8439 (June 2018), sections 2.1 to 2.4"
 * functions = ["mote_chacha20_crypt(cc, src, dst, len)"]
 * numbers = {len = 128}
 * reads = {cc = 64, src = "len"}
 * writes = {cc = 64, dst = "len"}
 * clobbers = "a1-a5 t0-t3"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/*
 * ChaCha20 with the instruction of cores/riscv/extensions/chacha_turn.py, on whole blocks: len is a multiple
 * of 64 and not 0, nothing is left of a block before, and everything is aligned to four bytes.  dst may be src.
 *
 * Specification: RFC 8439, sections 2.1 to 2.4.
 *
 * COUNT of a quarter round: 4 instructions of the core, 4 of the unit.
 */

#include "extensions.inc"

/* Registers: the context, the places in the text, its end; the state; two passing by, of which P
   counts double rounds. */
#define CC a0
#define SRC a1
#define DST a2
#define END a3
#define P a4
#define Q a5
#define X0 s0
#define X1 s1
#define X2 s2
#define X3 s3
#define X4 s4
#define X5 s5
#define X6 s6
#define X7 s7
#define X8 s8
#define X9 s9
#define X10 s10
#define X11 s11
#define X12 t0
#define X13 t1
#define X14 t2
#define X15 t3

        .equ    COUNTER, 48             # in the context

        .text

/* Section 2.1; the unit rotates by 16, 12, 8 and 7. */
        .macro  quarter_round a, b, c, d
        add     \a, \a, \b
        chacha_turn \d, \d, \a, 0
        add     \c, \c, \d
        chacha_turn \b, \b, \c, 1
        add     \a, \a, \b
        chacha_turn \d, \d, \a, 2
        add     \c, \c, \d
        chacha_turn \b, \b, \c, 3
        .endm

/* A word of the key stream, added to one of the text (section 2.4). */
        .macro  output at, x
        lw      P, \at(CC)
        lw      Q, \at(SRC)
        add     \x, \x, P
        xor     \x, \x, Q
        sw      \x, \at(DST)
        .endm

/* void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len)
 * Clobbers a1 to a5, t0 to t3.  Stack: 48 bytes. */
        .globl  mote_chacha20_crypt
        .type   mote_chacha20_crypt, @function
mote_chacha20_crypt:
        addi    sp, sp, -48
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sw      s\n, 4 * \n(sp)
        .endr
        add     END, END, SRC

next_block:                             # section 2.3
        lw      X0, 0(CC)
        lw      X1, 4(CC)
        lw      X2, 8(CC)
        lw      X3, 12(CC)
        lw      X4, 16(CC)
        lw      X5, 20(CC)
        lw      X6, 24(CC)
        lw      X7, 28(CC)
        lw      X8, 32(CC)
        lw      X9, 36(CC)
        lw      X10, 40(CC)
        lw      X11, 44(CC)
        lw      X12, 48(CC)
        lw      X13, 52(CC)
        lw      X14, 56(CC)
        lw      X15, 60(CC)
        li      P, 10
rounds: quarter_round X0, X4, X8, X12
        quarter_round X1, X5, X9, X13
        quarter_round X2, X6, X10, X14
        quarter_round X3, X7, X11, X15
        quarter_round X0, X5, X10, X15
        quarter_round X1, X6, X11, X12
        quarter_round X2, X7, X8, X13
        quarter_round X3, X4, X9, X14
        addi    P, P, -1
        bnez    P, rounds

        output  0, X0
        output  4, X1
        output  8, X2
        output  12, X3
        output  16, X4
        output  20, X5
        output  24, X6
        output  28, X7
        output  32, X8
        output  36, X9
        output  40, X10
        output  44, X11
        output  48, X12
        output  52, X13
        output  56, X14
        output  60, X15
        lw      P, COUNTER(CC)
        addi    P, P, 1
        sw      P, COUNTER(CC)
        addi    SRC, SRC, 64
        addi    DST, DST, 64
        bne     SRC, END, next_block

        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\n, 4 * \n(sp)
        .endr
        addi    sp, sp, 48
        ret
        .size   mote_chacha20_crypt, . - mote_chacha20_crypt

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
