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

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define FEED_FORWARD

#include "common/avr8_tables.inc"
#include "skein/threefish256_avr8_fast.inc"

#include "skein/skein256_names_avr8_fast.inc"

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

#include "skein/skein256_avr8_fast.inc"
