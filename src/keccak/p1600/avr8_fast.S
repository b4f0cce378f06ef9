/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
 * functions = ["mote_keccak_p1600(state)"]
 * block = "mote_keccak_p1600"
 */

/* Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600]: keccak/f1600/avr8_fast.S, with fewer
 * constants. */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

#define PERMUTATION mote_keccak_p1600
#include "keccak/f1600/avr8_fast.S"
