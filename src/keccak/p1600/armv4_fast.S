@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
@ functions = ["mote_keccak_p1600(state)"]
@ block = "mote_keccak_p1600"
@ defines = ["KECCAK_INTERLEAVED"]
@ bound = 6288
@
@ Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600]: keccak/f1600/armv4_fast.S, with fewer
@ constants.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

#define PERMUTATION mote_keccak_p1600
#include "keccak/f1600/armv4_fast.S"
