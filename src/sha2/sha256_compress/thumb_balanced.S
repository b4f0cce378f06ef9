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
        .macro  constant first, i
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
        adr     r7, K56
        cmp     lr, r7
        beq     3f
        b       2b
3:      eight_rounds 0
        finish  4 * TURN
        .align  2
K:
#include "sha2/sha256_constants.inc"
        .equ    K56, K + 4 * TURN       @ that of the first round after the turns
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
