/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Blue Midnight Wish, second round (September 2009), section 2.2"
 * functions = ["mote_bmw_compress256(H, block)"]
 * reads = {H = 64, block = 64}
 * writes = {H = 64}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 156
 * constant_time = true
 * calls = []
 * block = "mote_bmw_compress256"
 * bound = 13400
 */

/* Registers.  T is the word that has a rotation or one of s0 to s5 to come, V, U temporary; E and
 * O are the sums of even and odd words of expand2, in f2 XL and XH. */
#define E0 r2
#define E1 r3
#define E2 r4
#define E3 r5
#define O0 r6
#define O1 r7
#define O2 r8
#define O3 r9
#define Hp r10          /* addresses of H and M */
#define Mp r12
#define V0 r14
#define V1 r15
#define V2 r16
#define V3 r17
#define T0 r18
#define T1 r19
#define T2 r20
#define T3 r21
#define U0 r22
#define U1 r23
#define U2 r24
#define U3 r25
#define place r24       /* of a word, for the functions that take one: bytes from Y on */
#define count r25       /* of one-bit shifts */
#define number r31      /* of a word, times four */
#define low r22         /* of words of H in f2, times four: i < 8 and o >= 8 */
#define high r23
#define zero r1

/*
 * The compression function of BMW-224 and BMW-256 (Blue Midnight Wish) for AVR, classic core with
 * movw (avr25), fast.  Nothing called.
 *
 * Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2; M, H, Q, XL
 * and XH are its names.
 *
 * Q[0] to Q[15] are H with the functions of f0 added.  Q[16] to Q[31] begin as what AddElement
 * gives them, where M ^ H was.  Then each word of Q from Q[0] on is taken up once, as T, and added
 * to all those after it that need it: so it is rotated once for all.  Rotations by 8 are in the
 * order of bytes in which T is added.  The words that expand2 adds as they are, every second one of
 * the fourteen before, are sums in registers, which go on by a word, less the one before them all.
 *
 * For size the sums of f0 and the shifts of f2 are tables, and the words of Q go through one piece
 * of code, which looks whether each word that T is added to is one of Q[18] to Q[31].
 *
 * BOUND for a message block in cycles, by this order of work, without calls, loops and setting
 * pointers: M ^ H and H to Q[0..15] 64 times 9, 576; f0 80 words of 12, 960; s0 to s3 12, 11, 11
 * and 11 times by 66, 54, 72 and 74, 2,992; s4 and s5 31 times by 40, 1,240; AddElement 48
 * additions of 20, H, M and its rotations, 1,900; the words of Q 98 additions of 20, 1,960,
 * rotated, 1,300, sums, 700; f2 16 words of some 110, 1,760.  In all 13,400 or 209 a byte.  The
 * code takes 407 with the mode.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

    .equ    FRAME, 132      /* Y: M ^ H, then Q[16..31]; behind them Q[0..15] and a word */

    .text

/* X = place */
    .macro  at
    movw    r26, r28
    add     r26, place
    adc     r27, zero
    .endm

/* T = the word at place; T plus, minus, xor that */
get:
    at
get_x:
    ld      T0, X+
    ld      T1, X+
    ld      T2, X+
    ld      T3, X+
    ret

    .macro  operation first, next
    at
    ld      r0, X+
    \first  T0, r0
    ld      r0, X+
    \next   T1, r0
    ld      r0, X+
    \next   T2, r0
    ld      r0, X+
    \next   T3, r0
    ret
    .endm
plus:
    operation add, adc
minus:
    operation sub, sbc
exclusive:
    operation eor, eor

/* The word at X plus, minus, xor four registers */
    .macro  change first, next, b0, b1, b2, b3
    ld      r0, X
    \first  r0, \b0
    st      X+, r0
    ld      r0, X
    \next   r0, \b1
    st      X+, r0
    ld      r0, X
    \next   r0, \b2
    st      X+, r0
    ld      r0, X
    \next   r0, \b3
    st      X+, r0
    .endm
/* The word at place plus or minus T rotated left by 0, 8, 16, 24 */
into0:
    at
    change  add, adc, T0, T1, T2, T3
    ret
into8:
    at
    change  add, adc, T3, T0, T1, T2
    ret
into16:
    at
    change  add, adc, T2, T3, T0, T1
    ret
into24:
    at
    change  add, adc, T1, T2, T3, T0
    ret
less0:
    at
    change  sub, sbc, T0, T1, T2, T3
    ret
/* The word at place ^ T */
exclusive_into:
    at
    change  eor, eor, T0, T1, T2, T3
    ret

/* T rotated left by 1, right by 1, left by 4 */
    .macro  left1
    lsl     T0
    rol     T1
    rol     T2
    rol     T3
    adc     T0, zero
    .endm
    .macro  right1
    bst     T0, 0
    lsr     T3
    ror     T2
    ror     T1
    ror     T0
    bld     T3, 7
    .endm
/* Four bytes rotated left by 4, as a word.  Changes r0, r30. */
    .macro  nibbles b0, b1, b2, b3
    swap    \b0
    swap    \b1
    swap    \b2
    swap    \b3
    mov     r0, \b3
    mov     r30, \b3
    eor     r30, \b2
    andi    r30, 0x0F
    eor     \b3, r30
    mov     r30, \b2
    eor     r30, \b1
    andi    r30, 0x0F
    eor     \b2, r30
    mov     r30, \b1
    eor     r30, \b0
    andi    r30, 0x0F
    eor     \b1, r30
    mov     r30, r0
    eor     r30, \b0
    andi    r30, 0x0F
    eor     \b0, r30
    .endm
left:
    left1
    ret
right:
    right1
    ret
left4:
    nibbles T0, T1, T2, T3
    ret

/* U = T >> 1, flag T = bit 0 */
    .macro  half
    movw    U0, T0
    movw    U2, T2
    bst     U0, 0
    lsr     U3
    ror     U2
    ror     U1
    ror     U0
    .endm
/* V = T << 2; V = T >> 2 */
    .macro  fourfold
    movw    V0, T0
    movw    V2, T2
    .rept   2
    lsl     V0
    rol     V1
    rol     V2
    rol     V3
    .endr
    .endm
    .macro  quarter
    movw    V0, T0
    movw    V2, T2
    .rept   2
    lsr     V3
    ror     V2
    ror     V1
    ror     V0
    .endr
    .endm
/* V = V ^ the four bytes */
    .macro  into_v b0, b1, b2, b3
    eor     V0, \b0
    eor     V1, \b1
    eor     V2, \b2
    eor     V3, \b3
    .endm

/* The word at place plus s0(T) to s5(T); T stays.  r is T rotated right by 1. */

/* s0 = T >> 1 ^ (T ^ r ^ r <<< 16) <<< 4, but for bits 0 to 2: r <<< 4 has bits 29 to 31 of T
 * there, T << 3 none */
s0:
    at
    half
    movw    V0, T0
    movw    V2, T2
    bld     U3, 7
    into_v  U0, U1, U2, U3
    into_v  U2, U3, U0, U1
    nibbles V0, V1, V2, V3
    andi    U3, 0x7F
    mov     r30, T3
    swap    r30
    lsr     r30
    andi    r30, 7
    eor     V0, r30
    rjmp    add_uv

/* s1 = T >> 1 ^ T << 2 ^ T <<< 8 ^ r <<< 24 */
s1:
    at
    half
    fourfold
    into_v  T3, T0, T1, T2
    into_v  U1, U2, U3, U0
    bst     T0, 0
    clr     r0
    bld     r0, 7
    eor     V2, r0
/* The word at X plus U ^ V */
add_uv:
    into_v  U0, U1, U2, U3
add_v:
    change  add, adc, V0, V1, V2, V3
    ret

/* s2 = T >> 2 ^ T << 1 ^ T <<< 12 ^ T <<< 25 */
s2:
    at
    quarter
    movw    U0, T0
    movw    U2, T2
    nibbles U0, U1, U2, U3
    into_v  U3, U0, U1, U2
    movw    U0, T0
    movw    U2, T2
    lsl     U0
    rol     U1
    rol     U2
    rol     U3
    mov     r0, U0
    adc     r0, zero
    into_v  U1, U2, U3, r0
    rjmp    add_uv

/* s3 = T >> 2 ^ T << 2 ^ r <<< 16 ^ r >>> 2 */
s3:
    at
    half
    bld     U3, 7
    fourfold
    into_v  U2, U3, U0, U1
    .rept   2
    bst     U0, 0
    lsr     U3
    ror     U2
    ror     U1
    ror     U0
    bld     U3, 7
    .endr
    into_v  U0, U1, U2, U3
    movw    U0, T0
    movw    U2, T2
    .rept   2
    lsr     U3
    ror     U2
    ror     U1
    ror     U0
    .endr
    rjmp    add_uv

/* s4 = T ^ T >> 1, s5 = T ^ T >> 2 */
s4:
    at
    half
    movw    V0, T0
    movw    V2, T2
    rjmp    add_uv
s5:
    at
    quarter
    into_v  T0, T1, T2, T3
    rjmp    add_v

/* E, the sum that the word number belongs to, goes on by T = Q[number]; from Q[14] on it loses the
 * word by 14 before.  E and O change places for the next word. */
sums:
    add     E0, T0
    adc     E1, T1
    adc     E2, T2
    adc     E3, T3
    mov     place, number
    subi    place, -8
    cpi     number, 4 * 14
    brlo    1f
    at
    ld      r0, X+
    sub     E0, r0
    ld      r0, X+
    sbc     E1, r0
    ld      r0, X+
    sbc     E2, r0
    ld      r0, X+
    sbc     E3, r0
1:  movw    V0, E0
    movw    V2, E2
    movw    E0, O0
    movw    E2, O2
    movw    O0, V0
    movw    O2, V2
    ret

/* T = T + V */
plus_v:
    add     T0, V0
    adc     T1, V1
    adc     T2, V2
    adc     T3, V3
    ret

/* T shifted by what the table says, to the right with bit 7 */
shifted:
    lpm     count, Z+
    sbrc    count, 7
    rjmp    3f
1:  subi    count, 1
    brcs    2f
    lsl     T0
    rol     T1
    rol     T2
    rol     T3
    rjmp    1b
2:  ret
3:  andi    count, 0x7F
4:  lsr     T3
    ror     T2
    ror     T1
    ror     T0
    dec     count
    brne    4b
    ret
/* T rotated left by count */
rotate:
    left1
    dec     count
    brne    rotate
    ret

/* The next sum of words of M ^ H, as the table at O0 says; place = O2 for Q, which goes on. */
    .equ    FIRST, 0x80
    .equ    LESS, 1
    .equ    LAST, 2
sum:
    movw    r30, O0
1:  lpm     count, Z+
    mov     place, count
    andi    place, 0x3C
    sbrs    count, 7
    rjmp    2f
    rcall   get
    rjmp    1b
2:  sbrs    count, 0
    rcall   plus
    sbrc    count, 0
    rcall   minus
    sbrs    count, 1
    rjmp    1b
    movw    O0, r30
    mov     place, O2
    add     O2, O3
    ret

/* Words of M and H, place in bytes: T ^ M, H = T */
exclusive_m:
    movw    r26, Mp
    add     r26, place
    adc     r27, zero
    ld      r0, X+
    eor     T0, r0
    ld      r0, X+
    eor     T1, r0
    ld      r0, X+
    eor     T2, r0
    ld      r0, X+
    eor     T3, r0
    ret
get_m:
    movw    r26, Mp
    add     r26, place
    adc     r27, zero
    rjmp    get_x
put_h:
    movw    r26, Hp
    add     r26, place
    adc     r27, zero
    st      X+, T0
    st      X+, T1
    st      X+, T2
    st      X+, T3
    ret

/* \f of the word that lies \at bytes from Y on */
    .macro  do f, at
    ldi     place, \at
    rcall   \f
    .endm

/* The word by \d behind Q[number] plus T, if it is one of Q[18..31] */
    .macro  to d, f
    mov     place, number
    subi    place, 72 - 4 * \d
    cpi     place, 56
    brsh    9f
    subi    place, -8
    rcall   \f
9:
    .endm

/* T = the next word of Q[0..15], which goes into its sum */
next:
    mov     place, number
    subi    place, -64
    rcall   get
    rjmp    sums

/* T = Q[16..30], into the words by two and by one behind it */
later:
    mov     place, number
    subi    place, 64
    rcall   get
    cpi     number, 4 * 30
    breq    1f
    mov     place, number
    subi    place, 56
    at
    change  add, adc, E0, E1, E2, E3
    rcall   sums
    mov     place, number
    subi    place, 56
    rcall   s4
    cpi     number, 4 * 16
    breq    rest
1:  mov     place, number
    subi    place, 60
    rcall   s5
/* The seven rotations of T: by 16, 7 and 23, 3, 19 and 27, 13 */
rest:
    to      9, into16
    rcall   right
    to      13, into8
    to      5, into24
    rcall   left4
    to      15, into0
    to      7, into16
    to      3, into24
    rcall   left
    rcall   left
    to      11, into8
    subi    number, -4
    ret

    table_section data
/* The sums of f0: a word in its place each, then those added or subtracted, up to the last */
sum_table:
    .byte   FIRST + 4 * 5, LESS + 4 * 7, 4 * 10, 4 * 13, LAST + 4 * 14
    .byte   FIRST + 4 * 6, LESS + 4 * 8, 4 * 11, 4 * 14, LESS + LAST + 4 * 15
    .byte   FIRST + 4 * 0, 4 * 7, 4 * 9, LESS + 4 * 12, LAST + 4 * 15
    .byte   FIRST + 4 * 0, LESS + 4 * 1, 4 * 8, LESS + 4 * 10, LAST + 4 * 13
    .byte   FIRST + 4 * 1, 4 * 2, 4 * 9, LESS + 4 * 11, LESS + LAST + 4 * 14
    .byte   FIRST + 4 * 3, LESS + 4 * 2, 4 * 10, LESS + 4 * 12, LAST + 4 * 15
    .byte   FIRST + 4 * 4, LESS + 4 * 0, LESS + 4 * 3, LESS + 4 * 11, LAST + 4 * 13
    .byte   FIRST + 4 * 1, LESS + 4 * 4, LESS + 4 * 5, LESS + 4 * 12, LESS + LAST + 4 * 14
    .byte   FIRST + 4 * 2, LESS + 4 * 5, LESS + 4 * 6, 4 * 13, LESS + LAST + 4 * 15
    .byte   FIRST + 4 * 0, LESS + 4 * 3, 4 * 6, LESS + 4 * 7, LAST + 4 * 14
    .byte   FIRST + 4 * 8, LESS + 4 * 1, LESS + 4 * 4, LESS + 4 * 7, LAST + 4 * 15
    .byte   FIRST + 4 * 8, LESS + 4 * 0, LESS + 4 * 2, LESS + 4 * 5, LAST + 4 * 9
    .byte   FIRST + 4 * 1, 4 * 3, LESS + 4 * 6, LESS + 4 * 9, LAST + 4 * 10
    .byte   FIRST + 4 * 2, 4 * 4, 4 * 7, 4 * 10, LAST + 4 * 11
    .byte   FIRST + 4 * 3, LESS + 4 * 5, 4 * 8, LESS + 4 * 11, LESS + LAST + 4 * 12
    .byte   FIRST + 4 * 12, LESS + 4 * 4, LESS + 4 * 6, LESS + 4 * 9, LAST + 4 * 13
/* The shifts of f2 for H[4..7, 0..3] and the words by four behind: of XL, of Q[16 + i], of XH */
    .equ    RIGHT, 0x80
shift_table:
    .byte   8, 0, RIGHT + 3
    .byte   RIGHT + 6, RIGHT + 6, 6
    .byte   6, 6, RIGHT + 4
    .byte   4, 2, RIGHT + 11
    .byte   RIGHT + 3, RIGHT + 5, 5
    .byte   RIGHT + 4, 8, RIGHT + 7
    .byte   RIGHT + 7, 5, RIGHT + 5
    .byte   RIGHT + 2, 5, RIGHT + 1

    .text

/* void mote_bmw_compress256(u32 *H, const unsigned char *block)
 * r24 = H, r22 = block.  Stack: 18 registers, the frame, the return address and one more. */
    .global mote_bmw_compress256
    .type   mote_bmw_compress256, @function
mote_bmw_compress256:
    .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
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
    movw    Hp, r24
    movw    Mp, r22

    /* M ^ H, and H[i] where Q[i - 1] comes about */
    movw    r26, Mp
    movw    r30, Hp
    ldi     count, 64
1:  ld      r0, Z+
    std     Y + 60, r0
    ld      T0, X+
    eor     T0, r0
    st      Y+, T0
    dec     count
    brne    1b
    movw    r30, Hp
    .irp    n, 0, 1, 2, 3
    ldd     r0, Z + \n
    std     Y + 60 + \n, r0
    .endr
    subi    r28, 64
    sbci    r29, 0

    /* f0 */
    set_rampz sum_table
    ldi     r30, lo8(sum_table)
    ldi     r31, hi8(sum_table)
    movw    O0, r30
    ldi     r30, 64
    ldi     r31, 4
    movw    O2, r30
    rjmp    3f
2:  rcall   sum
    rcall   s1
    rcall   sum
    rcall   s2
    rcall   sum
    rcall   s3
    rcall   sum
    rcall   s4
3:  rcall   sum
    rcall   s0
    sbrs    O2, 7
    rjmp    2b

    /* AddElement: the constants of Q[16..31], which count by 0x05555555, then words of M */
    ldi     T0, 0x50
    ldi     T1, 0x55
    movw    T2, T0
    mov     T2, T1
    movw    r26, r28
    ldi     count, 16
2:  st      X+, T0
    st      X+, T1
    st      X+, T2
    st      X+, T3
    subi    T0, -0x55
    sbci    T1, -0x56
    sbci    T2, -0x56
    sbci    T3, -0x06
    dec     count
    brne    2b
    clr     number
5:  mov     place, number
    rcall   get_m
    mov     count, number
    lsr     count
    lsr     count
    inc     count
    rcall   rotate
    rcall   into0
    mov     place, number
    subi    place, 12
    andi    place, 60
    rcall   into0
    mov     place, number
    subi    place, 40
    andi    place, 60
    rcall   less0
    subi    number, -4
    cpi     number, 64
    brne    5b

    /* The words, from H[7] on, ^ H */
    movw    r30, Hp
    adiw    r30, 28
    movw    r26, r28
    ldi     count, 64
3:  cpi     count, 28
    brne    4f
    movw    r30, Hp
4:  ld      r0, Z+
    ld      T0, X
    eor     T0, r0
    st      X+, T0
    dec     count
    brne    3b

    /* expand1 and expand2, word by word of Q: what each adds to those behind it.  The sums hold
     * Q[0] and Q[1] until Q[14] and Q[15]; Q[17] does not have Q[0]. */
    clr     number
    clr     E0
    clr     E1
    movw    E2, E0
    movw    O0, E0
    movw    O2, E0
6:  rcall   next
    do      s1, 0
    ldi     place, 4
    cpse    number, zero
    rjmp    7f
    ldi     place, 128
7:  rcall   s0
    rcall   rest
    rcall   next
    do      s2, 0
    do      s1, 4
    rcall   rest
    rcall   next
    do      s3, 0
    do      s2, 4
    rcall   rest
    rcall   next
    do      s0, 0
    do      s3, 4
    rcall   rest
    cpi     number, 64
    breq    7f
    rjmp    6b
7:  do      get, 0
    do      s0, 4
8:  rcall   later
    cpi     number, 4 * 31
    brne    8b

    /* f2: XL = Q[16] ^ ... ^ Q[23], XH = XL ^ Q[24] ^ ... ^ Q[31] */
    ldi     place, 0
    rcall   get
9:  subi    place, -4
    rcall   exclusive
    cpi     place, 28
    brne    10f
    movw    E0, T0
    movw    E2, T2
10: cpi     place, 60
    brne    9b
    movw    O0, T0
    movw    O2, T2
    set_rampz shift_table
    ldi     r30, lo8(shift_table)
    ldi     r31, hi8(shift_table)
    ldi     low, 16
11: ldi     high, 16
    add     high, low
    andi    high, 28
    subi    high, -32
    /* Q[o] = XL shifted ^ Q[16 + (o - 1) modulo 8] ^ Q[o] */
    movw    T0, E0
    movw    T2, E2
    rcall   shifted
    mov     place, low
    subi    place, -12
    andi    place, 28
    rcall   exclusive
    mov     place, high
    subi    place, -64
    rcall   exclusive_into
    /* H[i] = (XH shifted ^ Q[16 + i] shifted ^ M[i]) + (XL ^ Q[24 + i] ^ Q[i]) */
    mov     place, low
    rcall   get
    rcall   shifted
    movw    V0, T0
    movw    V2, T2
    movw    T0, O0
    movw    T2, O2
    rcall   shifted
    eor     T0, V0
    eor     T1, V1
    eor     T2, V2
    eor     T3, V3
    rcall   exclusive_m
    movw    V0, T0
    movw    V2, T2
    movw    T0, E0
    movw    T2, E2
    subi    place, -32
    rcall   exclusive
    subi    place, -32
    rcall   exclusive
    rcall   plus_v
    mov     place, low
    rcall   put_h
    /* H[o] = H[i] rotated left by o + 1, + (XH ^ Q[16 + o] ^ M[o]) + Q[o] */
    mov     r0, T3
    mov     T3, T2
    mov     T2, T1
    mov     T1, T0
    mov     T0, r0
    mov     count, high
    andi    count, 28
    lsr     count
    lsr     count
    inc     count
    rcall   rotate
    movw    V0, T0
    movw    V2, T2
    movw    T0, O0
    movw    T2, O2
    mov     place, high
    rcall   exclusive
    rcall   exclusive_m
    subi    place, -64
    rcall   plus
    rcall   plus_v
    mov     place, high
    rcall   put_h
    subi    low, -4
    andi    low, 28
    cpi     low, 16
    breq    12f
    rjmp    11b
12:

    subi    r28, -(FRAME - 1)
    sbci    r29, -1
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\r
    .endr
    ret
    .size   mote_bmw_compress256, . - mote_bmw_compress256
