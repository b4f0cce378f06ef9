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
 * stack = 80
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 2524
 */

/* Registers and code: blake/blake2s_rv32imc_half.inc. */

/*
 * BLAKE2s for RV32IMC with Zbb, with half a round written out: between rv32imcb_balanced.S and
 * rv32imcb_fast.S.  Only instructions of RV32I, C and Zbb are used; memcpy and memset are called.
 *
 * Specification: RFC 7693, sections 2.5 to 2.7 and 3.1 to 3.3, whose names are used; no key.
 *
 * The order of work is that of rv32imc.S, with one instruction for a rotation: the same four calls of
 * G make diagonals of columns, and columns of diagonals.
 *
 * COUNT, in cycles of Ibex, which rotates in two: G 18 and its message words 10; for four of them 6
 * moves and the loop 4: 122, 2,438 for ten rounds, as the last branch is 2 shorter; t 11, v8 to v15 22,
 * the sums at the end 48, the next block 5: 2,524 for a block, all that there is.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "blake/blake2s_rotations_rv32imcb.inc"
#include "blake/blake2s_rv32imc_half.inc"
