/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_ascon_hash256_init(cc, out_size)",
 *   "mote_ascon_hash256(cc, data, len)",
 *   "mote_ascon_hash256_close(cc, ub, n, dst)",
 * ]
 */

/* Registers, and all else: ascon/avr8_fast.inc.
 *
 * Ascon-Hash256 for AVR, classic core with movw (avr25), fast.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define INIT mote_ascon_hash256_init
#define UPDATE mote_ascon_hash256
#define CLOSE mote_ascon_hash256_close

#include "ascon/avr8_fast.inc"
