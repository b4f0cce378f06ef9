/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3.3"
 * functions = [
 *   "mote_threefish256_init(cc, key)",
 *   "mote_threefish256_encrypt(cc, tweak, src, dst)",
 *   "mote_threefish256_decrypt(cc, tweak, src, dst)",
 * ]
 * reads = {cc = 32, key = 32, tweak = 16, src = 32}
 * writes = {cc = 32, dst = 32}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 75
 * constant_time = true
 * calls = []
 * block = "mote_threefish256_encrypt"
 */

/* Registers: skein/threefish256_avr8.inc.
 *
 * Threefish-256 for AVR, classic core with movw (avr25), small.
 *
 * COUNT for a block, in cycles: 144 MIXes of some 390, 56,000; 19 subkeys of some 1,000, 19,000.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

#define DECRYPT
#include "skein/threefish256_avr8.inc"

    .section .text.mote_threefish256_init, "ax", @progbits
    .p2align 1
    .global mote_threefish256_init
    .type   mote_threefish256_init, @function
mote_threefish256_init:
    movw    r26, r24
    movw    r30, r22
    ldi     r24, 32
1:
    ld      r0, Z+
    st      X+, r0
    dec     r24
    brne    1b
    ret
    .size   mote_threefish256_init, . - mote_threefish256_init

    .section .text.mote_threefish256_encrypt, "ax", @progbits
    .p2align 1
    .global mote_threefish256_encrypt
    .type   mote_threefish256_encrypt, @function
mote_threefish256_encrypt:
    clt
    rjmp    crypt
    .size   mote_threefish256_encrypt, . - mote_threefish256_encrypt

    .section .text.mote_threefish256_decrypt, "ax", @progbits
    .p2align 1
    .global mote_threefish256_decrypt
    .type   mote_threefish256_decrypt, @function
mote_threefish256_decrypt:
    set
    rjmp    crypt
    .size   mote_threefish256_decrypt, . - mote_threefish256_decrypt
