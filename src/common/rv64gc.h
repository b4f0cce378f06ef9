/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What C for 64-bit RISC-V needs: a compiler that knows numbers of 128 bits, a multiplication, and the lowest
 * byte of a word first.
 *
 * A private header.
 */
#ifndef MOTE_COMMON_RV64GC_H
#define MOTE_COMMON_RV64GC_H

#if !defined __riscv || __riscv_xlen != 64 || !defined __riscv_mul || !defined __GNUC__
#error "rv64gc.c needs a 64-bit RISC-V with a multiplication, and GCC or Clang"
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv64gc.c needs the lowest byte of a word first"
#endif

#endif
