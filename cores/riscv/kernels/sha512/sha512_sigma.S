/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-512 with the instructions of cores/riscv/extensions/sha512_sigma.py, which are
 * Zknh's; the order of work is that of src/sha2/sha512_compress/rv32imc_fast.S, and so is what a caller gives.
 *
 * Specification: FIPS 180-4, section 6.4.2; functions of section 4.1.3.
 */

#include "extensions.inc"
#include "functions.inc"

/* T = the word at \offset(P) with its bytes in reverse order, which are swapped with the mask X. */
        .macro  reversed_word offset
        lw      T, \offset(P)
        srli    U, T, 8
        and     U, U, s0
        and     T, T, s0
        slli    T, T, 8
        or      T, T, U
        srli    U, T, 16
        slli    T, T, 16
        or      T, T, U
        .endm

#include "compress.inc"
