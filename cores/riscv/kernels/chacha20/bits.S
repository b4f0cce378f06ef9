/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
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
