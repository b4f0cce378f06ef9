/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
 * functions = ["mote_keccak_p1600(state)"]
 * block = "mote_keccak_p1600"
 * defines = ["KECCAK_IN_ORDER"]
 */

/* Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600]: keccak/f1600/aarch64_fast.S, with fewer
 * constants. */

#if !defined __aarch64__ || defined __AARCH64EB__ || defined __ILP32__
#error "aarch64_fast.S needs a little-endian AArch64 with pointers of 64 bits"
#endif

#define PERMUTATION mote_keccak_p1600
#include "keccak/f1600/aarch64_fast.S"
