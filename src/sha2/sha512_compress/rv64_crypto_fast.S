/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
 * functions = ["mote_sha512_compress(H, data, blocks)"]
 */

/* The compression function of SHA-512 for a RISC-V with 64 bits, Zbb and Zknh. */

#if __riscv_xlen != 64
#error "rv64_crypto_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb, +zknh

#define ZKNH
#include "sha2/sha512_rv64.inc"
