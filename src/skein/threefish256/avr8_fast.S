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
 * stack = 229
 * constant_time = true
 * calls = []
 * block = "mote_threefish256_encrypt"
 * bound = 7460
 */

/* Registers: skein/threefish256_avr8_fast.inc.
 *
 * Threefish-256 for AVR, classic core with movw (avr25), fast.  Each function is in a section of
 * its own, and what two share too: a linker that collects garbage keeps what is called.  With init,
 * encryption alone is 2,474 bytes, decryption alone 2,470.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#include "skein/threefish256_avr8_fast.inc"

    .section .text.mote_threefish256_init, "ax", @progbits
    .p2align 1
    .global mote_threefish256_init
    .type   mote_threefish256_init, @function
mote_threefish256_init:
    movw    r26, r24
    movw    r30, r22
    ldi     r24, 8
1:
    .irp    i, 0, 1, 2, 3
    ld      r0, Z+
    st      X+, r0
    .endr
    dec     r24
    brne    1b
    ret
    .size   mote_threefish256_init, . - mote_threefish256_init

    .section .text.mote_threefish256_encrypt, "ax", @progbits
    .p2align 1
    .global mote_threefish256_encrypt
    .type   mote_threefish256_encrypt, @function
mote_threefish256_encrypt:
    enter
    start_encryption
    rcall   prepare
    encryption
    rjmp    finish
    .size   mote_threefish256_encrypt, . - mote_threefish256_encrypt

    .section .text.mote_threefish256_shared, "ax", @progbits
    .p2align 1
/* K, C and the registers */
    .type   prepare, @function
prepare:
    std     Y + RESULT, r18
    std     Y + RESULT + 1, r19
    push    r20
    push    r21
    movw    r26, r24
    movw    r24, r22
    tables
    pop     r31
    pop     r30
    load_block
    ret
    .size   prepare, . - prepare

/* The state to the result, and back to the caller; byte 7 of word 2 is on the stack. */
    .type   finish, @function
finish:
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
    in      r28, SPL
    in      r29, SPH
    leave
    .size   finish, . - finish

    .section .text.mote_threefish256_decrypt, "ax", @progbits
    .p2align 1
    .global mote_threefish256_decrypt
    .type   mote_threefish256_decrypt, @function
mote_threefish256_decrypt:
    enter
    /* The places before that of subkey 18, and s */
    set_byte S, 18
    set_byte KP, 256 - 40
    set_byte CP, 256 - (C_LOWEST + 32)
    rcall   prepare
    decryption
    rjmp    finish
    .size   mote_threefish256_decrypt, . - mote_threefish256_decrypt
