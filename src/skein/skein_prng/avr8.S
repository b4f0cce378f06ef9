/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5 and 4"
 * functions = [
 *   "mote_skein_prng_init(cc)",
 *   "mote_skein_prng_seed(cc, data, len)",
 *   "mote_skein_prng_generate(cc, dst, len)",
 * ]
 * reads = {data = "len"}
 * writes = {cc = 32, dst = "len"}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 174
 * constant_time = true
 * calls = []
 * block = "crypt"
 * state.S = {offset = 0, words = 4, word_bytes = 8}
 * counter = {}
 * fill = {}
 */

/* Registers in Threefish: skein/threefish256_avr8.inc.  Elsewhere: */
#define left r12        /* and r13: bytes */
#define data r14        /* and r15: where to go on */
#define cc r16          /* and r17: the context */
/* Y is the frame; X and Z walk, r18 counts; r1 is zero. */

/*
 * The random generator of Skein-256 for AVR, classic core with movw (avr25), small: a whole file,
 * nothing called.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 to 3.5, and 4, "Skein
 * as a PRNG"; its letters are used.
 *
 * Seed and request are the same step (section 3.4): G = the block encrypted with G, ^ the block.
 * What it leaves on the stack is overwritten with zeros in the end.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

#include "common/avr8_tables.inc"
#include "skein/threefish256_avr8.inc"

/* Frame, from Y on */
    .equ    TWEAK, 1        /* 16 bytes */
    .equ    BLOCK, 17
    .equ    G, 49
    .equ    FRAME, 80
    .equ    BELOW, 84       /* of the frame: what a step takes of the stack */

/* Types of a UBI computation (table 6) and flags, in the tweak's highest byte */
    .equ    MESSAGE, 48
    .equ    OUTPUT, 63
    .equ    FIRST, 0x40
    .equ    FINAL, 0x80

    table_section data

/* The chaining value behind the configuration of a digest of 256 bits (section 3.5.2, appendix B)
   */
initial_value:
    .byte   0x49, 0xb4, 0x48, 0xd0, 0x60, 0xa8, 0x9d, 0xfc
    .byte   0x33, 0xd8, 0xa7, 0x9f, 0x47, 0x66, 0xca, 0x2f
    .byte   0x0f, 0x84, 0x56, 0x66, 0x89, 0xc3, 0x3b, 0xb3
    .byte   0x69, 0xda, 0xe8, 0xfd, 0x20, 0xe9, 0x54, 0x6a

    .text

/* Block 0 of the output function, then the state from there, and back to the caller */
state_block:
    rcall   clear_block
    rcall   output_step
store_state:
    movw    r26, cc
    ldi     r18, 32
    rcall   from_G
done:
    ldi     r24, 0
    ldi     r25, 0
leave:
    ldi     r18, BELOW
1:
    push    r1
    dec     r18
    brne    1b
    ldi     r18, BELOW + FRAME
1:
    pop     r0
    dec     r18
    brne    1b
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12
    pop     r\r
    .endr
    ret

/* G = the state; the block, with the tweak of the output function (section 3.5.3) */
output_step:
    movw    r30, cc
    movw    r26, r28
    adiw    r26, G
    ldi     r18, 32
    rcall   copy
output_of_G:
    ldi     r18, 8
    std     Y + TWEAK, r18
    std     Y + TWEAK + 1, r1
    std     Y + TWEAK + 2, r1
    ldi     r18, OUTPUT | FIRST | FINAL
    std     Y + TWEAK + 15, r18
/* A block of UBI (section 3.4) */
step_of_G:
    movw    r24, r28
    adiw    r24, TWEAK
    movw    r22, r24
    adiw    r24, BLOCK - TWEAK
    movw    r20, r24
    adiw    r24, G - BLOCK
    movw    r18, r24
    rcall   crypt
    movw    r26, r28
    adiw    r26, BLOCK
    movw    r30, r28
    adiw    r30, G
    ldi     r18, 32
1:
    ld      r0, Z
    ld      r19, X+
    eor     r0, r19
    st      Z+, r0
    dec     r18
    brne    1b
    ret

/* The block = zeros */
clear_block:
    movw    r26, r28
    adiw    r26, BLOCK
    ldi     r18, 32
1:
    st      X+, r1
    dec     r18
    brne    1b
    ret

/* r18 bytes of G to X */
from_G:
    movw    r30, r28
    adiw    r30, G
    rjmp    copy
/* r18 bytes at Z to the block */
to_block:
    movw    r26, r28
    adiw    r26, BLOCK
/* r18 bytes from Z to X */
copy:
    ld      r0, Z+
    st      X+, r0
    dec     r18
    brne    copy
    ret

/* r18 = bytes of the next block, 1 to 32; they are no longer left.  r19 is FINAL for the last
   block. */
take:
    movw    r24, left
    ldi     r18, 32
    ldi     r19, 0
    sbiw    r24, 32
    breq    1f
    brcc    2f
    add     r18, r24
    ldi     r24, 0
    ldi     r25, 0
1:
    ldi     r19, FINAL
2:
    movw    left, r24
    ret

    .global mote_skein_prng_init
    .type   mote_skein_prng_init, @function
mote_skein_prng_init:
    movw    r30, r24
    ldi     r18, 32
1:
    st      Z+, r1
    dec     r18
    brne    1b
    ret
    .size   mote_skein_prng_init, . - mote_skein_prng_init

    .global mote_skein_prng_seed
    .type   mote_skein_prng_seed, @function
mote_skein_prng_seed:
    set
    rjmp    enter
    .size   mote_skein_prng_seed, . - mote_skein_prng_seed

    .global mote_skein_prng_generate
    .type   mote_skein_prng_generate, @function
mote_skein_prng_generate:
    clt
enter:
    .irp    r, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    ldi     r18, FRAME
1:
    push    r1
    dec     r18
    brne    1b
    in      r28, SPL
    in      r29, SPH
    movw    cc, r24
    movw    data, r22
    movw    left, r20
    brts    hash

    /* A request: zeros and -1 if there was no seed */
    movw    r30, cc
    ldi     r18, 32
    ldi     r19, 0
1:
    ld      r0, Z+
    or      r19, r0
    dec     r18
    brne    1b
    tst     r19
    brne    next
    movw    r26, data
1:
    subi    r20, 1
    sbci    r21, 0
    brcs    2f
    st      X+, r1
    rjmp    1b
2:
    ldi     r24, 0xff
    ldi     r25, 0xff
    rjmp    leave

    /* The output function of the state, from its second block on */
next:
    cp      left, r1
    cpc     r13, r1
    brne    1f
    rjmp    state_block
1:
    ldd     r24, Y + BLOCK
    ldd     r25, Y + BLOCK + 1
    adiw    r24, 1
    std     Y + BLOCK, r24
    std     Y + BLOCK + 1, r25
    rcall   output_step
    rcall   take
    movw    r26, data
    rcall   from_G
    movw    data, r26
    rjmp    next

    /* The state becomes the hash of the state and the seed (section 4). */
hash:
    or      r20, r21
    brne    1f
    rjmp    done
1:
    set_rampz initial_value
    ldi     r30, lo8(initial_value)
    ldi     r31, hi8(initial_value)
    movw    r26, r28
    adiw    r26, G
    ldi     r18, 32
1:
    lpm     r0, Z+
    st      X+, r0
    dec     r18
    brne    1b
    movw    r30, cc
    ldi     r18, 32
    std     Y + TWEAK, r18
    rcall   to_block
    ldi     r18, MESSAGE | FIRST
    std     Y + TWEAK + 15, r18
1:
    rcall   step_of_G
    rcall   clear_block
    cp      left, r1
    cpc     r13, r1
    breq    2f
    rcall   take
    ori     r19, MESSAGE
    std     Y + TWEAK + 15, r19
    /* The position */
    ldd     r24, Y + TWEAK
    ldd     r25, Y + TWEAK + 1
    ldd     r19, Y + TWEAK + 2
    add     r24, r18
    adc     r25, r1
    adc     r19, r1
    std     Y + TWEAK, r24
    std     Y + TWEAK + 1, r25
    std     Y + TWEAK + 2, r19
    movw    r30, data
    rcall   to_block
    movw    data, r30
    rjmp    1b
2:
    rcall   output_of_G
    rjmp    store_state
    .size   mote_skein_prng_generate, . - mote_skein_prng_generate
