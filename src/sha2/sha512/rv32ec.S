/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 6.4 and 6.5"
 * functions = [
 *   "mote_sha512_init(cc, out_size)",
 *   "mote_sha512(cc, data, len)",
 *   "mote_sha512_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 216, data = "len"}
 * writes = {cc = 216, dst = "out_size / 8"}
 * clobbers = "a0-a5 t0-t2 ra"
 * stack = 864
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 24, words = 16}
 * counter = {offset = 8, words = 4, step = 1024}
 * fill = {offset = 0, start = 128, step = -1}
 */

/* Registers of `compress`. */
#define KP a0 /* where the next constant lies */
#define XL a1 /* what a function is made of, low half, */
#define XH a2 /* and high half */
#define YL a3 /* what is to be added */
#define YH a4
#define T a5  /* free */
#define P s0  /* where a word lies; free */
#define C s1  /* shift counts of `sigma` */
#define SL t1 /* the sum */
#define SH t2

/*
 * SHA-384 and SHA-512 for RISC-V with 16 registers (RV32EC), and so for RV32IMC as well: small.
 * Nothing is called, and there is no data outside .text.  Speed is given up where it saves bytes:
 * there is one addition, one rotation, and bytes are counted one by one.
 *
 * Specification: FIPS 180-4, sections 5.1.2, 5.3, 6.4 and 6.5, whose letters are used; functions of
 * section 4.1.3.
 *
 * THE WINDOW.  The letters a to h and the last 16 words of the schedule lie in one window of 24
 * words of 64 bits at sp, low halves first, which slides down by a word in each step: no word is
 * moved, every word has a constant offset, and compressed instructions load from there into any
 * register.  The new e lies where d was, the new a is pushed, and the word for step t + 16 takes
 * the place of h.  So the words of the block lie in reverse order in the context too; their bytes
 * are stored downwards, which makes a word with its low half first.
 *
 * SIGMA0, SIGMA1, sigma0 and sigma1 are one routine, which takes three numbers of five bits:
 * x >>> 32, rotated on by the first, x added, rotated by the second, and, if the third is a
 * rotation, x added and rotated again.  In the small functions it is the shift of x; 0 stands for
 * no more.
 *
 *                    SIGMA1           SIGMA0           sigma0       sigma1
 *   numbers          5, 23, 18        27, 11, 28       25, 8; 7     10, 19; 6
 *   together makes   14, 41, 18       34, 39, 28       1, 8         61, 19
 *
 * The constants stand behind a jump that leaves their address in a register, and a word 0 ends
 * them: no constant's low half is 0.
 *
 * CYCLES of Ibex: some 350 for a step, collecting the block 29 for a byte.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

/* The context. */
        .equ    LEFT, 0                 # bytes missing in the block, 1 to 128
        .equ    SIZE, 4                 # digest size in bits
        .equ    COUNT, 8                # bits so far, low word first
        .equ    H, 24
        .equ    BLOCK, 88               # the block, last word first
        .equ    CONTEXT, 216
        .equ    BLOCK_BYTES, 128

/* The window after the push. */
        .equ    LETTER_A, 8
        .equ    LETTER_B, 16
        .equ    LETTER_C, 24
        .equ    LETTER_D, 32
        .equ    LETTER_E, 40
        .equ    LETTER_F, 48
        .equ    LETTER_G, 56
        .equ    LETTER_H, 64
        .equ    W0, 192                 # W(t); W(t + n) is 8 n below
        .equ    NEW, 64                 # for W(t + 16)
        .equ    WINDOW, 192             # its size in bytes
        .equ    STEPS, 80
        .equ    SAVED, 32

        .equ    MORE, 5                 # bits of a number for sigma

        .text
        .p2align 2

/* sum += one of the functions of the word at \offset. */
        .macro  add_sigma offset, first, second, third
        addi    P, sp, \offset
        li      C, \first | \second << MORE | \third << (2 * MORE)
        c.jal   sigma
        .endm

/* sum += the word at \offset. */
        .macro  add_word offset
        lw      YL, \offset(sp)
        lw      YH, \offset + 4(sp)
        c.jal   add
        .endm

/*
 * void mote_sha512_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha512_init
        .type   mote_sha512_init, @function
mote_sha512_init:
        jal     a2, 1f                  # at a multiple of four, as the table behind it has to be
        # Section 5.3.5, then 5.3.4, low halves first
#include "sha2/sha512_initial.inc"
1:      sw      a1, SIZE(a0)
        andi    a1, a1, 128             # 128 if it is 384, and 0 if it is 512
        srli    a1, a1, 1
        add     a2, a2, a1
        li      a4, BLOCK_BYTES
        sw      a4, LEFT(a0)
        li      a4, 0
        sw      a4, COUNT(a0)
        sw      a4, COUNT + 4(a0)
        sw      a4, COUNT + 8(a0)
        sw      a4, COUNT + 12(a0)
        li      a5, 16
2:      lw      a4, 0(a2)
        sw      a4, H(a0)
        addi    a2, a2, 4
        addi    a0, a0, 4
        addi    a5, a5, -1
        bnez    a5, 2b
        ret
        .size   mote_sha512_init, . - mote_sha512_init

/*
 * Appends the byte a4 to the block, in which a3 bytes are missing; returns a3, too.
 * a0 = context.  Keeps a0 to a2.
 */
append: addi    a3, a3, -1
        add     a5, a0, a3
        sb      a4, BLOCK(a5)
        beqz    a3, compress
        ret

/*
 * The hash computation for the block in the context (section 6.4.2).
 * a0 = context.  Keeps a0 to a2, t0; returns a3 = 128, the bytes missing in a new block.
 */
compress:
        addi    sp, sp, -SAVED
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      ra, 8(sp)
        sw      a0, 12(sp)
        sw      a1, 16(sp)
        sw      a2, 20(sp)
        # Steps 1 and 2: W(0) to W(15), and the letters h to a
        addi    P, a0, CONTEXT
        addi    a0, a0, H
1:      addi    P, P, -4
        lw      T, 0(P)
        addi    sp, sp, -4
        sw      T, 0(sp)
        bne     P, a0, 1b
        jal     KP, step                # at a multiple of four, as the table behind it has to be
        # Section 4.2.3, low halves first
#include "sha2/sha512_constants.inc"
        .word   0

        # Step 3: T1 = h + K(t) + W(t) + SIGMA1(e) + Ch(e, f, g)
step:   lw      YL, 0(KP)
        beqz    YL, 3f
        lw      YH, 4(KP)
        addi    KP, KP, 8
        addi    sp, sp, -8
        lw      SL, LETTER_H(sp)
        lw      SH, LETTER_H + 4(sp)
        c.jal   add
        add_word W0
        add_sigma LETTER_E, 5, 23, 18
        # sigma leaves e in XL, XH
        lw      T, LETTER_F(sp)
        lw      YL, LETTER_G(sp)
        xor     T, T, YL
        and     T, T, XL
        xor     YL, YL, T
        lw      T, LETTER_F + 4(sp)
        lw      YH, LETTER_G + 4(sp)
        xor     T, T, YH
        and     T, T, XH
        xor     YH, YH, T
        c.jal   add
        # e = d + T1
        lw      YL, LETTER_D(sp)
        lw      YH, LETTER_D + 4(sp)
        add     YL, YL, SL
        sltu    T, YL, SL
        add     YH, YH, SH
        add     YH, YH, T
        sw      YL, LETTER_D(sp)
        sw      YH, LETTER_D + 4(sp)
        # a = T1 + T2, T2 = SIGMA0(a) + Maj(a, b, c)
        add_sigma LETTER_A, 27, 11, 28
        lw      T, LETTER_B(sp)
        lw      YL, LETTER_C(sp)
        xor     T, T, XL
        xor     YL, YL, XL
        and     YL, YL, T
        xor     YL, YL, XL
        lw      T, LETTER_B + 4(sp)
        lw      YH, LETTER_C + 4(sp)
        xor     T, T, XH
        xor     YH, YH, XH
        and     YH, YH, T
        xor     YH, YH, XH
        c.jal   add
        sw      SL, 0(sp)
        sw      SH, 4(sp)
        # W(t + 16) = sigma1(W(t + 14)) + W(t + 9) + sigma0(W(t + 1)) + W(t)
        lw      SL, W0 - 8 * 9(sp)
        lw      SH, W0 - 8 * 9 + 4(sp)
        add_sigma W0 - 8, 25, 8, 7
        add_sigma W0 - 8 * 14, 10, 19, 6
        add_word W0
        sw      SL, NEW(sp)
        sw      SH, NEW + 4(sp)
        j       step

        # Step 4: the hash value
3:      lw      P, 8 * STEPS + WINDOW + 12(sp)
        li      C, 8
4:      lw      SL, 0(sp)
        lw      SH, 4(sp)
        addi    sp, sp, 8
        lw      YL, H(P)
        lw      YH, H + 4(P)
        c.jal   add
        sw      SL, H(P)
        sw      SH, H + 4(P)
        addi    P, P, 8
        addi    C, C, -1
        bnez    C, 4b
        addi    sp, sp, 8 * STEPS + WINDOW - 64
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      ra, 8(sp)
        lw      a0, 12(sp)
        lw      a1, 16(sp)
        lw      a2, 20(sp)
        addi    sp, sp, SAVED
        li      a3, BLOCK_BYTES
        ret

/*
 * sum += a function of the word at P, as C says: see above.  Returns that word in XL, XH.
 * Changes YL, YH, T, P, C.
 */
sigma:  lw      XL, 0(P)
        lw      XH, 4(P)
        mv      YL, XH
        mv      YH, XL
1:      neg     T, C                    # shifts take the lowest five bits of a count
        srl     P, YL, C
        sll     YL, YL, T
        sll     T, YH, T
        srl     YH, YH, C
        or      YH, YH, YL
        or      YL, P, T
        srli    C, C, MORE
        sltiu   T, C, 8
        bnez    T, 2f                   # no rotation any more
        xor     YL, YL, XL
        xor     YH, YH, XH
        j       1b
2:      beqz    C, add
        neg     T, C
        srl     P, XL, C
        sll     T, XH, T
        or      P, P, T
        xor     YL, YL, P
        srl     P, XH, C
        xor     YH, YH, P

/* sum += YL, YH.  Changes T. */
add:    add     SL, SL, YL
        sltu    T, SL, YL
        add     SH, SH, YH
        add     SH, SH, T
        ret

/*
 * void mote_sha512(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha512
        .type   mote_sha512, @function
mote_sha512:
        mv      t0, ra
        add     a2, a2, a1              # the end of the data
        lw      a3, LEFT(a0)
        j       3f
1:      lbu     a4, 0(a1)
        addi    a1, a1, 1
        c.jal   append
        li      t1, 8                   # eight bits more
        mv      a5, a0
2:      lw      a4, COUNT(a5)
        add     a4, a4, t1
        sw      a4, COUNT(a5)
        li      t1, 1                   # the carry
        addi    a5, a5, 4
        beqz    a4, 2b
3:      bne     a1, a2, 1b
        sw      a3, LEFT(a0)
        jr      t0
        .size   mote_sha512, . - mote_sha512

/*
 * void mote_sha512_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha512_close
        .type   mote_sha512_close, @function
mote_sha512_close:
        mv      t0, ra
        # Section 5.1.2: a4 = the n bits, and a bit 1 below them
        li      a4, -256
        sra     a4, a4, a2
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a4, a1, a4
        mv      a1, a3
        lw      a5, COUNT(a0)           # a2 = the low word of the message's length
        add     a2, a2, a5
        lw      a3, LEFT(a0)
1:      c.jal   append
        li      a4, 0
        li      a5, 16
        bne     a3, a5, 1b
        sw      a2, BLOCK(a0)
        lw      a4, COUNT + 4(a0)
        sw      a4, BLOCK + 4(a0)
        lw      a4, COUNT + 8(a0)
        sw      a4, BLOCK + 8(a0)
        lw      a4, COUNT + 12(a0)
        sw      a4, BLOCK + 12(a0)
        c.jal   compress
        # The digest, from its last byte on: high bytes first
        lw      a3, SIZE(a0)
        srli    a3, a3, 3
3:      addi    a3, a3, -1
        xori    a4, a3, 7
        add     a4, a4, a0
        lbu     a4, H(a4)
        add     a5, a1, a3
        sb      a4, 0(a5)
        bnez    a3, 3b
        jr      t0
        .size   mote_sha512_close, . - mote_sha512_close

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
