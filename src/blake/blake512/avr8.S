/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_blake512_init(cc, out_size)",
 *   "mote_blake512(cc, data, len)",
 *   "mote_blake512_close(cc, ub, n, dst)",
 * ]
 */

/* Registers, and all else but what the functions are called: blake/blake512_avr8.inc.
 *
 * BLAKE-384 and BLAKE-512 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define ROUNDS 16
#define INIT mote_blake512_init
#define UPDATE mote_blake512
#define CLOSE mote_blake512_close

#include "blake/blake512_avr8.inc"
