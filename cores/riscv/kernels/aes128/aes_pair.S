/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES encryption of blocks with the instructions of cores/riscv/extensions/aes_pair.py.
 *
 * Specification: FIPS PUB 197, section 5.1; what a caller gives is in blocks.inc.
 *
 * COUNT of a round: 8 instructions of the unit, 4 loads, 4 of the core.
 */

#include "extensions.inc"
#include "blocks.inc"

        .equ    ROUND_BYTES, 64

/* Halves of columns: \u0 has rows 0 and 1 of column 0 and rows 2 and 3 of column 2 behind ShiftRows
   (section 5.1.2), \u2 the others of both; so have \u1 and \u3 of columns 1 and 3.  Of four bytes the
   S-box is done for two. */
        .macro  halves w0, w1, w2, w3, u0, u1, u2, u3
        aes_half \u0, \w0, \w1
        aes_half \u1, \w1, \w2
        aes_half \u2, \w2, \w3
        aes_half \u3, \w3, \w0
        .endm

/* Columns from halves by \insn, which does the other S-boxes, and AddRoundKey (section 5.1.4). */
        .macro  columns insn, offset, u0, u1, u2, u3, w0, w1, w2, w3
        \insn   \w0, \u0, \u2
        \insn   \w1, \u1, \u3
        \insn   \w2, \u2, \u0
        \insn   \w3, \u3, \u1
        lw      K, \offset(KEYS)
        xor     \w0, \w0, K
        lw      K, \offset + 4(KEYS)
        xor     \w1, \w1, K
        lw      K, \offset + 8(KEYS)
        xor     \w2, \w2, K
        lw      K, \offset + 12(KEYS)
        xor     \w3, \w3, K
        .endm

/* The state is back in its registers behind each round: those of the halves are free in between. */
        .macro  round offset, w0, w1, w2, w3, u0, u1, u2, u3
        halves  W0, W1, W2, W3, U0, U1, U2, U3
        columns aes_column, \offset, U0, U1, U2, U3, W0, W1, W2, W3
        .endm

        .macro  last_round offset, w0, w1, w2, w3, u0, u1, u2, u3
        halves  W0, W1, W2, W3, U0, U1, U2, U3
        columns aes_last, \offset, U0, U1, U2, U3, W0, W1, W2, W3
        .endm

        encrypt_blocks
