/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * clobbers = "a0-a5 t0-t2 ra"
 * stack = 368
 */

/* Registers of the S-box: those within reach of compressed instructions, s0 s1 a0-a5, for all
 * gates; t0-t2, the places of words that were read and SPILLS more words on the stack keep what is
 * used later.  All else: aes/ctr_rv32.inc.
 *
 * AES-128 and AES-256 in counter mode for RISC-V with 16 registers (RV32EC), small; rv32ec.S is
 * smaller, and slower.
 *
 * THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
 * 2013), with their names, in an order for which few words have to be kept on the stack.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec_balanced.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

        .equ    SPILLS, 7

        .macro  sub_bytes
        read_words
        xor     t0, a2, a0              # y14
        xor     a3, a3, a4              # t0
        xor     t1, a3, s0              # y1
        xor     t2, s1, t1              # y5
        sw      t1, WORDS + 20(sp)
        xor     t1, a0, a5              # y8
        xor     s1, s1, a5              # y13
        sw      s1, WORDS + 16(sp)
        xor     s1, s1, t0              # y12
        xor     a1, a1, s1              # t1
        xor     a0, a0, a1              # y15
        sw      t0, WORDS + 4(sp)
        xor     t0, a0, a3              # y10
        sw      s1, WORDS(sp)
        and     s1, s1, a0              # t2
        xor     a1, a1, a4              # y20
        xor     a4, a0, s0              # y6
        sw      a0, WORDS + 12(sp)
        xor     a0, t2, t1              # y3
        sw      a0, WORDS + 8(sp)
        and     a0, a0, a4              # t3
        xor     a0, a0, s1              # t4
        xor     a0, a0, a1              # t17
        xor     a5, a5, a2              # y9
        xor     a1, a1, a5              # y11
        sw      a4, WORDS + 24(sp)
        xor     a4, s0, a1              # y7
        sw      a5, SPILLED(sp)
        and     a5, a5, a1              # t12
        xor     a3, a3, a1              # y16
        sw      a4, SPILLED + 4(sp)
        lw      a4, WORDS + 20(sp)
        xor     a2, a2, a4              # y4
        sw      a2, SPILLED + 8(sp)
        and     a2, a2, s0              # t5
        sw      a1, SPILLED + 12(sp)
        xor     a1, t0, a1              # y17
        xor     s1, s1, a2              # t6
        lw      a2, WORDS + 4(sp)
        and     a2, a2, a1              # t13
        xor     a2, a2, a5              # t14
        sw      a1, SPILLED + 16(sp)
        and     a1, t1, t0              # t15
        xor     a0, a0, a2              # t21
        xor     a1, a1, a5              # t16
        and     a5, t2, a4              # t8
        sw      s0, SPILLED + 20(sp)
        lw      s0, WORDS + 16(sp)
        and     s0, s0, a3              # t7
        xor     a5, a5, s0              # t9
        xor     a2, a2, a5              # t19
        lw      a5, WORDS + 28(sp)
        xor     a4, a4, a5              # y2
        lw      a5, SPILLED + 4(sp)
        and     a5, a5, a4              # t10
        xor     a5, a5, s0              # t11
        xor     a5, a5, a1              # t20
        lw      s0, WORDS + 16(sp)
        xor     s0, s0, a3              # y21
        xor     a2, a2, s0              # t23
        xor     s0, t0, t1              # y19
        xor     s1, s1, a1              # t18
        xor     s1, s1, s0              # t22
        and     s0, a0, a2              # t26
        xor     a1, s1, s0              # t31
        sw      a4, SPILLED + 24(sp)
        lw      a4, WORDS + 28(sp)
        xor     a4, a4, a3              # y18
        xor     a4, a4, a5              # t24
        xor     s0, s0, a4              # t27
        xor     a5, a2, a4              # t30
        and     a5, a5, a1              # t32
        xor     a5, a5, a4              # t33
        xor     a0, a0, s1              # t25
        xor     a1, s0, a5              # t35
        and     a1, a1, a4              # t36
        xor     a2, a2, a5              # t34
        xor     a2, a2, a1              # t37
        lw      a4, WORDS + 24(sp)
        and     a4, a4, a2              # z1
        xor     a1, a1, s0              # t38
        and     s0, s0, a0              # t28
        xor     s0, s0, s1              # t29
        and     a1, a1, s0              # t39
        lw      s1, WORDS + 8(sp)
        and     s1, s1, a2              # z10
        xor     a0, a0, a1              # t40
        xor     a1, a5, a2              # t44
        and     t2, t2, a0              # z13
        xor     a2, a2, a0              # t41
        sw      s1, WORDS + 28(sp)
        lw      s1, WORDS(sp)
        and     s1, s1, a1              # z9
        sw      s1, WORDS(sp)
        lw      s1, WORDS + 12(sp)
        and     s1, s1, a1              # z0
        lw      a1, WORDS + 20(sp)
        and     a1, a1, a0              # z4
        xor     a0, a0, s0              # t43
        and     a3, a3, a0              # z3
        xor     a4, a4, s1              # tc5
        xor     a1, a1, a3              # tc6
        xor     a4, a4, a1              # tc11
        sw      a4, WORDS + 12(sp)
        lw      a4, WORDS + 16(sp)
        and     a4, a4, a0              # z12
        lw      a0, SPILLED + 4(sp)
        and     a0, a0, s0              # z5
        xor     a0, a0, a3              # tc12
        lw      a3, SPILLED + 20(sp)
        and     a3, a3, a5              # z2
        xor     a3, a3, s1              # tc4
        xor     a0, a0, a3              # tc14
        and     s1, t0, a2              # z8
        xor     a3, a3, a4              # tc7
        xor     s1, s1, a3              # tc9
        lw      a3, SPILLED + 8(sp)
        and     a3, a3, a5              # z11
        and     t0, a2, t1              # z17
        xor     a5, a5, s0              # t42
        xor     a2, a2, a5              # t45
        mv      t1, a4
        lw      a4, SPILLED + 16(sp)
        and     a4, a4, a2              # z7
        xor     a4, a4, a1              # tc8
        lw      a1, SPILLED + 24(sp)
        and     s0, s0, a1              # z14
        lw      a1, SPILLED + 12(sp)
        and     a1, a1, a5              # z6
        xor     s1, s1, a4              # tc10
        xor     a1, a1, a4              # tc16
        lw      a4, SPILLED(sp)
        and     a4, a4, a5              # z15
        lw      a5, WORDS + 4(sp)
        and     a5, a5, a2              # z16
        xor     a5, a5, a4              # tc1
        xor     s0, s0, s1              # tc17
        xor     a2, a5, t2              # tc13
        xor     a4, a4, a1              # tc20
        xor     a4, a4, s0              # tc26
        xor     a4, a4, t0              # S2
        not     a4, a4
        sw      a4, WORDS + 20(sp)      # bit 5
        lw      a4, WORDS + 28(sp)
        xor     a4, a4, a5              # tc2
        xor     a3, a3, a4              # tc21
        lw      a5, WORDS(sp)
        xor     a5, a5, a4              # tc3
        lw      a4, WORDS + 12(sp)
        xor     a4, a4, a5              # S3
        sw      a4, WORDS + 16(sp)      # bit 4
        xor     a5, a5, a1              # S0
        sw      a5, WORDS + 28(sp)      # bit 7
        xor     a2, a2, a0              # tc18
        xor     s1, s1, a2              # S6
        li      a5, -1
        xor     s1, s1, a5              # and 1
        sw      s1, WORDS + 4(sp)       # bit 1
        xor     s1, t1, a2              # S7
        xor     s1, s1, a5              # and 1
        sw      s1, WORDS(sp)           # bit 0
        xor     a0, a0, a4              # S4
        sw      a0, WORDS + 12(sp)      # bit 3
        xor     a3, a3, s0              # S5
        sw      a3, WORDS + 8(sp)       # bit 2
        xor     a1, a1, a4              # S1
        xor     a1, a1, a5              # and 1
        sw      a1, WORDS + 24(sp)      # bit 6
        .endm

#include "aes/ctr_rv32.inc"

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
