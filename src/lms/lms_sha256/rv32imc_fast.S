/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8554, sections 4 and 5, with one tree; FIPS PUB 180-4"
 * functions = [
 *   "mote_lms_sha256_init(cc, key, key_len, signature, signature_len)",
 *   "mote_lms_sha256(cc, data, len)",
 *   "mote_lms_sha256_close(cc)",
 * ]
 * reads = {cc = 212, key = "key_len", signature = "signature_len", data = "len"}
 * writes = {cc = 212}
 * clobbers = "a0-a7 t0-t6"
 * stack = 272
 * constant_time = false
 * calls = []
 * block = "compress"
 */

/* Registers and code: lms/lms_sha256_rv32imc_fast.inc. */

/*
 * Verification of LMS signatures with SHA-256 for RV32IMC, fast.  Only instructions of RV32I and C
 * are used; nothing is called, and there is no data outside .text: the hash function is in here.  Hashes of 32
 * bytes, Winternitz 8, any height.
 *
 * Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
 *
 * A MESSAGE has fewer than 2^29 - 54 bytes (512 MB): its bits are counted in a word.
 *
 * COUNT for a link, in cycles of Ibex: 58 rounds of 37, 2,146; 48 words of the schedule of 21, 1,008; the rest
 * some 140.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif
#if (defined(MOTE_LMS_N) && MOTE_LMS_N != 32) || (defined(MOTE_LMS_W) && MOTE_LMS_W != 8) || \
    (defined(MOTE_LMS_H) && MOTE_LMS_H != 0)
#error "this file verifies hashes of 32 bytes, Winternitz 8, every height: take portable.c"
#endif

#include "sha2/sha256_shifts_rv32imc.inc"
#include "lms/lms_sha256_rv32imc_fast.inc"
