/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Hash Function JH, final round (16 January 2011), sections 3 to 6"
 * functions = [
 *   "mote_jh_init(cc, out_size)",
 *   "mote_jh(cc, data, len)",
 *   "mote_jh_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 212, data = "len"}
 * writes = {cc = 212, dst = "out_size / 8"}
 * clobbers = "r0 r18-r23 r26 r27 r30 r31 flags"
 * stack = 165
 * constant_time = true
 * calls = []
 * block = "f8"
 * state.H = {offset = 0, words = 64, word_bytes = 2}
 * counter = {offset = 192, words = 4, step = 512}
 * fill = {offset = 208, word_bytes = 1}
 */

/* Registers of E8; those of the rest are in avr8_mode.inc.
 *   r18-r25  a byte of the four bits of an element, the highest bit first, s = 0 and 1 of each
 *   r26, r27 their round constants            r8-r15  a byte of those of all bits, highest bits used
 *                                                     first
 *   r17      bytes in a plane                 r16     bytes or pairs of them left
 *   r6, r7   H                                r5      rounds left
 *   Y        place in the planes              Z       place in the round constant, in a plane
 *   X        place in a plane                 r0      temporary
 *   r18-r21  in the permutation: a byte, even bits, planes left, odd bits
 */

/*
 * JH for AVR, classic core with movw (avr25), small.  Nothing called.
 *
 * Specification: The Hash Function JH, version of 16 January 2011, sections 3 to 6.
 *
 * THE STATE H, as it is, holds the bits of 256 elements of 4 bits apart: bit 256 k + 128 s + p is
 * bit k of the element 2 p + s: eight planes of 128 bits, number 2 k + s.  A round (S-boxes, L, the
 * permutation P8) keeps k and s, and takes the pair p to p rotated right by one, with its lowest
 * bit flipped first where s is 1.  So in each plane the even bits go to one half and the odd bits
 * to the other.
 *
 * ROUND CONSTANTS (section 4.2.2) are made by the same code, with 64 elements in planes of 32 bits:
 * these lie in a frame of 128 bytes as far apart as those of H.  Element j of them selects the
 * S-boxes of elements 4 j to 4 j + 3 with its bits, the highest one first: so of four pairs p the
 * two of s = 0 with bits 0 and 2 of its planes s = 0 and s = 1, and those of s = 1 with bits 1 and
 * 3.
 *
 * COUNT for a round in cycles: 16 bytes of all planes of the state some 145, 4 of the constant 100,
 * and in the permutation 80 pairs of bytes 58: 7,400; 310,000 for E8, 4,860 a byte of message.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e

    .equ    PLANE, 16           /* bytes from plane to plane */
    .equ    ROUNDS, 42

    table_section data

/* The planes of the constant of round 0, the last one first, each with its last byte first */
constant:
    .byte   0x74, 0x35, 0x66, 0x5a
    .byte   0xa2, 0xdf, 0xe7, 0x0c
    .byte   0xdf, 0xcc, 0xf9, 0xb8
    .byte   0x47, 0x94, 0xdb, 0xbc
    .byte   0x4c, 0x54, 0x17, 0x34
    .byte   0xa4, 0x76, 0x5a, 0xba
    .byte   0xf1, 0xc1, 0x4b, 0xc7
    .byte   0x80, 0x61, 0xcc, 0x2e

#include "jh/avr8_mode.inc"
#include "jh/avr8_layers.inc"

/* E8 (section 4) */
e8:
    .irp    r, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25, 28, 29
    push    r\r
    .endr
    movw    r6, r24
    set_rampz constant
    ldi     r30, lo8(constant)
    ldi     r31, hi8(constant)
    ldi     r18, 8
1:
    ldi     r19, PLANE - 4
2:
    push    r1
    dec     r19
    brne    2b
    ldi     r19, 4
3:
    lpm     r0, Z+
    push    r0
    dec     r19
    brne    3b
    dec     r18
    brne    1b
    ldi     r18, ROUNDS
    mov     r5, r18
round:
    in      r30, SPL
    in      r31, SPH
    adiw    r30, 1
    movw    r28, r6
    ldi     r17, 16
    rcall   layers
    in      r28, SPL
    in      r29, SPH
    adiw    r28, 1
    ldi     r17, 4
    rcall   layers
    dec     r5
    brne    round
    ldi     r18, 8 * PLANE
4:
    pop     r0
    dec     r18
    brne    4b
    .irp    r, 29, 28, 25, 24, 23, 22, 21, 20, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5
    pop     r\r
    .endr
    ret

/* The S-boxes, L and the permutation on the r17 bytes of each plane from Y on: 16 of the state,
 * with the round constant at Z, or 4 of the round constant, with none */
layers:
    mov     r16, r17
column:
    clr     r26
    clr     r27
    sbrs    r17, 4
    rjmp    3f
    mov     r18, r16
    andi    r18, 3
    brne    1f
    ldd     r8, Z + 0           /* bit k of elements s: r8 + 2 k + s */
    ldd     r9, Z + PLANE
    ldd     r10, Z + 2 * PLANE
    ldd     r11, Z + 3 * PLANE
    subi    r30, lo8(-4 * PLANE)
    sbci    r31, hi8(-4 * PLANE)
    ldd     r12, Z + 0
    ldd     r13, Z + PLANE
    ldd     r14, Z + 2 * PLANE
    ldd     r15, Z + 3 * PLANE
    subi    r30, 4 * PLANE - 1
    sbci    r31, 0
1:
    ldi     r18, 2
2:
    .irp    plane, 8, 12, 9, 13
    lsl     r\plane
    rol     r26
    .endr
    .irp    plane, 10, 14, 11, 15
    lsl     r\plane
    rol     r27
    .endr
    dec     r18
    brne    2b
3:
    ldd     r18, Y + 0
    ldd     r19, Y + PLANE
    ldd     r20, Y + 2 * PLANE
    ldd     r21, Y + 3 * PLANE
    subi    r28, lo8(-4 * PLANE)
    sbci    r29, hi8(-4 * PLANE)
    ldd     r22, Y + 0
    ldd     r23, Y + PLANE
    ldd     r24, Y + 2 * PLANE
    ldd     r25, Y + 3 * PLANE
    substitute r18, r20, r22, r24, r26      /* S */
    substitute r19, r21, r23, r25, r27
    add_double r19, r21, r23, r25, r18, r20, r22, r24       /* L */
    add_double r18, r20, r22, r24, r19, r21, r23, r25
    std     Y + 0, r22
    std     Y + PLANE, r23
    std     Y + 2 * PLANE, r24
    std     Y + 3 * PLANE, r25
    subi    r28, 4 * PLANE
    sbci    r29, 0
    std     Y + PLANE, r19
    std     Y + 2 * PLANE, r20
    std     Y + 3 * PLANE, r21
    st      Y+, r18
    dec     r16
    breq    4f
    rjmp    column
4:
    sub     r28, r17            /* the permutation */
    sbc     r29, r1
    ldi     r20, 8
plane:
    movw    r26, r28
    movw    r30, r28
    mov     r16, r17
    lsr     r16
pair:
    .rept   2
    ld      r18, Z+
    .rept   4
    lsl     r18
    rol     r19
    lsl     r18
    rol     r21
    .endr
    .endr
    sbrc    r20, 0              /* in planes of s = 1 the odd bits first */
    rjmp    5f
    st      X+, r19
    push    r21
    rjmp    6f
5:
    st      X+, r21
    push    r19
6:
    dec     r16
    brne    pair
    movw    r26, r30
    mov     r16, r17
    lsr     r16
7:
    pop     r0
    st      -X, r0
    dec     r16
    brne    7b
    adiw    r28, PLANE
    dec     r20
    brne    plane
    ret
