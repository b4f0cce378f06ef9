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
 * stack = 189
 * constant_time = true
 * calls = []
 * block = "output_block"
 * state.S = {offset = 0, words = 4, word_bytes = 8}
 * counter = {}
 * fill = {}
 * bound = 6589
 */

/* Registers.  The state of Threefish fills all 32: words 0, 1, 2 and 3 are r24 to r31, r8 to r15,
 * r0 to r7 and r16 to r23.  A rotation by whole bytes renames the registers of words 1 and 3, and
 * has come round after eight rounds.  While a subkey is added, bytes 4 to 7 of word 0 are on the
 * stack, and byte 7 of word 3, whose register is A; Y is the stack pointer, Z the place in the
 * table. */

/*
 * The random generator of Skein-256 for AVR, classic core with movw (avr25), fast: a whole file,
 * nothing called.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 to 3.5, and 4, "Skein
 * as a PRNG"; its letters are used.
 *
 * A REQUEST has one key, the state S, for all its blocks, and one tweak.  The table of the key is
 * made once.  The output goes from the registers to where the caller wants it; the last, partial
 * block into S, which is in the table meanwhile, and on from there.  Block 0, the next state, comes
 * last.
 *
 * TABLE.  Of the tweak (section 3.3.2) t0 is small, and of t1 only the highest byte is not 0; so t2
 * = t0 + t1.  The table has two words for each word of the key, k and k + t0, in the order k0 to
 * k4, k0 to k3: subkey s begins at place s mod 5, and two subkeys in turn lie one place apart.  The
 * byte of t1 is added to the words that have t1 or t2.  Which ones depends on s mod 3: six subkeys
 * are written out, and the four rounds between them called.
 *
 * ROTATIONS (table 4) are by the nearest multiple of 8, with one-bit steps to either side for the
 * rest, 22 in eight rounds, and once by the four bits of a nibble.
 *
 * A HASH, of the state and the seed, has its message block in S.  The block encrypted goes over the
 * table, and from there to S with an exclusive or.
 *
 * WHAT IS LEFT.  The table is overwritten with zeros in the end.  Below it lie return addresses,
 * and bytes of the last block's Threefish, whose key is gone.
 *
 * BOUND for a block of a request in cycles, by this order of work: 72 rounds of 32 additions and
 * exclusive ors, 2,304; 9 times 22 one-bit steps of 10 and a rotation by nibbles of 33, 2,277; 17
 * subkeys of 32 bytes of 3, and 8 for the number s, 1,768; the first subkey loaded and the number
 * added, 72; the last one added and the block stored, 168.  In all 6,589, or 206 a byte.  Beyond
 * that, registers that a subkey takes from the state and gives back, and the place in the table,
 * are some 700; calls of rounds 126; the bytes of t1 66.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

/* Bytes of a return address */
#ifdef __AVR_3_BYTE_PC__
    .equ    RETURN, 3
#else
    .equ    RETURN, 2
#endif

/* Frame: bytes from its lowest on, which is at Y + 1 */
    .equ    COUNT, 0        /* 255 - s, of the first of six subkeys */
    .equ    P, 1            /* -(place in the table - Y) while a subkey is added */
    .equ    T1, 2           /* the highest byte of t1 */
    .equ    NUMBER, 3       /* of the output block; 0 in a hash */
    .equ    TARGET, 5       /* address of the block that is computed */
    .equ    CC, 7           /* of the context */
    .equ    PLACE, 9        /* of the next byte of the seed */
    .equ    LEFT, 11        /* bytes of the seed, or of the request */
    .equ    POSITION, 13    /* in the message, 3 bytes */
    .equ    TABLE, 16
    .equ    TABLE_BYTES, 9 * 16
    .equ    FRAME, TABLE + TABLE_BYTES

/* What lies below the frame while a subkey is added, from Y on: a return address, and */
    .equ    BYTE4, 1        /* of word 0, and the three bytes behind it */
    .equ    BYTE7, 5        /* of word 3 */
    .equ    BASE, 6 + RETURN
    .equ    START, BASE + TABLE

    .equ    OUTPUT, 0xff    /* types and flags (table 6): 63, first and final */
    .equ    MESSAGE, 0x30
    .equ    FIRST, 0x40
    .equ    FINAL, 0x80

/* name = the register of byte i of a word; BYTES1 and BYTES3 are what words 1 and 3 have been
 * rotated by to the left */
    .macro  register name, word, i
    .if     \word == 3
    .set    \name, 16 + ((\i - BYTES3) & 7)
    .elseif \word == 1
    .set    \name, 8 + ((\i - BYTES1) & 7)
    .elseif \word == 0
    .set    \name, 24 + \i
    .else
    .set    \name, \i
    .endif
    .endm

/* MIX (section 3.3.1): word a += word b; b is rotated to the left by so many bytes and bits, and ^=
   a */
    .macro  mix a, b, bytes, bits
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \a, \i
    register from, \b, \i
    .if     \i == 0
    add     to, from
    .else
    adc     to, from
    .endif
    .endr
    .rept   (\bits) * -((\bits) > 0)
    register top, \b, 7
    register bottom, \b, 0
    bst     top, 7
    lsl     bottom
    .irp    i, 1, 2, 3, 4, 5, 6, 7
    register to, \b, \i
    rol     to
    .endr
    bld     bottom, 0
    .endr
    .rept   (\bits) * ((\bits) < 0)
    register top, \b, 7
    register bottom, \b, 0
    bst     bottom, 0
    lsr     top
    .irp    i, 6, 5, 4, 3, 2, 1, 0
    register to, \b, \i
    ror     to
    .endr
    bld     top, 7
    .endr
    .set    BYTES\b, BYTES\b + \bytes
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register from, \a, \i
    register to, \b, \i
    eor     to, from
    .endr
    .endm

/* The same with word 3 rotated to the right by 4 bits: nibbles, of which the high ones move on to
 * the next byte. */
    .macro  mix_nibbles bytes
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, 0, \i
    register from, 3, \i
    .if     \i == 0
    add     to, from
    .else
    adc     to, from
    .endif
    .endr
    push    r0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, 3, \i
    swap    to
    .if     \i == 0
    mov     r0, to
    .else
    register from, 3, (\i-1)
    eor     from, to
    andi    from, 0x0f
    eor     from, to
    .endif
    .endr
    eor     to, r0
    andi    to, 0x0f
    eor     to, r0
    pop     r0
    .set    BYTES3, BYTES3 + \bytes
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register from, 0, \i
    register to, 3, \i
    eor     to, from
    .endr
    .endm

/* The word at Z + offset is added to a word that is in registers, its first `count` bytes. */
    .macro  plus word, offset, count, temporary
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i < \count
    register to, \word, \i
    ldd     \temporary, Z + \offset + \i
    .if     \i == 0
    add     to, \temporary
    .else
    adc     to, \temporary
    .endif
    .endif
    .endr
    .endm

/* Word 3 += the number of a subkey, `index` behind COUNT's; r30 = 255 - s, or 256 - s */
    .macro  plus_number index
    ldd     r30, Y + BASE + COUNT
    .if     \index == 0
    sec
    .elseif \index == 1
    clc
    .else
    subi    r30, \index - 1
    .endif
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, 3, \i
    .if     \i == 0
    sbc     to, r30
    .else
    sbci    to, 0xff
    .endif
    .endr
    .endm

/* Words 1 and 2 += those of a subkey, with the tweak's words index and index + 1 modulo 3, at Z;
 * their highest bytes are first and second. */
    .macro  plus_tweaked index, temporary
    .set    PAIR, 0
    .if     \index % 3 != 1
    .set    PAIR, 8
    .endif
    plus    1, 16+PAIR, 8, \temporary
    .if     \index % 3 != 0
    register to, 1, 7
    ldd     \temporary, Y + BASE + T1
    add     to, \temporary
    .endif
    .set    PAIR, 0
    .if     \index % 3 != 0
    .set    PAIR, 8
    .endif
    plus    2, 32+PAIR, 8, \temporary
    .if     \index % 3 != 2
    ldd     \temporary, Y + BASE + T1
    add     r7, \temporary
    .endif
    .endm

/* Adds a subkey (section 3.3.2), `index` behind COUNT's. */
    .macro  subkey index
    .set    BYTES1, 17 * (\index & 1)
    .set    BYTES3, 15 * (\index & 1)
    register A, 3, 7
    push    A
    push    r31
    push    r30
    push    r29
    push    r28
    in      r28, SPL
    in      r29, SPH
    plus_number \index
    .if     \index == 0
    cpi     r30, 255 - 18
    brne    1f
    rjmp    last
1:
    .elseif \index == 5
    subi    r30, 2
    std     Y + BASE + COUNT, r30
    .endif
    ldd     r30, Y + BASE + P
    .if     \index & 1
    subi    r30, 16
    mov     r31, r30
    subi    r31, 16
    cpi     r31, 256 - (START + 4 * 16)
    brcc    1f
    subi    r31, -5 * 16
1:
    std     Y + BASE + P, r31
    .endif
    sub     r28, r30
    sbci    r29, 0xff
    movw    r30, r28
    plus    3, 48, 8, r28
    in      r28, SPL
    in      r29, SPH
    std     Y + BYTE7, A
    plus_tweaked \index, A
    plus    0, 0, 4, A
    ldd     r28, Z + 4
    pop     A
    adc     r28, A
    ldd     r29, Z + 5
    pop     A
    adc     r29, A
    ldd     A, Z + 6
    ldd     r31, Z + 7
    pop     r30
    adc     r30, A
    pop     A
    adc     r31, A
    pop     A
    .endm

    table_section data

/* The chaining value behind the configuration of a digest of 256 bits (section 3.5.2, appendix B)
   */
initial_value:
    .byte   0x49, 0xb4, 0x48, 0xd0, 0x60, 0xa8, 0x9d, 0xfc
    .byte   0x33, 0xd8, 0xa7, 0x9f, 0x47, 0x66, 0xca, 0x2f
    .byte   0x0f, 0x84, 0x56, 0x66, 0x89, 0xc3, 0x3b, 0xb3
    .byte   0x69, 0xda, 0xe8, 0xfd, 0x20, 0xe9, 0x54, 0x6a

    .text

/* Four rounds, with the rotations of rounds 0 to 3 and 4 to 7 */
rounds_0:
    .set    BYTES1, 0
    .set    BYTES3, 0
    mix     0, 1, 2, -2
    mix     2, 3, 2, 0
    mix_nibbles 7
    mix     2, 1, 7, 1
    mix     0, 1, 3, -1
    mix     2, 3, 5, 0
    mix     0, 3, 1, -3
    mix     2, 1, 5, -3
    ret
rounds_4:
    mix     0, 1, 3, 1
    mix     2, 3, 4, 1
    mix     0, 3, 6, -2
    mix     2, 1, 1, 4
    mix     0, 1, 7, 2
    mix     2, 3, 3, -2
    mix     0, 3, 4, 0
    mix     2, 1, 4, 0
    ret

/* The next output block (section 3.5.3) is encrypted: what the first subkey leaves is the table's,
 * but for the number. */
output_block:
    ldi     r24, 0xff
    std     Y + 1 + COUNT, r24
    ldi     r24, lo8(-START)
    std     Y + 1 + P, r24
    ldd     r24, Y + 1 + NUMBER
    ldd     r25, Y + 1 + NUMBER + 1
    adiw    r24, 1
    std     Y + 1 + NUMBER, r24
    std     Y + 1 + NUMBER + 1, r25
    ldd     r26, Y + 1 + T1
    adiw    r28, 1 + TABLE
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r\i, Y + 32 + \i
    .endr
    add     r7, r26
    .irp    i, 8, 9, 10, 11, 12, 13, 14, 15
    ldd     r\i, Y + 16 + \i
    .endr
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    ldd     r\i, Y + 32 + \i
    .endr
    ldi     r30, 0
    ldd     r31, Y + 0
    add     r24, r31
    ldd     r31, Y + 1
    adc     r25, r31
    ldd     r26, Y + 2
    adc     r26, r30
    ldd     r27, Y + 3
    adc     r27, r30
    .irp    i, 4, 5, 6
    ldd     r31, Y + \i
    adc     r31, r30
    push    r31
    .endr
    ldd     r31, Y + 7
    adc     r31, r30
    pop     r30
    pop     r29
    pop     r28
    rjmp    first_rounds

/* The block at S is encrypted. */
message_block:
    ldi     r24, 0xff
    std     Y + 1 + COUNT, r24
    ldi     r24, lo8(-START)
    std     Y + 1 + P, r24
    ldd     r30, Y + 1 + CC
    ldd     r31, Y + 1 + CC + 1
    .irp    i, 0, 1, 2, 3
    ldd     24 + \i, Z + \i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r\i, Z + 16 + \i
    .endr
    .irp    i, 8, 9, 10, 11, 12, 13, 14, 15
    ldd     r\i, Z + \i
    .endr
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    ldd     r\i, Z + 8 + \i
    .endr
    ldd     r28, Z + 4
    ldd     r29, Z + 5
    push    r26
    ldd     r26, Z + 6
    ldd     r31, Z + 7
    mov     r30, r26
    pop     r26
six:
    subkey  0
first_rounds:
    rcall   rounds_0
    subkey  1
    rcall   rounds_4
    subkey  2
    rcall   rounds_0
    subkey  3
    rcall   rounds_4
    subkey  4
    rcall   rounds_0
    subkey  5
    rcall   rounds_4
    rjmp    six

/* The last subkey, 18; the block, ^ NUMBER, goes to TARGET, whose end X is. */
last:
    .set    BYTES1, 0
    .set    BYTES3, 0
    push    r27
    push    r26
    in      r28, SPL
    in      r29, SPH
    movw    r30, r28
    subi    r30, lo8(-(START + 2 + 3 * 16))
    sbci    r31, hi8(-(START + 2 + 3 * 16))
    plus    1, 24, 8, r26
    plus    2, 32, 8, r26
    ldd     r26, Y + BASE + 2 + T1
    add     r7, r26
    plus    3, 48, 8, r26
    plus    0, 0, 2, r26
    ldd     r26, Y + BASE + 2 + NUMBER
    eor     r24, r26
    ldd     r26, Y + BASE + 2 + NUMBER + 1
    eor     r25, r26
    ldd     r26, Y + BASE + 2 + TARGET
    ldd     r27, Y + BASE + 2 + TARGET + 1
    st      X+, r24
    st      X+, r25
    .irp    i, 2, 3, 4, 5, 6, 7
    ldd     r28, Z + \i
    pop     r29
    adc     r28, r29
    st      X+, r28
    .endr
    .irp    i, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
    st      X+, r\i
    .endr
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    st      X+, r\i
    .endr
    pop     r0
    ret

/* The table of the key at S (section 3.3.2) for the output function: t0 = 8 */
output_table:
    ldi     r20, OUTPUT
    std     Y + 1 + T1, r20
    ldi     r20, 8
    clr     r21
    clr     r22
state_table:
    ldd     r26, Y + 1 + CC
    ldd     r27, Y + 1 + CC + 1
/* The table of the key at X; t0 is r20 to r22.  Keeps Y. */
table:
    clr     r1
    movw    r30, r28
    adiw    r30, 1 + TABLE
    movw    r24, r30
    ldi     r18, 0x22
    mov     r8, r18
    ldi     r18, 0x1a
    mov     r9, r18
    ldi     r18, 0xfc
    mov     r10, r18
    ldi     r18, 0xa9
    mov     r11, r18
    ldi     r18, 0xda
    mov     r12, r18
    ldi     r18, 0x1b
    mov     r13, r18
    mov     r15, r18
    ldi     r18, 0xd1
    mov     r14, r18
    ldi     r18, 5
1:
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ld      r0, X+
    std     Z + \i, r0
    eor     8 + \i, r0
    .if     \i == 0
    add     r0, r20
    .elseif \i < 3
    adc     r0, 20 + \i
    .else
    adc     r0, r1
    .endif
    std     Z + 8 + \i, r0
    .endr
    adiw    r30, 16
    dec     r18
    breq    2f
    cpi     r18, 1
    brne    1b
    /* The parity, once the four words are through */
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    std     Z + \i, 8 + \i
    .endr
    movw    r26, r30
    rjmp    1b
2:
    movw    r26, r24
    ldi     r18, 4 * 16
1:
    ld      r0, X+
    st      Z+, r0
    dec     r18
    brne    1b
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
    .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    in      r28, SPL
    in      r29, SPH
    subi    r28, lo8(FRAME)
    sbci    r29, hi8(FRAME)
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    std     Y + 1 + CC, r24
    std     Y + 1 + CC + 1, r25
    std     Y + 1 + TARGET, r22
    std     Y + 1 + TARGET + 1, r23
    std     Y + 1 + PLACE, r22
    std     Y + 1 + PLACE + 1, r23
    std     Y + 1 + LEFT, r20
    std     Y + 1 + LEFT + 1, r21
    brtc    request
    rjmp    hash

/* A request: r16 is 0 for an unseeded generator */
request:
    movw    r30, r24
    ldi     r18, 32
    clr     r16
1:
    ld      r0, Z+
    or      r16, r0
    dec     r18
    brne    1b
    tst     r16
    brne    seeded
    /* Zeros instead */
    movw    r26, r22
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
seeded:
    rcall   output_table
    std     Y + 1 + NUMBER, r1
    std     Y + 1 + NUMBER + 1, r1
next:
    ldd     r24, Y + 1 + LEFT
    ldd     r25, Y + 1 + LEFT + 1
    sbiw    r24, 32
    brcs    partial
    std     Y + 1 + LEFT, r24
    std     Y + 1 + LEFT + 1, r25
    rcall   output_block
    in      r28, SPL
    in      r29, SPH
    std     Y + 1 + TARGET, r26
    std     Y + 1 + TARGET + 1, r27
    rjmp    next
/* Less than a block, by way of S */
partial:
    subi    r24, -32
    breq    next_state
    std     Y + 1 + LEFT, r24
    ldd     r22, Y + 1 + TARGET
    ldd     r23, Y + 1 + TARGET + 1
    std     Y + 1 + PLACE, r22
    std     Y + 1 + PLACE + 1, r23
    ldd     r24, Y + 1 + CC
    ldd     r25, Y + 1 + CC + 1
    std     Y + 1 + TARGET, r24
    std     Y + 1 + TARGET + 1, r25
    rcall   output_block
    in      r28, SPL
    in      r29, SPH
    ldd     r18, Y + 1 + LEFT
    ldd     r30, Y + 1 + PLACE
    ldd     r31, Y + 1 + PLACE + 1
    sbiw    r26, 32
1:
    ld      r0, X+
    st      Z+, r0
    dec     r18
    brne    1b
/* Block 0, the next state */
next_state:
    ldd     r24, Y + 1 + CC
    ldd     r25, Y + 1 + CC + 1
    std     Y + 1 + TARGET, r24
    std     Y + 1 + TARGET + 1, r25
    ldi     r24, 0xff
    std     Y + 1 + NUMBER, r24
    std     Y + 1 + NUMBER + 1, r24
    rcall   output_block
    in      r28, SPL
    in      r29, SPH
done:
    clr     r24
    clr     r25
leave:
    /* Nothing of the old state is left. */
    clr     r1
    movw    r30, r28
    adiw    r30, 1 + TABLE
    ldi     r18, TABLE_BYTES
1:
    st      Z+, r1
    dec     r18
    brne    1b
    subi    r28, lo8(-FRAME)
    sbci    r29, hi8(-FRAME)
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\r
    .endr
    ret

/* The state becomes the hash of the state and the seed (section 4). */
hash:
    or      r20, r21
    breq    done
    std     Y + 1 + NUMBER, r1
    std     Y + 1 + NUMBER + 1, r1
    /* The initial value, to the end of the table, which is filled last */
    set_rampz initial_value
    ldi     r30, lo8(initial_value)
    ldi     r31, hi8(initial_value)
    movw    r26, r28
    subi    r26, lo8(-(1 + TABLE + TABLE_BYTES - 32))
    sbci    r27, hi8(-(1 + TABLE + TABLE_BYTES - 32))
    ldi     r18, 32
1:
    lpm     r0, Z+
    st      X+, r0
    dec     r18
    brne    1b
    sbiw    r26, 32
    ldi     r20, MESSAGE | FIRST
    std     Y + 1 + T1, r20
    ldi     r20, 32
    clr     r21
    clr     r22
    std     Y + 1 + POSITION, r20
    std     Y + 1 + POSITION + 1, r21
    std     Y + 1 + POSITION + 2, r22
    rcall   table
/* S ^= the block at S encrypted, which goes over the table. */
chain:
    movw    r30, r28
    adiw    r30, 1 + TABLE
    std     Y + 1 + TARGET, r30
    std     Y + 1 + TARGET + 1, r31
    rcall   message_block
    in      r28, SPL
    in      r29, SPH
    movw    r30, r26
    sbiw    r30, 32
    ldd     r26, Y + 1 + CC
    ldd     r27, Y + 1 + CC + 1
    ldi     r18, 32
1:
    ld      r0, Z+
    ld      r1, X
    eor     r0, r1
    st      X+, r0
    dec     r18
    brne    1b
    ldd     r24, Y + 1 + LEFT
    ldd     r25, Y + 1 + LEFT + 1
    sbiw    r24, 0
    brne    1f
    rcall   output_table
    rjmp    next_state
    /* Up to 32 bytes, r17, and the position behind them */
1:
    ldi     r17, 32
    ldi     r16, MESSAGE | FINAL
    sbiw    r24, 32
    breq    2f
    ldi     r16, MESSAGE
    brcc    2f
    ldi     r16, MESSAGE | FINAL
    mov     r17, r24
    subi    r17, -32
    clr     r24
    clr     r25
2:
    std     Y + 1 + LEFT, r24
    std     Y + 1 + LEFT + 1, r25
    std     Y + 1 + T1, r16
    clr     r0
    ldd     r20, Y + 1 + POSITION
    ldd     r21, Y + 1 + POSITION + 1
    ldd     r22, Y + 1 + POSITION + 2
    add     r20, r17
    adc     r21, r0
    adc     r22, r0
    std     Y + 1 + POSITION, r20
    std     Y + 1 + POSITION + 1, r21
    std     Y + 1 + POSITION + 2, r22
    rcall   state_table
    /* They, and zeros behind them, to S */
    ldd     r30, Y + 1 + PLACE
    ldd     r31, Y + 1 + PLACE + 1
    ldd     r26, Y + 1 + CC
    ldd     r27, Y + 1 + CC + 1
    ldi     r18, 32
    sub     r18, r17
1:
    ld      r0, Z+
    st      X+, r0
    dec     r17
    brne    1b
    rjmp    2f
1:
    st      X+, r1
    dec     r18
2:
    tst     r18
    brne    1b
    std     Y + 1 + PLACE, r30
    std     Y + 1 + PLACE + 1, r31
    rjmp    chain
    .size   mote_skein_prng_generate, . - mote_skein_prng_generate
