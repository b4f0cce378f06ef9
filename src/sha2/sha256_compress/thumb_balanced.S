@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
@ functions = ["mote_sha256_compress(H, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {H = 32, data = "64 * blocks"}
@ writes = {H = 32}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 524
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers, and all that is not here: sha2/sha256_compress_thumb.inc.
@
@ SHA-256's compression function in Thumb code, in half of the bytes of the fast one: a loop of 14
@ rounds, after which the letters are in the same registers again, runs four times, and 8 rounds
@ follow.  SP goes on by 14 words in each turn, so that the words of the schedule have the same
@ offsets; lr is the place in the constants.
@
@ COUNT, in cycles of a Cortex-M0: a round 39, a word of the schedule 23, a word of an aligned
@ block 4, of another one 21; loops and the rest some 180.  That is 3,844 for an aligned block.

#if !defined(__thumb__)
#error "thumb_balanced.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

@ K(t) (section 4.2.2), number \i from lr on.
        .macro  constant i
        mov     r7, lr
        ldr     r7, [r7, #4 * (\i)]
        .endm

        .equ    TURN, 14 * 4            @ bytes of words or constants in a turn

#include "sha2/sha256_compress_thumb.inc"

@ void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
        .thumb_func
mote_sha256_compress:
        begin
        ldr     r7, 9f
        b       1f
        .align  2
9:      .word   K - (1f + 4)
1:      add     r7, pc
        mov     lr, r7
2:      fourteen_rounds 0
        sub     sp, #TURN
        movs    r7, #TURN
        add     lr, r7
        adr     r7, K + 4 * TURN
        cmp     lr, r7
        beq     3f
        b       2b
3:      eight_rounds 0
        finish  4 * TURN
        .align  2
K:
        .word   0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
        .word   0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
        .word   0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
        .word   0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174
        .word   0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC
        .word   0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA
        .word   0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7
        .word   0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
        .word   0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
        .word   0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
        .word   0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3
        .word   0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070
        .word   0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5
        .word   0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3
        .word   0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        .word   0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
