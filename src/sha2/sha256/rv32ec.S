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
 * clobbers = "a0-a5 t0-t2 ra"
 * stack = 624
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 64, step = -1}
 * bound = 5454
 */

/* Registers of `compress`.  a0 = context, in all functions. */
#define TO_GO a1 /* steps to go; at other times where a word lies */
#define T1 a2    /* T1 of the specification */
#define X a3     /* a word of the schedule */
#define V a4     /* free */
#define U a5     /* free */
#define A s0     /* the letter a; the others are on the stack */
#define E s1     /* the letter e */
#define BACK t0  /* where the function that is called from outside returns to, */
#define BASE t1  /* and its stack pointer */
#define W t2     /* W(t), and the word for step t + 16 */

/* Registers of a constant. */
#define ROOT_E a1
#define ROOT_A a2
#define ROOT_C a3
#define ROOT_AE a4 /* A + E */
#define ROOT_Y a5
#define ROOT_R s0
#define BITS s1    /* bits to go */
#define PRIME t2

/*
 * SHA-224 and SHA-256 for RISC-V with 16 registers (RV32EC), and so for RV32IMC as well: smallest.
 * Nothing is called, and there is no data outside .text.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * THE WINDOW.  The letters a to h and the last 16 words of the schedule lie in one window of 24
 * words at sp, which slides down by a word in each step: no word is moved, every word has a
 * constant offset, and compressed instructions load from there into any register.  The new e lies
 * where d was, the new a is pushed, and the word for step t + 16 takes the place of h.  So the
 * words of the block lie in reverse order in the context too; their bytes are stored downwards,
 * which makes a word with its high byte first.  The letters a and e stay in registers besides.
 *
 * SIGMA0, SIGMA1 and the schedule's functions are six or five shifts: those to the right as one
 * chain, ((x >> i ^ x) >> j ^ x) >> k, those to the left as another.  After the first step of a
 * chain, all its instructions are compressed.
 *
 * THE CONSTANTS K are not stored but computed: the fractional parts of the cube roots of the first
 * 64 primes (section 4.2.2), pushed one after the other when a call has its first full block, in
 * some 314,000 cycles; rv32ec_balanced.S has a table instead.  K(t) has a constant offset from sp
 * in a step, too.
 *
 * A root Y is found bit by bit.  With the next bit's value X, A = 3 Y Y, E = 3 X Y + X X, C = X X
 * and R = (p - Y Y Y) / X, the bit is 1 if A + E <= R.  Then Y + X takes the place of Y: R becomes
 * R - A - E, A becomes A + 2 E + C, E becomes E + 3 C.  For the next bit X is halved: R doubles, C
 * becomes C / 4, E becomes E / 2 less that.  X goes from 4 to 2^-32.  All these numbers have 23
 * fractional bits, what is less is cut off; that the 64 constants are right nevertheless has been
 * tried, not proved.
 *
 * COUNT for a step, in cycles of Ibex: 57, the word of the schedule 29 in the first 48 steps, and
 * the loop 6 or 8: 5,456 for 64 steps, less the last 2.  A block takes some 340 more, collecting it
 * 15 for a byte.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

#include "sha2/sha256_rv32ec.inc"

        .equ    STEPS, 64
        .equ    K, WINDOW + 4 * STEPS   # K(t) in a step
        .macro  constant
        lw      V, K(sp)
        .endm

        .text
        .p2align 2

/*
 * void mote_sha256_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha256_init
        .type   mote_sha256_init, @function
mote_sha256_init:
        initialize
        .size   mote_sha256_init, . - mote_sha256_init

/*
 * Appends the byte a4 to the block, in which a3 bytes are missing; returns a3, too.
 * The rest is as with `compress`.
 */
append: addi    a3, a3, -1
        add     a5, a0, a3
        sb      a4, BLOCK(a5)
        beqz    a3, compress
        ret

/*
 * The hash computation for the block in the context (section 6.2.2).
 * a0 = context, BASE: leaves the constants on the stack below it, where it finds them the next
 * time.  Keeps a0 to a2, t0, t1, s0, s1; returns a3 = 64, the bytes missing in a new block.
 */
compress:
        bne     sp, BASE, again
        addi    sp, sp, -SAVED
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      a1, 8(sp)
        sw      a2, 12(sp)
        li      PRIME, 2
is_prime:                               # ROOT_C = divisors 17 to 1: those below p have another
        li      ROOT_C, 18              # multiple than themselves that is p
1:      addi    ROOT_C, ROOT_C, -1
        sub     V, PRIME, ROOT_C
2:      sub     V, V, ROOT_C
        bgtz    V, 2b
        bnez    V, 1b
        addi    ROOT_C, ROOT_C, -1
        bnez    ROOT_C, next_number
        li      ROOT_C, 1 << 27         # X = 4, Y = 0
        mv      ROOT_E, ROOT_C
        li      ROOT_A, 0
        slli    ROOT_R, PRIME, 20
        li      BITS, 35
1:      slli    ROOT_R, ROOT_R, 1
        slli    ROOT_Y, ROOT_Y, 1
        add     ROOT_AE, ROOT_A, ROOT_E
        bltu    ROOT_R, ROOT_AE, 2f
        addi    ROOT_Y, ROOT_Y, 1
        sub     ROOT_R, ROOT_R, ROOT_AE
        add     ROOT_E, ROOT_E, ROOT_C
        add     ROOT_A, ROOT_AE, ROOT_E
        add     ROOT_E, ROOT_E, ROOT_C
        add     ROOT_E, ROOT_E, ROOT_C
2:      srli    ROOT_E, ROOT_E, 1
        srli    ROOT_C, ROOT_C, 2
        sub     ROOT_E, ROOT_E, ROOT_C
        addi    BITS, BITS, -1
        bnez    BITS, 1b
        addi    sp, sp, -4
        sw      ROOT_Y, 0(sp)
next_number:
        addi    PRIME, PRIME, 1
        li      V, 312                  # 311 is the 64th prime
        bne     PRIME, V, is_prime

have_constants:
        # Steps 1 and 2: W(0) to W(15), and the letters h to a
        load_window TO_GO
        lw      E, LETTER_D(sp)         # e: nothing has been pushed yet
        li      TO_GO, STEPS

        # Step 3
step:   round
        # Step 1, but for the last 16 steps
        addi    TO_GO, TO_GO, -1
        sltiu   V, TO_GO, 16
        bnez    V, 3f
        next_word
3:      bnez    TO_GO, step

        # Step 4: the hash value
        add_to_hash TO_GO
        lw      s0, 4 * STEPS(sp)
        lw      s1, 4 * STEPS + 4(sp)
        lw      a1, 4 * STEPS + 8(sp)
        lw      a2, 4 * STEPS + 12(sp)
        li      a3, 64
        ret

again:  sw      a1, 4 * STEPS + 8(sp)
        j       have_constants

/*
 * void mote_sha256(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha256
        .type   mote_sha256, @function
mote_sha256:
        mv      BACK, ra
        mv      BASE, sp
        # Bits so far
        slli    a4, a2, 3
        srli    a5, a2, 29
        lw      a3, LOW(a0)
        add     a3, a3, a4
        sw      a3, LOW(a0)
        sltu    a4, a3, a4
        add     a5, a5, a4
        lw      a3, HIGH(a0)
        add     a3, a3, a5
        sw      a3, HIGH(a0)
        add     a2, a2, a1              # the end of the data
        lw      a3, LEFT(a0)
        j       2f
1:      lbu     a4, 0(a1)
        addi    a1, a1, 1
        c.jal   append
2:      bne     a1, a2, 1b
        sw      a3, LEFT(a0)
leave:  mv      sp, BASE
        jr      BACK
        .size   mote_sha256, . - mote_sha256

/*
 * void mote_sha256_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha256_close
        .type   mote_sha256_close, @function
mote_sha256_close:
        mv      BACK, ra
        mv      BASE, sp
        # Section 5.1.1: a4 = the n bits, and a bit 1 below them
        li      a4, -256
        sra     a4, a4, a2
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a4, a1, a4
        mv      a1, a3
        lw      a5, LOW(a0)             # a2 = the low word of the message's length
        add     a2, a2, a5
        lw      a3, LEFT(a0)
1:      c.jal   append
        li      a4, 0
        li      a5, 8
        bne     a3, a5, 1b
        sw      a2, BLOCK(a0)
        lw      a4, HIGH(a0)
        sw      a4, BLOCK + 4(a0)
        c.jal   compress
        # The digest, from its last byte on: high bytes first
        lw      a3, SIZE(a0)
        srli    a3, a3, 3
3:      addi    a3, a3, -1
        xori    a4, a3, 3
        add     a4, a4, a0
        lbu     a4, 0(a4)
        add     a5, a1, a3
        sb      a4, 0(a5)
        bnez    a3, 3b
        j       leave
        .size   mote_sha256_close, . - mote_sha256_close

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
