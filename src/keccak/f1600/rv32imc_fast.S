/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "a1-a7 t0-t6"
 * stack = 256
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 * defines = ["KECCAK_INTERLEAVED"]
 */

/* Registers, named for what they hold: D and C of even (0) and odd (1) words, five words of a half
   plane, a temporary, the state, and the next round constants. */
#define D00 t0
#define D01 t1
#define D02 t2
#define D03 t3
#define D04 t4
#define D10 t5
#define D11 t6
#define D12 ra
#define D13 s2
#define D14 s3
#define C00 s4
#define C01 s5
#define C02 s6
#define C03 s7
#define C04 s8
#define C10 s9
#define C11 s10
#define C12 s11
#define C13 a6
#define C14 a7
#define B0 s0
#define B1 s1
#define B2 a1
#define B3 a2
#define B4 a3
#define T a4
#define STATE a0
#define CONSTANTS a5

/*
 * Keccak-f[1600] for RV32IMC, fast.  Only instructions of RV32I and C are used; nothing is called,
 * and there is no data outside .text.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * THE STATE comes and goes with its lanes bit-interleaved: word 2 i holds the bits of lane i at
 * even positions, word 2 i + 1 those at odd positions; lane (x, y) is i = x + 5 y.  The caller
 * interleaves what it adds to the state and puts back in order what it takes out (../interleave.h).
 * A lane is then rotated by rotating two words: by r / 2 each where r is even; where r is odd, the
 * even word becomes the odd one rotated by (r + 1) / 2, and the odd word the even one rotated by
 * (r - 1) / 2.  And half a plane, the five words of one kind with the same y, goes through theta,
 * rho, pi, chi and iota by itself, so that C and D of all lanes stay in registers.
 *
 * A ROUND goes from the caller's state to a copy on the stack, or back.  What it writes, it adds to
 * C for the next round.
 *
 * Six lanes are kept complemented, 1, 2, 8, 12, 17 and 20.  After theta, which turns over columns 0
 * and 3 because of them, rho and pi, chi then takes either
 *
 *   a and b in place of ~a and b, where a is complemented and b is not, or
 *   a or b, complemented in the result, where it is the other way round,
 *
 * for every word but one in each half plane; there one is complemented first, once its other use is
 * done.  The results are complemented for the same six lanes.
 *
 * COUNT for a round, in cycles of Ibex: 50 loads and 50 stores of 2 each, 200; theta 25 from C to
 * D, 50 to add D, 40 to add C; rho 47 rotations by three instructions, 141; chi 110; iota 6.  In
 * all 572, 13,728 for the permutation: the bound for this order of work.  The loop takes 3 more for
 * a round, entry and exit 316 in all.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* keccak/p1600 has the last 12 rounds of it by another name. */
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .equ    COPY, 200               # bytes of a copy of the state, at sp
        .equ    SAVED, COPY + 4         # s0 to s11 and ra
        .equ    FRAME, 256

        .text

/* D[x] of both kinds, from C[x-1] and C[x+1]. */
        .macro  d even, odd, before0, before1, after0, after1
        xor     \odd, \before1, \after0
        slli    \even, \after1, 1
        srli    T, \after1, 31
        or      \even, \even, T
        xor     \even, \even, \before0
        .endm

        .macro  theta
        d       D00, D10, C04, C14, C01, C11
        d       D01, D11, C00, C10, C02, C12
        d       D02, D12, C01, C11, C03, C13
        d       D03, D13, C02, C12, C04, C14
        d       D04, D14, C03, C13, C00, C10
        .endm

/* \word = the word of kind \odd of the lane (\x, \y) of \from, with D[x] added, the lane rotated by
   \r. */
        .macro  word word, x, y, r, d0, d1, from, odd
        .equ    source_odd, (\odd + \r) & 1
        .equ    turn, ((\r + source_odd - \odd) / 2) & 31
        lw      \word, 8 * (\x + 5 * \y) + 4 * source_odd (\from)
        .if     source_odd
        xor     \word, \word, \d1
        .else
        xor     \word, \word, \d0
        .endif
        .if     turn
        slli    T, \word, turn
        srli    \word, \word, 32 - turn
        or      \word, \word, T
        .endif
        .endm

/* A word of chi's result, for y > 0: \a + (\b \operation \c), to its place, and added to C[x]. */
        .macro  chi operation, a, b, c, x, y, c0, c1, to, odd
        \operation T, \b, \c
        xor     T, T, \a
        sw      T, 8 * (\x + 5 * \y) + 4 * \odd (\to)
        .if     \odd
        xor     \c1, \c1, T
        .else
        xor     \c0, \c0, T
        .endif
        .endm

/* The same for y = 0, which is the first: C[x] becomes the word.  iota at x = 0. */
        .macro  chi_first operation, a, b, c, x, cx, to, odd, constant
        \operation \cx, \b, \c
        xor     \cx, \cx, \a
        .if     \x == 0
        lw      T, \constant + 4 * \odd (CONSTANTS)
        xor     \cx, \cx, T
        .endif
        sw      \cx, 8 * \x + 4 * \odd (\to)
        .endm

/* Half the plane y = 0; \c0 to \c4: C of this kind. */
        .macro  half_0 from, to, odd, constant, c0, c1, c2, c3, c4
        word    B0, 0, 0, 0, D00, D10, \from, \odd
        word    B1, 1, 1, 44, D01, D11, \from, \odd
        word    B2, 2, 2, 43, D02, D12, \from, \odd
        word    B3, 3, 3, 21, D03, D13, \from, \odd
        word    B4, 4, 4, 14, D04, D14, \from, \odd
        chi_first or, B0, B1, B2, 0, \c0, \to, \odd, \constant
        chi_first and, B2, B3, B4, 2, \c2, \to, \odd
        chi_first or, B3, B4, B0, 3, \c3, \to, \odd
        chi_first and, B4, B0, B1, 4, \c4, \to, \odd
        not     B2, B2
        chi_first or, B1, B2, B3, 1, \c1, \to, \odd
        .endm

        .macro  half_1 from, to, odd
        word    B0, 3, 0, 28, D03, D13, \from, \odd
        word    B1, 4, 1, 20, D04, D14, \from, \odd
        word    B2, 0, 2, 3, D00, D10, \from, \odd
        word    B3, 1, 3, 45, D01, D11, \from, \odd
        word    B4, 2, 4, 61, D02, D12, \from, \odd
        chi     or, B0, B1, B2, 0, 1, C00, C10, \to, \odd
        chi     and, B1, B2, B3, 1, 1, C01, C11, \to, \odd
        chi     or, B3, B4, B0, 3, 1, C03, C13, \to, \odd
        chi     and, B4, B0, B1, 4, 1, C04, C14, \to, \odd
        not     B4, B4
        chi     or, B2, B3, B4, 2, 1, C02, C12, \to, \odd
        .endm

        .macro  half_2 from, to, odd
        word    B0, 1, 0, 1, D01, D11, \from, \odd
        word    B1, 2, 1, 6, D02, D12, \from, \odd
        word    B2, 3, 2, 25, D03, D13, \from, \odd
        word    B3, 4, 3, 8, D04, D14, \from, \odd
        word    B4, 0, 4, 18, D00, D10, \from, \odd
        chi     or, B0, B1, B2, 0, 2, C00, C10, \to, \odd
        chi     and, B1, B2, B3, 1, 2, C01, C11, \to, \odd
        chi     and, B4, B0, B1, 4, 2, C04, C14, \to, \odd
        not     B3, B3
        chi     and, B2, B3, B4, 2, 2, C02, C12, \to, \odd
        chi     or, B3, B4, B0, 3, 2, C03, C13, \to, \odd
        .endm

        .macro  half_3 from, to, odd
        word    B0, 4, 0, 27, D04, D14, \from, \odd
        word    B1, 0, 1, 36, D00, D10, \from, \odd
        word    B2, 1, 2, 10, D01, D11, \from, \odd
        word    B3, 2, 3, 15, D02, D12, \from, \odd
        word    B4, 3, 4, 56, D03, D13, \from, \odd
        chi     and, B0, B1, B2, 0, 3, C00, C10, \to, \odd
        chi     or, B1, B2, B3, 1, 3, C01, C11, \to, \odd
        chi     or, B4, B0, B1, 4, 3, C04, C14, \to, \odd
        not     B3, B3
        chi     or, B2, B3, B4, 2, 3, C02, C12, \to, \odd
        chi     and, B3, B4, B0, 3, 3, C03, C13, \to, \odd
        .endm

        .macro  half_4 from, to, odd
        word    B0, 2, 0, 62, D02, D12, \from, \odd
        word    B1, 3, 1, 55, D03, D13, \from, \odd
        word    B2, 4, 2, 39, D04, D14, \from, \odd
        word    B3, 0, 3, 41, D00, D10, \from, \odd
        word    B4, 1, 4, 2, D01, D11, \from, \odd
        chi     and, B2, B3, B4, 2, 4, C02, C12, \to, \odd
        chi     or, B3, B4, B0, 3, 4, C03, C13, \to, \odd
        chi     and, B4, B0, B1, 4, 4, C04, C14, \to, \odd
        not     B1, B1
        chi     and, B0, B1, B2, 0, 4, C00, C10, \to, \odd
        chi     or, B1, B2, B3, 1, 4, C01, C11, \to, \odd
        .endm

/* \constant: place of its two constants. */
        .macro  round from, to, constant
        theta
        half_0  \from, \to, 0, \constant, C00, C01, C02, C03, C04
        half_0  \from, \to, 1, \constant, C10, C11, C12, C13, C14
        .irp    odd, 0, 1
        half_1  \from, \to, \odd
        half_2  \from, \to, \odd
        half_3  \from, \to, \odd
        half_4  \from, \to, \odd
        .endr
        .endm

/* Complements a word of the state at \place. */
        .macro  complement place
        lw      T, \place (STATE)
        not     T, T
        sw      T, \place (STATE)
        .endm

/* C[x] = the sum of its column, two kinds. */
        .macro  column x, c0, c1
        lw      \c0, 8 * \x (STATE)
        lw      \c1, 8 * \x + 4 (STATE)
        .irp    y, 1, 2, 3, 4
        lw      T, 8 * (\x + 5 * \y) (STATE)
        xor     \c0, \c0, T
        lw      T, 8 * (\x + 5 * \y) + 4 (STATE)
        xor     \c1, \c1, T
        .endr
        .endm

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a1 to a7, t0 to t6.  Stack: 256 bytes.
 */
        .globl  PERMUTATION
        .type   PERMUTATION, @function
PERMUTATION:
        addi    sp, sp, -FRAME
        sw      ra, SAVED + 0(sp)
        sw      s0, SAVED + 4(sp)
        sw      s1, SAVED + 8(sp)
        sw      s2, SAVED + 12(sp)
        sw      s3, SAVED + 16(sp)
        sw      s4, SAVED + 20(sp)
        sw      s5, SAVED + 24(sp)
        sw      s6, SAVED + 28(sp)
        sw      s7, SAVED + 32(sp)
        sw      s8, SAVED + 36(sp)
        sw      s9, SAVED + 40(sp)
        sw      s10, SAVED + 44(sp)
        sw      s11, SAVED + 48(sp)
        lla     CONSTANTS, constants
        .irp    lane, 1, 2, 8, 12, 17, 20
        complement 8 * \lane
        complement 8 * \lane + 4
        .endr
        column  0, C00, C10
        column  1, C01, C11
        column  2, C02, C12
        column  3, C03, C13
        column  4, C04, C14
rounds: round   STATE, sp, 0
        round   sp, STATE, 8
        addi    CONSTANTS, CONSTANTS, 16
        lla     T, constants_end
        bne     CONSTANTS, T, rounds
        .irp    lane, 1, 2, 8, 12, 17, 20
        complement 8 * \lane
        complement 8 * \lane + 4
        .endr
        lw      ra, SAVED + 0(sp)
        lw      s0, SAVED + 4(sp)
        lw      s1, SAVED + 8(sp)
        lw      s2, SAVED + 12(sp)
        lw      s3, SAVED + 16(sp)
        lw      s4, SAVED + 20(sp)
        lw      s5, SAVED + 24(sp)
        lw      s6, SAVED + 28(sp)
        lw      s7, SAVED + 32(sp)
        lw      s8, SAVED + 36(sp)
        lw      s9, SAVED + 40(sp)
        lw      s10, SAVED + 44(sp)
        lw      s11, SAVED + 48(sp)
        addi    sp, sp, FRAME
        ret

/* The round constants of iota, even bits and odd bits. */
        .balign 4
constants:
#ifdef ALL_ROUNDS
        .word   1, 0x00000000
        .word   0, 0x00000089
        .word   0, 0x8000008B
        .word   0, 0x80008080
        .word   1, 0x0000008B
        .word   1, 0x00008000
        .word   1, 0x80008088
        .word   1, 0x80000082
        .word   0, 0x0000000B
        .word   0, 0x0000000A
        .word   1, 0x00008082
        .word   0, 0x00008003
#endif
        .word   1, 0x0000808B
        .word   1, 0x8000000B
        .word   1, 0x8000008A
        .word   1, 0x80000081
        .word   0, 0x80000081
        .word   0, 0x80000008
        .word   0, 0x00000083
        .word   0, 0x80008003
        .word   1, 0x80008088
        .word   0, 0x80000088
        .word   1, 0x00008000
        .word   0, 0x80008082
constants_end:
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
