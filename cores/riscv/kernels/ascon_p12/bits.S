/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
 * functions = ["mote_ascon_absorb(S, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {S = 40, data = "8 * blocks"}
 * writes = {S = 40}
 * clobbers = "a0-a7 t0-t6"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/*
 * Ascon-p[12] after each message block with the instructions of cores/riscv/extensions/bits.py, which is
 * Zbb as far as it is of use: src/ascon/ascon_absorb/rv32imcb_fast.S, with these for its own.
 *
 * Specification: NIST SP 800-232, sections 3.2 to 3.4.
 */

#include "extensions.inc"

        .macro  rori to, x, n
        rotate  \to, \x, \n
        .endm

        .macro  andn to, x, y
        and_not \to, \x, \y
        .endm

/* \to = \x | ~\y; \to is not \x. */
        .macro  orn to, x, y
        not     \to, \y
        or      \to, \to, \x
        .endm

        .macro  zext.h to, x
        slli    \to, \x, 16
        srli    \to, \to, 16
        .endm

#define __riscv_zbb 1
#include "ascon/ascon_absorb/rv32imcb_fast.S"
