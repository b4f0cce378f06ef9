@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 476
@
@ Registers, and how a round is done: keccak/f1600_thumb.inc.
@
@ Keccak-f[1600] for ARMv7-M, small: Cortex-M3 and M4.  It is thumb.S, but that C is summed without
@ a loop, and that the second operand and IT save an instruction or two where they save a cycle.
@ Nothing is called, and there is no data at all.
@
@ COUNT for a round, in cycles of a Cortex-M4: C 14 x 20, a lane of the second part 58 to 78 by how
@ often 5 is subtracted, iota some 70, a lane of chi 20.  In all some 2,540, the permutation 61,000.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define WIDE
#include "keccak/f1600_thumb.inc"
