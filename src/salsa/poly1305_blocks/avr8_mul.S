/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8439 (June 2018), section 2.5"
 * functions = ["mote_poly1305_blocks(cc, data, blocks, above)"]
 * numbers = {blocks = 2, above = 1}
 * reads = {cc = 36, data = "16 * blocks"}
 * writes = {cc = 36}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 63
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers
 *   r0:r1    products
 *   r10:r11  data                  r12:r13  blocks that are left       r14  above
 *   r16:r17  r, in the context
 *   r18:r20  a column of the product; r18 a byte, r19 a carry of 0 to 2, r20 a byte of T / 4
 *   r21      products of the column that are left; a byte of T
 *   r22      products of the column; what is above bit 128
 *   r23      zero
 *   r24:r25  h; a count, and the factor 64
 *   r26:r27  X: in h, in the product
 *   r28:r29  Y: the frame; where a byte goes
 *   r30:r31  Z: in r, in the product
 */

/*
 * Blocks of Poly1305 for AVR with a multiplier, small.  Nothing is called, and there is no data.
 *
 * h has 17 bytes, of which the last is small, and r 16.  Column k of their product is the sum of the
 * h[i] r[k - i]; there are 32 of them, as h < 2^131 and, by section 2.5, r < 2^124.  Let T be the product's
 * bytes from 16 on, without the lowest two bits, which stay where they are.  As 2^130 is 5, T 2^128 is
 * 5 T / 4 = T + T / 4.
 *
 * Words of h in the context have 26 bits, or a few more: they begin at bits 0, 2, 4, 6 of bytes 0, 3, 6, 9,
 * and at bit 0 of byte 13.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE) || (!defined(__AVR_HAVE_MUL__) && !defined(__clang__))
#error "avr8_mul.S needs an AVR core with movw, mul and a stack pointer of 16 bits: -mmcu=avr5"
#endif

#define SPL     0x3D
#define SPH     0x3E

        .equ    CONTEXT_R, 20           /* offset in the context */
        .equ    PRODUCT, 17             /* in the frame, behind h: 32 bytes and a zero */
        .equ    FRAME, 50

        /* The word behind this one, of 5: r22 is twice its number, Z its place in h */
        .macro  next_word again
        adiw    r30, 3
        subi    r22, lo8(-(2))
        cpi     r22, 8
        brlo    \again
        brne    1f
        adiw    r30, 1
        rjmp    \again
1:
        .endm

        .text
        .global mote_poly1305_blocks
        .type   mote_poly1305_blocks, @function
mote_poly1305_blocks:
        .irp    r, 10, 11, 12, 13, 14, 16, 17, 28, 29
        push    \r
        .endr
        ldi     r26, FRAME
zeros:
        push    r1
        dec     r26
        brne    zeros
        in      r28, SPL
        in      r29, SPH
        adiw    r28, 1
        movw    r10, r22
        movw    r12, r20
        mov     r14, r18
        clr     r23

        /* h in bytes */
        movw    r26, r24
        adiw    r24, CONTEXT_R
        movw    r16, r24
        movw    r30, r28
        clr     r22
to_bytes:
        ld      r18, X+
        ld      r19, X+
        ld      r20, X+
        ld      r21, X+
        clr     r0
        mov     r24, r22
        andi    r24, 7
        breq    2f
1:      lsl     r18
        rol     r19
        rol     r20
        rol     r21
        rol     r0
        dec     r24
        brne    1b
2:      ldd     r24, Z + 0
        add     r24, r18
        std     Z + 0, r24
        ldd     r24, Z + 1
        adc     r24, r19
        std     Z + 1, r24
        adc     r20, r23                /* the bytes from here on are 0 */
        std     Z + 2, r20
        adc     r21, r23
        std     Z + 3, r21
        adc     r0, r23
        std     Z + 4, r0
        next_word to_bytes

next_block:
        movw    r26, r10
        movw    r30, r28
        ldi     r21, 16
        clc
1:      ld      r18, X+
        ld      r19, Z
        adc     r19, r18
        st      Z+, r19
        dec     r21
        brne    1b
        ld      r19, Z
        adc     r19, r14
        st      Z, r19
        movw    r10, r26

        /* Columns 0 to 15, with 1 to 16 products */
        movw    r24, r28
        adiw    r28, PRODUCT
        movw    r30, r16
        clr     r18
        clr     r19
        clr     r20
        ldi     r22, 1
1:      movw    r26, r24
        add     r30, r22                /* behind the last byte of r that it has */
        adc     r31, r23
        rcall   column
        inc     r22
        cpi     r22, 17
        brne    1b
        /* Columns 16 to 31, with 16 to 1 */
        adiw    r26, 1                  /* behind h */
        adiw    r30, 16                 /* behind r */
        ldi     r22, 16
1:      sub     r26, r22
        sbc     r27, r23
        rcall   column
        add     r30, r22
        adc     r31, r23
        dec     r22
        brne    1b

        /* The lower bytes, T and T / 4: whose bytes are the high ones of products with 64, and the
           low ones of those of the bytes above */
        movw    r30, r28
        sbiw    r30, 16
        movw    r26, r24
        adiw    r26, PRODUCT
        movw    r28, r24
        ld      r21, Z+
        mov     r22, r21
        andi    r22, 3
        andi    r21, 0xFC
        clr     r19
        ldi     r24, 16
        ldi     r25, 64
1:      ld      r18, X+
        add     r18, r19
        clr     r19
        adc     r19, r23
        add     r18, r21
        adc     r19, r23
        mul     r21, r25
        mov     r20, r1
        ld      r21, Z+
        mul     r21, r25
        or      r20, r0
        add     r18, r20
        adc     r19, r23
        st      Y+, r18
        dec     r24
        brne    1b
        add     r22, r19
        st      Y, r22
        sbiw    r28, 16
        movw    r24, r12
        sbiw    r24, 1
        movw    r12, r24
        breq    1f
        rjmp    next_block

1:
        /* Words again */
        clr     r1
        movw    r26, r16
        sbiw    r26, CONTEXT_R
        movw    r30, r28
        clr     r22
to_words:
        ldd     r18, Z + 0
        ldd     r19, Z + 1
        ldd     r20, Z + 2
        ldd     r21, Z + 3
        mov     r24, r22
        andi    r24, 7
        breq    2f
1:      lsr     r21
        ror     r20
        ror     r19
        ror     r18
        dec     r24
        brne    1b
2:      cpi     r22, 8
        breq    3f                      /* the last one has all that is left */
        andi    r21, 3
3:      st      X+, r18
        st      X+, r19
        st      X+, r20
        st      X+, r21
        next_word to_words
        ldi     r26, FRAME
1:      pop     r18
        dec     r26
        brne    1b
        .irp    r, 29, 28, 17, 16, 14, 13, 12, 11, 10
        pop     \r
        .endr
        ret

/* r22 products of bytes from X on and bytes below Z; the column's byte goes to Y */
column:
        mov     r21, r22
1:      ld      r0, X+
        ld      r1, -Z
        mul     r0, r1
        add     r18, r0
        adc     r19, r1
        adc     r20, r23
        dec     r21
        brne    1b
        st      Y+, r18
        mov     r18, r19
        mov     r19, r20
        clr     r20
        ret
        .size   mote_poly1305_blocks, . - mote_poly1305_blocks
