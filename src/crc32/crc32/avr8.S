/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "ITU-T Recommendation V.42 (03/2002), section 8.1.1.6.2"
 * functions = [
 *   "mote_crc32(crc, data, len)",
 *   "mote_crc32_combine(first, second, second_len)",
 * ]
 * reads = {data = "len"}
 * writes = {}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 19
 * constant_time = false
 * calls = []
 * block = "mote_crc32"
 */

/* Registers: see crc32/avr8_bitwise.inc, which has all but the names and the polynomial.
 *
 * CRC-32 for AVR, classic core with movw (avr25), small.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

#include "crc32/crc32/constants.h"

#define UPDATE mote_crc32
#define COMBINE mote_crc32_combine

        .equ    P0, POLYNOMIAL & 0xFF
        .equ    P1, POLYNOMIAL >> 8 & 0xFF
        .equ    P2, POLYNOMIAL >> 16 & 0xFF
        .equ    P3, POLYNOMIAL >> 24 & 0xFF

#include "crc32/avr8_bitwise.inc"
