/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
 * functions = ["mote_sha256_compress(H, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {H = 32, data = "64 * blocks"}
 * writes = {H = 32}
 * clobbers = "a1-a7 t0-t6"
 * stack = 144
 * constant_time = true
 * calls = []
 * block = "next_block"
 * bound = 3576
 */

/* Registers and code: sha2/sha256_compress_rv32imc.inc. */

/*
 * The compression function of SHA-256, for RV32IMC, on any number (at least one) of message blocks,
 * wherever they lie.  Only instructions of RV32I and C are used; nothing is called.
 *
 * Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
 *
 * - 16 rounds are written out, so that letters and words of the schedule change names instead of
 *   places; with no others than sp, gp and tp left out there are just as many registers as it
 *   takes.
 * - There is no rotation: SIGMA0 and SIGMA1 are six shifts and five xors, as two chains,
 *   ((x >> i ^ x) >> j ^ x) >> k to the right, and one to the left, of which most instructions are
 *   compressed.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 * - A block that is aligned to four bytes is read by words, and their bytes are swapped with a
 *   mask: 10 cycles for a word.  Any other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex: K and W 4, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4: 37; in
 * the last 48 rounds the schedule, 21.  That is 3,376 for the 64 rounds; 16 words in the order of
 * bytes take 160, and the sums at the end 40.  Bound of this order of work: 3,576, and with the
 * loops some 45 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "sha2/sha256_shifts_rv32imc.inc"
#include "sha2/sha256_compress_rv32imc.inc"
