/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5 and 4"
 * functions = [
 *   "mote_skein_prng_init(cc)",
 *   "mote_skein_prng_seed(cc, data, len)",
 *   "mote_skein_prng_generate(cc, dst, len)",
 * ]
 * reads = {data = "len"}
 * writes = {cc = 32, dst = "len"}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 182
 * constant_time = true
 * calls = ["mote_skein256", "mote_skein256_close", "mote_skein256_init", "mote_threefish256_encrypt"]
 * block = "output"
 * state.S = {offset = 0, words = 4, word_bytes = 8}
 * counter = {}
 * fill = {}
 */

/* Registers: skein/skein_prng_avr8.inc. */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

/* What Skein-256 takes of the stack: avr8.S of skein256 beside this file */
#if defined __AVR_3_BYTE_PC__
    .equ    BELOW, 94
#else
    .equ    BELOW, 88
#endif

#include "skein/skein_prng_avr8.inc"
