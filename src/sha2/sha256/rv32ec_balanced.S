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
 * THE WINDOW.  The letters a to h and the last 16 words of the schedule lie in one window of 24 words
 * at sp, which slides down by a word in each step: no word is moved, every word has a constant
 * offset, and compressed instructions load from there into any register.  The new e lies where d
 * was, the new a is pushed, and the word for step t + 16 takes the place of h.  So the words of the
 * block lie in reverse order in the context too; their bytes are stored downwards, which makes a
 * word with its high byte first.  The letters a and e stay in registers besides.
 *
 * SIGMA0, SIGMA1 and the schedule's functions are six or five shifts: those to the right as one chain,
 * ((x >> i ^ x) >> j ^ x) >> k, those to the left as another.  After the first step of a chain,
 * all its instructions are compressed.
 *
 * The constants stand behind a jump that leaves their address in a register.
 *
 * COUNT for a step, in cycles of Ibex: 58, the word of the schedule 29 in the first 48 steps, and the
 * loop 5 or 7: 5,456 for 64 steps.  A block takes some 370 more, collecting it 11 for a byte.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec_balanced.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

/* The context: H, then */
        .equ    BLOCK, 32               # the block, last word first
        .equ    LOW, 96                 # bits in the blocks so far
        .equ    HIGH, 100
        .equ    LEFT, 104               # bytes missing in the block, 1 to 64
        .equ    SIZE, 108               # digest size in bits

/* The window after the push. */
        .equ    LETTER_B, 8
        .equ    LETTER_C, 12
        .equ    LETTER_D, 16
        .equ    LETTER_F, 24
        .equ    LETTER_G, 28
        .equ    LETTER_H, 32
        .equ    W0, 96                  # W(t); W(t + n) is 4 n below
        .equ    NEW, 32                 # for W(t + 16)
        .equ    WINDOW, 96              # its size in bytes
        .equ    SAVED, 16

        .text
        .p2align 2

/* V = \x rotated right by i, i + j and i + j + k, added: U the parts to the left. */
        .macro  rotations x, i, j, k
        srli    V, \x, \k
        xor     V, V, \x
        srli    V, V, \j
        xor     V, V, \x
        srli    V, V, \i
        slli    U, \x, \j
        xor     U, U, \x
        slli    U, U, \k
        xor     U, U, \x
        slli    U, U, 32 - \i - \j - \k
        xor     V, V, U
        .endm

/* V = \x shifted right by \shift, and rotated right by \r1 and \r2, added. */
        .macro  schedule_rotations x, shift, r1, r2
        srli    V, \x, \r2 - \r1
        xor     V, V, \x
        srli    V, V, \r1 - \shift
        xor     V, V, \x
        srli    V, V, \shift
        slli    U, \x, \r2 - \r1
        xor     U, U, \x
        slli    U, U, 32 - \r2
        xor     V, V, U
        .endm

/*
 * The hash computation for the block in the context (section 6.2.2).
 * a0 = context, LINK.  Keeps a0 to a2, s0, s1, ra; returns a3 = 64, the bytes missing in a new block.
 */
compress:
        addi    sp, sp, -SAVED
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      a1, 8(sp)
        sw      a2, 12(sp)
        # Steps 1 and 2: W(0) to W(15), and the letters h to a
        addi    KP, a0, WINDOW
1:      addi    KP, KP, -4
        lw      V, 0(KP)
        addi    sp, sp, -4
        sw      V, 0(sp)
        bne     KP, a0, 1b
        lw      A, 0(sp)
        jal     KP, 2f                  # at a multiple of four, as the table behind it has to be
        # Section 4.2.2
#include "sha2/sha256_constants.inc"
2:      addi    END, KP, 256
        lw      E, LETTER_D(sp)         # e: nothing has been pushed yet

        # Step 3: T1 = h + SIGMA1(e) + Ch(e, f, g) + K(t) + W(t)
step:   addi    sp, sp, -4
        lw      W, W0(sp)
        rotations E, 6, 5, 14
        lw      T1, LETTER_H(sp)
        add     T1, T1, V
        lw      V, LETTER_F(sp)
        lw      U, LETTER_G(sp)
        xor     V, V, U
        and     V, V, E
        xor     V, V, U
        add     T1, T1, V
        add     T1, T1, W
        lw      V, 0(KP)
        addi    KP, KP, 4
        add     T1, T1, V
        # e = d + T1
        lw      E, LETTER_D(sp)
        add     E, E, T1
        sw      E, LETTER_D(sp)
        # a = T1 + T2, T2 = SIGMA0(a) + Maj(a, b, c)
        rotations A, 2, 11, 9
        add     T1, T1, V
        lw      V, LETTER_B(sp)
        lw      U, LETTER_C(sp)
        xor     V, V, A
        xor     U, U, A
        and     V, V, U
        xor     V, V, A
        add     A, T1, V
        sw      A, 0(sp)
        # W(t + 16), but for the last 16 steps: sigma1(W(t + 14)) + W(t + 9) + sigma0(W(t + 1)) + W(t)
        addi    V, KP, 64
        bltu    END, V, 3f
        lw      X, W0 - 4(sp)
        schedule_rotations X, 3, 7, 18
        add     W, W, V
        lw      X, W0 - 4 * 14(sp)
        schedule_rotations X, 10, 17, 19
        add     W, W, V
        lw      V, W0 - 4 * 9(sp)
        add     W, W, V
        sw      W, NEW(sp)
3:      bne     KP, END, step

        # Step 4: the hash value
        mv      KP, a0
        li      V, 8
4:      lw      U, 0(KP)
        lw      X, 0(sp)
        addi    sp, sp, 4
        add     U, U, X
        sw      U, 0(KP)
        addi    KP, KP, 4
        addi    V, V, -1
        bnez    V, 4b
        addi    sp, sp, 256 + WINDOW - 32
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
        jal     a2, 1f
        # Section 5.3.3, then 5.3.2
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
        .word   0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939
        .word   0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4
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
        li      a5, 64
        sw      a5, LEFT - 32(a0)
        sw      a1, SIZE - 32(a0)
        ret
        .size   mote_sha256_init, . - mote_sha256_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
