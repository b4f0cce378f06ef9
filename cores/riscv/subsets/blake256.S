/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE's compression function on words of 32 bits with whatever of the instructions of
 * cores/riscv/extensions/blake_turn.py, blake_add.py and bits.py there are (has_NAME); without any it is the plain
 * file.  The message is a multiple of four.
 */

#include "extensions.inc"

        .macro  rotated x, n, y
        .ifdef  has_rotate
        rotate  \x, \x, \n
        .else
        srli    \y, \x, \n
        slli    \x, \x, 32 - \n
        or      \x, \x, \y
        .endif
        .endm

        .macro  mask m
        .ifndef has_reverse
        li      \m, 0x00FF00FF
        .endif
        .endm

        .macro  swapped x, m, y
        .ifdef  has_reverse
        reverse \x, \x
        .else
        and     \y, \x, \m
        srli    \x, \x, 8
        and     \x, \x, \m
        slli    \y, \y, 8
        or      \x, \x, \y
        srli    \y, \x, 16
        slli    \x, \x, 16
        or      \x, \x, \y
        .endif
        .endm

        .text
        .p2align 2
#include "blake/compress32_words_rv32imc.inc"

        .ifdef  has_blake_turn
        .purgem turn
        .macro  turn x, y, half
        blake_turn \x, \x, \y, \half
        .endm
        .endif

/* The message stays where it is. */
        .ifdef  has_blake_add
        .purgem begun
        .macro  begun
        .endm
        .purgem taken
        .macro  taken
        lw      a1, DATA(sp)
        .endm
        .purgem initial
        .macro  initial v, n
        blake_add \v, zero, zero, \n
        .endm
        .purgem started
        .macro  started
        .endm
        .purgem ended
        .macro  ended
        lw      a0, CC(sp)
        addi    a1, a1, 64
        sw      a1, DATA(sp)
        .endm
        .purgem added
        .macro  added a, x, y
        lw      X, 4 * \x(a1)
        blake_add \a, \a, X, \y
        .endm
        .endif

        .globl  mote_blake_compress32
        .type   mote_blake_compress32, @function
mote_blake_compress32:
        compression_function
        .size   mote_blake_compress32, . - mote_blake_compress32
