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
@ Registers, and all else but the initial value and the digest size: ascon/thumb2.inc.
@
@ Ascon-Hash256 for ARMv7-M (Cortex-M3, Cortex-M4), small.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define INIT mote_ascon_hash256_init
#define UPDATE mote_ascon_hash256
#define CLOSE mote_ascon_hash256_close
#define DIGEST_BYTES 32
#define IV 0x02, 0x00, 0xCC, 0x00, 0x01, 0x08, 0x00, 0x00

#include "ascon/thumb2.inc"
