/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
 * functions = ["mote_skein_ubi512(G, tweak, block)"]
 * reads = {tweak = 16, block = 64}
 * writes = {G = 64}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 291
 * constant_time = true
 * calls = []
 * block = "mote_skein_ubi512"
 * bound = 23048
 * defines = ["THREEFISH_WORDS32"]
 */

/* Registers in the rounds.  Four words are in registers, two even ones, A and B, and two odd ones, C
 * and D; three bytes of A make room for D.
 *   r1-r8    B
 *   r9-r13   bytes 0 to 4 of A; its others are in r16-r18 or r19-r21
 *   r14, r15, r22-r24, and those of r16-r21 that A has not    C
 *   r25-r27, r30, r31, and those of r16-r21 that A had        D
 *   r0       temporary
 *   Y        the state in the frame
 *   Z        place in the key, X the place where that is kept, before D is there
 */

/*
 * A message block of UBI with Threefish-512 for AVR, classic core with movw (avr25), fast.  Nothing
 * called.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 and 3.4; its letters
 * are used.
 *
 * ROUNDS.  The permutation of words (table 3) renames them, and has come round after four rounds.  By
 * two rounds, four words go among themselves: 0 to 3 and 4 to 7 in the first two of four rounds, with
 * MIXes (A, C), (B, D), (B, C), (A, D); then 4, 1, 6, 3 and 0, 5, 2, 7.  So words are in registers for
 * two rounds, and half of the even ones, 4 and 6, 0 and 2, for four.
 *
 * ROTATIONS (table 4) are by the nearest multiple of 8, which renames the registers of a word, with
 * one-bit steps to either side for the rest: 60 in eight rounds, of 28 rotations.
 *
 * SUBKEY s (section 3.3.2) is the words s to s + 7 of the key, modulo 9, of which words s + 5 and s + 6
 * have the tweak added: E(s) and E(s + 1), E(j) = k(j + 5 mod 9) + t(j mod 3), of period 9.  K is the
 * key up to word 14, E goes up to E(9), and one place goes through both.
 *
 * BOUND for a message block in cycles, by this order of work: 288 MIXes of 16, 4,608; 9 times 60 steps
 * of 9 and 28 copies, 5,112; 18 times 384 for words in and out of registers, 6,912, and 48 for three
 * bytes of A, 864; 19 subkeys of 64 bytes of 3, and 8 for the number s, 3,800; K 528 and E 392; the
 * block in 384, the result out 448 beside its subkey.  In all 23,048, or 360 a byte.  Beyond that, places
 * in the key are some 700, registers of the caller, the frame and loops some 500.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

/* Frame: bytes from its lowest on.  SP is below it, Y is at the state in the rounds. */
    .equ    S, 0            /* the complement of s */
    .equ    PLACE, 1        /* in K; the address of the block, before */
    .equ    STATE, 3
    .equ    G, STATE + 64   /* address */
    .equ    K, G + 2        /* key words 0 to 8, 0 to 5 */
    .equ    E, K + 15 * 8   /* E(0) to E(9) */
    .equ    FRAME, E + 10 * 8

#define ALL 0, 1, 2, 3, 4, 5, 6, 7

/* A section of its own, which linkers put last: what comes before it is not parted by its 4.5 KB, as
 * rcall reaches over 4 KB. */
    .section .text.mote_skein_ubi512, "ax", @progbits

/* name = the register of byte i of a word; BYTES_C and BYTES_D are what C and D have been rotated by to
 * the left, SECOND is 1 if bytes 5 to 7 of A are in r19-r21, WAS_SECOND if they were when D came */
    .macro  register name, word, i
    .ifc    \word, A
    .set    \name, 9 + \i
    .if     \i > 4
    .set    \name, 11 + 3 * SECOND + \i
    .endif
    .endif
    .ifc    \word, B
    .set    \name, 1 + \i
    .endif
    .ifc    \word, C
    .set    place, (\i - BYTES_C) & 7
    .set    \name, 14 + place
    .if     place > 1
    .set    \name, 20 + place
    .endif
    .if     place > 4
    .set    \name, 11 + 3 * (1 - SECOND) + place
    .endif
    .endif
    .ifc    \word, D
    .set    place, (\i - BYTES_D) & 7
    .set    \name, 25 + place
    .if     place > 2
    .set    \name, 27 + place
    .endif
    .if     place > 4
    .set    \name, 11 + 3 * WAS_SECOND + place
    .endif
    .endif
    .endm

/* MIX (section 3.3.1): word a += word b; b is rotated to the left by so many bits, and ^= a */
    .macro  mix a, b, distance
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \a, \i
    register from, \b, \i
    .if     \i == 0
    add     to, from
    .else
    adc     to, from
    .endif
    .endr
    .set    steps, \distance - 8 * ((\distance + 4) / 8)
    .if     steps > 0
    register top, \b, 7
    mov     r0, top
    .rept   steps
    lsl     r0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \b, \i
    rol     to
    .endr
    .endr
    .endif
    .if     steps < 0
    register bottom, \b, 0
    mov     r0, bottom
    .rept   -steps
    lsr     r0
    .irp    i, 7, 6, 5, 4, 3, 2, 1, 0
    register to, \b, \i
    ror     to
    .endr
    .endr
    .endif
    .set    BYTES_\b, BYTES_\b + (\distance + 4) / 8
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register from, \a, \i
    register to, \b, \i
    eor     to, from
    .endr
    .endm

/* Bytes `bytes` of a word from word `number` of the state, or back */
    .macro  load word, number, bytes:vararg
    .irp    i, \bytes
    register to, \word, \i
    ldd     to, Y + 8 * \number + \i
    .endr
    .endm

    .macro  store word, number, bytes:vararg
    .irp    i, \bytes
    register from, \word, \i
    std     Y + 8 * \number + \i, from
    .endr
    .endm

/* word += the word at Z + offset */
    .macro  plus word, offset
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \word, \i
    ldd     r0, Z + \offset + \i
    .if     \i == 0
    add     to, r0
    .else
    adc     to, r0
    .endif
    .endr
    .endm

/* D = the word at Z + offset + word `number` of the state; its bytes 3 and 4 are Z. */
    .macro  load_plus number, offset
    .irp    i, 0, 1, 2, 5, 6, 7
    register to, D, \i
    ldd     to, Z + \offset + \i
    .endr
    ldd     r0, Z + \offset + 3
    ldd     r31, Z + \offset + 4
    mov     r30, r0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, D, \i
    ldd     r0, Y + 8 * \number + \i
    .if     \i == 0
    add     to, r0
    .else
    adc     to, r0
    .endif
    .endr
    .endm

/* Two rounds with four words.  First MIX (A, C), and room for D */
    .macro  begin a, distance
    mix     A, C, \distance
    store   A, \a, 5, 6, 7
    .set    BYTES_D, 0
    .set    WAS_SECOND, SECOND
    .endm

/* MIX (B, D), (B, C), (A, D); A and B stay in registers, too. */
    .macro  end a, c, d, distance_bd, distance_bc, distance_ad
    mix     B, D, \distance_bd
    mix     B, C, \distance_bc
    store   C, \c, ALL
    .set    SECOND, 1 - SECOND
    load    A, \a, 5, 6, 7
    mix     A, D, \distance_ad
    store   D, \d, ALL
    .endm

/* Four rounds, and the subkey before them (sections 3.3.1 to 3.3.3), with the distances of all rounds in
 * turn; words 0 and 2 are A and B. */
    .macro  four_rounds d00, d01, d02, d03, d10, d11, d12, d13, d20, d21, d22, d23, d30, d31, d32, d33
    in      r30, SPL            /* rounds 0 and 1 of words 0 to 3 */
    in      r31, SPH
    ldd     r0, Z + 1 + PLACE
    ldd     r31, Z + 2 + PLACE
    mov     r30, r0
    .set    BYTES_C, 0
    plus    A, 0
    plus    B, 16
    load    C, 1, ALL
    plus    C, 8
    begin   0, \d00
    load_plus 3, 24
    end     0, 1, 3, \d01, \d10, \d13
    store   A, 0, ALL
    store   B, 2, ALL

    in      r26, SPL            /* of words 4 to 7 */
    in      r27, SPH
    adiw    r26, 1 + PLACE
    ld      r30, X+
    ld      r31, X
    .set    BYTES_C, 0
    load    A, 4, ALL
    plus    A, 32
    subi    r30, lo8(K - E)
    sbci    r31, hi8(K - E)
    load    C, 5, ALL
    plus    C, 0
    load    B, 6, ALL
    plus    B, 8
    subi    r30, lo8(E - K - 8)
    sbci    r31, hi8(E - K - 8)
    mov     r25, r28            /* the next place; after word 8 word 0 */
    subi    r25, lo8(STATE - K - 72)
    cp      r30, r25
    brne    1f
    subi    r30, 72
    sbci    r31, 0
1:  st      X, r31
    st      -X, r30
    begin   4, \d02
    load_plus 7, 48
    pop     r0
    sec                         /* + s */
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, D, \i
    .if     \i == 0
    sbc     to, r0
    .else
    sbci    to, 0xff
    .endif
    .endr
    dec     r0
    push    r0
    end     4, 5, 7, \d03, \d12, \d11

    .set    BYTES_C, 0          /* rounds 2 and 3 of words 4, 1, 6 and 3 */
    load    C, 1, ALL
    begin   4, \d20
    load    D, 3, ALL
    end     4, 1, 3, \d21, \d30, \d33
    store   A, 4, ALL
    store   B, 6, ALL

    .set    BYTES_C, 0          /* of words 0, 5, 2 and 7 */
    load    A, 0, ALL
    load    C, 5, ALL
    begin   0, \d22
    load    B, 2, ALL
    load    D, 7, ALL
    end     0, 5, 7, \d23, \d32, \d31
    .endm

    .global mote_skein_ubi512
    .type   mote_skein_ubi512, @function
mote_skein_ubi512:
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
    adiw    r28, 1
    std     Y + PLACE, r20
    std     Y + PLACE + 1, r21
    movw    r26, r24
    movw    r30, r28
    subi    r30, lo8(-G)
    sbci    r31, hi8(-G)
    st      Z+, r24
    st      Z+, r25
    movw    r2, r22

    /* The key, and its parity with C240 (section 3.3.2) */
    ldi     r16, 0x22
    ldi     r17, 0x1a
    ldi     r18, 0xfc
    ldi     r19, 0xa9
    ldi     r20, 0xda
    ldi     r21, 0x1b
    ldi     r22, 0xd1
    ldi     r23, 0x1b
    ldi     r24, 8
1:
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    ld      r0, X+
    st      Z+, r0
    eor     \i, r0
    .endr
    dec     r24
    brne    1b
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    st      Z+, \i
    .endr

    /* The tweak, and its parity */
    movw    r26, r2
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ld      r\i, X+
    .endr
    .irp    i, 0, 2, 4, 6
    movw    16 + \i, \i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    eor     16 + \i, 8 + \i
    .endr

    /* Key words 0 to 5 once more */
    movw    r26, r30
    subi    r26, 72
    sbci    r27, 0
    ldi     r25, 12
1:
    .rept   4
    ld      r24, X+
    st      Z+, r24
    .endr
    dec     r25
    brne    1b

    /* E(0) to E(8), from word 5 on, three at a time; E(9) is E(0). */
    sbiw    r26, 8
    ldi     r25, 3
1:
    .irp    word, 0, 8, 16
    ld      r24, X+
    add     r24, \word
    st      Z+, r24
    .irp    i, 1, 2, 3, 4, 5, 6, 7
    ld      r24, X+
    adc     r24, \word + \i
    st      Z+, r24
    .endr
    .endr
    dec     r25
    breq    2f
    rjmp    1b
2:
    movw    r26, r30
    subi    r26, 72
    sbci    r27, 0
    .rept   8
    ld      r24, X+
    st      Z+, r24
    .endr

    /* The block into the state and G, which it is added to (section 3.4) */
    ldd     r26, Y + PLACE
    ldd     r27, Y + PLACE + 1
    subi    r30, lo8(FRAME - G)
    sbci    r31, hi8(FRAME - G)
    ld      r24, Z+
    ld      r25, Z+
    std     Y + PLACE, r30
    std     Y + PLACE + 1, r31
    ldi     r30, 0xff
    st      Y+, r30
    adiw    r28, 2
    movw    r30, r24
    ldi     r25, 8
1:
    .rept   8
    ld      r0, X+
    st      Y+, r0
    st      Z+, r0
    .endr
    dec     r25
    brne    1b
    subi    r28, 64
    sbci    r29, 0

    /* Eight rounds at a time */
    .set    SECOND, 0
    load    A, 0, ALL
    load    B, 2, ALL
loop:
    four_rounds 46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9, 54, 56
    four_rounds 39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39, 43, 8, 35, 56, 22
    pop     r24
    push    r24
    cpi     r24, 0xff - 18
    breq    last
    rjmp    loop

    /* G ^= the state + subkey 18, which is key words 0 to 4, E(0), E(1), and key word 7 + 18 */
last:
    store   A, 0, ALL
    store   B, 2, ALL
    movw    r30, r28
    subi    r30, lo8(STATE - G)
    sbci    r31, hi8(STATE - G)
    ld      r26, Z+
    ld      r27, Z+
    ldi     r25, 5
    rcall   feed_forward
    subi    r30, lo8(K + 40 - E)
    sbci    r31, hi8(K + 40 - E)
    ldi     r25, 2
    rcall   feed_forward
    subi    r30, lo8(E + 16 - K - 56)
    sbci    r31, hi8(E + 16 - K - 56)
    ldi     r24, 18
    ldi     r25, 8
    clc
1:
    ld      r0, Z
    adc     r0, r24
    st      Z+, r0
    ldi     r24, 0
    dec     r25
    brne    1b
    sbiw    r30, 8
    ldi     r25, 1
    rcall   feed_forward

    /* Y is behind the state. */
    subi    r28, lo8(-(FRAME - STATE - 64 - 1))
    sbci    r29, hi8(-(FRAME - STATE - 64 - 1))
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\r
    .endr
    clr     r1
    ret

/* r25 words of G at X ^= those at Y + those at Z; all three go on. */
feed_forward:
    clc
    .rept   8
    ld      r0, Y+
    ld      r24, Z+
    adc     r0, r24
    ld      r24, X
    eor     r0, r24
    st      X+, r0
    .endr
    dec     r25
    brne    feed_forward
    ret
    .size   mote_skein_ubi512, . - mote_skein_ubi512
