/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5 and 6.2"
 * functions = [
 *   "mote_sha256_init(cc, out_size)",
 *   "mote_sha256(cc, data, len)",
 *   "mote_sha256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 108, data = "len"}
 * writes = {cc = 108, dst = "out_size / 8"}
 * stack = 368
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, word_bytes = 1}
 */

/* Registers of the compression function; those of the rest are in common/avr8_md.inc. */
        .equ    acc0, 8         /* a sum: the new word of the schedule, T1, the new a */
        .equ    acc1, 9
        .equ    acc2, 10
        .equ    acc3, 11
        .equ    x0, 12          /* the word that is looked at */
        .equ    x1, 13
        .equ    x2, 14
        .equ    x3, 15
        .equ    t0, 16          /* it, rotated */
        .equ    t1, 17
        .equ    t2, 26
        .equ    t3, 27
#define left r18        /* steps, this one counted */
#define byte r19        /* temporary, with r0 */
/* Y walks over the window, Z over the constants; r25:r24 is the context. */

/*
 * SHA-224 and SHA-256 for AVR, classic core with movw (avr25), small.  Nothing is called.
 *
 * Specification: FIPS PUB 180-4, sections 4.1.2, 5 and 6.2; its letters are used.
 *
 * THE WINDOW.  The working variables a to h and the last 16 words of the schedule are the 24 words
 * p[0] to p[23] above the stack pointer.  A step pushes the new a, so that all others have moved up
 * by one place and changed their letters: p[0] to p[7] are a to h, p[8] to p[23] the words for the
 * steps i + 15 to i, and that for i + 16 takes the place of h.  All words have their low byte
 * first.
 *
 * SIGMA.  Rotations by whole bytes are names of registers; single bits are rotated to the right
 * only, x being added where it meets its distance (6, 3, 1 bits for Sigma1).  A shift is the
 * rotation of a word without its low bits.
 *
 * Ch and Maj are one subroutine: Maj(a, b, c) = Ch(~(a ^ b), b, c).
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define SHORTER
#define INIT mote_sha256_init
#define UPDATE mote_sha256
#define CLOSE mote_sha256_close

        .equ    WORD, 4
        .equ    WORDS, 8

#include "common/avr8_md.inc"

        .equ    SPL, 0x3D
        .equ    SPH, 0x3E

        .equ    OF_P, 4                 /* bytes from one word of the window to the next */

/* t ^= x, rotated to the right by \bytes bytes. */
        .macro  xor_bytes bytes
        .if     \bytes == 0
        xor_in_order x0, x1, x2, x3
        .elseif \bytes == 1
        xor_in_order x1, x2, x3, x0
        .elseif \bytes == 2
        xor_in_order x2, x3, x0, x1
        .else
        xor_in_order x3, x0, x1, x2
        .endif
        .endm

        .macro  xor_in_order b0, b1, b2, b3
        eor     t0, \b0
        eor     t1, \b1
        eor     t2, \b2
        eor     t3, \b3
        .endm

/* t, rotated to the right by a bit. */
        .macro  rotate_bit
        bst     t0, 0
        ror     t3
        ror     t2
        ror     t1
        ror     t0
        bld     t3, 7
        .endm

/* The compression function (section 6.2.2) on the block in the context at r25:r24.  Returns with X
 * = that block and r18 = 0; clobbers r0, r19, Z, flags. */
compress:
        .irp    n, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    r\n
        .endr
        /* p[23] to p[8]: the block */
        movw    r26, r24
        adiw    r26, STATE
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
        ldi     left, 64

step:   in      r28, SPL
        in      r29, SPH
        /* T1 = K + W + h + Sigma1(e) + Ch(e, f, g) */
        lpm     acc0, Z+
        lpm     acc1, Z+
        lpm     acc2, Z+
        lpm     acc3, Z+
        subi    r28, lo8(-(1 + 20 * OF_P))
        sbci    r29, hi8(-(1 + 20 * OF_P))
        rcall   add_third               /* W: p[23] */
        sbiw    r28, 8 * OF_P
        sbiw    r28, 8 * OF_P
        rcall   add_third               /* h: p[7] */
        rcall   load                    /* e: p[4]; 6 */
        rcall   rotate_3
        xor_bytes 1                     /* rotation by 11 */
        rcall   rotate_2
        xor_bytes 3                     /* by 25 */
        rcall   rotate_1
        rcall   choose
        /* e = d + T1 */
        sbiw    r28, 4 * OF_P
        movw    t0, acc0
        movw    t2, acc2
        rcall   add_third               /* d: p[3] */
        std     Y + 3 * OF_P, acc0
        std     Y + 3 * OF_P + 1, acc1
        std     Y + 3 * OF_P + 2, acc2
        std     Y + 3 * OF_P + 3, acc3
        movw    acc0, t0
        movw    acc2, t2
        /* a = T1 + Sigma0(a) + Maj(a, b, c) */
        rcall   load                    /* a: p[0] */
        movw    t0, x2
        movw    t2, x0                  /* 22 */
        rcall   rotate_1
        xor_bytes 1                     /* 13 */
        rcall   rotate_3
        xor_bytes 0                     /* 2 */
        rcall   rotate_2
        .irpc   k, 0123
        ldd     r0, Y + OF_P + \k
        eor     x\k, r0
        com     x\k
        .endr
        rcall   choose
        push    acc3
        push    acc2
        push    acc1
        push    acc0

        /* the schedule, but for the last 16 steps; now the p[k] from above are p[k + 1]:
         * W[i + 16] = W[i] + sigma0(W[i + 1]) + W[i + 9] + sigma1(W[i + 14]) */
        cpi     left, 17
        brlo    3f
        subi    r28, lo8(-(22 * OF_P))
        sbci    r29, hi8(-(22 * OF_P))
        ldd     acc0, Y + OF_P          /* W[i] */
        ldd     acc1, Y + OF_P + 1
        ldd     acc2, Y + OF_P + 2
        ldd     acc3, Y + OF_P + 3
        rcall   load                    /* W[i + 1]; rotation by 7 */
        rcall   rotate_4
        mov     byte, x0
        andi    byte, 0xF8
        eor     t0, byte                /* shift by 3 */
        eor     t1, x1
        eor     t2, x2
        eor     t3, x3
        rcall   rotate_1
        xor_bytes 2                     /* 18 */
        rcall   rotate_2
        rcall   add_t
        sbiw    r28, 11 * OF_P
        rcall   add_third               /* W[i + 9] */
        sbiw    r28, 2 * OF_P
        rcall   load                    /* W[i + 14] */
        movw    t0, x2                  /* 19 */
        movw    t2, x0
        rcall   rotate_1
        mov     byte, x1
        andi    byte, 0xFC
        eor     t0, byte                /* shift by 10 */
        eor     t1, x2
        eor     t2, x3
        rcall   rotate_1
        xor_bytes 2                     /* 17 */
        rcall   rotate_1
        rcall   add_t
        sbiw    r28, 2 * OF_P
        std     Y + 0, acc0             /* in the place of h */
        std     Y + 1, acc1
        std     Y + 2, acc2
        std     Y + 3, acc3
3:      dec     left
        breq    4f
        rjmp    step

        /* H += a to h */
4:      movw    r26, r24
        ldi     r18, WORDS
5:      ldi     byte, WORD
        clc
6:      pop     r8
        ld      r0, X
        adc     r0, r8
        st      X+, r0
        dec     byte
        brne    6b
        dec     r18
        brne    5b
        /* what remains: 16 words and 256 bytes, which a byte of the stack pointer counts */
        ldi     r18, 16 * WORD
7:      pop     r0
        dec     r18
        brne    7b
        in      r0, SPH
        inc     r0
        out     SPH, r0
        .irp    n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8
        pop     r\n
        .endr
        ret

/* acc += t + Ch(x, y, z), y and z being the words at Y + 4 and Y + 8.  Clobbers r0, byte, flags. */
choose:
        .irpc   k, 0123
        ldd     r0, Y + OF_P + \k
        ldd     byte, Y + 2 * OF_P + \k
        eor     r0, byte
        and     r0, x\k
        eor     r0, byte
        .if     \k == 0
        add     acc\k, r0
        .else
        adc     acc\k, r0
        .endif
        .endr
/* acc += t. */
add_t:
        add     acc0, t0
        adc     acc1, t1
        adc     acc2, t2
        adc     acc3, t3
        ret

/* acc += the word at Y + 12.  Clobbers r0, flags. */
add_third:
        ldd     r0, Y + 3 * OF_P
        add     acc0, r0
        ldd     r0, Y + 3 * OF_P + 1
        adc     acc1, r0
        ldd     r0, Y + 3 * OF_P + 2
        adc     acc2, r0
        ldd     r0, Y + 3 * OF_P + 3
        adc     acc3, r0
        ret

/* x = the word at Y, t = x. */
load:
        ldd     x0, Y + 0
        ldd     x1, Y + 1
        ldd     x2, Y + 2
        ldd     x3, Y + 3
        movw    t0, x0
        movw    t2, x2
        ret

/* t, rotated to the right by 1 to 4 bits. */
rotate_4:
        rcall   rotate_1
rotate_3:
        rcall   rotate_1
rotate_2:
        rotate_bit
rotate_1:
        rotate_bit
        ret

        table_section data

/* The constants (section 4.2.2). */
constants:
#include "sha2/sha256_constants.inc"
/* The initial values of 256 and of 224 bits (section 5.3). */
        within_64k 6
initial:
#include "sha2/sha256_initial.inc"
