/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A message block of UBI with Threefish-512 with whatever of the instructions of
 * cores/riscv/extensions/skein_turn.py there are (has_NAME); without any it has the plain file's instructions.
 */

#include "extensions.inc"
#include "skein/ubi512_rv32imc.inc"

/* \to = the upper half of own:other shifted left by n. */
        .macro  turned to, own, other, n
        .equ    done, 0
        .if     \n < 16
        .ifdef  has_skein_turn
        skein_turn \to, \own, \other, \n
        .equ    done, 1
        .endif
        .else
        .ifdef  has_skein_turn16
        skein_turn16 \to, \own, \other, \n - 16
        .equ    done, 1
        .endif
        .endif
        .if     !done
        slli    Y, \own, \n
        srli    \to, \other, 32 - (\n)
        or      \to, \to, Y
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
