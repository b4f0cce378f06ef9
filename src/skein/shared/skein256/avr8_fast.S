/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3"
 * functions = [
 *   "mote_skein256_init(cc, out_size)",
 *   "mote_skein256_init_keyed(cc, out_size, key, key_len)",
 *   "mote_skein256_personalize(cc, data, len)",
 *   "mote_skein256(cc, data, len)",
 *   "mote_skein256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 84, key = "key_len", data = "len"}
 * writes = {cc = 84, dst = "out_size / 8"}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 246
 * constant_time = true
 * calls = ["mote_threefish256_encrypt"]
 * block = "compress"
 * state.G = {offset = 0, words = 4, word_bytes = 8}
 * counter = {offset = 64, words = 3, step = 32}
 * fill = {offset = 80, word_bytes = 1}
 */

/* Registers: skein/skein256_calls_avr8_fast.inc. */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "skein/skein256_calls_avr8_fast.inc"
