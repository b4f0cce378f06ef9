/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * functions = [
 *   "mote_blake2s_init(cc, out_size)",
 *   "mote_blake2s(cc, data, len)",
 *   "mote_blake2s_close(cc, ub, n, dst)",
 * ]
 * stack = 90
 * bound = 12000
 */

/* Registers in the rounds, as the numbers of the lowest of four; those of the rest are in
 * blake/blake2s_avr8_mode.inc:
 *   4  word of row a      8  of row b      12  of row c      16  of row d      20  v0
 *   r2, r3  the message block      X  a word of it      Y  v      Z  sigma
 *   r0  temporary                  r1  0
 *   r24, r25  context
 *
 * BLAKE2s for AVR, classic core with movw (avr25), fast.  Nothing is called.
 *
 * Specification: RFC 7693, sections 2.7, 3.1 and 3.2; its names are used.
 *
 * G is written out eight times, a round.  Rotations by whole bytes are other names for the
 * registers.  The order of the calls is 2, 0, 1, 3 and 4, 5, 6, 7: there d passes from 3 to 4
 * (v15), and from 7 to the next round's 2 (v14), in its registers; v0 is never in memory.
 *
 * BOUND for a call of G, in cycles: two message words 28; additions and exclusive ors 40, rotations
 * 20 and 5; words of v 64, of which a word's 16 are saved four times in a round: 149 1/2 with the
 * eight calls of a round, 11,960 for ten rounds; and their ends 40.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define DIRECT
#include "blake/blake2s_avr8_mode.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E
        .equ    SREG, 0x3F

        .equ    A, 4
        .equ    B, 8
        .equ    C, 12
        .equ    D, 16
        .equ    V0, 20

/* A word of v to registers, byte k to \x + ((k + \n) & 3), and back. */
        .macro  fetch x, w, n=0
        .irpc   k, 0123
        ldd     \x + ((\k + \n) & 3), Y + 4 * \w + \k
        .endr
        .endm

        .macro  store x, w, n=0
        .irpc   k, 0123
        std     Y + 4 * \w + \k, \x + ((\k + \n) & 3)
        .endr
        .endm

/* \x += \y and \x ^= \y, that rotated to the right by \n bytes in its registers; and \x by \m. */
        .macro  sum x, y, n
        add     \x, \y + ((\n) & 3)
        .irpc   k, 123
        adc     \x + \k, \y + ((\k + \n) & 3)
        .endr
        .endm

        .macro  xor x, m, y
        .irpc   k, 0123
        eor     \x + ((\k + \m) & 3), \y + \k
        .endr
        .endm

/* a = a + b + m[...], d = d ^ a.  26 cycles */
        .macro  sum_a a, n, m
        lpm     r0, Z+
        movw    r26, r2
        add     r26, r0
        adc     r27, r1
        ld      r0, X+
        add     \a, r0
        .irpc   k, 123
        ld      r0, X+
        adc     \a + \k, r0
        .endr
        sum     \a, B, \n
        xor     D, \m, \a
        .endm

/* c = c + d, b = b ^ c.  8 cycles */
        .macro  sum_c n, m
        sum     C, D, \n
        xor     B, \m, C
        .endm

/* B in its registers, from that of byte 0 on, rotated to the left by a bit. */
        .macro  left b0, b1, b2, b3
        lsl     \b0
        rol     \b1
        rol     \b2
        rol     \b3
        adc     \b0, r1
        .endm

/* G on four words of v (section 3.1).  d begins rotated by \d0 bytes in its registers, 3 if it is
 * there already; it goes back to memory where \keep is 0. */
        .macro  g a, b, c, d, d0=0, keep=0
        .if     \a == 0
        g_of    V0, \a, \b, \c, \d, \d0, \keep
        .else
        g_of    A, \a, \b, \c, \d, \d0, \keep
        .endif
        .endm

        .macro  g_of ra, a, b, c, d, d0, keep
        .if     \a != 0
        fetch   \ra, \a
        .endif
        fetch   B, \b
        fetch   C, \c
        .if     \d0 == 0
        fetch   D, \d
        .endif
        sum_a   \ra, 0, \d0
        sum_c   \d0 + 2, 0              /* d >>> 16 */
        .rept   4                       /* b >>> 12 = b >>> 16 <<< 4 */
        left    B, B + 1, B + 2, B + 3
        .endr
        sum_a   \ra, 2, \d0 + 2
        sum_c   \d0 + 3, 2              /* d >>> 8 */
        left    B, B + 1, B + 2, B + 3  /* b >>> 7 = b >>> 8 <<< 1 */
        .if     \a != 0
        store   \ra, \a
        .endif
        store   B, \b, 3
        store   C, \c
        .if     \keep == 0
        store   D, \d, \d0 + 3
        .endif
        .endm

/* The function F (section 3.2) on the block at X, r18 bytes more being counted; T: the last. */
compress:
        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 20, 21, 22, 23
        push    r\n
        .endr
        movw    r2, r26
        /* the counter */
        movw    r26, r24
        subi    r26, lo8(-(T))
        sbci    r27, hi8(-(T))
        ld      r0, X
        add     r0, r18
        st      X+, r0
        .rept   7
        ld      r0, X
        adc     r0, r1
        st      X+, r0
        .endr
        /* v15 */
        set_rampz iv
        ldi     r30, lo8(iv)
        ldi     r31, hi8(iv)
        .rept   4
        lpm     r0, Z+
        push    r0
        .endr
        /* v14, complemented in the last block */
        ldi     r18, 0
        brtc    1f
        com     r18
1:
        .rept   4
        lpm     r0, Z+
        eor     r0, r18
        push    r0
        .endr
        /* v13 and v12, with the counter */
        ldi     r18, 2
1:
        .rept   4
        ld      r4, -X
        lpm     r0, Z+
        eor     r0, r4
        push    r0
        .endr
        dec     r18
        brne    1b
        /* v11 to v8 */
        ldi     r18, 4
1:
        .rept   4
        lpm     r0, Z+
        push    r0
        .endr
        dec     r18
        brne    1b
        /* v7 to v0 */
        movw    r26, r24
        adiw    r26, BUF
        ldi     r18, 8
1:
        .rept   4
        ld      r0, -X
        push    r0
        .endr
        dec     r18
        brne    1b
        in      r28, SPL
        in      r29, SPH
        adiw    r28, 1
        fetch   V0, 0                   /* Z has come to sigma */
        fetch   D, 14, 3

round:  g       2, 6, 10, 14, 3
        g       0, 4, 8, 12
        g       1, 5, 9, 13
        g       3, 7, 11, 15, 0, 1
        g       0, 5, 10, 15, 3
        g       1, 6, 11, 12
        g       2, 7, 8, 13
        g       3, 4, 9, 14, 0, 1
        cpi     r30, lo8(sigma + 160)
        breq    2f
        rjmp    round

        /* h[i] ^= v[i] ^ v[i + 8] */
2:      store   V0, 0
        store   D, 14, 3
        movw    r26, r24
        ldi     r18, 8
3:
        .rept   4
        ldd     r2, Y + BUF
        ld      r0, Y+
        eor     r2, r0
        ld      r0, X
        eor     r0, r2
        st      X+, r0
        .endr
        dec     r18
        brne    3b
        adiw    r28, 31
        in      r0, SREG
        cli
        out     SPH, r29
        out     SREG, r0
        out     SPL, r28
        .irp    n, 23, 22, 21, 20, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     r\n
        .endr
        ret

        table_section data

/* The initialization vector (section 2.6), the last byte first. */
iv:
        .long   0x19CDE05B, 0xABD9831F, 0x8C68059B, 0x7F520E51
        .long   0x3AF54FA5, 0x72F36E3C, 0x85AE67BB, 0x67E6096A

/* A row of table SIGMA (section 2.7) as places in the block, in the order of the calls. */
        .macro  row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        .byte   4 * \s4, 4 * \s5, 4 * \s0, 4 * \s1, 4 * \s2, 4 * \s3, 4 * \s6, 4 * \s7
        .byte   4 * \s8, 4 * \s9, 4 * \s10, 4 * \s11, 4 * \s12, 4 * \s13, 4 * \s14, 4 * \s15
        .endm

sigma:
        row     0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        row     14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
        row     11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
        row     7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
        row     9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
        row     2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
        row     12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
        row     13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
        row     6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
        row     10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0
