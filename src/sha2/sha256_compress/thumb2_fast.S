@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
@ functions = ["mote_sha256_compress(H, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {H = 32, data = "64 * blocks"}
@ writes = {H = 32}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 304
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the message schedule:
@   r0-r12       W(t) for t modulo 16 = 0 to 12; r5 to r7 in turn for 5 to 7 and for 13 to 15
@   lr           the place in the message, then temporary
@ Registers of the rounds:
@   r0-r7        a to h; their names move on by one with each round
@   r8, r9       one holds a ^ b of the round before, which is b ^ c of this one; the other is free
@   r10, r12     W(t) and K(t), then r10 is free; r11, lr: those of the next round
@
@ The compression function of SHA-256, for ARMv7-M (Cortex-M3, Cortex-M4), on any number (at least
@ one) of message blocks, wherever they lie: unaligned words are read as such.
@
@ Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
@
@ - The whole schedule is made before the rounds, when all registers are free for it.  W(t - 7) is
@   needed for the last time where W(t - 15) is for the first time, and three registers are shared
@   so.
@ - The 64 rounds are written out: the letters change registers instead of values changing places.
@ - Of the three rotations in SIGMA0 and SIGMA1 the least comes last, when the sum is added.
@ - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
@ - Words and constants of two rounds are loaded together: of a row of loads only the first takes
@   two cycles.
@
@ COUNT, in cycles of the Cortex-M4's model.  A round: SIGMA1 3, Ch 4, d 1, SIGMA0 3, Maj 4, K and W
@ added 2, loaded 2.5: 19.5.  A word of the schedule: the functions 6, added 3, stored 1, and for 6 of
@ 16 words another one loaded 2, behind which the store takes none: 10.4.  That is 1,248 and 498; 16
@ words of the block take 50, the working variables, the sums at the end and the loop some 55.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ The frame, from sp on.
        .equ    W, 0                    @ the schedule
        .equ    FRAME, 256
        .equ    H, FRAME                @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    ARGUMENTS, 12

@ A `.w` makes an instruction longer than it need be: those behind it then do not lie across two words,
@ where three in a row behind a load take a cycle more (docs/timing.md).

#include "sha2/sha256_compress_thumb2.inc"

@ void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
        .thumb_func
mote_sha256_compress:
        push    {r0-r2, r4-r11, lr}
        sub.w   sp, sp, #FRAME
next_block:
        @ Step 1: the words of the schedule
        ldr     lr, [sp, #DATA]
        add     r8, lr, #64
        load    0, r0, r1, r2, r3, r4
        load    8, r8, r9, r10, r11, r12
        sixteen_words 16, wide
        sixteen_words 32, wide
        sixteen_words 48, later

        @ Step 2: a to h from the hash value
        ldr     lr, [sp, #H]
        str     r7, [sp, #W + 4 * 63]
        ldmia   lr, {r0-r7}
        eor     r8, r1, r2

        @ Step 3, and the constants (section 4.2.2) in the midst, to be in reach of all rounds
        eight_rounds 0
        eight_rounds 8
        eight_rounds 16
        eight_rounds 24
        b       1f
        .align  2
K:
#include "sha2/sha256_constants.inc"
1:      eight_rounds 32
        eight_rounds 40
        eight_rounds 48
        eight_rounds 56

        @ Step 4: the hash value
        ldr     lr, [sp, #H]
        ldmia   lr, {r8-r11}
        add     r0, r0, r8
        add     r1, r1, r9
        add     r2, r2, r10
        add     r3, r3, r11
        stmia   lr!, {r0-r3}
        ldmia   lr, {r8-r11}
        add     r4, r4, r8
        add     r5, r5, r9
        add     r6, r6, r10
        add     r7, r7, r11
        stmia   lr, {r4-r7}

        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        bne.w   next_block
        add     sp, sp, #FRAME + ARGUMENTS
        pop     {r4-r11, pc}
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
