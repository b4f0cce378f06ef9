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
@ stack = 112
@ constant_time = true
@ calls = []
@ block = "next_block"
@ bound = 2632
@
@ Registers of the rounds:
@   r0-r7    a to h; their names move on by one with each round
@   r8, r10  one holds a ^ b of the round before, which is b ^ c of this one; the other is free
@   r11      free
@   r12      the next constant K(t)
@   lr       the word W(t) of the message schedule
@
@ The compression function of SHA-256, for ARMv4 and ARMv4T, on any number of message blocks: ARM
@ instructions only, either byte order.  Built for ARMv4T it returns with bx and may be called from
@ either state.
@
@ Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
@
@ - 16 rounds are written out, so that the letters change registers instead of values changing
@   places, and the words of the schedule, of which the last 16 are kept, have constant places.
@ - Of the three rotations in SIGMA0 and SIGMA1 the least comes last, when the sum is added.
@ - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
@ - The block is read by bytes: it may lie anywhere.
@
@ COUNT for a round, in cycles of an ARM9 and of an ARM7: K and W 3 and 5, SIGMA1 3, Ch 4, d 1,
@ SIGMA0 3, Maj 4: 18 and 20; in the first 16 rounds a load, 1 and 3, and in the others the
@ schedule, 14 and 23.  That is 1,840 and 2,432 for the 64 rounds; 16 words in the order of bytes
@ take at least 8 and 17 each when two are made at a time, the sums at the end 40 and 68.  Bound of
@ this order of work: 2,008 and 2,632 in whole, and with the loops some 70 more.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
        .text
        .align  2

@ The frame, from sp on.
        .equ    W, 0                    @ the last 16 words of the schedule
        .equ    END, 64                 @ the end of the constants
        .equ    FRAME, 68
        .equ    H, FRAME                @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    ARGUMENTS, 12

@ The constants (section 4.2.2).
K:
#include "sha2/sha256_constants.inc"

@ A round (section 6.2.2, step 3) with the word lr; bc: b ^ c, ab: for a ^ b.
        .macro  round a, b, c, d, e, f, g, h, bc, ab
        ldr     r11, [r12], #4
        eor     \ab, \e, \e, ror #5     @ SIGMA1(e), to be rotated by 6
        eor     \ab, \ab, \e, ror #19
        add     \h, \h, r11             @ T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        add     \h, \h, lr
        add     \h, \h, \ab, ror #6
        eor     \ab, \f, \g
        and     \ab, \ab, \e
        eor     \ab, \ab, \g
        add     \h, \h, \ab
        add     \d, \d, \h              @ e = d + T1
        eor     r11, \a, \a, ror #11    @ T2 = SIGMA0(a) + Maj(a, b, c); SIGMA0 to be rotated by 2
        eor     r11, r11, \a, ror #20
        add     \h, \h, r11, ror #2     @ a = T1 + T2
        eor     \ab, \a, \b
        and     \bc, \bc, \ab
        eor     \bc, \bc, \b
        add     \h, \h, \bc
        .endm

@ The message schedule (section 6.2.2, step 1): W(t) in lr, in place of W(t - 16); i = t modulo 16.
        .macro  schedule i, w
        ldr     \w, [sp, #W + 4 * (((\i) + 1) & 15)]
        ldr     lr, [sp, #W + 4 * (\i)]
        mov     r11, \w, ror #7         @ sigma0(W(t - 15))
        eor     r11, r11, \w, ror #18
        eor     r11, r11, \w, lsr #3
        ldr     \w, [sp, #W + 4 * (((\i) + 14) & 15)]
        add     lr, lr, r11
        mov     r11, \w, ror #17        @ sigma1(W(t - 2))
        eor     r11, r11, \w, ror #19
        eor     r11, r11, \w, lsr #10
        ldr     \w, [sp, #W + 4 * (((\i) + 9) & 15)]
        add     lr, lr, r11
        add     lr, lr, \w
        str     lr, [sp, #W + 4 * (\i)]
        .endm

@ A round with word i of the block or, after the first 16 rounds, of the schedule.
        .macro  step first, i, a, b, c, d, e, f, g, h, bc, ab
        .if     \first
        ldr     lr, [sp, #W + 4 * (\i)]
        .else
        schedule \i, \ab
        .endif
        round   \a, \b, \c, \d, \e, \f, \g, \h, \bc, \ab
        .endm

        .macro  eight_steps first, i
        step    \first, \i, r0, r1, r2, r3, r4, r5, r6, r7, r8, r10
        step    \first, \i + 1, r7, r0, r1, r2, r3, r4, r5, r6, r10, r8
        step    \first, \i + 2, r6, r7, r0, r1, r2, r3, r4, r5, r8, r10
        step    \first, \i + 3, r5, r6, r7, r0, r1, r2, r3, r4, r10, r8
        step    \first, \i + 4, r4, r5, r6, r7, r0, r1, r2, r3, r8, r10
        step    \first, \i + 5, r3, r4, r5, r6, r7, r0, r1, r2, r10, r8
        step    \first, \i + 6, r2, r3, r4, r5, r6, r7, r0, r1, r8, r10
        step    \first, \i + 7, r1, r2, r3, r4, r5, r6, r7, r0, r10, r8
        .endm

@ void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
mote_sha256_compress:
        stmfd   sp!, {r0-r2, r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
        adr     r12, K
        add     r12, r12, #256
        str     r12, [sp, #END]
next_block:
        @ W(0) to W(15): the words of the block, high bytes first, two at a time
        ldr     lr, [sp, #DATA]
        add     r11, sp, #W
        add     r12, sp, #W + 64
1:      ldrb    r0, [lr], #1
        ldrb    r1, [lr], #1
        ldrb    r2, [lr], #1
        ldrb    r3, [lr], #1
        ldrb    r4, [lr], #1
        ldrb    r5, [lr], #1
        ldrb    r6, [lr], #1
        ldrb    r7, [lr], #1
        orr     r0, r1, r0, lsl #8
        orr     r0, r2, r0, lsl #8
        orr     r0, r3, r0, lsl #8
        orr     r4, r5, r4, lsl #8
        orr     r4, r6, r4, lsl #8
        orr     r4, r7, r4, lsl #8
        stmia   r11!, {r0, r4}
        cmp     r11, r12
        bne     1b
        str     lr, [sp, #DATA]

        @ Step 2: a to h from the hash value
        ldr     r8, [sp, #H]
        adr     r12, K
        ldmia   r8, {r0-r7}
        eor     r8, r1, r2
        eight_steps 1, 0
        eight_steps 1, 8
2:      eight_steps 0, 0
        eight_steps 0, 8
        ldr     lr, [sp, #END]
        cmp     r12, lr
        bne     2b

        @ Step 4: the hash value
        ldr     lr, [sp, #H]
        ldmia   lr, {r8, r10, r11, r12}
        add     r0, r0, r8
        add     r1, r1, r10
        add     r2, r2, r11
        add     r3, r3, r12
        stmia   lr!, {r0-r3}
        ldmia   lr, {r8, r10, r11, r12}
        add     r4, r4, r8
        add     r5, r5, r10
        add     r6, r6, r11
        add     r7, r7, r12
        stmia   lr, {r4-r7}

        ldr     r0, [sp, #BLOCKS]
        subs    r0, r0, #1
        str     r0, [sp, #BLOCKS]
        bne     next_block
        add     sp, sp, #FRAME + ARGUMENTS
#ifdef __ARM_ARCH_4T__
        ldmfd   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmfd   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
