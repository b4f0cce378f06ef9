/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-256 with the instructions of cores/riscv/extensions/bits.py; the order of
 * work is that of src/sha2/sha256_compress/rv32imcb_fast.S, and so is what a caller gives.
 *
 * Specification: FIPS 180-4, section 6.2.2; functions of section 4.1.2.
 */

#include "extensions.inc"

/* \to = \x rotated right by i, i + j and i + j + k, added. */
        .macro  rotations to, x, z, i, j, k
        rotate  \to, \x, \k
        xor     \to, \to, \x
        rotate  \to, \to, \j
        xor     \to, \to, \x
        rotate  \to, \to, \i
        .endm

/* \to = \x shifted right by \shift, and rotated right by \r1 and \r2, added; \z: free. */
        .macro  schedule_rotations to, x, z, shift, r1, r2
        rotate  \to, \x, \r2 - \r1
        xor     \to, \to, \x
        rotate  \to, \to, \r1
        srli    \z, \x, \shift
        xor     \to, \to, \z
        .endm

/* `reversed` needs nothing. */
        .macro  prepare_reversed mask
        .endm

/* \to = the word at \offset(\place) with its bytes in reverse order. */
        .macro  reversed to, offset, place, mask, y, z
        lw      \to, \offset(\place)
        reverse \to, \to
        .endm

#include "sha2/sha256_compress_rv32imc.inc"
