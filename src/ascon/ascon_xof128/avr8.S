/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_ascon_xof128_init(cc, out_size)",
 *   "mote_ascon_xof128(cc, data, len)",
 *   "mote_ascon_xof128_close(cc, ub, n, dst)",
 * ]
 */

/* Registers, and all else: ascon/avr8.inc.
 *
 * Ascon-XOF128 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define XOF
#define INIT mote_ascon_xof128_init
#define UPDATE mote_ascon_xof128
#define CLOSE mote_ascon_xof128_close

#include "ascon/avr8.inc"
