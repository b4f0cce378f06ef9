/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
 * functions = ["mote_skein_ubi512(G, tweak, block)"]
 * reads = {tweak = 16, block = 64}
 * writes = {G = 64}
 * clobbers = "a1 a3-a7 t0-t6"
 * stack = 496
 * constant_time = true
 * calls = []
 * block = "mote_skein_ubi512"
 */

/* Registers: skein/ubi512_rv32imc.inc. */

/*
 * A message block of UBI with Threefish-512, for RV32IMC.  Only instructions of RV32I and C are used; nothing
 * is called, and there is no data.  The block may lie anywhere.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 and 3.4.
 *
 * COUNT for a block, in instructions: 288 MIXes of 12, four for the sum, eight for the rotated word with the
 * exclusive or: 3,456.  19 subkeys of 8 additions of 4 and 16 loads, and 4 for s: 988.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

#include "skein/ubi512_rv32imc.inc"

/* h:l rotated left by n, which is not 32. */
        .macro  rotated l, h, n
        .if     \n < 32
        turned  \l, \h, \l, \h, \n
        .else
        turned  \l, \h, \h, \l, \n - 32
        .endif
        .endm

/* h:l = m:k rotated left by n < 32; m:k may be l:h. */
        .macro  turned l, h, k, m, n
        slli    X, \k, \n
        srli    Y, \m, 32 - (\n)
        slli    \m, \m, \n
        srli    \k, \k, 32 - (\n)
        or      \h, \m, \k
        or      \l, X, Y
        .endm

        .text
/*
 * void mote_skein_ubi512(u32 *G, const u32 *tweak, const unsigned char *block)
 * a0 = G, a1 = tweak, a2 = block.  Clobbers a1, a3 to a7, t0 to t6.  Stack: 496 bytes.
 */
        .globl  mote_skein_ubi512
        .type   mote_skein_ubi512, @function
mote_skein_ubi512:
        ubi
        .size   mote_skein_ubi512, . - mote_skein_ubi512

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
