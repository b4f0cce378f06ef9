/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A message block of UBI with Threefish-512 with the instructions of cores/riscv/extensions/skein_turn.py: the
 * plain file with another macro.
 *
 * COUNT of a MIX: 6 instructions of the core, 2 of the unit.
 */

#include "extensions.inc"
#include "skein/ubi512_rv32imc.inc"

        .macro  turned to, own, other, n
        .if     \n < 16
        skein_turn \to, \own, \other, \n
        .else
        skein_turn16 \to, \own, \other, \n - 16
        .endif
        .endm

/* MIX (section 3.3.1). */
        .purgem mix
        .macro  mix l, h, k, m, n
        add     \l, \l, \k
        sltu    X, \l, \k
        add     \h, \h, \m
        add     \h, \h, X
        .if     \n < 32
        turned  X, \k, \m, \n
        turned  \m, \m, \k, \n
        .else
        turned  X, \m, \k, \n - 32
        turned  \m, \k, \m, \n - 32
        .endif
        xor     \k, X, \l
        xor     \m, \m, \h
        .endm

        .text
        .globl  mote_skein_ubi512
        .type   mote_skein_ubi512, @function
mote_skein_ubi512:
        ubi
        .size   mote_skein_ubi512, . - mote_skein_ubi512
