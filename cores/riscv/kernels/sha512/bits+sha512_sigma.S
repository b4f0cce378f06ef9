/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-512 with the instructions of cores/riscv/extensions/sha512_sigma.py and
 * bits.py, which is what Zknh and Zbb give; the order of work is that of
 * src/sha2/sha512_compress/rv32imc_fast.S, and so is what a caller gives.
 *
 * Specification: FIPS 180-4, section 6.4.2; functions of section 4.1.3.
 */

#include "extensions.inc"
#include "functions.inc"

/* T = the word at \offset(P) with its bytes in reverse order. */
        .macro  reversed_word offset
        lw      T, \offset(P)
        reverse T, T
        .endm

#include "compress.inc"
