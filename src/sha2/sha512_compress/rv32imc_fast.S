/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
 * functions = ["mote_sha512_compress(H, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {H = 64, data = "128 * blocks"}
 * writes = {H = 64}
 * clobbers = "a0-a7 t0-t6"
 * stack = 720
 * constant_time = true
 * calls = []
 * block = "next_block"
 * bound = 11504
 */

/* Registers.  Words of 64 bits are pairs, low half first; the letters' names move on with each
   round. */
#define LETTER0 s2, s3
#define LETTER1 s4, s5
#define LETTER2 s6, s7
#define LETTER3 s8, s9
#define LETTER4 s10, s11
#define LETTER5 a6, a7
#define LETTER6 t0, t1
#define LETTER7 t2, ra
#define X s0      /* X and Y: one holds the high half of b ^ c, which is a ^ b of the round before; */
#define Y s1      /* the other is free */
#define T a0      /* T, U, V are free */
#define U a1
#define V a2
#define P a3      /* where the next constants lie; at other times a word of the block, or of H */
#define WL a4     /* W(t) */
#define WH a5
#define RECENT t3, t4    /* these two hold W(t + 14) and W(t + 15), or the other way round */
#define RECENT2 t5, t6

/*
 * The compression function of SHA-512, for RV32IMC, on any number (at least one) of message blocks,
 * wherever they lie.  Only instructions of RV32I and C are used; nothing is called.
 *
 * Specification: FIPS 180-4, section 6.4.2, whose letters are used; functions of section 4.1.3.
 *
 * - Eight rounds are written out, so that letters change names instead of places; once with the
 *   schedule, for the first 64 rounds, and once without, for the last 16.
 * - All 80 words of the schedule have a place on the stack, W(t) at sp, which moves up by eight
 *   words in a turn: compressed instructions with constant offsets reach all words.
 * - Three words of the schedule are in registers: W(t), for it was W(t + 1) of the round before,
 *   and the two that were made last, of which one is due in sigma1.  W(t + 16) takes the place of
 *   W(t + 14) there.
 * - sigma0(x) = s ^ y >>> 1 with s = x >> 7 and y = x ^ x >>> 7, where s has all of x >>> 7 but the
 *   bits that come round: 16 instructions instead of 20.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c; of that a
 *   register is left for one half.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a
 *   mask: 10 cycles for a word of 32 bits.  Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: an addition of 64 bits is 4; SIGMA0 and SIGMA1 22 each, Ch
 * 6, Maj 7, seven additions 28, the constant 4: 89.  The schedule takes sigma0 16, sigma1 20, three
 * additions 12, loads 8, the store 4: 60.  In the last 16 rounds there is a load of W instead, 4.
 * That is 64 * 149 + 16 * 93 = 11,024; the block's 32 words in the order of bytes take 384, the
 * sums at the end 96.  Bound of this order of work: 11,504, and with the loops some 150 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

        .equ    WORD, 8                 # bytes of a word
        .equ    BLOCK, 128              # bytes of a block

/* The frame: the schedule, and from sp on above it */
        .equ    SCHEDULE, 80 * WORD
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    H, 52
        .equ    DATA, 56
        .equ    BLOCKS, 60
        .equ    FRAME, 80

        .text
        .p2align 2

/* The constants (section 4.2.3), low halves first. */
K:
#include "sha2/sha512_constants.inc"

#include "sha2/rv32imc_frame.inc"
#include "sha2/sha512_rv32imc.inc"

/* A round (section 6.4.2, step 3) with the word WL, WH; \bc: the high half of b ^ c, \ab: for that
   of a ^ b; \first: whether the schedule goes on. */
        .macro  round first, i, rl, rh, bc, ab, al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, hl, hh
        lw      T, WORD * (\i)(P)       # T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        lw      U, WORD * (\i) + 4(P)
        add_low \hl, \hh
        add     \hh, \hh, U
        add     \hl, \hl, WL
        sltu    T, \hl, WL
        add     \hh, \hh, T
        add     \hh, \hh, WH
        .if     \first
        schedule_word \i, \rl, \rh, \ab  # W(t + 14) is in \rl, \rh
        .else
        lw      WL, WORD * (\i + 1)(sp)
        lw      WH, WORD * (\i + 1) + 4(sp)
        .endif
        add_rotations \hl, \hh, \el, \eh, 14, 18, 41
        choose  \el, \fl, \gl
        add_low \hl, \hh
        choose  \eh, \fh, \gh
        add     \hh, \hh, T
        add     \dl, \dl, \hl           # e = d + T1
        sltu    T, \dl, \hl
        add     \dh, \dh, T
        add     \dh, \dh, \hh
        add_rotations \hl, \hh, \al, \ah, 28, 34, 39 # a = T1 + SIGMA0(a) + Maj(a, b, c)
        xor     T, \al, \bl
        xor     U, \al, \cl
        and     T, T, U
        xor     T, T, \al
        add_low \hl, \hh
        xor     \ab, \ah, \bh
        and     \bc, \bc, \ab
        xor     \bc, \bc, \bh
        add     \hh, \hh, \bc
        .endm

#define ROTATED0 LETTER0, LETTER1, LETTER2, LETTER3, LETTER4, LETTER5, LETTER6, LETTER7
#define ROTATED1 LETTER7, LETTER0, LETTER1, LETTER2, LETTER3, LETTER4, LETTER5, LETTER6
#define ROTATED2 LETTER6, LETTER7, LETTER0, LETTER1, LETTER2, LETTER3, LETTER4, LETTER5
#define ROTATED3 LETTER5, LETTER6, LETTER7, LETTER0, LETTER1, LETTER2, LETTER3, LETTER4
#define ROTATED4 LETTER4, LETTER5, LETTER6, LETTER7, LETTER0, LETTER1, LETTER2, LETTER3
#define ROTATED5 LETTER3, LETTER4, LETTER5, LETTER6, LETTER7, LETTER0, LETTER1, LETTER2
#define ROTATED6 LETTER2, LETTER3, LETTER4, LETTER5, LETTER6, LETTER7, LETTER0, LETTER1
#define ROTATED7 LETTER1, LETTER2, LETTER3, LETTER4, LETTER5, LETTER6, LETTER7, LETTER0

        .macro  eight_rounds first
        round   \first, 0, RECENT, X, Y, ROTATED0
        round   \first, 1, RECENT2, Y, X, ROTATED1
        round   \first, 2, RECENT, X, Y, ROTATED2
        round   \first, 3, RECENT2, Y, X, ROTATED3
        round   \first, 4, RECENT, X, Y, ROTATED4
        round   \first, 5, RECENT2, Y, X, ROTATED5
        round   \first, 6, RECENT, X, Y, ROTATED6
        round   \first, 7, RECENT2, Y, X, ROTATED7
        addi    P, P, 8 * WORD
        addi    sp, sp, 8 * WORD
        .endm

/* For all letters: \name with the two halves, and where they are in H. */
        .macro  each_letter name
        \name   LETTER0, 0
        \name   LETTER1, WORD
        \name   LETTER2, 2 * WORD
        \name   LETTER3, 3 * WORD
        \name   LETTER4, 4 * WORD
        \name   LETTER5, 5 * WORD
        \name   LETTER6, 6 * WORD
        \name   LETTER7, 7 * WORD
        .endm

/*
 * void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks)
 * a0 = H, a1 = data, a2 = blocks.  Clobbers a0 to a7, t0 to t6.  Stack: 720 bytes.
 */
        .globl  mote_sha512_compress
        .type   mote_sha512_compress, @function
mote_sha512_compress:
        enter
        sw      a0, H(sp)
        sw      a1, DATA(sp)
        sw      a2, BLOCKS(sp)
        mv      P, a0
        # Step 2: a to h from the hash value
        .macro  start l, h, offset
        lw      \l, \offset(P)
        lw      \h, \offset + 4(P)
        .endm
        each_letter start

next_block:
        # W(0) to W(15): the words of the block, from the last on; V: where it begins
        lw      V, DATA(sp)
        addi    P, V, BLOCK
        sw      P, DATA(sp)
        addi    sp, sp, 16 * WORD - SCHEDULE
        andi    T, V, 3
        beqz    T, 5f                   # (by_bytes is out of its reach)
        j       by_bytes
5:      li      X, 0x00FF00FF
1:      addi    P, P, -2 * WORD
        addi    sp, sp, -2 * WORD
        reversed 8
        sw      T, 12(sp)
        reversed 12
        sw      T, 8(sp)
        reversed 0
        sw      T, 4(sp)
        reversed 4
        sw      T, 0(sp)
        bne     P, V, 1b

rounds: lw      WL, 0(sp)
        lw      WH, 4(sp)
        .macro  recent l, h, offset
        lw      \l, \offset(sp)
        lw      \h, \offset + 4(sp)
        .endm
        recent  RECENT, 14 * WORD
        recent  RECENT2, 15 * WORD
        # Step 3
        .macro  high_of_sum bl, bh, cl, ch
        xor     X, \bh, \ch
        .endm
        high_of_sum LETTER1, LETTER2
        lla     P, K
2:      eight_rounds 1
        lla     T, K + 64 * WORD
        bne     P, T, 2b
3:      eight_rounds 0
        lla     T, K + 80 * WORD
        bne     P, T, 3b

        # Step 4: the hash value
        lw      P, H(sp)
        add_to_hash
        beqz    T, 4f
        j       next_block
4:
        return

/* The same words from their bytes, with the two halves of a word changed over. */
by_bytes:
        from_bytes V
        j       rounds
        .size   mote_sha512_compress, . - mote_sha512_compress

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
