/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3.3"
 * functions = [
 *   "mote_threefish1024_init(cc, key)",
 *   "mote_threefish1024_encrypt(cc, tweak, src, dst)",
 *   "mote_threefish1024_decrypt(cc, tweak, src, dst)",
 * ]
 * reads = {cc = 128, key = 128, tweak = 16, src = 128}
 * writes = {cc = 128, dst = 128}
 * clobbers = "r0 r18 r20-r27 r30 r31 flags"
 * stack = 301
 * constant_time = true
 * calls = []
 * block = "crypt"
 */

/* Registers: see skein/threefish_cipher_avr8.inc and skein/threefish_avr8.inc, which have all but
 * the names.
 *
 * Threefish-1024 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    WORDS, 16
#define INIT mote_threefish1024_init
#define ENCRYPT mote_threefish1024_encrypt
#define DECRYPT mote_threefish1024_decrypt

#include "skein/threefish_cipher_avr8.inc"
