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
 * stack = 281
 * constant_time = true
 * calls = []
 * block = "mote_threefish256_encrypt"
 * bound = 7397
 */

/* Registers: skein/threefish256_avr8_fast.inc. */

/* Threefish-256 for AVR, classic core with movw (avr25), faster than avr8_fast.S for some more bytes
 * and RAM.  Beside what that has:
 *
 *   the frame has 256 bytes, so that it is taken and given back by one write of the stack pointer
 *   the first subkey of an encryption is added while the block is loaded
 *   an odd subkey leaves one register more in its place: byte 5 of word 0 is exchanged on the stack
 *   for that of word 2 between the halves
 *   four bits of word 3 are rotated as nibbles
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_unrolled.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "skein/threefish256_avr8_fast.inc"
#include "skein/threefish256_avr8_nibbles.inc"

/* The caller's registers, and a frame of 256 bytes, at Y */
    .macro  enter_page
    .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push    r\r
    .endr
    in      r28, SPL
    in      r29, SPH
    dec     r29
    out     SPH, r29
    adiw    r28, 1
    .endm

    .macro  leave_page
    in      r29, SPH
    inc     r29
    out     SPH, r29
    .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\r
    .endr
    clr     r1
    ret
    .endm

/* The state to the result, and back to the caller; byte 7 of word 2 is on the stack. */
    .macro  finish
    push    r31
    push    r30
    stack_place
    ldd     A, Z + 4 + RESULT
    ldd     r31, Z + 4 + RESULT + 1
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
    leave_page
    .endm

/* K and C from the key at X and the tweak at r25:r24, two words of the key in a turn.  Y stays. */
    .macro  tables_unrolled
    movw    r30, r24
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ld      r\i, Z+
    .endr

    /* The key, and its parity with C240 (section 3.3.2); and C(5), C(11), C(2), C(8) and C(14),
     * which are k0 to k4 + t1 */
    movw    r30, r28
    adiw    r30, K
    subi    r28, lo8(-(C + 5 * 8))
    sbci    r29, hi8(-(C + 5 * 8))
    ldi     r16, 0x22
    ldi     r17, 0x1a
    ldi     r18, 0xfc
    ldi     r19, 0xa9
    ldi     r20, 0xda
    ldi     r21, 0x1b
    ldi     r22, 0xd1
    ldi     r23, 0x1b
    ldi     r25, 2
1:
    .irp    place, 0, 48
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ld      r24, X+
    std     Z + 40, r24
    st      Z+, r24
    eor     16 + \i, r24
    .if     \i == 0
    add     r24, 8 + \i
    .else
    adc     r24, 8 + \i
    .endif
    std     Y + \place + \i, r24
    .endr
    .endr
    sbiw    r28, 24
    dec     r25
    breq    2f
    rjmp    1b
2:
    subi    r28, lo8(-(15 * 8))
    sbci    r29, hi8(-(15 * 8))
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    std     Z + \i, 16 + \i
    .if     \i == 0
    add     16 + \i, 8 + \i
    .else
    adc     16 + \i, 8 + \i
    .endif
    st      Y+, 16 + \i
    .endr

    /* t2 = t0 ^ t1; t1 - t2 and t0 - t2 */
    .irp    i, 0, 2, 4, 6
    movw    16 + \i, \i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    eor     16 + \i, 8 + \i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i == 0
    sub     8 + \i, 16 + \i
    .else
    sbc     8 + \i, 16 + \i
    .endif
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i == 0
    sub     \i, 16 + \i
    .else
    sbc     \i, 16 + \i
    .endif
    .endr

    /* From each of the five, with the same key word, the one with t2, then the one with t0 */
    sbiw    r28, 7 * 8
    movw    r30, r28
    subi    r30, 8 * 8
    sbci    r31, 0
    .irp    j, 5, 8, 11, 14, 2
    word_of_c ldd, \j
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i == 0
    sub     16 + \i, 8 + \i
    .else
    sbc     16 + \i, 8 + \i
    .endif
    .endr
    word_of_c std, (\j+10)%15
    .if     \j == 5
    word_of_c std, 15
    .endif
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    .if     \i == 0
    add     16 + \i, \i
    .else
    adc     16 + \i, \i
    .endif
    .endr
    word_of_c std, (\j+5)%15
    .endr
    subi    r28, lo8(C + 8 * 8)
    sbci    r29, hi8(C + 8 * 8)

    .endm

/* The block at Z into the registers, and the first subkey added */
    .macro  load_first
    movw    r26, r28
    subi    r26, lo8(-(C + 8))
    sbci    r27, hi8(-(C + 8))
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ldd     \i, Z + 8 + \i
    ld      r24, X+
    .if     (\i & 7) == 0
    add     \i, r24
    .else
    adc     \i, r24
    .endif
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     16 + \i, Z + 24 + \i
    ldd     r24, Y + K + 24 + \i
    .if     \i == 0
    add     16 + \i, r24
    .else
    adc     16 + \i, r24
    .endif
    .endr
    .irp    i, 0, 1, 2
    ldd     24 + \i, Z + \i
    ldd     25 + \i, Y + K + \i
    .if     \i == 0
    add     24 + \i, 25 + \i
    .else
    adc     24 + \i, 25 + \i
    .endif
    .endr
    push    r24
    ldd     r27, Z + 3
    ldd     r24, Y + K + 3
    adc     r27, r24
    push    r25
    .irp    i, 4, 5, 6, 7
    ldd     r24, Z + \i
    ldd     r25, Y + K + \i
    adc     r24, r25
    .if     \i < 7
    push    r24
    .endif
    .endr
    mov     r31, r24
    pop     r30
    pop     r29
    pop     r28
    pop     r25
    pop     r24
    .endm

/* The second half of an even subkey: the two words of K at Z, for words 3 and 0; but for the last pop
 * of A. */
    .macro  key_words_even
    chain   add, adc, 3, (K_FIRST+24), A, 0, 1, 2, 3, 4, 5, 6, 7
    chain   add, adc, 0, K_FIRST, A, 0, 1, 2, 3, 4
    ldd     A, Z + K_FIRST + 5
    pop     B
    adc     B, A
    ldd     A, Z + K_FIRST + 6
    ldd     r31, Z + K_FIRST + 7
    pop     r30
    adc     r30, A
    pop     A
    adc     r31, A
    .endm

/* Places as seen from the stack pointer while three bytes are pushed */
    .equ    BASE3, BASE - 1
    .equ    K3, K_FIRST - 1 + 8
    .equ    C3, C_FIRST - 1 + 8

/* All rounds to encrypt, and all subkeys but the first, but for the last pop of A; the first word of
 * A is on the stack. */
    .macro  encryption_unrolled
    unrotated
1:
    /* Rounds 0 to 3 of eight */
    mix     0, 1, 2, -2, 15
    pop     A
    mix     2, 3, 2, 0
    words   add, adc, 0, 3
    rotate_nibbles 7, -1, 0x0f, 0, 1, 2, 3, 4, 5, 6, 7
    words   eor, eor, 3, 0
    mix     2, 1, 7, 1
    mix     0, 1, 3, -1
    mix     2, 3, 5, 0
    mix     0, 3, 1, -3
    push    B
    push    r31
    push    r30
    mix     2, 1, 5, -3, 29

    /* An odd subkey */
    stack_place
    ldd     B, Z + BASE3 + S
    dec     B
    add_number
    ldd     B, Z + BASE3 + CP
    go
    chain   add, adc, 1, C3, B, 0, 1, 2, 3, 4, 5, 6, 7
    chain   add, adc, 2, (C3+8), B, 0, 1, 2, 3, 4, 5, 6, 7
    stack_place
    ldd     B, Z + 3
    std     Z + 3, A
    ldd     A, Z + BASE3 + KP
    sub     r30, A
    sbci    r31, 0xff
    chain   add, adc, 3, (K3+24), A, 0, 1, 2, 3, 4, 5, 6, 7
    chain   add, adc, 0, K3, A, 0, 1, 2, 3, 4, 5
    ldd     A, Z + K3 + 6
    ldd     r31, Z + K3 + 7
    pop     r30
    adc     r30, A
    pop     A
    adc     r31, A
    pop     A

    /* Rounds 4 to 7 */
    mix     0, 1, 3, 1
    mix     2, 3, 4, 1
    mix     0, 3, 6, -2
    mix     2, 1, 1, 4
    mix     0, 1, 7, 2
    mix     2, 3, 3, -2
    mix     0, 3, 4, 0
    mix     2, 1, 4, 0

    /* An even subkey; T is 0 when it is the last, as bit 4 of -s. */
    free_registers
    stack_place
    ldd     B, Z + BASE + S
    subi    B, 2
    std     Z + BASE + S, B
    bst     B, 4
    add_number
    ldd     B, Z + BASE + CP
    subi    B, 16
    cpi     B, 144 - C_LOWEST
    brcc    3f
    subi    B, -120
3:
    std     Z + BASE + CP, B
    go
    tweaked_words add, adc, 0
    ldd     B, Z + BASE + KP
    subi    B, -24
    brcs    3f
    subi    B, 40
3:
    std     Z + BASE + KP, B
    go
    key_words_even
    brtc    3f
    rjmp    1b
3:
    .endm

    .section .text.mote_threefish256_init, "ax", @progbits
    .p2align 1
    .global mote_threefish256_init
    .type   mote_threefish256_init, @function
mote_threefish256_init:
    movw    r26, r24
    movw    r30, r22
    .rept   32
    ld      r0, Z+
    st      X+, r0
    .endr
    ret
    .size   mote_threefish256_init, . - mote_threefish256_init

    .section .text.mote_threefish256_encrypt, "ax", @progbits
    .p2align 1
    .global mote_threefish256_encrypt
    .type   mote_threefish256_encrypt, @function
mote_threefish256_encrypt:
    enter_page
    set_byte S, 0
    set_byte KP, 256 - 8
    set_byte CP, 256 - (C_LOWEST + 8)
    rcall   prepare
    load_first
    push    A
    encryption_unrolled
    finish
    .size   mote_threefish256_encrypt, . - mote_threefish256_encrypt

    .section .text.mote_threefish256_shared, "ax", @progbits
    .p2align 1
/* K and C; Z = the block */
    .type   prepare, @function
prepare:
    std     Y + RESULT, r18
    std     Y + RESULT + 1, r19
    push    r20
    push    r21
    movw    r26, r24
    movw    r24, r22
    tables_unrolled
    pop     r31
    pop     r30
    ret
    .size   prepare, . - prepare

    .section .text.mote_threefish256_decrypt, "ax", @progbits
    .p2align 1
    .global mote_threefish256_decrypt
    .type   mote_threefish256_decrypt, @function
mote_threefish256_decrypt:
    enter_page
    /* The places before that of subkey 18, and s */
    set_byte S, 18
    set_byte KP, 256 - 40
    set_byte CP, 256 - (C_LOWEST + 32)
    rcall   prepare
    load_block
    decryption
    finish
    .size   mote_threefish256_decrypt, . - mote_threefish256_decrypt
