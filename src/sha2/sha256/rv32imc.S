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
 * SHA-224 and SHA-256 for RV32IMC, with eight rounds written out: between rv32ec.S, the smallest, and
 * rv32imc_fast.S.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * - Eight rounds are written out, so that letters change names instead of places; once with the
 *   schedule, for the first 48 rounds, and once without, for the last 16.
 * - The 16 words of the schedule are in registers R(0) to R(15), and have to be at the same places after
 *   eight rounds.  In round i the word in R(i) is used up.  That of R(i + 8) moves there, and the new one
 *   is added up in R(i + 8): one move a round.
 * - SIGMA0, SIGMA1 and the schedule's functions are shifts and xors, those to the right as one chain,
 *   ((x >> i ^ x) >> j ^ x) >> k, and those to the left as another.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a mask.
 *   Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: K and W 4, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4, the move 1: 38;
 * in the first 48 rounds the schedule, 21.  That is 3,440 for the 64 rounds; 16 words in the order of bytes
 * take 10 each, and 4 to come by way of the stack; the sums at the end 40.  Bound of this order of work:
 * 3,704; loops take some 110 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* The context: H, then */
        .equ    BUF, 32                 # the block being collected
        .equ    COUNT, 96               # bits so far, low word first
        .equ    PTR, 104                # bytes waiting in the block, 0 to 63
        .equ    SIZE, 108               # digest size in bits
        .equ    BLOCK_BYTES, 64

/* The frame of compress, from sp on. */
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    H, SAVED + 0            # s0 is where the hash value lies
        .equ    DATA, 52
        .equ    BLOCKS, 56
        .equ    LAST, 60                # the constants of the last 16 rounds
        .equ    FRAME, 64

/* The frame of the functions that call it. */
        .equ    OUTER, 32

        .text
        .p2align 2

/* The constants (section 4.2.2). */
K:
#include "sha2/sha256_constants.inc"

/* The initial values (section 5.3.3, then 5.3.2). */
initial:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
        .word   0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939
        .word   0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4

/* \to = \x rotated right by i, i + j and i + j + k, added: Z the parts to the left. */
        .macro  rotations to, x, i, j, k
        srli    \to, \x, \k
        xor     \to, \to, \x
        srli    \to, \to, \j
        xor     \to, \to, \x
        srli    \to, \to, \i
        slli    Z, \x, \j
        xor     Z, Z, \x
        slli    Z, Z, \k
        xor     Z, Z, \x
        slli    Z, Z, 32 - \i - \j - \k
        xor     \to, \to, Z
        .endm

/* \to = \x shifted right by \shift, and rotated right by \r1 and \r2, added. */
        .macro  schedule_rotations to, x, shift, r1, r2
        srli    \to, \x, \r2 - \r1
        xor     \to, \to, \x
        srli    \to, \to, \r1 - \shift
        xor     \to, \to, \x
        srli    \to, \to, \shift
        slli    Z, \x, \r2 - \r1
        xor     Z, Z, \x
        slli    Z, Z, 32 - \r2
        xor     \to, \to, Z
        .endm

/* A round (section 6.2.2, step 3) with word i of the block or the schedule; bc: b ^ c, ab: for a ^ b. */
        .macro  round i, w, a, b, c, d, e, f, g, h, bc, ab
        lw      \ab, 4 * (\i)(P)
        add     \h, \h, \w              # T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        add     \h, \h, \ab
        rotations \ab, \e, 6, 5, 14
        add     \h, \h, \ab
        xor     \ab, \f, \g
        and     \ab, \ab, \e
        xor     \ab, \ab, \g
        add     \h, \h, \ab
        add     \d, \d, \h              # e = d + T1
        rotations \ab, \a, 2, 11, 9
        add     \h, \h, \ab             # a = T1 + SIGMA0(a) + Maj(a, b, c)
        xor     \ab, \a, \b
        and     \bc, \bc, \ab
        xor     \bc, \bc, \b
        add     \h, \h, \bc
        .endm

/* The message schedule (step 1) in round i: W(t) in \w, W(t + 8) in \w8, and so on.  W(t + 8) moves to
   \w, and W(t + 16) is made in \w8. */
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
        addi    sp, sp, -FRAME
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sw      s\number, SAVED + 4 * \number(sp)
        .endr
        sw      ra, SAVED + 48(sp)
        sw      a1, DATA(sp)
        sw      a2, BLOCKS(sp)
        lla     a1, K + 192
        sw      a1, LAST(sp)
        # Step 2: a to h from the hash value
        lw      s1, 4(s0)
        lw      a4, 8(s0)
        lw      a5, 12(s0)
        lw      t0, 16(s0)
        lw      t1, 20(s0)
        lw      t2, 24(s0)
        lw      ra, 28(s0)
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
        lw      Y, \offset(P)
        srli    Z, Y, 8
        and     Z, Z, X
        and     Y, Y, X
        slli    Y, Y, 8
        or      Y, Y, Z
        srli    Z, Y, 16
        slli    Y, Y, 16
        or      Y, Y, Z
        sw      Y, \offset(sp)
        .endm
1:      addi    P, P, -8
        addi    sp, sp, -8
        word    4
        word    0
        bne     P, t3, 1b
rounds: lw      a6, 0(sp)
        lw      a7, 4(sp)
        .irp    number, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\number, 4 * \number(sp)
        .endr
        .irp    number, 3, 4, 5, 6
        lw      t\number, 36 + 4 * \number(sp)
        .endr
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

        # Step 4: the hash value
        lw      P, H(sp)
        .macro  sum letter, offset
        lw      X, \offset(P)
        add     \letter, \letter, X
        sw      \letter, \offset(P)
        .endm
        sum     s0, 0
        sum     s1, 4
        sum     a4, 8
        sum     a5, 12
        sum     t0, 16
        sum     t1, 20
        sum     t2, 24
        sum     ra, 28
        lw      X, BLOCKS(sp)
        addi    X, X, -1
        sw      X, BLOCKS(sp)
        bnez    X, next_block
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\number, SAVED + 4 * \number(sp)
        .endr
        lw      ra, SAVED + 48(sp)
        addi    sp, sp, FRAME
        ret

by_bytes:
        addi    P, P, -4
        lbu     Y, 0(P)
        .irp    byte, 1, 2, 3
        lbu     Z, \byte(P)
        slli    Y, Y, 8
        or      Y, Y, Z
        .endr
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
        addi    sp, sp, -OUTER
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        mv      s0, a0
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
        j       4f
1:      lw      a5, PTR(s0)
        bnez    a5, 2f
        # Whole blocks where they lie
        srli    a2, s2, 6
        beqz    a2, 2f
        mv      a1, s1
        andi    a5, s2, -BLOCK_BYTES
        add     s1, s1, a5
        sub     s2, s2, a5
        c.jal   compress
        j       4f
2:      # What there is room for
        li      a4, BLOCK_BYTES
        sub     a4, a4, a5
        bleu    a4, s2, 3f
        mv      a4, s2
3:      sub     s2, s2, a4
        add     a0, s0, a5
        addi    a0, a0, BUF
        add     a5, a5, a4
        sw      a5, PTR(s0)
        mv      a1, s1
        add     s1, s1, a4
        mv      a2, a4
        call    memcpy
        lw      a5, PTR(s0)
        addi    a5, a5, -BLOCK_BYTES
        bnez    a5, 4f
        sw      a5, PTR(s0)
        c.jal   compress_buf
4:      bnez    s2, 1b
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
        addi    sp, sp, -OUTER
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        mv      s0, a0
        mv      s1, a3
        # Section 5.1.1: the n bits, and a bit 1 below them
        li      a4, -256
        sra     a4, a4, a2
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a1, a1, a4
        lw      a3, COUNT(a0)
        add     a3, a3, a2
        sw      a3, COUNT(a0)
        lw      s2, PTR(a0)
        add     a4, a0, s2
        sb      a1, BUF(a4)
        addi    s2, s2, 1
        # Zeros, and a block more if the length does not fit
1:      li      a2, 56
        bleu    s2, a2, 2f
        li      a2, BLOCK_BYTES
        c.jal   zeros
        c.jal   compress_buf
        li      s2, 0
        j       1b
2:      c.jal   zeros
        # The length and the digest are words with their high bytes first
        lw      a3, COUNT(s0)
        lw      a4, COUNT + 4(s0)
        addi    a1, s0, BUF + 56
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
leave:  lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      s2, 12(sp)
        addi    sp, sp, OUTER
        ret
        .size   mote_sha256_close, . - mote_sha256_close

/* Zeros from byte s2 to byte a2 of the block. */
zeros:  addi    a0, s0, BUF
        add     a0, a0, s2
        li      a1, 0
        sub     a2, a2, s2
        tail    memset

/* Writes the word a4 to a1, and moves on. */
put_word:
        li      a5, 4
1:      addi    a5, a5, -1
        add     a2, a1, a5
        sb      a4, 0(a2)
        srli    a4, a4, 8
        bnez    a5, 1b
        addi    a1, a1, 4
        ret

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
