/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1; NIST SP 800-38A, section 6.5"
 * functions = ["mote_aes_ctr_blocks(keys, rounds, counters, src, dst, blocks)"]
 * numbers = {rounds = 10, blocks = 20}
 * reads = {keys = 240, counters = 32, src = "16 * blocks"}
 * writes = {dst = "16 * blocks"}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 72
 * constant_time = false
 * secret_tables = ["s_box"]
 * calls = []
 * block = "next_block"
 * mode = "portable"
 * bound = 1729
 *
 * Registers
 *   r0-r15   the state; between MixColumns and SubBytes byte i of it is in register i ^ 1
 *   r16      blocks that are left, modulo 256
 *   r17      the counter's last byte
 *   r18:r19  dst
 *   r20:r21  src
 *   r22      BEHIND where the carry is over, else 0
 *   r23      mask of a product with x; in the first rounds V3
 *   r24-r26  sums of neighbours in a column (T0 to T2); in the first rounds S1, S2 and V1
 *   r27      rounds that are left; in the first rounds V2
 *   r26:r27  X, also: in the message
 *   r28:r29  Y: the round key; in the first rounds, what is common to the blocks
 *   r30:r31  Z: in the S-box; dst, with the last round key
 *   T        in the beginning: whether it is the counter's turn that is behind the carry
 *
 * AES in counter mode, at most 256 blocks, one after the other; what the first two rounds have in
 * common for all of the blocks is computed once.  dst may be src.  The round keys are those of the
 * context, 16 bytes each.  Of one round (the last one) only the first counter block is read, for the
 * key schedule.
 *
 * Specification: FIPS PUB 197, section 5.1; NIST SP 800-38A, section 6.5.
 *
 * THE FIRST ROUNDS.  Counter blocks differ in their last byte, and once, where that goes over, in the
 * others.  In the first round that byte is one of a column, in the second that column's four bytes
 * are in one column each (counted where they are after ShiftRows).  MixColumns is linear: what the
 * other bytes give is computed in the beginning, once for the counters of before the carry and once
 * for those behind it, with zeros in the places of these; to it 1, 2 or 3 times what comes out of the
 * S-box is added.  The sum is in the third round's S-box at once.  (That so much is common is known
 * from Bernstein, Schwabe: New AES Software Speed Records, 2008, and on AVR from Kim, Seo, IEEE
 * Access 2021.)
 *
 * TIME.  The S-box is a table in program memory, which an AVR reads in three cycles wherever that
 * is: it has no cache, and no run takes longer than another.  The places that are read do depend on
 * key and message, though; what observes addresses could learn them.  Which of the two sets is read
 * depends on the counter; it is chosen without a branch, and RAM takes the same time wherever, too.
 * The table begins where the low byte of an address is 0, so that a byte of the state is that low
 * byte.
 *
 * PRICE.  A call takes 1,335 cycles before its first block: of four blocks encrypt_blocks/avr8_fast.S
 * takes as long.  MixColumns and the S-box with ShiftRows are there twice, and 52 bytes more are on the
 * stack.
 *
 * COUNT of a block: the last byte looked up and doubled 11; four bytes in the second round 6 each,
 * doubled and tripled 7; 16 bytes in the third round 6; then seven times MixColumns, 27 a column, and
 * the key added, the S-box looked up and rows shifted, 98; the last key and the message added 8 a
 * byte: 1,729 cycles.  Loops and pointers take 69 more.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_cached.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define BLOCKS r16
#define LOW r17
#define DST r18
#define SRC r20
#define ROUNDS r22
#define OVER r22
#define LEFT r27
#define S1 r24
#define S2 r25
#define V1 r26
#define V2 r27
#define V3 r23
    .equ    KEYS, 0         /* from Y on */

#include "aes/avr8_fast.inc"

#define SPL     0x3D
#define SPH     0x3E
#define SREG    0x3F

/* Of the blocks before the carry, from the stack pointer on; those behind it have the same BEHIND on. */
    .equ    COLUMN, 1       /* the first column, with the first round's key added */
    .equ    STATE, 5        /* the state, with the second round's key added */
    .equ    LAST_KEY, 21    /* the last byte of the key before the rounds */
    .equ    THIRD, 22       /* where the second round's key is */
    .equ    MORE, 24        /* rounds after the third */
    .equ    BEHIND, 24
    .equ    COUNTERS, 49
    .equ    FRAME, 50

    .text

/* SubBytes and ShiftRows, with the round key at Y added before */
    .type sub_bytes, @function
sub_bytes:
    circle 0, 1, 4, 5, 8, 9, 12, 13
    circle 2, 11, 6, 15, 10, 3, 14, 7
    ret

/* MixColumns, and Y to the next round key */
mix_columns:
    mix_column r0, r1, r2, r3
    mix_column r4, r5, r6, r7
    mix_column r8, r9, r10, r11
    mix_column r12, r13, r14, r15
    adiw r28, 16
    ret
    .size sub_bytes, . - sub_bytes

/* The stack pointer goes to Z; or Z, to it. */
    .macro to_frame
    in r30, SPL
    in r31, SPH
    .endm

    .macro move_stack
    in r0, SREG
    cli
    out SPH, r31
    out SREG, r0
    out SPL, r30
    .endm

/* Z to what is common of the counter whose turn it is */
    .macro to_common
    to_frame
    brtc 9f
    adiw r30, BEHIND
9:
    .endm

/* A byte of the third round: SubBytes of what is common and \times */
    .macro third to, byte, times
    ldd r30, Y + STATE + (\byte)
    eor r30, \times
    lpm \to, Z
    .endm

/* In the second round row \row of the first column, which has \times of the last byte's; ShiftRows
 * takes it to column \column, MixColumns to four bytes there, twice to that in row \row.  The third
 * round's ShiftRows takes row r by r columns on. */
    .macro second row, column, times
    ldd r30, Y + COLUMN + \row
    eor r30, \times
    lpm V1, Z
    mov V2, V1
    times_x_of V2, V3
    mov V3, V1
    eor V3, V2
    third_at \row, \column, V2
    third_at ((\row) + 3) & 3, \column, V3
    third_at ((\row) + 2) & 3, \column, V1
    third_at ((\row) + 1) & 3, \column, V1
    .endm

    .macro third_at row, column, times
    .set to, 4 * (((\column) - (\row)) & 3) + (\row)
    third to, 4 * (\column) + (\row), \times
    .endm

    .macro times_x_of a, mask
    lsl \a
    sbc \mask, \mask
    andi \mask, 0x1B
    eor \a, \mask
    .endm

/* void mote_aes_ctr_blocks(const void *keys, unsigned rounds, const unsigned char *counters,
 *                          const unsigned char *src, unsigned char *dst, size_t blocks) */
    .global mote_aes_ctr_blocks
    .type mote_aes_ctr_blocks, @function
mote_aes_ctr_blocks:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push \r
    .endr
    movw r28, r24
    movw r26, r20
    movw SRC, r18
    movw DST, r16
    mov BLOCKS, r14
    to_frame
    sbiw r30, FRAME
    move_stack
    std Z + COUNTERS, r26
    std Z + COUNTERS + 1, r27
    adiw r26, 15
    ld LOW, X
    sbiw r26, 15
    ldd r24, Y + 15
    std Z + LAST_KEY, r24
    std Z + BEHIND + LAST_KEY, r24
    movw r24, r28
    adiw r24, 32
    std Z + THIRD, r24
    std Z + THIRD + 1, r25
    std Z + BEHIND + THIRD, r24
    std Z + BEHIND + THIRD + 1, r25
    subi ROUNDS, 3
    std Z + MORE, ROUNDS
    std Z + BEHIND + MORE, ROUNDS
    set_rampz s_box
    clt

    /* What is common: the first round without the last byte, which comes to row 3 of the first column;
     * the second without that column */
1:  .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .set at, \i ^ 1
    ld at, X+
    .endr
    ldi r31, hi8(s_box)
    rcall sub_bytes
    sbrc ROUNDS, 7
    rjmp 4f                 /* of the one round that a word of the key is substituted by */
    clr r3
    rcall mix_columns
    to_common
    .irp i, 0, 1, 2, 3
    ldd r24, Y + \i
    .set at, \i ^ 1
    eor r24, at
    std Z + COLUMN + \i, r24
    .endr
    ldi r31, hi8(s_box)
    rcall sub_bytes
    clr r0
    clr r13
    clr r10
    clr r7
    rcall mix_columns
    to_common
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ldd r24, Y + \i
    .set at, \i ^ 1
    eor r24, at
    std Z + STATE + \i, r24
    .endr
    brts 2f
    sbiw r28, 32
    ldd r26, Z + COUNTERS
    ldd r27, Z + COUNTERS + 1
    adiw r26, 16
    set
    rjmp 1b
2:  clr OVER

next_block:
    /* The last byte in the first round, and the counter on */
    in r28, SPL
    in r29, SPH
    clr r23
    add r28, OVER
    adc r29, r23
    ldi r31, hi8(s_box)
    ldd r30, Y + LAST_KEY
    eor r30, LOW
    lpm S1, Z
    mov S2, S1
    times_x_of S2, r23
    ldi r26, BEHIND
    subi LOW, 0xFF
    sbc r27, r27            /* 0xFF, but behind 255 0 */
    com r27
    and r27, r26
    or OVER, r27
    second 0, 0, S1
    second 1, 3, S1
    second 3, 1, S2
    eor S1, S2
    second 2, 2, S1
    ldd LEFT, Y + MORE
    ldd r24, Y + THIRD
    ldd r25, Y + THIRD + 1
    movw r28, r24

3:  mix_column r0, r1, r2, r3
    mix_column r4, r5, r6, r7
    mix_column r8, r9, r10, r11
    mix_column r12, r13, r14, r15
    adiw r28, 16
    circle 0, 1, 4, 5, 8, 9, 12, 13
    circle 2, 11, 6, 15, 10, 3, 14, 7
    dec LEFT
    breq 4f
    rjmp 3b

    /* The last round key, and the message */
4:  movw r26, SRC
    movw r30, DST
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ldd r24, Y + KEYS + 16 + \i
    eor r24, \i
    ld r25, X+
    eor r24, r25
    st Z+, r24
    .endr
    movw SRC, r26
    movw DST, r30
    dec BLOCKS
    breq 5f
    rjmp next_block

5:  to_frame
    adiw r30, FRAME
    move_stack
    clr r1
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop \r
    .endr
    ret
    .size mote_aes_ctr_blocks, . - mote_aes_ctr_blocks
