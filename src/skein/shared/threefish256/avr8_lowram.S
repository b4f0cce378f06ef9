/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Skein Hash Function Family, version 1.3, section 3.3"
 * functions = [
 *   "mote_threefish256_init(cc, key)",
 *   "mote_threefish256_encrypt(cc, tweak, src, dst)",
 *   "mote_threefish256_decrypt(cc, tweak, src, dst)",
 * ]
 * reads = {cc = 32, key = 32, tweak = 16, src = 32}
 * writes = {cc = 32, dst = 32}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 62
 * constant_time = true
 * calls = []
 * block = "mote_threefish256_encrypt"
 * bound = 7725
 */

/* Registers: skein/threefish256_avr8_fast.inc. */

/* Threefish-256 for AVR, classic core with movw (avr25), fast with little memory.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, section 3.3; its letters are used.
 *
 * A SUBKEY is added in its parts (section 3.3.2): the key's words where the caller has them, but for
 * the fifth, and the tweak's, from a frame of 36 bytes on the stack: t0, t1, t2, k4, and two
 * addresses.  The place of each word is written out, as nothing is left to compute it with: for the
 * tweak and the number s of a subkey in 19 pieces of code, from each of which one of ten goes on,
 * for the words of the key (s mod 5, and s mod 2 for the names of registers).
 *
 * FREE REGISTERS.  Two are Z, the third is B, for bytes of the subkey.  While the last three bytes
 * of word 0 come back from the stack a fourth is needed, which is taken of a word that is complete
 * while Z is the stack pointer: the one that k4 belongs to, or word 2.
 *
 * DECRYPTION has all words complemented while a subkey is added, as ~(x - k) = ~x + k, and so shares
 * that code.  In rounds ~b ^ ~a = b ^ a, and ~(a - b) = ~a + b; in the next round b ^ ~a = ~(b ^ a),
 * and ~a + b = ~a - ~b - 1.  T is 1 where no rounds of encryption follow a subkey; rounds use it.
 *
 * BOUND for a block in cycles, by this order of work: 72 rounds of 32 additions and exclusive ors,
 * 2,304; 9 times 22 one-bit steps of 10 and a rotation by nibbles of 33, 2,277; 19 subkeys of 48
 * bytes of 3, and 18 numbers of 8, 2,880; k4 and t2 136; the block in and out 128.  In all 7,725.
 * Beyond that, registers that a subkey takes from the state and gives back, and addresses, are some
 * 27 a subkey, 517; calls and jumps some 250; the caller's registers and the frame some 200.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_lowram.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "skein/threefish256_avr8_fast.inc"
#include "skein/threefish256_avr8_nibbles.inc"

/* Bytes of a return address */
#ifdef __AVR_3_BYTE_PC__
    .equ    RETURN, 3
#else
    .equ    RETURN, 2
#endif

/* Frame: bytes from its lowest on */
    .equ    TWEAK, 0        /* t0, t1, t2 */
    .equ    K4, 24
    .equ    KEY, 32         /* addresses */
    .equ    TARGET, 34
    .equ    BYTES, 36
    .equ    AT, 5 + RETURN  /* as seen from the stack pointer while a subkey is added */
    .equ    TAKEN, 4        /* place of the fourth register there */

/* The register that a subkey with k(place) for word 0 takes beside r29 to r31 */
    .macro  fourth place
    .if     \place == 1
    .set    FOURTH, 16
    .elseif \place == 3
    .set    FOURTH, 0
    .else
    .set    FOURTH, 15
    .endif
    .endm

/* Word += that at Z + offset, its first `count` bytes; B is free. */
    .macro  plus word, offset, count=8
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i < \count
    register to, \word, \i
    ldd     B, Z + \offset + \i
    .if     \i == 0
    add     to, B
    .else
    adc     to, B
    .endif
    .endif
    .endr
    .endm

/* Words 1 and 2 += t(s mod 3), t(s + 1 mod 3), and word 3 += s; goes on with the key for s mod 10. */
    .macro  tweak_for s
    .set    BYTES1, 17 * (\s & 1)
    .set    BYTES3, 15 * (\s & 1)
tweak_\s:
    .if     \s > 0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    register to, 3, \i
    .if     \i == 0
    subi    to, lo8(-(\s))
    .else
    sbci    to, 0xff
    .endif
    .endr
    .endif
    fourth  (\s % 5)
    push    FOURTH
    push    r31
    push    r30
    push    B
    stack_place
    plus    1, (AT+TWEAK+8*(\s%3))
    plus    2, (AT+TWEAK+8*((\s+1)%3))
    .endm

/* Z = the address of the key, from the stack pointer in Z. */
    .macro  key_place
    ldd     B, Z + AT + KEY
    ldd     r31, Z + AT + KEY + 1
    mov     r30, B
    .endm

/* Word += k(place + word mod 5), which is not k4, at Z */
    .macro  plus_key word, place
    .if     (\place + \word) % 5 != 4
    plus    \word, (8*((\place+\word)%5))
    .endif
    .endm

/* Word 0 += that at Z + offset; its last three bytes and the fourth register come back. */
    .macro  plus_last offset
    plus    0, \offset, 5
    ldd     FOURTH, Z + \offset + 5
    pop     B
    adc     B, FOURTH
    ldd     FOURTH, Z + \offset + 6
    ldd     r31, Z + \offset + 7
    pop     r30
    adc     r30, FOURTH
    pop     FOURTH
    adc     r31, FOURTH
    pop     FOURTH
    .endm

/* Words 0 to 3 += k(s mod 5) to k(s + 3 mod 5); Z is the stack pointer.  Then four rounds. */
    .macro  key_for s, place
    .set    BYTES1, 17 * (\s & 1)
    .set    BYTES3, 15 * (\s & 1)
    fourth  \place
key_\s:
    .if     \place % 4 != 0
    plus    (4-\place), (AT+K4)
    std     Z + TAKEN, FOURTH
    .endif
    key_place
    plus_key 1, \place
    plus_key 2, \place
    plus_key 3, \place
    .if     \place % 4 == 0
    stack_place
    std     Z + TAKEN, FOURTH
    .if     \place == 0
    key_place
    .endif
    .endif
    .if     \place == 4
    plus_last (AT+K4)
    .else
    plus_last (8*\place)
    .endif
    brts    1f
    .if     \s & 1
    rjmp    rounds_4
    .else
    rjmp    rounds_0
    .endif
1:
    ret
    .endm

/* The inverse of a mix with ~a: b is complemented before and not behind it, or the other way. */
    .macro  unmix_straight a, b, bytes, bits
    words   eor, eor, \b, \a
    .if     (\bits) == -4 && \b == 3
    rotate_nibbles -(\bytes), 1, 0xf0, 7, 6, 5, 4, 3, 2, 1, 0
    .else
    rotate  \b, -(\bytes), -(\bits), 0
    .endif
    words   add, adc, \a, \b
    .endm

    .macro  unmix_complement a, b, bytes, bits
    words   eor, eor, \b, \a
    .if     (\bits) == -4 && \b == 3
    rotate_nibbles -(\bytes), 1, 0xf0, 7, 6, 5, 4, 3, 2, 1, 0
    .else
    rotate  \b, -(\bytes), -(\bits), 0
    .endif
    sec
    words   sbc, sbc, \a, \b
    .endm

    .macro  complement
    .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    com     r\r
    .endr
    .irp    r, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    com     r\r
    .endr
    .endm

    .section .text.mote_threefish256, "ax", @progbits
    .p2align 1
    .global mote_threefish256_init
    .type   mote_threefish256_init, @function
mote_threefish256_init:
    movw    r26, r24
    movw    r30, r22
    ldi     r24, 2
1:
    .rept   16
    ld      r0, Z+
    st      X+, r0
    .endr
    dec     r24
    brne    1b
    ret
    .size   mote_threefish256_init, . - mote_threefish256_init

/* Rounds 7 to 4 backwards, and 3 to 0 */
unrounds_4:
    unrotated
    unmix_straight 2, 1, 4, 0
    unmix_straight 0, 3, 4, 0
    unmix_complement 2, 3, 3, -2
    unmix_complement 0, 1, 7, 2
    unmix_straight 2, 1, 1, 4
    unmix_straight 0, 3, 6, -2
    unmix_complement 2, 3, 4, 1
    unmix_complement 0, 1, 3, 1
    ret
unrounds_0:
    .set    BYTES1, 17
    .set    BYTES3, 15
    unmix_straight 0, 3, 1, -3
    unmix_straight 2, 1, 5, -3
    unmix_complement 2, 3, 5, 0
    unmix_complement 0, 1, 3, -1
    unmix_straight 2, 1, 7, 1
    unmix_straight 0, 3, 7, -4
    unmix_complement 2, 3, 2, 0
    unmix_complement 0, 1, 2, -2
    ret

    .irp    s, 0, 1, 2, 3, 4, 5, 6, 7, 8
    tweak_for 1\s
    rjmp    key_\s
    .endr

    .global mote_threefish256_decrypt
    .type   mote_threefish256_decrypt, @function
mote_threefish256_decrypt:
    set
    rjmp    begin
    .size   mote_threefish256_decrypt, . - mote_threefish256_decrypt

    .global mote_threefish256_encrypt
    .type   mote_threefish256_encrypt, @function
mote_threefish256_encrypt:
    clt
begin:
    .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    push    r19
    push    r18
    push    r25
    push    r24
    movw    r26, r24
    movw    r30, r22
    movw    r28, r20

    /* k4: the parity of the key, with C240 (section 3.3.2) */
    ldi     r16, 0x22
    ldi     r17, 0x1a
    ldi     r18, 0xfc
    ldi     r19, 0xa9
    ldi     r20, 0xda
    ldi     r21, 0x1b
    ldi     r22, 0xd1
    ldi     r23, 0x1b
    .rept   4
    .irp    r, 16, 17, 18, 19, 20, 21, 22, 23
    ld      r24, X+
    eor     r\r, r24
    .endr
    .endr
    .irp    r, 23, 22, 21, 20, 19, 18, 17, 16
    push    r\r
    .endr

    /* t2, t1 and t0 */
    .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ld      r\r, Z+
    .endr
    .irp    i, 0, 2, 4, 6
    movw    16 + \i, \i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    eor     16 + \i, 8 + \i
    .endr
    .irp    r, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    push    r\r
    .endr

    /* The block */
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     0 + \i, Y + 8 + \i
    ldd     8 + \i, Y + 16 + \i
    ldd     16 + \i, Y + 24 + \i
    .endr
    ldd     r24, Y + 0
    ldd     r25, Y + 1
    ldd     r26, Y + 2
    ldd     r30, Y + 6
    ldd     r31, Y + 7
    ldd     r27, Y + 4
    push    r27
    ldd     r27, Y + 3
    ldd     r29, Y + 5
    pop     r28
    brtc    1f
    rjmp    backwards
1:

    .irp    s, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    clt
    rcall   tweak_\s
    .endr
    set
    rcall   tweak_18

    /* The state to the result, and back to the caller */
end:
    push    A
    push    r31
    push    r30
    stack_place
    ldd     A, Z + 4 + TARGET
    ldd     r31, Z + 4 + TARGET + 1
    mov     r30, A
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i > 5
    pop     A
    std     Z + \i, A
    .else
    std     Z + \i, 24 + \i
    .endif
    std     Z + 8 + \i, 0 + \i
    .if     \i < 7
    std     Z + 16 + \i, 8 + \i
    .endif
    std     Z + 24 + \i, 16 + \i
    .endr
    pop     A
    std     Z + 23, A
    in      r28, SPL
    in      r29, SPH
    adiw    r28, BYTES
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

backwards:
    complement
    rcall   tweak_18
    rcall   unrounds_4
    set
    rcall   tweak_17
    rcall   unrounds_0
    set
    rcall   tweak_16
    rcall   unrounds_4
    set
    rcall   tweak_15
    rcall   unrounds_0
    set
    rcall   tweak_14
    rcall   unrounds_4
    set
    rcall   tweak_13
    rcall   unrounds_0
    set
    rcall   tweak_12
    rcall   unrounds_4
    set
    rcall   tweak_11
    rcall   unrounds_0
    set
    rcall   tweak_10
    rcall   unrounds_4
    set
    rcall   tweak_9
    rcall   unrounds_0
    set
    rcall   tweak_8
    rcall   unrounds_4
    set
    rcall   tweak_7
    rcall   unrounds_0
    set
    rcall   tweak_6
    rcall   unrounds_4
    set
    rcall   tweak_5
    rcall   unrounds_0
    set
    rcall   tweak_4
    rcall   unrounds_4
    set
    rcall   tweak_3
    rcall   unrounds_0
    set
    rcall   tweak_2
    rcall   unrounds_4
    set
    rcall   tweak_1
    rcall   unrounds_0
    set
    rcall   tweak_0
    complement
    rjmp    end
    .size   mote_threefish256_encrypt, . - mote_threefish256_encrypt

    tweak_for 0
    key_for 0, 0
    tweak_for 1
    key_for 1, 1
    tweak_for 2
    key_for 2, 2
    tweak_for 3
    key_for 3, 3
    tweak_for 4
    key_for 4, 4
    tweak_for 5
    key_for 5, 0
    tweak_for 6
    key_for 6, 1
    tweak_for 7
    key_for 7, 2
    tweak_for 8
    key_for 8, 3
    tweak_for 9
    key_for 9, 4

/* Rounds 0 to 3 of eight, and 4 to 7 */
rounds_0:
    unrotated
    mix     0, 1, 2, -2
    mix     2, 3, 2, 0
    words   add, adc, 0, 3
    rotate_nibbles 7, -1, 0x0f, 0, 1, 2, 3, 4, 5, 6, 7
    words   eor, eor, 3, 0
    mix     2, 1, 7, 1
    mix     0, 1, 3, -1
    mix     2, 3, 5, 0
    mix     0, 3, 1, -3
    mix     2, 1, 5, -3
    ret
rounds_4:
    .set    BYTES1, 17
    .set    BYTES3, 15
    mix     0, 1, 3, 1
    mix     2, 3, 4, 1
    mix     0, 3, 6, -2
    mix     2, 1, 1, 4
    mix     0, 1, 7, 2
    mix     2, 3, 3, -2
    mix     0, 3, 4, 0
    mix     2, 1, 4, 0
    ret
