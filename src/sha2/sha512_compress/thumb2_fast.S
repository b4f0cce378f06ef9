@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
@ functions = ["mote_sha512_compress(H, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {H = 64, data = "128 * blocks"}
@ writes = {H = 64}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 244
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of a round, low and high half (a and T1, a ^ b and b ^ c, e and f change places with
@ each round):
@   r0, r1    T1, then a of the next round      r2, r3     a
@   r4, r5    e                                 r6, r7     f, then e of the next round
@   r8, r9    a ^ b                             r10, r11   b ^ c
@   r12       temporary                         lr         the constants
@ Registers of the message schedule (the first four change places with each word):
@   r0, r1    W(t - 16), then W(t)              r2, r3     W(t - 15)
@   r4, r5    W(t - 2)                          r6, r7     W(t - 1)
@   r8, r9    W(t - 7), temporary               r10        temporary
@
@ The compression function of SHA-512, for ARMv7-M (Cortex-M3, Cortex-M4), on any number (at least
@ one) of message blocks, wherever they lie: unaligned words are read as such.
@
@ Specification: FIPS 180-4, section 6.4.2, whose letters are used; functions of section 4.1.3.
@ Words of 64 bits are two of 32, the low half first.
@
@ - 16 rounds, and 16 words of the schedule, are written out: all places are constants, and no value
@   changes its place only to change its letter.  a and e of each round are stored, in rings of
@   four, where later rounds find them as d, g and h.
@ - Maj(a, b, c) = ((a ^ b) & ~(b ^ c)) ^ a, and a ^ b serves the next round as its b ^ c.
@ - SIGMA0, SIGMA1 and sigma0 are rotated by the least of their amounts last, when they are added:
@   what is shifted to the right and what is shifted to the left are added one after the other.
@ - Loads stand together: of a row of them only the first takes two cycles.
@
@ COUNT, in cycles of the Cortex-M4's model (docs/timing.md: a store behind a load takes none): for a
@ round SIGMA1 and SIGMA0 12 each, Ch 6, Maj 4, a ^ b 2, the other sums 10, ten words loaded in four
@ rows 14, a store behind each: 60.  For a word of the schedule sigma0 12, sigma1 11, the other sums 4,
@ four words loaded 5, two stored 1: 33.  That is 6,912; the block, the working variables and the
@ sums at the end take some 400.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ The frame, from sp on.
        .equ    W, 0                    @ the last 16 words of the schedule
        .equ    A, 128                  @ a of round t, modulo 4: t = 0, 3, 2, 1 (so a, b, c, d at first)
        .equ    E, 160                  @ e of round t, likewise
        .equ    END, 192                @ the end of the constants
        .equ    FRAME, 196
        .equ    H, FRAME                @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    ARGUMENTS, 12

@ The constants (section 4.2.3).
K:
#include "sha2/sha512_constants.inc"

@ The round before has left a word of its a or e to be stored: behind a load that takes no cycle.
        .macro  stored t, w, to
        .if     \t
        str     \w, [sp, #\to + 8 * ((8 - \t) & 3)]
        .endif
        .endm

@ Round t modulo 16 (section 6.4.2, step 3).  p: a ^ b; q: b ^ c, then a ^ b of the next round.
        .macro  round t, tl, th, al, ah, pl, ph, ql, qh, el, eh, fl, fh
        ldr     r12, [sp, #E + 8 * ((6 - \t) & 3)]       @ Ch(e, f, g)
        ldr     \tl, [sp, #E + 8 * ((6 - \t) & 3) + 4]
        stored  \t, \el, E
        eor     \fl, \fl, r12
        eor     \fh, \fh, \tl
        and     \fl, \fl, \el
        and     \fh, \fh, \eh
        eor     \fl, \fl, r12
        eor     \fh, \fh, \tl
        ldr     \tl, [sp, #E + 8 * ((7 - \t) & 3)]      @ T1 = h + Ch(e, f, g)
        ldr     \th, [sp, #E + 8 * ((7 - \t) & 3) + 4]
        ldr     r12, [lr, #8 * \t]
        stored  \t, \eh, E + 4
        adds    \tl, \tl, \fl
        adcs    \th, \th, \fh
        eor     \fl, \el, \el, lsr #4                    @ + SIGMA1(e)
        eor     \fh, \eh, \eh, lsr #4
        eor     \fl, \fl, \eh, lsl #28
        eor     \fh, \fh, \el, lsl #28
        eor     \fl, \fl, \el, lsr #27
        eor     \fh, \fh, \eh, lsr #27
        eor     \fl, \fl, \eh, lsl #5
        eor     \fh, \fh, \el, lsl #5
        adds    \tl, \tl, \fl, lsr #14
        adc     \th, \th, \fh, lsr #14
        adds    \tl, \tl, \fh, lsl #18
        adc     \th, \th, \fl, lsl #18
        adds    \tl, \tl, r12                          @ + K(t)
        ldr     r12, [lr, #8 * \t + 4]
        ldr     \fl, [sp, #W + 8 * \t]
        ldr     \fh, [sp, #W + 8 * \t + 4]
        stored  \t, \al, A
        adcs    \th, \th, r12
        adds    \tl, \tl, \fl                          @ + W(t)
        adcs    \th, \th, \fh
        ldr     \fl, [sp, #A + 8 * ((7 - \t) & 3)]      @ e = d + T1
        ldr     \fh, [sp, #A + 8 * ((7 - \t) & 3) + 4]
        stored  \t, \ah, A + 4
        adds    \fl, \fl, \tl
        adcs    \fh, \fh, \th
        bic     \ql, \pl, \ql                          @ a = T1 + Maj(a, b, c)
        bic     \qh, \ph, \qh
        eor     \ql, \ql, \al
        eor     \qh, \qh, \ah
        adds    \tl, \tl, \ql
        adc     \th, \th, \qh
        eor     \ql, \al, \al, lsr #6                    @ + SIGMA0(a)
        eor     \qh, \ah, \ah, lsr #6
        eor     \ql, \ql, \ah, lsl #26
        eor     \qh, \qh, \al, lsl #26
        eor     \ql, \ql, \al, lsr #11
        eor     \qh, \qh, \ah, lsr #11
        eor     \ql, \ql, \ah, lsl #21
        eor     \qh, \qh, \al, lsl #21
        adds    \tl, \tl, \ql, lsr #28
        adc     \th, \th, \qh, lsr #28
        adds    \tl, \tl, \qh, lsl #4
        adc     \th, \th, \ql, lsl #4
        eor     \ql, \tl, \al
        eor     \qh, \th, \ah
        .if     \t == 15
        str     \fl, [sp, #E + 8 * ((7 - \t) & 3)]
        str     \fh, [sp, #E + 8 * ((7 - \t) & 3) + 4]
        str     \tl, [sp, #A + 8 * ((7 - \t) & 3)]
        str     \th, [sp, #A + 8 * ((7 - \t) & 3) + 4]
        .endif
        .endm

        .macro  two_rounds t
        round   \t, r0, r1, r2, r3, r8, r9, r10, r11, r4, r5, r6, r7
        round   (\t + 1), r2, r3, r0, r1, r10, r11, r8, r9, r6, r7, r4, r5
        .endm

@ Word t modulo 16 of the schedule (section 6.4.2, step 1).  c: W(t - 16), then W(t); x: W(t - 15);
@ z: W(t - 2); b: W(t - 1), which is stored here.
        .macro  schedule t, cl, ch, xl, xh, zl, zh, bl, bh
        ldr     \xl, [sp, #W + 8 * ((\t + 1) & 15)]
        ldr     \xh, [sp, #W + 8 * ((\t + 1) & 15) + 4]
        ldr     r8, [sp, #W + 8 * ((\t + 9) & 15)]
        ldr     r9, [sp, #W + 8 * ((\t + 9) & 15) + 4]
        .if     \t
        str     \bl, [sp, #W + 8 * (\t - 1)]
        str     \bh, [sp, #W + 8 * (\t - 1) + 4]
        .endif
        adds    \cl, \cl, r8
        adc     \ch, \ch, r9
        lsr     r10, \xl, #7                            @ sigma0(W(t - 15))
        eor     r8, \xl, r10
        eor     r8, r8, r10, lsl #1
        eor     r8, r8, \xh, lsl #25
        eor     r8, r8, \xh, lsl #26
        eor     r9, \xh, \xh, lsr #7
        eor     r9, r9, \xl, lsl #25
        eor     r9, r9, \xh, lsr #6
        adds    \cl, \cl, r8, lsr #1
        adc     \ch, \ch, r9, lsr #1
        adds    \cl, \cl, r9, lsl #31
        adc     \ch, \ch, r8, lsl #31
        lsr     r8, \zl, #19                            @ sigma1(W(t - 2))
        lsr     r9, \zh, #19
        eor     r8, r8, \zh, lsl #13
        eor     r9, r9, \zl, lsl #13
        eor     r8, r8, \zh, lsr #29
        eor     r9, r9, \zl, lsr #29
        eor     r8, r8, \zl, lsl #3
        eor     r9, r9, \zh, lsl #3
        eor     r8, r8, \zl, lsr #6
        eor     r9, r9, \zh, lsr #6
        eor     r8, r8, \zh, lsl #26
        adds    \cl, \cl, r8
        adc     \ch, \ch, r9
        .if     \t == 15
        str     \cl, [sp, #W + 8 * \t]
        str     \ch, [sp, #W + 8 * \t + 4]
        .endif
        .endm

        .macro  four_words t
        schedule \t, r0, r1, r2, r3, r4, r5, r6, r7
        schedule (\t + 1), r2, r3, r4, r5, r6, r7, r0, r1
        schedule (\t + 2), r4, r5, r6, r7, r0, r1, r2, r3
        schedule (\t + 3), r6, r7, r0, r1, r2, r3, r4, r5
        .endm

@ Four words of the block, from lr to r8 (section 5.2.2).
        .macro  four_of_block
        ldr     r0, [lr, #4]
        ldr     r3, [lr, #8]
        ldr     r2, [lr, #12]
        ldr     r5, [lr, #16]
        ldr     r4, [lr, #20]
        ldr     r7, [lr, #24]
        ldr     r6, [lr, #28]
        ldr     r1, [lr], #32
        rev     r0, r0
        rev     r2, r2
        rev     r3, r3
        rev     r4, r4
        rev     r5, r5
        rev     r6, r6
        rev     r7, r7
        rev     r1, r1
        stmia   r8!, {r0-r7}
        .endm

@ Four words of 32 bits, two of 64, are added to those of H; r8: place in H, r9: in the frame.
        .macro  add_two
        ldmia   r8, {r0-r3}
        ldmia   r9!, {r4-r7}
        adds    r0, r0, r4
        adcs    r1, r1, r5
        adds    r2, r2, r6
        adcs    r3, r3, r7
        stmia   r8!, {r0-r3}
        .endm

@ void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha512_compress
        .type   mote_sha512_compress, %function
        .thumb_func
mote_sha512_compress:
        push    {r0-r2, r4-r11, lr}
        sub     sp, sp, #FRAME
        adr     r3, K
        add     r3, r3, #80 * 8
        str     r3, [sp, #END]
next_block:
        @ Step 1: the first 16 words
        ldr     lr, [sp, #DATA]
        add     r12, lr, #128
        mov     r8, sp
1:      four_of_block
        four_of_block
        cmp     lr, r12
        bne     1b
        str     lr, [sp, #DATA]

        @ Step 2: a to h from the hash value (r8: A)
        ldr     lr, [sp, #H]
        ldmia   lr!, {r0-r7}
        stmia   r8!, {r0-r7}
        ldmia   lr, {r0-r7}
        stmia   r8, {r0-r7}
        adr     lr, K

        @ Steps 3 and 1: 16 rounds, then the next 16 words
2:      ldr     r2, [sp, #A]
        ldr     r3, [sp, #A + 4]
        ldr     r8, [sp, #A + 8]
        ldr     r9, [sp, #A + 12]
        ldr     r10, [sp, #A + 16]
        ldr     r11, [sp, #A + 20]
        ldr     r4, [sp, #E]
        ldr     r5, [sp, #E + 4]
        ldr     r6, [sp, #E + 8]
        ldr     r7, [sp, #E + 12]
        eor     r10, r10, r8
        eor     r11, r11, r9
        eor     r8, r8, r2
        eor     r9, r9, r3
        two_rounds 0
        two_rounds 2
        two_rounds 4
        two_rounds 6
        two_rounds 8
        two_rounds 10
        two_rounds 12
        two_rounds 14
        ldr     r12, [sp, #END]
        add     lr, lr, #16 * 8
        cmp     lr, r12
        beq.w   3f
        ldr     r0, [sp, #W]
        ldr     r1, [sp, #W + 4]
        ldr     r4, [sp, #W + 8 * 14]
        ldr     r5, [sp, #W + 8 * 14 + 4]
        ldr     r6, [sp, #W + 8 * 15]
        ldr     r7, [sp, #W + 8 * 15 + 4]
        four_words 0
        four_words 4
        four_words 8
        four_words 12
        b.w     2b

        @ Step 4: the hash value
3:      ldr     r8, [sp, #H]
        add     r9, sp, #A
        add_two
        add_two
        add_two
        add_two

        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        bne.w   next_block
        add     sp, sp, #FRAME
        pop     {r0-r2, r4-r11, pc}
        .size   mote_sha512_compress, . - mote_sha512_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
