/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-p[12] after each message block of 8 bytes, with the instruction of
 * cores/riscv/extensions/ascon_sigma.py.  The message is aligned to four bytes, and has at least one block.
 *
 * Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4, in two halves.
 *
 * COMPLEMENTS.  The substitution is that of src/ascon/ascon_absorb/rv32imc_fast.S in an odd round: x0, x2
 * and x3 are complemented before it, x0 and x4 after it.  The unit complements x2, x3 and x4: so each round
 * begins as the one before did.
 *
 * COUNT of a round: the constant 1, the substitution 15 for a half, the unit's 10.
 */

#include "extensions.inc"

/* Registers.  Those of the low halves and T change places in each round: a half's new value may not
   replace the old one, which the other half needs.  Twelve rounds are two turns of six. */
#define S      a0 /* the state in memory */
#define DATA   a1 /* the place in the message */
#define BLOCKS a2 /* how many are left */
#define X0L    a3
#define X1L    a4
#define X2L    a5
#define X3L    a6
#define X4L    a7
#define T      t0
#define X0H    t1
#define X1H    t2
#define X2H    t3
#define X3H    t4
#define X4H    t5
#define U      t6
#define V      s0
#define W      s1

        .equ    FIRST, 0xF0             # the first round constant
        .equ    STEP, 15                # to the next one

        .text

/* Section 3.3: with e0 = x0 ^ x4, e2 = x1 ^ x2 and e4 = x3 ^ x4 it is
 *
 *   x0 = e4 ^ (x1 | (e0 ^ e2))        x2 = e2 ^ (x3 | ~x4)      x4 = e4 ^ (x1 & ~e0)
 *   x1 = e0 ^ (e2 | (x1 ^ x3))        x3 = e2 ^ (x0 | e4)
 */
        .macro  substitute x0, x1, x2, x3, x4, t
        and     \t, \x3, \x4
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
        xor     \x2, \x2, \t
        .endm

/* Section 3.4, of one word; its low half comes to \to. */
        .macro  diffuse to, low, high, number
        ascon_sigma \to, \low, \high, \number
        ascon_sigma \high, \high, \low, \number
        .endm

/* A round: the low halves come from x0 to x4 to t and x0 to x3. */
        .macro  round number, x0, x1, x2, x3, x4, t
        xori    \x2, \x2, FIRST - STEP * (\number)      # section 3.2
        substitute \x0, \x1, \x2, \x3, \x4, \t
        substitute X0H, X1H, X2H, X3H, X4H, \t
        diffuse \t, \x0, X0H, 0
        diffuse \x0, \x1, X1H, 1
        diffuse \x1, \x2, X2H, 2
        diffuse \x2, \x3, X3H, 3
        diffuse \x3, \x4, X4H, 4
        .endm

        .macro  complement
        .irp    x, X0L, X0H, X2L, X2H, X3L, X3H
        not     \x, \x
        .endr
        .endm

/*
 * void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
 * a0 = S, a1 = data, a2 = blocks.  Clobbers a1 to a7, t0 to t6.  Stack: 16 bytes.
 */
        .globl  mote_ascon_absorb
        .type   mote_ascon_absorb, @function
mote_ascon_absorb:
        addi    sp, sp, -16
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        lw      X0L, 0(S)
        lw      X0H, 4(S)
        lw      X1L, 8(S)
        lw      X1H, 12(S)
        lw      X2L, 16(S)
        lw      X2H, 20(S)
        lw      X3L, 24(S)
        lw      X3H, 28(S)
        lw      X4L, 32(S)
        lw      X4H, 36(S)
        complement

next_block:
        # Section 5.1: the block, low half first
        lw      T, 0(DATA)
        lw      U, 4(DATA)
        xor     X0L, X0L, T
        xor     X0H, X0H, U
        addi    DATA, DATA, 8
        addi    BLOCKS, BLOCKS, -1
        .irp    first, 0, 6
        round   \first, X0L, X1L, X2L, X3L, X4L, T
        round   \first + 1, T, X0L, X1L, X2L, X3L, X4L
        round   \first + 2, X4L, T, X0L, X1L, X2L, X3L
        round   \first + 3, X3L, X4L, T, X0L, X1L, X2L
        round   \first + 4, X2L, X3L, X4L, T, X0L, X1L
        round   \first + 5, X1L, X2L, X3L, X4L, T, X0L
        .endr
        beqz    BLOCKS, done
        j       next_block              # (out of a branch's reach)

done:   complement
        sw      X0L, 0(S)
        sw      X0H, 4(S)
        sw      X1L, 8(S)
        sw      X1H, 12(S)
        sw      X2L, 16(S)
        sw      X2H, 20(S)
        sw      X3L, 24(S)
        sw      X3H, 28(S)
        sw      X4L, 32(S)
        sw      X4H, 36(S)
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        addi    sp, sp, 16
        ret
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
