/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.1.2"
 * functions = ["mote_blake_compress32(cc, data, blocks, rounds)"]
 * numbers = {blocks = 2, rounds = 14}
 * reads = {cc = 108, data = "64 * blocks"}
 * writes = {cc = 108}
 * clobbers = "a1-a7 t0-t6"
 * stack = 208
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers: blake/compress32_rv32imc.inc; constants: blake/compress32_words_rv32imc.inc. */

/*
 * The compression function of BLAKE-256 and BLAKE-32, for RV32IMC, on any number (at least one) of
 * message blocks, wherever they lie.  Only instructions of RV32I and C are used; nothing is called.
 *
 * Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.1.2; its letters are used.  Salt 0.
 *
 * The sixteen words of the state are in registers, and ten of the constants; the others, and the message,
 * are in the frame.
 *
 * COUNT of G, in instructions: 2 loads of the message, 2 exclusive ors with constants, of which 6 in 16 are
 * loaded, 6 additions, 4 exclusive ors and rotations of 3: 26.75, of which 2.75 are loads.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

        .macro  rotated x, n, y
        srli    \y, \x, \n
        slli    \x, \x, 32 - \n
        or      \x, \x, \y
        .endm

        .macro  mask m
        li      \m, 0x00FF00FF
        .endm

        .macro  swapped x, m, y
        and     \y, \x, \m
        srli    \x, \x, 8
        and     \x, \x, \m
        slli    \y, \y, 8
        or      \x, \x, \y
        srli    \y, \x, 16
        slli    \x, \x, 16
        or      \x, \x, \y
        .endm

        .text
        .p2align 2
#include "blake/compress32_words_rv32imc.inc"

/*
 * void mote_blake_compress32(u32 *cc, const unsigned char *data, size_t blocks, unsigned rounds)
 * a0 = cc, a1 = data, a2 = blocks (at least 1), a3 = rounds: 10 or 14.  Stack: 208 bytes.
 */
        .globl  mote_blake_compress32
        .type   mote_blake_compress32, @function
mote_blake_compress32:
        compression_function
        .size   mote_blake_compress32, . - mote_blake_compress32

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
