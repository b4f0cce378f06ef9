/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "a0-a6 t0-t6"
 * stack = 480
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 */

/* Registers of all parts. */
#define A t0    /* the state */
/* R: the shift register of section 3.2.5, which also counts the rounds: R[0] in bit 7, R[7] in
   bit 0 */
#define R t1
#define X t2    /* 8 x */
#define Y t3    /* 8 y */
#define TURN t4 /* r */
#define BACK t5 /* -r */
#define ROW t6  /* 5 Y */
#define END a6  /* 25 */

/*
 * Keccak-f[1600] for RV32IMC, small.  Nothing is called, and there is no data at all.  The one
 * multiplication is of public values.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; A, C, D are the names of its step mappings.
 *
 * THE STATE A is 25 lanes of two words, the low half first; lane (x, y) is number x + 5 y.
 *
 * A ROUND has three parts:
 *
 *   C[x], stored twice, five lanes apart, so that C[x-1], as C[x+4], and C[x+1] are found without a
 *   remainder.
 *
 *   theta, rho and pi: lane (0, 0), then the 24 others along the path of rho.  Lane (x, y) of A,
 *   with D[x] added and rotated, is stored on the stack as lane (X, Y) = (y, 2x + 3y), which is
 *   also where the path goes on.  It is stored twice, in columns X and X + 5 of ten, so that chi
 *   too needs no remainder.  The lane at step k is rotated by r = k (k + 1) / 2 (section 3.2.2),
 *   and lane (0, 0) not.  iota is added to that lane, before chi, in the one of its two copies that
 *   chi adds to the result.
 *
 *   chi, from the stack into A.
 *
 * Branches and times depend on k only.  In the working registers a0 to a5 nearly all instructions
 * are compressed; the registers that are only moved and added lie outside.
 *
 * COUNT for a round, in cycles of Ibex: C 10 x 23, a lane of the second part 63 to 84 by how often
 * 5 is subtracted and by r, iota some 80, chi 16 for a word.  In all some 2921, the permutation
 * 70,109.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* keccak/p1600 has the last 12 rounds of it by another name and another beginning. */
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define FIRST 0x1D
#endif

        .equ    LANE, 8                 # bytes
        .equ    PLANE, 5 * LANE
        .equ    CC, 0                   # C, twice, from sp
        .equ    WIDE, CC + 2 * PLANE    # lanes as chi finds them, from sp
        .equ    FRAME, 480              # (a multiple of 16)

        .text

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state.  Clobbers a0 to a6, t0 to t6.  Stack: 480 bytes.
 */
        .globl  PERMUTATION
        .type   PERMUTATION, @function
PERMUTATION:
        addi    sp, sp, -FRAME
        mv      A, a0
        li      R, FIRST                # one step before 10000000
        li      END, 25
rounds:
        mv      a1, A                   # C: a1 = place in the first plane
        addi    a2, sp, CC
        addi    a4, sp, CC + PLANE
1:      lw      a3, 0 * PLANE(a1)
        lw      a5, 1 * PLANE(a1)
        xor     a3, a3, a5
        lw      a5, 2 * PLANE(a1)
        xor     a3, a3, a5
        lw      a5, 3 * PLANE(a1)
        xor     a3, a3, a5
        lw      a5, 4 * PLANE(a1)
        xor     a3, a3, a5
        sw      a3, 0(a2)
        sw      a3, PLANE(a2)
        addi    a1, a1, 4
        addi    a2, a2, 4
        bne     a2, a4, 1b

/* a2 = k, a3 and a4 = a lane, a0, a1 and a5 temporary. */
        li      X, 0
        li      Y, 0
        li      ROW, 0
        li      TURN, 0
        li      a2, 0
path:   add     a1, sp, X               # D[x] = C[x-1] + (C[x+1] <<< 1)
        lw      a3, CC + LANE(a1)
        lw      a4, CC + LANE + 4(a1)
        srli    a5, a4, 31
        srli    a0, a3, 31
        slli    a3, a3, 1
        slli    a4, a4, 1
        or      a3, a3, a5
        or      a4, a4, a0
        lw      a5, CC + 4 * LANE(a1)
        lw      a0, CC + 4 * LANE + 4(a1)
        xor     a3, a3, a5
        xor     a4, a4, a0
        add     a5, ROW, X              # + A[x, y]
        add     a5, a5, A
        lw      a0, 0(a5)
        lw      a5, 4(a5)
        xor     a3, a3, a0
        xor     a4, a4, a5
        beqz    a2, 4f
        add     TURN, TURN, a2
        andi    a5, TURN, 32
        beqz    a5, 3f
        mv      a5, a3                  # r > 32: the halves change places
        mv      a3, a4
        mv      a4, a5
3:      neg     BACK, TURN              # (shifts go by r modulo 32, which is never 0 here)
        srl     a5, a4, BACK
        srl     a0, a3, BACK
        sll     a3, a3, TURN
        sll     a4, a4, TURN
        or      a3, a3, a5
        or      a4, a4, a0
4:      add     a5, X, Y                # (X, Y) = (y, 2 x + 3 y)
        slli    a5, a5, 1
        add     a5, a5, Y
        mv      X, Y
5:      mv      Y, a5                   # modulo 5
        addi    a5, a5, -5 * LANE
        bgez    a5, 5b
        slli    ROW, Y, 2
        add     ROW, ROW, Y
        slli    a5, ROW, 1              # 10 y + x
        add     a5, a5, X
        add     a5, a5, sp
        sw      a3, WIDE + PLANE(a5)
        sw      a4, WIDE + PLANE + 4(a5)
        beqz    a2, iota
9:      sw      a3, WIDE(a5)
        sw      a4, WIDE + 4(a5)
        addi    a2, a2, 1
        bne     a2, END, path

        addi    a1, sp, WIDE            # chi: a4 = place in A
        mv      a4, A
10:     addi    a3, a4, PLANE           # the end of the plane
11:     lw      a0, 1 * LANE(a1)
        lw      a5, 2 * LANE(a1)
        and     a0, a0, a5              # ~b and c is (b and c) + c
        xor     a5, a5, a0
        lw      a0, 0(a1)
        xor     a5, a5, a0
        sw      a5, 0(a4)
        addi    a1, a1, 4
        addi    a4, a4, 4
        bne     a4, a3, 11b
        addi    a1, a1, PLANE
        addi    a2, a2, -5
        bnez    a2, 10b
        li      a5, 0xE2                # after 24 times seven steps
        bne     R, a5, rounds
        addi    sp, sp, FRAME
        ret

iota:   li      a0, 1                   # iota: bits 0, 1, 3, 7, 15, 31 of the low half: a0 becomes
6:      andi    a1, R, 1                # 2 a0 a0, and then 0
        srli    R, R, 1
        beqz    a1, 7f
        xori    R, R, 0x8E              # R[0], R[4], R[5], R[6]
        xor     a3, a3, a0
7:      beqz    a0, 8f
        mul     a0, a0, a0
        slli    a0, a0, 1
        j       6b
8:      slli    a1, a1, 31              # the seventh is bit 31 of the high half
        xor     a4, a4, a1
        li      X, LANE                 # the path begins at (1, 0)
        j       9b
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
