/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * stack = 80
 */

/* Registers, and how it is done: salsa/poly1305_rv32imc.inc.
 *
 * Blocks of Poly1305 for RV32IMC, behind the small mode.
 */

#if __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_compressed) || \
    __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V that multiplies: -march=rv32imc"
#endif

#include "salsa/poly1305_rv32imc.inc"
