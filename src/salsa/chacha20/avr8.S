/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8439 (June 2018), sections 2.1 to 2.4"
 * functions = [
 *   "mote_chacha20_init(cc, key, nonce, counter)",
 *   "mote_chacha20_crypt(cc, src, dst, len)",
 * ]
 * reads = {cc = 130, key = 32, nonce = 12, src = "len"}
 * writes = {cc = 130, dst = "len"}
 * stack = 22
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers of mote_chacha20_crypt
 *   r0        rounds that are left; a byte of a sum; a byte of the text
 *   r2:r3     the context           r4:r5    len                r6:r7    dst
 *   r8-r11    C                     r12-r15  A
 *   r16-r19   B                     r20-r23  D
 *   r24       place in a row; bytes of the key stream that are left
 *   r25       how much further the next row's place is: 0 of columns, 4 of diagonals
 *   r26:r27   X: src
 *   r28:r29   Y: the block's words; dst
 *   r30:r31   Z: a word; parts of a rotation; the key stream
 * A, B, C and D are the words of a quarter round, the lowest byte in the lowest register.
 */

/*
 * ChaCha20 for AVR with movw (avr25 and later): the words of a block are in the context, and quarter
 * rounds take theirs from there.  Nothing is called, and there is no data.
 *
 * Specification: RFC 8439.
 *
 * A quarter round takes word i + r k modulo 4 of each row r, 0 to 3: with k = 0 they are columns, with
 * k = 1 diagonals.
 *
 * COUNT of a quarter round: 16 bytes read and written 64, their places 52, sums and differences 32, the
 * rotations 42, the loop 5.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

    .equ    COUNTER, 48         /* offsets in the context */
    .equ    KEY_STREAM, 64
    .equ    LEFT, 128

/* \a += \b, bytes of words; \d ^= \a */
    .macro add_and_mix a0, a1, a2, a3, b0, b1, b2, b3, d0, d1, d2, d3
    add \a0, \b0
    adc \a1, \b1
    adc \a2, \b2
    adc \a3, \b3
    eor \d0, \a0
    eor \d1, \a1
    eor \d2, \a2
    eor \d3, \a3
    .endm

    .macro a_b_d
    add_and_mix r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23
    .endm
    .macro c_d_b
    add_and_mix r8, r9, r10, r11, r20, r21, r22, r23, r16, r17, r18, r19
    .endm

/* Four registers, the lowest byte first, rotated left by 8 */
    .macro rotate_8 r0, r1, r2, r3
    mov r30, \r3
    mov \r3, \r2
    mov \r2, \r1
    mov \r1, \r0
    mov \r0, r30
    .endm

/* B, rotated left by 12 */
    .macro rotate_b_12
    /* By 16, then right by 4: a byte's low nibble comes from its own high one. */
    movw r30, r16
    movw r16, r18
    movw r18, r30
    .irp b, r16, r17, r18, r19
    swap \b
    .endr
    mov r31, r16
    andi r31, 0xF0
    .macro from_above b, above
    andi \b, 0x0F
    mov r30, \above
    andi r30, 0xF0
    or \b, r30
    .endm
    from_above r16, r17
    from_above r17, r18
    from_above r18, r19
    andi r19, 0x0F
    or r19, r31
    .endm

/* Z = the place in a row at r24, whose multiples of 16 do not count; r24 is for the next row then. */
    .macro place_in_row
    mov r30, r24
    andi r30, 12
    clr r31
    add r30, r28
    adc r31, r29
    add r24, r25
    .endm

    .text

/* void mote_chacha20_init(mote_chacha20_context *cc, const void *key, const void *nonce,
 *                         mote_u32 counter) */
    .global mote_chacha20_init
    .type mote_chacha20_init, @function
mote_chacha20_init:
    movw r30, r24
    .irp letter, 0x65, 0x78, 0x70, 0x61, 0x6E, 0x64, 0x20, 0x33, 0x32, 0x2D, 0x62, 0x79, 0x74, 0x65, 0x20, 0x6B /* "expand 32-byte k" */
    ldi r25, \letter
    st Z+, r25
    .endr
    movw r26, r22
    ldi r22, 32
    rcall copy
    .irp each, r16, r17, r18, r19
    st Z+, \each
    .endr
    movw r26, r20
    ldi r22, 12
    rcall copy
    subi r30, lo8(KEY_STREAM - LEFT)
    sbci r31, hi8(KEY_STREAM - LEFT)
    st Z+, r1
    st Z, r1
    ret

/* r22 bytes from X to Z */
copy:
    ld r0, X+
    st Z+, r0
    dec r22
    brne copy
    ret
    .size mote_chacha20_init, . - mote_chacha20_init

/* void mote_chacha20_crypt(mote_chacha20_context *cc, const void *src, void *dst, size_t len) */
    .global mote_chacha20_crypt
    .type mote_chacha20_crypt, @function
mote_chacha20_crypt:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push \r
    .endr
    movw r2, r24
    movw r26, r22
    movw r6, r20
    movw r4, r18
again:
    cp r4, r1
    cpc r5, r1
    brne 1f
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop \r
    .endr
    ret
1:  rcall at_left
    ld r24, Z
    tst r24
    breq next_block
    rjmp text

    /* A block of the key stream, section 2.3: the state's words */
next_block:
    movw r28, r2
    movw r30, r2
    subi r28, lo8(-(KEY_STREAM))
    sbci r29, hi8(-(KEY_STREAM))
    ldi r25, 64
1:  ld r0, Z+
    st Y+, r0
    dec r25
    brne 1b
    subi r28, 64
    sbci r29, 0
    /* Ten times four columns (r25 is 0) and four diagonals */
    ldi r30, 20
    mov r0, r30
    clr r24
next_quarter:
    place_in_row
    .irp i, 0, 1, 2, 3
    ldd \i + 12, Z + \i
    .endr
    place_in_row
    .irp i, 0, 1, 2, 3
    ldd \i + 16, Z + 16 + \i
    .endr
    place_in_row
    .irp i, 0, 1, 2, 3
    ldd \i + 8, Z + 32 + \i
    .endr
    place_in_row
    .irp i, 0, 1, 2, 3
    ldd \i + 20, Z + 48 + \i
    .endr

    /* Section 2.1 */
    a_b_d
    movw r30, r20               /* D, by 16 */
    movw r20, r22
    movw r22, r30
    c_d_b
    rotate_b_12
    a_b_d
    rotate_8 r20, r21, r22, r23
    c_d_b
    bst r16, 0                  /* B, left by 7: right by 1, left by 8 */
    lsr r19
    ror r18
    ror r17
    ror r16
    bld r19, 7
    rotate_8 r16, r17, r18, r19

    place_in_row
    .irp i, 0, 1, 2, 3
    std Z + \i, \i + 12
    .endr
    place_in_row
    .irp i, 0, 1, 2, 3
    std Z + 16 + \i, \i + 16
    .endr
    place_in_row
    .irp i, 0, 1, 2, 3
    std Z + 32 + \i, \i + 8
    .endr
    place_in_row
    .irp i, 0, 1, 2, 3
    std Z + 48 + \i, \i + 20
    .endr
    subi r24, -4
    mov r30, r24
    andi r30, 12
    breq 2f
1:  rjmp next_quarter
2:  ldi r30, 4
    eor r25, r30
    dec r0
    brne 1b

    /* The state is added, and its counter counts. */
    movw r30, r2
    ldi r25, 16
3:  .irp i, 0, 1, 2, 3
    ld r0, Z+
    ld r24, Y
    .if \i
    adc r24, r0
    .else
    add r24, r0
    .endif
    st Y+, r24
    .endr
    dec r25
    brne 3b
    sbiw r30, KEY_STREAM - COUNTER
    ldi r25, 4
    sec
4:  ld r24, Z
    adc r24, r1
    st Z+, r24
    dec r25
    brne 4b
    ldi r24, 64

    /* r24 bytes of the key stream, or what there is of the text */
text:
    rcall at_left
    sub r30, r24
    sbc r31, r1
    movw r28, r6
1:  ld r0, Z+
    ld r25, X+
    eor r0, r25
    st Y+, r0
    sec
    sbc r4, r1
    sbc r5, r1
    dec r24
    breq 2f
    cp r4, r1
    cpc r5, r1
    brne 1b
2:  movw r6, r28
    rcall at_left
    st Z, r24
    rjmp again

/* Z = where the context has what is left */
at_left:
    movw r30, r2
    subi r30, lo8(-(LEFT))
    sbci r31, hi8(-(LEFT))
    ret
    .size mote_chacha20_crypt, . - mote_chacha20_crypt
