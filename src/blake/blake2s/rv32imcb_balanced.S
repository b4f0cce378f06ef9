/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 7693, The BLAKE2 Cryptographic Hash (November 2015), sections 3.1 to 3.3"
 * functions = [
 *   "mote_blake2s_init(cc, out_size)",
 *   "mote_blake2s(cc, data, len)",
 *   "mote_blake2s_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 112, data = "len"}
 * writes = {cc = 112, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 2981
 */

/* Registers and code: blake/blake2s_rv32imc_two.inc. */

/*
 * BLAKE2s for RV32IMC with Zbb, with two of a round's eight calls of G written out: smaller than
 * rv32imcb.S.  Only instructions of RV32I, C and Zbb are used; nothing is called.
 *
 * Specification: RFC 7693, sections 2.5 to 2.7 and 3.1 to 3.3, whose names are used; no key.
 *
 * The order of work is that of rv32imc_balanced.S, with one instruction for a rotation: half a round is
 * two passes through the same code, between which words change places.
 *
 * COUNT, in cycles of Ibex, which rotates in two: G 18 and its message words 10, 112 for four of them,
 * and 2 as the numbers begin at bit 0; 20 moves, the numbers' word 3 and the loops 7: 144, for ten
 * rounds with the jump to the first 2,886; t 11, v8 to v15 27, the sums at the end 50, the next block
 * 7: 2,981 for a block.  The jump to the rounds, whose first instruction lies across two words, takes
 * one more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_balanced.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "blake/blake2s_rotations_rv32imcb.inc"
#include "blake/blake2s_rv32imc_two.inc"
