/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
 * functions = ["mote_ascon_absorb(S, data, blocks)"]
 */

/* Ascon-p[12] after each message block, for a RISC-V with 64 bits and Zbb. */

#if __riscv_xlen != 64
#error "rv64_zbb_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb

#define ZBB
#include "ascon/rv64.inc"
