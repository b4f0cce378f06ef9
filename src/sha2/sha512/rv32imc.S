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
 * - Two rounds are written out, once with the schedule, for the first 64 rounds, and once without.
 *   All letters are in registers.  What a round makes goes to where it has to be after two rounds,
 *   and only four letters are moved in two rounds:
 *
 *     first round     f to H    d + T1 to F    b to D    T1 + T2 to B
 *     second round    e to G    c + T1 to E    a to C    T1 + T2 to A
 *
 * - All 80 words of the schedule have a place on the stack, W(t) at sp, which moves up by two words
 *   in a turn: compressed instructions with constant offsets reach the last 16 words.
 * - sigma0(x) = s ^ y >>> 1 with s = x >> 7 and y = x ^ x >>> 7, where s has all of x >>> 7 but the
 *   bits that come round: 16 instructions instead of 20.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a
 *   mask.  Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: an addition of 64 bits is 4; SIGMA0 and SIGMA1 22 each, Ch
 * 6, Maj 8, seven additions 28, the constant 4, moves 4: 94.  The schedule takes sigma0 16, sigma1
 * 20, three additions 12, loads 12, the store 4: 64.  In the last 16 rounds there is a load of W
 * instead, 4.  That is 64 * 158 + 16 * 98 = 11,680; the block's 32 words in the order of bytes take
 * 384 with the stores, the sums at the end 96.  Bound of this order of work: 12,160; loops take
 * some 380 more.
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
        .equ    BLOCK_BITS, 7           # binary logarithm of its bytes
        .equ    LENGTH, 112             # where in the last block the message's length lies
        .equ    WORD, 8                 # bytes of a word

/* The frame of compress: the schedule, and from sp on above it */
        .equ    SCHEDULE, 80 * WORD
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    CC, SAVED + 0           # s0 is the context
        .equ    DATA, 52
        .equ    BLOCKS, 56
        .equ    FRAME, 80

        .text
        .p2align 2

/* The constants (section 4.2.3), low halves first. */
K:
#include "sha2/sha512_constants.inc"

/* The initial values (section 5.3.5, then 5.3.4), low halves first. */
initial:
#include "sha2/sha512_initial.inc"

#include "sha2/rv32imc_mode.inc"
#include "sha2/rv32imc_frame.inc"
#include "sha2/sha512_rv32imc.inc"

/* The message schedule (section 6.4.2, step 1): W(t + 16) in its place on the stack, and W(t + 1)
   in WL, WH; \i = t modulo 2. */
        .macro  schedule i
        lw      NL, WORD * (\i + 14)(sp)
        lw      NH, WORD * (\i + 14) + 4(sp)
        schedule_word \i, NL, NH, X
        .endm

/* Maj(a, b, c) of a half; changes X. */
        .macro  majority to, a, b, c
        xor     \to, \a, \b
        xor     X, \a, \c
        and     \to, \to, X
        xor     \to, \to, \a
        .endm

/* A round (section 6.4.2, step 3) with the word WL, WH.  The letter \ml, \mh moves to where h was,
   and the new e goes to its place; \nl, \nh moves to where d was, and the new a goes to its place.
   */
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
        enter
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
        reversed \from
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
        add_to_hash
        bnez    T, next_block
        return

/* The same words from their bytes, with the two halves of a word changed over. */
by_bytes:
        from_bytes BEGIN
        j       rounds

/*
 * void mote_sha512(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha512
        .type   mote_sha512, @function
mote_sha512:
        enter_mode
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
        collect
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
        enter_mode
        mv      s1, a3
        # Section 5.1.2: the n bits, and a bit 1 below them
        pad
        # The length and the digest are words with their high bytes first
        addi    a1, s0, BUF + LENGTH
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
leave:  leave_mode
        .size   mote_sha512_close, . - mote_sha512_close

        functions_of_mode

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
