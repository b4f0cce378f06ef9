/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * clobbers = "a0-a5 t0-t2 ra"
 * stack = 352
 */

/* Registers of the S-box, R0 to R7: bits; p, q; products.  t0 has where it returns to.  All else:
 * aes/ctr_rv32.inc. */
#define R0 s0
#define R1 s1
#define R2 a0
#define R3 a1
#define R4 a2
#define R5 a3
#define R6 a4
#define R7 a5

/*
 * AES-128 and AES-256 in counter mode for RISC-V with 16 registers (RV32EC), smallest:
 * rv32ec_balanced.S is faster.
 *
 * THE S-BOX is that of aes/ctr_thumb.inc, where its constants are said.  An element of GF(2^8) is a
 * p + b q, p and q in GF(2^4); its inverse takes one inversion and three products in GF(2^4), for
 * which there is one subroutine.  13 and 11 XOR are the way there and back, the affine map of
 * section 5.1.1 in it.  The inversion in GF(2^4) is that of J. Boyar, R. Peralta, SEA 2010 (eprint
 * 2009/191), with its names.
 * p and q take the place of the words, d = 1 / N and then p d that of SPILLED.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

        .equ    SPILLS, 4

        .macro  sub_bytes
        mv      t0, ra
        read_words
        # To the coordinates: p in R5 and R1 to R3, q in R4, R0, R6 and R7
        xor     R1, R1, R4
        xor     R1, R1, R3
        xor     R7, R7, R1
        xor     R1, R1, R2
        xor     R6, R6, R5
        xor     R6, R6, R7
        xor     R5, R5, R1
        xor     R4, R4, R5
        xor     R3, R3, R5
        xor     R5, R5, R7
        xor     R0, R0, R4
        xor     R7, R7, R0
        xor     R2, R2, R7
        sw      R5, WORDS(sp)
        sw      R1, WORDS + 4(sp)
        sw      R2, WORDS + 8(sp)
        sw      R3, WORDS + 12(sp)
        sw      R4, WORDS + 16(sp)
        sw      R0, WORDS + 20(sp)
        sw      R6, WORDS + 24(sp)
        sw      R7, WORDS + 28(sp)
        # N: m p^2 + n q^2 over g^4, which p q then comes to
        xor     R6, R6, R3
        xor     R6, R6, R4
        xor     R4, R4, R5
        xor     R4, R4, R2
        xor     R0, R0, R2
        xor     R0, R0, R7
        xor     R7, R7, R1
        xor     R7, R7, R3
        addi    R1, sp, WORDS
        c.jal   multiply
        # d = 1 / N, in a basis in which that takes 5 AND and 11 XOR
        xor     R6, R6, R7
        xor     R7, R7, R4
        xor     R5, R4, R6              # t25
        and     R4, R4, R0              # t26
        xor     R1, R7, R4              # t27
        xor     R4, R4, R6              # t31
        and     R2, R5, R1              # t28
        xor     R6, R6, R2              # t29
        xor     R2, R0, R7              # t30
        and     R4, R4, R2              # t32
        xor     R4, R4, R7              # t33
        xor     R0, R0, R4              # t34
        xor     R2, R1, R4              # t35
        and     R7, R7, R2              # t36
        xor     R0, R0, R7              # t37
        xor     R7, R7, R1              # t38
        and     R7, R7, R6              # t39
        xor     R5, R5, R7              # t40
        xor     R4, R4, R0
        xor     R5, R5, R4
        xor     R5, R5, R6
        xor     R0, R0, R5
        sw      R0, SPILLED(sp)
        sw      R4, SPILLED + 4(sp)
        sw      R5, SPILLED + 8(sp)
        sw      R6, SPILLED + 12(sp)
        # d p, which takes the place of d, and d that of p
        addi    R1, sp, SPILLED
        c.jal   multiply_anew
        lw      R1, SPILLED(sp)
        lw      R2, SPILLED + 4(sp)
        lw      R3, SPILLED + 8(sp)
        lw      R5, SPILLED + 12(sp)
        sw      R1, WORDS(sp)
        sw      R2, WORDS + 4(sp)
        sw      R3, WORDS + 8(sp)
        sw      R5, WORDS + 12(sp)
        sw      R0, SPILLED(sp)
        sw      R4, SPILLED + 4(sp)
        sw      R6, SPILLED + 8(sp)
        sw      R7, SPILLED + 12(sp)
        # d q
        addi    R1, sp, WORDS
        c.jal   multiply_anew
        lw      R2, SPILLED(sp)
        lw      R1, SPILLED + 4(sp)
        lw      R3, SPILLED + 8(sp)
        lw      R5, SPILLED + 12(sp)
        # Back to bits, and the affine map
        not     R0, R0
        not     R5, R5
        xor     R1, R1, R2
        xor     R0, R0, R3
        xor     R2, R2, R4
        xor     R3, R3, R4
        xor     R5, R5, R6
        xor     R3, R3, R6
        xor     R7, R7, R3
        xor     R6, R6, R0
        xor     R0, R0, R1
        not     R1, R1
        xor     R1, R1, R3
        xor     R4, R4, R7
        sw      R0, WORDS(sp)
        sw      R1, WORDS + 4(sp)
        sw      R2, WORDS + 8(sp)
        sw      R3, WORDS + 12(sp)
        sw      R4, WORDS + 16(sp)
        sw      R5, WORDS + 20(sp)
        sw      R6, WORDS + 24(sp)
        sw      R7, WORDS + 28(sp)
        mv      ra, t0
        .endm

        .text

# R4, R0, R7, R6 = the 4 words at R1 times the 4 behind them, in GF(2^4), highest power of g first; or
# that and R4, R0, R7, R6 times g^4.  R1 to R3 and R5 are used.
        .type   multiply, @function
multiply_anew:
        li      R4, 0
        li      R0, 0
        li      R7, 0
        li      R6, 0
multiply:
        addi    R2, R1, 16
1:      mv      R3, R4                  # times g
        xor     R4, R4, R0
        mv      R0, R7
        mv      R7, R6
        mv      R6, R3
        lw      R5, 0(R1)
        lw      R3, 0(R2)
        and     R3, R3, R5
        xor     R4, R4, R3
        lw      R3, 4(R2)
        and     R3, R3, R5
        xor     R0, R0, R3
        lw      R3, 8(R2)
        and     R3, R3, R5
        xor     R7, R7, R3
        lw      R3, 12(R2)
        and     R3, R3, R5
        xor     R6, R6, R3
        addi    R1, R1, 4
        bne     R1, R2, 1b
        ret
        .size   multiply, . - multiply

#include "aes/ctr_rv32.inc"

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
