/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Hash Function JH, 16 January 2011, sections 3 to 5"
 * functions = ["mote_jh_f8(H, block)"]
 * reads = {H = 128, block = 64}
 * writes = {H = 128}
 * clobbers = "a1-a7 t0-t6"
 * stack = 64
 * constant_time = true
 * calls = []
 * block = "mote_jh_f8"
 */

/*
 * JH's compression function F8 with the base instruction set, to compare with: src has JH in C for RV32, no
 * assembly.  Only instructions of RV32I are used.
 *
 * COUNT of a round, of four columns: 2 loads; 56 instructions; the exchange 20 in four of seven rounds, 12 in one.
 */

        .macro  and_not to, x, y
        or      \to, \x, \y
        xor     \to, \to, \y
        .endm

        .macro  rotated16 x, y
        srli    \y, \x, 16
        slli    \x, \x, 16
        or      \x, \x, \y
        .endm

#include "jh.inc"

        .globl  mote_jh_f8
        .type   mote_jh_f8, @function
mote_jh_f8:
        f8
        .size   mote_jh_f8, . - mote_jh_f8
