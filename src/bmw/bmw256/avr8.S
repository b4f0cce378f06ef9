/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Blue Midnight Wish, second round (September 2009), sections 2.1 and 2.2"
 * functions = [
 *   "mote_bmw256_init(cc, out_size)",
 *   "mote_bmw256(cc, data, len)",
 *   "mote_bmw256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 140, data = "len"}
 * writes = {cc = 140, dst = "out_size / 8"}
 * clobbers = "r0 r18-r22 r24-r27 r30 r31 flags"
 * stack = 170
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 0, words = 16}
 * counter = {offset = 128, words = 2, step = 512}
 * fill = {offset = 136, word_bytes = 2}
 */

/* Registers of the compression function */
#define Hp r4           /* address of the context: H, and M by 64 bytes behind */
#define U0 r12          /* one of s0 to s5 */
#define U1 r13
#define U2 r14
#define U3 r15
#define number r16      /* of a word, times four */
#define distance r17    /* to another, times four */
#define T0 r18          /* the word at work */
#define T1 r19
#define T2 r20
#define T3 r21
#define terms r22
#define place r24       /* of a word: bytes from Y on */
#define count r25       /* of one-bit shifts */
#define zero r1

/*
 * BMW-224 and BMW-256 (Blue Midnight Wish) for AVR, classic core with movw (avr25), small.  Nothing
 * called.
 *
 * Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2; M, H, Q, XL
 * and XH are its names.
 *
 * Q[0] to Q[15] are H with the functions of f0 added.  Q[16] to Q[31] begin as what AddElement
 * gives them, where M ^ H was.  Then each word of Q from Q[0] on is taken up once, as T, and added
 * to all those after it that need it, if they are among Q[18] to Q[31]: first as it is, then
 * rotated further and further.
 *
 * One function shifts, by bits, and to which side and whether around is in the number of bits.
 * Tables hold these numbers, for s0 to s5 (four terms each), for r1 to r7 and for f2, and the sums
 * of f0.  The word that a subtraction takes away is complemented, and the constants of AddElement
 * are larger by 1 for it; in f0 so is what it is taken from, before and after.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e
    .equ    SREG, 0x3f

/* Frame, offsets from Y: M ^ H, then Q[16..31]; Q[0..15]; three words */
    .equ    XL, 128
    .equ    XH, 132
    .equ    W, 136
    .equ    FRAME, 140

    .equ    LESS, 1
    .equ    LAST, 2
    .equ    RIGHT, 0x80
    .equ    AROUND, 0x40

    table_section data
    within_64k 8
/* s0 to s5: a word of a shift by 0 is there three times where there is one to be */
functions:
    .byte   RIGHT + 1, 3, AROUND + 4, AROUND + 19
    .byte   RIGHT + 1, 2, AROUND + 8, AROUND + 23
    .byte   RIGHT + 2, 1, AROUND + 12, AROUND + 25
    .byte   RIGHT + 2, 2, AROUND + 15, AROUND + 29
    .byte   RIGHT + 1, 0, 0, 0
    .byte   RIGHT + 2, 0, 0, 0
/* r1 to r7, each from the one before */
rotations:
    .byte   AROUND + 3, AROUND + 4, AROUND + 6, AROUND + 3, AROUND + 3, AROUND + 4, AROUND + 4
/* The sums of f0 */
sums:
    .byte   4 * 5, LESS + 4 * 7, 4 * 10, 4 * 13, LAST + 4 * 14
    .byte   4 * 6, LESS + 4 * 8, 4 * 11, 4 * 14, LESS + LAST + 4 * 15
    .byte   4 * 0, 4 * 7, 4 * 9, LESS + 4 * 12, LAST + 4 * 15
    .byte   4 * 0, LESS + 4 * 1, 4 * 8, LESS + 4 * 10, LAST + 4 * 13
    .byte   4 * 1, 4 * 2, 4 * 9, LESS + 4 * 11, LESS + LAST + 4 * 14
    .byte   4 * 3, LESS + 4 * 2, 4 * 10, LESS + 4 * 12, LAST + 4 * 15
    .byte   4 * 4, LESS + 4 * 0, LESS + 4 * 3, LESS + 4 * 11, LAST + 4 * 13
    .byte   4 * 1, LESS + 4 * 4, LESS + 4 * 5, LESS + 4 * 12, LESS + LAST + 4 * 14
    .byte   4 * 2, LESS + 4 * 5, LESS + 4 * 6, 4 * 13, LESS + LAST + 4 * 15
    .byte   4 * 0, LESS + 4 * 3, 4 * 6, LESS + 4 * 7, LAST + 4 * 14
    .byte   4 * 8, LESS + 4 * 1, LESS + 4 * 4, LESS + 4 * 7, LAST + 4 * 15
    .byte   4 * 8, LESS + 4 * 0, LESS + 4 * 2, LESS + 4 * 5, LAST + 4 * 9
    .byte   4 * 1, 4 * 3, LESS + 4 * 6, LESS + 4 * 9, LAST + 4 * 10
    .byte   4 * 2, 4 * 4, 4 * 7, 4 * 10, LAST + 4 * 11
    .byte   4 * 3, LESS + 4 * 5, 4 * 8, LESS + 4 * 11, LESS + LAST + 4 * 12
    .byte   4 * 12, LESS + 4 * 4, LESS + 4 * 6, LESS + 4 * 9, LAST + 4 * 13
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

/* X = place */
at:
    movw    r26, r28
at_x:
    add     r26, place
    adc     r27, zero
    ret

/* T = the word at place, in the context, W */
get_h:
    movw    r26, Hp
    rcall   at_x
    rjmp    1f
get_w:
    ldi     place, W
get:
    rcall   at
1:  ld      T0, X+
    ld      T1, X+
    ld      T2, X+
    ld      T3, X+
    ret

/* The word at place = T, in the context, W */
put_h:
    movw    r26, Hp
    rcall   at_x
    rjmp    1f
put_w:
    ldi     place, W
put:
    rcall   at
1:  st      X+, T0
    st      X+, T1
    st      X+, T2
    st      X+, T3
    ret

/* T ^ the word at place, in the context, W */
exclusive_h:
    movw    r26, Hp
    rcall   at_x
    rjmp    1f
exclusive_w:
    ldi     place, W
exclusive:
    rcall   at
1:  ld      r0, X+
    eor     T0, r0
    ld      r0, X+
    eor     T1, r0
    ld      r0, X+
    eor     T2, r0
    ld      r0, X+
    eor     T3, r0
    ret
/* T ^ the words from that behind place up to that at count */
run:
    subi    place, -4
    rcall   exclusive
    cp      place, count
    brne    run
    ret

/* T + the word at place */
plus_w:
    ldi     place, W
plus:
    rcall   at
    ld      r0, X+
    add     T0, r0
    ld      r0, X+
    adc     T1, r0
    ld      r0, X+
    adc     T2, r0
    ld      r0, X+
    adc     T3, r0
    ret

complement:
    com     T0
    com     T1
    com     T2
    com     T3
    ret

/* The word by distance behind Q[number] plus T, if it is one of Q[18..31] */
add_behind:
    mov     place, number
    add     place, distance
    subi    place, 72
    cpi     place, 56
    brsh    1f
    subi    place, -8
/* The word at place plus T */
into:
    rcall   at
    ld      r0, X
    add     r0, T0
    st      X+, r0
    ld      r0, X
    adc     r0, T1
    st      X+, r0
    ld      r0, X
    adc     r0, T2
    st      X+, r0
    ld      r0, X
    adc     r0, T3
    st      X+, r0
1:  ret

/* T shifted by what the table says */
shifted:
    lpm     count, Z+
/* T shifted by count: to the left, with RIGHT to the right, with AROUND rotated */
shift:
    mov     r0, count
    lsl     r0
    lsl     r0
    breq    3f
    dec     count
    sbrc    count, 7
    rjmp    2f
    lsl     T0
    rol     T1
    rol     T2
    rol     T3
    sbrc    count, 6
    adc     T0, zero
    rjmp    shift
2:  lsr     T3
    ror     T2
    ror     T1
    ror     T0
    rjmp    shift
3:  ret

/* T = one of s0 to s5 of T, four times its number in count; W = T */
function:
    set_rampz functions
    ldi     r30, lo8(functions)
    ldi     r31, hi8(functions)
    add     r30, count
    adc     r31, zero
    rcall   put_w
    clr     U0
    clr     U1
    movw    U2, U0
    ldi     terms, 4
1:  rcall   get_w
    rcall   shifted
    eor     U0, T0
    eor     U1, T1
    eor     U2, T2
    eor     U3, T3
    dec     terms
    brne    1b
    movw    T0, U0
    movw    T2, U2
    ret

/* Context, offsets: H, the message block, then */
    .equ    BUF, 64
    .equ    LOW, 128                /* bits in the blocks so far, 8 bytes */
    .equ    PTR, 136                /* bytes waiting in the block, 2 bytes */
    .equ    OUT, 138                /* digest size in bits, 2 bytes */

/* Z = place in the context at Y */
    .macro  field offset
    movw    r30, r28
    subi    r30, lo8(-(\offset))
    sbci    r31, hi8(-(\offset))
    .endm

/* void mote_bmw256_init(mote_bmw256_context *cc, unsigned out_size)
 * r24 = cc, r22 = out_size */
    .global mote_bmw256_init
    .type   mote_bmw256_init, @function
mote_bmw256_init:
    movw    r26, r24
    ldi     r18, 3
    clr     r19
1:  mov     r20, r19                /* bytes that count up in words from their highest, from 0x40 */
    eor     r20, r18                /* for the larger digest */
    sbrc    r23, 0
    subi    r20, -64
    st      X+, r20
    inc     r19
    brpl    1b                      /* (the block is filled, too, with what does not matter) */
    ldi     r19, 10
2:  st      X+, r1
    dec     r19
    brne    2b
    st      X+, r22
    st      X+, r23
    ret
    .size   mote_bmw256_init, . - mote_bmw256_init

/* Appends the byte in r24 to the message; r20 = bytes waiting then.  With flag T a full block is
 * not counted. */
add_byte:
    field   PTR
    ld      r20, Z
    movw    r26, r28
    add     r26, r20
    adc     r27, r1
    subi    r26, -BUF
    sbci    r27, -1
    st      X, r24
    inc     r20
    cpi     r20, 64
    brne    2f
    rcall   compress
    field   LOW + 1
    brts    3f
    ldi     r20, 2
    ldi     r24, 7
    clc
1:  ld      r0, Z
    adc     r0, r20
    st      Z+, r0
    ldi     r20, 0
    dec     r24
    brne    1b
3:  field   PTR
    clr     r20
2:  st      Z, r20
    ret

/* void mote_bmw256(mote_bmw256_context *cc, const void *data, size_t len)
 * r24 = cc, r22 = data, r20 = len; then Y = cc, r8 = data, r10 = len */
    .global mote_bmw256
    .type   mote_bmw256, @function
mote_bmw256:
    .irp    r, 8, 9, 10, 11, 28, 29
    push    r\r
    .endr
    movw    r28, r24
    movw    r8, r22
    movw    r10, r20
    clt
1:  movw    r24, r10
    sbiw    r24, 1
    brcs    2f
    movw    r10, r24
    movw    r26, r8
    ld      r24, X+
    movw    r8, r26
    rcall   add_byte
    rjmp    1b
2:  .irp    r, 29, 28, 11, 10, 9, 8
    pop     r\r
    .endr
    ret
    .size   mote_bmw256, . - mote_bmw256

/* void mote_bmw256_close(mote_bmw256_context *cc, unsigned ub, unsigned n, void *dst)
 * r24 = cc, r22 = ub, r20 = n, r18 = dst; then Y = cc, r8 = dst */
    .global mote_bmw256_close
    .type   mote_bmw256_close, @function
mote_bmw256_close:
    .irp    r, 8, 9, 28, 29
    push    r\r
    .endr
    movw    r28, r24
    movw    r8, r18
    set
    field   LOW                     /* the length: 8 PTR + n more than a multiple of 512 */
    ldd     r18, Z + PTR - LOW
    lsl     r18
    lsl     r18
    lsl     r18
    ldd     r19, Z + 1
    adc     r19, r1
    std     Z + 1, r19
    or      r18, r20
    st      Z, r18
    mov     r24, r22                /* (ub | 0x80 >> n) & -(0x80 >> n) */
    ldi     r18, 0x80
1:  subi    r20, 1
    brcs    2f
    lsr     r18
    rjmp    1b
2:  or      r24, r18
    neg     r18
    and     r24, r18
3:  rcall   add_byte                /* bits 0 up to the length */
    clr     r24
    cpi     r20, 56
    brne    3b
    field   BUF + 56
    ldi     r20, 8
4:  ldd     r0, Z + 8
    st      Z+, r0
    dec     r20
    brne    4b
    rcall   compress                /* the finalization: H takes the place of M, constants that of H */
    field   BUF
    movw    r26, r28
    clr     r20
5:  ld      r0, X+
    st      Z+, r0
    inc     r20
    cpi     r20, 64
    brne    5b
    movw    r30, r28
    ldi     r18, 0xA0
    ldi     r19, 0xAA
6:  st      Z+, r18
    st      Z+, r19
    st      Z+, r19
    st      Z+, r19
    inc     r18
    cpi     r18, 0xB0
    brne    6b
    rcall   compress
    field   OUT + 1                 /* the last 28 or 32 bytes of H */
    ld      r24, Z
    lsl     r24
    lsl     r24
    subi    r24, -28
    field   BUF
    sub     r30, r24
    sbc     r31, r1
    movw    r26, r8
7:  ld      r0, Z+
    st      X+, r0
    dec     r24
    brne    7b
    .irp    r, 29, 28, 9, 8
    pop     r\r
    .endr
    ret
    .size   mote_bmw256_close, . - mote_bmw256_close

/* The compression function on the context at Y.  Clobbers r0, r18-r22, r24-r27, r30, r31. */
compress:
    .irp    r, 4, 5, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    movw    Hp, r28
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

    /* M ^ H, and H[i] where Q[i - 1] comes about */
    movw    r30, Hp
    ldi     count, 64
1:  ld      r0, Z+
    std     Y + 60, r0
    ldd     T0, Z + 63
    eor     T0, r0
    st      Y+, T0
    dec     count
    brne    1b
    subi    r28, 64
    sbci    r29, 0
    ldi     place, 0
    rcall   get_h
    ldi     place, 124
    rcall   put

    /* f0 */
    clr     number
    set_rampz sums
    ldi     r30, lo8(sums)
    ldi     r31, hi8(sums)
2:  clr     T0
    clr     T1
    movw    T2, T0
3:  lpm     count, Z+
    mov     place, count
    andi    place, 0x3C
    sbrc    count, 0
    rcall   complement
    rcall   plus
    sbrc    count, 0
    rcall   complement
    sbrs    count, 1
    rjmp    3b
    mov     count, number   /* s0 to s4 in turn */
4:  subi    count, 20
    brcc    4b
    subi    count, -20
    push    r30
    push    r31
    rcall   function
    pop     r31
    pop     r30
    mov     place, number
    subi    place, -64
    rcall   into
    subi    number, -4
    cpi     number, 64
    brne    2b

    /* AddElement: the constants, by 0x05555555, and 1; words of M; words of H */
    ldi     T0, 0x51
    ldi     T1, 0x55
    ldi     T2, 0x55
    ldi     T3, 0x55
    clr     place
5:  rcall   put
    subi    T0, -0x55
    sbci    T1, -0x56
    sbci    T2, -0x56
    sbci    T3, -0x06
    subi    place, -4
    cpi     place, 64
    brne    5b
    clr     number
6:  mov     place, number
    subi    place, -64
    rcall   get_h
    mov     count, number
    lsr     count
    lsr     count
    subi    count, -(AROUND + 1)
    rcall   shift
    mov     place, number
    rcall   into
    subi    place, 12
    andi    place, 60
    rcall   into
    rcall   complement
    subi    place, 28
    andi    place, 60
    rcall   into
    subi    number, -4
    cpi     number, 64
    brne    6b
7:  mov     place, number
    subi    place, -28
    andi    place, 60
    rcall   get_h
    mov     place, number
    subi    place, 64
    rcall   exclusive
    rcall   put
    subi    number, -4
    brpl    7b

    /* expand1 and expand2, word by word of Q: what each adds to those behind it */
    clr     number
8:  mov     place, number
    subi    place, -64
    andi    place, 0x7F
    rcall   get
    ldi     distance, 4 * 16
9:  rcall   add_behind
    subi    distance, 8
    cpi     distance, 4 * 2
    brne    9b
    cpi     number, 4 * 16
    brsh    10f
    mov     count, number   /* Q[16] */
    subi    count, -4
    andi    count, 12
    rcall   function
    ldi     place, 0
    rcall   into
    rcall   get_w
10: mov     count, number   /* Q[17], of Q[1..16] */
    subi    count, 4
    cpi     count, 61
    brsh    11f
    subi    count, -4
    andi    count, 12
    rcall   function
    ldi     place, 4
    rcall   into
    rcall   get_w
11: cpi     number, 4 * 16
    brlo    12f
    ldi     count, 4 * 4
    rcall   function
    ldi     distance, 4 * 2
    rcall   add_behind
    rcall   get_w
    ldi     count, 4 * 5
    rcall   function
    ldi     distance, 4
    rcall   add_behind
    rcall   get_w
12: set_rampz rotations
    ldi     r30, lo8(rotations)
    ldi     r31, hi8(rotations)
    ldi     distance, 4 * 15
13: rcall   shifted
    rcall   add_behind
    subi    distance, 8
    cpi     distance, 4
    brne    13b
    subi    number, -4
    cpi     number, 4 * 31
    brne    8b

    /* f2: XL = Q[16] ^ ... ^ Q[23], XH = XL ^ Q[24] ^ ... ^ Q[31] */
    ldi     place, 0
    rcall   get
    ldi     count, 28
    rcall   run
    ldi     place, XL
    rcall   put
    ldi     place, 28
    ldi     count, 60
    rcall   run
    ldi     place, XH
    rcall   put
    set_rampz shifts
    ldi     r30, lo8(shifts)
    ldi     r31, hi8(shifts)
    ldi     number, 16      /* i; o = i + 4 modulo 8, + 8 */
14: ldi     distance, 16
    add     distance, number
    andi    distance, 28
    subi    distance, -32
    ldi     place, XL       /* Q[o] = XL shifted ^ Q[16 + (o - 1) modulo 8] ^ Q[o] */
    rcall   get
    rcall   shifted
    mov     place, number
    subi    place, -12
    andi    place, 28
    rcall   exclusive
    mov     place, distance
    subi    place, -64
    rcall   exclusive
    rcall   put
    mov     place, number   /* H[i] = (XH shifted ^ Q[16 + i] shifted ^ M[i]) + */
    rcall   get             /* (XL ^ Q[24 + i] ^ Q[i]) */
    rcall   shifted
    rcall   put_w
    ldi     place, XH
    rcall   get
    rcall   shifted
    rcall   exclusive_w
    mov     place, number
    subi    place, -64
    rcall   exclusive_h
    rcall   put_w
    ldi     place, XL
    rcall   get
    mov     place, number
    subi    place, -32
    rcall   exclusive
    subi    place, -32
    rcall   exclusive
    rcall   plus_w
    mov     place, number
    rcall   put_h
    mov     count, distance /* H[o] = H[i] rotated by o + 1, + (XH ^ Q[16 + o] ^ M[o]) + Q[o] */
    lsr     count
    lsr     count
    subi    count, -(AROUND + 1)
    rcall   shift
    rcall   put_w
    ldi     place, XH
    rcall   get
    mov     place, distance
    rcall   exclusive
    subi    place, -64
    rcall   exclusive_h
    rcall   plus
    rcall   plus_w
    mov     place, distance
    rcall   put_h
    subi    number, -4
    andi    number, 28
    cpi     number, 16
    brne    14b

    subi    r28, -(FRAME - 1)
    sbci    r29, -1
    in      r0, SREG
    cli
    out     SPH, r29
    out     SREG, r0
    out     SPL, r28
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 5, 4
    pop     r\r
    .endr
    ret
