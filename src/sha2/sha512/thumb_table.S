@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5.1.2, 6.4 and 6.5"
@ functions = [
@   "mote_sha512_init(cc, out_size)",
@   "mote_sha512(cc, data, len)",
@   "mote_sha512_close(cc, ub, n, dst)",
@ ]
@ reads = {cc = 216, data = "len"}
@ writes = {cc = 216, dst = "out_size / 8"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 908
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 128, words = 16}
@ counter = {offset = 196, words = 4, step = -1024}
@ fill = {}
@
@ Registers, context and rounds: sha2/sha512_thumb.inc.
@
@ SHA-512 and SHA-384 in Thumb code, small: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).
@ 16-bit instructions only, nothing called.
@
@ THE CONSTANTS K and the initial values are tables of 768 bytes: for messages that come in pieces, or
@ are short, for which thumb.S computes them anew in every call.

#if !defined(__thumb__)
#error "thumb_table.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#define STORED_CONSTANTS
#include "sha2/sha512_thumb.inc"
