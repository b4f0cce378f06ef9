/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8439 (June 2018), sections 2.1 to 2.4"
 * functions = ["mote_chacha20_crypt(cc, src, dst, len)"]
 * numbers = {len = 128}
 * reads = {cc = 64, src = "len"}
 * writes = {cc = 64, dst = "len"}
 * clobbers = "a1-a5 t0-t3"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/*
 * ChaCha20 with the rotation of cores/riscv/extensions/bits.py, which is Zbb's: chacha_turn.S, whose
 * instruction becomes two.
 *
 * Specification: RFC 8439, sections 2.1 to 2.4.
 */

        .macro  chacha_turn to, x, y, number
        xor     \to, \x, \y
        .if     \number == 0
        rotate  \to, \to, 16
        .elseif \number == 1
        rotate  \to, \to, 20
        .elseif \number == 2
        rotate  \to, \to, 24
        .else
        rotate  \to, \to, 25
        .endif
        .endm

#include "chacha_turn.S"
