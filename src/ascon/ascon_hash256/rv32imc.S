/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_ascon_hash256_init(cc, out_size)",
 *   "mote_ascon_hash256(cc, data, len)",
 *   "mote_ascon_hash256_close(cc, ub, n, dst)",
 * ]
 */

/* Registers, and all else but the initial value and the digest size: ascon/rv32imc.inc.
 *
 * Ascon-Hash256 for RV32IMC, small.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#define INIT mote_ascon_hash256_init
#define UPDATE mote_ascon_hash256
#define CLOSE mote_ascon_hash256_close
#define DIGEST_BYTES 32
#define IV 0x02, 0x00, 0xCC, 0x00, 0x01, 0x08, 0x00, 0x00

#include "ascon/rv32imc.inc"
