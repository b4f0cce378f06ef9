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
 * stack = 352
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 4390
 */

/* Registers of `compress`.  Those in a0 to a5, s0 and s1 are within reach of most compressed
   instructions: of the letters the ones that are, or become, a and e in two rounds. */
#define A s0
#define B a6
#define C a7
#define D a1
#define E s1
#define F t0
#define G t1
#define H a2
#define X a3   /* X and Y: one holds b ^ c, which is a ^ b of the round before; the other is free */
#define Y a4
#define Z a5   /* free */
#define W a0   /* a word of the schedule */
#define W0 t2  /* W(t), and the word for round t + 16 */
#define W1 t3  /* W(t + 1), and the word for round t + 17 */
#define P t4   /* where the next constant lies */
#define P48 t5 /* the constants of the last 16 rounds */
#define END t6  /* the end of the constants */

/*
 * SHA-224 and SHA-256 for RV32IMC, with two rounds written out: between rv32ec_balanced.S and
 * rv32imc.S.  Only instructions of RV32I and C are used; nothing is called, and there is no data
 * outside .text.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * THE LETTERS are in registers.  After two rounds a, c, e and g go round among themselves, and so
 * do b, d, f and h: ten moves.
 *
 * THE WINDOW.  The last words of the schedule lie at sp, which slides down by two words in two
 * rounds: no word is moved, every word has a constant offset, and compressed instructions load from
 * there into any register.
 *
 * SIGMA0, SIGMA1 and the schedule's functions are six or five shifts: those to the right as one
 * chain, ((x >> i ^ x) >> j ^ x) >> k, those to the left as another.
 *
 * Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 *
 * THE BLOCK is read by bytes, where it lies if it is whole there; any alignment will do.
 *
 * COUNT for a round, in cycles of Ibex: K and W 6, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4: 39, and
 * for two rounds 10 moves and the loop 6 or 8; the schedule's two words 57 for the first 48 rounds:
 * 4,390 for 64.  A block takes some 430 more, of which 21 for each of its words.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_balanced.S needs a little-endian RV32 with compressed instructions: -march=rv32imc"
#endif

/* The context: H, then */
        .equ    BUF, 32                 # the block being collected
        .equ    LOW, 96                 # bits in the blocks so far
        .equ    HIGH, 100
        .equ    PTR, 104                # bytes waiting in the block, 0 to 63
        .equ    SIZE, 108               # digest size in bits
        .equ    BLOCK_BYTES, 64

/* The frame of the functions that call compress. */
        .equ    SAVED, 0                # ra, s0 and s1
        .equ    CONTEXT, 12
        .equ    DATA, 16                # the data behind the block, or where the digest goes
        .equ    DATA_END, 20
        .equ    FRAME, 32

/* W(t + n) of the schedule in the window at sp, n from 0 to 17. */
        .equ    WINDOW, 4 * 17

#include "sha2/sha256_rv32imc.inc"

        .text
        .p2align 2

/* \to = W(t + n), in which W(t + n - 16) is: W = W(t + n - 15), i = n - 7, j = n - 2. */
        .macro  add_to_word to, i, j, n
        schedule_rotations Y, W, 3, 7, 18
        add     \to, \to, Y
        lw      Y, WINDOW - 4 * \i(sp)
        add     \to, \to, Y
        lw      W, WINDOW - 4 * \j(sp)
        schedule_rotations Y, W, 10, 17, 19
        add     \to, \to, Y
        sw      \to, WINDOW - 4 * \n(sp)
        .endm

/*
 * The hash computation (section 6.2.2) for the block at a4.
 * The context is in the frame of the caller, which saves s0 and s1.  Returns a0 = context.
 */
compress:
        # Steps 1 and 2: W(0) to W(15), and the letters
        addi    a5, a4, BLOCK_BYTES
1:      lbu     a0, 0(a4)
        lbu     a1, 1(a4)
        lbu     a2, 2(a4)
        lbu     a3, 3(a4)
        slli    a0, a0, 24
        slli    a1, a1, 16
        slli    a2, a2, 8
        or      a0, a0, a1
        or      a2, a2, a3
        or      a0, a0, a2
        addi    sp, sp, -4
        sw      a0, 0(sp)
        addi    a4, a4, 4
        bne     a4, a5, 1b
        lw      a0, BLOCK_BYTES + CONTEXT(sp)
        lw      A, 0(a0)
        lw      B, 4(a0)
        lw      C, 8(a0)
        lw      D, 12(a0)
        lw      E, 16(a0)
        lw      F, 20(a0)
        lw      G, 24(a0)
        lw      H, 28(a0)
        xor     X, B, C
        jal     P, 2f                   # at a multiple of four, as the table behind it has to be
        # Section 4.2.2
#include "sha2/sha256_constants.inc"
2:      addi    END, P, 256
        addi    P48, P, 4 * 48

rounds: addi    sp, sp, -8
        lw      W0, WINDOW(sp)
        round   0, W0, A, B, C, D, E, F, G, H, X, Y
        lw      W, WINDOW - 4(sp)
        round   1, W, H, A, B, C, D, E, F, G, Y, X
        mv      Y, A                    # the letters move on
        mv      A, G
        mv      G, E
        mv      E, C
        mv      C, Y
        mv      Y, B
        mv      B, H
        mv      H, F
        mv      F, D
        mv      D, Y
        addi    P, P, 8
        bltu    P48, P, 3f
        # sigma1(W(t + 14)) + W(t + 9) + sigma0(W(t + 1)) + W(t), and the same for t + 1
        mv      W1, W
        add_to_word W0, 9, 14, 16
        lw      W, WINDOW - 4 * 2(sp)
        add_to_word W1, 10, 15, 17
3:      bne     P, END, rounds

        # Step 4: the hash value
        addi    sp, sp, BLOCK_BYTES + 256
        lw      a0, CONTEXT(sp)
        .set    place, 0
        .irp    letter, A, B, C, D, E, F, G, H
        lw      X, place(a0)
        add     X, X, \letter
        sw      X, place(a0)
        .set    place, place + 4
        .endr
        ret

/* The beginning of the functions below, by t0, and their end. */
enter:  addi    sp, sp, -FRAME
        sw      ra, SAVED(sp)
        sw      s0, SAVED + 4(sp)
        sw      s1, SAVED + 8(sp)
        sw      a0, CONTEXT(sp)
        jr      t0

leave:  lw      ra, SAVED(sp)
        lw      s0, SAVED + 4(sp)
        lw      s1, SAVED + 8(sp)
        addi    sp, sp, FRAME
        ret

/*
 * void mote_sha256(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha256
        .type   mote_sha256, @function
mote_sha256:
        jal     t0, enter
        add     a2, a2, a1              # the end of the data
more:   beq     a1, a2, leave
        li      a5, BLOCK_BYTES
        lw      a3, PTR(a0)
        bnez    a3, 1f
        # A whole block where it lies
        mv      a4, a1
        add     a1, a1, a5
        sub     a3, a2, a4
        bgeu    a3, a5, 2f
        mv      a1, a4
        li      a3, 0
        # A byte
1:      lbu     t0, 0(a1)
        addi    a1, a1, 1
        add     a4, a0, a3
        sb      t0, BUF(a4)
        addi    a3, a3, 1
        sw      a3, PTR(a0)
        bne     a3, a5, more
        sw      zero, PTR(a0)
        addi    a4, a0, BUF
2:      sw      a1, DATA(sp)
        sw      a2, DATA_END(sp)
        c.jal   compress
        lw      a1, DATA(sp)
        lw      a2, DATA_END(sp)
        lw      a4, LOW(a0)
        addi    a4, a4, 512
        sw      a4, LOW(a0)
        bnez    a4, more
        lw      a4, HIGH(a0)
        addi    a4, a4, 1
        sw      a4, HIGH(a0)
        j       more
        .size   mote_sha256, . - mote_sha256

/*
 * void mote_sha256_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha256_close
        .type   mote_sha256_close, @function
mote_sha256_close:
        jal     t0, enter
        sw      a3, DATA(sp)
        # Section 5.1.1: a4 = the n bits, and a bit 1 below them
        li      a4, -256
        sra     a4, a4, a2
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a4, a1, a4
        # The low word of the message's length: LOW + 8 PTR + n
        lw      a3, PTR(a0)
        lw      a5, LOW(a0)
        add     a2, a2, a5
        slli    a5, a3, 3
        add     a2, a2, a5
        sw      a2, LOW(a0)
1:      add     a5, a0, a3
        sb      a4, BUF(a5)
        addi    a3, a3, 1
        li      a5, BLOCK_BYTES
        bne     a3, a5, 2f
        addi    a4, a0, BUF
        c.jal   compress
        li      a3, 0
2:      li      a4, 0
        li      a5, BLOCK_BYTES - 8
        bne     a3, a5, 1b
        add     a1, a0, a5
        addi    a1, a1, BUF
        addi    a2, a0, LOW
        li      a3, 8
        li      a4, 7
        c.jal   bytes                   # the length: its last byte is the lowest
        addi    a4, a0, BUF
        c.jal   compress
        # The digest: high bytes first
        lw      a1, DATA(sp)
        mv      a2, a0
        lw      a3, SIZE(a0)
        srli    a3, a3, 3
        li      a4, 3
        c.jal   bytes
        j       leave
        .size   mote_sha256_close, . - mote_sha256_close

/* The a3 bytes at a2 go to a1, those of each word (a4 = 3) or two words (7) in opposite order. */
bytes:  addi    a3, a3, -1
        xor     a5, a3, a4
        add     a5, a5, a2
        lbu     t0, 0(a5)
        add     a5, a1, a3
        sb      t0, 0(a5)
        bnez    a3, bytes
        ret

/*
 * void mote_sha256_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha256_init
        .type   mote_sha256_init, @function
        .p2align 2
mote_sha256_init:
        jal     a2, 1f
        # Section 5.3.3, then 5.3.2
#include "sha2/sha256_initial.inc"
1:      andi    a3, a1, 32              # 32 if it is 224, and 0 if it is 256
        add     a2, a2, a3
        li      a5, 8
2:      lw      a4, 0(a2)
        sw      a4, 0(a0)
        addi    a2, a2, 4
        addi    a0, a0, 4
        addi    a5, a5, -1
        bnez    a5, 2b
        sw      a5, LOW - 32(a0)
        sw      a5, HIGH - 32(a0)
        sw      a5, PTR - 32(a0)
        sw      a1, SIZE - 32(a0)
        ret
        .size   mote_sha256_init, . - mote_sha256_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
