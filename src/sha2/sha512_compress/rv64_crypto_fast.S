/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 */

/* The compression function of SHA-512 for a RISC-V with 64 bits, Zbb and Zknh. */

#if __riscv_xlen != 64
#error "rv64_crypto_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb, +zknh

#define ZKNH
#include "sha2/sha512_rv64.inc"
