/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "r0 r18-r22 r26 r27 r30 r31 flags"
 * stack = 260
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 */

/* Registers, as numbers. */
        .equ    ZERO, 1
        .equ    T, 0                    /* temporary, and T2 */
        .equ    D, 2                    /* r2-r9: D[x] */
        .equ    LANE, 10                /* r10-r17: a lane, or C[x]; bytes of a row */
        .equ    T2, 18
        .equ    COUNT, 19               /* of columns or rows */
        .equ    FRAME, 20               /* r20, r21: C on the stack, and the copy of the state behind it */
        .equ    ROUND, 22
        .equ    STATE, 24               /* r24, r25: the caller's state */
        .equ    CONSTANTS, 26           /* r26, r27: the next round constant */

/*
 * Keccak-f[1600] for AVR, classic core with movw (avr25), fast.  Nothing is called.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * THE STATE is 25 lanes of eight bytes, the lowest first; lane (x, y) is number x + 5 y.
 *
 * A ROUND has three parts:
 *
 *   C[x], column by column, to the stack.
 *
 *   theta, rho and pi, column by column: D[x] is made in registers, and added to the five lanes of
 *   the column, which go, rotated, to the copy on the stack.  Rotations by whole bytes are a choice
 *   of registers; what is left is at most four times by one bit, to the left or to the right.
 *
 *   chi, row by row, from the copy to the state; iota.
 *
 * COUNT for a round, in cycles: C 5 x 130; D 5 x 52; lanes 25 x (16 loaded, 8 added, 16 stored) and
 * 486 for rotations; chi 40 x (10 loaded, 17, 10 stored); iota 32.  That is 3,908, 93,792 for the
 * permutation: the bound for this order of work.  Pointers and loops take some 200 more.
 */

#include "common/avr8_tables.inc"

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

/* keccak/p1600 has the last 12 rounds of it by another name. */
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .text

#define SPL     0x3D
#define SPH     0x3E
#define SREG    0x3F

        .equ    CC, 0                   /* in the frame: C[0] to C[4] */
        .equ    COPY, 40
        .equ    SIZE, COPY + 200

        .set    at_state, 0             /* where Y stands in the state, and Z in the frame */
        .set    at_frame, 0

/* Moves Y so that the eight bytes at \place of the state are in its reach. */
        .macro  state_at place
        .if     \place < at_state || \place + 7 > at_state + 63
        subi    r28, lo8(at_state - (\place))
        sbci    r29, hi8(at_state - (\place))
        .set    at_state, \place
        .endif
        .endm

        .macro  frame_at place
        .if     \place < at_frame || \place + 7 > at_frame + 63
        subi    r30, lo8(at_frame - (\place))
        sbci    r31, hi8(at_frame - (\place))
        .set    at_frame, \place
        .endif
        .endm

/* D[x] from C[x-1] and C[x+1]. */
        .macro  theta before, after
        frame_at CC
        ldd     T, Z + 8 * \after + 7
        lsl     T
        .irpc   k, 01234567
        ldd     D + \k, Z + 8 * \after + \k
        rol     D + \k
        ldd     T, Z + 8 * \before + \k
        eor     D + \k, T
        .endr
        .endm

/* The eight registers of LANE rotated to the left or the right by one. */
        .macro  left
        lsl     LANE
        .irpc   k, 1234567
        rol     LANE + \k
        .endr
        adc     LANE, ZERO
        .endm

        .macro  right
        bst     LANE, 0
        lsr     LANE + 7
        .irpc   k, 6543210
        ror     LANE + \k
        .endr
        bld     LANE + 7, 7
        .endm

/* Lane (x, y), with D[x] added and rotated by r, to lane (y, \to) of the copy. */
        .macro  lane x, y, r, to
        state_at 8 * \x + 40 * \y
        .irpc   k, 01234567
        ldd     LANE + \k, Y + 8 * \x + 40 * \y - at_state + \k
        eor     LANE + \k, D + \k
        .endr
        .if     (\r & 7) <= 4
        .rept   \r & 7
        left
        .endr
        .else
        .rept   8 - (\r & 7)
        right
        .endr
        .endif
        frame_at COPY + 8 * \y + 40 * \to
        .irpc   k, 01234567
        std     Z + COPY + 8 * \y + 40 * \to - at_frame + \k, LANE + ((\k - (\r + 3) / 8) & 7)
        .endr
        .endm

/* chi for a byte of each lane of a row. */
        .macro  chi k
        .irpc   x, 01234
        ldd     LANE + \x, Z + 8 * \x + \k
        .endr
        mov     T2, LANE + 1            /* x = 4: a + ~b c = a + b + (b or c), with b or c in T2 */
        or      T2, LANE
        eor     T2, LANE
        eor     T2, LANE + 4
        mov     T, LANE                 /* x = 3 */
        or      T, LANE + 4
        eor     T, LANE + 4
        eor     T, LANE + 3
        .irpc   x, 210                  /* the lane x + 2 is not needed any more */
        or      LANE + \x + 2, LANE + \x + 1
        eor     LANE + \x + 2, LANE + \x + 1
        eor     LANE + \x + 2, LANE + \x
        std     Y + 8 * \x + \k, LANE + \x + 2
        .endr
        std     Y + 24 + \k, T
        std     Y + 32 + \k, T2
        .endm

/* Adds a byte of a round constant at \place of the state. */
        .macro  iota place
        lpm     T, Z+
        ldd     T2, Y + \place
        eor     T2, T
        std     Y + \place, T2
        .endm

/* The round constants: bytes 0, 1, 3 and 7; the others are 0. */
constants:
#ifdef ALL_ROUNDS
        .byte   0x01, 0x00, 0x00, 0x00
        .byte   0x82, 0x80, 0x00, 0x00
        .byte   0x8A, 0x80, 0x00, 0x80
        .byte   0x00, 0x80, 0x80, 0x80
        .byte   0x8B, 0x80, 0x00, 0x00
        .byte   0x01, 0x00, 0x80, 0x00
        .byte   0x81, 0x80, 0x80, 0x80
        .byte   0x09, 0x80, 0x00, 0x80
        .byte   0x8A, 0x00, 0x00, 0x00
        .byte   0x88, 0x00, 0x00, 0x00
        .byte   0x09, 0x80, 0x80, 0x00
        .byte   0x0A, 0x00, 0x80, 0x00
#endif
        .byte   0x8B, 0x80, 0x80, 0x00
        .byte   0x8B, 0x00, 0x00, 0x80
        .byte   0x89, 0x80, 0x00, 0x80
        .byte   0x03, 0x80, 0x00, 0x80
        .byte   0x02, 0x80, 0x00, 0x80
        .byte   0x80, 0x00, 0x00, 0x80
        .byte   0x0A, 0x80, 0x00, 0x00
        .byte   0x0A, 0x00, 0x80, 0x80
        .byte   0x81, 0x80, 0x80, 0x80
        .byte   0x80, 0x80, 0x00, 0x80
        .byte   0x01, 0x00, 0x80, 0x00
        .byte   0x08, 0x80, 0x80, 0x80

/* void mote_keccak_f1600(u32 *state)
 * r25:r24 = state.  Clobbers r0, r18-r22, r26, r27, r30, r31, flags.  Stack: 260 bytes. */
        .global PERMUTATION
        .type   PERMUTATION, @function
PERMUTATION:
        .irp    register, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \register
        .endr
        in      r28, SPL
        in      r29, SPH
        subi    r28, lo8(SIZE)
        sbci    r29, hi8(SIZE)
        in      T, SREG                 /* no interrupt between the two halves */
        cli
        out     SPH, r29
        out     SREG, T
        out     SPL, r28
        adiw    r28, 1
        movw    FRAME, r28
        set_rampz constants
        ldi     CONSTANTS, lo8(constants)
        ldi     CONSTANTS + 1, hi8(constants)
#ifdef ALL_ROUNDS
        ldi     ROUND, 24
#else
        ldi     ROUND, 12
#endif

rounds: movw    r28, STATE              /* C */
        movw    r30, FRAME
        ldi     COUNT, 5
1:      .set    at_state, 0
        .irpc   k, 01234567
        ldd     LANE + \k, Y + \k
        .endr
        .irpc   y, 1234
        state_at 40 * \y
        .irpc   k, 01234567
        ldd     T, Y + 40 * \y - at_state + \k
        eor     LANE + \k, T
        .endr
        .endr
        .irpc   k, 01234567
        st      Z+, LANE + \k
        .endr
        subi    r28, lo8(at_state - 8)
        sbci    r29, hi8(at_state - 8)
        dec     COUNT
        breq    2f
        rjmp    1b

2:      .set    at_state, 40            /* theta, rho, pi */
        .set    at_frame, CC + 40
        theta   4, 1
        lane    0, 0, 0, 0
        lane    0, 1, 36, 3
        lane    0, 2, 3, 1
        lane    0, 3, 41, 4
        lane    0, 4, 18, 2
        theta   0, 2
        lane    1, 0, 1, 2
        lane    1, 1, 44, 0
        lane    1, 2, 10, 3
        lane    1, 3, 45, 1
        lane    1, 4, 2, 4
        theta   1, 3
        lane    2, 0, 62, 4
        lane    2, 1, 6, 2
        lane    2, 2, 43, 0
        lane    2, 3, 15, 3
        lane    2, 4, 61, 1
        theta   2, 4
        lane    3, 0, 28, 1
        lane    3, 1, 55, 4
        lane    3, 2, 25, 2
        lane    3, 3, 21, 0
        lane    3, 4, 56, 3
        theta   3, 0
        lane    4, 0, 27, 3
        lane    4, 1, 20, 1
        lane    4, 2, 39, 4
        lane    4, 3, 8, 2
        lane    4, 4, 14, 0

        movw    r28, STATE              /* chi */
        subi    r30, lo8(at_frame - COPY)
        sbci    r31, hi8(at_frame - COPY)
        ldi     COUNT, 5
3:      .irpc   k, 01234567
        chi     \k
        .endr
        adiw    r28, 40
        adiw    r30, 40
        dec     COUNT
        breq    4f
        rjmp    3b

4:      movw    r28, STATE              /* iota */
        movw    r30, CONSTANTS
        iota    0
        iota    1
        iota    3
        iota    7
        movw    CONSTANTS, r30
        dec     ROUND
        breq    5f
        rjmp    rounds

5:      movw    r28, FRAME
        subi    r28, lo8(1 - SIZE)
        sbci    r29, hi8(1 - SIZE)
        in      T, SREG
        cli
        out     SPH, r29
        out     SREG, T
        out     SPL, r28
        .irp    register, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \register
        .endr
        ret
        .size   PERMUTATION, . - PERMUTATION
