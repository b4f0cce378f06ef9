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
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 291
 * constant_time = true
 * calls = []
 * block = "encrypt"
 * bound = 22728
 */

/* Registers: see skein/threefish512_avr8_fast.inc for encryption; for decryption, which is small as
 * in avr8.S, skein/threefish_cipher_avr8.inc and skein/threefish_avr8.inc.
 *
 * Threefish-512 for AVR, classic core with movw (avr25), fast encryption.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    WORDS, 8
#define INIT mote_threefish512_init
#define DECRYPT mote_threefish512_decrypt

#include "skein/threefish_cipher_avr8.inc"

/* void encrypt(const context *cc, const void *tweak, const void *src, void *dst) */
    .global mote_threefish512_encrypt
    .type   mote_threefish512_encrypt, @function
mote_threefish512_encrypt:
#include "skein/threefish512_avr8_fast.inc"
    .size   mote_threefish512_encrypt, . - mote_threefish512_encrypt
