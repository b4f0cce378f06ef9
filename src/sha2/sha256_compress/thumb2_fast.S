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

@ Eight words of the block (section 5.2.1), from number t on; the last three in r5 to r7.
        .macro  load t, r0, r1, r2, r3, r4
        ldr     \r0, [lr, #4 * (\t)]
        ldr     \r1, [lr, #4 * (\t) + 4]
        ldr     \r2, [lr, #4 * (\t) + 8]
        ldr     \r3, [lr, #4 * (\t) + 12]
        ldr     \r4, [lr, #4 * (\t) + 16]
        ldr     r5, [lr, #4 * (\t) + 20]
        ldr     r6, [lr, #4 * (\t) + 24]
        ldr     r7, [lr, #4 * (\t) + 28]
        .if     \t == 0
        str     r8, [sp, #DATA]
        .endif
        put     \t, \r0
        put     (\t + 1), \r1
        put     (\t + 2), \r2
        put     (\t + 3), \r3
        put     (\t + 4), \r4
        put     (\t + 5), r5
        put     (\t + 6), r6
        put     (\t + 7), r7
        .endm
        .macro  put t, w
        rev     \w, \w
        .if     \t == 15
        str.w   \w, [sp, #W + 4 * (\t)]
        .else
        str     \w, [sp, #W + 4 * (\t)]
        .endif
        .endm

@ W(t) (section 6.2.2, step 1).  c: W(t - 16), then W(t); x: W(t - 15), to be loaded where it is in
@ the same register as y: W(t - 7); z: W(t - 2); before: W(t - 1), where it is not stored yet.  Behind
@ a load that takes no cycle, so that the word before a loaded one is left to its successor.
        .macro  schedule t, c, x, y, z, before, later
        add     \c, \c, \y
        .ifc    \x, \y
        ldr     \x, [sp, #W + 4 * (\t - 15)]
        .endif
        .ifnb   \before
        str     \before, [sp, #W + 4 * (\t - 1)]
        .endif
        ror     lr, \x, #7              @ sigma0
        eor     lr, lr, \x, ror #18
        eor     lr, lr, \x, lsr #3
        add     \c, \c, lr
        ror     lr, \z, #17             @ sigma1
        eor     lr, lr, \z, ror #19
        eor     lr, lr, \z, lsr #10
        add     \c, \c, lr
        .ifc    \later, wide
        str.w   \c, [sp, #W + 4 * (\t)]
        .endif
        .ifb    \later
        str     \c, [sp, #W + 4 * (\t)]
        .endif
        .endm

        .macro  sixteen_words t, width
        schedule (\t + 0), r0, r1, r9, r6
        schedule (\t + 1), r1, r2, r10, r7
        schedule (\t + 2), r2, r3, r11, r0
        schedule (\t + 3), r3, r4, r12, r1, , later
        schedule (\t + 4), r4, r5, r5, r2, r3, later
        schedule (\t + 5), r5, r6, r6, r3, r4, later
        schedule (\t + 6), r6, r7, r7, r4, r5
        schedule (\t + 7), r7, r8, r0, r5
        schedule (\t + 8), r8, r9, r1, r6
        schedule (\t + 9), r9, r10, r2, r7
        schedule (\t + 10), r10, r11, r3, r8
        schedule (\t + 11), r11, r12, r4, r9, , later
        schedule (\t + 12), r12, r5, r5, r10, r11, later
        schedule (\t + 13), r5, r6, r6, r11, r12, later
        schedule (\t + 14), r6, r7, r7, r12, r5
        schedule (\t + 15), r7, r0, r8, r5, , \width
        .endm

@ A round (step 3) with the word w and the constant k; bc: b ^ c, ab: for a ^ b.
        .macro  round a, b, c, d, e, f, g, h, bc, ab, w, k
        eor     \ab, \e, \e, ror #5     @ SIGMA1(e), to be rotated by 6
        add     \h, \h, \w             @ T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        eor     \ab, \ab, \e, ror #19
        add     \h, \h, \k
        add     \h, \h, \ab, ror #6
        eor     \ab, \f, \g
        and     \ab, \ab, \e
        eor     \ab, \ab, \g
        add     \h, \h, \ab
        eor     \w, \a, \a, ror #11     @ T2 = SIGMA0(a) + Maj(a, b, c); SIGMA0 to be rotated by 2
        add     \d, \d, \h              @ e = d + T1
        eor     \w, \w, \a, ror #20
        eor     \ab, \a, \b
        add     \h, \h, \w, ror #2      @ a = T1 + T2
        and     \bc, \bc, \ab
        eor     \bc, \bc, \b
        add     \h, \h, \bc
        .endm

        .macro  two_rounds t, a, b, c, d, e, f, g, h
        ldr     r10, [sp, #W + 4 * (\t)]
        ldr     r11, [sp, #W + 4 * (\t) + 4]
        ldr     r12, K + 4 * (\t)
        ldr     lr, K + 4 * (\t) + 4
        round   \a, \b, \c, \d, \e, \f, \g, \h, r8, r9, r10, r12
        round   \h, \a, \b, \c, \d, \e, \f, \g, r9, r8, r11, lr
        .endm

        .macro  eight_rounds t
        two_rounds (\t + 0), r0, r1, r2, r3, r4, r5, r6, r7
        two_rounds (\t + 2), r6, r7, r0, r1, r2, r3, r4, r5
        two_rounds (\t + 4), r4, r5, r6, r7, r0, r1, r2, r3
        two_rounds (\t + 6), r2, r3, r4, r5, r6, r7, r0, r1
        .endm

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
