/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "r0 r18-r24 r26 r27 r30 r31 flags"
 * stack = 64
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 */

/* Registers.  r18 to r25 are a lane; where no lane is held, as stated there. */
#define k r14            /* of the path of rho, and by how much a lane is rotated: */
#define turn r15         /* k (k + 1) / 2 */
#define t r16
#define lfsr r17         /* the shift register R of section 3.2.5: R[0] in bit 7, R[7] in bit 0 */
#define x8 r28           /* 8 x and 8 y on the path of rho */
#define y8 r29
/* X is the caller's state. */

/*
 * Keccak-f[1600] for AVR, classic core with movw (avr25), small.  Nothing is called, no data.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; A, C, D are the names of its step mappings.
 *
 * THE STATE A is 25 lanes of eight bytes, the lowest first; lane (x, y) is number x + 5 y.
 *
 * A ROUND has four parts, all of them in place:
 *
 *   C[x] for x = 4, 0, 1, 2, 3, 4, 0, to the stack: so C[x-1] and C[x+1] are found without a
 *   remainder.
 *
 *   theta: a byte of D[x] after the other is made, and added to the five lanes of the column.
 *
 *   rho and pi: along the path of rho, a lane goes, rotated, to the place of the next, which takes
 *   its place in registers.  The first place, (1, 0), is the last one too: what goes there first
 *   counts for nothing.
 *
 *   chi, a byte of each lane of a row at a time; iota.
 *
 * Branches and times depend on the number of the round, x, y and k only.
 *
 * COUNT for a round, in cycles: C 40 x 25; theta 40 x 65; rho and pi 25 x 55 and 24 x some 110; chi
 * 40 x 43; iota some 700.  In all some 10,100; of these loads, stores and operations of the step
 * mappings, done once each and byte by byte, are some 3,900 (avr8_fast.S).
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

/* keccak/p1600 has the last 12 rounds of it by another name and another beginning. */
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define FIRST 0x1D
#endif

        .text

#define SPL     0x3D
#define SPH     0x3E
        .equ    ROW, 18                 /* r18 and on: bytes of a lane, or of a row */
        .equ    LANE, 8                 /* bytes */
        .equ    PLANE, 5 * LANE
        .equ    STATE, 5 * PLANE
        .equ    FRAME, 7 * LANE         /* C[4], C[0] to C[4], C[0] */

/* void mote_keccak_f1600(u32 *state)
 * r25:r24 = state.  Clobbers r0, r18-r24, r26, r27, r30, r31, flags.  Stack: 64 bytes. */
        .global PERMUTATION
        .type   PERMUTATION, @function
PERMUTATION:
        .irp    register, 14, 15, 16, 17, 28, 29
        push    \register
        .endr
        movw    r26, r24
        ldi     t, FRAME
1:      push    r0
        dec     t
        brne    1b
        ldi     lfsr, FIRST             /* one step before R = 10000000 */

rounds: in      r28, SPL                /* C */
        in      r29, SPH
        adiw    r28, 1 + LANE
        movw    r30, r26
        ldi     t, PLANE
2:      ld      r18, Z
        ldd     r0, Z + PLANE
        eor     r18, r0
        adiw    r30, 60
        ldd     r0, Z + 2 * PLANE - 60
        eor     r18, r0
        ldd     r0, Z + 3 * PLANE - 60
        eor     r18, r0
        adiw    r30, 40
        ldd     r0, Z + 4 * PLANE - 100
        eor     r18, r0
        st      Y+, r18
        subi    r30, 100 - 1
        sbci    r31, 0
        dec     t
        brne    2b
        sbiw    r28, PLANE + LANE
        ldi     t, LANE
3:      ldd     r0, Y + 5 * LANE
        std     Y + 0, r0
        ldd     r0, Y + LANE
        std     Y + 6 * LANE, r0
        adiw    r28, 1
        dec     t
        brne    3b
        sbiw    r28, LANE

        ldi     t, 5                    /* theta: r20 = a byte of D[x] = C[x-1] + (C[x+1] <<< 1) */
4:      ldi     r18, LANE
        ldd     r19, Y + 3 * LANE - 1   /* the byte before, whose highest bit comes in */
5:      ldd     r20, Y + 2 * LANE
        lsl     r19
        mov     r19, r20
        rol     r20
        ld      r0, Y+
        eor     r20, r0
        ldi     r21, 5
6:      ld      r0, X
        eor     r0, r20
        st      X, r0
        adiw    r26, PLANE
        dec     r21
        brne    6b
        subi    r26, STATE - 1
        sbci    r27, 0
        dec     r18
        brne    5b
        dec     t
        brne    4b
        sbiw    r26, PLANE

        clr     k                       /* rho and pi */
        clr     turn
        ldi     x8, LANE
        ldi     y8, 0
path:   mov     t, y8                   /* Z = lane (x, y), which changes places with r18-r25 */
        lsl     t
        lsl     t
        add     t, y8
        add     t, x8
        movw    r30, r26
        add     r30, t
        adc     r31, r1
        .irpc   pair, 0246
        ld      r0, Z
        ldd     r1, Z + 1
        st      Z+, ROW + \pair
        st      Z+, ROW + \pair + 1
        movw    ROW + \pair, r0
        .endr
        clr     r1
        mov     t, turn
        cpi     t, (24 * 25 / 2) & 0xFF
        breq    chi
        inc     k
        add     turn, k
        mov     t, turn                 /* rotated by bits */
        andi    t, 7
        rjmp    8f
7:      lsl     r18
        .irpc   byte, 1234567
        rol     ROW + \byte
        .endr
        adc     r18, r1
8:      dec     t
        brpl    7b
        mov     t, turn                 /* and by bytes */
        andi    t, 0x38
        rjmp    10f
9:      mov     r0, r25
        .irpc   byte, 7654321
        mov     ROW + \byte, ROW + \byte - 1
        .endr
        mov     r18, r0
10:     subi    t, 8
        brpl    9b
        mov     t, x8                   /* (x, y) becomes (y, 2 x + 3 y) */
        add     t, y8
        lsl     t
        add     t, y8
        mov     x8, y8
11:     subi    t, PLANE                /* modulo 5 */
        brcc    11b
        subi    t, lo8(-(PLANE))
        mov     y8, t
        rjmp    path

chi:    movw    r30, r26
        ldi     t, 5
12:     ldi     r24, LANE
13:     .irpc   x, 01234
        ldd     ROW + \x, Z + LANE * \x
        .endr
        mov     r23, r19                /* x = 4: a + ~b c = a + b + (b or c), with b or c in r23 */
        or      r23, r18
        eor     r23, r18
        eor     r23, r22
        std     Z + 4 * LANE, r23
        mov     r23, r18                /* x = 3 */
        or      r23, r22
        eor     r23, r22
        eor     r23, r21
        std     Z + 3 * LANE, r23
        .irpc   x, 210                  /* the lane x + 2 is not needed any more */
        or      ROW + 2 + \x, ROW + 1 + \x
        eor     ROW + 2 + \x, ROW + 1 + \x
        eor     ROW + 2 + \x, ROW + \x
        .if     \x
        std     Z + LANE * \x, ROW + 2 + \x
        .else
        st      Z+, r20
        .endif
        .endr
        dec     r24
        brne    13b
        adiw    r30, PLANE - LANE
        dec     t
        brne    12b

        movw    r30, r26                /* iota: r18 = bit, r19 = bits of a byte */
        clr     r18
14:     ldi     r19, 0x80               /* falls out after eight bits */
15:     mov     t, r18                  /* bits 0, 1, 3, 7, 15, 31, 63: */
        inc     r18
        and     t, r18                  /* no digit in common with the bit behind */
        ldi     t, 0x8E                 /* R[0], R[4], R[5], R[6] */
        clc
        brne    16f
        lsr     lfsr
        brcc    16f
        eor     lfsr, t
16:     ror     r19
        brcc    15b
        ld      r0, Z
        eor     r0, r19
        st      Z+, r0
        sbrs    r18, 6
        rjmp    14b
        cpi     lfsr, 0xE2              /* after 24 times seven steps */
        breq    17f
        rjmp    rounds

17:     ldi     t, FRAME
18:     pop     r0
        dec     t
        brne    18b
        .irp    register, 29, 28, 17, 16, 15, 14
        pop     \register
        .endr
        ret
        .size   PERMUTATION, . - PERMUTATION
