/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH's compression function F8 with the instruction of cores/riscv/extensions/jh_exchange.py: the plain file with
 * another macro.
 */

#include "extensions.inc"

        .macro  and_not to, x, y
        or      \to, \x, \y
        xor     \to, \to, \y
        .endm

        .macro  exchanged x, n, mask
        jh_exchange \x, \x, \n
        .endm

#define OWN_EXCHANGE
#include "../../plain/jh.inc"

        .globl  mote_jh_f8
        .type   mote_jh_f8, @function
mote_jh_f8:
        f8
        .size   mote_jh_f8, . - mote_jh_f8
