/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 6.2 and 6.3"
 * functions = [
 *   "mote_sha256_init(cc, out_size)",
 *   "mote_sha256(cc, data, len)",
 *   "mote_sha256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 112, data = "len"}
 * writes = {cc = 112, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 160
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 3704
 */

/* Registers of `compress`: a to h and the last 16 words of the schedule have one each,
 *
 *   s0 s1 a4 a5 t0 t1 t2 ra               a to h; their names move on by one with each round
 *   a6 a7 s2 to s11 t3 to t6              the schedule, see below
 *
 * and the other four are */
#define P a0 /* where the next constant lies; at other times a word of the block, or of H */
#define X a1 /* X and Y: one holds b ^ c, which is a ^ b of the round before; the other is free */
#define Y a2
#define Z a3 /* free */

/*
 * SHA-224 and SHA-256 for RV32IMC, with eight rounds written out: between rv32ec.S, the smallest,
 * and rv32imc_fast.S.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * - Eight rounds are written out, so that letters change names instead of places; once with the
 *   schedule, for the first 48 rounds, and once without, for the last 16.
 * - The 16 words of the schedule are in registers R(0) to R(15), and have to be at the same places
 *   after eight rounds.  In round i the word in R(i) is used up.  That of R(i + 8) moves there, and
 *   the new one is added up in R(i + 8): one move a round.
 * - SIGMA0, SIGMA1 and the schedule's functions are shifts and xors, those to the right as one
 *   chain, ((x >> i ^ x) >> j ^ x) >> k, and those to the left as another.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a
 *   mask.  Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: K and W 4, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4, the move
 * 1: 38; in the first 48 rounds the schedule, 21.  That is 3,440 for the 64 rounds; 16 words in the
 * order of bytes take 10 each, and 4 to come by way of the stack; the sums at the end 40.  Bound of
 * this order of work: 3,704; loops take some 110 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* The context: H, then */
        .equ    BUF, 32                 # the block being collected
        .equ    COUNT, 96               # bits so far, low word first
        .equ    PTR, 104                # bytes waiting in the block, 0 to 63
        .equ    SIZE, 108               # digest size in bits
        .equ    BLOCK_BITS, 6           # binary logarithm of its bytes
        .equ    LENGTH, 56              # where in the last block the message's length lies

/* The frame of compress, from sp on. */
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    H, SAVED + 0            # s0 is where the hash value lies
        .equ    DATA, 52
        .equ    BLOCKS, 56
        .equ    LAST, 60                # the constants of the last 16 rounds
        .equ    FRAME, 64

        .text
        .p2align 2

/* The constants (section 4.2.2). */
K:
#include "sha2/sha256_constants.inc"

/* The initial values (section 5.3.3, then 5.3.2). */
initial:
#include "sha2/sha256_initial.inc"

#include "sha2/rv32imc_mode.inc"
#include "sha2/rv32imc_frame.inc"
#include "sha2/sha256_rv32imc.inc"

/* The message schedule (step 1) in round i: W(t) in \w, W(t + 8) in \w8, and so on.  W(t + 8) moves
   to \w, and W(t + 16) is made in \w8. */
        .macro  schedule free, w, w1, w8, w9, w14
        schedule_rotations \free, \w1, 3, 7, 18
        add     \free, \free, \w
        mv      \w, \w8
        add     \w8, \free, \w9
        schedule_rotations \free, \w14, 10, 17, 19
        add     \w8, \w8, \free
        .endm

        .macro  step first, i, w, w1, w8, w9, w14, bc, ab, a, b, c, d, e, f, g, h
        round   \i, \w, \a, \b, \c, \d, \e, \f, \g, \h, \bc, \ab
        .if     \first
        schedule \bc, \w, \w1, \w8, \w9, \w14
        .else
        mv      \w, \w8
        .endif
        .endm

        .macro  eight_steps first
        step    \first, 0, a6, a7, s8, s9, t5, X, Y, s0, s1, a4, a5, t0, t1, t2, ra
        step    \first, 1, a7, s2, s9, s10, t6, Y, X, ra, s0, s1, a4, a5, t0, t1, t2
        step    \first, 2, s2, s3, s10, s11, s8, X, Y, t2, ra, s0, s1, a4, a5, t0, t1
        step    \first, 3, s3, s4, s11, t3, s9, Y, X, t1, t2, ra, s0, s1, a4, a5, t0
        step    \first, 4, s4, s5, t3, t4, s10, X, Y, t0, t1, t2, ra, s0, s1, a4, a5
        step    \first, 5, s5, s6, t4, t5, s11, Y, X, a5, t0, t1, t2, ra, s0, s1, a4
        step    \first, 6, s6, s7, t5, t6, t3, X, Y, a4, a5, t0, t1, t2, ra, s0, s1
        step    \first, 7, s7, a6, t6, s8, t4, Y, X, s1, a4, a5, t0, t1, t2, ra, s0
        addi    P, P, 32
        .endm

/*
 * The hash computation (section 6.2.2) for some blocks.
 * s0 = context, a1 = data, a2 = blocks, at least one.
 */
compress:
        enter
        sw      a1, DATA(sp)
        sw      a2, BLOCKS(sp)
        lla     a1, K + 192
        sw      a1, LAST(sp)
        # Step 2: a to h from the hash value
        lw      s1, 4(s0)
        start_c_to_h s0
        lw      s0, 0(s0)

next_block:
        # W(0) to W(15): the words of the block, from the last on, high bytes first; t3: where it begins
        lw      t3, DATA(sp)
        addi    P, t3, BLOCK_BYTES
        sw      P, DATA(sp)
        andi    X, P, 3
        bnez    X, by_bytes
        li      X, 0x00FF00FF
        .macro  word offset
        reversed Y, \offset
        sw      Y, \offset(sp)
        .endm
1:      addi    P, P, -8
        addi    sp, sp, -8
        word    4
        word    0
        bne     P, t3, 1b
rounds: load_words 0
        addi    sp, sp, BLOCK_BYTES

        # Step 3
        lw      P, LAST(sp)
        xor     X, s1, a4
        addi    P, P, -192
2:      eight_steps 1
        lw      Z, LAST(sp)
        bne     P, Z, 2b
3:      eight_steps 0
        lw      Z, LAST(sp)
        addi    Z, Z, 64
        bne     P, Z, 3b

        # Step 4
        add_to_hash
        bnez    X, next_block
        return

by_bytes:
        addi    P, P, -4
        from_bytes
        addi    sp, sp, -4
        sw      Y, 0(sp)
        bne     P, t3, by_bytes
        j       rounds

/*
 * void mote_sha256(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha256
        .type   mote_sha256, @function
mote_sha256:
        enter_mode
        mv      s1, a1
        mv      s2, a2
        # Bits so far
        slli    a4, a2, 3
        srli    a5, a2, 29
        lw      a3, COUNT(a0)
        add     a3, a3, a4
        sltu    a4, a3, a4
        sw      a3, COUNT(a0)
        lw      a3, COUNT + 4(a0)
        add     a3, a3, a4
        add     a3, a3, a5
        sw      a3, COUNT + 4(a0)
        collect
        j       leave
        .size   mote_sha256, . - mote_sha256

/* The same for the block in the context s0. */
compress_buf:
        addi    a1, s0, BUF
        li      a2, 1
        j       compress

/*
 * void mote_sha256_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha256_close
        .type   mote_sha256_close, @function
mote_sha256_close:
        enter_mode
        mv      s1, a3
        # Section 5.1.1: the n bits, and a bit 1 below them
        pad
        # The length and the digest are words with their high bytes first
        lw      a3, COUNT(s0)
        lw      a4, COUNT + 4(s0)
        addi    a1, s0, BUF + LENGTH
        c.jal   put_word
        mv      a4, a3
        c.jal   put_word
        c.jal   compress_buf
        mv      a1, s1
        lw      s1, SIZE(s0)
        srli    s1, s1, 5
3:      lw      a4, 0(s0)
        addi    s0, s0, 4
        c.jal   put_word
        addi    s1, s1, -1
        bnez    s1, 3b
leave:  leave_mode
        .size   mote_sha256_close, . - mote_sha256_close

        functions_of_mode

/*
 * void mote_sha256_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha256_init
        .type   mote_sha256_init, @function
mote_sha256_init:
        sw      a1, SIZE(a0)
        andi    a1, a1, 32              # 32 if it is 224, and 0 if it is 256
        lla     a2, initial
        add     a2, a2, a1
        li      a5, 8
1:      lw      a4, 0(a2)
        sw      a4, 0(a0)
        addi    a2, a2, 4
        addi    a0, a0, 4
        addi    a5, a5, -1
        bnez    a5, 1b
        sw      a5, COUNT - 32(a0)
        sw      a5, COUNT + 4 - 32(a0)
        sw      a5, PTR - 32(a0)
        ret
        .size   mote_sha256_init, . - mote_sha256_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
