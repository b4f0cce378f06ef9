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
 * stack = 732
 * block = "compress"
 * bound = 50880
 * state.H = {offset = 0, words = 16}
 * counter = {offset = 192, words = 4, step = 1024}
 * fill = {offset = 208, word_bytes = 1}
 */

/* Registers of the compression function, as the numbers of the lowest of eight; those of the rest
 * are in common/avr8_md.inc:
 *   2   T, a sum: W[i], T1, the new a       10  U, a word       18  V, a word that is rotated
 *   Y   the window, p[0]                    Z   the constants
 *   X   the message; in the schedule r26 is temporary, r27 the steps left
 *   r0  temporary                           r1  0
 */

/*
 * SHA-384 and SHA-512 for AVR, classic core with movw (avr25), fast.  Nothing is called.
 *
 * Specification: FIPS PUB 180-4, sections 4.1.3, 5 and 6.4; its letters are used.
 *
 * THE WINDOW is p[0], p[1], ... in the stack, and slides down by a word with each step: p[0] to
 * p[7] are a to h.  When h has been read its place takes W[i], so that p[7 + k] is W[i - k].  One
 * step is written out for the first 16 words, which come from the message, and one for the others.
 *
 * BOUND for a step, in cycles: h read 16, W stored 16, W added 8; K 32; Sigma1 101; Ch 64; e 40; a
 * read 16, Maj 80, Sigma0 75; a stored 16: 464, and W from the message 16.  The schedule: sigma0
 * 56, sigma1 101, two other words 48 and 6 for the reach of Y: 211.  16 * 480 + 64 * 675 = 50,880
 * for the 80 steps.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define SHORTER
#define DIRECT
#define INIT mote_sha512_init
#define UPDATE mote_sha512
#define CLOSE mote_sha512_close

        .equ    WORD, 8
        .equ    WORDS, 8

#include "common/avr8_md.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E
        .equ    SREG, 0x3F

        .equ    T, 2
        .equ    U, 10
        .equ    V, 18

        .equ    FRAME, 88 * WORD        /* 80 words a, and the first a to h */
        .equ    FAR, 16                 /* the words of the window that Y reaches for the schedule */
        .equ    NEAR, 9

        .macro  copy x, y
        movw    \x, \y
        movw    \x + 2, \y + 2
        movw    \x + 4, \y + 4
        movw    \x + 6, \y + 6
        .endm

/* \x ^= \y, and \x += \y, that taken from its byte \n on. */
        .macro  xor x, y, n
        .irpc   k, 01234567
        eor     \x + \k, \y + ((\k + \n) & 7)
        .endr
        .endm

        .macro  sum x, y, n=0
        add     \x, \y + ((\n) & 7)
        .irpc   k, 1234567
        adc     \x + \k, \y + ((\k + \n) & 7)
        .endr
        .endm

/* \x += the word \p of those from Y on. */
        .macro  sum_of x, p
        ldd     r0, Y + WORD * (\p)
        add     \x, r0
        .irpc   k, 1234567
        ldd     r0, Y + WORD * (\p) + \k
        adc     \x + \k, r0
        .endr
        .endm

        .macro  fetch x, p
        .irpc   k, 01234567
        ldd     \x + \k, Y + WORD * (\p) + \k
        .endr
        .endm

        .macro  store x, p
        .irpc   k, 01234567
        std     Y + WORD * (\p) + \k, \x + \k
        .endr
        .endm

/* \x, rotated to the right and to the left. */
        .macro  right x, bits
        mov     r0, \x
        .rept   \bits
        lsr     r0
        .irpc   k, 76543210
        ror     \x + \k
        .endr
        .endr
        .endm

        .macro  left x, bits
        .rept   \bits
        lsl     \x
        .irpc   k, 1234567
        rol     \x + \k
        .endr
        adc     \x, r1
        .endr
        .endm

/* T = W[i], from the message. */
        .macro  message
        .irpc   k, 76543210
        ld      T + \k, X+
        .endr
        .endm

/* T = W[i], from the schedule. */
        .macro  schedule
        subi    r28, lo8(-(FAR * WORD))
        sbci    r29, hi8(-(FAR * WORD))
        /* sigma0(W[i - 15]) = w >>> 1 ^ w >>> 8 ^ (w << 1) >> 8 */
        fetch   U, 22 - FAR
        copy    T, U
        right   T, 1
        xor     T, U, 1
        lsl     U
        .irpc   k, 1234567
        rol     U + \k
        .endr
        mov     r0, r1
        rol     r0
        .irpc   k, 0123456
        eor     T + \k, U + \k + 1
        .endr
        eor     T + 7, r0
        sum_of  T, 23 - FAR             /* W[i - 16] */
        sbiw    r28, (FAR - NEAR) * WORD
        sum_of  T, 14 - NEAR            /* W[i - 7] */
        /* sigma1(W[i - 2]) = w >>> 19 ^ (w <<< 1 ^ (w without six bits) >>> 8) <<< 2 */
        fetch   U, 9 - NEAR
        copy    V, U
        left    V, 1
        .irpc   k, 0123456
        eor     V + \k, U + \k + 1
        .endr
        mov     r26, U
        andi    r26, 0xC0
        eor     V + 7, r26
        left    V, 2
        right   U, 3
        xor     V, U, 2
        sum     T, V
        subi    r28, lo8(NEAR * WORD)
        sbci    r29, hi8(NEAR * WORD)
        .endm

/* A step, T being W[i]. */
        .macro  step
        /* T = T1 = h + W + K + Sigma1(e) + Ch(e, f, g) */
        fetch   U, 7
        store   T, 7
        sum     T, U
        lpm     r0, Z+
        add     T, r0
        .irpc   k, 1234567
        lpm     r0, Z+
        adc     T + \k, r0
        .endr
        fetch   U, 4                    /* (((e >>> 8) >>> 4 ^ e >>> 16) >>> 1 ^ e >>> 40) >>> 1 */
        copy    V, U
        right   V, 4
        xor     V, U, 1
        right   V, 1
        xor     V, U, 4
        right   V, 1
        sum     T, V, 1
        .irpc   k, 01234567
        ldd     r0, Y + 5 * WORD + \k
        ldd     V, Y + 6 * WORD + \k
        eor     r0, V
        and     r0, U + \k
        eor     r0, V
        .if     \k == 0
        add     T, r0
        .else
        adc     T + \k, r0
        .endif
        .endr
        /* e = d + T1 */
        fetch   U, 3
        sum     U, T
        store   U, 3
        /* a = T1 + Maj(a, b, c) + Sigma0(a); Maj = ((b ^ c) & (a ^ b)) ^ b */
        fetch   U, 0
        .irpc   k, 01234567
        ldd     r0, Y + WORD + \k
        ldd     V, Y + 2 * WORD + \k
        eor     V, r0
        mov     V + 1, U + \k
        eor     V + 1, r0
        and     V, V + 1
        eor     V, r0
        .if     \k == 0
        add     T, V
        .else
        adc     T + \k, V
        .endif
        .endr
        copy    V, U                    /* ((a >>> 24) >>> 2 ^ a >>> 32) >>> 2 ^ (a >>> 40) <<< 1 */
        right   V, 2
        xor     V, U, 1
        right   V, 2
        left    U, 1
        xor     V, U, 2
        sum     T, V, 3
        .irpc   k, 76543210
        st      -Y, T + \k
        .endr
        .endm

/* SP = Y.  Clobbers r0, flags. */
        .macro  set_stack
        in      r0, SREG
        cli
        out     SPH, r29
        out     SREG, r0
        out     SPL, r28
        .endm

/* The compression function (section 6.4.2) for the context at r25:r24 on the message block at X.
 * Returns with X = the block in the context and r18 = 0; clobbers r0, r19, Z, flags. */
compress:
        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 20, 21, 22, 23, 24, 25
        push    r\n
        .endr
        in      r28, SPL
        in      r29, SPH
        subi    r28, lo8(FRAME)
        sbci    r29, hi8(FRAME)
        set_stack
        /* a to h */
        subi    r28, lo8(-(FRAME - STATE + 1))
        sbci    r29, hi8(-(FRAME - STATE + 1))
        movw    r30, r24
        ldi     r18, WORDS
1:
        .rept   WORD
        ld      r0, Z+
        st      Y+, r0
        .endr
        dec     r18
        brne    1b
        subi    r28, lo8(STATE)
        sbci    r29, hi8(STATE)
        set_rampz constants
        ldi     r30, lo8(constants)
        ldi     r31, hi8(constants)

2:      message
        step
        cpi     r30, lo8(constants + 16 * WORD)
        breq    3f
        rjmp    2b

3:      ldi     r27, 64
4:      schedule
        step
        dec     r27
        breq    5f
        rjmp    4b

        /* H += a to h; the context's place is behind the frame */
5:      movw    r30, r28
        subi    r30, lo8(-(FRAME))
        sbci    r31, hi8(-(FRAME))
        ld      r27, Z
        ldd     r26, Z + 1
        ldi     r18, WORDS
6:      ld      r2, Y+
        ld      r0, X
        add     r0, r2
        st      X+, r0
        .rept   WORD - 1
        ld      r2, Y+
        ld      r0, X
        adc     r0, r2
        st      X+, r0
        .endr
        dec     r18
        brne    6b
        subi    r28, lo8(-(FRAME - STATE - 1))
        sbci    r29, hi8(-(FRAME - STATE - 1))
        set_stack
        .irp    n, 25, 24, 23, 22, 21, 20, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     r\n
        .endr
        ret

        table_section data

/* The constants (section 4.2.3), low halves first. */
constants:
#include "sha2/sha512_constants.inc"
/* The initial values of 512 and of 384 bits (section 5.3), low halves first. */
        within_64k 7
initial:
#include "sha2/sha512_initial.inc"
