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
 * Keccak-f[1600] for RV32IMC with Zbb, fast.  Only instructions of RV32I, C and Zbb are used; nothing
 * is called, and there is no data outside .text.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * THE STATE comes and goes with its lanes bit-interleaved, and the order of work is that of
 * rv32imc_fast.S: half a plane, the five words of one kind with the same y, goes through theta, rho,
 * pi, chi and iota by itself, what a round makes, it adds to C for the next one, and twelve words stay
 * in registers (keccak/f1600_rv32imc_rounds.inc).  No lane is kept complemented, as andn is what chi
 * needs.
 *
 * COUNT for a round, in cycles of Ibex, which rotates in two: 38 loads and 38 stores of 2 each, 152;
 * theta 20 from C to D, 50 to add D, 40 to add C; rho 47 rotations, 94; chi 100; iota 6.  In all 462,
 * 11,088 for the permutation.  With every word in memory, it is 510 a round.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

        .equ    complements, 0

        .macro  turned word, d, t
        xor     \word, \word, \d
        .if     turn
        rori    \word, \word, 32 - turn
        .endif
        .endm

        .macro  d_even to, before, after, t
        rori    \to, \after, 31
        xor     \to, \to, \before
        .endm

        .macro  chi operation, to, a, b, c
        andn    \to, \c, \b
        xor     \to, \to, \a
        .endm

#define ALL_ROUNDS
#include "keccak/f1600_rv32imc.inc"
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
