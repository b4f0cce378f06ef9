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
 * stack = 160
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 3016
 */

/* Registers and code: sha2/sha256_rv32imc_eight.inc. */

/*
 * SHA-224 and SHA-256 for RV32IMC with Zbb, with eight rounds written out: between
 * rv32imcb_balanced.S and rv32imcb_fast.S.  Only instructions of RV32I, C and Zbb are used; memcpy and
 * memset are called.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * The order of work is that of rv32imc.S: letters change names instead of places, and the word of the
 * schedule for round i + 8 moves by one place in each.  SIGMA0 and SIGMA1 are one chain, ((x >>> k ^
 * x) >>> j ^ x) >>> i, and rev8 puts the bytes of the block in order.
 *
 * COUNT for a round, in cycles of Ibex, which rotates in two: K and W 4, SIGMA1 9, Ch 4, d 1, SIGMA0
 * 9, Maj 4, the move 1: 32; in the first 48 rounds the schedule, 17.  That is 2,864 for the 64
 * rounds; 16 words in the order of bytes take 3 each, and 4 to come by way of the stack; the sums at
 * the end 40.  Bound of this order of work: 3,016; loops take some 110 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "sha2/sha256_rotations_rv32imcb.inc"
#include "sha2/sha256_rv32imc_eight.inc"
