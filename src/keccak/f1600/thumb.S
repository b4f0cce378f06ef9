@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ stack = 476
@
@ Registers, and how a round is done: keccak/f1600_thumb.inc.
@
@ Keccak-f[1600] in Thumb code, small: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).  16-bit
@ instructions only, nothing called, no data at all.
@
@ COUNT for a round, in cycles of a Cortex-M0: C 14 x 45, a lane of the second part 63 to 83 by how
@ often 5 is subtracted, iota some 70, a lane of chi 20.  In all 3005, the permutation 72,125.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "keccak/f1600_thumb.inc"
