/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Zbb of RISC-V with 64 bits, which the compiler is asked for a file at a time: it rotates, and ands with
 * a complement, by one instruction each.  So rv64_zbb.c is portable_fast.c with a name of its own, which
 * the library chooses where the processor has it.
 *
 * A private header.  Source: RISC-V C API Specification, "Architecture Extension Test Macros".
 */
#ifndef MOTE_COMMON_RV64_ZBB_H
#define MOTE_COMMON_RV64_ZBB_H

#if !defined __riscv || __riscv_xlen != 64
#error "rv64_zbb.c needs a RISC-V with 64 bits"
#endif
#ifndef __riscv_zbb
#error "rv64_zbb.c needs Zbb: -march=rv64gc_zbb"
#endif

#endif
