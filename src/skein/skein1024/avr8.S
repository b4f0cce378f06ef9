/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5"
 * functions = [
 *   "mote_skein1024_init(cc, out_size)",
 *   "mote_skein1024_init_keyed(cc, out_size, key, key_len)",
 *   "mote_skein1024_personalize(cc, data, len)",
 *   "mote_skein1024(cc, data, len)",
 *   "mote_skein1024_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 276, data = "len", key = "key_len"}
 * writes = {cc = 276, dst = "out_size / 8"}
 * clobbers = "r0 r18-r23 r26 r27 r30 r31 flags"
 * stack = 310
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.G = {offset = 0, words = 16, word_bytes = 8}
 * counter = {offset = 256, words = 3, step = 128}
 * fill = {offset = 272, word_bytes = 1}
 */

/* Registers: see skein/skein_avr8.inc and skein/threefish_avr8.inc, which have all but the names.
 *
 * Skein-1024 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    WORDS, 16
#define INIT mote_skein1024_init
#define INIT_KEYED mote_skein1024_init_keyed
#define PERSONALIZE mote_skein1024_personalize
#define UPDATE mote_skein1024
#define CLOSE mote_skein1024_close

#include "skein/skein_avr8.inc"
