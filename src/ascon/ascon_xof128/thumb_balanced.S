@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ functions = [
@   "mote_ascon_xof128_init(cc, out_size)",
@   "mote_ascon_xof128(cc, data, len)",
@   "mote_ascon_xof128_close(cc, ub, n, dst)",
@ ]
@
@ Registers, and all else but the initial value: ascon/thumb_balanced.inc.
@
@ Ascon-XOF128 in Thumb code: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0), balanced.

#if !defined(__thumb__)
#error "thumb_balanced.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#define INIT mote_ascon_xof128_init
#define UPDATE mote_ascon_xof128
#define CLOSE mote_ascon_xof128_close
#define IV 0x03, 0x00, 0xCC, 0x00, 0x00, 0x08, 0x00, 0x00

#include "ascon/thumb_balanced.inc"
