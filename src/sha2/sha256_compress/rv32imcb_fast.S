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
 * bound = 2888
 */

/* Registers and code: sha2/sha256_compress_rv32imc.inc. */

/*
 * The compression function of SHA-256, for RV32IMC with Zbb, on any number (at least one) of message
 * blocks, wherever they lie.  Only instructions of RV32I, C and Zbb are used; nothing is called.
 *
 * Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
 *
 * - 16 rounds are written out, so that letters and words of the schedule change names instead of
 *   places.
 * - SIGMA0 and SIGMA1 are one chain, ((x >>> k ^ x) >>> j ^ x) >>> i: three rotations and two xors.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 * - A block that is aligned to four bytes is read by words, whose bytes rev8 puts in order.  Any
 *   other is read by bytes.
 *
 * COUNT for a round, in cycles of Ibex, which rotates in two: K and W 4, SIGMA1 9, Ch 4, d 1, SIGMA0
 * 9, Maj 4: 31; in the last 48 rounds the schedule, 17.  That is 2,800 for the 64 rounds; 16 words
 * take 48, and the sums at the end 40.  Bound of this order of work: 2,888, and with the loops some
 * 45 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "sha2/sha256_rotations_rv32imcb.inc"
#include "sha2/sha256_compress_rv32imc.inc"
