/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-512 with the instruction of cores/riscv/extensions/sha512_sum.py, whose register
 * takes the sums; the order of work is that of src/sha2/sha512_compress/rv32imc_fast.S, and so is what a
 * caller gives.
 *
 * Specification: FIPS 180-4, section 6.4.2; functions of section 4.1.3.
 *
 * COUNT of a round: 2 loads, 14 instructions of the core, 10 of the unit; of a step of the schedule 4 loads, 2
 * stores, 5 of the unit.
 */

#include "extensions.inc"

        .equ    SET, 0
        .equ    ADD, 1
        .equ    SUM0, 2
        .equ    SUM1, 3
        .equ    SIG0, 4
        .equ    SIG1, 5
        .equ    LOW, 6
        .equ    HIGH, 7

#define T a0 /* as compress.inc has them */
#define U a1
#define V a2
#define P a3
#define WL a4
#define WH a5

/* T = the word at \offset(P) with its bytes in reverse order, which are swapped with the mask in s0. */
        .macro  reversed_word offset
        lw      T, \offset(P)
        srli    U, T, 8
        and     U, U, s0
        and     T, T, s0
        slli    T, T, 8
        or      T, T, U
        srli    U, T, 16
        slli    T, T, 16
        or      T, T, U
        .endm

/* A round (section 6.4.2, step 3) with the word WL, WH; \bc: the high half of b ^ c, \ab: for that
   of a ^ b; \first: whether the schedule goes on. */
        .macro  round first, i, rl, rh, bc, ab, al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, hl, hh
        sum512  zero, \hl, \hh, SET     # T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        lw      T, WORD * (\i)(P)
        lw      U, WORD * (\i) + 4(P)
        sum512  zero, T, U, ADD
        sum512  zero, WL, WH, ADD
        sum512  zero, \el, \eh, SUM1
        xor     T, \fl, \gl
        and     T, T, \el
        xor     T, T, \gl
        xor     U, \fh, \gh
        and     U, U, \eh
        xor     U, U, \gh
        sum512  zero, T, U, ADD
        sum512  T, \dl, \dh, LOW        # e = d + T1
        sum512  \dh, \dl, \dh, HIGH
        mv      \dl, T
        sum512  zero, \al, \ah, SUM0    # a = T1 + SIGMA0(a) + Maj(a, b, c)
        xor     T, \al, \bl
        xor     U, \al, \cl
        and     T, T, U
        xor     T, T, \al
        xor     \ab, \ah, \bh
        and     \bc, \bc, \ab
        xor     \bc, \bc, \bh
        sum512  \hl, T, \bc, LOW
        sum512  \hh, T, \bc, HIGH
        .if     \first
        # W(t + 16) = sigma1(W(t + 14)) + W(t) + sigma0(W(t + 1)) + W(t + 9); W(t + 14) is in \rl, \rh
        sum512  zero, WL, WH, SET
        sum512  zero, \rl, \rh, SIG1
        lw      WL, WORD * (\i + 1)(sp)
        lw      WH, WORD * (\i + 1) + 4(sp)
        sum512  zero, WL, WH, SIG0
        lw      T, WORD * (\i + 9)(sp)
        lw      U, WORD * (\i + 9) + 4(sp)
        sum512  \rl, T, U, LOW
        sum512  \rh, T, U, HIGH
        sw      \rl, WORD * (\i + 16)(sp)
        sw      \rh, WORD * (\i + 16) + 4(sp)
        .else
        lw      WL, WORD * (\i + 1)(sp)
        lw      WH, WORD * (\i + 1) + 4(sp)
        .endif
        .endm

#include "compress.inc"
