/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
 * functions = ["mote_skein_ubi256(G, tweak, block)"]
 * reads = {tweak = 16, block = 32}
 * writes = {G = 32}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 247
 * constant_time = true
 * calls = []
 * block = "mote_skein_ubi256"
 * bound = 7570
 * defines = ["THREEFISH_WORDS32"]
 */

/* Registers.  The state fills all 32: words 0, 1 and 2 are r16 to r23, r8 to r15 and r0 to r7; word 3
 * is r30, r24 to r29 and r31.  A rotation by whole bytes renames the registers of words 1 and 3, and
 * has come round after eight rounds.  While a subkey is added: */
#define A r22           /* temporary, bytes 6 and 7 of word 0 being on the stack */
#define B r23
/* Y is the stack pointer, Z the place in K or C; four bytes of word 3 are on the stack. */

/*
 * A message block of UBI with Threefish-256 for AVR, classic core with movw (avr25), fast.  Nothing
 * called.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 and 3.4; its letters
 * are used.
 *
 * ROTATIONS (table 4) are by the nearest multiple of 8, with one-bit steps to either side for the
 * rest: 26 in eight rounds.
 *
 * SUBKEY s (section 3.3.2) has key words s and s + 3 for words 0 and 3 of the state, and for words 1
 * and 2 C(s + 1) and C(s + 2), C(j) = k(j mod 5) + t((j - 1) mod 3).  C is computed beforehand up to
 * C(17), the last two being the first two again, and K is the key up to its ninth word, k0 to k4, k0 to
 * k3.  Two subkeys in turn lie one word apart; then the places in K and C move by two words.
 *
 * BOUND for a message block in cycles, by this order of work: 72 rounds of 32 additions and exclusive
 * ors, 2,304, and 9 times 26 one-bit steps of 10, 2,340; 19 subkeys of 32 bytes of 3, and 8 for the
 * number s, 1,976; C 600; G and the block in, the state ^ the block out, 350.  In all 7,570, or 237 a
 * byte.  Beyond that, registers that a subkey takes from the state and gives back, and the places in K
 * and C, are some 1,200; K is some 300; registers of the caller and the frame some 120.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

/* Frame: bytes from its lowest on */
    .equ    KP, 0           /* place in K, and its first one's low byte */
    .equ    K_LOW, 2
    .equ    CP, 3           /* place in C, and the low byte of C(17)'s */
    .equ    C_LOW, 5
    .equ    S, 6            /* the complement of s, of the first of two subkeys */
    .equ    G, 7            /* addresses */
    .equ    BLOCK, 9
    .equ    K, 11           /* key words 0 to 4, 0 to 3 */
    .equ    C, K + 72       /* C(1) to C(17) */
    .equ    FRAME, C + 17 * 8

/* What lies below the frame while a subkey is added, from Y on */
    .equ    NUMBER, 5       /* S; below it four bytes of word 3 */
    .equ    BYTE7, 6
    .equ    BYTE6, 7
    .equ    BASE, 8         /* the frame */

    .text

/* name = the register of byte i of a word; BYTES1 and BYTES3 are what words 1 and 3 have been rotated
 * by to the left */
    .macro  register name, word, i
    .if     \word == 3
    .set    place, (\i - BYTES3) & 7
    .set    \name, 23 + place - 7 * (place == 0) - (place == 7)
    .elseif \word == 1
    .set    \name, 8 + ((\i - BYTES1) & 7)
    .else
    .set    \name, 16 - 8 * \word + \i
    .endif
    .endm

/* MIX (section 3.3.1): word a += word b; b is rotated to the left by so many bytes and bits, and ^= a */
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

/* The word at Z + offset is added to a word that is in registers. */
    .macro  plus word, offset
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \word, \i
    ldd     A, Z + \offset + \i
    .if     \i == 0
    add     to, A
    .else
    adc     to, A
    .endif
    .endr
    .endm

/* Frees registers for a subkey: word 3 is pushed so that its bytes come back from the lowest on. */
    .macro  free p0, p1, p2, p3
    push    A
    push    B
    push    B
    .irp    p, \p0, \p1, \p2, \p3
    push    \p
    .endr
    in      r28, SPL
    in      r29, SPH
    ldd     A, Y + BASE + S
    std     Y + NUMBER, A
    .endm

/* Word 0 += the word at Z + offset; bytes 6 and 7 are on the stack. */
    .macro  plus0 offset
    .irp    i, 0, 1, 2, 3, 4, 5
    ldd     A, Z + \offset + \i
    .if     \i == 0
    add     16 + \i, A
    .else
    adc     16 + \i, A
    .endif
    .endr
    ldd     A, Y + BYTE6
    ldd     B, Z + \offset + 6
    adc     A, B
    std     Y + BYTE6, A
    ldd     A, Y + BYTE7
    ldd     B, Z + \offset + 7
    adc     A, B
    std     Y + BYTE7, A
    .endm

/* Word 3 += the word at Z + offset, and += s, or s + 1 where `carry` is clc.  Y and Z become what they are in word 3: byte 7 is one
 * half of Z, and A keeps what the other becomes, which is `other`. */
    .macro  plus3 offset, other, carry
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, 3, \i
    .if     \i == 7
    pop     B
    ldd     to, Z + \offset + 7
    adc     to, B
    .elseif to == \other
    ldd     A, Z + \offset + \i
    pop     B
    .if     \i == 0
    add     A, B
    .else
    adc     A, B
    .endif
    .elseif to >= 28
    ldd     to, Z + \offset + \i
    pop     B
    adc     to, B
    .else
    ldd     B, Z + \offset + \i
    .if     \i == 0
    add     to, B
    .else
    adc     to, B
    .endif
    .endif
    .endr
    mov     \other, A
    pop     A
    \carry
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, 3, \i
    .if     \i == 0
    sbc     to, A
    .else
    sbci    to, 0xff
    .endif
    .endr
    .endm

    .global mote_skein_ubi256
    .type   mote_skein_ubi256, @function
mote_skein_ubi256:
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
    std     Y + G, r24
    std     Y + G + 1, r25
    std     Y + BLOCK, r20
    std     Y + BLOCK + 1, r21
    movw    r26, r24
    movw    r2, r22

    /* The key, and its parity with C240 (section 3.3.2) */
    movw    r30, r28
    adiw    r30, K
    std     Y + K_LOW, r30
    ldi     r16, 0x22
    ldi     r17, 0x1a
    ldi     r18, 0xfc
    ldi     r19, 0xa9
    ldi     r20, 0xda
    ldi     r21, 0x1b
    ldi     r22, 0xd1
    ldi     r23, 0x1b
    ldi     r24, 4
1:
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    ld      r0, X+
    std     Z + 40, r0
    st      Z+, r0
    eor     \i, r0
    .endr
    dec     r24
    brne    1b
    .irp    i, 16, 17, 18, 19, 20, 21, 22, 23
    st      Z+, \i
    .endr
    /* The place before the first: word 3 of the key, as two words on is word 0 */
    movw    r24, r30
    sbiw    r24, 40 - 24
    std     Y + KP, r24
    std     Y + KP + 1, r25

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

    /* C(1) to C(15), three at a time, from key words 1, 4, 2, 0 and 3 on; C(16) and C(17) are C(1) and
     * C(2) */
    movw    r26, r30
    sbiw    r26, 40 - 8
    adiw    r30, 32
    std     Y + CP, r30
    std     Y + CP + 1, r31
    ldi     r25, 5
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
    sbrc    r25, 1
    sbiw    r26, 40
    rjmp    1b
2:
    ldd     r26, Y + CP
    ldd     r27, Y + CP + 1
    ldi     r25, 4
1:
    .irp    i, 0, 1, 2, 3
    ld      r24, X+
    st      Z+, r24
    .endr
    dec     r25
    brne    1b
    sbiw    r30, 8
    std     Y + C_LOW, r30
    ldi     r24, 0xff
    std     Y + S, r24

    /* The block into the registers */
    ldd     r20, Y + BLOCK
    ldd     r21, Y + BLOCK + 1
    movw    r28, r20
    .set    BYTES1, 0
    .set    BYTES3, 0
    .irp    word, 0, 1, 2, 3
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \word, \i
    .if     to != 28 && to != 29
    ldd     to, Y + 8 * \word + \i
    .endif
    .endr
    .endr
    push    A
    ldd     A, Y + 29
    ldd     r29, Y + 30
    mov     r28, A
    pop     A

    /* Eight rounds, with the subkeys before rounds 0 and 4 */
loop:
    free    r31, r29, r28, r30
    ldd     r30, Y + BASE + CP
    ldd     r31, Y + BASE + CP + 1
    plus    1, 0
    plus    2, 8
    ldd     r30, Y + BASE + KP
    ldd     r31, Y + BASE + KP + 1
    ldd     B, Y + BASE + K_LOW
    mov     A, r30
    sub     A, B
    cpi     A, 24
    brlo    1f
    sbiw    r30, 40
1:
    adiw    r30, 16
    std     Y + BASE + KP, r30
    std     Y + BASE + KP + 1, r31
    plus0   0
    plus3   24, 30, sec
    cpi     A, 0xff - 18
    brne    1f
    rjmp    feed_forward
1:
    pop     B
    pop     A
    mix     0, 1, 2, -2
    mix     2, 3, 2, 0
    mix     0, 3, 7, -4
    mix     2, 1, 7, 1
    mix     0, 1, 3, -1
    mix     2, 3, 5, 0
    mix     0, 3, 1, -3
    mix     2, 1, 5, -3

    free    r30, r31, r29, r28
    dec     A
    dec     A
    std     Y + BASE + S, A
    ldd     r30, Y + BASE + CP
    ldd     r31, Y + BASE + CP + 1
    plus    1, 8
    plus    2, 16
    adiw    r30, 16
    ldd     B, Y + BASE + C_LOW
    cp      r30, B
    brne    1f
    subi    r30, 15 * 8
    sbci    r31, 0
1:
    std     Y + BASE + CP, r30
    std     Y + BASE + CP + 1, r31
    ldd     r30, Y + BASE + KP
    ldd     r31, Y + BASE + KP + 1
    plus0   8
    plus3   32, 31, clc
    pop     B
    pop     A
    mix     0, 1, 3, 1
    mix     2, 3, 4, 1
    mix     0, 3, 6, -2
    mix     2, 1, 1, 4
    mix     0, 1, 7, 2
    mix     2, 3, 3, -2
    mix     0, 3, 4, 0
    mix     2, 1, 4, 0
    rjmp    loop

    /* G = the state ^ the block (section 3.4) */
feed_forward:
    .irp    i, 26, 27, 28, 29, 30, 31
    push    \i
    .endr
    in      r28, SPL
    in      r29, SPH
    ldd     r26, Y + 9 + G
    ldd     r27, Y + 9 + G + 1
    ldd     r30, Y + 9 + BLOCK
    ldd     r31, Y + 9 + BLOCK + 1
    .irp    word, 0, 1, 2, 3
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, \word, \i
    ld      A, Z+
    .if     to >= 26
    ldd     B, Y + 32 - to
    eor     A, B
    st      X+, A
    .elseif to >= 22 && to < 24
    ldd     B, Y + 30 - to
    eor     A, B
    st      X+, A
    .else
    eor     to, A
    st      X+, to
    .endif
    .endr
    .endr

    subi    r28, lo8(-(FRAME + 8))
    sbci    r29, hi8(-(FRAME + 8))
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
    .size   mote_skein_ubi256, . - mote_skein_ubi256
