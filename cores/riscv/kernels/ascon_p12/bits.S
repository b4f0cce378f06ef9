/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
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
