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
 * stack = 176
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 1966
 */

/* Registers and code: blake/blake2s_rv32imc_fast.inc. */

/*
 * BLAKE2s for RV32IMC, fast.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: RFC 7693, sections 3.1 (G), 3.2 (F) and 3.3, whose names are used; no key.
 *
 * - The ten rounds are written out.  The state and ten words of the message block have a register
 *   each; the other six words are loaded from where the block lies.  Which words these are makes no
 *   difference, as each round uses every word once; nor would keeping others in turn.
 * - The hash value goes on in v0 to v7 from one block to the next.
 * - What v13 and v14 begin with is kept ready on the stack.
 * - A block that is not aligned to four bytes goes by way of the stack.
 *
 * COUNT, in cycles of Ibex: 22 for G, 1,760; words of the block 10 x 2 and 60 x 2; v8 to v15 17; the
 * sums at the end 48.  Bound of this order of work: 1,965, with one for the place of the next block
 * 1,966; counter and loop take 15 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "blake/blake2s_shifts_rv32imc.inc"
#include "blake/blake2s_rv32imc_fast.inc"
