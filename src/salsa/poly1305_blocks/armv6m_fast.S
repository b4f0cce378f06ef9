@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 224
@
@ Registers, and how it is done: salsa/poly1305_armv6m.inc.
@
@ Blocks of Poly1305 for ARMv6-M and ARMv7-M, with the rows written out.

#if !defined(__thumb__) || defined(__ARM_BIG_ENDIAN) || __ARM_ARCH_PROFILE != 'M'
#error "armv6m_fast.S needs a little-endian core of ARMv6-M or ARMv7-M: -mcpu=cortex-m0 -mthumb"
#endif

        .macro  ten_rows
        .rept   5
        two_rows
        .endr
        .endm

        .macro  again place             @ too far for bne
        beq     1f
        b       \place
1:
        .endm

#include "salsa/poly1305_armv6m.inc"
