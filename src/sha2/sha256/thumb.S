@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 676
@
@ Registers, context and rounds: sha2/sha256_thumb.inc.
@
@ SHA-256 and SHA-224 in Thumb code, small: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).
@ 16-bit instructions only, nothing called.
@
@ THE CONSTANTS K are not stored but computed: the fractional parts of the cube roots of the first
@ 64 primes (section 4.2.2), pushed one after the other when a call has its first full block, in
@ some 315,000 cycles.  K(t) so has a constant offset from SP in a round, too.
@
@ COUNT, in cycles of a Cortex-M0: a round 79, the window's words in 193 and out 264, a byte 20;
@ the constants in some 315,000, once a call.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "sha2/sha256_thumb.inc"
