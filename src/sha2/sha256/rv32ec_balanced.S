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
 * clobbers = "a0-a5 t0-t2"
 * stack = 368
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 64, step = -1}
 * bound = 5456
 */

/* Registers of `compress`.  a0 = context, in all functions. */
#define KP a1   /* where the next constant lies */
#define T1 a2   /* T1 of the specification */
#define X a3    /* a word of the schedule */
#define V a4    /* free */
#define U a5    /* free */
#define A s0    /* the letter a; the others are on the stack */
#define E s1    /* the letter e */
#define LINK t0 /* where compress returns to */
#define END t1  /* the end of the constants */
#define W t2    /* W(t), and the word for step t + 16 */

/*
 * SHA-224 and SHA-256 for RISC-V with 16 registers (RV32EC), and so for RV32IMC as well: small,
 * with a table of constants.  rv32ec.S computes them, in fewer bytes, but each time anew.
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
 * The constants stand behind a jump that leaves their address in a register.
 *
 * COUNT for a step, in cycles of Ibex: 58, the word of the schedule 29 in the first 48 steps, and
 * the loop 5 or 7: 5,456 for 64 steps.  A block takes some 370 more, collecting it 11 for a byte.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec_balanced.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

#include "sha2/sha256_rv32ec.inc"

        .macro  constant
        lw      V, 0(KP)
        addi    KP, KP, 4
        .endm

        .text
        .p2align 2

/*
 * The hash computation for the block in the context (section 6.2.2).
 * a0 = context, LINK.  Keeps a0 to a2, s0, s1, ra; returns a3 = 64, the bytes missing in a new
 * block.
 */
compress:
        addi    sp, sp, -SAVED
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      a1, 8(sp)
        sw      a2, 12(sp)
        # Steps 1 and 2: W(0) to W(15), and the letters h to a
        load_window KP
        jal     KP, 2f                  # at a multiple of four, as the table behind it has to be
        # Section 4.2.2
#include "sha2/sha256_constants.inc"
2:      addi    END, KP, 256
        lw      E, LETTER_D(sp)         # e: nothing has been pushed yet

        # Step 3
step:   round
        # Step 1, but for the last 16 steps
        addi    V, KP, 64
        bltu    END, V, 3f
        next_word
3:      bne     KP, END, step

        # Step 4: the hash value
        add_to_hash KP
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      a1, 8(sp)
        lw      a2, 12(sp)
        addi    sp, sp, SAVED
        li      a3, 64
        jr      LINK

/*
 * void mote_sha256(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha256
        .type   mote_sha256, @function
mote_sha256:
        add     a2, a2, a1              # the end of the data
        lw      a3, LEFT(a0)
1:      beq     a1, a2, 2f
        lbu     a4, 0(a1)
        addi    a1, a1, 1
        addi    a3, a3, -1
        add     a5, a0, a3
        sb      a4, BLOCK(a5)
        bnez    a3, 1b
        jal     LINK, compress
        lw      a4, LOW(a0)
        addi    a4, a4, 512
        sw      a4, LOW(a0)
        bnez    a4, 1b
        lw      a4, HIGH(a0)
        addi    a4, a4, 1
        sw      a4, HIGH(a0)
        j       1b
2:      sw      a3, LEFT(a0)
        ret
        .size   mote_sha256, . - mote_sha256

/*
 * void mote_sha256_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha256_close
        .type   mote_sha256_close, @function
mote_sha256_close:
        # Section 5.1.1: a4 = the n bits, and a bit 1 below them
        li      a4, -256
        sra     a4, a4, a2
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a4, a1, a4
        mv      a1, a3
        # a2 = the low word of the message's length: LOW + 8 (64 - LEFT) + n
        lw      a3, LEFT(a0)
        lw      a5, LOW(a0)
        add     a2, a2, a5
        slli    a5, a3, 3
        sub     a2, a2, a5
        addi    a2, a2, 512
1:      addi    a3, a3, -1
        add     a5, a0, a3
        sb      a4, BLOCK(a5)
        bnez    a3, 2f
        jal     LINK, compress
2:      li      a4, 0
        li      a5, 8
        bne     a3, a5, 1b
        sw      a2, BLOCK(a0)
        lw      a4, HIGH(a0)
        sw      a4, BLOCK + 4(a0)
        jal     LINK, compress
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
        ret
        .size   mote_sha256_close, . - mote_sha256_close

/*
 * void mote_sha256_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha256_init
        .type   mote_sha256_init, @function
        .p2align 2
mote_sha256_init:
        initialize
        .size   mote_sha256_init, . - mote_sha256_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
