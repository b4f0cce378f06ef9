/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
 * functions = ["mote_groestl_f1024(H, block)"]
 * reads = {H = 128, block = 128}
 * writes = {H = 128}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 270
 * constant_time = false
 * secret_tables = ["s_box"]
 * calls = []
 * block = "mote_groestl_f1024"
 *
 * Registers, and all but the name of the function, are in ../avr8.inc.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define COLUMNS 16

#include "groestl/s_box.inc"
#include "groestl/avr8.inc"

    .global mote_groestl_f1024
    .type mote_groestl_f1024, @function
mote_groestl_f1024:
    compression_function
    .size   mote_groestl_f1024, . - mote_groestl_f1024
