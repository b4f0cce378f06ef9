/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * clobbers = "a1-a7 t0-t6"
 * stack = 0
 */

/* Registers of a block */
#define CC a0
#define SRC a1
#define DST a2
#define LEN a3
#define A a6        /* words of a quarter round */
#define B a4
#define C a7
#define D a5
#define PLACE_A t1  /* and their places */
#define PLACE_B t2
#define PLACE_C t4
#define PLACE_D t6
#define X t0        /* the block's words; the end of the state */
#define P t3        /* passing by */
#define COUNT t5    /* four times the quarter rounds that are done */

/*
 * ChaCha20 for RV32IMC, small: the words of a block are in the context, and quarter rounds take theirs
 * from there.  Only instructions of RV32I and C are used; nothing is called, and there is no data, nor
 * anything on the stack.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "salsa/chacha20_rv32imc.inc"

/* void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) */
        .globl  mote_chacha20_crypt
        .type   mote_chacha20_crypt, @function
mote_chacha20_crypt:
again:
        bnez    LEN, text
        ret
text:
        lw      a4, LEFT(CC)
        bnez    a4, bytes

next_block:                             /* section 2.3 */
        addi    X, CC, KEY_STREAM
        mv      t1, CC
copy:
        lw      P, 0(t1)
        sw      P, KEY_STREAM(t1)
        addi    t1, t1, 4
        bne     t1, X, copy
        li      COUNT, 0
rounds:                                 /* four columns, four diagonals, ten times */
        srli    P, COUNT, 2
        andi    P, P, 4                 /* 4: a diagonal */
        andi    PLACE_A, COUNT, 12
        add     PLACE_A, PLACE_A, X
        add     PLACE_B, COUNT, P
        add     PLACE_C, PLACE_B, P
        andi    PLACE_B, PLACE_B, 12
        add     PLACE_B, PLACE_B, X
        andi    PLACE_C, PLACE_C, 12
        add     PLACE_C, PLACE_C, X
        sub     PLACE_D, COUNT, P
        andi    PLACE_D, PLACE_D, 12
        add     PLACE_D, PLACE_D, X
        lw      A, 0(PLACE_A)
        lw      B, 16(PLACE_B)
        lw      C, 32(PLACE_C)
        lw      D, 48(PLACE_D)
        quarter_round A, B, C, D
        sw      A, 0(PLACE_A)
        sw      B, 16(PLACE_B)
        sw      C, 32(PLACE_C)
        sw      D, 48(PLACE_D)
        addi    COUNT, COUNT, 4
        li      P, 320
        bne     COUNT, P, rounds
        mv      t1, CC
sums:
        lw      P, 0(t1)
        lw      a4, KEY_STREAM(t1)
        add     a4, a4, P
        sw      a4, KEY_STREAM(t1)
        addi    t1, t1, 4
        bne     t1, X, sums
        lw      P, COUNTER(CC)
        addi    P, P, 1
        sw      P, COUNTER(CC)
        li      a4, 64

bytes:                                  /* a4: what is left of a block */
        addi    t1, CC, LEFT
        sub     t1, t1, a4
next_byte:
        lbu     a5, 0(t1)
        lbu     P, 0(SRC)
        addi    t1, t1, 1
        addi    SRC, SRC, 1
        xor     a5, a5, P
        sb      a5, 0(DST)
        addi    DST, DST, 1
        addi    LEN, LEN, -1
        addi    a4, a4, -1
        beqz    a4, used
        bnez    LEN, next_byte
used:
        sw      a4, LEFT(CC)
        j       again
        .size   mote_chacha20_crypt, . - mote_chacha20_crypt

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
