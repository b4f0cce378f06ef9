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
@ stack = 120
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds:
@   r0-r7        a to h; their names move on by one with each round
@   r8, r9       one holds a ^ b of the round before, which is b ^ c of this one; the other is free
@   r10, r11     free; in the first 16 rounds r11 is the place in the message
@   r12          the word W(t) of the message schedule
@   lr           the next constant K(t)
@
@ The compression function of SHA-256, for ARMv7-M (Cortex-M3, Cortex-M4), on any number of message
@ blocks, wherever they lie: unaligned words are read as such.
@
@ Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
@
@ - 16 rounds are written out, so that the letters change registers instead of values changing
@   places, and the words of the schedule, of which the last 16 are kept, have constant places.
@ - Of the three rotations in SIGMA0 and SIGMA1 the least comes last, when the sum is added.
@ - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
@ - Loads stand together: of a row of them only the first takes two cycles.
@
@ COUNT for a round, in cycles of a Cortex-M4: SIGMA1 3, Ch 4, d 1, SIGMA0 3, Maj 4, K and W added 2:
@ 17; in the first 16 rounds W and K loaded, the bytes turned, W stored, 5; in the others four words
@ loaded, 5, the schedule 9, stored 1, K loaded 2.  That is 352 and 1,632; the loops, the working
@ variables and the sums at the end take some 70.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ The frame, from sp on.
        .equ    W, 0                    @ the last 16 words of the schedule
        .equ    END, 64                 @ the end of the constants
        .equ    FRAME, 72
        .equ    H, FRAME                @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    ARGUMENTS, 12

@ The constants (section 4.2.2).
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

@ A round (section 6.2.2, step 3) with the word r12 and the constant r10; bc: b ^ c, ab: for a ^ b.
        .macro  round a, b, c, d, e, f, g, h, bc, ab
        eor     \ab, \e, \e, ror #5     @ SIGMA1(e), to be rotated by 6
        add     \h, \h, r12             @ T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        eor     \ab, \ab, \e, ror #19
        add     \h, \h, r10
        add     \h, \h, \ab, ror #6
        eor     \ab, \f, \g
        and     \ab, \ab, \e
        eor     \ab, \ab, \g
        add     \h, \h, \ab
        eor     r10, \a, \a, ror #11    @ T2 = SIGMA0(a) + Maj(a, b, c); SIGMA0 to be rotated by 2
        add     \d, \d, \h              @ e = d + T1
        eor     r10, r10, \a, ror #20
        eor     \ab, \a, \b
        add     \h, \h, r10, ror #2     @ a = T1 + T2
        and     \bc, \bc, \ab
        eor     \bc, \bc, \b
        add     \h, \h, \bc
        .endm

@ The message schedule (section 6.2.2, step 1): W(t) in r12 and in place of W(t - 16), K(t) in r10;
@ i = t modulo 16; v is free.
        .macro  schedule i, v
        ldr     r10, [sp, #W + 4 * (((\i) + 1) & 15)]
        ldr     r11, [sp, #W + 4 * (((\i) + 14) & 15)]
        ldr     r12, [sp, #W + 4 * (\i)]
        ldr     \v, [sp, #W + 4 * (((\i) + 9) & 15)]
        add     r12, r12, \v
        ror     \v, r10, #7             @ sigma0(W(t - 15))
        eor     \v, \v, r10, ror #18
        eor     \v, \v, r10, lsr #3
        add     r12, r12, \v
        ror     \v, r11, #17            @ sigma1(W(t - 2))
        eor     \v, \v, r11, ror #19
        eor     \v, \v, r11, lsr #10
        ldr     r10, [lr], #4
        add     r12, r12, \v
        str     r12, [sp, #W + 4 * (\i)]
        .endm

@ A round with word i of the block or, after the first 16 rounds, of the schedule.
        .macro  step first, i, a, b, c, d, e, f, g, h, bc, ab
        .if     \first
        ldr     r12, [r11], #4
        ldr     r10, [lr], #4
        rev     r12, r12
        str     r12, [sp, #W + 4 * (\i)]
        .else
        schedule \i, \ab
        .endif
        round   \a, \b, \c, \d, \e, \f, \g, \h, \bc, \ab
        .endm

        .macro  eight_steps first, i
        step    \first, \i, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9
        step    \first, \i + 1, r7, r0, r1, r2, r3, r4, r5, r6, r9, r8
        step    \first, \i + 2, r6, r7, r0, r1, r2, r3, r4, r5, r8, r9
        step    \first, \i + 3, r5, r6, r7, r0, r1, r2, r3, r4, r9, r8
        step    \first, \i + 4, r4, r5, r6, r7, r0, r1, r2, r3, r8, r9
        step    \first, \i + 5, r3, r4, r5, r6, r7, r0, r1, r2, r9, r8
        step    \first, \i + 6, r2, r3, r4, r5, r6, r7, r0, r1, r8, r9
        step    \first, \i + 7, r1, r2, r3, r4, r5, r6, r7, r0, r9, r8
        .endm

@ void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
        .thumb_func
mote_sha256_compress:
        push    {r0-r2, r4-r11, lr}
        sub     sp, sp, #FRAME
        adr     r3, K
        add     r3, r3, #256
        str     r3, [sp, #END]
next_block:
        @ Step 2: a to h from the hash value
        ldr     r8, [sp, #H]
        ldr     r11, [sp, #DATA]
        adr     lr, K
        ldmia   r8, {r0-r7}
        eor     r8, r1, r2
        eight_steps 1, 0
        eight_steps 1, 8
        str     r11, [sp, #DATA]
2:      eight_steps 0, 0
        eight_steps 0, 8
        ldr     r10, [sp, #END]
        cmp     lr, r10
        bne.w   2b

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
        subs    r0, r0, #1
        str     r0, [sp, #BLOCKS]
        bne.w   next_block
        add     sp, sp, #FRAME + ARGUMENTS
        pop     {r4-r11, pc}
        .size   mote_sha256_compress, . - mote_sha256_compress
