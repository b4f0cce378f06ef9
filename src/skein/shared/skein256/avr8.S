/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * stack = 88
 * calls = ["mote_threefish256_encrypt"]
 * block = "encrypt"
 */

/* Registers: skein/skein256/avr8.S, which this is with a call in place of Threefish. */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#if defined __AVR_HAVE_JMP_CALL__
cipher:
    jmp     mote_threefish256_encrypt
#define SKEIN_CIPHER cipher
#else
#define SKEIN_CIPHER mote_threefish256_encrypt
#endif

#include "skein/skein256/avr8.S"
