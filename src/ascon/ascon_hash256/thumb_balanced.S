@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ functions = [
@   "mote_ascon_hash256_init(cc, out_size)",
@   "mote_ascon_hash256(cc, data, len)",
@   "mote_ascon_hash256_close(cc, ub, n, dst)",
@ ]
@
@ Registers, and all else but the initial value: ascon/thumb_balanced.inc.
@
@ Ascon-Hash256 in Thumb code: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0), balanced.

#if !defined(__thumb__)
#error "thumb_balanced.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#define INIT mote_ascon_hash256_init
#define UPDATE mote_ascon_hash256
#define CLOSE mote_ascon_hash256_close
#define IV 0x02, 0x00, 0xCC, 0x00, 0x01, 0x08, 0x00, 0x00

#include "ascon/thumb_balanced.inc"
