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
 * stack = 348
 * block = "compress"
 * bound = 8624
 * state.H = {offset = 0, words = 5}
 * counter = {offset = 84, words = 2, step = 512}
 * fill = {offset = 92, word_bytes = 1}
 */

/* Registers of the compression function, as the numbers of the lowest of four; those of the rest
 * are in common/avr8_md.inc:
 *   2, 6, 10, 14, 22   a to e, which change their places with each step      18  T, temporary
 *   X  the message     Y  the schedule      r30  turns left      r0  temporary      r1  0
 */

/*
 * SHA-1 for AVR, classic core with movw (avr25), fast.  Nothing is called.
 *
 * Specification: FIPS PUB 180-4, sections 4.1.1, 4.2.1, 5 and 6.1; its letters are used.
 *
 * Five steps are written out for each function f, and for the first 16 words, which come from the
 * message.  The 80 words of the schedule lie on the stack; Y moves over W[t - 16].
 *
 * BOUND for a step, in cycles: W and K 8, ROTL5(a) 22, ROTL30(b) 11; Ch 18, parity 14, Maj 26; W
 * from the message 16, or from the schedule 57.  16 * 75 + 4 * 116 + 40 * 112 + 20 * 124 = 8,624
 * for 80 steps.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define DIRECT
#define INIT mote_sha1_init
#define UPDATE mote_sha1
#define CLOSE mote_sha1_close

        .equ    WORD, 4
        .equ    WORDS, 5

#include "common/avr8_md.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E
        .equ    SREG, 0x3F

        .equ    T, 18

        .equ    FRAME, 80 * WORD

        .macro  copy x, y
        movw    \x, \y
        movw    \x + 2, \y + 2
        .endm

        .macro  logic operation, x, y
        .irpc   k, 0123
        \operation \x + \k, \y + \k
        .endr
        .endm

/* \x += \y, rotated to the left by \bytes bytes. */
        .macro  sum x, y, bytes=0
        add     \x, \y + ((0 - \bytes) & 3)
        .irpc   k, 123
        adc     \x + \k, \y + ((\k - \bytes) & 3)
        .endr
        .endm

/* \x, rotated to the right. */
        .macro  right x, bits
        mov     r0, \x
        .rept   \bits
        lsr     r0
        ror     \x + 3
        ror     \x + 2
        ror     \x + 1
        ror     \x
        .endr
        .endm

/* T = W[t], from the message.  16 cycles */
        .macro  message
        .irpc   k, 3210
        ld      T + \k, X+
        .endr
        .irpc   k, 0123
        st      Y+, T + \k
        .endr
        .endm

/* T ^= the word at Y + \at. */
        .macro  xor_word at
        .irpc   k, 0123
        ldd     r0, Y + \at + \k
        eor     T + \k, r0
        .endr
        .endm

/* T = W[t] = ROTL1(W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16]).  57 cycles */
        .macro  schedule
        .irpc   k, 0123
        ld      T + \k, Y+              /* now Y is W[t - 15] */
        .endr
        xor_word 4
        xor_word 28
        xor_word 48
        lsl     T
        rol     T + 1
        rol     T + 2
        rol     T + 3
        adc     T, r1
        .irpc   k, 0123
        std     Y + 60 + \k, T + \k
        .endr
        .endm

/* T = f(b, c, d) (section 4.1.1). */
        .macro  choose b, c, d
        copy    T, \c
        logic   eor, T, \d
        logic   and, T, \b
        logic   eor, T, \d
        .endm

        .macro  parity b, c, d
        copy    T, \c
        logic   eor, T, \d
        logic   eor, T, \b
        .endm

        .macro  majority b, c, d
        logic   eor, \b, \d
        choose  \b, \c, \d
        logic   eor, \b, \d
        .endm

/* A step, which leaves the new a in the place of e, and the new c in that of b. */
        .macro  step word, f, constant, a, b, c, d, e
        \word
        subi    T, lo8(-(\constant))
        sbci    T + 1, hi8(-(\constant))
        sbci    T + 2, hlo8(-(\constant))
        sbci    T + 3, hhi8(-(\constant))
        sum     \e, T
        copy    T, \a                   /* ROTL5(a) = ROTL8(a) >>> 3 */
        right   T, 3
        sum     \e, T, 1
        \f      \b, \c, \d
        sum     \e, T
        right   \b, 2                   /* ROTL30(b) */
        .endm

        .macro  last_steps word, f, constant
        step    \word, \f, \constant, 22, 2, 6, 10, 14
        step    \word, \f, \constant, 14, 22, 2, 6, 10
        step    \word, \f, \constant, 10, 14, 22, 2, 6
        step    \word, \f, \constant, 6, 10, 14, 22, 2
        .endm

        .macro  steps word, f, constant
        step    \word, \f, \constant, 2, 6, 10, 14, 22
        last_steps \word, \f, \constant
        .endm

/* The same, \turns times. */
        .macro  turns turns, word, f, constant
        ldi     r30, \turns
1:      steps   \word, \f, \constant
        dec     r30
        breq    2f
        rjmp    1b
2:
        .endm

/* SP = Y.  Clobbers r0, flags. */
        .macro  set_stack
        in      r0, SREG
        cli
        out     SPH, r29
        out     SREG, r0
        out     SPL, r28
        .endm

/* The compression function (section 6.1.2) for the context at r25:r24 on the message block at X.
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
        adiw    r28, 1
        movw    r30, r24
        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 22, 23, 24, 25
        ld      r\n, Z+
        .endr

        turns   3, message, choose, 0x5A827999
        step    message, choose, 0x5A827999, 2, 6, 10, 14, 22
        subi    r28, lo8(16 * WORD)     /* W[0] */
        sbci    r29, hi8(16 * WORD)
        last_steps schedule, choose, 0x5A827999
        turns   4, schedule, parity, 0x6ED9EBA1
        turns   4, schedule, majority, 0x8F1BBCDC
        turns   4, schedule, parity, 0xCA62C1D6

        adiw    r28, 16 * WORD - 1
        set_stack
        /* H += a to e */
        pop     r27
        pop     r26
        .irp    n, 2, 6, 10, 14, 22
        ld      r0, X
        add     r0, \n
        st      X+, r0
        .irpc   k, 123
        ld      r0, X
        adc     r0, \n + \k
        st      X+, r0
        .endr
        .endr
        movw    r24, r26
        sbiw    r24, STATE
        ldi     r18, 0
        .irp    n, 23, 22, 21, 20, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     r\n
        .endr
        ret

        table_section data

/* The initial value (section 5.3.1). */
initial:
        .long   0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476
        .long   0xC3D2E1F0
