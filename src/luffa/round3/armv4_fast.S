@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "Hash Function Luffa, version 2.0.1 (2 October 2009), section 4.2"
@ functions = ["mote_luffa_round3(V, block)"]
@ reads = {V = 96, block = 32}
@ writes = {V = 96}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 108
@ constant_time = true
@ calls = []
@ block = "mote_luffa_round3"
@
@ Registers: see luffa/armv4_fast.inc, which has all but the width.
@
@ The round function of Luffa-224 and Luffa-256 for ARMv4 and ARMv4T: 3 words of 256 bits.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .equ    WIDTH, 3
#define ROUND mote_luffa_round3

#include "luffa/armv4_fast.inc"
