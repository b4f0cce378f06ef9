/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
 * functions = ["mote_sha256_compress(H, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {H = 32, data = "64 * blocks"}
 * writes = {H = 32}
 * clobbers = "a1-a7 t0-t6"
 * stack = 144
 * constant_time = true
 * calls = []
 * block = "next_block"
 * bound = 3576
 */

/* Registers: a to h and the last 16 words of the schedule have one each,
 *
 *   s0 s1 a4 a5 t0 t1 t2 ra               a to h; their names move on by one with each round
 *   a6 a7 s2 to s11 t3 to t6              W(t), t modulo 16
 *
 * and the other four are */
#define P a0 /* where the next constant lies; at other times a word of the block, or of H */
#define X a1 /* X and Y: one holds b ^ c, which is a ^ b of the round before; the other is free */
#define Y a2
#define Z a3 /* free */

/*
 * The compression function of SHA-256, for RV32IMC, on any number (at least one) of message blocks,
 * wherever they lie.  Only instructions of RV32I and C are used; nothing is called.
 *
 * Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
 *
 * - 16 rounds are written out, so that letters and words of the schedule change names instead of
 *   places; with no others than sp, gp and tp left out there are just as many registers as it
 *   takes.
 * - There is no rotation: SIGMA0 and SIGMA1 are six shifts and five xors, as two chains,
 *   ((x >> i ^ x) >> j ^ x) >> k to the right, and one to the left, of which most instructions are
 *   compressed.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a
 *   mask: 10 cycles for a word.  Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: K and W 4, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4: 37; in
 * the last 48 rounds the schedule, 21.  That is 3,376 for the 64 rounds; 16 words in the order of
 * bytes take 160, and the sums at the end 40.  Bound of this order of work: 3,576, and with the
 * loops some 45 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* The frame, from sp on. */
        .equ    BLOCK, 0                # the words of a block that is not aligned
        .equ    SAVED, 64               # ra and s0 to s11
        .equ    H, 116
        .equ    DATA, 120
        .equ    BLOCKS, 124
        .equ    LAST, 128               # the constants of the last 16 rounds
        .equ    FRAME, 144

        .text
        .p2align 2

/* The constants (section 4.2.2). */
K:
#include "sha2/sha256_constants.inc"

#include "sha2/rv32imc_frame.inc"
#include "sha2/sha256_rv32imc.inc"

/* The message schedule (step 1): W(t), in place of W(t - 16), from that, W(t - 15), W(t - 7) and
   W(t - 2). */
        .macro  schedule free, w, w1, w9, w14
        schedule_rotations \free, \w1, 3, 7, 18
        add     \w, \w, \free
        add     \w, \w, \w9
        schedule_rotations \free, \w14, 10, 17, 19
        add     \w, \w, \free
        .endm

        .macro  two_steps first, i, w, w1, w2, w9, w10, w14, w15, a, b, c, d, e, f, g, h
        .ifeq   \first
        schedule Y, \w, \w1, \w9, \w14
        .endif
        round   \i, \w, \a, \b, \c, \d, \e, \f, \g, \h, X, Y
        .ifeq   \first
        schedule X, \w1, \w2, \w10, \w15
        .endif
        round   \i + 1, \w1, \h, \a, \b, \c, \d, \e, \f, \g, Y, X
        .endm

        .macro  steps first
        two_steps \first, 0, a6, a7, s2, s9, s10, t5, t6, s0, s1, a4, a5, t0, t1, t2, ra
        two_steps \first, 2, s2, s3, s4, s11, t3, a6, a7, t2, ra, s0, s1, a4, a5, t0, t1
        two_steps \first, 4, s4, s5, s6, t4, t5, s2, s3, t0, t1, t2, ra, s0, s1, a4, a5
        two_steps \first, 6, s6, s7, s8, t6, a6, s4, s5, a4, a5, t0, t1, t2, ra, s0, s1
        two_steps \first, 8, s8, s9, s10, a7, s2, s6, s7, s0, s1, a4, a5, t0, t1, t2, ra
        two_steps \first, 10, s10, s11, t3, s3, s4, s8, s9, t2, ra, s0, s1, a4, a5, t0, t1
        two_steps \first, 12, t3, t4, t5, s5, s6, s10, s11, t0, t1, t2, ra, s0, s1, a4, a5
        two_steps \first, 14, t5, t6, a6, s7, s8, t3, t4, a4, a5, t0, t1, t2, ra, s0, s1
        .endm

/*
 * void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
 * a0 = H, a1 = data, a2 = blocks.  Clobbers a1 to a7, t0 to t6.  Stack: 144 bytes.
 */
        .globl  mote_sha256_compress
        .type   mote_sha256_compress, @function
mote_sha256_compress:
        enter
        sw      a0, H(sp)
        sw      a1, DATA(sp)
        sw      a2, BLOCKS(sp)
        lla     t0, K + 192
        sw      t0, LAST(sp)
        # Step 2: a to h from the hash value
        lw      s0, 0(a0)
        lw      s1, 4(a0)
        start_c_to_h a0

next_block:
        lw      P, DATA(sp)
        andi    X, P, 3
        beqz    X, 3f                   # (by_bytes is out of its reach)
        j       by_bytes
3:
        # W(0) to W(15): the words of the block, high bytes first; X: a mask
        li      X, 0x00FF00FF
        reversed a6, 0
        reversed a7, 4
        reversed s2, 8
        reversed s3, 12
        reversed s4, 16
        reversed s5, 20
        reversed s6, 24
        reversed s7, 28
        reversed s8, 32
        reversed s9, 36
        reversed s10, 40
        reversed s11, 44
        reversed t3, 48
        reversed t4, 52
        reversed t5, 56
        reversed t6, 60
        addi    P, P, 64
rounds: sw      P, DATA(sp)

        # Step 3
        lw      P, LAST(sp)
        xor     X, s1, a4
        addi    P, P, -192
        steps   1
1:      addi    P, P, 64
        steps   0
        lw      Z, LAST(sp)
        bne     P, Z, 1b

        # Step 4
        add_to_hash
        beqz    X, 2f
        j       next_block
2:
        return

/* The words of the block from their bytes, by way of the stack. */
by_bytes:
        addi    X, P, 64
        mv      t3, sp
1:      from_bytes
        sw      Y, BLOCK(t3)
        addi    t3, t3, 4
        addi    P, P, 4
        bne     P, X, 1b
        load_words BLOCK
        j       rounds
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
