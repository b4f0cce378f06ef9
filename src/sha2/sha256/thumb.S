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
