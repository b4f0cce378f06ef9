/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Hash Function Luffa, version 2.0.1 (2 October 2009), sections 4.1 to 4.3"
 * functions = [
 *   "mote_luffa384_init(cc, out_size)",
 *   "mote_luffa384(cc, data, len)",
 *   "mote_luffa384_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 164, data = "len"}
 * writes = {cc = 164, dst = "out_size / 8"}
 * clobbers = "r0 r18-r23 r26 r27 r30 r31 flags"
 * stack = 30
 * constant_time = true
 * calls = []
 * block = "round"
 * state.V = {offset = 0, words = 32}
 * counter = {}
 * fill = {offset = 160, words = 1, word_bytes = 1}
 */

/* Registers: see luffa/avr8_mode.inc and luffa/avr8_fast.inc, which have all but the names.
 *
 * Luffa-384 for AVR, classic core with movw (avr25), fast: 4 words of 256 bits.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    WIDTH, 4
#define INIT mote_luffa384_init
#define UPDATE mote_luffa384
#define CLOSE mote_luffa384_close

#include "luffa/avr8_mode.inc"
#include "luffa/avr8_fast.inc"
