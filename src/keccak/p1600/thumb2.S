@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
@ functions = ["mote_keccak_p1600(state)"]
@ block = "mote_keccak_p1600"
@ stack = 476
@
@ Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600]: keccak/f1600_thumb.inc, which begins with
@ another state of the shift register for the round constants.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define PERMUTATION mote_keccak_p1600
#define FIRST 0x4B
#define WIDE
#include "keccak/f1600_thumb.inc"
