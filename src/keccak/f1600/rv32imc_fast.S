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

/* Registers: keccak/f1600_rv32imc_rounds.inc. */

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
 * A ROUND goes from the caller's state to a copy on the stack, or back.  What it makes, it adds to
 * C for the next round.  Twelve words stay in registers from one round to the next
 * (keccak/f1600_rv32imc_rounds.inc).
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
 * COUNT for a round, in cycles of Ibex: 38 loads and 38 stores of 2 each, 152; theta 25 from C to
 * D, 50 to add D, 40 to add C; rho 47 rotations by three instructions, 141; chi 110; iota 6.  In
 * all 524, 12,576 for the permutation.  With every word in memory, it is 572 a round.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* keccak/p1600 has the last 12 rounds of it by another name. */
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .equ    complements, 1

        .macro  turned word, d, t
        xor     \word, \word, \d
        .if     turn
        slli    \t, \word, turn
        srli    \word, \word, 32 - turn
        or      \word, \word, \t
        .endif
        .endm

        .macro  d_even to, before, after, t
        slli    \to, \after, 1
        srli    \t, \after, 31
        or      \to, \to, \t
        xor     \to, \to, \before
        .endm

        .macro  chi operation, to, a, b, c
        \operation \to, \b, \c
        xor     \to, \to, \a
        .endm

#include "keccak/f1600_rv32imc.inc"
#include "keccak/f1600_rv32imc_rounds.inc"

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a1 to a7, t0 to t6.  Stack: 256 bytes.
 */
        .text
        .globl  PERMUTATION
        .type   PERMUTATION, @function
PERMUTATION:
        enter
        lla     CONSTANTS, constants
        columns_and_words
        twelve_times_two_rounds s7
        put_back
        leave

        round_constants
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
