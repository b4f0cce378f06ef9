/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 6.2 and 6.3"
 * functions = [
 *   "mote_sha256_init(cc, out_size)",
 *   "mote_sha256(cc, data, len)",
 *   "mote_sha256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 112, data = "len"}
 * writes = {cc = 112, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 352
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 3814
 */

/* Registers and code: sha2/sha256_rv32imc_two.inc. */

/*
 * SHA-224 and SHA-256 for RV32IMC with Zbb, with two rounds written out, the smaller one beside
 * rv32imcb.S.  Only instructions of RV32I, C and Zbb are used; nothing is called, and there is no data
 * outside .text.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * The order of work is that of rv32imc_balanced.S: letters in registers, with ten moves in two rounds,
 * and the last words of the schedule in a window that slides down the stack.  SIGMA0 and SIGMA1 are one
 * chain, ((x >>> k ^ x) >>> j ^ x) >>> i.
 *
 * COUNT for a round, in cycles of Ibex, which rotates in two: K and W 6, SIGMA1 9, Ch 4, d 1, SIGMA0
 * 9, Maj 4: 33, and for two rounds 10 moves and the loop 6 or 8; the schedule's two words 49 for the
 * first 48 rounds: 3,814 for 64.  A block takes some 430 more, of which 21 for each of its words.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_balanced.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "sha2/sha256_rotations_rv32imcb.inc"
#include "sha2/sha256_rv32imc_two.inc"
