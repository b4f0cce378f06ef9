/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 9861, KangarooTwelve and TurboSHAKE (October 2025), section 2.2"
 * functions = ["mote_keccak_p1600(state)"]
 * block = "mote_keccak_p1600"
 */

/* Keccak-p[1600, 12], the last 12 rounds of Keccak-f[1600]: keccak/f1600/rv32imc.S, which begins with
 * another state of the shift register for the round constants. */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#define PERMUTATION mote_keccak_p1600
#define FIRST 0x4B
#include "keccak/f1600/rv32imc.S"
