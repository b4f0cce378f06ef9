/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1"
 * functions = ["mote_aes_encrypt_blocks(keys, rounds, src, dst, blocks)"]
 * numbers = {rounds = 10, blocks = 20}
 * reads = {keys = 240, src = "16 * blocks"}
 * writes = {dst = "16 * blocks"}
 * clobbers = "r0 r18-r21 r23-r27 r30 r31 flags"
 * stack = 20
 * constant_time = false
 * secret_tables = ["s_box"]
 * calls = []
 * block = "next_block"
 * mode = "portable"
 * bound = 2064
 *
 * Registers
 *   r0-r15   the state; between MixColumns and SubBytes byte i of it is in register i ^ 1
 *   r16:r17  blocks that are left
 *   r18:r19  dst
 *   r20:r21  src
 *   r22      rounds
 *   r23      mask of a product with x
 *   r24-r26  sums of neighbours in a column (T0 to T2)
 *   r27      rounds that are left
 *   r26:r27  X, also: in the message, between blocks
 *   r28:r29  Y: the round key
 *   r30:r31  Z: in the S-box
 *
 * AES encryption of any number of blocks (at least one), one after the other; dst may be src.  The
 * round keys are those of the context, 16 bytes each.
 *
 * Specification: FIPS PUB 197, section 5.1.
 *
 * TIME.  The S-box is a table in program memory, which an AVR reads in three cycles wherever that
 * is: it has no cache, and no run takes longer than another.  The places that are read do depend on
 * key and message, though; what observes addresses could learn them.  The table begins where the
 * low byte of an address is 0, so that a byte of the state is that low byte.
 *
 * COUNT of a block: 16 bytes read 32, the key added, the S-box looked up and rows shifted 6 each
 * (98 with what the two circles of registers take), ten times; MixColumns 27 a column, nine times;
 * the last key added and 16 bytes written 80: 2,064 cycles.  Loops and pointers take 74 more.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define BLOCKS r16
#define BLOCKS_HIGH r17
#define DST r18
#define SRC r20
#define ROUNDS r22
#define LEFT r27
    .equ    KEYS, 0         /* from Y on */

#include "aes/avr8_fast.inc"

/* void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
 *                              unsigned char *dst, size_t blocks) */
    .text
    .global mote_aes_encrypt_blocks
    .type mote_aes_encrypt_blocks, @function
mote_aes_encrypt_blocks:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push \r
    .endr
    movw r28, r24
    set_rampz s_box
    ldi r31, hi8(s_box)
next_block:
    movw r26, SRC
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .set at, \i ^ 1
    ld at, X+
    .endr
    movw SRC, r26
    mov LEFT, ROUNDS
    rjmp 2f

1:  mix_column r0, r1, r2, r3
    mix_column r4, r5, r6, r7
    mix_column r8, r9, r10, r11
    mix_column r12, r13, r14, r15
    adiw r28, 16
2:  circle 0, 1, 4, 5, 8, 9, 12, 13
    circle 2, 11, 6, 15, 10, 3, 14, 7
    dec LEFT
    breq 3f
    rjmp 1b

    /* The last round key */
3:  movw r26, DST
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ldd r24, Y + KEYS + 16 + \i
    eor r24, \i
    st X+, r24
    .endr
    movw DST, r26
    /* Back to the first one: the last used was behind rounds - 1 others. */
    mov r24, ROUNDS
    dec r24
    swap r24
    sub r28, r24
    sbci r29, 0
    subi BLOCKS, 1
    sbci BLOCKS_HIGH, 0
    breq 4f
    rjmp next_block

4:  clr r1
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop \r
    .endr
    ret
    .size mote_aes_encrypt_blocks, . - mote_aes_encrypt_blocks
