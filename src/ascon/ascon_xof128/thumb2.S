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
@ Registers, and all else but the initial value: ascon/thumb2.inc.
@
@ Ascon-XOF128 for ARMv7-M (Cortex-M3, Cortex-M4), small.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define INIT mote_ascon_xof128_init
#define UPDATE mote_ascon_xof128
#define CLOSE mote_ascon_xof128_close
#define IV 0x03, 0x00, 0xCC, 0x00, 0x00, 0x08, 0x00, 0x00

#include "ascon/thumb2.inc"
