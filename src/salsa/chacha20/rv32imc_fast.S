/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * clobbers = "a1-a7 t0-t3"
 * stack = 64
 */

/* Registers of a block */
#define CC a0
#define SRC a1
#define DST a2
#define LEN a3
#define ROUNDS a4   /* double rounds that are left */
#define P a5        /* passing by, as is a6 */
#define FROM a6
#define TO a7
#define X0 s0       /* the words of the state */
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

/*
 * ChaCha20 for RV32IMC, fast: the sixteen words are in registers.  Only instructions of RV32I and C are
 * used; nothing is called, and there is no data.  No word of the state is on the stack.
 *
 * The key stream is added to 64 bytes of text in registers where these are aligned to words; elsewhere
 * it is made in the context, as a text of zeros, and added byte by byte.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "salsa/chacha20_rv32imc.inc"

        .macro  output at, x
        lw      P, \at(CC)
        lw      ROUNDS, \at(FROM)
        add     \x, \x, P
        sw      \x, KEY_STREAM + \at(CC)
        xor     \x, \x, ROUNDS
        sw      \x, \at(TO)
        .endm

/* void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) */
        .globl  mote_chacha20_crypt
        .type   mote_chacha20_crypt, @function
mote_chacha20_crypt:
        addi    sp, sp, -64
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      s2, 8(sp)
        sw      s3, 12(sp)
        sw      s4, 16(sp)
        sw      s5, 20(sp)
        sw      s6, 24(sp)
        sw      s7, 28(sp)
        sw      s8, 32(sp)
        sw      s9, 36(sp)
        sw      s10, 40(sp)
        sw      s11, 44(sp)
text:
        beqz    LEN, done
        lw      t0, LEFT(CC)
        beqz    t0, block

        /* What is left of a block */
        addi    t1, CC, LEFT
        sub     t1, t1, t0
bytes:
        lbu     P, 0(t1)
        lbu     t2, 0(SRC)
        addi    t1, t1, 1
        addi    SRC, SRC, 1
        xor     P, P, t2
        sb      P, 0(DST)
        addi    DST, DST, 1
        addi    LEN, LEN, -1
        addi    t0, t0, -1
        beqz    t0, used
        bnez    LEN, bytes
used:
        sw      t0, LEFT(CC)
        j       text

block:
        li      t0, 64
        bltu    LEN, t0, in_context
        or      t1, SRC, DST
        andi    t1, t1, 3
        bnez    t1, in_context
        mv      FROM, SRC
        mv      TO, DST
        addi    SRC, SRC, 64
        addi    DST, DST, 64
        addi    LEN, LEN, -64
        j       next_block
in_context:
        sw      t0, LEFT(CC)
        addi    FROM, CC, KEY_STREAM
        mv      TO, FROM
        addi    t1, CC, LEFT
zeros:
        addi    t1, t1, -4
        sw      zero, 0(t1)
        bne     t1, FROM, zeros

next_block:                             /* section 2.3 */
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
        li      ROUNDS, 10
rounds:
        quarter_round X0, X4, X8, X12
        quarter_round X1, X5, X9, X13
        quarter_round X2, X6, X10, X14
        quarter_round X3, X7, X11, X15
        quarter_round X0, X5, X10, X15
        quarter_round X1, X6, X11, X12
        quarter_round X2, X7, X8, X13
        quarter_round X3, X4, X9, X14
        addi    ROUNDS, ROUNDS, -1
        beqz    ROUNDS, sums
        j       rounds
sums:
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
        j       text

done:
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      s2, 8(sp)
        lw      s3, 12(sp)
        lw      s4, 16(sp)
        lw      s5, 20(sp)
        lw      s6, 24(sp)
        lw      s7, 28(sp)
        lw      s8, 32(sp)
        lw      s9, 36(sp)
        lw      s10, 40(sp)
        lw      s11, 44(sp)
        addi    sp, sp, 64
        ret
        .size   mote_chacha20_crypt, . - mote_chacha20_crypt

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
