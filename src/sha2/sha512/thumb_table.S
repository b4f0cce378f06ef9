@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 908
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
