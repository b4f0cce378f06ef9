/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * clobbers = "a0-a7 t0-t6 ra"
 * stack = 336
 */

/* Registers of the S-box: those within reach of compressed instructions, s0 s1 a0-a5, for what is
 * used soon, the others a call need not keep, a6 a7 t0-t6, for the rest; what does not fit lies
 * where words were read, and in SPILLS more words on the stack.  All else: aes/ctr_rv32.inc.
 *
 * AES-128 and AES-256 in counter mode for RV32IMC, small.  Only instructions of RV32I and C are
 * used.
 *
 * THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
 * 2013), with their names, in an order in which most gates are compressed instructions.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

        .equ    SPILLS, 1

        .macro  sub_bytes
        read_words
        xor     a6, a5, s1              # y13
        xor     a3, a3, a4              # t0
        xor     a7, a3, s0              # y1
        xor     t0, a7, a5              # y2
        xor     t1, a2, a7              # y4
        xor     t2, a0, a5              # y8
        xor     a5, a5, a2              # y9
        xor     a2, a2, a0              # y14
        xor     t3, a6, a2              # y12
        xor     s1, s1, a7              # y5
        xor     t4, s1, t2              # y3
        xor     a1, a1, t3              # t1
        xor     a4, a4, a1              # y20
        xor     t5, a4, a5              # y11
        xor     t6, s0, t5              # y7
        xor     a1, a1, a0              # y15
        xor     a0, a1, s0              # y6
        sw      s1, WORDS(sp)
        and     s1, s1, a7              # t8
        sw      a0, WORDS + 16(sp)
        and     a0, t4, a0              # t3
        sw      a5, WORDS + 12(sp)
        and     a5, a5, t5              # t12
        sw      a7, WORDS + 4(sp)
        xor     a7, a1, a3              # y10
        sw      a1, WORDS + 8(sp)
        and     a1, t3, a1              # t2
        xor     a0, a0, a1              # t4
        xor     a0, a0, a4              # t17
        xor     a4, a7, t5              # y17
        sw      a2, WORDS + 20(sp)
        and     a2, a2, a4              # t13
        xor     a2, a2, a5              # t14
        sw      a4, WORDS + 24(sp)
        and     a4, t2, a7              # t15
        xor     a3, a3, t5              # y16
        xor     a4, a4, a5              # t16
        and     a5, t1, s0              # t5
        xor     a1, a1, a5              # t6
        xor     a1, a1, a4              # t18
        and     a5, a6, a3              # t7
        xor     s1, s1, a5              # t9
        xor     s1, s1, a2              # t19
        xor     a0, a0, a2              # t21
        and     a2, t0, t6              # t10
        xor     a2, a2, a5              # t11
        xor     a5, a7, t2              # y19
        xor     a2, a2, a4              # t20
        xor     a4, a6, a3              # y21
        xor     s1, s1, a4              # t23
        and     a4, a0, s1              # t26
        sw      s0, SPILLED(sp)
        lw      s0, WORDS + 28(sp)
        xor     s0, s0, a3              # y18
        xor     s0, s0, a2              # t24
        xor     a1, a1, a5              # t22
        xor     a0, a0, a1              # t25
        xor     a2, a1, a4              # t31
        xor     a5, s1, s0              # t30
        and     a5, a5, a2              # t32
        xor     a5, a5, s0              # t33
        xor     s1, s1, a5              # t34
        xor     a4, a4, s0              # t27
        xor     a2, a4, a5              # t35
        and     t1, a5, t1              # z11
        and     a2, a2, s0              # t36
        lw      s0, SPILLED(sp)
        and     s0, s0, a5              # z2
        xor     s1, s1, a2              # t37
        and     t4, t4, s1              # z10
        xor     a2, a2, a4              # t38
        and     a4, a4, a0              # t28
        xor     a4, a4, a1              # t29
        and     a1, t6, a4              # z5
        xor     t6, a4, a5              # t42
        and     t0, a4, t0              # z14
        xor     a5, a5, s1              # t44
        and     t3, a5, t3              # z9
        and     a2, a2, a4              # t39
        xor     a0, a0, a2              # t40
        xor     a4, a4, a0              # t43
        and     a3, a3, a4              # z3
        xor     a1, a1, a3              # tc12
        and     a2, a6, a4              # z12
        lw      a4, WORDS + 4(sp)
        and     a4, a4, a0              # z4
        xor     a6, a0, s1              # t41
        xor     a4, a4, a3              # tc6
        lw      a3, WORDS + 8(sp)
        and     a3, a3, a5              # z0
        xor     s0, s0, a3              # tc4
        lw      a5, WORDS(sp)
        and     a5, a5, a0              # z13
        lw      a0, WORDS + 16(sp)
        and     s1, s1, a0              # z1
        xor     s1, s1, a3              # tc5
        xor     a0, t6, a6              # t45
        lw      a3, WORDS + 24(sp)
        and     a3, a3, a0              # z7
        xor     a1, a1, s0              # tc14
        and     t5, t5, t6              # z6
        xor     a3, a3, a4              # tc8
        xor     a4, a4, s1              # tc11
        lw      s1, WORDS + 20(sp)
        and     s1, s1, a0              # z16
        lw      a0, WORDS + 12(sp)
        and     a0, a0, t6              # z15
        xor     s1, s1, a0              # tc1
        xor     s0, s0, a2              # tc7
        xor     t4, t4, s1              # tc2
        xor     s1, s1, a5              # tc13
        xor     s1, s1, a1              # tc18
        xor     a2, a2, s1              # S7
        li      a5, -1
        xor     a2, a2, a5              # and 1
        sw      a2, WORDS(sp)           # bit 0
        and     a2, a7, a6              # z8
        xor     a2, a2, s0              # tc9
        xor     a2, a2, a3              # tc10
        xor     s0, t3, t4              # tc3
        xor     a4, a4, s0              # S3
        sw      a4, WORDS + 16(sp)      # bit 4
        xor     a1, a1, a4              # S4
        sw      a1, WORDS + 12(sp)      # bit 3
        xor     a1, t5, a3              # tc16
        xor     a3, t1, t4              # tc21
        xor     s1, s1, a2              # S6
        xor     s1, s1, a5              # and 1
        sw      s1, WORDS + 4(sp)       # bit 1
        xor     s0, s0, a1              # S0
        sw      s0, WORDS + 28(sp)      # bit 7
        xor     s0, t0, a2              # tc17
        xor     a3, a3, s0              # S5
        sw      a3, WORDS + 8(sp)       # bit 2
        xor     a0, a0, a1              # tc20
        and     s1, a6, t2              # z17
        xor     a0, a0, s0              # tc26
        xor     a0, a0, s1              # S2
        xor     a0, a0, a5              # and 1
        sw      a0, WORDS + 20(sp)      # bit 5
        xor     a1, a1, a4              # S1
        xor     a1, a1, a5              # and 1
        sw      a1, WORDS + 24(sp)      # bit 6
        .endm

#include "aes/ctr_rv32.inc"

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
