/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/keccak_turn.py.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * Registers, the order of work, which lanes are complemented and chi are those of
 * src/keccak/f1600/rv32imc_fast.S; theta and rho are in one instruction for a word.
 *
 * COUNT of a round: 52 loads, 50 stores; from C to D 5 of the core and 5 of the unit; D and rho 47 of the unit
 * and 3 of the core; chi 110; C of the next round 40; iota 2.
 */

#include "extensions.inc"

/* What the other file's macros take. */
        .macro  rotate x, t, n
        .error  "rho is done with theta"
        .endm

#define ALL_ROUNDS
#include "keccak/f1600_rv32imc.inc"

/* D[x] of both kinds, from C[x-1] and C[x+1]. */
        .purgem d
        .macro  d even, odd, before0, before1, after0, after1
        xor     \odd, \before1, \after0
        keccak_theta \even, \before0, \after1
        .endm

/* \word = the word of kind \odd of the lane (\x, \y) of \from, with D[x] added, the lane rotated by
   \r. */
        .purgem word
        .macro  word word, x, y, r, d0, d1, from, odd
        .equ    source_odd, (\odd + \r) & 1
        .equ    turn, ((\r + source_odd - \odd) / 2) & 31
        lw      \word, 8 * (\x + 5 * \y) + 4 * source_odd (\from)
        .if     source_odd
        turned  \word, \d1
        .else
        turned  \word, \d0
        .endif
        .endm

        .macro  turned word, d
        .if     turn == 0
        xor     \word, \word, \d
        .elseif turn < 16
        keccak_turn \word, \word, \d, turn
        .else
        keccak_turn16 \word, \word, \d, turn - 16
        .endif
        .endm

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
        .globl  mote_keccak_f1600
        .type   mote_keccak_f1600, @function
mote_keccak_f1600:
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
        .size   mote_keccak_f1600, . - mote_keccak_f1600

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
