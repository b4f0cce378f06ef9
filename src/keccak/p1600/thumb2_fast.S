@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
@ functions = ["mote_keccak_p1600(state)"]
@ block = "mote_keccak_p1600"
@ defines = ["KECCAK_INTERLEAVED"]
@ bound = 4134
@
@ Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600]: keccak/f1600/thumb2_fast.S, with fewer
@ constants.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define PERMUTATION mote_keccak_p1600
#include "keccak/f1600/thumb2_fast.S"
