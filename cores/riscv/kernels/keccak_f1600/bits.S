/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/bits.py, which is Zbb as far as it is of use.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * Registers, the order of work and which lanes are complemented are those of src/keccak/f1600_rv32imc_rounds.inc.  On
 * PicoRV32 an AND and the complement in ten of fifty words take less than and-not, of the unit, in each.
 *
 * COUNT of a round: 40 loads, 38 stores; from C to D 10 of the core and 5 of the unit; D 50; rho 47 of the unit;
 * chi 110; C of the next round 40; iota 2.
 */

#include "extensions.inc"
#define ALL_ROUNDS
#include "keccak/f1600_rv32imc.inc"

        .equ    complements, 1

        .macro  turned word, d, t
        xor     \word, \word, \d
        .if     turn
        rotate  \word, \word, (32 - turn)
        .endif
        .endm

        .macro  d_even to, before, after, t
        rotate  \to, \after, 31
        xor     \to, \to, \before
        .endm

        .macro  chi operation, to, a, b, c
        \operation \to, \b, \c
        xor     \to, \to, \a
        .endm

#include "keccak/f1600_rv32imc_rounds.inc"

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a1 to a7, t0 to t6.  Stack: 256 bytes.
 */
        .text
        .globl  mote_keccak_f1600
        .type   mote_keccak_f1600, @function
mote_keccak_f1600:
        enter
        lla     CONSTANTS, constants
        columns_and_words
        twelve_times_two_rounds s7
        put_back
        leave

        round_constants
        .size   mote_keccak_f1600, . - mote_keccak_f1600

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
