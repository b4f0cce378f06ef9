/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE's compression function with the instruction of cores/riscv/extensions/blake_turn.py: the plain file
 * with another macro.
 */

#include "extensions.inc"

        .macro  mask m
        li      \m, 0x00FF00FF
        .endm

        .macro  swapped x, m, y
        and     \y, \x, \m
        srli    \x, \x, 8
        and     \x, \x, \m
        slli    \y, \y, 8
        or      \x, \x, \y
        srli    \y, \x, 16
        slli    \x, \x, 16
        or      \x, \x, \y
        .endm

        .text
        .p2align 2
#include "blake/compress32_words_rv32imc.inc"

        .purgem turn
        .macro  turn x, y, half
        blake_turn \x, \x, \y, \half
        .endm

        .globl  mote_blake_compress32
        .type   mote_blake_compress32, @function
mote_blake_compress32:
        compression_function
        .size   mote_blake_compress32, . - mote_blake_compress32
