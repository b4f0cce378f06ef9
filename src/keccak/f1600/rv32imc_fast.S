/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "a1-a7 t0-t6"
 * stack = 256
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 * defines = ["KECCAK_INTERLEAVED"]
 */

/* Registers: keccak/f1600_rv32imc.inc. */

/*
 * Keccak-f[1600] for RV32IMC, fast.  Only instructions of RV32I and C are used; nothing is called,
 * and there is no data outside .text.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * THE STATE comes and goes with its lanes bit-interleaved: word 2 i holds the bits of lane i at
 * even positions, word 2 i + 1 those at odd positions; lane (x, y) is i = x + 5 y.  The caller
 * interleaves what it adds to the state and puts back in order what it takes out (../interleave.h).
 * A lane is then rotated by rotating two words: by r / 2 each where r is even; where r is odd, the
 * even word becomes the odd one rotated by (r + 1) / 2, and the odd word the even one rotated by
 * (r - 1) / 2.  And half a plane, the five words of one kind with the same y, goes through theta,
 * rho, pi, chi and iota by itself, so that C and D of all lanes stay in registers.
 *
 * A ROUND goes from the caller's state to a copy on the stack, or back.  What it writes, it adds to
 * C for the next round.
 *
 * Six lanes are kept complemented, 1, 2, 8, 12, 17 and 20.  After theta, which turns over columns 0
 * and 3 because of them, rho and pi, chi then takes either
 *
 *   a and b in place of ~a and b, where a is complemented and b is not, or
 *   a or b, complemented in the result, where it is the other way round,
 *
 * for every word but one in each half plane; there one is complemented first, once its other use is
 * done.  The results are complemented for the same six lanes.
 *
 * COUNT for a round, in cycles of Ibex: 50 loads and 50 stores of 2 each, 200; theta 25 from C to
 * D, 50 to add D, 40 to add C; rho 47 rotations by three instructions, 141; chi 110; iota 6.  In
 * all 572, 13,728 for the permutation: the bound for this order of work.  The loop takes 3 more for
 * a round, entry and exit 316 in all.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* keccak/p1600 has the last 12 rounds of it by another name. */
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

/* \x rotated left by \n. */
        .macro  rotate x, t, n
        slli    \t, \x, \n
        srli    \x, \x, 32 - \n
        or      \x, \x, \t
        .endm

/* \to = \x rotated left by 1. */
        .macro  rotate_by_1 to, x, t
        slli    \to, \x, 1
        srli    \t, \x, 31
        or      \to, \to, \t
        .endm

#include "keccak/f1600_rv32imc.inc"

        .text

/* A word of chi's result, for y > 0: \a + (\b \operation \c), to its place, and added to C[x]. */
        .macro  chi operation, a, b, c, x, y, c0, c1, to, odd
        \operation T, \b, \c
        xor     T, T, \a
        sw      T, 8 * (\x + 5 * \y) + 4 * \odd (\to)
        .if     \odd
        xor     \c1, \c1, T
        .else
        xor     \c0, \c0, T
        .endif
        .endm

/* The same for y = 0, which is the first: C[x] becomes the word.  iota at x = 0. */
        .macro  chi_first operation, a, b, c, x, cx, to, odd, constant
        \operation \cx, \b, \c
        xor     \cx, \cx, \a
        .if     \x == 0
        lw      T, \constant + 4 * \odd (CONSTANTS)
        xor     \cx, \cx, T
        .endif
        sw      \cx, 8 * \x + 4 * \odd (\to)
        .endm

/* Half the plane y = 0; \c0 to \c4: C of this kind. */
        .macro  half_0 from, to, odd, constant, c0, c1, c2, c3, c4
        words_0 \from, \odd
        chi_first or, B0, B1, B2, 0, \c0, \to, \odd, \constant
        chi_first and, B2, B3, B4, 2, \c2, \to, \odd
        chi_first or, B3, B4, B0, 3, \c3, \to, \odd
        chi_first and, B4, B0, B1, 4, \c4, \to, \odd
        not     B2, B2
        chi_first or, B1, B2, B3, 1, \c1, \to, \odd
        .endm

        .macro  half_1 from, to, odd
        words_1 \from, \odd
        chi     or, B0, B1, B2, 0, 1, C00, C10, \to, \odd
        chi     and, B1, B2, B3, 1, 1, C01, C11, \to, \odd
        chi     or, B3, B4, B0, 3, 1, C03, C13, \to, \odd
        chi     and, B4, B0, B1, 4, 1, C04, C14, \to, \odd
        not     B4, B4
        chi     or, B2, B3, B4, 2, 1, C02, C12, \to, \odd
        .endm

        .macro  half_2 from, to, odd
        words_2 \from, \odd
        chi     or, B0, B1, B2, 0, 2, C00, C10, \to, \odd
        chi     and, B1, B2, B3, 1, 2, C01, C11, \to, \odd
        chi     and, B4, B0, B1, 4, 2, C04, C14, \to, \odd
        not     B3, B3
        chi     and, B2, B3, B4, 2, 2, C02, C12, \to, \odd
        chi     or, B3, B4, B0, 3, 2, C03, C13, \to, \odd
        .endm

        .macro  half_3 from, to, odd
        words_3 \from, \odd
        chi     and, B0, B1, B2, 0, 3, C00, C10, \to, \odd
        chi     or, B1, B2, B3, 1, 3, C01, C11, \to, \odd
        chi     or, B4, B0, B1, 4, 3, C04, C14, \to, \odd
        not     B3, B3
        chi     or, B2, B3, B4, 2, 3, C02, C12, \to, \odd
        chi     and, B3, B4, B0, 3, 3, C03, C13, \to, \odd
        .endm

        .macro  half_4 from, to, odd
        words_4 \from, \odd
        chi     and, B2, B3, B4, 2, 4, C02, C12, \to, \odd
        chi     or, B3, B4, B0, 3, 4, C03, C13, \to, \odd
        chi     and, B4, B0, B1, 4, 4, C04, C14, \to, \odd
        not     B1, B1
        chi     and, B0, B1, B2, 0, 4, C00, C10, \to, \odd
        chi     or, B1, B2, B3, 1, 4, C01, C11, \to, \odd
        .endm

/* \constant: place of its two constants. */
        .macro  round from, to, constant
        theta
        half_0  \from, \to, 0, \constant, C00, C01, C02, C03, C04
        half_0  \from, \to, 1, \constant, C10, C11, C12, C13, C14
        .irp    odd, 0, 1
        half_1  \from, \to, \odd
        half_2  \from, \to, \odd
        half_3  \from, \to, \odd
        half_4  \from, \to, \odd
        .endr
        .endm

/* Complements a word of the state at \place. */
        .macro  complement place
        lw      T, \place (STATE)
        not     T, T
        sw      T, \place (STATE)
        .endm

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a1 to a7, t0 to t6.  Stack: 256 bytes.
 */
        .globl  PERMUTATION
        .type   PERMUTATION, @function
PERMUTATION:
        enter
        lla     CONSTANTS, constants
        .irp    lane, 1, 2, 8, 12, 17, 20
        complement 8 * \lane
        complement 8 * \lane + 4
        .endr
        columns
rounds: round   STATE, sp, 0
        round   sp, STATE, 8
        addi    CONSTANTS, CONSTANTS, 16
        lla     T, constants_end
        bne     CONSTANTS, T, rounds
        .irp    lane, 1, 2, 8, 12, 17, 20
        complement 8 * \lane
        complement 8 * \lane + 4
        .endr
        leave

        round_constants
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
