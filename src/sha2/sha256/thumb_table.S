@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 420
@
@ Registers, context and rounds: sha2/sha256_thumb.inc.
@
@ SHA-256 and SHA-224 in Thumb code, small: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).
@ 16-bit instructions only, nothing called.
@
@ THE CONSTANTS K are a table of 256 bytes: for messages that come in pieces, or are short, for which
@ thumb.S computes them anew in every call.  Whole blocks that are aligned to four bytes are taken where
@ they lie, but on ARMv4T with little-endian words.
@
@ COUNT, in cycles of a Cortex-M0: a round 81, the window's words in 216 and out 96, the rest of a block
@ some 40; a byte that comes by way of the context 19.

#if !defined(__thumb__)
#error "thumb_table.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#define STORED_CONSTANTS
#include "sha2/sha256_thumb.inc"
