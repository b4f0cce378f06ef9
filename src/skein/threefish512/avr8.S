/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3.3"
 * functions = [
 *   "mote_threefish512_init(cc, key)",
 *   "mote_threefish512_encrypt(cc, tweak, src, dst)",
 *   "mote_threefish512_decrypt(cc, tweak, src, dst)",
 * ]
 * reads = {cc = 64, key = 64, tweak = 16, src = 64}
 * writes = {cc = 64, dst = 64}
 * clobbers = "r0 r18 r20-r27 r30 r31 flags"
 * stack = 173
 * constant_time = true
 * calls = []
 * block = "crypt"
 */

/* Registers: see skein/threefish_cipher_avr8.inc and skein/threefish_avr8.inc, which have all but
 * the names.
 *
 * Threefish-512 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    WORDS, 8
#define INIT mote_threefish512_init
#define ENCRYPT mote_threefish512_encrypt
#define DECRYPT mote_threefish512_decrypt

#include "skein/threefish_cipher_avr8.inc"
