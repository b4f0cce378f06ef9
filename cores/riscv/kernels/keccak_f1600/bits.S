/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/bits.py, which is Zbb as far as it is of use:
 * src/keccak/f1600/rv32imcb_fast.S, with these for its own.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3.
 */

/* The other file has a macro of this name. */
#define rotate unit_rotate
#include "extensions.inc"
#undef rotate

        .macro  rori to, x, n
        unit_rotate \to, \x, (\n)
        .endm

        .macro  andn to, x, y
        and_not \to, \x, \y
        .endm

#define __riscv_zbb 1
#include "keccak/f1600/rv32imcb_fast.S"
