/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5 and 6.1"
 * functions = [
 *   "mote_sha1_init(cc, out_size)",
 *   "mote_sha1(cc, data, len)",
 *   "mote_sha1_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 94, data = "len"}
 * writes = {cc = 94, dst = "out_size / 8"}
 * stack = 416
 * block = "compress"
 * state.H = {offset = 0, words = 5}
 * counter = {offset = 84, words = 2, step = 512}
 * fill = {offset = 92, word_bytes = 1}
 */

/* Registers of the compression function, as numbers; those of the rest are in common/avr8_md.inc.
   */
        .equ    ACC0, 16                /* the new a, a sum */
        .equ    ACC1, 17
        .equ    ACC2, 26
        .equ    ACC3, 27
        .equ    X0, 12                  /* a word at work */
        .equ    X1, 13
        .equ    X2, 14
        .equ    X3, 15
#define left r18        /* steps, this one counted */
#define byte r19        /* temporary, with r0 */
/* Y walks over the window; r25:r24 is the context. */

/*
 * SHA-1 for AVR, classic core with movw (avr25), small.  Nothing is called.
 *
 * Specification: FIPS PUB 180-4, sections 4.1.1, 4.2.1, 5 and 6.1; its letters are used.
 *
 * THE WINDOW.  The working variables a to e and the last 16 words of the schedule are the 21 words
 * p[0] to p[20] above the stack pointer.  A step pushes the new a, so that all others have moved up
 * by one place and changed their letters: p[0] to p[4] are a to e, p[5] to p[20] the words for the
 * steps t + 15 to t, and that for t + 16 takes the place of e.  All words have their low byte
 * first.
 *
 * Ch(b, c, d) = ((c ^ d) & b) ^ d, and Maj is the same with b ^ d for b.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define INIT mote_sha1_init
#define UPDATE mote_sha1
#define CLOSE mote_sha1_close

        .equ    WORD, 4
        .equ    WORDS, 5

#include "common/avr8_md.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E

        .equ    OF_P, 4                 /* bytes from one word of the window to the next */

/* x = the word at Y + \at. */
        .macro  load at
        .irpc   k, 0123
        ldd     X\k, Y + (\at) + \k
        .endr
        .endm

/* The sum += \constant (section 4.2.1). */
        .macro  add_constant constant
        subi    ACC0, lo8(-(\constant))
        sbci    ACC1, hi8(-(\constant))
        sbci    ACC2, hlo8(-(\constant))
        sbci    ACC3, hhi8(-(\constant))
        .endm

/* The compression function (section 6.1.2) on the block in the context at r25:r24.  Returns with X
 * = that block and r18 = 0; clobbers r0, r19, Z, flags. */
compress:
        .irp    n, 12, 13, 14, 15, 16, 17, 28, 29
        push    r\n
        .endr
        /* p[20] to p[5]: the block */
        movw    r26, r24
        adiw    r26, STATE
        ldi     r18, BLOCK
1:      ld      r0, X+
        push    r0
        dec     r18
        brne    1b
        /* p[4] to p[0]: e to a */
        rcall   place_in_block
        ldi     r18, STATE
2:      ld      r0, -X
        push    r0
        dec     r18
        brne    2b
        ldi     left, 80

step:   in      r28, SPL
        in      r29, SPH
        /* W + e */
        subi    r28, lo8(-(1 + 20 * OF_P))
        sbci    r29, hi8(-(1 + 20 * OF_P))
        .irpc   k, 0123
        ldd     ACC\k, Y + \k
        .endr
        subi    r28, lo8(20 * OF_P)
        sbci    r29, hi8(20 * OF_P)
        ldd     r0, Y + 4 * OF_P
        add     ACC0, r0
        .irpc   k, 123
        ldd     r0, Y + 4 * OF_P + \k
        adc     ACC\k, r0
        .endr
        /* ROTL5(a) */
        load    0
        ldi     byte, 5
        rcall   rotate
        rcall   add_x
        /* K + f(b, c, d) (section 4.1.1) */
        load    OF_P
        cpi     left, 61
        brsh    choose
        adiw    r28, 3 * OF_P
        rcall   xor_word                /* b ^ d */
        cpi     left, 41
        brsh    parity_1
        cpi     left, 21
        brsh    majority
        add_constant 0xCA62C1D6
        rjmp    parity
choose: add_constant 0x5A827999
        rjmp    3f
majority:
        sbiw    r28, 3 * OF_P
        add_constant 0x8F1BBCDC
3:
        .irpc   k, 0123
        ldd     r0, Y + 2 * OF_P + \k
        ldd     byte, Y + 3 * OF_P + \k
        eor     r0, byte
        and     r0, X\k
        eor     r0, byte
        .if     \k == 0
        add     ACC\k, r0
        .else
        adc     ACC\k, r0
        .endif
        .endr
        rjmp    4f
parity_1:
        add_constant 0x6ED9EBA1
parity: sbiw    r28, OF_P
        rcall   xor_word                /* b ^ c ^ d */
        sbiw    r28, 2 * OF_P
        rcall   add_x
4:      /* c = ROTL30(b) = ROTL6(b) >>> 8 */
        load    OF_P
        ldi     byte, 6
        rcall   rotate
        std     Y + OF_P + 0, X1
        std     Y + OF_P + 1, X2
        std     Y + OF_P + 2, X3
        std     Y + OF_P + 3, X0
        push    ACC3
        push    ACC2
        push    ACC1
        push    ACC0

        /* the schedule, but for the last 16 steps; Y is still the p[0] from above:
         * W[t + 16] = ROTL1(W[t + 13] ^ W[t + 8] ^ W[t + 2] ^ W[t]) */
        cpi     left, 17
        brlo    5f
        subi    r28, lo8(-(20 * OF_P))
        sbci    r29, hi8(-(20 * OF_P))
        load    0                       /* W[t] */
        sbiw    r28, 2 * OF_P
        rcall   xor_word
        sbiw    r28, 6 * OF_P
        rcall   xor_word
        sbiw    r28, 5 * OF_P
        rcall   xor_word
        ldi     byte, 1
        rcall   rotate
        sbiw    r28, 3 * OF_P
        .irpc   k, 0123
        std     Y + \k, X\k             /* in the place of e */
        .endr
5:      dec     left
        breq    6f
        rjmp    step

        /* H += a to e */
6:      movw    r26, r24
        ldi     r18, WORDS
7:      ldi     byte, WORD
        clc
8:      pop     r12
        ld      r0, X
        adc     r0, r12
        st      X+, r0
        dec     byte
        brne    8b
        dec     r18
        brne    7b
        /* what remains: 32 words and 256 bytes, which a byte of the stack pointer counts */
        ldi     r18, 32 * WORD
9:      pop     r0
        dec     r18
        brne    9b
        in      r0, SPH
        inc     r0
        out     SPH, r0
        .irp    n, 29, 28, 17, 16, 15, 14, 13, 12
        pop     r\n
        .endr
        ret

/* x = x <<< byte, at least 1.  Clobbers flags. */
rotate:
        lsl     X0
        rol     X1
        rol     X2
        rol     X3
        adc     X0, r1
        dec     byte
        brne    rotate
        ret

/* The sum += x. */
add_x:
        add     ACC0, X0
        adc     ACC1, X1
        adc     ACC2, X2
        adc     ACC3, X3
        ret

/* x ^= the word at Y.  Clobbers r0, flags. */
xor_word:
        .irpc   k, 0123
        ldd     r0, Y + \k
        eor     X\k, r0
        .endr
        ret

        table_section data

/* The initial value (section 5.3.1). */
initial:
        .long   0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476
        .long   0xC3D2E1F0
