/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
 * functions = ["mote_ascon_absorb(S, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {S = 40, data = "8 * blocks"}
 * writes = {S = 40}
 * clobbers = "a0-a7 t0-t6"
 * stack = 16
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers.  Those of the low halves and the free ones are within reach of most compressed
   instructions. */
#define X0L s0
#define X1L s1
#define X2L a0
#define X3L a1
#define X4L a2
#define X0H t0
#define X1H t1
#define X2H t2
#define X3H t3
#define X4H t4
#define T a3
#define U a4
#define V a5
#define W ra
#define DATA a6     /* the place in the message */
#define BLOCKS a7   /* how many are left */
#define CONSTANT t5 /* the round constant, which counts the rounds */
#define END t6      /* what it is behind the last round */

/*
 * Ascon-p[12] after each message block of 8 bytes, for RV32IMC, on any number (at least one) of
 * blocks, wherever they lie: the words of a block are read as such where the block is aligned to
 * four bytes, and by bytes elsewhere.  Only instructions of RV32I and C are used; nothing is called,
 * and there is no data outside .text.
 *
 * Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4, in two halves.
 *
 * THE SUBSTITUTION is that of section 3.3 with its xors drawn into one another.  With
 * e0 = x0 ^ x4, e2 = x1 ^ x2 and e4 = x3 ^ x4 it is
 *
 *   x0 = e4 ^ (x1 | (e0 ^ e2))        x2 = e2 ^ (x3 | ~x4)      x4 = e4 ^ (x1 & ~e0)
 *   x1 = e0 ^ (e2 | (x1 ^ x3))        x3 = e2 ^ (x0 | e4)
 *
 * COMPLEMENTS.  There is no instruction for x & ~y, but words may be kept complemented: the
 * diffusion leaves them so.  Before an even round x0 and x4 are, which costs it a complement of x1,
 * and x0 and x3 are after it; before an odd round x2 is made so too, where it takes its constant, and
 * then no operation needs any other complement, and x0 and x4 are complemented after it.
 *
 * COUNT for two rounds, in cycles of Ibex: constants 4, and their step 1; the substitution 15 for a
 * word, 60, and 2 complements; the diffusion 8 for a word, 160; the loop 3.  That is 230, 1,378 for
 * the permutation.  A block takes 14 more if it is aligned, and 42 if it is not, a call some 80.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

        .equ    FIRST, 0xF0             # the first round constant
        .equ    STEP, -15               # from one to the next
        .equ    ODD, 0x11               # the bits in which that of an odd round is not the last one

        .text

/* Section 3.3 in an even round: x0 and x4 are complemented before it, x0 and x3 after it. */
        .macro  substitute_even x0, x1, x2, x3, x4
        or      T, \x3, \x4
        xor     U, \x0, \x4             # e0
        xor     \x4, \x4, \x3           # e4, complemented
        and     \x0, \x0, \x4
        xor     \x3, \x3, \x1
        xor     \x2, \x2, \x1           # e2
        or      \x3, \x3, \x2
        xor     V, \x2, U
        or      V, V, \x1
        not     W, \x1
        or      W, W, U
        xor     \x1, \x3, U
        xor     \x3, \x0, \x2
        xor     \x0, V, \x4
        xor     \x4, \x4, W
        xor     \x2, \x2, T
        .endm

/* The same in an odd round: x0, x2 and x3 are complemented before it, x0 and x4 after it. */
        .macro  substitute_odd x0, x1, x2, x3, x4
        and     T, \x3, \x4
        xor     U, \x0, \x4             # e0, complemented
        xor     \x4, \x4, \x3           # e4, complemented
        and     \x0, \x0, \x4
        xor     \x3, \x3, \x1
        xor     \x2, \x2, \x1           # e2, complemented
        and     \x3, \x3, \x2
        xor     V, \x2, U
        or      V, V, \x1
        and     W, \x1, U
        xor     \x1, \x3, U
        xor     \x3, \x0, \x2
        xor     \x0, V, \x4
        xor     \x4, \x4, W
        xor     \x2, \x2, T
        .endm

/* \sum = the half of a word rotated right by \r1 whose own bits are \x, and the other's \y, added to
   the same rotated by \r2. */
        .macro  rotations sum, x, y, r1, r2
        .if     \r1 < 32
        srli    \sum, \x, \r1
        slli    V, \y, 32 - \r1
        .else
        srli    \sum, \y, \r1 - 32
        slli    V, \x, 64 - \r1
        .endif
        xor     \sum, \sum, V
        .if     \r2 < 32
        srli    V, \x, \r2
        xor     \sum, \sum, V
        slli    V, \y, 32 - \r2
        .else
        srli    V, \y, \r2 - 32
        xor     \sum, \sum, V
        slli    V, \x, 64 - \r2
        .endif
        xor     \sum, \sum, V
        .endm

/* Section 3.4 */
        .macro  diffuse low, high, r1, r2
        rotations T, \low, \high, \r1, \r2
        rotations U, \high, \low, \r1, \r2
        xor     \low, \low, T
        xor     \high, \high, U
        .endm

        .macro  diffuse_all
        diffuse X0L, X0H, 19, 28
        diffuse X1L, X1H, 61, 39
        diffuse X2L, X2H, 1, 6
        diffuse X3L, X3H, 10, 17
        diffuse X4L, X4H, 7, 41
        .endm

/* Complements x0 and x4. */
        .macro  complement
        not     X0L, X0L
        not     X0H, X0H
        not     X4L, X4L
        not     X4H, X4H
        .endm

/*
 * void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
 * a0 = S, a1 = data, a2 = blocks.  Clobbers a0 to a7, t0 to t6.  Stack: 16 bytes.
 */
        .globl  mote_ascon_absorb
        .type   mote_ascon_absorb, @function
mote_ascon_absorb:
        addi    sp, sp, -16
        sw      a0, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      ra, 12(sp)
        mv      DATA, a1
        mv      BLOCKS, a2
        lw      X0L, 0(a0)
        lw      X0H, 4(a0)
        lw      X1L, 8(a0)
        lw      X1H, 12(a0)
        lw      X2H, 20(a0)
        lw      X3L, 24(a0)
        lw      X3H, 28(a0)
        lw      X4L, 32(a0)
        lw      X4H, 36(a0)
        lw      X2L, 16(a0)             # last: it is a0
        li      END, FIRST + 12 * STEP
        complement

next_block:
        # Section 5.1: the block, low half first
        andi    V, DATA, 3
        bnez    V, by_bytes
        lw      T, 0(DATA)
        lw      U, 4(DATA)
add_block:
        xor     X0L, X0L, T
        xor     X0H, X0H, U
        addi    DATA, DATA, 8
        li      CONSTANT, FIRST
two_rounds:
        xor     X2L, X2L, CONSTANT      # section 3.2
        substitute_even X0L, X1L, X2L, X3L, X4L
        substitute_even X0H, X1H, X2H, X3H, X4H
        diffuse_all
        xor     X2L, X2L, CONSTANT
        xori    X2L, X2L, ~ODD
        not     X2H, X2H
        substitute_odd X0L, X1L, X2L, X3L, X4L
        substitute_odd X0H, X1H, X2H, X3H, X4H
        diffuse_all
        addi    CONSTANT, CONSTANT, 2 * STEP
        bne     CONSTANT, END, two_rounds
        addi    BLOCKS, BLOCKS, -1
        bnez    BLOCKS, next_block

        complement
        lw      V, 0(sp)
        sw      X0L, 0(V)
        sw      X0H, 4(V)
        sw      X1L, 8(V)
        sw      X1H, 12(V)
        sw      X2L, 16(V)
        sw      X2H, 20(V)
        sw      X3L, 24(V)
        sw      X3H, 28(V)
        sw      X4L, 32(V)
        sw      X4H, 36(V)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret

/* T, U = the words of the block from their bytes. */
        .macro  word to, offset
        lbu     \to, \offset + 3(DATA)
        .irp    byte, 2, 1, 0
        slli    \to, \to, 8
        lbu     V, \offset + \byte(DATA)
        or      \to, \to, V
        .endr
        .endm
by_bytes:
        word    T, 0
        word    U, 4
        j       add_block
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
