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
 * bound = 4390
 */

/* Registers and code: sha2/sha256_rv32imc_two.inc. */

/*
 * SHA-224 and SHA-256 for RV32IMC, with two rounds written out: between rv32ec_balanced.S and
 * rv32imc.S.  Only instructions of RV32I and C are used; nothing is called, and there is no data
 * outside .text.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * THE LETTERS are in registers.  After two rounds a, c, e and g go round among themselves, and so
 * do b, d, f and h: ten moves.
 *
 * THE WINDOW.  The last words of the schedule lie at sp, which slides down by two words in two
 * rounds: no word is moved, every word has a constant offset, and compressed instructions load from
 * there into any register.
 *
 * SIGMA0, SIGMA1 and the schedule's functions are six or five shifts: those to the right as one
 * chain, ((x >> i ^ x) >> j ^ x) >> k, those to the left as another.
 *
 * Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 *
 * THE BLOCK is read by bytes, where it lies if it is whole there; any alignment will do.
 *
 * COUNT for a round, in cycles of Ibex: K and W 6, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4: 39, and
 * for two rounds 10 moves and the loop 6 or 8; the schedule's two words 57 for the first 48 rounds:
 * 4,390 for 64.  A block takes some 430 more, of which 21 for each of its words.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_balanced.S needs a little-endian RV32 with compressed instructions: -march=rv32imc"
#endif

#include "sha2/sha256_shifts_rv32imc.inc"
#include "sha2/sha256_rv32imc_two.inc"
