/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * stack = 42
 * secret_tables = ["s_box"]
 */

/* Registers, of a block
 *   r0       d: a byte of a column; passing by
 *   r18      count; T0 of a word of the key
 *   r19      acc: the sum of the other three bytes of a column; T1
 *   r18:r19  the round key, while the S-box is looked up
 *   r20      rounds that are left, in the low nibble; the high one counts
 *   r21      n: the byte below d in its column, then what becomes of d; place; T2
 *   r22      RCON: the round constant
 *   r23      mask; T3
 *   r24:r25  the context's counter
 *   r26:r27  X: the round key
 *   r30:r31  Z: in the state and in the S-box
 *   T        whether the key has 256 bits
 * and, between blocks, the functions' arguments.
 */

/*
 * AES-128 and AES-256 in counter mode, for AVR, classic core with movw (avr25), small.
 *
 * Specification: FIPS PUB 197; NIST SP 800-38A, section 6.5.
 *
 * A round is two passes over memory, from the state to the other half of the key stream's place and
 * back: the first has SubBytes and ShiftRows, as byte i of a block comes from place 5 i modulo 16,
 * the second MixColumns and AddRoundKey, from the last byte to the first.  The key schedule goes
 * along with the rounds, on a copy of the key that lies on the stack and is wiped there; of a key
 * of 256 bits each half is every other round key.
 *
 * COUNTS OF FOUR.  Adding 0x40 to a byte gives a carry with every fourth addition, and the byte
 * back: so a register counts to four again and again while its low bits have something else.  subi
 * by 0xC0 adds 0x40, and its carry is clear where the addition's is set.
 */

#if !defined(__AVR_HAVE_MOVW__) || defined(__AVR_HAVE_8BIT_SP__)
#error "avr8.S needs an AVR with movw and a stack pointer of 16 bits: -mmcu=avr25"
#endif

#include "common/avr8_tables.inc"
#include "groestl/s_box.inc"

    .equ    STATE, 16       /* from the counter on: the state, where the key stream goes */
    .equ    SHIFTED, 32

#define T0 r18
#define T1 r19
#define T2 r21
#define T3 r23
#define COUNT r18
#define ACC r19
#define ROUNDS r20
#define N r21
#define PLACE r21
#define RCON r22
#define MASK r23

    .macro table_entry s
    .byte \s
    .endm

    table_section aes_s_box
    within_64k 8
s_box:
    each_of_s_box table_entry

#include "aes/ctr_avr8.inc"

/* \to = the S-box (section 5.1.1) of r30; to Z */
    .macro look_up to
    ldi r31, 0
    subi r30, lo8(-(s_box))
    sbci r31, hi8(-(s_box))
    lpm \to, Z
    .endm

/* The key stream's next block.  r24:r25: the context's counter; Z is it afterwards, and r26 has how
 * many bytes will be left behind the first one. */
    .type next_block, @function
next_block:
    .irp r, 18, 19, 20, 21, 22, 23
    push \r
    .endr
    /* A copy of the key: X is the first byte of it then. */
    movw r26, r24
    set_rampz s_box
    movw r30, r24
    ldd ROUNDS, Z + NUMBER
    bst ROUNDS, 2
    ldi COUNT, KEY_BYTES
1:  ld r0, -X
    push r0
    dec COUNT
    brne 1b
    in r26, SPL
    in r27, SPH
    adiw r26, 16 + 1

    /* The counter, plus the first round key, is the state; and 1 is added to it. */
    adiw r30, 16
    ldi COUNT, 16
    sec
2:  ld r19, -Z
    ld r21, -X
    eor r21, r19
    std Z + STATE, r21
    adc r19, r1
    st Z, r19
    dec COUNT
    brne 2b
    ldi RCON, 1

next_round:
    /* The key expansion (section 5.2): of the round key at X, the last word */
    adiw r26, 12
    ld T0, X+
    ld T1, X+
    ld T2, X+
    ld T3, X+
    brtc 2f
    sbrc ROUNDS, 0
    rjmp 1f
    /* 256 bits, the second half; which is for the first round as it is. */
    cpi RCON, 1
    brne 3f
    adiw r26, 16
    rjmp 5f
    /* 256 bits, the first half */
1:  sbiw r26, 16
2:  sbiw r26, 16
    /* RotWord and Rcon */
    mov r0, T0
    mov T0, T1
    mov T1, T2
    mov T2, T3
    mov T3, r0
    ld r0, X
    eor r0, RCON
    st X, r0
    lsl RCON
    brcc 3f
    ldi RCON, 0x1B
    /* SubWord */
3:  mov r30, T0
    mov T0, T1
    mov T1, T2
    mov T2, T3
    look_up T3
    subi ROUNDS, 0xC0
    brcs 3b
4:  .irp t, T0, T1, T2, T3
    ld r0, X
    eor \t, r0
    st X+, \t
    .endr
    subi ROUNDS, 0xC0
    brcs 4b

    /* SubBytes and ShiftRows (sections 5.1.1 and 5.1.2) */
5:  movw r18, r26
    movw r26, r24
    adiw r26, SHIFTED
    clr PLACE
6:  movw r30, r24
    add r30, PLACE
    adc r31, r1
    ldd r30, Z + STATE
    look_up r0
    st X+, r0
    subi PLACE, -5
    andi PLACE, 15
    brne 6b
    movw r26, r18
    movw r30, r24
    adiw r30, STATE + 16
    dec ROUNDS
    breq 9f

    /* MixColumns (section 5.1.3): d becomes x (d + n) + the sum of the other three.  Four columns,
     * the last one first, with their four rows. */
    ldi COUNT, 3
7:  ldd N, Z + SHIFTED - STATE - 4
    ldd ACC, Z + SHIFTED - STATE - 3
    ldd r0, Z + SHIFTED - STATE - 2
    eor ACC, r0
    ldd r0, Z + SHIFTED - STATE - 1
    eor ACC, r0
8:  ldd r0, Z + SHIFTED - STATE - 1
    eor N, r0
    eor ACC, N
    lsl N
    sbc MASK, MASK
    andi MASK, 0x1B
    eor N, MASK
    eor N, ACC
    /* AddRoundKey (section 5.1.4) */
    ld MASK, -X
    eor N, MASK
    st -Z, N
    mov N, r0
    subi COUNT, 0xC0
    brcs 8b
    dec COUNT
    brpl 7b
    rjmp next_round

    /* The last round */
9:  ldd r0, Z + SHIFTED - STATE - 1
    ld MASK, -X
    eor r0, MASK
    st -Z, r0
    subi ROUNDS, 0xF0
    brcs 9b

    /* X is where the copy of the key begins; the state, Z, is the key stream. */
    ldi COUNT, KEY_BYTES
1:  st X+, r1
    pop r0
    dec COUNT
    brne 1b
    .irp r, 23, 22, 21, 20, 19, 18
    pop \r
    .endr
    movw r30, r24
    ldi r26, 15
    ret
    .size next_block, . - next_block

/* void mote_aes_ctr_crypt(mote_aes_ctr_context *cc, const void *src, void *dst, size_t len) */
    .global mote_aes_ctr_crypt
    .type mote_aes_ctr_crypt, @function
mote_aes_ctr_crypt:
    adiw r24, KEY_BYTES
1:  subi r18, 1
    sbci r19, 0
    brcs 3f
    movw r30, r24
    ldd r26, Z + UNUSED
    subi r26, 1
    brcc 2f
    rcall next_block
2:  std Z + UNUSED, r26
    sub r30, r26
    sbc r31, r1
    ldd r0, Z + STATE + 15
    movw r26, r22
    ld r30, X+
    movw r22, r26
    eor r0, r30
    movw r26, r20
    st X+, r0
    movw r20, r26
    rjmp 1b
3:  ret
    .size mote_aes_ctr_crypt, . - mote_aes_ctr_crypt
