/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES encryption of blocks with the instruction of cores/riscv/extensions/zkne.py, as the standard's
 * aes32esmi and aes32esi are meant to be used: a column begins as its round key.
 *
 * Specification: FIPS PUB 197, section 5.1; what a caller gives is in blocks.inc.
 *
 * COUNT of a round: 16 instructions of the unit, 4 loads.
 */

#include "extensions.inc"
#include "blocks.inc"

        .equ    ROUND_BYTES, 80

/* A column: its key (section 5.1.4), and rows 0 to 3 from where ShiftRows has them (section 5.1.2).
   \mixed is 4 with MixColumns, or 0. */
        .macro  column mixed, offset, u, w0, w1, w2, w3
        lw      \u, \offset(KEYS)
        aes32es \u, \u, \w0, \mixed
        aes32es \u, \u, \w1, \mixed + 1
        aes32es \u, \u, \w2, \mixed + 2
        aes32es \u, \u, \w3, \mixed + 3
        .endm

        .macro  columns mixed, offset, w0, w1, w2, w3, u0, u1, u2, u3
        column  \mixed, \offset, \u0, \w0, \w1, \w2, \w3
        column  \mixed, \offset + 4, \u1, \w1, \w2, \w3, \w0
        column  \mixed, \offset + 8, \u2, \w2, \w3, \w0, \w1
        column  \mixed, \offset + 12, \u3, \w3, \w0, \w1, \w2
        .endm

        .macro  round offset, w0, w1, w2, w3, u0, u1, u2, u3
        columns 4, \offset, \w0, \w1, \w2, \w3, \u0, \u1, \u2, \u3
        .endm

        .macro  last_round offset, w0, w1, w2, w3, u0, u1, u2, u3
        columns 0, \offset, \w0, \w1, \w2, \w3, \u0, \u1, \u2, \u3
        .endm

        encrypt_blocks
