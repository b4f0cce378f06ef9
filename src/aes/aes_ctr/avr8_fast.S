/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * stack = 283
 * secret_tables = ["s_box"]
 * bound = 2161
 */

/* Registers of a block
 *   r0-r15   the state; between MixColumns and SubBytes byte i of it is in register i ^ 1
 *   r16:r17  bytes that are left
 *   r18:r19  dst
 *   r20:r21  src
 *   r22      rounds
 *   r23      mask of a product with x
 *   r24-r26  sums of neighbours in a column (T0 to T2)
 *   r27      rounds that are left
 *   r26:r27  X: src, with the last round key
 *   r28:r29  Y: the round key, KEYS behind it
 *   r30:r31  Z: in the S-box; dst, with the last round key
 *   T        whether the block is the last one, of which some bytes go into the key stream
 * In the key expansion: r2-r5 a word, r23 the round constant; elsewhere r28:r29 is the context's
 * counter.
 */

/*
 * AES-128 and AES-256 in counter mode, for AVR, classic core with movw (avr25), fast.
 *
 * Specification: FIPS PUB 197; NIST SP 800-38A, section 6.5.
 *
 * A call that needs key stream expands the key to the stack, where the counter goes, too: below its
 * round keys, so that one pointer reaches both.  What is counted up before each block begins with
 * one less than the counter block.  Whole blocks go from src to dst in registers; the last one, of
 * which bytes are left, is the encryption of zeros in the context's key stream.
 *
 * COUNT of a block: the counter read, counted up and written 81; keys added, the S-box looked up
 * and rows shifted 98, ten times; MixColumns 27 a column, nine times; the last key and the
 * message added 8 a byte: 2,161 cycles.  Loops and pointers take more.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define LEN r16
#define LEN_HIGH r17
#define DST r18
#define SRC r20
#define ROUNDS r22
#define LEFT r27

    .equ    KEYS, 16        /* from Y on, in the frame: behind the counter */

#include "aes/avr8_fast.inc"

    .equ    FRAME, 16 + 240 /* a multiple of 256: counter and round keys */

#include "aes/ctr_avr8.inc"

/* Bytes from X to Z, with key stream added, while there is some left (r22) and they are (LEN) */
    .type add_key_stream, @function
add_key_stream:
    movw r24, r28
    rjmp 2f
1:  sub r28, r22
    sbc r29, r1
    ldd r0, Y + KEY_STREAM + 16
    movw r28, r24
    ld r23, X+
    eor r0, r23
    st Z+, r0
    dec r22
    subi LEN, 1
    sbci LEN_HIGH, 0
2:  tst r22
    breq 3f
    mov r23, LEN
    or r23, LEN_HIGH
    brne 1b
3:  std Y + UNUSED, r22
    ret
    .size add_key_stream, . - add_key_stream

/* The stack pointer goes to Z. */
    .macro move_stack
    in r0, SREG
    cli
    out SPH, r31
    out SREG, r0
    out SPL, r30
    .endm

/* void mote_aes_ctr_crypt(mote_aes_ctr_context *cc, const void *src, void *dst, size_t len) */
    .global mote_aes_ctr_crypt
    .type mote_aes_ctr_crypt, @function
mote_aes_ctr_crypt:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push \r
    .endr
    movw LEN, r18
    adiw r24, KEY_BYTES
    movw r28, r24
    movw r26, r22
    movw r30, r20
    ldd r22, Y + UNUSED
    rcall add_key_stream
    mov r23, LEN
    or r23, LEN_HIGH
    brne 1f
    rjmp return

    /* The frame; the context is on the stack above it. */
1:  movw SRC, r26
    movw DST, r30
    push r28
    push r29
    in r30, SPL
    in r31, SPH
    subi r31, FRAME / 256
    move_stack
    adiw r30, 1

    /* The counter less 1 */
    ldd ROUNDS, Y + NUMBER
    adiw r28, 16
    adiw r30, 16
    ldi r24, 16
    sec
2:  ld r0, -Y
    sbc r0, r1
    st -Z, r0
    dec r24
    brne 2b

    /* The key expansion (section 5.2): X reads the word a whole key before that which Y writes. */
    sbiw r28, KEY_BYTES
    movw r26, r28
    movw r28, r30
    adiw r28, KEYS
    movw r30, r28
    ldi r24, 16
    ldi r25, 10
    bst ROUNDS, 2
    brtc 3f
    ldi r24, 32
    ldi r25, 13
3:  ld r0, X+
    st Y+, r0
    dec r24
    brne 3b
    movw r26, r30
    ld r5, -Y
    ld r4, -Y
    ld r3, -Y
    ld r2, -Y
    adiw r28, 4
    set_rampz s_box
    ldi r31, hi8(s_box)
    ldi r23, 1
4:  /* Four words; of a key of 256 bits, each second time with SubWord alone */
    mov r0, r2
    mov r30, r3
    brtc 5f
    sbrc r25, 0
    rjmp 5f
    mov r30, r2
    lpm r2, Z
    mov r30, r3
    lpm r3, Z
    mov r30, r4
    lpm r4, Z
    mov r30, r5
    rjmp 6f
    /* RotWord, SubWord and Rcon */
5:  lpm r2, Z
    mov r30, r4
    lpm r3, Z
    mov r30, r5
    lpm r4, Z
    eor r2, r23
    lsl r23
    brcc 7f
    ldi r23, 0x1B
7:  mov r30, r0
6:  lpm r5, Z
    ldi r24, 4
8:  .irp t, 2, 3, 4, 5
    ld r0, X+
    eor \t, r0
    st Y+, \t
    .endr
    dec r24
    brne 8b
    dec r25
    brne 4b
    in r28, SPL
    in r29, SPH
    adiw r28, 1
    clt

next_block:
    subi LEN, 16
    sbci LEN_HIGH, 0
    brcc 1f
    rjmp last
1:  clr r23
    sec
    .irp i, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    .set at, \i ^ 1
    ldd at, Y + \i
    adc at, r23
    std Y + \i, at
    .endr
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

    /* The last round key, and the message */
3:  movw r26, SRC
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
    ldi r31, hi8(s_box)
    /* Back to the first key: the last used was behind rounds - 1 others. */
    mov r24, ROUNDS
    dec r24
    swap r24
    sub r28, r24
    sbci r29, 0
    rjmp next_block

last:
    clr r1
    brts 2f
    subi LEN, -16
    clr LEN_HIGH
    tst LEN
    breq 3f
    /* Zeros in the context's key stream are one more message block. */
    push LEN
    push r18
    push r19
    push r20
    push r21
    movw r26, r28
    inc r27
    ld r31, X+
    ld r30, X
    adiw r30, KEY_STREAM
    movw SRC, r30
    movw DST, r30
    ldi LEN, 16
1:  st Z+, r1
    dec LEN
    brne 1b
    ldi LEN, 16
    ldi r31, hi8(s_box)
    set
    rjmp next_block
2:  pop r21
    pop r20
    pop r19
    pop r18
    pop LEN
    clr LEN_HIGH

    /* The counter, with 1 added, goes back; the frame is wiped and given back. */
3:  movw r26, r28
    inc r27
    ld r31, X+
    ld r30, X
    adiw r28, 16
    adiw r30, 16
    ldi r24, 16
    sec
4:  ld r0, -Y
    adc r0, r1
    st -Z, r0
    dec r24
    brne 4b
5:  st Y+, r1
    dec r24
    brne 5b
    sbiw r28, 1
    movw r30, r28
    move_stack
    pop r29
    pop r28
    movw r26, SRC
    movw r30, DST
    clr r22
    bld r22, 4
    rcall add_key_stream
return:
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop \r
    .endr
    ret
    .size mote_aes_ctr_crypt, . - mote_aes_ctr_crypt
