/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
 * functions = ["mote_groestl_f512(H, block)"]
 * reads = {H = 64, block = 64}
 * writes = {H = 64}
 * clobbers = "r0 r18-r23 r26 r27 r30 r31 flags"
 * stack = 216
 * constant_time = false
 * secret_tables = ["s_box", "s_box_reverse"]
 * calls = []
 * block = "mote_groestl_f512"
 *
 * Registers, and all but the name of the function, are in ../avr8_fast.inc.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define COLUMNS 8
    .equ INLINE, 4

#include "groestl/s_box.inc"
#include "groestl/avr8_fast.inc"

    .global mote_groestl_f512
    .type mote_groestl_f512, @function
mote_groestl_f512:
    compression_function
    .size   mote_groestl_f512, . - mote_groestl_f512
