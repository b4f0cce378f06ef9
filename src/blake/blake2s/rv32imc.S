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
 * bound = 2844
 */

/* Registers and code: blake/blake2s_rv32imc_half.inc. */

/*
 * BLAKE2s for RV32IMC, with half a round written out: between rv32ec.S, the smallest,
 * and rv32imc_fast.S.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: RFC 7693, sections 2.5 to 2.7 and 3.1 to 3.3, whose names are used; no key.
 *
 * HALF A ROUND is four calls of G on the columns of the state, with which diagonals become columns, and
 * columns diagonals: the words of column x go to
 *
 *   a to -x      b to 1 - x      c to 2 - x      d to 3 - x      modulo 4,
 *
 * so that column y has a[i], b[i + 1], c[i + 2] and d[i + 3] then, i = -y; and as each of the four is
 * undone when it is done twice, the same code makes columns of the diagonals.  Words change places in
 * pairs: the first of a pair to be made goes to a register of its own, the other to the place of the
 * first, in the last instruction that makes it; six moves are left.
 *
 * SIGMA has the places in the message block, in the order of use: the diagonals are 0, 3, 2, 1.
 *
 * COUNT, in cycles of Ibex: G 22 and its message words 10; for four of them 6 moves and the loop 4:
 * 138, 2,758 for ten rounds, as the last branch is 2 shorter; t 11, v8 to v15 22, the sums at the end 48,
 * the next block 5: 2,844 for a block, all that there is.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "blake/blake2s_shifts_rv32imc.inc"
#include "blake/blake2s_rv32imc_half.inc"
