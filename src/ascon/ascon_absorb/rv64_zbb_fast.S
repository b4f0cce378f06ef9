/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 */

/* Ascon-p[12] after each message block, for a RISC-V with 64 bits and Zbb. */

#if __riscv_xlen != 64
#error "rv64_zbb_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb

#define ZBB
#include "ascon/rv64.inc"
