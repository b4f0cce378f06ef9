/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
 * functions = ["mote_keccak_p1600(state)"]
 * block = "mote_keccak_p1600"
 */

/* Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600], for any RISC-V with 64 bits. */

#if __riscv_xlen != 64
#error "rv64gc_fast.S needs a RISC-V with 64 bits"
#endif

#define PERMUTATION mote_keccak_p1600
#include "keccak/f1600_rv64.inc"
