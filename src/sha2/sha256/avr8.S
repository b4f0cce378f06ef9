/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5 and 6.2"
 * functions = [
 *   "mote_sha256_init(cc, out_size)",
 *   "mote_sha256(cc, data, len)",
 *   "mote_sha256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 108, data = "len"}
 * writes = {cc = 108, dst = "out_size / 8"}
 * stack = 368
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, word_bytes = 1}
 */

/* Registers: in sha2/sha256_avr8.inc and in common/avr8_md.inc.
 *
 * SHA-224 and SHA-256 for AVR, classic core with movw (avr25), small.  Nothing is called.
 *
 * Specification: FIPS PUB 180-4, sections 4.1.2, 5 and 6.2; its letters are used.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define SHORTER
#define INIT mote_sha256_init
#define UPDATE mote_sha256
#define CLOSE mote_sha256_close

        .equ    WORD, 4
        .equ    WORDS, 8

#include "common/avr8_md.inc"

#include "sha2/sha256_avr8.inc"

        table_section data

/* The constants (section 4.2.2). */
constants:
#include "sha2/sha256_constants.inc"
/* The initial values of 256 and of 224 bits (section 5.3). */
        within_64k 6
initial:
#include "sha2/sha256_initial.inc"
