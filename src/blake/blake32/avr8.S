/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_blake32_init(cc, out_size)",
 *   "mote_blake32(cc, data, len)",
 *   "mote_blake32_close(cc, ub, n, dst)",
 * ]
 */

/* Registers, and all else but what the functions are called: blake/blake256_avr8.inc.
 *
 * BLAKE-28 and BLAKE-32 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define ROUNDS 10
#define INIT mote_blake32_init
#define UPDATE mote_blake32
#define CLOSE mote_blake32_close

#include "blake/blake256_avr8.inc"
