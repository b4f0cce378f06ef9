@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 224
@
@ Registers, and how it is done: salsa/poly1305_armv6m.inc.
@
@ Blocks of Poly1305 for ARMv6-M and ARMv7-M, with a loop over the rows.

#if !defined(__thumb__) || defined(__ARM_BIG_ENDIAN) || __ARM_ARCH_PROFILE != 'M'
#error "armv6m.S needs a little-endian core of ARMv6-M or ARMv7-M: -mcpu=cortex-m0 -mthumb"
#endif

        .macro  ten_rows
rows:
        two_rows
        add     r2, sp, #COLUMNS        @ where the digits of h end
        cmp     r1, r2
        bne     rows
        .endm

        .macro  again place
        bne     \place
        .endm

#include "salsa/poly1305_armv6m.inc"
