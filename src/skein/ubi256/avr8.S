/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
 * functions = ["mote_skein_ubi256(G, tweak, block)"]
 * reads = {tweak = 16, block = 32}
 * writes = {G = 32}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 124
 * constant_time = true
 * calls = []
 * block = "mote_skein_ubi256"
 */

/* Registers.  r18 to r25 are a word of the state that is rotated; r18 is a count otherwise.  Y is the
 * frame, X and Z walk; r1 is zero. */
#define number r16      /* of a rotation in the table */
#define rounds r17      /* left before the next subkey */

/*
 * A message block of UBI with Threefish-256 for AVR, classic core with movw (avr25), small.  Nothing
 * called.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 and 3.4; its letters
 * are used.
 *
 * All words are in the frame.  After a subkey the key moves up by a word and so does the tweak, so that
 * the next subkey has its words at the same places.  A rotation is by bytes first, then by bits.
 *
 * COUNT for a message block, in cycles: 144 MIXes of some 320, 46,000; 72 permutations of 104, 7,500;
 * 19 subkeys of some 1,200, 23,000; in all some 77,000, or 2,400 a byte.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

/* Frame: k0 to k4, t0 to t2, s in 8 bytes, the state */
    .equ    K, 0
    .equ    T, K + 40
    .equ    S, T + 24
    .equ    STATE, S + 8
    .equ    FRAME, STATE + 32

    .text

/* Rotations (table 4) */
table:
    .byte   14, 16, 52, 57, 23, 40, 5, 37, 25, 33, 46, 12, 58, 22, 32, 32
/* C240 (section 3.3.2) */
    .byte   0x22, 0x1a, 0xfc, 0xa9, 0xda, 0x1b, 0xd1, 0x1b

/* r18 bytes from Z to X */
copy:
    ld      r0, Z+
    st      X+, r0
    dec     r18
    brne    copy
    ret

/* The word at X += the word at Z; both go on by a word. */
add_word:
    ldi     r18, 8
    clc
1:
    ld      r0, X
    ld      r19, Z+
    adc     r0, r19
    st      X+, r0
    dec     r18
    brne    1b
    ret

/* The first word at Z goes behind the r24 bytes that follow it. */
move_up:
    ldi     r18, 8
1:
    ld      r0, Z+
    push    r0
    dec     r18
    brne    1b
    sbiw    r30, 8
2:
    ldd     r0, Z + 8
    st      Z+, r0
    dec     r24
    brne    2b
    adiw    r30, 8
    ldi     r18, 8
3:
    pop     r0
    st      -Z, r0
    dec     r18
    brne    3b
    ret

/* MIX (section 3.3.1) of the two words at X, which goes on behind them */
mix:
    movw    r30, r26
    adiw    r30, 8
    rcall   add_word
    .irp    i, 18, 19, 20, 21, 22, 23, 24, 25
    ld      r\i, X+
    .endr
    ldi     r30, lo8(table)
    ldi     r31, hi8(table)
    add     r30, number
    adc     r31, r1
    inc     number
    lpm     r31, Z
1:
    subi    r31, 8
    brcs    2f
    mov     r0, r25
    .irp    i, 24, 23, 22, 21, 20, 19, 18
    mov     \i + 1, \i
    .endr
    mov     r18, r0
    rjmp    1b
2:
    subi    r31, -8
3:
    subi    r31, 1
    brcs    4f
    lsl     r18
    .irp    i, 19, 20, 21, 22, 23, 24, 25
    rol     r\i
    .endr
    adc     r18, r1
    rjmp    3b
4:
    .irp    i, 25, 24, 23, 22, 21, 20, 19, 18
    st      -X, r\i
    .endr
    movw    r30, r26
    sbiw    r30, 8
    ldi     r18, 8
5:
    ld      r0, X
    ld      r19, Z+
    eor     r0, r19
    st      X+, r0
    dec     r18
    brne    5b
    ret

    .global mote_skein_ubi256
    .type   mote_skein_ubi256, @function
mote_skein_ubi256:
    .irp    r, 16, 17, 28, 29, 25, 24, 21, 20
    push    r\r
    .endr
    in      r28, SPL
    in      r29, SPH
    subi    r28, FRAME
    sbci    r29, 0
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    adiw    r28, 1

    /* Key and tweak, with their parities (section 3.3.2), s = 0, the block */
    movw    r26, r28
    movw    r30, r24
    ldi     r18, 32
    rcall   copy
    adiw    r26, 8
    movw    r30, r22
    ldi     r18, 16
    rcall   copy
    adiw    r26, 8
    ldi     r30, lo8(table + 16)
    ldi     r31, hi8(table + 16)
    ldi     r18, 8
1:
    lpm     r0, Z+
    .irp    i, 0, 8, 16, 24
    ldd     r19, Y + K + \i
    eor     r0, r19
    .endr
    std     Y + K + 32, r0
    ldd     r0, Y + T
    ldd     r19, Y + T + 8
    eor     r0, r19
    std     Y + T + 16, r0
    adiw    r28, 1
    st      X+, r1
    dec     r18
    brne    1b
    sbiw    r28, 8
    movw    r30, r20
    ldi     r18, 32
    rcall   copy

    clr     number
subkey:
    movw    r30, r28
    sbiw    r26, 32
    ldi     r24, 4
1:
    rcall   add_word
    dec     r24
    brne    1b
    sbiw    r26, 24
    adiw    r30, 8
    rcall   add_word
    rcall   add_word
    adiw    r30, 8
    rcall   add_word
    sbiw    r30, 8
    ld      r24, Z
    cpi     r24, 18
    breq    feed_forward
    inc     r24
    st      Z, r24
    movw    r30, r28
    ldi     r24, 32
    rcall   move_up
    adiw    r30, T - 32
    ldi     r24, 16
    rcall   move_up

    ldi     rounds, 4
round:
    sbiw    r26, 32
    rcall   mix
    rcall   mix
    /* Words 1 and 3 change places (table 3). */
    movw    r30, r26
    sbiw    r30, 24
    ldi     r18, 8
1:
    ld      r0, Z
    ldd     r19, Z + 16
    std     Z + 16, r0
    st      Z+, r19
    dec     r18
    brne    1b
    dec     rounds
    brne    round
    andi    number, 15
    rjmp    subkey

    /* G = the state ^ the block (section 3.4); X is behind the frame, where their addresses are. */
feed_forward:
    ld      r18, X+
    ld      r19, X+
    ld      r30, X+
    ld      r31, X+
    movw    r26, r18
    subi    r28, -STATE
    sbci    r29, -1
    ldi     r18, 32
1:
    ld      r0, X+
    ld      r19, Y+
    eor     r0, r19
    st      Z+, r0
    dec     r18
    brne    1b

    adiw    r28, 3
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    .irp    r, 29, 28, 17, 16
    pop     r\r
    .endr
    ret
    .size   mote_skein_ubi256, . - mote_skein_ubi256
