/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5"
 * functions = [
 *   "mote_skein512_init(cc, out_size)",
 *   "mote_skein512_init_keyed(cc, out_size, key, key_len)",
 *   "mote_skein512_personalize(cc, data, len)",
 *   "mote_skein512(cc, data, len)",
 *   "mote_skein512_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 148, data = "len", key = "key_len"}
 * writes = {cc = 148, dst = "out_size / 8"}
 * clobbers = "r0 r18-r23 r26 r27 r30 r31 flags"
 * stack = 182
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.G = {offset = 0, words = 8, word_bytes = 8}
 * counter = {offset = 128, words = 3, step = 64}
 * fill = {offset = 144, word_bytes = 1}
 */

/* Registers: see skein/skein_avr8.inc and skein/threefish_avr8.inc, which have all but the names.
 *
 * Skein-512 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    WORDS, 8
#define INIT mote_skein512_init
#define INIT_KEYED mote_skein512_init_keyed
#define PERSONALIZE mote_skein512_personalize
#define UPDATE mote_skein512
#define CLOSE mote_skein512_close

#include "skein/skein_avr8.inc"
