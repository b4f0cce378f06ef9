@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 676
@
@ Registers, context and rounds: sha2/sha256_thumb.inc.
@
@ SHA-256 and SHA-224 for ARMv7-M (Cortex-M3, Cortex-M4), small.  Nothing called.
@
@ THE CONSTANTS K are not stored but computed: the fractional parts of the cube roots of the first
@ 64 primes (section 4.2.2), pushed one after the other when a call has its first full block, in
@ some 315,000 cycles.  K(t) so has a constant offset from SP in a round, too.
@
@ COUNT, in cycles of a Cortex-M4: a round 55, the window's words in 193 and out 240, a byte 19.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define WIDE
#include "sha2/sha256_thumb.inc"
