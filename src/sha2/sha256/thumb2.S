@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5.1.1, 6.2 and 6.3"
@ functions = [
@   "mote_sha256_init(cc, out_size)",
@   "mote_sha256(cc, data, len)",
@   "mote_sha256_close(cc, ub, n, dst)",
@ ]
@ reads = {cc = 112, data = "len"}
@ writes = {cc = 112, dst = "out_size / 8"}
@ clobbers = "r0-r3 lr flags"
@ stack = 676
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 64, words = 8}
@ counter = {offset = 96, words = 2, step = -512}
@ fill = {}
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
