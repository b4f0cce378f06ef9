/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3"
 * functions = [
 *   "mote_skein256_init(cc, out_size)",
 *   "mote_skein256_init_keyed(cc, out_size, key, key_len)",
 *   "mote_skein256_personalize(cc, data, len)",
 *   "mote_skein256(cc, data, len)",
 *   "mote_skein256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 84, key = "key_len", data = "len"}
 * writes = {cc = 84, dst = "out_size / 8"}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 245
 * constant_time = true
 * calls = []
 * block = "compress"
 * bound = 7460
 * state.G = {offset = 0, words = 4, word_bytes = 8}
 * counter = {offset = 64, words = 3, step = 32}
 * fill = {offset = 80, word_bytes = 1}
 */

/* Registers in the rounds: skein/threefish256_avr8_fast.inc.  Elsewhere: */
#define data r14        /* and r15: where to go on */
#define left r16        /* and r17: bytes */
/* Y is the buffer in the context, 32 bytes from its start; X and Z walk. */

/*
 * Skein-256 for AVR, classic core with movw (avr25), fast.  Tree hashing is left out.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 to 3.5; its letters
 * are used.
 *
 * The chaining value behind the configuration is in a table for a digest of 256 bits without a key.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define FEED_FORWARD

#include "common/avr8_tables.inc"
#include "skein/threefish256_avr8_fast.inc"

/* Context: from the buffer on */
    .equ    TWEAK, 32
    .equ    PTR, 48
    .equ    OUT_SIZE, 50

/* Types of a UBI computation (table 6), with the flag for its first block, and other flags; each in
 * a byte of the tweak */
    .equ    FIRST, 0x40
    .equ    FINAL, 0x80
    .equ    BIT_PAD, 0x80
    .equ    KEY, 0 + FIRST
    .equ    CONFIGURATION, 4 + FIRST
    .equ    PERSONALIZATION, 8 + FIRST
    .equ    MESSAGE, 48 + FIRST
    .equ    OUTPUT, 63 + FIRST

    table_section data

/* G after the configuration (section 3.5.1) for 256 bits */
initial_value:
    .byte   0x49, 0xb4, 0x48, 0xd0, 0x60, 0xa8, 0x9d, 0xfc
    .byte   0x33, 0xd8, 0xa7, 0x9f, 0x47, 0x66, 0xca, 0x2f
    .byte   0x0f, 0x84, 0x56, 0x66, 0x89, 0xc3, 0x3b, 0xb3
    .byte   0x69, 0xda, 0xe8, 0xfd, 0x20, 0xe9, 0x54, 0x6a

    .text

/* A block of UBI (section 3.4) at r23:r22, with r20 bytes of data, in the context at r25:r24; the
 * new chaining value goes to r19:r18.  A function as C's are. */
    .type   compress, @function
compress:
    enter
    std     Y + RESULT, r18
    std     Y + RESULT + 1, r19
    std     Y + DATA, r22
    std     Y + DATA + 1, r23
    start_encryption

    /* The position, 96 bits */
    movw    r26, r24
    subi    r24, lo8(-(32 + TWEAK))
    sbci    r25, hi8(-(32 + TWEAK))
    movw    r30, r24
    ldi     r21, 3
    clc
1:
    ld      r0, Z
    adc     r0, r20
    st      Z+, r0
    .rept   3
    ld      r0, Z
    adc     r0, r1
    st      Z+, r0
    .endr
    ldi     r20, 0
    dec     r21
    brne    1b
    tables
    ldd     r30, Y + DATA
    ldd     r31, Y + DATA + 1
    load_block
    encryption

    /* The result is the state ^ the block; byte 7 of word 2 is on the stack. */
    .irp    i, 31, 30, 29, 28, 27, 26
    push    \i
    .endr
    stack_place
    ldd     r26, Z + 8 + RESULT
    ldd     r27, Z + 8 + RESULT + 1
    ldd     r28, Z + 8 + DATA
    ldd     r31, Z + 8 + DATA + 1
    mov     r30, r28
    unrotated
    .irp    word, 0, 1, 2, 3
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \word, \i
    ld      r28, Z+
    .if     to >= 26
    pop     B
    eor     r28, B
    st      X+, r28
    .else
    .if     to == 15
    pop     to
    .endif
    eor     to, r28
    st      X+, to
    .endif
    .endr
    .endr
    in      r28, SPL
    in      r29, SPH
    leave
    .size   compress, . - compress

/* The tweak for a UBI computation (section 3.4) whose type is r18; the buffer is empty. */
    .type   start, @function
start:
    movw    r30, r28
/* The same with the buffer at Z */
start_at:
    adiw    r30, TWEAK
    ldi     r19, 5
1:
    .rept   3
    st      Z+, r1
    .endr
    dec     r19
    brne    1b
    st      Z+, r18
    st      Z+, r1
    ret
    .size   start, . - start

/* The same, with zeros in the buffer */
    .type   start_empty, @function
start_empty:
    rcall   start
    movw    r30, r28
/* 32 bytes at Z = 0 */
clear:
    ldi     r18, 8
1:
    .rept   4
    st      Z+, r1
    .endr
    dec     r18
    brne    1b
    ret
    .size   start_empty, . - start_empty

/* Zeros behind the r18 bytes in the buffer, which is the last block, with as many bytes: r20 */
    .type   pad, @function
pad:
    mov     r20, r18
    movw    r30, r28
    add     r30, r18
    adc     r31, r1
    rjmp    2f
1:
    st      Z+, r1
    inc     r18
2:
    cpi     r18, 32
    brne    1b
    ldd     r18, Y + TWEAK + 15
    ori     r18, FINAL
    std     Y + TWEAK + 15, r18
    ret
    .size   pad, . - pad

/* r20 bytes, 0 or more, from Z to X; both go on behind them. */
    .type   copy, @function
1:
    .rept   4
    ld      r0, Z+
    st      X+, r0
    .endr
copy:
    subi    r20, 4
    brcc    1b
    subi    r20, -4
    rjmp    3f
2:
    ld      r0, Z+
    st      X+, r0
3:
    subi    r20, 1
    brcc    2b
    ret
    .size   copy, . - copy

/* The last block */
    .type   end, @function
end:
    ldd     r18, Y + PTR
    rcall   pad
buffer:
    movw    r22, r28
/* The block at r23:r22, with r20 bytes; the result is the chaining value. */
block:
    movw    r24, r28
    sbiw    r24, 32
    movw    r18, r24
    rcall   compress
    ldd     r18, Y + TWEAK + 15
    andi    r18, lo8(~FIRST)
    std     Y + TWEAK + 15, r18
    ret
    .size   end, . - end

    .global mote_skein256_init
    .type   mote_skein256_init, @function
mote_skein256_init:
    clr     r18
    clr     r19
    .size   mote_skein256_init, . - mote_skein256_init

    .global mote_skein256_init_keyed
    .type   mote_skein256_init_keyed, @function
mote_skein256_init_keyed:
    movw    r26, r24
    movw    r30, r24
    adiw    r30, 32
    std     Z + OUT_SIZE, r22
    std     Z + OUT_SIZE + 1, r23
    mov     r0, r18
    or      r0, r19
    brne    2f
    cpi     r22, lo8(256)
    ldi     r22, hi8(256)
    cpc     r23, r22
    brne    2f
    /* The table */
    set_rampz initial_value
    ldi     r30, lo8(initial_value)
    ldi     r31, hi8(initial_value)
    ldi     r18, 16
1:
    .rept   2
    lpm     r0, Z+
    st      X+, r0
    .endr
    dec     r18
    brne    1b
    movw    r30, r26
    ldi     r18, MESSAGE
    rjmp    start_at
2:
    push    r28
    push    r29
    movw    r28, r30
    movw    r22, r20
    movw    r20, r18
    movw    r30, r24
    rcall   clear
    ldi     r18, KEY
    tst     r0
    breq    1f
    rcall   ubi
1:
    /* The configuration string (table 7): schema, version, digest size */
    ldi     r18, CONFIGURATION + FINAL
    rcall   start_empty
    ldi     r18, 'S'
    std     Y + 0, r18
    ldi     r18, 'H'
    std     Y + 1, r18
    ldi     r18, 'A'
    std     Y + 2, r18
    ldi     r18, '3'
    std     Y + 3, r18
    ldi     r18, 1
    std     Y + 4, r18
    ldd     r18, Y + OUT_SIZE
    std     Y + 8, r18
    ldd     r18, Y + OUT_SIZE + 1
    std     Y + 9, r18
    ldi     r20, 32
    rcall   buffer
start_message:
    ldi     r18, MESSAGE
    rcall   start
    rjmp    2f
back:
    pop     r17
    pop     left
    pop     r15
    pop     data
2:
    pop     r29
    pop     r28
    ret
    .size   mote_skein256_init_keyed, . - mote_skein256_init_keyed

/* A UBI computation of type r18 of r21:r20 bytes at r23:r22 */
    .type   ubi, @function
ubi:
    rcall   start
    movw    r24, r28
    sbiw    r24, 32
    rcall   mote_skein256
    rjmp    end
    .size   ubi, . - ubi

    .global mote_skein256_personalize
    .type   mote_skein256_personalize, @function
mote_skein256_personalize:
    push    r28
    push    r29
    movw    r28, r24
    adiw    r28, 32
    ldi     r18, PERSONALIZATION
    rcall   ubi
    rjmp    start_message
    .size   mote_skein256_personalize, . - mote_skein256_personalize

    .global mote_skein256
    .type   mote_skein256, @function
mote_skein256:
    movw    r30, r24
    adiw    r30, 32
    ldd     r18, Z + PTR
    ldi     r19, 32
    sub     r19, r18
    movw    r26, r30
    add     r26, r18
    adc     r27, r1
    cp      r19, r20
    cpc     r1, r21
    brlo    2f

    /* It fits into the buffer: a full one waits, as it may be the last. */
    add     r18, r20
    std     Z + PTR, r18
    movw    r30, r22
    rjmp    copy

2:
    push    r28
    push    r29
    push    data
    push    r15
    push    left
    push    r17
    movw    r28, r30
    movw    data, r22
    movw    left, r20
    tst     r18
    breq    4f
    /* The buffer is filled up. */
    sub     left, r19
    sbc     r17, r1
    movw    r30, data
    mov     r20, r19
    rcall   copy
    movw    data, r30
    ldi     r20, 32
    rcall   buffer
    rjmp    4f

    /* Blocks from where they are, but the last */
1:
    ldi     r20, 32
    movw    r22, data
    add     data, r20
    adc     r15, r1
    sub     left, r20
    sbc     r17, r1
    rcall   block
4:
    cpi     left, 33
    cpc     r17, r1
    brsh    1b

    std     Y + PTR, left
    movw    r26, r28
    movw    r30, data
    mov     r20, left
    rcall   copy
    rjmp    back
    .size   mote_skein256, . - mote_skein256

    .global mote_skein256_close
    .type   mote_skein256_close, @function
mote_skein256_close:
    push    r28
    push    r29
    push    data
    push    r15
    push    left
    push    r17
    push    r12
    movw    r28, r24
    adiw    r28, 32
    movw    data, r18
    tst     r20
    breq    2f

    /* n bits, a bit 1 and zeros (section 3.4) */
    ldi     r19, 0x80
1:
    lsr     r19
    dec     r20
    brne    1b
    or      r22, r19
    neg     r19
    and     r22, r19
    mov     left, r22
    ldd     r18, Y + PTR
    cpi     r18, 32
    brne    1f
    ldi     r20, 32
    rcall   buffer
    clr     r18
1:
    movw    r30, r28
    add     r30, r18
    adc     r31, r1
    st      Z, left
    inc     r18
    std     Y + PTR, r18
    ldi     r18, BIT_PAD
    std     Y + TWEAK + 14, r18
2:
    rcall   end
    ldd     left, Y + OUT_SIZE
    ldd     r17, Y + OUT_SIZE + 1
    .rept   3
    lsr     r17
    ror     left
    .endr
    clr     r12

    /* The output function (section 3.5.3) of block r12, of at most 256.  G stays, the result is in
     * the buffer. */
3:
    ldi     r18, OUTPUT + FINAL
    rcall   start_empty
    std     Y + 0, r12
    ldi     r20, 8
    movw    r22, r28
    movw    r18, r28
    movw    r24, r28
    sbiw    r24, 32
    rcall   compress
    inc     r12
    ldi     r20, 32
    cp      left, r20
    cpc     r17, r1
    brsh    1f
    mov     r20, left
1:
    sub     left, r20
    sbc     r17, r1
    movw    r26, data
    movw    r30, r28
    rcall   copy
    movw    data, r26
    mov     r20, left
    or      r20, r17
    brne    3b
    pop     r12
    rjmp    back
    .size   mote_skein256_close, . - mote_skein256_close
