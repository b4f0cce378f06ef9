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
 * Keccak-f[1600] for RV32IMC with Zbb, fast.  Only instructions of RV32I, C and Zbb are used; nothing
 * is called, and there is no data outside .text.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * THE STATE comes and goes with its lanes bit-interleaved, and the order of work is that of
 * rv32imc_fast.S: half a plane, the five words of one kind with the same y, goes through theta, rho,
 * pi, chi and iota by itself, and what a round writes, it adds to C for the next one.  No lane is kept
 * complemented, as andn is what chi needs.
 *
 * COUNT for a round, in cycles of Ibex, which rotates in two: 50 loads and 50 stores of 2 each, 200;
 * theta 20 from C to D, 50 to add D, 40 to add C; rho 47 rotations, 94; chi 100; iota 6.  In all 510,
 * 12,240 for the permutation: the bound for this order of work.  The loop takes 3 more for a round,
 * entry and exit 196 in all.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

        .macro  rotate x, t, n
        rori    \x, \x, 32 - \n
        .endm

        .macro  rotate_by_1 to, x, t
        rori    \to, \x, 31
        .endm

#define ALL_ROUNDS
#include "keccak/f1600_rv32imc.inc"

        .text

/* A word of chi's result, \a + (~\b and \c), for y > 0, to its place, and added to \column, C[x]. */
        .macro  chi a, b, c, x, y, column, to, odd
        andn    T, \c, \b
        xor     T, T, \a
        sw      T, 8 * (\x + 5 * \y) + 4 * \odd (\to)
        xor     \column, \column, T
        .endm

/* The same for y = 0, which is the first: C[x] becomes the word.  iota at x = 0. */
        .macro  chi_first a, b, c, x, column, to, odd, constant
        andn    \column, \c, \b
        xor     \column, \column, \a
        .if     \x == 0
        lw      T, \constant + 4 * \odd (CONSTANTS)
        xor     \column, \column, T
        .endif
        sw      \column, 8 * \x + 4 * \odd (\to)
        .endm

/* The planes of one kind; \c0 to \c4: C of this kind, \constant: the place of its two constants. */
        .macro  half_planes from, to, odd, constant, c0, c1, c2, c3, c4
        words_0 \from, \odd
        chi_first B0, B1, B2, 0, \c0, \to, \odd, \constant
        chi_first B1, B2, B3, 1, \c1, \to, \odd
        chi_first B2, B3, B4, 2, \c2, \to, \odd
        chi_first B3, B4, B0, 3, \c3, \to, \odd
        chi_first B4, B0, B1, 4, \c4, \to, \odd
        .irp    y, 1, 2, 3, 4
        words_\y \from, \odd
        chi     B0, B1, B2, 0, \y, \c0, \to, \odd
        chi     B1, B2, B3, 1, \y, \c1, \to, \odd
        chi     B2, B3, B4, 2, \y, \c2, \to, \odd
        chi     B3, B4, B0, 3, \y, \c3, \to, \odd
        chi     B4, B0, B1, 4, \y, \c4, \to, \odd
        .endr
        .endm

        .macro  round from, to, constant
        theta
        half_planes \from, \to, 0, \constant, C00, C01, C02, C03, C04
        half_planes \from, \to, 1, \constant, C10, C11, C12, C13, C14
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
