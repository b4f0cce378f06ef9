/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * clobbers = "a0-a5 t0-t2 ra"
 * stack = 400
 */

/* Registers of the S-box: those within reach of compressed instructions, s0 s1 a0-a5, for all gates;
 * t0-t2 and SPILLS words on the stack keep what is used later.  All else: aes/ctr_rv32.inc.
 *
 * AES-128 and AES-256 in counter mode for RISC-V with 16 registers (RV32EC), small.
 *
 * THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
 * 2013), with their names, in an order for which few words have to be kept on the stack.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

        .equ    SPILLS, 14

        .macro  sub_bytes
        lw      a5, CARRY(sp)
        lw      s0, WORDS(sp)
        xor     s0, s0, a5
        lw      s1, WORDS + 4(sp)
        xor     s1, s1, a5
        lw      a0, WORDS + 8(sp)
        lw      a1, WORDS + 12(sp)
        xor     a1, a1, a5
        lw      a2, WORDS + 16(sp)
        xor     a2, a2, a5
        lw      a3, WORDS + 20(sp)
        lw      a4, WORDS + 24(sp)
        lw      a5, WORDS + 28(sp)
        xor     t0, a0, a5              # y8
        xor     t1, a5, a2              # y9
        xor     a5, a5, s1              # y13
        xor     t2, a2, a0              # y14
        sw      a5, SPILLED(sp)
        xor     a5, a5, t2              # y12
        xor     a1, a1, a5              # t1
        xor     a0, a0, a1              # y15
        sw      a5, SPILLED + 4(sp)
        and     a5, a5, a0              # t2
        xor     a3, a3, a4              # t0
        sw      t2, SPILLED + 8(sp)
        xor     t2, a0, a3              # y10
        xor     a1, a1, a4              # y20
        xor     a4, a1, t1              # y11
        sw      t1, SPILLED + 12(sp)
        xor     t1, s0, a4              # y7
        sw      t1, SPILLED + 16(sp)
        xor     t1, a3, a4              # y16
        sw      a0, SPILLED + 20(sp)
        xor     a0, a0, s0              # y6
        xor     a3, a3, s0              # y1
        xor     a2, a2, a3              # y4
        sw      a2, SPILLED + 24(sp)
        and     a2, a2, s0              # t5
        xor     a2, a2, a5              # t6
        xor     s1, s1, a3              # y5
        sw      s0, SPILLED + 28(sp)
        xor     s0, s1, t0              # y3
        sw      s0, SPILLED + 32(sp)
        and     s0, s0, a0              # t3
        xor     s0, s0, a5              # t4
        xor     a5, t2, a4              # y17
        xor     s0, s0, a1              # t17
        lw      a1, SPILLED + 8(sp)
        and     a1, a1, a5              # t13
        sw      a5, SPILLED + 36(sp)
        lw      a5, SPILLED + 12(sp)
        and     a5, a5, a4              # t12
        xor     a1, a1, a5              # t14
        sw      a4, SPILLED + 40(sp)
        and     a4, s1, a3              # t8
        sw      s1, SPILLED + 44(sp)
        and     s1, t0, t2              # t15
        xor     s0, s0, a1              # t21
        xor     s1, s1, a5              # t16
        lw      a5, SPILLED(sp)
        sw      a0, SPILLED + 48(sp)
        and     a0, a5, t1              # t7
        xor     a5, a5, t1              # y21
        xor     a4, a4, a0              # t9
        xor     a1, a1, a4              # t19
        xor     a1, a1, a5              # t23
        lw      a4, WORDS + 28(sp)
        xor     a5, a4, t1              # y18
        xor     a4, a4, a3              # y2
        sw      a3, SPILLED + 52(sp)
        lw      a3, SPILLED + 16(sp)
        and     a3, a3, a4              # t10
        xor     a2, a2, s1              # t18
        xor     a3, a3, a0              # t11
        xor     a3, a3, s1              # t20
        and     s1, s0, a1              # t26
        xor     a5, a5, a3              # t24
        xor     a0, s1, a5              # t27
        xor     a3, t2, t0              # y19
        xor     a2, a2, a3              # t22
        xor     s0, s0, a2              # t25
        and     a3, s0, a0              # t28
        xor     a3, a3, a2              # t29
        xor     a2, a2, s1              # t31
        and     a4, a4, a3              # z14
        xor     s1, a1, a5              # t30
        and     s1, s1, a2              # t32
        xor     s1, s1, a5              # t33
        xor     a1, a1, s1              # t34
        xor     a2, a0, s1              # t35
        and     a2, a2, a5              # t36
        xor     a1, a1, a2              # t37
        lw      a5, SPILLED + 48(sp)
        and     a5, a5, a1              # z1
        sw      a4, SPILLED + 48(sp)
        xor     a4, s1, a1              # t44
        xor     a2, a2, a0              # t38
        and     a2, a2, a3              # t39
        lw      a0, SPILLED + 32(sp)
        and     a0, a0, a1              # z10
        xor     s0, s0, a2              # t40
        lw      a2, SPILLED + 52(sp)
        and     a2, a2, s0              # z4
        sw      a0, SPILLED + 32(sp)
        lw      a0, SPILLED + 44(sp)
        and     a0, a0, s0              # z13
        xor     a1, a1, s0              # t41
        sw      a0, SPILLED + 44(sp)
        lw      a0, SPILLED + 4(sp)
        and     a0, a0, a4              # z9
        sw      a0, SPILLED + 4(sp)
        lw      a0, SPILLED + 20(sp)
        and     a0, a0, a4              # z0
        xor     a5, a5, a0              # tc5
        lw      a4, SPILLED + 28(sp)
        and     a4, a4, s1              # z2
        xor     a4, a4, a0              # tc4
        xor     s0, s0, a3              # t43
        and     a0, t1, s0              # z3
        mv      t1, s1
        lw      s1, SPILLED(sp)
        and     s1, s1, s0              # z12
        lw      s0, SPILLED + 16(sp)
        and     s0, s0, a3              # z5
        xor     s0, s0, a0              # tc12
        xor     s0, s0, a4              # tc14
        xor     a2, a2, a0              # tc6
        xor     a5, a5, a2              # tc11
        and     a0, t2, a1              # z8
        and     t0, a1, t0              # z17
        xor     a3, a3, t1              # t42
        xor     a1, a1, a3              # t45
        xor     a4, a4, s1              # tc7
        xor     a0, a0, a4              # tc9
        lw      a4, SPILLED + 36(sp)
        and     a4, a4, a1              # z7
        xor     a4, a4, a2              # tc8
        xor     a0, a0, a4              # tc10
        lw      a2, SPILLED + 40(sp)
        and     a2, a2, a3              # z6
        xor     a2, a2, a4              # tc16
        lw      a4, SPILLED + 12(sp)
        and     a4, a4, a3              # z15
        lw      a3, SPILLED + 8(sp)
        and     a3, a3, a1              # z16
        xor     a3, a3, a4              # tc1
        lw      a1, SPILLED + 44(sp)
        xor     a1, a1, a3              # tc13
        xor     a1, a1, s0              # tc18
        xor     a4, a4, a2              # tc20
        xor     s1, s1, a1              # S7
        not     s1, s1
        sw      s1, WORDS(sp)           # bit 0
        lw      s1, SPILLED + 32(sp)
        xor     s1, s1, a3              # tc2
        lw      a3, SPILLED + 4(sp)
        xor     a3, a3, s1              # tc3
        xor     a5, a5, a3              # S3
        sw      a5, WORDS + 16(sp)      # bit 4
        xor     a3, a3, a2              # S0
        sw      a3, WORDS + 28(sp)      # bit 7
        lw      a3, SPILLED + 48(sp)
        xor     a3, a3, a0              # tc17
        xor     a4, a4, a3              # tc26
        xor     a2, a2, a5              # S1
        not     a2, a2
        sw      a2, WORDS + 24(sp)      # bit 6
        lw      a2, SPILLED + 24(sp)
        and     a2, t1, a2              # z11
        xor     s0, s0, a5              # S4
        sw      s0, WORDS + 12(sp)      # bit 3
        xor     a2, a2, s1              # tc21
        xor     s0, a4, t0              # S2
        not     s0, s0
        sw      s0, WORDS + 20(sp)      # bit 5
        xor     a0, a0, a1              # S6
        not     a0, a0
        sw      a0, WORDS + 4(sp)       # bit 1
        xor     a2, a2, a3              # S5
        sw      a2, WORDS + 8(sp)       # bit 2
        .endm

#include "aes/ctr_rv32.inc"
