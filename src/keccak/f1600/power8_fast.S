# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Mote developers
#
# [contract]
# specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
# functions = ["mote_keccak_f1600(state)"]
# reads = {state = 200}
# writes = {state = 200}
# clobbers = "r0 r4-r10 ctr vs0-vs29 v0-v19"
# stack = 224
# constant_time = true
# calls = []
# block = "next_round"
#
# Registers:
#   r3           the state
#   r4           the place in the round constants
#   r5-r10       places of the saved registers
#   ctr          rounds left
#   vs0-vs14     the state A: A[x, 0] and A[x, 1], A[x, 2] and A[x, 3], A[x, 4] twice, for each x
#   vs15-vs29    the state B, in the same order
#   v0-v14       the rotations of rho, in the order of A
#   v15-v19      C, then words that go from A to B
#   v20-v24      D
#   v25          rotations by 1
#
# Keccak-f[1600] with the vectors of POWER8: two lanes in each, above each other in a sheet.
#
# Specification: FIPS 202, sections 3.2 and 3.3, whose letters are used.  Words of a vector are
# counted as the Power ISA does, from the most significant, in both byte orders.
#
# - theta: a sheet's parity is two sums, a swap and a sum; all its vectors then get the same D.
# - rho: one instruction rotates both lanes of a vector, each by its own number.
# - pi: B[X, Y] = A[x, X] with 2x + 3X = Y (mod 5): the lanes of a sheet of B all come from one
#   plane of A, which is one half of its vectors.  So one xxpermdi makes a vector of B.
# - chi goes by sheets, all rows at once; iota adds to one lane of the first vector.
#
# COUNT for a round: theta 20 + 10 + 15, rho 15, pi 15, chi 30, iota 2, place and loop 2: 109; 2,616
# for 24.  Before and after them, the state in and out 40 + 35, constants 34, saved registers 50
# (and on a big-endian CPU 45 and 25 for halves of lanes).

#if !defined __powerpc64__ || !defined __POWER8_VECTOR__
#error "power8_fast.S needs a 64-bit POWER8: -mcpu=power8"
#endif

        .machine power8
#if _CALL_ELF == 2
        .abiversion 2
#endif
        .section .rodata
        .align  4

# The rotations of rho (section 3.2.2), and of halves of lanes.
OFFSETS:
        .quad   0, 36
        .quad   1, 44
        .quad   62, 6
        .quad   28, 55
        .quad   27, 20
        .quad   3, 41
        .quad   10, 45
        .quad   43, 15
        .quad   25, 21
        .quad   39, 8
        .quad   18, 18
        .quad   2, 2
        .quad   61, 61
        .quad   56, 56
        .quad   14, 14
HALVES:
        .quad   32, 32

# The round constants of iota (section 3.2.5), for the first lane.
CONSTANTS:
        .quad   0x0000000000000001, 0
        .quad   0x0000000000008082, 0
        .quad   0x800000000000808A, 0
        .quad   0x8000000080008000, 0
        .quad   0x000000000000808B, 0
        .quad   0x0000000080000001, 0
        .quad   0x8000000080008081, 0
        .quad   0x8000000000008009, 0
        .quad   0x000000000000008A, 0
        .quad   0x0000000000000088, 0
        .quad   0x0000000080008009, 0
        .quad   0x000000008000000A, 0
        .quad   0x000000008000808B, 0
        .quad   0x800000000000008B, 0
        .quad   0x8000000000008089, 0
        .quad   0x8000000000008003, 0
        .quad   0x8000000000008002, 0
        .quad   0x8000000000000080, 0
        .quad   0x000000000000800A, 0
        .quad   0x800000008000000A, 0
        .quad   0x8000000080008081, 0
        .quad   0x8000000000008080, 0
        .quad   0x0000000080000001, 0
        .quad   0x8000000080008008, 0

        .text
        .align  4

#define state           3
#define place           4
        .equ    A, 0
        .equ    B, 15
        .equ    free, 15                # when B is used up
        .equ    rho, 32                 # v0
        .equ    C, 32 + 15
        .equ    word, 32 + 15
        .equ    D, 32 + 20
        .equ    by_one, 25
        .equ    FLOATS, -16 * 8         # where f14 to f29 are kept, from r1 on
        .equ    VECTORS, FLOATS - 6 * 16

# An instruction for x = 0 to 4, which is called x in it.
        .macro  each_x instruction:vararg
        .set    x, 0
        .rept   5
        \instruction
        .set    x, x + 1
        .endr
        .endm

#define MODULO5(n) ((n) % 5)

# A vector of sheet X of B: lanes 2q and 2q + 1 of it, from the rotated words of plane X.
        .macro  pi X, q
        .set    first, MODULO5(3 * (2 * (\q) + 10 - 3 * (\X) + 5))
        .if     (\q) == 2
        .set    second, first
        .else
        .set    second, MODULO5(3 * (2 * (\q) + 1 + 10 - 3 * (\X) + 5))
        .endif
        xxpermdi B + 3 * (\X) + (\q), word + first, word + second, 3 * ((\X) & 1)
        .endm

# rho and pi for planes 2p and 2p + 1 of A; of the last, one.
        .macro  planes p
        each_x  xxlxor word + x, A + 3 * x + \p, D + x
        each_x  vrld word - 32 + x, word - 32 + x, rho - 32 + 5 * \p + x
        .set    q, 0
        .rept   3
        pi      2 * \p, q
        .if     \p < 2
        pi      2 * \p + 1, q
        .endif
        .set    q, q + 1
        .endr
        .endm

        .macro  chi X, q
        xxlandc word, B + 3 * MODULO5((\X) + 2) + (\q), B + 3 * MODULO5((\X) + 1) + (\q)
        xxlxor  A + 3 * (\X) + (\q), B + 3 * (\X) + (\q), word
        .endm

# A vector of the state with the halves of its lanes exchanged, on a big-endian CPU.
        .macro  exchange vector
#ifndef __LITTLE_ENDIAN__
        xxlor   C, \vector, \vector
        vrld    C - 32, C - 32, by_one
        xxlor   \vector, C, C
#endif
        .endm

# void mote_keccak_f1600(u32 *state)
        .globl  mote_keccak_f1600
        .type   mote_keccak_f1600, @function
#if _CALL_ELF == 2
mote_keccak_f1600:
#else
        .section ".opd", "aw"
        .align  3
mote_keccak_f1600:
        .quad   .Lcode, .TOC.@tocbase, 0
        .text
#endif
.Lcode:
        mflr    0
        bcl     20, 31, 1f
1:      mflr    4
        mtlr    0
        addis   4, 4, OFFSETS - 1b@ha
        addi    4, 4, OFFSETS - 1b@l
        .set    n, 0
        .rept   16
        stfd    14 + n, FLOATS + 8 * n(1)
        .set    n, n + 1
        .endr
        .set    n, 0
        .rept   6
        li      5 + n, VECTORS + 16 * n
        stxvd2x 52 + n, 1, 5 + n
        .set    n, n + 1
        .endr
        .set    n, 0
        .rept   15
        lxvd2x  rho + n, 0, place
        addi    place, place, 16
        .set    n, n + 1
        .endr
#ifndef __LITTLE_ENDIAN__
        lxvd2x  32 + by_one, 0, place
#endif
        addi    place, place, 16

        # the lanes, through the registers of B
        .set    n, 0
        .rept   5
        lfd     B, 8 * n(state)
        lfd     B + 1, 8 * (n + 5)(state)
        lfd     B + 2, 8 * (n + 10)(state)
        lfd     B + 3, 8 * (n + 15)(state)
        lfd     B + 4, 8 * (n + 20)(state)
        xxpermdi A + 3 * n, B, B + 1, 0
        xxpermdi A + 3 * n + 1, B + 2, B + 3, 0
        xxpermdi A + 3 * n + 2, B + 4, B + 4, 0
        exchange A + 3 * n
        exchange A + 3 * n + 1
        exchange A + 3 * n + 2
        .set    n, n + 1
        .endr
        vspltisb by_one, 1
        li      0, 24
        mtctr   0

next_round:
        # theta (section 3.2.1)
        each_x  xxlxor C + x, A + 3 * x, A + 3 * x + 1
        each_x  xxpermdi D + x, C + x, C + x, 2
        each_x  xxlxor C + x, C + x, A + 3 * x + 2
        each_x  xxlxor C + x, C + x, D + x
        each_x  vrld D - 32 + x, C - 32 + MODULO5(x + 1), by_one
        each_x  xxlxor D + x, D + x, C + MODULO5(x + 4)

        # rho and pi (sections 3.2.2 and 3.2.3)
        planes  0
        planes  1
        planes  2

        # chi and iota (sections 3.2.4 and 3.2.5)
        .set    n, 0
        .rept   5
        chi     n, 0
        chi     n, 1
        chi     n, 2
        .set    n, n + 1
        .endr
        lxvd2x  free, 0, place
        addi    place, place, 16
        xxlxor  A, A, free
        bdnz    next_round

#ifndef __LITTLE_ENDIAN__
        addi    place, place, HALVES - CONSTANTS - 24 * 16
        lxvd2x  32 + by_one, 0, place
#endif
        .set    n, 0
        .rept   5
        exchange A + 3 * n
        exchange A + 3 * n + 1
        exchange A + 3 * n + 2
        stfd    A + 3 * n, 8 * n(state)
        stfd    A + 3 * n + 1, 8 * (n + 10)(state)
        stfd    A + 3 * n + 2, 8 * (n + 20)(state)
        xxpermdi B, A + 3 * n, A + 3 * n, 2
        xxpermdi B + 1, A + 3 * n + 1, A + 3 * n + 1, 2
        stfd    B, 8 * (n + 5)(state)
        stfd    B + 1, 8 * (n + 15)(state)
        .set    n, n + 1
        .endr
        .set    n, 0
        .rept   6
        lxvd2x  52 + n, 1, 5 + n
        .set    n, n + 1
        .endr
        .set    n, 0
        .rept   16
        lfd     14 + n, FLOATS + 8 * n(1)
        .set    n, n + 1
        .endr
        blr
        .size   mote_keccak_f1600, . - .Lcode

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
