/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 7693 (November 2015), section 3.2"
 * functions = ["mote_blake2s_compress(cc, data, blocks, last)"]
 * numbers = {blocks = 2, last = 0}
 * reads = {cc = 104, data = "64 * blocks"}
 * writes = {cc = 104}
 * clobbers = "a0-a7 t0-t6"
 * stack = 64
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/*
 * The compression function of BLAKE2s with the rotation of cores/riscv/extensions/bits.py, which is Zbb's:
 * blake2s_turn.S, whose instruction becomes two.
 *
 * Specification: RFC 7693, section 3.2.
 */

#include "extensions.inc"

        .macro  blake2s_turn to, x, y, number
        xor     \to, \x, \y
        .if     \number == 0
        rotate  \to, \to, 16
        .elseif \number == 1
        rotate  \to, \to, 12
        .elseif \number == 2
        rotate  \to, \to, 8
        .else
        rotate  \to, \to, 7
        .endif
        .endm

#include "blocks.inc"
