/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/keccak_chi.py.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * Registers and the order of work are those of
 * src/keccak/f1600/rv32imc_fast.S; theta and rho are in one instruction for a word, and so is chi.
 *
 * The unit's register has the word that was turned last, then in turn each word that chi has taken: chi of
 * half a plane begins with the last of its words.  Nothing is complemented.
 *
 * COUNT of a round: 52 loads, 50 stores; from C to D 5 of the core and 5 of the unit; D and rho 47 of the unit
 * and 3 of the core; chi 50 of the unit; C of the next round 40; iota 2.
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
        chi_theta \even, \before0, \after1
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
        chi_turn \word, \word, \d, turn
        .else
        chi_turn16 \word, \word, \d, turn - 16
        .endif
        .endm

        .text

/* A word of chi's result, for y > 0, to its place, and added to C[x]: the unit's register ^ (~\b & \c). */
        .macro  chi_word b, c, x, y, c0, c1, to, odd
        chi     T, \b, \c
        sw      T, 8 * (\x + 5 * \y) + 4 * \odd (\to)
        .if     \odd
        xor     \c1, \c1, T
        .else
        xor     \c0, \c0, T
        .endif
        .endm

/* The same for y = 0, which is the first: C[x] becomes the word.  iota at x = 0. */
        .macro  chi_first b, c, x, cx, to, odd, constant
        chi     \cx, \b, \c
        .if     \x == 0
        lw      T, \constant + 4 * \odd (CONSTANTS)
        xor     \cx, \cx, T
        .endif
        sw      \cx, 8 * \x + 4 * \odd (\to)
        .endm

/* Half the plane y = 0; \c0 to \c4: C of this kind. */
        .macro  half_0 from, to, odd, constant, c0, c1, c2, c3, c4
        words_0 \from, \odd
        chi_first B0, B1, 4, \c4, \to, \odd
        chi_first B1, B2, 0, \c0, \to, \odd, \constant
        chi_first B2, B3, 1, \c1, \to, \odd
        chi_first B3, B4, 2, \c2, \to, \odd
        chi_first B4, B0, 3, \c3, \to, \odd
        .endm

/* Half the plane \y from 1 on. */
        .macro  half y, from, to, odd
        words_\y \from, \odd
        chi_word B0, B1, 4, \y, C04, C14, \to, \odd
        chi_word B1, B2, 0, \y, C00, C10, \to, \odd
        chi_word B2, B3, 1, \y, C01, C11, \to, \odd
        chi_word B3, B4, 2, \y, C02, C12, \to, \odd
        chi_word B4, B0, 3, \y, C03, C13, \to, \odd
        .endm

/* \constant: place of its two constants. */
        .macro  round from, to, constant
        theta
        half_0  \from, \to, 0, \constant, C00, C01, C02, C03, C04
        half_0  \from, \to, 1, \constant, C10, C11, C12, C13, C14
        .irp    odd, 0, 1
        half    1, \from, \to, \odd
        half    2, \from, \to, \odd
        half    3, \from, \to, \odd
        half    4, \from, \to, \odd
        .endr
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
        columns
rounds: round   STATE, sp, 0
        round   sp, STATE, 8
        addi    CONSTANTS, CONSTANTS, 16
        lla     T, constants_end
        bne     CONSTANTS, T, rounds
        leave

        round_constants
        .size   mote_keccak_f1600, . - mote_keccak_f1600

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
