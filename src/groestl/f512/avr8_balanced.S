/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
 * functions = ["mote_groestl_f512(H, block)"]
 * reads = {H = 64, block = 64}
 * writes = {H = 64}
 * clobbers = "r0 r18-r21 r26 r27 r30 r31 flags"
 * stack = 278
 * constant_time = false
 * secret_tables = ["s_box"]
 * calls = []
 * block = "mote_groestl_f512"
 */

/* Registers:
 *   r2-r9, r10-r18  a column: see avr8_mix.inc         r0      temporary
 *   X        where the new column goes                  Y       the old state, from this column on
 *   Z        the S-box; the new column once more        T       clear in P, set in Q
 */
#define poly r19        /* 0x1B, of the field */
#define constant r20    /* of AddRoundConstant: 16 times the column + the round */
#define count r21
#define BLOCK r22       /* and r23 */
#define HASH r24        /* and r25: H */
/*
 * The compression function of Groestl-224 and -256 and its output transformation for AVR, classic
 * core with movw (avr25), between size and speed: P and Q are loops over columns.  Nothing is
 * called; the S-box is read at places that depend on the message, and branches depend on it.
 *
 * Specification: "Groestl: a SHA-3 candidate", version of the final round, 2 March 2011, sections
 * 3.2 to 3.4.
 *
 * A STATE on the stack has its columns twice, 0 to 7 and again, so that the eight bytes of a column
 * are at fixed distances from Y, before ShiftBytes (section 3.4.4) as behind it.
 *
 * COUNT for a column, in cycles: 8 * 5 to fetch bytes and look them up, 48 sums, 5 copies, 16
 * products of 3, 8 * 4 to store, 2 for the constant, in Q 11 more with 8 complements; 4 for places,
 * 7 for the call, 4 for the loop: 195 in the mean, and 490 cycles a byte for P and Q, 10 rounds of
 * 2 * 8 columns.  The block and H take 46 a byte.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_balanced.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "common/avr8_tables.inc"

    .equ    SPL, 0x3d
    .equ    SPH, 0x3e

    .equ    SIZE, 64            /* bytes of a state; it is there twice, and so is the one after it */
    .equ    ROUNDS, 10

    .macro  data s
    .byte   \s
    .endm

#include "groestl/s_box.inc"

    table_section s_box
    .balign 256
s_box:
    each_of_s_box data

    .text

    .macro  row v, y
    sum     \v, \y
    st      X+, r\v
    st      Z+, r\v
    .endm

#include "groestl/avr8_mix.inc"

/* SubBytes (section 3.4.3) of a row, and of a complement: the byte is at Y + place, at Y + place +
   row. */
    .macro  take place, row
    ldd     r30, Y + \place
    look_up \row
    .endm

    .macro  take_complement place, row
    ldd     r30, Y + \place + \row
    com     r30
    look_up \row
    .endm

    .macro  look_up row
    .irp    number, 2, 3, 4, 5, 6, 7, 8, 9
    .if     \number == \row + 2
    lpm     r\number, Z
    .endif
    .endr
    .endm

/* MixBytes, and on to the next column; N: behind the last one */
mix:
    movw    r30, r26
    subi    r30, lo8(-SIZE)
    sbci    r31, hi8(-SIZE)
    mix_bytes
    ldi     r31, hi8(s_box)
    adiw    r28, 8
    subi    constant, -16
    ret

    .global mote_groestl_f512
    .type   mote_groestl_f512, @function
mote_groestl_f512:
    .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    ldi     poly, 0x1B
    in      r28, SPL            /* 256 bytes are one of the high byte, so the change is at once. */
    in      r29, SPH
    dec     r29
    out     SPH, r29
    adiw    r28, 1
    clt
    cp      r22, r1
    cpc     r23, r1
    brne    permutation
    movw    BLOCK, r28          /* No block: that is 0, and there is no Q. */
    movw    r26, r28
    ldi     count, SIZE
1:
    st      X+, r1
    dec     count
    brne    1b

    /* The state of P is the block + H, that of Q the block. */
permutation:
    movw    r26, BLOCK
    movw    r30, HASH
    ldi     count, SIZE
1:
    ld      r0, X+
    ld      r18, Z+
    brts    2f
    eor     r0, r18
2:
    st      Y+, r0
    std     Y + SIZE - 1, r0
    dec     count
    brne    1b
    movw    r26, r28
    subi    r26, lo8(-SIZE)
    sbci    r27, hi8(-SIZE)
    subi    r28, SIZE
    sbci    r29, 0
    set_rampz s_box
    ldi     r31, hi8(s_box)
    ldi     constant, 0
round:
    brts    3f
2:
    ldd     r30, Y + 0
    eor     r30, constant
    lpm     r2, Z
    .irp    row, 1, 2, 3, 4, 5, 6, 7
    take    9 * \row, \row
    .endr
    rcall   mix
    brpl    2b
    rjmp    4f
3:
    take_complement 8 * 1, 0
    take_complement 8 * 3, 1
    take_complement 8 * 5, 2
    take_complement 8 * 7, 3
    take_complement 8 * 0, 4
    take_complement 8 * 2, 5
    take_complement 8 * 4, 6
    mov     r18, constant       /* of six columns further on */
    subi    r18, -0x60
    andi    r18, 0x7F
    ldd     r30, Y + 8 * 6 + 7
    com     r30
    eor     r30, r18
    lpm     r9, Z
    rcall   mix
    brpl    3b
4:
    movw    r10, r28            /* The states change places. */
    movw    r28, r26
    movw    r26, r10
    subi    r28, SIZE
    sbci    r29, 0
    subi    r26, SIZE
    sbci    r27, 0
    subi    constant, 0x80 - 1
    cpi     constant, ROUNDS
    brne    round

    /* H + the state */
    movw    r30, HASH
    ldi     count, SIZE
5:
    ld      r0, Z
    ld      r18, Y+
    eor     r0, r18
    st      Z+, r0
    dec     count
    brne    5b
    subi    r28, SIZE
    sbci    r29, 0
    /* After P, with a block, Q */
    brts    6f
    set
    cp      BLOCK, r28
    cpc     r23, r29
    breq    6f
    rjmp    permutation
6:
    in      r18, SPH
    inc     r18
    out     SPH, r18
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\r
    .endr
    ret
    .size   mote_groestl_f512, . - mote_groestl_f512
