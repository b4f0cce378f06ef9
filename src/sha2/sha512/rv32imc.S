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
 * clobbers = "a0-a7 t0-t6"
 * stack = 752
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.H = {offset = 24, words = 16}
 * counter = {offset = 8, words = 4, step = 1024}
 * fill = {offset = 0, start = 0, step = 1}
 * bound = 12160
 */

/* Registers of `compress`.  Words of 64 bits are pairs, low half first. */
#define A s2, s3
#define B s4, s5
#define C s6, s7
#define D s8, s9
#define E s10, s11
#define F a6, a7
#define G t0, t1
#define H t2, ra
#define T a0      /* T, U, V, X are free */
#define U a1
#define V a2
#define X s0
#define P a3      /* where the next constants lie; at other times a word of the block, or of H */
#define WL a4     /* W(t) */
#define WH a5
#define NL t3     /* W(t + 14), then W(t + 16) */
#define NH t4
#define SL t5     /* T1 */
#define SH t6
#define BEGIN s1  /* where the block begins */

/*
 * SHA-384 and SHA-512 for RV32IMC, with two rounds written out: between rv32ec.S, the smallest, and
 * rv32imc_fast.S.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: FIPS 180-4, sections 5.1.2, 5.3, 6.4 and 6.5, whose letters are used; functions of
 * section 4.1.3.
 *
 * - Two rounds are written out, once with the schedule, for the first 64 rounds, and once without.  All
 *   letters are in registers.  What a round makes goes to where it has to be after two rounds, and only
 *   four letters are moved in two rounds:
 *
 *     first round     f to H    d + T1 to F    b to D    T1 + T2 to B
 *     second round    e to G    c + T1 to E    a to C    T1 + T2 to A
 *
 * - All 80 words of the schedule have a place on the stack, W(t) at sp, which moves up by two words in a
 *   turn: compressed instructions with constant offsets reach the last 16 words.
 * - sigma0(x) = s ^ y >>> 1 with s = x >> 7 and y = x ^ x >>> 7, where s has all of x >>> 7 but the bits
 *   that come round: 16 instructions instead of 20.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a mask.
 *   Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: an addition of 64 bits is 4; SIGMA0 and SIGMA1 22 each, Ch 6,
 * Maj 8, seven additions 28, the constant 4, moves 4: 94.  The schedule takes sigma0 16, sigma1 20, three
 * additions 12, loads 12, the store 4: 64.  In the last 16 rounds there is a load of W instead, 4.
 * That is 64 * 158 + 16 * 98 = 11,680; the block's 32 words in the order of bytes take 384 with the
 * stores, the sums at the end 96.  Bound of this order of work: 12,160; loops take some 380 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* The context. */
        .equ    PTR, 0                  # bytes waiting in the block, 0 to 127
        .equ    SIZE, 4                 # digest size in bits
        .equ    COUNT, 8                # bits so far, low word first
        .equ    HASH, 24
        .equ    BUF, 88                 # the block being collected
        .equ    BLOCK_BYTES, 128
        .equ    WORD, 8                 # bytes of a word

/* The frame of compress: the schedule, and from sp on above it */
        .equ    SCHEDULE, 80 * WORD
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    CC, SAVED + 0           # s0 is the context
        .equ    DATA, 52
        .equ    BLOCKS, 56
        .equ    FRAME, 80

/* The frame of the functions that call it. */
        .equ    OUTER, 32

        .text
        .p2align 2

/* The constants (section 4.2.3), low halves first. */
K:
#include "sha2/sha512_constants.inc"

/* The initial values (section 5.3.5, then 5.3.4), low halves first. */
initial:
        .word   0xF3BCC908, 0x6A09E667, 0x84CAA73B, 0xBB67AE85
        .word   0xFE94F82B, 0x3C6EF372, 0x5F1D36F1, 0xA54FF53A
        .word   0xADE682D1, 0x510E527F, 0x2B3E6C1F, 0x9B05688C
        .word   0xFB41BD6B, 0x1F83D9AB, 0x137E2179, 0x5BE0CD19
        .word   0xC1059ED8, 0xCBBB9D5D, 0x367CD507, 0x629A292A
        .word   0x3070DD17, 0x9159015A, 0xF70E5939, 0x152FECD8
        .word   0xFFC00B31, 0x67332667, 0x68581511, 0x8EB44A87
        .word   0x64F98FA7, 0xDB0C2E0D, 0xBEFA4FA4, 0x47B5481D

/* T = the half of a word rotated right by \r1, \r2 and \r3, added, whose own bits are \x and the
   other's \y. */
        .macro  rotated x, y, r
        .if     \r < 32
        srli    U, \x, \r
        xor     T, T, U
        slli    U, \y, 32 - \r
        .else
        srli    U, \y, \r - 32
        xor     T, T, U
        slli    U, \x, 64 - \r
        .endif
        xor     T, T, U
        .endm
        .macro  rotations x, y, r1, r2, r3
        srli    T, \x, \r1
        slli    U, \y, 32 - \r1
        xor     T, T, U
        rotated \x, \y, \r2
        rotated \x, \y, \r3
        .endm

/* \l, \h += T as its low half; T = the carry, which is added.  The high half is still to come. */
        .macro  add_low l, h
        add     \l, \l, T
        sltu    T, \l, T
        add     \h, \h, T
        .endm

/* \l, \h += the sum of the three rotations of \xl, \xh. */
        .macro  add_rotations l, h, xl, xh, r1, r2, r3
        rotations \xl, \xh, \r1, \r2, \r3
        add_low \l, \h
        rotations \xh, \xl, \r1, \r2, \r3
        add     \h, \h, T
        .endm

/* Ch(e, f, g) of a half. */
        .macro  choose e, f, g
        xor     T, \f, \g
        and     T, T, \e
        xor     T, T, \g
        .endm

/* The message schedule (section 6.4.2, step 1): W(t + 16) in its place on the stack, and W(t + 1) in
   WL, WH; \i = t modulo 2. */
        .macro  schedule i
        # sigma1(W(t + 14)), the high half in V
        lw      NL, WORD * (\i + 14)(sp)
        lw      NH, WORD * (\i + 14) + 4(sp)
        srli    V, NH, 6
        srli    U, NH, 19
        xor     V, V, U
        slli    U, NL, 13
        xor     V, V, U
        srli    U, NL, 29
        xor     V, V, U
        slli    U, NH, 3
        xor     V, V, U
        srli    T, NL, 6
        slli    U, NH, 26
        xor     T, T, U
        srli    U, NL, 19
        xor     T, T, U
        slli    U, NH, 13
        xor     T, T, U
        srli    U, NH, 29
        xor     T, T, U
        slli    U, NL, 3
        xor     T, T, U
        # added to W(t)
        add     NL, WL, T
        sltu    T, NL, T
        add     NH, WH, T
        add     NH, NH, V
        # sigma0(W(t + 1))
        lw      WL, WORD * (\i + 1)(sp)
        lw      WH, WORD * (\i + 1) + 4(sp)
        srli    T, WL, 7                # s in T, U
        slli    U, WH, 25
        or      T, T, U
        srli    U, WH, 7
        xor     X, WL, T                # y in X, V
        srli    V, X, 1
        xor     T, T, V
        slli    X, X, 31
        slli    V, WL, 25
        xor     V, V, U
        xor     V, V, WH
        xor     U, U, X
        slli    X, V, 31
        xor     T, T, X
        srli    V, V, 1
        xor     U, U, V
        add_low NL, NH
        add     NH, NH, U
        # W(t + 9)
        lw      T, WORD * (\i + 9)(sp)
        lw      U, WORD * (\i + 9) + 4(sp)
        add_low NL, NH
        add     NH, NH, U
        sw      NL, WORD * (\i + 16)(sp)
        sw      NH, WORD * (\i + 16) + 4(sp)
        .endm

/* Maj(a, b, c) of a half; changes X. */
        .macro  majority to, a, b, c
        xor     \to, \a, \b
        xor     X, \a, \c
        and     \to, \to, X
        xor     \to, \to, \a
        .endm

/* A round (section 6.4.2, step 3) with the word WL, WH.  The letter \ml, \mh moves to where h was, and the
   new e goes to its place; \nl, \nh moves to where d was, and the new a goes to its place. */
        .macro  round first, i, al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, hl, hh, ml, mh, nl, nh
        lw      T, WORD * (\i)(P)       # T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        lw      U, WORD * (\i) + 4(P)
        add     SL, \hl, T
        sltu    T, SL, T
        add     SH, \hh, T
        add     SH, SH, U
        add     SL, SL, WL
        sltu    T, SL, WL
        add     SH, SH, T
        add     SH, SH, WH
        .if     \first
        schedule \i
        .else
        lw      WL, WORD * (\i + 1)(sp)
        lw      WH, WORD * (\i + 1) + 4(sp)
        .endif
        add_rotations SL, SH, \el, \eh, 14, 18, 41
        choose  \el, \fl, \gl
        add_low SL, SH
        choose  \eh, \fh, \gh
        add     SH, SH, T
        mv      \hl, \ml                # a letter that moves
        mv      \hh, \mh
        add     \ml, \dl, SL            # e = d + T1
        sltu    T, \ml, SL
        add     \mh, \dh, T
        add     \mh, \mh, SH
        add_rotations SL, SH, \al, \ah, 28, 34, 39 # a = T1 + SIGMA0(a) + Maj(a, b, c)
        majority T, \al, \bl, \cl
        majority V, \ah, \bh, \ch
        mv      \dl, \nl                # another
        mv      \dh, \nh
        add     \nl, SL, T
        sltu    T, \nl, T
        add     \nh, SH, T
        add     \nh, \nh, V
        .endm

        .macro  two_rounds first
        round   \first, 0, A, B, C, D, E, F, G, H, F, B
        round   \first, 1, B, A, D, C, F, E, H, G, E, A
        addi    P, P, 2 * WORD
        addi    sp, sp, 2 * WORD
        .endm

/* For all letters: \name with the two halves, and where they are in the context. */
        .macro  each_letter name
        \name   A, HASH
        \name   B, HASH + WORD
        \name   C, HASH + 2 * WORD
        \name   D, HASH + 3 * WORD
        \name   E, HASH + 4 * WORD
        \name   F, HASH + 5 * WORD
        \name   G, HASH + 6 * WORD
        \name   H, HASH + 7 * WORD
        .endm

/*
 * The hash computation (section 6.4.2) for some blocks.
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
        # Step 2: a to h from the hash value
        .macro  start l, h, offset
        lw      \l, \offset(s0)
        lw      \h, \offset + 4(s0)
        .endm
        each_letter start

next_block:
        # W(0) to W(15): the words of the block, from the last on
        lw      BEGIN, DATA(sp)
        addi    P, BEGIN, BLOCK_BYTES
        sw      P, DATA(sp)
        addi    sp, sp, 16 * WORD - SCHEDULE
        andi    T, P, 3
        bnez    T, by_bytes
        li      X, 0x00FF00FF
        .macro  word from, to
        lw      T, \from(P)
        srli    U, T, 8
        and     U, U, X
        and     T, T, X
        slli    T, T, 8
        or      T, T, U
        srli    U, T, 16
        slli    T, T, 16
        or      T, T, U
        sw      T, \to(sp)
        .endm
1:      addi    P, P, -WORD
        addi    sp, sp, -WORD
        word    4, 0
        word    0, 4
        bne     P, BEGIN, 1b
rounds: lw      WL, 0(sp)
        lw      WH, 4(sp)
        # Step 3
        lla     P, K
2:      two_rounds 1
        lla     T, K + 64 * WORD
        bne     P, T, 2b
3:      two_rounds 0
        lla     T, K + 80 * WORD
        bne     P, T, 3b

        # Step 4: the hash value
        lw      P, CC(sp)
        .macro  sum l, h, offset
        lw      T, \offset(P)
        lw      U, \offset + 4(P)
        add_low \l, \h
        add     \h, \h, U
        sw      \l, \offset(P)
        sw      \h, \offset + 4(P)
        .endm
        each_letter sum
        lw      T, BLOCKS(sp)
        addi    T, T, -1
        sw      T, BLOCKS(sp)
        bnez    T, next_block
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\number, SAVED + 4 * \number(sp)
        .endr
        lw      ra, SAVED + 48(sp)
        addi    sp, sp, FRAME
        ret

/* The same words from their bytes, with the two halves of a word changed over. */
by_bytes:
        mv      X, sp
        addi    sp, sp, -16 * WORD
1:      addi    P, P, -4
        lbu     T, 0(P)
        .irp    byte, 1, 2, 3
        lbu     U, \byte(P)
        slli    T, T, 8
        or      T, T, U
        .endr
        addi    X, X, -4
        xori    U, X, 4
        sw      T, 0(U)
        bne     P, BEGIN, 1b
        j       rounds

/*
 * void mote_sha512(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha512
        .type   mote_sha512, @function
mote_sha512:
        addi    sp, sp, -OUTER
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        mv      s0, a0
        mv      s1, a1
        mv      s2, a2
        # Bits so far; a2, a5: what is to be added to this word and to the next
        srli    a5, a2, 29
        slli    a2, a2, 3
        li      a3, 4
1:      lw      a4, COUNT(a0)
        add     a4, a4, a2
        sltu    a2, a4, a2
        add     a2, a2, a5
        li      a5, 0
        sw      a4, COUNT(a0)
        addi    a0, a0, 4
        addi    a3, a3, -1
        bnez    a3, 1b
        j       4f
1:      lw      a5, PTR(s0)
        bnez    a5, 2f
        # Whole blocks where they lie
        srli    a2, s2, 7
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
        .size   mote_sha512, . - mote_sha512

/* The same for the block in the context s0. */
compress_buf:
        addi    a1, s0, BUF
        li      a2, 1
        j       compress

/*
 * void mote_sha512_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha512_close
        .type   mote_sha512_close, @function
mote_sha512_close:
        addi    sp, sp, -OUTER
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        mv      s0, a0
        mv      s1, a3
        # Section 5.1.2: the n bits, and a bit 1 below them
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
1:      li      a2, 112
        bleu    s2, a2, 2f
        li      a2, BLOCK_BYTES
        c.jal   zeros
        c.jal   compress_buf
        li      s2, 0
        j       1b
2:      c.jal   zeros
        # The length and the digest are words with their high bytes first
        addi    a1, s0, BUF + 112
        lw      a4, COUNT + 12(s0)
        c.jal   put_word
        lw      a4, COUNT + 8(s0)
        c.jal   put_word
        lw      a4, COUNT + 4(s0)
        c.jal   put_word
        lw      a4, COUNT(s0)
        c.jal   put_word
        c.jal   compress_buf
        mv      a1, s1
        lw      s1, SIZE(s0)
        srli    s1, s1, 6
3:      lw      a4, HASH + 4(s0)
        c.jal   put_word
        lw      a4, HASH(s0)
        addi    s0, s0, WORD
        c.jal   put_word
        addi    s1, s1, -1
        bnez    s1, 3b
leave:  lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      s2, 12(sp)
        addi    sp, sp, OUTER
        ret
        .size   mote_sha512_close, . - mote_sha512_close

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
 * void mote_sha512_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha512_init
        .type   mote_sha512_init, @function
mote_sha512_init:
        sw      a1, SIZE(a0)
        li      a4, 0
        sw      a4, PTR(a0)
        sw      a4, COUNT(a0)
        sw      a4, COUNT + 4(a0)
        sw      a4, COUNT + 8(a0)
        sw      a4, COUNT + 12(a0)
        andi    a1, a1, 128             # 128 if it is 384, and 0 if it is 512
        srli    a1, a1, 1
        lla     a2, initial
        add     a2, a2, a1
        li      a5, 16
1:      lw      a4, 0(a2)
        sw      a4, HASH(a0)
        addi    a2, a2, 4
        addi    a0, a0, 4
        addi    a5, a5, -1
        bnez    a5, 1b
        ret
        .size   mote_sha512_init, . - mote_sha512_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
