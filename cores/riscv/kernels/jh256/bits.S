/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH's compression function F8 with the instructions of cores/riscv/extensions/bits.py, which are Zbb's: the plain
 * file with other macros.
 */

#include "extensions.inc"

        .macro  rotated16 x, y
        rotate  \x, \x, 16
        .endm

#include "../../plain/jh.inc"

        .globl  mote_jh_f8
        .type   mote_jh_f8, @function
mote_jh_f8:
        f8
        .size   mote_jh_f8, . - mote_jh_f8
