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
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers.  Those of the even bits and the free ones are within reach of most compressed
   instructions. */
#define X0E s0
#define X1E s1
#define X2E a0
#define X3E a1
#define X4E a2
#define X0O t0
#define X1O t1
#define X2O t2
#define X3O t3
#define X4O t4
#define T a3
#define U a4
#define V a5
#define W ra
#define DATA a6    /* the place in the message */
#define BLOCKS a7  /* how many are left */
#define PLACE t5   /* in the table of constants */
#define EVEN t6    /* the even bits of the round constant */
#define ODD s2     /* the odd ones */
#define END s3     /* of the table */
#define M8 s4      /* masks of exchanges by eight, four, two and one bits */
#define M4 s5
#define M2 s6
#define M1 s7

/*
 * Ascon-p[12] after each message block of 8 bytes, for RV32IMC with Zbb, on any number (at least one)
 * of blocks, wherever they lie: the words of a block are read as such where the block is aligned to
 * four bytes, and by bytes elsewhere.  Only instructions of RV32I, C and Zbb are used; nothing is
 * called, and there is no data outside .text.
 *
 * Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4.
 *
 * BITS are interleaved here: one word has the bits of x at even places, another those at odd places.
 * A rotation of x is then two of words; where its amount is odd the words change places as well.  The
 * state comes and goes with its halves in order: it is interleaved at the beginning, and put back at
 * the end.
 *
 * AN EXCHANGE swaps the number of the word, of two, with one digit of the places in both; five of them,
 * by 16, 8, 4, 2 and 1 bits, interleave two halves, and in the opposite order undo it.
 *
 * THE SUBSTITUTION is that of section 3.3 with its xors drawn into one another.  With
 * e0 = x0 ^ x4, e2 = x1 ^ x2 and e4 = x3 ^ x4 it is
 *
 *   x0 = e4 ^ (x1 | (e0 ^ e2))        x2 = e2 ^ (x3 | ~x4)      x4 = e4 ^ (x1 & ~e0)
 *   x1 = e0 ^ (e2 | (x1 ^ x3))        x3 = e2 ^ (x0 | e4)
 *
 * THE DIFFUSION of x by p and q is x ^ (x ^ x >>> d) >>> p, d = q - p.  An odd word that is rotated by
 * 1 gives an even one as it is, which is why x2 has p = 1.
 *
 * COUNT for two rounds, in cycles of Ibex, which rotates in two: the substitution 15 for a word, 60; the
 * diffusion 12 for x0, x1, x3 and x4, and 10 for x2, 116; constants 10, and the loop 3.  That is 189,
 * 1,134 for the permutation.  A block takes 44 more if it is aligned, and 60 if it is not, a call some
 * 510.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

/* The frame, from sp on. */
        .equ    STATE, 0
        .equ    SAVED, 4                # ra, s0 to s7
        .equ    FRAME, 48

        .text

/* The bits of \a at the places of \mask << \shift change places with those of \b at \mask. */
        .macro  exchange a, b, shift, mask
        srli    V, \a, \shift
        xor     V, V, \b
        and     V, V, \mask
        xor     \b, \b, V
        slli    V, V, \shift
        xor     \a, \a, V
        .endm

/* The same by 16 bits. */
        .macro  exchange_halves a, b
        srli    V, \a, 16
        xor     V, V, \b
        zext.h  V, V
        xor     \b, \b, V
        slli    V, V, 16
        xor     \a, \a, V
        .endm

/* Section 3.3, on words of one kind. */
        .macro  substitute x0, x1, x2, x3, x4
        orn     T, \x3, \x4
        xor     U, \x0, \x4             # e0
        xor     \x4, \x4, \x3           # e4
        or      \x0, \x0, \x4
        xor     \x3, \x3, \x1
        xor     \x2, \x2, \x1           # e2
        or      \x3, \x3, \x2
        xor     V, \x2, U
        or      V, V, \x1
        andn    W, \x1, U
        xor     \x1, \x3, U
        xor     \x3, \x0, \x2
        xor     \x0, V, \x4
        xor     \x4, \x4, W
        xor     \x2, \x2, T
        .endm

/* T, U = the even and odd words of (\even, \odd) rotated right by \r, added to these. */
        .macro  add_rotated even, odd, r
        .if     (\r) & 1
        rori    T, \odd, ((\r) / 2)
        rori    U, \even, (((\r) + 1) / 2)
        .else
        rori    T, \even, ((\r) / 2)
        rori    U, \odd, ((\r) / 2)
        .endif
        xor     T, T, \even
        xor     U, U, \odd
        .endm

/* Section 3.4: x, of words \even and \odd, rotated right by \p and by \p + \d, and added to x. */
        .macro  diffuse even, odd, p, d
        add_rotated \even, \odd, \d
        .if     (\p) & 1
        .if     (\p) > 1
        rori    U, U, ((\p) / 2)
        .endif
        rori    T, T, (((\p) + 1) / 2)
        xor     \even, \even, U
        xor     \odd, \odd, T
        .else
        rori    T, T, ((\p) / 2)
        rori    U, U, ((\p) / 2)
        xor     \even, \even, T
        xor     \odd, \odd, U
        .endif
        .endm

        .macro  finish_round
        substitute X0E, X1E, X2E, X3E, X4E
        substitute X0O, X1O, X2O, X3O, X4O
        diffuse X0E, X0O, 19, 28 - 19
        diffuse X1E, X1O, 39, 61 - 39
        diffuse X2E, X2O, 1, 6 - 1
        diffuse X3E, X3O, 10, 17 - 10
        diffuse X4E, X4O, 7, 41 - 7
        .endm

/*
 * void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
 * a0 = S, a1 = data, a2 = blocks.  Clobbers a0 to a7, t0 to t6.  Stack: 48 bytes.
 */
        .globl  mote_ascon_absorb
        .type   mote_ascon_absorb, @function
mote_ascon_absorb:
        addi    sp, sp, -FRAME
        sw      a0, STATE(sp)
        sw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        sw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        mv      DATA, a1
        mv      BLOCKS, a2
        lla     END, constants_end
        li      M8, 0x00FF00FF
        li      M4, 0x0F0F0F0F
        li      M2, 0x33333333
        li      M1, 0x55555555
        # The words of S, interleaved where they lie
        addi    a2, a0, 40
1:      lw      T, 0(a0)
        lw      U, 4(a0)
        exchange_halves T, U
        exchange T, U, 8, M8
        exchange T, U, 4, M4
        exchange T, U, 2, M2
        exchange T, U, 1, M1
        sw      T, 0(a0)
        sw      U, 4(a0)
        addi    a0, a0, 8
        bne     a0, a2, 1b
        mv      V, a0
        lw      X0E, 0 - 40(V)
        lw      X0O, 4 - 40(V)
        lw      X1E, 8 - 40(V)
        lw      X1O, 12 - 40(V)
        lw      X2E, 16 - 40(V)
        lw      X2O, 20 - 40(V)
        lw      X3E, 24 - 40(V)
        lw      X3O, 28 - 40(V)
        lw      X4E, 32 - 40(V)
        lw      X4O, 36 - 40(V)

next_block:
        # Section 5.1: the block, which begins with its low bits
        andi    V, DATA, 3
        bnez    V, by_bytes
        lw      T, 0(DATA)
        lw      U, 4(DATA)
        exchange_halves T, U
        exchange T, U, 8, M8
add_block:
        exchange T, U, 4, M4
        exchange T, U, 2, M2
        exchange T, U, 1, M1
        xor     X0E, X0E, T
        xor     X0O, X0O, U
        addi    DATA, DATA, 8
        addi    PLACE, END, -12
two_rounds:
        lbu     EVEN, 0(PLACE)          # section 3.2
        lbu     ODD, 1(PLACE)
        xor     X2E, X2E, EVEN
        xor     X2O, X2O, ODD
        finish_round
        xori    EVEN, EVEN, 4 ^ 1       # bits 4 and 0 of the constant are others
        xor     X2E, X2E, EVEN
        xor     X2O, X2O, ODD
        finish_round
        addi    PLACE, PLACE, 2
        bne     PLACE, END, two_rounds
        addi    BLOCKS, BLOCKS, -1
        bnez    BLOCKS, next_block

        lw      V, STATE(sp)
        sw      X0E, 0(V)
        sw      X0O, 4(V)
        sw      X1E, 8(V)
        sw      X1O, 12(V)
        sw      X2E, 16(V)
        sw      X2O, 20(V)
        sw      X3E, 24(V)
        sw      X3O, 28(V)
        sw      X4E, 32(V)
        sw      X4O, 36(V)
        # The words of S, put back in order
        mv      a0, V
        addi    a2, a0, 40
1:      lw      T, 0(a0)
        lw      U, 4(a0)
        exchange T, U, 1, M1
        exchange T, U, 2, M2
        exchange T, U, 4, M4
        exchange T, U, 8, M8
        exchange_halves T, U
        sw      T, 0(a0)
        sw      U, 4(a0)
        addi    a0, a0, 8
        bne     a0, a2, 1b
        lw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        addi    sp, sp, FRAME
        ret

/* \to = the bytes from \offset on, each second one, the first one lowest. */
        .macro  each_second to, offset
        lbu     \to, \offset + 6(DATA)
        .irp    byte, 4, 2, 0
        slli    \to, \to, 8
        lbu     V, \offset + \byte(DATA)
        or      \to, \to, V
        .endr
        .endm

/* T, U = the even bytes and the odd bytes: what exchanges by 16 and 8 bits make of words. */
by_bytes:
        each_second T, 0
        each_second U, 1
        j       add_block

/* The even bits and the odd bits of each second round constant of section 3.2. */
constants:
        .byte   12, 12                  # 0xF0
        .byte   12, 9                   # 0xD2
        .byte   6, 12                   # 0xB4
        .byte   6, 9                    # 0x96
        .byte   12, 6                   # 0x78
        .byte   12, 3                   # 0x5A
constants_end:
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
