/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5 and 6.4"
 * functions = [
 *   "mote_sha512_init(cc, out_size)",
 *   "mote_sha512(cc, data, len)",
 *   "mote_sha512_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 212, data = "len"}
 * writes = {cc = 212, dst = "out_size / 8"}
 * stack = 851
 * block = "compress"
 * state.H = {offset = 0, words = 16}
 * counter = {offset = 192, words = 4, step = 1024}
 * fill = {offset = 208, word_bytes = 1}
 */

/* Registers of the compression function, as numbers; those of the rest are in common/avr8_md.inc.
   */
        .equ    W0, 10                  /* w, a word that is rotated */
        .equ    W1, 11
        .equ    W2, 12
        .equ    W3, 13
        .equ    W4, 14
        .equ    W5, 15
        .equ    W6, 16
        .equ    W7, 17
        .equ    TEMP, 19                /* with r0 */
        .equ    TEMP, 19                /* with r0 */
#define at r18          /* where a word lies from Y on; places to rotate by; bytes left */
#define left r20        /* steps, this one counted */
/* Y is the sum, the lowest word of the window; X a word of it; r25:r24 the context. */

/*
 * SHA-384 and SHA-512 for AVR, classic core with movw (avr25), small.  Nothing is called.
 *
 * Specification: FIPS PUB 180-4, sections 4.1.3, 5 and 6.4; its letters are used.
 *
 * THE WINDOW.  The working variables a to h and the last 16 words of the schedule are the 24 words
 * p[0] to p[23] on the stack: a to h, and the words for the steps i + 15 to i.  A step pushes its
 * constant, adds to it in memory what makes the new a, and so moves all others up by one place:
 * they have changed their letters.  What is added has first been put in the place of h, which takes
 * the word for i + 16 in the end.
 *
 * SIGMA.  Rotations are made in registers, by bytes and then by bits to the right, the word being
 * added where it meets its distance; a shift is the rotation of a word without its low bits.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define SHORTER
#define INIT mote_sha512_init
#define UPDATE mote_sha512
#define CLOSE mote_sha512_close

        .equ    WORD, 8
        .equ    WORDS, 8

#include "common/avr8_md.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E

/* From the sum on, in bytes */
        .equ    P, 8                    /* p[0] */
        .equ    OF_P, 8                 /* from one word of the window to the next */
        .equ    D, P + 3 * OF_P
        .equ    E, P + 4 * OF_P
        .equ    H, P + 7 * OF_P

/* w = Sigma or sigma of a word, by its three rotations in their order. */
        .macro  rotations first, second, third
        ldi     at, \first
        rcall   rotate_and_add
        ldi     at, \second
        rcall   rotate_and_add
        ldi     at, \third
        rcall   rotate
        .endm

/* Takes the bits of \mask back, of the word that has been added last. */
        .macro  without mask
        ld      TEMP, X
        andi    TEMP, \mask
        eor     W0, TEMP
        .endm

/* The compression function (section 6.4.2) on the block in the context at r25:r24.  Returns with X
 * = that block and r18 = 0; clobbers r0, r19, Z, flags. */
compress:
        .irp    n, 10, 11, 12, 13, 14, 15, 16, 17, 20, 28, 29
        push    r\n
        .endr
        /* p[23] to p[8]: the block */
        ldi     r18, 0
        rcall   place_in_block
        ldi     r18, BLOCK
1:      ld      r0, X+
        push    r0
        dec     r18
        brne    1b
        /* p[7] to p[0]: h to a */
        rcall   place_in_block
        ldi     r18, STATE
2:      ld      r0, -X
        push    r0
        dec     r18
        brne    2b
        set_rampz constants
        ldi     r30, lo8(constants)
        ldi     r31, hi8(constants)
        ldi     left, 80

step:   /* T1 = K + W + h + Sigma1(e) + Ch(e, f, g) */
        ldi     r18, WORD
3:      lpm     r0, Z+
        push    r0
        dec     r18
        brne    3b
        in      r28, SPL
        in      r29, SPH
        adiw    r28, 1
        ldi     at, P + 23 * OF_P
        rcall   add_at
        rcall   add_h
        ldi     at, E
        rcall   load
        rotations 23, 4, 14             /* 14, 18 and 41 */
        rcall   store_h
        rcall   add_h
        clt
        ldi     at, E
        rcall   add_choice
        /* e = d + T1 */
        movw    r26, r28
        adiw    r28, D
        rcall   add
        sbiw    r28, D
        /* a = T1 + Sigma0(a) + Maj(a, b, c) */
        ldi     at, P
        rcall   load
        rotations 5, 6, 28              /* 28, 34 and 39 */
        rcall   store_h
        rcall   add_h
        set
        ldi     at, P
        rcall   add_choice
        /* the schedule, but for the last 16 steps:
         * W[i + 16] = W[i] + sigma0(W[i + 1]) + W[i + 9] + sigma1(W[i + 14]) */
        cpi     left, 17
        brlo    4f
        ldi     at, P + 22 * OF_P
        rcall   load
        ldi     at, 1
        rcall   rotate_and_add
        without 0x7F                    /* shift by 7 */
        ldi     at, 6
        rcall   rotate_and_add
        ldi     at, 1                   /* 1 and 8 */
        rcall   rotate
        rcall   store_h
        rcall   add_to_w                /* h, where store_h has left `at` */
        ldi     at, P + 14 * OF_P
        rcall   add_to_w
        ldi     at, P + 9 * OF_P
        rcall   load
        ldi     at, 42
        rcall   rotate_and_add
        ldi     at, 13
        rcall   rotate_and_add
        without 0x3F                    /* shift by 6 */
        ldi     at, 6                   /* 19 and 61 */
        rcall   rotate
        rcall   store_h
        rcall   add_to_w                /* h, where store_h has left `at` */
        ldi     at, P + 23 * OF_P
        rcall   load
        rcall   store_h
4:      dec     left
        breq    5f
        rjmp    step

        /* H += a to h */
5:      movw    r26, r24
        ldi     r18, WORDS
6:      ldi     TEMP, WORD
        clc
7:      pop     r10
        ld      r0, X
        adc     r0, r10
        st      X+, r0
        dec     TEMP
        brne    7b
        dec     r18
        brne    6b
        /* what remains are 768 bytes, and a byte of the stack pointer counts 256 */
        in      r19, SPH
        subi    r19, -3
        out     SPH, r19
        .irp    n, 29, 28, 20, 17, 16, 15, 14, 13, 12, 11, 10
        pop     r\n
        .endr
        ret

/* In the place of h: Ch of the word `at` and of those above it, or, where T is set, Maj; and the
 * sum += that.  Ch(x, y, z) = ((y ^ z) & x) ^ z, Maj(x, y, z) = ((y ^ z) & (x ^ y)) ^ y.  Clobbers
 * r0, at, TEMP, W7, X, flags. */
add_choice:
        movw    r26, r28
        subi    r26, lo8(-(H))
        sbci    r27, hi8(-(H))
        add     r28, at
        adc     r29, r1
        ldi     r18, WORD
1:      ld      W7, Y+
        ldd     r0, Y + OF_P - 1
        ldd     TEMP, Y + 2 * OF_P - 1
        brtc    2f
        eor     W7, r0
        mov     r0, TEMP
        ldd     TEMP, Y + OF_P - 1
2:      eor     r0, TEMP
        and     r0, W7
        eor     r0, TEMP
        st      X+, r0
        dec     r18
        brne    1b
        movw    r28, r26
        subi    r28, lo8(H + WORD)
        sbci    r29, hi8(H + WORD)
/* The sum += h, or the word `at`, or that at X.  Clobbers r0, at, TEMP, X, flags. */
add_h:
        ldi     at, H
add_at:
        rcall   point
add:
        ldi     r18, WORD
        clc
1:      ld      r0, X+
        ld      TEMP, Y
        adc     TEMP, r0
        st      Y+, TEMP
        dec     r18
        brne    1b
        sbiw    r28, WORD
        ret

/* W[i] += the word `at`.  Clobbers r0, at, TEMP, X, flags. */
add_to_w:
        rcall   point
        subi    r28, lo8(-(P + 23 * OF_P))
        sbci    r29, hi8(-(P + 23 * OF_P))
        rcall   add
        subi    r28, lo8(P + 23 * OF_P)
        sbci    r29, hi8(P + 23 * OF_P)
/* X = the place of the word `at`.  Clobbers flags. */
point:
        movw    r26, r28
        add     r26, at
        adc     r27, r1
        ret

/* w = the word `at`, which is at X then.  Clobbers flags. */
load:
        rcall   point
        .irpc   k, 01234567
        ld      W\k, X+
        .endr
        sbiw    r26, WORD
        ret

/* The place of h = w.  Clobbers at, X, flags. */
store_h:
        ldi     at, H
        rcall   point
        .irpc   k, 01234567
        st      X+, W\k
        .endr
        ret

/* w, rotated to the right by `at`; and that ^ the word at X.  Clobbers r0, at, flags, T. */
rotate_and_add:
        rcall   rotate
        .irpc   k, 01234567
        ld      r0, X+
        eor     W\k, r0
        .endr
        sbiw    r26, WORD
        ret
rotate:
        subi    at, 8
        brcs    2f
        mov     r0, W0
        mov     W0, W1
        mov     W1, W2
        mov     W2, W3
        mov     W3, W4
        mov     W4, W5
        mov     W5, W6
        mov     W6, W7
        mov     W7, r0
        rjmp    rotate
1:      bst     W0, 0
        .irpc   k, 76543210
        ror     W\k
        .endr
        bld     W7, 7
        dec     at
2:      cpi     at, -8
        brne    1b
        ret

        table_section data

/* A constant, its high byte first, as it is pushed. */
        .macro  constant high, low
        .byte   \high >> 24 & 0xFF, \high >> 16 & 0xFF, \high >> 8 & 0xFF, \high & 0xFF
        .byte   \low >> 24 & 0xFF, \low >> 16 & 0xFF, \low >> 8 & 0xFF, \low & 0xFF
        .endm

/* The constants (section 4.2.3). */
constants:
        constant 0x428A2F98, 0xD728AE22
        constant 0x71374491, 0x23EF65CD
        constant 0xB5C0FBCF, 0xEC4D3B2F
        constant 0xE9B5DBA5, 0x8189DBBC
        constant 0x3956C25B, 0xF348B538
        constant 0x59F111F1, 0xB605D019
        constant 0x923F82A4, 0xAF194F9B
        constant 0xAB1C5ED5, 0xDA6D8118
        constant 0xD807AA98, 0xA3030242
        constant 0x12835B01, 0x45706FBE
        constant 0x243185BE, 0x4EE4B28C
        constant 0x550C7DC3, 0xD5FFB4E2
        constant 0x72BE5D74, 0xF27B896F
        constant 0x80DEB1FE, 0x3B1696B1
        constant 0x9BDC06A7, 0x25C71235
        constant 0xC19BF174, 0xCF692694
        constant 0xE49B69C1, 0x9EF14AD2
        constant 0xEFBE4786, 0x384F25E3
        constant 0x0FC19DC6, 0x8B8CD5B5
        constant 0x240CA1CC, 0x77AC9C65
        constant 0x2DE92C6F, 0x592B0275
        constant 0x4A7484AA, 0x6EA6E483
        constant 0x5CB0A9DC, 0xBD41FBD4
        constant 0x76F988DA, 0x831153B5
        constant 0x983E5152, 0xEE66DFAB
        constant 0xA831C66D, 0x2DB43210
        constant 0xB00327C8, 0x98FB213F
        constant 0xBF597FC7, 0xBEEF0EE4
        constant 0xC6E00BF3, 0x3DA88FC2
        constant 0xD5A79147, 0x930AA725
        constant 0x06CA6351, 0xE003826F
        constant 0x14292967, 0x0A0E6E70
        constant 0x27B70A85, 0x46D22FFC
        constant 0x2E1B2138, 0x5C26C926
        constant 0x4D2C6DFC, 0x5AC42AED
        constant 0x53380D13, 0x9D95B3DF
        constant 0x650A7354, 0x8BAF63DE
        constant 0x766A0ABB, 0x3C77B2A8
        constant 0x81C2C92E, 0x47EDAEE6
        constant 0x92722C85, 0x1482353B
        constant 0xA2BFE8A1, 0x4CF10364
        constant 0xA81A664B, 0xBC423001
        constant 0xC24B8B70, 0xD0F89791
        constant 0xC76C51A3, 0x0654BE30
        constant 0xD192E819, 0xD6EF5218
        constant 0xD6990624, 0x5565A910
        constant 0xF40E3585, 0x5771202A
        constant 0x106AA070, 0x32BBD1B8
        constant 0x19A4C116, 0xB8D2D0C8
        constant 0x1E376C08, 0x5141AB53
        constant 0x2748774C, 0xDF8EEB99
        constant 0x34B0BCB5, 0xE19B48A8
        constant 0x391C0CB3, 0xC5C95A63
        constant 0x4ED8AA4A, 0xE3418ACB
        constant 0x5B9CCA4F, 0x7763E373
        constant 0x682E6FF3, 0xD6B2B8A3
        constant 0x748F82EE, 0x5DEFB2FC
        constant 0x78A5636F, 0x43172F60
        constant 0x84C87814, 0xA1F0AB72
        constant 0x8CC70208, 0x1A6439EC
        constant 0x90BEFFFA, 0x23631E28
        constant 0xA4506CEB, 0xDE82BDE9
        constant 0xBEF9A3F7, 0xB2C67915
        constant 0xC67178F2, 0xE372532B
        constant 0xCA273ECE, 0xEA26619C
        constant 0xD186B8C7, 0x21C0C207
        constant 0xEADA7DD6, 0xCDE0EB1E
        constant 0xF57D4F7F, 0xEE6ED178
        constant 0x06F067AA, 0x72176FBA
        constant 0x0A637DC5, 0xA2C898A6
        constant 0x113F9804, 0xBEF90DAE
        constant 0x1B710B35, 0x131C471B
        constant 0x28DB77F5, 0x23047D84
        constant 0x32CAAB7B, 0x40C72493
        constant 0x3C9EBE0A, 0x15C9BEBC
        constant 0x431D67C4, 0x9C100D4C
        constant 0x4CC5D4BE, 0xCB3E42B6
        constant 0x597F299C, 0xFC657E2A
        constant 0x5FCB6FAB, 0x3AD6FAEC
        constant 0x6C44198C, 0x4A475817
/* The initial values of 512 and of 384 bits (section 5.3), low halves first. */
        within_64k 7
initial:
#include "sha2/sha512_initial.inc"
