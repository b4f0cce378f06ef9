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
 * bound = 1646
 */

/* Registers and code: blake/blake2s_rv32imc_fast.inc. */

/*
 * BLAKE2s for RV32IMC with Zbb, fast.  Only instructions of RV32I, C and Zbb are used; memcpy and
 * memset are called.
 *
 * Specification: RFC 7693, sections 3.1 (G), 3.2 (F) and 3.3, whose names are used; no key.
 *
 * The order of work is that of rv32imc_fast.S, with one instruction for a rotation: the ten rounds are
 * written out; the state and ten words of the message block have a register each, and the other six
 * words are loaded from where the block lies.
 *
 * COUNT, in cycles of Ibex, which rotates in two: 18 for G, 1,440; words of the block 10 x 2 and
 * 60 x 2; v8 to v15 17; the sums at the end 48.  Bound of this order of work: 1,645, with one for the
 * place of the next block 1,646; counter and loop take 15 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "blake/blake2s_rotations_rv32imcb.inc"
#include "blake/blake2s_rv32imc_fast.inc"
