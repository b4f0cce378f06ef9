/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3.3"
 * functions = [
 *   "mote_threefish256_init(cc, key)",
 *   "mote_threefish256_encrypt(cc, tweak, src, dst)",
 *   "mote_threefish256_decrypt(cc, tweak, src, dst)",
 * ]
 * reads = {cc = 32, key = 32, tweak = 16, src = 32}
 * writes = {cc = 32, dst = 32}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 76
 * constant_time = true
 * calls = []
 * block = "mote_threefish256_encrypt"
 */

/* Registers: */
#define step r16        /* MIX, 2 to a round: 0 to 144 */
#define mask r17        /* 0 to encrypt, 0xff to decrypt; the flag T is the same */
#define state r14       /* and r15: where the result goes */
#define place r12       /* and r13: the end of a word that is rotated */
/* r18 to r25 are that word; elsewhere they count.  Y is K, with T behind, X and Z walk; r1 is zero.
 */

/*
 * Threefish-256 for AVR, classic core with movw (avr25): little code and little stack, and twice as
 * fast as the smallest, for programs whose functions share it.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, section 3.3; its letters are used.
 *
 * K, k0 to k4, and T, t0 to t2, are pushed from their ends on; the block is where the result goes.
 * A subkey takes its words from K and T modulo 5 and 3; x - y is x + the complement of y + 1.  The
 * words of the state stay where they are: in odd rounds, word 3 and word 1 change places.
 *
 * A ROTATION (table 4) is by the nearest multiple of 8, as 4, 2 and 1 bytes, and one-bit steps to
 * either side.
 *
 * COUNT for a block, in cycles: 144 MIXes of some 190, 27,000; 19 subkeys of some 620, 12,000.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_balanced.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

#define SPL     0x3d
#define SPH     0x3e
    .equ    STEPS, 144
    .equ    K_AND_T, 64     /* bytes */

    table_section data
    within_64k 6

/* A rotation to the left: bytes, and 16 times the bits; 8 if these are to the right */
    .equ    RIGHT, 8
rotations:
    .irp    r, 14, 16, 52, 57, 23, 40, 5, 37, 25, 33, 46, 12, 58, 22, 32, 32
    .if     \r % 8 > 4
    .byte   (\r / 8 + 1) % 8 + RIGHT + 16 * (8 - \r % 8)
    .else
    .byte   \r / 8 + 16 * (\r % 8)
    .endif
    .endr
/* The inverse ones */
    .irp    r, 50, 48, 12, 7, 41, 24, 59, 27, 39, 31, 18, 52, 6, 42, 32, 32
    .if     \r % 8 > 4
    .byte   (\r / 8 + 1) % 8 + RIGHT + 16 * (8 - \r % 8)
    .else
    .byte   \r / 8 + 16 * (\r % 8)
    .endif
    .endr
/* C240 (section 3.3.2), highest byte first */
parity:
    .byte   0x1b, 0xd1, 0x1b, 0xda, 0xa9, 0xfc, 0x1a, 0x22

    .section .text.mote_threefish256, "ax", @progbits
    .p2align 1

    .global mote_threefish256_init
    .type   mote_threefish256_init, @function
mote_threefish256_init:
    movw    r26, r24
    movw    r30, r22
    ldi     r24, 32
1:
    ld      r0, Z+
    st      X+, r0
    dec     r24
    brne    1b
    ret
    .size   mote_threefish256_init, . - mote_threefish256_init

    .global mote_threefish256_decrypt
    .type   mote_threefish256_decrypt, @function
mote_threefish256_decrypt:
    set
    rjmp    crypt
    .size   mote_threefish256_decrypt, . - mote_threefish256_decrypt

    .global mote_threefish256_encrypt
    .type   mote_threefish256_encrypt, @function
mote_threefish256_encrypt:
    clt
crypt:
    .irp    r, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    movw    r28, r24

    /* The tweak and its parity */
    movw    r30, r22
    adiw    r30, 8
    ldi     r24, 8
1:
    ld      r0, -Z
    ldd     r25, Z + 8
    eor     r0, r25
    push    r0
    dec     r24
    brne    1b
    adiw    r30, 16
    ldi     r24, 16
1:
    ld      r0, -Z
    push    r0
    dec     r24
    brne    1b

    /* The key and its parity with C240 */
    adiw    r28, 8
    set_rampz parity
    ldi     r30, lo8(parity)
    ldi     r31, hi8(parity)
    ldi     r24, 8
1:
    lpm     r0, Z+
    ld      r25, -Y
    eor     r0, r25
    ldd     r25, Y + 8
    eor     r0, r25
    ldd     r25, Y + 16
    eor     r0, r25
    ldd     r25, Y + 24
    eor     r0, r25
    push    r0
    dec     r24
    brne    1b
    adiw    r28, 32
    ldi     r24, 32
1:
    ld      r0, -Y
    push    r0
    dec     r24
    brne    1b
    in      r28, SPL
    in      r29, SPH
    adiw    r28, 1

    /* The block to where the result goes */
    movw    state, r18
    movw    r26, r18
    movw    r30, r20
    ldi     r24, 32
1:
    ld      r0, Z+
    st      X+, r0
    dec     r24
    brne    1b
    clr     mask
    clr     step
    brtc    next_step
    com     mask
    ldi     step, STEPS

next_step:
    mov     r20, step
    andi    r20, 7
    breq    subkey
    rjmp    mix

/* Subkey s (section 3.3.2): r20 = s, r21 and r22 = places in K and T, r23 = words left */
subkey:
    mov     r20, step
    lsr     r20
    lsr     r20
    lsr     r20
    mov     r21, r20
1:
    subi    r21, 5
    brcc    1b
    subi    r21, -5
    mov     r22, r20
1:
    subi    r22, 3
    brcc    1b
    subi    r22, -3
    .rept   3
    lsl     r21
    lsl     r22
    .endr
    ldi     r23, 4
    movw    r26, state
1:
    movw    r30, r28
    add     r30, r21
    adc     r31, r1
    rcall   add_word
    subi    r21, -8
    cpi     r21, 40
    brne    2f
    clr     r21
2:
    dec     r23
    breq    3f
    cpi     r23, 3
    breq    1b
    sbiw    r26, 8
    movw    r30, r28
    adiw    r30, 40
    add     r30, r22
    adc     r31, r1
    rcall   add_word
    subi    r22, -8
    cpi     r22, 24
    brne    1b
    clr     r22
    rjmp    1b
3:
    /* Word 3 += s */
    sbiw    r26, 8
    eor     r20, mask
    cp      r1, mask
    ld      r0, X
    adc     r0, r20
    st      X+, r0
    .rept   7
    ld      r0, X
    adc     r0, mask
    st      X+, r0
    .endr

    /* The last one is that behind step 144, or before step 0. */
    ldi     r20, STEPS
    brtc    1f
    clr     r20
1:
    cp      step, r20
    brne    mix
    ldi     r18, K_AND_T
1:
    pop     r0
    dec     r18
    brne    1b
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12
    pop     r\r
    .endr
    ret

/* MIX (section 3.3.1), or its inverse, of the words at X and Z */
mix:
    brtc    1f
    dec     step
1:
    movw    r26, state
    sbrc    step, 0
    adiw    r26, 16
    movw    r30, state
    adiw    r30, 8
    mov     r19, step
    lsr     r19
    eor     r19, step
    sbrc    r19, 0
    adiw    r30, 16
    .irp    i, 18, 19, 20, 21, 22, 23, 24, 25
    ld      r\i, Z+
    .endr
    movw    place, r30
    brts    unmix
    .irp    i, 18, 19, 20, 21, 22, 23, 24, 25
    ld      r0, X
    .if     \i == 18
    add     r0, r\i
    .else
    adc     r0, r\i
    .endif
    st      X+, r0
    .endr
    rcall   rotate
    movw    r30, place
    .irp    i, 25, 24, 23, 22, 21, 20, 19, 18
    ld      r0, -X
    eor     r\i, r0
    st      -Z, r\i
    .endr
    inc     step
    rjmp    next_step
unmix:
    .irp    i, 18, 19, 20, 21, 22, 23, 24, 25
    ld      r0, X+
    eor     r\i, r0
    .endr
    rcall   rotate
    movw    r30, place
    .irp    i, 25, 24, 23, 22, 21, 20, 19, 18
    st      -Z, r\i
    .endr
    sbiw    r26, 8
    .irp    i, 18, 19, 20, 21, 22, 23, 24, 25
    ld      r0, X
    .if     \i == 18
    sub     r0, r\i
    .else
    sbc     r0, r\i
    .endif
    st      X+, r0
    .endr
    rjmp    next_step
    .size   mote_threefish256_encrypt, . - mote_threefish256_encrypt

/* r18 to r25 are rotated as it is step's turn. */
    .type   rotate, @function
rotate:
    set_rampz rotations
    mov     r30, step
    andi    r30, 15
    brtc    1f
    ori     r30, 16
1:
    ldi     r31, 0
    subi    r30, lo8(-(rotations))
    sbci    r31, hi8(-(rotations))
    lpm     r0, Z
    sbrs    r0, 2
    rjmp    1f
    movw    r30, r18
    movw    r18, r22
    movw    r22, r30
    movw    r30, r20
    movw    r20, r24
    movw    r24, r30
1:
    sbrs    r0, 1
    rjmp    1f
    movw    r30, r24
    movw    r24, r22
    movw    r22, r20
    movw    r20, r18
    movw    r18, r30
1:
    sbrs    r0, 0
    rjmp    1f
    mov     r30, r25
    .irp    i, 24, 23, 22, 21, 20, 19, 18
    mov     \i + 1, \i
    .endr
    mov     r18, r30
1:
    mov     r30, r0
    swap    r30
    andi    r30, 7
    breq    4f
    sbrc    r0, 3
    rjmp    3f
2:
    lsl     r18
    .irp    i, 19, 20, 21, 22, 23, 24, 25
    rol     r\i
    .endr
    adc     r18, r1
    dec     r30
    brne    2b
    ret
3:
    mov     r31, r18
    lsr     r31
    .irp    i, 25, 24, 23, 22, 21, 20, 19, 18
    ror     r\i
    .endr
    dec     r30
    brne    3b
4:
    ret
    .size   rotate, . - rotate

/* The word at X += the word at Z, or -= it; X goes on behind it. */
    .type   add_word, @function
add_word:
    cp      r1, mask
    .rept   8
    ld      r0, X
    ld      r19, Z+
    eor     r19, mask
    adc     r0, r19
    st      X+, r0
    .endr
    ret
    .size   add_word, . - add_word
