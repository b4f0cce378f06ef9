/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE's compression function with the instructions of cores/riscv/extensions/blake_add.py and blake_turn.py.
 * The message is a multiple of four, and stays where it is.
 *
 * Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.1.2; its letters are used.
 *
 * COUNT of G: 2 loads, 4 instructions of the core, 6 of the unit.
 */

#include "extensions.inc"

/* Registers beside those of the file below: a1 the message block. */

        .equ    FRAME, 144

#include "blake/compress32_rv32imc.inc"

        .macro  begun
        .endm

        .macro  taken
        lw      a1, DATA(sp)
        .endm

/* A word of 0 and the constant. */
        .macro  initial v, n
        blake_add \v, zero, zero, \n
        .endm

        .macro  started
        .endm

        .macro  ended
        lw      a0, CC(sp)
        addi    a1, a1, 64
        sw      a1, DATA(sp)
        .endm

        .macro  added a, x, y
        lw      X, 4 * \x(a1)
        blake_add \a, \a, X, \y
        .endm

        .macro  turn x, y, half
        blake_turn \x, \x, \y, \half
        .endm

        .text
        .globl  mote_blake_compress32
        .type   mote_blake_compress32, @function
mote_blake_compress32:
        compression_function
        .size   mote_blake_compress32, . - mote_blake_compress32
