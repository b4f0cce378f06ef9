/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_blake2s_init(cc, out_size)",
 *   "mote_blake2s(cc, data, len)",
 *   "mote_blake2s_close(cc, ub, n, dst)",
 * ]
 * stack = 92
 */

/* Registers in the rounds, as numbers; those of the rest are in blake/blake2s_avr8_mode.inc:
 *   6-9     word of row a         r20  the call of G, 0 to 79
 *   10-13   word of row b         r21  sigma(2i) and sigma(2i + 1), four bits each
 *   14-17   word of row c         r22  the place in a row, 4 times that of the word, and
 *   18, 19, 26, 27  row d         r23  how much farther it is in the next: 4 in the diagonals
 *   Y  v    Z  sigma, message     r0   temporary      r1  0      r25:r24  context
 */
        .equ    A0, 6
        .equ    A1, 7
        .equ    A2, 8
        .equ    A3, 9
        .equ    B0, 10
        .equ    B1, 11
        .equ    B2, 12
        .equ    B3, 13
        .equ    C0, 14
        .equ    C1, 15
        .equ    C2, 16
        .equ    C3, 17
        .equ    D0, 18
        .equ    D1, 19
        .equ    D2, 26
        .equ    D3, 27

/*
 * BLAKE2s for AVR, classic core with movw (avr25), small.  Nothing is called.
 *
 * Specification: RFC 7693, sections 2.7, 3.1 and 3.2; its names are used.
 *
 * v is pushed when a block is compressed, its last byte first, and popped into h.  Y and
 * displacements for the rows reach a word of it.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "blake/blake2s_avr8_mode.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E

#ifdef __AVR_3_BYTE_PC__
        .equ    ABOVE, 4                /* from the stack pointer to v in a subroutine */
#else
        .equ    ABOVE, 3
#endif

/* The function F (section 3.2) on the block in the context, r18 bytes more being counted; T: the
   last. */
compress:
        .irp    n, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 28, 29
        push    r\n
        .endr
        /* the counter */
        movw    r26, r24
        subi    r26, lo8(-(T))
        sbci    r27, hi8(-(T))
        ldi     r19, 8
        clc
1:      ld      r0, X
        adc     r0, r18
        st      X+, r0
        ldi     r18, 0
        dec     r19
        brne    1b
        /* v15, and v14, which is complemented in the last block */
        set_rampz iv
        ldi     r30, lo8(iv)
        ldi     r31, hi8(iv)
        ldi     r20, 8
2:      cpi     r20, 4
        brne    3f
        brtc    3f
        com     r19
3:      lpm     r0, Z+
        eor     r0, r19
        push    r0
        dec     r20
        brne    2b
        /* v13 and v12, with the counter */
        ldi     r18, 8
4:      ld      r19, -X
        lpm     r0, Z+
        eor     r0, r19
        push    r0
        dec     r18
        brne    4b
        /* v11 to v8 */
        ldi     r18, 16
5:      lpm     r0, Z+
        push    r0
        dec     r18
        brne    5b
        /* v7 to v0 */
        movw    r26, r24
        adiw    r26, BUF
        ldi     r18, BUF
6:      ld      r0, -X
        push    r0
        dec     r18
        brne    6b

g:      /* the places and sigma */
        mov     r30, r20
        clr     r31
        subi    r30, lo8(-(sigma))
        sbci    r31, hi8(-(sigma))
        lpm     r21, Z
        mov     r22, r20
        lsl     r22
        lsl     r22
        mov     r23, r20
        andi    r23, 4
        /* G (section 3.1) */
        rcall   place_in_row
        .irpc   k, 0123
        ldd     A\k, Y + \k
        .endr
        rcall   place_in_row
        .irpc   k, 0123
        ldd     B\k, Y + 16 + \k
        .endr
        rcall   place_in_row
        .irpc   k, 0123
        ldd     C\k, Y + 32 + \k
        .endr
        rcall   place_in_row
        .irpc   k, 0123
        ldd     D\k, Y + 48 + \k
        .endr
        rcall   sum_a
        rcall   rotate_d                /* d = (d ^ a) >>> 16 */
        rcall   sum_c
        rcall   rotate_b                /* b = (b ^ c) >>> 16 <<< 4 */
        rcall   left_4
        rcall   sum_a                   /* d = (d ^ a) >>> 8 */
        rcall   sum_c                   /* b = (b ^ c) >>> 8 <<< 1 */
        rcall   left_1
        rcall   place_in_row
        .irpc   k, 0123
        std     Y + \k, A\k
        .endr
        rcall   place_in_row
        .irpc   k, 0123
        std     Y + 16 + \k, B\k
        .endr
        rcall   place_in_row
        .irpc   k, 0123
        std     Y + 32 + \k, C\k
        .endr
        rcall   place_in_row
        .irpc   k, 0123
        std     Y + 48 + \k, D\k
        .endr
        inc     r20
        cpi     r20, 80
        brne    g

        /* h[i] ^= v[i] ^ v[i + 8] */
        ldi     r20, 2
7:      movw    r26, r24
        ldi     r18, BUF
8:      pop     r0
        ld      r19, X
        eor     r0, r19
        st      X+, r0
        dec     r18
        brne    8b
        dec     r20
        brne    7b
        .irp    n, 29, 28, 23, 22, 21, 20, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6
        pop     r\n
        .endr
        ret

/* Y = the place of the word in row a, to be reached by displacements in the others; and on to the
 * next row. */
place_in_row:
        andi    r22, 12
        in      r28, SPL
        in      r29, SPH
        adiw    r28, ABOVE
        add     r28, r22
        adc     r29, r1
        add     r22, r23
        ret

/* a = a + b + m[...], d = (d ^ a) >>> 8.  Clobbers r0, Z, flags. */
sum_a:
        mov     r30, r21                /* the high half of r21, and then the other */
        swap    r21
        lsr     r30
        lsr     r30
        andi    r30, 0x3C
        clr     r31
        add     r30, r24
        adc     r31, r25
        adiw    r30, BUF
        ld      r0, Z+
        add     A0, r0
        .irpc   k, 123
        ld      r0, Z+
        adc     A\k, r0
        .endr
        add     A0, B0
        .irpc   k, 123
        adc     A\k, B\k
        .endr
        .irpc   k, 0123
        eor     D\k, A\k
        .endr
rotate_d:
        mov     r0, D0
        mov     D0, D1
        mov     D1, D2
        mov     D2, D3
        mov     D3, r0
        ret

/* c = c + d, b = (b ^ c) >>> 8.  Clobbers r0, flags. */
sum_c:
        add     C0, D0
        .irpc   k, 123
        adc     C\k, D\k
        .endr
        .irpc   k, 0123
        eor     B\k, C\k
        .endr
rotate_b:
        mov     r0, B0
        mov     B0, B1
        mov     B1, B2
        mov     B2, B3
        mov     B3, r0
        ret

/* b = b <<< 4, b <<< 1. */
left_4:
        rcall   left_2
left_2:
        rcall   left_1
left_1:
        lsl     B0
        rol     B1
        rol     B2
        rol     B3
        adc     B0, r1
        ret

        table_section data
        within_64k 7

/* The initialization vector (section 2.6), the last byte first. */
iv:
        .long   0x19CDE05B, 0xABD9831F, 0x8C68059B, 0x7F520E51
        .long   0x3AF54FA5, 0x72F36E3C, 0x85AE67BB, 0x67E6096A
/* Table SIGMA (section 2.7), the places of two words in a byte. */
sigma:
        .byte   0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF
        .byte   0xEA, 0x48, 0x9F, 0xD6, 0x1C, 0x02, 0xB7, 0x53
        .byte   0xB8, 0xC0, 0x52, 0xFD, 0xAE, 0x36, 0x71, 0x94
        .byte   0x79, 0x31, 0xDC, 0xBE, 0x26, 0x5A, 0x40, 0xF8
        .byte   0x90, 0x57, 0x24, 0xAF, 0xE1, 0xBC, 0x68, 0x3D
        .byte   0x2C, 0x6A, 0x0B, 0x83, 0x4D, 0x75, 0xFE, 0x19
        .byte   0xC5, 0x1F, 0xED, 0x4A, 0x07, 0x63, 0x92, 0x8B
        .byte   0xDB, 0x7E, 0xC1, 0x39, 0x50, 0xF4, 0x86, 0x2A
        .byte   0x6F, 0xE9, 0xB3, 0x08, 0xC2, 0xD7, 0x14, 0xA5
        .byte   0xA2, 0x84, 0x76, 0x15, 0xFB, 0x9E, 0x3C, 0xD0
