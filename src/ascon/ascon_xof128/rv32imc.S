/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_ascon_xof128_init(cc, out_size)",
 *   "mote_ascon_xof128(cc, data, len)",
 *   "mote_ascon_xof128_close(cc, ub, n, dst)",
 * ]
 */

/* Registers, and all else but the initial value: ascon/rv32imc.inc.
 *
 * Ascon-XOF128 for RV32IMC, small.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#define INIT mote_ascon_xof128_init
#define UPDATE mote_ascon_xof128
#define CLOSE mote_ascon_xof128_close
#define IV 0x03, 0x00, 0xCC, 0x00, 0x00, 0x08, 0x00, 0x00

#include "ascon/rv32imc.inc"
