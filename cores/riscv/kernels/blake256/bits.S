/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE's compression function with the rotation and the order of bytes of cores/riscv/extensions/bits.py,
 * which are Zbb's: the plain file with other macros.
 */

#include "extensions.inc"

        .macro  rotated x, n, y
        rotate  \x, \x, \n
        .endm

        .macro  mask m
        .endm

        .macro  swapped x, m, y
        reverse \x, \x
        .endm

        .text
        .p2align 2
#include "blake/compress32_words_rv32imc.inc"

        .globl  mote_blake_compress32
        .type   mote_blake_compress32, @function
mote_blake_compress32:
        compression_function
        .size   mote_blake_compress32, . - mote_blake_compress32
