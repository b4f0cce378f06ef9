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
 * stack = 87
 * constant_time = true
 * calls = []
 * block = "crypt"
 * state.G = {offset = 0, words = 4, word_bytes = 8}
 * counter = {offset = 64, words = 3, step = 32}
 * fill = {offset = 80, word_bytes = 1}
 */

/* Registers in Threefish: skein/threefish256_avr8.inc.  Elsewhere: */
#define data r14        /* and r15: where to go on */
#define left r16        /* and r17: bytes */
#define number r12      /* of a block of output */
/* Y is the buffer in the context, 32 bytes from its start; X and Z walk. */

/*
 * Skein-256 for AVR, classic core with movw (avr25), small.  Tree hashing is left out.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 to 3.5; its letters
 * are used.
 *
 * The key of Threefish lies on the stack, so the state takes the chaining value's place; that of
 * the output function, whose key is needed again, the buffer's.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

/* A program that has Threefish-256, too, names its encryption. */
#ifdef SKEIN_CIPHER
#define crypt SKEIN_CIPHER
#else
#include "skein/threefish256_avr8.inc"
#endif

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

    .text

/* Threefish of the block in the buffer, with r20 more bytes of data, to r19:r18 */
    .type   encrypt, @function
encrypt:
    movw    r30, r28
    adiw    r30, TWEAK
    movw    r22, r30
    /* The position, 96 bits */
    ldi     r21, 12         /* carry is clear */
1:
    ld      r0, Z
    adc     r0, r20
    st      Z+, r0
    ldi     r20, 0
    dec     r21
    brne    1b
    movw    r20, r28
    movw    r24, r28
    sbiw    r24, 32
    rjmp    crypt
    .size   encrypt, . - encrypt

/* The tweak for a UBI computation (section 3.4) whose type is r18; the buffer is empty, and zeros.
   */
    .type   start, @function
start:
    movw    r30, r28
    ldi     r19, TWEAK + 15
1:
    st      Z+, r1
    dec     r19
    brne    1b
    st      Z+, r18
    st      Z+, r1
    ret
    .size   start, . - start

/* The last block: zeros behind its bytes */
    .type   end, @function
end:
    ldd     r18, Y + PTR
    mov     r20, r18
    rjmp    2f
1:
    rcall   place
    st      Z, r1
    inc     r18
2:
    cpi     r18, 32
    brne    1b
final_block:
    ldd     r18, Y + TWEAK + 15
    ori     r18, FINAL
    std     Y + TWEAK + 15, r18
    rjmp    block
full_block:
    ldi     r20, 32
/* A block of UBI (section 3.4) with r20 bytes: G = the state ^ the block */
block:
    movw    r24, r28
    sbiw    r24, 32
    movw    r18, r24
    rcall   encrypt
    movw    r26, r28
    movw    r30, r28
    sbiw    r30, 32
    ldi     r18, 32
1:
    ld      r0, Z
    ld      r19, X+
    eor     r0, r19
    st      Z+, r0
    dec     r18
    brne    1b
    ldd     r18, Y + TWEAK + 15
    andi    r18, lo8(~FIRST)
    std     Y + TWEAK + 15, r18
    ret
    .size   end, . - end

/* Z = the place of byte r18 of the buffer. */
    .type   place, @function
place:
    movw    r30, r28
    add     r30, r18
    adc     r31, r1
    ret
    .size   place, . - place

/* A byte, r13, goes into the buffer. */
    .type   add_byte, @function
add_byte:
    ldd     r18, Y + PTR
    cpi     r18, 32
    brne    1f
    rcall   full_block
    ldi     r18, 0
1:
    rcall   place
    inc     r18
    std     Y + PTR, r18
    st      Z, r13
    ret
    .size   add_byte, . - add_byte

    .global mote_skein256_init
    .type   mote_skein256_init, @function
mote_skein256_init:
    clr     r18
    clr     r19
    .size   mote_skein256_init, . - mote_skein256_init

    .global mote_skein256_init_keyed
    .type   mote_skein256_init_keyed, @function
mote_skein256_init_keyed:
    push    r28
    push    r29
    movw    r30, r24
    adiw    r24, 32
    movw    r28, r24
    std     Y + OUT_SIZE, r22
    std     Y + OUT_SIZE + 1, r23
    ldi     r22, 32
1:
    st      Z+, r1
    dec     r22
    brne    1b
    movw    r22, r20
    movw    r20, r18
    or      r18, r19
    breq    1f
    ldi     r18, KEY
    rcall   ubi
1:
    /* The configuration string (table 7): schema, version, digest size */
    ldi     r18, CONFIGURATION
    rcall   start
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
    rcall   final_block
start_message:
    ldi     r18, MESSAGE
    rcall   start
    rjmp    back
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
    adiw    r24, 32
    movw    r28, r24
    ldi     r18, PERSONALIZATION
    rcall   ubi
    rjmp    start_message
    .size   mote_skein256_personalize, . - mote_skein256_personalize

    .global mote_skein256
    .type   mote_skein256, @function
mote_skein256:
    push    r28
    push    r29
    push    data
    push    r15
    push    left
    push    r17
    push    r13
    adiw    r24, 32
    movw    r28, r24
    movw    data, r22
    movw    left, r20
    rjmp    2f
1:
    movw    r30, data
    ld      r13, Z+
    movw    data, r30
    rcall   add_byte
2:
    subi    left, 1
    sbci    r17, 0
    brcc    1b
back_all:
    pop     r13
    pop     r17
    pop     left
    pop     r15
    pop     data
back:
    pop     r29
    pop     r28
    ret
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
    push    r13
    push    r12
    adiw    r24, 32
    movw    r28, r24
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
    mov     r13, r22
    rcall   add_byte
    ldi     r18, BIT_PAD
    std     Y + TWEAK + 14, r18
2:
    rcall   end
    ldd     left, Y + OUT_SIZE
    ldd     r17, Y + OUT_SIZE + 1
    andi    left, 0xf8
    clr     number

    /* The output function (section 3.5.3), 8 bits at a time of left: at most 256 blocks */
3:
    ldi     r18, OUTPUT + FINAL
    rcall   start
    std     Y + 0, number
    ldi     r20, 8
    movw    r18, r28
    rcall   encrypt
    /* The block is the number and zeros. */
    ldd     r0, Y + 0
    eor     r0, number
    std     Y + 0, r0
    inc     number
    movw    r26, data
    movw    r30, r28
    ldi     r20, 32
1:
    ld      r0, Z+
    st      X+, r0
    subi    left, 8
    sbci    r17, 0
    breq    1f
    dec     r20
    brne    1b
    movw    data, r26
    rjmp    3b
1:
    pop     r12
    rjmp    back_all
    .size   mote_skein256_close, . - mote_skein256_close
