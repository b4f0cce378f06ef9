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
 * bound = 3704
 */

/* Registers and code: sha2/sha256_rv32imc_eight.inc. */

/*
 * SHA-224 and SHA-256 for RV32IMC, with eight rounds written out: between rv32ec.S, the smallest,
 * and rv32imc_fast.S.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * - Eight rounds are written out, so that letters change names instead of places; once with the
 *   schedule, for the first 48 rounds, and once without, for the last 16.
 * - The 16 words of the schedule are in registers R(0) to R(15), and have to be at the same places
 *   after eight rounds.  In round i the word in R(i) is used up.  That of R(i + 8) moves there, and
 *   the new one is added up in R(i + 8): one move a round.
 * - SIGMA0, SIGMA1 and the schedule's functions are shifts and xors, those to the right as one
 *   chain, ((x >> i ^ x) >> j ^ x) >> k, and those to the left as another.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a
 *   mask.  Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: K and W 4, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4, the move
 * 1: 38; in the first 48 rounds the schedule, 21.  That is 3,440 for the 64 rounds; 16 words in the
 * order of bytes take 10 each, and 4 to come by way of the stack; the sums at the end 40.  Bound of
 * this order of work: 3,704; loops take some 110 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "sha2/sha256_shifts_rv32imc.inc"
#include "sha2/sha256_rv32imc_eight.inc"
