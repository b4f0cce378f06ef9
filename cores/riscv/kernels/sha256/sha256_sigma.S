/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-256 with the instructions of cores/riscv/extensions/sha256_sigma.py; the
 * order of work is that of src/sha2/sha256_compress/rv32imc_fast.S, and so is what a caller gives.
 *
 * Specification: FIPS 180-4, section 6.2.2; functions of section 4.1.2.
 */

#include "extensions.inc"
#include "sha2/sha256_shifts_rv32imc.inc"

        .purgem rotations
        .purgem schedule_rotations

/* \to = SIGMA1(\x) or SIGMA0(\x), which differ in their first rotation, \i. */
        .macro  rotations to, x, z, i, j, k
        .ifeq   \i - 6
        sha256_sum1 \to, \x
        .else
        sha256_sum0 \to, \x
        .endif
        .endm

/* \to = sigma0(\x) or sigma1(\x), which differ in their shift. */
        .macro  schedule_rotations to, x, z, shift, r1, r2
        .ifeq   \shift - 3
        sha256_sig0 \to, \x
        .else
        sha256_sig1 \to, \x
        .endif
        .endm

#include "sha2/sha256_compress_rv32imc.inc"
