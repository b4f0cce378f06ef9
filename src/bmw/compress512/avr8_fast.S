/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Blue Midnight Wish, second round (September 2009), section 2.2"
 * functions = ["mote_bmw_compress512(H, block)"]
 * reads = {H = 128, block = 128}
 * writes = {H = 128}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 308
 * constant_time = true
 * calls = []
 * block = "mote_bmw_compress512"
 */

/* Registers */
#define Hp r10          /* addresses of H and M */
#define Mp r12
#define number r14      /* of a word, times eight */
#define distance r15    /* to another, times eight */
#define place r16       /* of a word: bytes from Y on */
#define count r17       /* of one-bit shifts */
#define T0 r18          /* the word at work; r2 to r9: one of s0 to s5 */
#define T1 r19
#define T2 r20
#define T3 r21
#define T4 r22
#define T5 r23
#define T6 r24
#define T7 r25
#define zero r1

/*
 * The compression function of BMW-384 and BMW-512 (Blue Midnight Wish) for AVR, classic core with
 * movw (avr25).  Nothing called.
 *
 * Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2; M, H, Q, XL
 * and XH are its names.
 *
 * Q[0] to Q[15] are H with the functions of f0 added.  Q[16] to Q[31] begin as what AddElement
 * gives them, where M ^ H was.  Then each word of Q from Q[0] on is taken up once, as T, and added
 * to all those after it that need it, if they are among Q[18] to Q[31]: first as it is, then
 * rotated further and further.
 *
 * One function shifts, by bytes and then by bits, and to which side and whether around is in the
 * number of bits.  Tables hold these numbers, for s0 to s5 (four terms each), for r1 to r7 and for
 * f2, and the sums of f0.  The word that a subtraction takes away is complemented, and the
 * constants of AddElement are larger by 1 for it; in f0 so is what it is taken from, before and
 * after.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

/* Frame, from Y: M ^ H, then Q[16..31]; Q[0..15]; W, XL, XH */
    .equ    FRAME, 256 + 3 * 8

    .equ    LESS, 1
    .equ    LAST, 2
    .equ    RIGHT, 0x80
    .equ    AROUND, 0x40

    table_section data
    within_64k 8
/* s0 to s5, of the two rotations the second from the first: a word of a shift by 0 is there three
 * times where there is one to be */
functions:
    .byte   RIGHT + 1, 3, AROUND + 4, AROUND + 37 - 4
    .byte   RIGHT + 1, 2, AROUND + 43, AROUND + 64 + 13 - 43
    .byte   RIGHT + 2, 1, AROUND + 19, AROUND + 53 - 19
    .byte   RIGHT + 2, 2, AROUND + 59, AROUND + 64 + 28 - 59
    .byte   RIGHT + 1, 0, 0, 0
    .byte   RIGHT + 2, 0, 0, 0
/* r1 to r7, each from the one before */
rotations:
    .byte   AROUND + 5, AROUND + 6, AROUND + 16, AROUND + 5, AROUND + 5, AROUND + 6, AROUND + 10
/* The sums of f0 */
sums:
    .byte   8 * 5, LESS + 8 * 7, 8 * 10, 8 * 13, LAST + 8 * 14
    .byte   8 * 6, LESS + 8 * 8, 8 * 11, 8 * 14, LESS + LAST + 8 * 15
    .byte   8 * 0, 8 * 7, 8 * 9, LESS + 8 * 12, LAST + 8 * 15
    .byte   8 * 0, LESS + 8 * 1, 8 * 8, LESS + 8 * 10, LAST + 8 * 13
    .byte   8 * 1, 8 * 2, 8 * 9, LESS + 8 * 11, LESS + LAST + 8 * 14
    .byte   8 * 3, LESS + 8 * 2, 8 * 10, LESS + 8 * 12, LAST + 8 * 15
    .byte   8 * 4, LESS + 8 * 0, LESS + 8 * 3, LESS + 8 * 11, LAST + 8 * 13
    .byte   8 * 1, LESS + 8 * 4, LESS + 8 * 5, LESS + 8 * 12, LESS + LAST + 8 * 14
    .byte   8 * 2, LESS + 8 * 5, LESS + 8 * 6, 8 * 13, LESS + LAST + 8 * 15
    .byte   8 * 0, LESS + 8 * 3, 8 * 6, LESS + 8 * 7, LAST + 8 * 14
    .byte   8 * 8, LESS + 8 * 1, LESS + 8 * 4, LESS + 8 * 7, LAST + 8 * 15
    .byte   8 * 8, LESS + 8 * 0, LESS + 8 * 2, LESS + 8 * 5, LAST + 8 * 9
    .byte   8 * 1, 8 * 3, LESS + 8 * 6, LESS + 8 * 9, LAST + 8 * 10
    .byte   8 * 2, 8 * 4, 8 * 7, 8 * 10, LAST + 8 * 11
    .byte   8 * 3, LESS + 8 * 5, 8 * 8, LESS + 8 * 11, LESS + LAST + 8 * 12
    .byte   8 * 12, LESS + 8 * 4, LESS + 8 * 6, LESS + 8 * 9, LAST + 8 * 13
/* The shifts of f2 for H[4..7, 0..3] and the words by four behind: of XL, of Q[16 + i], of XH */
shifts:
    .byte   8, 0, RIGHT + 3
    .byte   RIGHT + 6, RIGHT + 6, 6
    .byte   6, 6, RIGHT + 4
    .byte   4, 2, RIGHT + 11
    .byte   RIGHT + 3, RIGHT + 5, 5
    .byte   RIGHT + 4, 8, RIGHT + 7
    .byte   RIGHT + 7, 5, RIGHT + 5
    .byte   RIGHT + 2, 5, RIGHT + 1

    .text

/* X = place; W; XL; XH */
at:
    movw    r26, r28
at_x:
    add     r26, place
    adc     r27, zero
    ret
at_xh:
    movw    r26, r28
    adiw    r26, 16
    rjmp    1f
at_xl:
    movw    r26, r28
    adiw    r26, 8
    rjmp    1f
at_w:
    movw    r26, r28
1:  inc     r27
    ret

/* T = the word at place, of H, of M, W, XL, XH */
get_h:
    movw    r26, Hp
    rjmp    1f
get_m:
    movw    r26, Mp
1:  rcall   at_x
    rjmp    2f
get_xh:
    rcall   at_xh
    rjmp    2f
get_xl:
    rcall   at_xl
    rjmp    2f
get_w:
    movw    r26, r28
    inc     r27
    rjmp    2f
get:
    movw    r26, r28
    add     r26, place
    adc     r27, zero
2:  ld      T0, X+
    ld      T1, X+
    ld      T2, X+
    ld      T3, X+
    ld      T4, X+
    ld      T5, X+
    ld      T6, X+
    ld      T7, X+
    ret

/* The word at place = T, that of H, W, XL, XH */
put_h:
    movw    r26, Hp
    rcall   at_x
    rjmp    1f
put_xh:
    rcall   at_xh
    rjmp    1f
put_xl:
    rcall   at_xl
    rjmp    1f
put_w:
    rcall   at_w
    rjmp    1f
put:
    rcall   at
1:  st      X+, T0
    st      X+, T1
    st      X+, T2
    st      X+, T3
    st      X+, T4
    st      X+, T5
    st      X+, T6
    st      X+, T7
    ret

/* T ^ the word at place, of M, W */
exclusive_m:
    movw    r26, Mp
    rcall   at_x
    rjmp    1f
exclusive_w:
    rcall   at_w
    rjmp    1f
exclusive:
    rcall   at
1:  .irp    t, 18, 19, 20, 21, 22, 23, 24, 25
    ld      r0, X+
    eor     r\t, r0
    .endr
    ret
/* T ^ the words from that behind place up to that at count */
run:
    subi    place, -8
    rcall   exclusive
    cp      place, count
    brne    run
    ret

/* T + the word at place, W */
plus_w:
    rcall   at_w
    rjmp    1f
plus:
    movw    r26, r28
    add     r26, place
    adc     r27, zero
1:  ld      r0, X+
    add     T0, r0
    .irp    t, 19, 20, 21, 22, 23, 24, 25
    ld      r0, X+
    adc     r\t, r0
    .endr
    ret

complement:
    .irp    t, 18, 19, 20, 21, 22, 23, 24, 25
    com     r\t
    .endr
    ret

/* The word by distance behind Q[number] plus T, if it is one of Q[18..31] */
add_behind:
    mov     place, number
    subi    place, 144
    add     place, distance
    cpi     place, 112
    brsh    1f
    subi    place, -16
/* The word at place plus T */
into:
    movw    r26, r28
    add     r26, place
    adc     r27, zero
    ld      r0, X
    add     r0, T0
    st      X+, r0
    .irp    t, 19, 20, 21, 22, 23, 24, 25
    ld      r0, X
    adc     r0, r\t
    st      X+, r0
    .endr
1:  ret

/* T shifted by what the table says */
shifted:
    lpm     count, Z+
/* T shifted by count: to the left, with RIGHT to the right, with AROUND rotated */
shift:
    mov     r0, count
    andi    count, 0x38
    brne    bytes
    mov     count, r0
    andi    count, 7
    breq    3f
1:  sbrc    r0, 7
    rjmp    2f
    lsl     T0
    rol     T1
    rol     T2
    rol     T3
    rol     T4
    rol     T5
    rol     T6
    rol     T7
    sbrc    r0, 6
    adc     T0, zero
    dec     count
    brne    1b
3:  ret
2:  lsr     T7
    ror     T6
    ror     T5
    ror     T4
    ror     T3
    ror     T2
    ror     T1
    ror     T0
    dec     count
    brne    1b
    ret
bytes:
    mov     count, r0
    subi    count, 8
    mov     r0, T7
    sbrc    count, 7
    rjmp    4f
    sbrs    count, 6
    clr     r0
    mov     T7, T6
    mov     T6, T5
    mov     T5, T4
    mov     T4, T3
    mov     T3, T2
    mov     T2, T1
    mov     T1, T0
    mov     T0, r0
    rjmp    shift
4:  mov     T0, T1
    mov     T1, T2
    mov     T2, T3
    mov     T3, T4
    mov     T4, T5
    mov     T5, T6
    mov     T6, T7
    clr     T7
    rjmp    shift

/* T = one of s0 to s5 of T, eight times its number in count; W = T */
function:
    lsr     count
    set_rampz functions
    ldi     r30, lo8(functions)
    ldi     r31, hi8(functions)
    add     r30, count
    adc     r31, zero
    rcall   put_w
    rcall   shifted
    movw    r2, T0
    movw    r4, T2
    movw    r6, T4
    movw    r8, T6
    rcall   term
    rcall   term
    rcall   next
    movw    T0, r2
    movw    T2, r4
    movw    T4, r6
    movw    T6, r8
    ret
term:
    rcall   get_w
next:
    rcall   shifted
    eor     r2, T0
    eor     r3, T1
    eor     r4, T2
    eor     r5, T3
    eor     r6, T4
    eor     r7, T5
    eor     r8, T6
    eor     r9, T7
    ret

/* void mote_bmw_compress512(u32 *H, const unsigned char *block)
 * r24 = H, r22 = block.  Stack: 18 registers, the frame, the return address and those of three
 * calls within each other. */
    .global mote_bmw_compress512
    .type   mote_bmw_compress512, @function
mote_bmw_compress512:
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
    movw    Hp, r24
    movw    Mp, r22

    /* M ^ H, and H[i + 1] where Q[i] comes about */
    clr     place
1:  mov     number, place
    subi    place, -8
    andi    place, 120
    rcall   get_h
    mov     place, number
    subi    place, 128
    rcall   put
    subi    place, 128
    rcall   get_h
    rcall   exclusive_m
    rcall   put
    subi    place, -8
    brpl    1b

    /* f0 */
    clr     number
    set_rampz sums
    ldi     r30, lo8(sums)
    ldi     r31, hi8(sums)
2:  clr     T0
    clr     T1
    movw    T2, T0
    movw    T4, T0
    movw    T6, T0
3:  lpm     count, Z+
    mov     place, count
    andi    place, 0x78
    sbrc    count, 0
    rcall   complement
    rcall   plus
    sbrc    count, 0
    rcall   complement
    sbrs    count, 1
    rjmp    3b
    mov     count, number   /* s0 to s4 in turn */
4:  subi    count, 40
    brcc    4b
    subi    count, -40
    push    r30
    push    r31
    rcall   function
    pop     r31
    pop     r30
    mov     place, number
    subi    place, 128
    rcall   into
    subi    place, 120
    mov     number, place
    brpl    2b

    /* AddElement: the constants, by 0x0555555555555555, and 1; words of M; words of H */
    ldi     T0, 0x51
    ldi     T1, 0x55
    mov     T2, T1
    mov     T3, T1
    movw    T4, T2
    movw    T6, T2
    clr     place
5:  rcall   put
    subi    T0, -0x55
    .irp    t, 19, 20, 21, 22, 23, 24
    sbci    r\t, -0x56
    .endr
    sbci    T7, -0x06
    subi    place, -8
    brpl    5b
    clr     place
6:  mov     number, place
    rcall   get_m
    mov     count, number
    lsr     count
    lsr     count
    lsr     count
    subi    count, -(AROUND + 1)
    rcall   shift
    rcall   into
    subi    place, 24
    andi    place, 120
    rcall   into
    rcall   complement
    subi    place, 56
    andi    place, 120
    rcall   into
    mov     place, number
    subi    place, -8
    brpl    6b
    clr     place
7:  mov     number, place
    subi    place, -56
    andi    place, 120
    rcall   get_h
    mov     place, number
    rcall   exclusive
    rcall   put
    subi    place, -8
    brpl    7b

    /* expand1 and expand2, word by word of Q: what each adds to those behind it */
    clr     number
8:  mov     place, number
    subi    place, 128
    rcall   get
    ldi     count, 8 * 16
9:  mov     distance, count
    rcall   add_behind
    subi    count, 16
    cpi     count, 8 * 2
    brne    9b
    mov     count, number
    cpi     count, 8 * 16
    brsh    10f
    subi    count, -8       /* Q[16] */
    andi    count, 24
    rcall   function
    ldi     place, 0
    rcall   into
    rcall   get_w
10: mov     count, number   /* Q[17], of Q[1..16] */
    subi    count, 8
    cpi     count, 121
    brsh    11f
    subi    count, -8
    andi    count, 24
    rcall   function
    ldi     place, 8
    rcall   into
    rcall   get_w
11: sbrs    number, 7
    rjmp    12f
    ldi     count, 8 * 4
    rcall   function
    ldi     count, 8 * 2
    mov     distance, count
    rcall   add_behind
    rcall   get_w
    ldi     count, 8 * 5
    rcall   function
    ldi     count, 8
    mov     distance, count
    rcall   add_behind
    rcall   get_w
12: set_rampz rotations
    ldi     r30, lo8(rotations)
    ldi     r31, hi8(rotations)
    ldi     count, 8 * 15
13: mov     distance, count
    rcall   shifted
    rcall   add_behind
    mov     count, distance
    subi    count, 16
    cpi     count, 8
    brne    13b
    add     number, count
    ldi     count, 8 * 31
    cpse    number, count
    rjmp    8b

    /* f2: XL = Q[16] ^ ... ^ Q[23], XH = XL ^ Q[24] ^ ... ^ Q[31] */
    ldi     place, 0
    rcall   get
    ldi     count, 56
    rcall   run
    rcall   put_xl
    ldi     count, 120
    rcall   run
    rcall   put_xh
    set_rampz shifts
    ldi     r30, lo8(shifts)
    ldi     r31, hi8(shifts)
    ldi     place, 32       /* i; o = i + 4 modulo 8, + 8 */
14: mov     number, place
    subi    place, -32
    andi    place, 56
    subi    place, -64
    mov     distance, place
    rcall   get_xl          /* Q[o] = XL shifted ^ Q[16 + (o - 1) modulo 8] ^ Q[o] */
    rcall   shifted
    mov     place, number
    subi    place, -24
    andi    place, 56
    rcall   exclusive
    mov     place, distance
    subi    place, 128
    rcall   exclusive
    rcall   put
    mov     place, number   /* H[i] = (XH shifted ^ Q[16 + i] shifted ^ M[i]) + */
    rcall   get             /* (XL ^ Q[24 + i] ^ Q[i]) */
    rcall   shifted
    rcall   put_w
    rcall   get_xh
    rcall   shifted
    rcall   exclusive_w
    rcall   exclusive_m
    rcall   put_w
    rcall   get_xl
    subi    place, -64
    rcall   exclusive
    subi    place, -64
    rcall   exclusive
    rcall   plus_w
    mov     place, number
    rcall   put_h
    mov     count, distance /* H[o] = H[i] rotated by o + 1, + (XH ^ Q[16 + o] ^ M[o]) + Q[o] */
    lsr     count
    lsr     count
    lsr     count
    subi    count, -(AROUND + 1)
    rcall   shift
    rcall   put_w
    rcall   get_xh
    mov     place, distance
    rcall   exclusive
    rcall   exclusive_m
    subi    place, 128
    rcall   plus
    rcall   plus_w
    mov     place, distance
    rcall   put_h
    mov     place, number
    subi    place, -8
    andi    place, 56
    cpi     place, 32
    brne    14b

    subi    r28, lo8(-(FRAME - 1))
    sbci    r29, hi8(-(FRAME - 1))
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\r
    .endr
    ret
    .size   mote_bmw_compress512, . - mote_bmw_compress512
