/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 */

/* Keccak-f[1600] for a RISC-V with 64 bits and Zbb. */

#if __riscv_xlen != 64
#error "rv64_zbb_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb

#define ZBB
#include "keccak/f1600_rv64.inc"
