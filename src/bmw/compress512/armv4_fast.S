@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "Blue Midnight Wish, second round (September 2009), section 2.2"
@ functions = ["mote_bmw_compress512(H, block)"]
@ reads = {H = 128, block = 128}
@ writes = {H = 128}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 832
@ constant_time = true
@ calls = []
@ block = "mote_bmw_compress512"
@ bound = 2341
@
@ Registers: words of 64 bits in two, the low half first.
@   setup        r0 H, r1 M, r2 copy of H, r3 M rotated, r4-r7 two words of M, r8, r10-r12 of H
@   W            each of the registers but r9, as the comments say
@   f0           r1 next word of W, r2 of H, r3 of Q, r8 end of Q; r4, r5 word, r6, r7 function of it
@   expand1      r0 element, r1 next word of Q, r11 their end; r6, r7 the new word; r2-r5 two others,
@                r8, r10 function of one
@   expand2      r0 element, r1 next word of Q; r6, r7 and r8, r10 two new words; r2-r5 two others,
@                r11, r12, lr temporary
@   f2           r0, lr XH, r2, r3 XL, r1 H, r12 M; r4-r8, r10, r11 words
@
@ The compression function of BMW-384 and BMW-512 for ARMv4 and ARMv4T, where speed leads: ARM
@ instructions only, either byte order.  Nothing called, no tables.
@
@ Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2.
@
@ WORDS OF 64 BITS.  An exclusive or takes two instructions; with a shift three, with a rotation four.
@ A rotated word is added by four instructions, not six: x rotated left by n is the sum of its two
@ parts, x << n and x >> (64 - n), each added with the shift in the instruction.
@
@ BOUND in operations, none of which shifts alone:
@   f0       16 exclusive ors and 64 additions by 2, 13 times s0 to s3 by 14, 3 times s4 by 3, 16
@            additions of H by 2                                                              383
@   expand1  2 times 16 functions by 14 and additions by 2                                   512
@   element  16 words rotated by 4, 16 times five sums by 2                                  224
@   expand2  14 times 7 rotated words by 4, 7 words by 2, s4 and s5 by 3 and 2               728
@   f2       30 for XL and XH; 8 words by 12 or 14, 8 by 17                                  270
@ 2,117 operations; with 64 halves of M and H read, 64 of Q written and read again in f2, 32 of H
@ written, 2,341 cycles on an ARM9.  (An ARM7TDMI takes 2 more for each ldm and 1 for each stm.)
@
@ The limit is size, so that both functions together stay below 10 KiB: expand1 is one loop for
@ both words, expand2 one of seven turns for two words each.  What it does to stay near the bound:
@ - The message words are rotated once, and they and H lie on the stack so that no index wraps:
@   everything that AddElement and expand2 read is at a fixed distance from one pointer.
@ - expand2 loads each of the sixteen words once for two new ones, by ldm.
@ - The sums of f0 are one straight line, in the order that needs the fewest loads, as far as a search
@   found one; s0 to s4 of them are a loop of five.
@
@ A message block that is not aligned to a word, and every one where the byte order is big-endian,
@ is first copied to the stack.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
        .text
        .align  2

@ Frame, offsets from sp
        .equ    Q, 0                    @ Q[0..31]; before f0 is through M ^ H in the first half, the
        .equ    D, Q                    @ sums W of it in the second one
        .equ    W, Q + 128
        .equ    R, 256                  @ M[0..15], M[0..9], word j rotated left by j + 1
        .equ    HH, 464                 @ H[0..15], H[0..7]
        .equ    K, 656                  @ the constant of AddElement
        .equ    HP, 664                 @ addresses of H and M
        .equ    MP, 668
        .equ    COPY, 672               @ M, where it is copied
        .equ    FRAME, 800

@ t = t ^ x << n; t = t ^ x >> n; t = t ^ rotl(x, n), by halves; n is not 0, 32 or 64.
        .macro  xor_shl tl, th, xl, xh, n
        eor     \tl, \tl, \xl, lsl #\n
        eor     \th, \th, \xh, lsl #\n
        eor     \th, \th, \xl, lsr #32 - \n
        .endm
        .macro  xor_shr tl, th, xl, xh, n
        eor     \tl, \tl, \xl, lsr #\n
        eor     \tl, \tl, \xh, lsl #32 - \n
        eor     \th, \th, \xh, lsr #\n
        .endm
        .macro  xor_rotl tl, th, xl, xh, n
        .if     \n > 32
        xor_rotl \tl, \th, \xh, \xl, (\n - 32)
        .else
        eor     \tl, \tl, \xl, lsl #\n
        eor     \tl, \tl, \xh, lsr #32 - \n
        eor     \th, \th, \xh, lsl #\n
        eor     \th, \th, \xl, lsr #32 - \n
        .endif
        .endm

@ t = t + rotl(x, n)
        .macro  add_rotl tl, th, xl, xh, n
        .if     \n > 32
        add_rotl \tl, \th, \xh, \xl, (\n - 32)
        .elseif \n == 32
        adds    \tl, \tl, \xh
        adc     \th, \th, \xl
        .else
        adds    \tl, \tl, \xl, lsl #\n
        adc     \th, \th, \xh, lsl #\n
        adds    \tl, \tl, \xh, lsr #32 - \n
        adc     \th, \th, \xl, lsr #32 - \n
        .endif
        .endm

@ t = t + x
        .macro  add64 tl, th, xl, xh
        adds    \tl, \tl, \xl
        adc     \th, \th, \xh
        .endm

@ t = s0(x) to s3(x): a shift to the right, one to the left, two rotations to the left
        .macro  function tl, th, xl, xh, right, left, first, second
        mov     \tl, \xl, lsr #\right
        eor     \tl, \tl, \xh, lsl #32 - \right
        mov     \th, \xh, lsr #\right
        xor_shl \tl, \th, \xl, \xh, \left
        xor_rotl \tl, \th, \xl, \xh, \first
        xor_rotl \tl, \th, \xl, \xh, \second
        .endm
        .macro  s0 tl, th, xl, xh
        function \tl, \th, \xl, \xh, 1, 3, 4, 37
        .endm
        .macro  s1 tl, th, xl, xh
        function \tl, \th, \xl, \xh, 1, 2, 13, 43
        .endm
        .macro  s2 tl, th, xl, xh
        function \tl, \th, \xl, \xh, 2, 1, 19, 53
        .endm
        .macro  s3 tl, th, xl, xh
        function \tl, \th, \xl, \xh, 2, 2, 28, 59
        .endm
@ t = s4(x) or s5(x): x ^ x >> n with n = 1 or 2
        .macro  s45 tl, th, xl, xh, n
        eor     \tl, \xl, \xl, lsr #\n
        eor     \tl, \tl, \xh, lsl #32 - \n
        eor     \th, \xh, \xh, lsr #\n
        .endm
        .macro  s4 tl, th, xl, xh
        s45     \tl, \th, \xl, \xh, 1
        .endm

@ Two words of M and H from the word \i on: M rotated, H, and their exclusive or to the stack.
        .macro  setup i
        ldmia   r1!, {r4-r7}
        ldmia   r0!, {r8, r10-r12}
        stmia   r2!, {r8, r10-r12}
        .if     \i < 8
        add     lr, r2, #16 * 8 - 16
        stmia   lr, {r8, r10-r12}
        .endif
        eor     r8, r8, r4
        eor     r10, r10, r5
        eor     r11, r11, r6
        eor     r12, r12, r7
        add     lr, sp, #D + 8 * \i
        stmia   lr, {r8, r10-r12}
        mov     r8, r4, lsl #\i + 1
        orr     r8, r8, r5, lsr #31 - \i
        mov     r10, r5, lsl #\i + 1
        orr     r10, r10, r4, lsr #31 - \i
        mov     r11, r6, lsl #\i + 2
        orr     r11, r11, r7, lsr #30 - \i
        mov     r12, r7, lsl #\i + 2
        orr     r12, r12, r6, lsr #30 - \i
        stmia   r3!, {r8, r10-r12}
        .if     \i < 10
        add     lr, r3, #16 * 8 - 16
        stmia   lr, {r8, r10-r12}
        .endif
        .endm

@ One word of f0 by the function \s: Q[i] = s(W[i]) + H[i + 1]
        .macro  f0 s
        ldmia   r1!, {r4, r5}
        \s      r6, r7, r4, r5
        ldmia   r2!, {r4, r5}
        add64   r6, r7, r4, r5
        stmia   r3!, {r6, r7}
        .endm

@ t = AddElement for the word \j after that at r0, with its constant in kl and kh.  Changes r4, r5.
        .macro  element tl, th, j, kl, kh
        ldr     r4, [r0, #R + 8 * \j]
        ldr     r5, [r0, #R + 8 * \j + 4]
        adds    \tl, \kl, r4
        adc     \th, \kh, r5
        ldr     r4, [r0, #R + 8 * \j + 24]
        ldr     r5, [r0, #R + 8 * \j + 28]
        adds    \tl, \tl, r4
        adc     \th, \th, r5
        ldr     r4, [r0, #R + 8 * \j + 80]
        ldr     r5, [r0, #R + 8 * \j + 84]
        subs    \tl, \tl, r4
        sbc     \th, \th, r5
        ldr     r4, [r0, #HH + 8 * \j + 56]
        ldr     r5, [r0, #HH + 8 * \j + 60]
        eor     \tl, \tl, r4
        eor     \th, \th, r5
        .endm

@ The constant for the next word: k = k + 0x0555555555555555, with 0x55555555 in r12
        .macro  step
        adds    r2, r2, r12
        adc     r3, r3, r12, lsr #4
        .endm

@ f2 for H[\i], with XH shifted as \xs by \xn and Q[16 + i] as \qs by \qn; then for H[\o].
        .macro  f2 i, xs, xn, qs, qn, o, ls, ln
        ldr     r4, [r12, #8 * \i]
        ldr     r5, [r12, #8 * \i + 4]
        ldr     r6, [sp, #Q + 8 * \i + 128]
        ldr     r7, [sp, #Q + 8 * \i + 132]
        \xs     r4, r5, r0, lr, \xn
        .if     \qn == 0
        eor     r4, r4, r6
        eor     r5, r5, r7
        .else
        \qs     r4, r5, r6, r7, \qn
        .endif
        ldr     r6, [sp, #Q + 8 * \i + 192]
        ldr     r7, [sp, #Q + 8 * \i + 196]
        ldr     r8, [sp, #Q + 8 * \i]
        ldr     r10, [sp, #Q + 8 * \i + 4]
        eor     r6, r6, r2
        eor     r7, r7, r3
        eor     r6, r6, r8
        eor     r7, r7, r10
        add64   r4, r5, r6, r7
        str     r4, [r1, #8 * \i]
        str     r5, [r1, #8 * \i + 4]
        ldr     r6, [r12, #8 * \o]
        ldr     r7, [r12, #8 * \o + 4]
        ldr     r8, [sp, #Q + 8 * \o + 128]
        ldr     r10, [sp, #Q + 8 * \o + 132]
        eor     r6, r6, r0
        eor     r7, r7, lr
        eor     r6, r6, r8
        eor     r7, r7, r10
        ldr     r8, [sp, #Q + 128 + 8 * ((\o - 1) & 7)]
        ldr     r10, [sp, #Q + 132 + 8 * ((\o - 1) & 7)]
        ldr     r11, [sp, #Q + 8 * \o]
        \ls     r8, r10, r2, r3, \ln
        eor     r8, r8, r11
        ldr     r11, [sp, #Q + 8 * \o + 4]
        adds    r6, r6, r8
        eor     r10, r10, r11
        adc     r7, r7, r10
        add_rotl r6, r7, r4, r5, (\o + 1)
        str     r6, [r1, #8 * \o]
        str     r7, [r1, #8 * \o + 4]
        .endm

fives:  .word   0x55555555

@ void mote_bmw_compress512(u32 *H, const unsigned char *block)
@ r0 = H, r1 = block.  Changes r0-r3, r12, lr, flags.  Stack: 832 bytes.
        .global mote_bmw_compress512
        .type   mote_bmw_compress512, %function
mote_bmw_compress512:
        stmdb   sp!, {r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
#ifndef __ARMEB__
        tst     r1, #3
        beq     2f
#endif
        add     r2, sp, #COPY
        mov     r3, #32
1:      ldrb    r4, [r1], #1
        ldrb    r5, [r1], #1
        ldrb    r6, [r1], #1
        ldrb    r7, [r1], #1
        orr     r4, r4, r5, lsl #8
        orr     r4, r4, r6, lsl #16
        orr     r4, r4, r7, lsl #24
        str     r4, [r2], #4
        subs    r3, r3, #1
        bne     1b
        sub     r1, r2, #128
2:      str     r0, [sp, #HP]
        str     r1, [sp, #MP]
        add     r2, sp, #HH
        add     r3, sp, #R
        .irp    i, 0, 2, 4, 6, 8, 10, 12, 14
        setup   \i
        .endr

        @ f0: the sums W of words of D = M ^ H

        @ W[8] = 2 - 5 - 6 + 13 - 15
        ldr     r0, [sp, #16]           @ D[2]
        ldr     r1, [sp, #120]          @ D[15]
        ldr     r3, [sp, #20]           @ D[2], high
        ldr     r4, [sp, #124]          @ D[15], high
        subs    r2, r0, r1
        ldr     r6, [sp, #40]           @ D[5]
        sbc     r5, r3, r4
        ldr     r7, [sp, #44]           @ D[5], high
        subs    r2, r2, r6
        ldr     r8, [sp, #48]           @ D[6]
        sbc     r5, r5, r7
        ldr     r10, [sp, #52]          @ D[6], high
        subs    r2, r2, r8
        ldr     r11, [sp, #104]         @ D[13]
        sbc     r5, r5, r10
        ldr     r12, [sp, #108]         @ D[13], high
        adds    r2, r2, r11
        adc     r5, r5, r12
        str     r2, [sp, #192]          @ W[8]
        str     r5, [sp, #196]          @ W[8], high

        @ W[0] = 5 - 7 + 10 + 13 + 14
        ldr     lr, [sp, #80]           @ D[10]
        ldr     r5, [sp, #84]           @ D[10], high
        adds    r2, lr, r11
        adc     r11, r5, r12
        adds    r2, r2, r6
        ldr     r12, [sp, #56]          @ D[7]
        adc     r11, r11, r7
        ldr     r7, [sp, #60]           @ D[7], high
        subs    r2, r2, r12
        ldr     r6, [sp, #112]          @ D[14]
        sbc     r11, r11, r7
        ldr     r3, [sp, #116]          @ D[14], high
        adds    r2, r2, r6
        adc     r11, r11, r3
        str     r2, [sp, #128]          @ W[0]
        str     r11, [sp, #132]         @ W[0], high

        @ W[1] = 6 - 8 + 11 + 14 - 15
        subs    r2, r6, r1
        sbc     r11, r3, r4
        ldr     r3, [sp, #64]           @ D[8]
        ldr     r6, [sp, #68]           @ D[8], high
        subs    r2, r2, r3
        sbc     r11, r11, r6
        adds    r2, r2, r8
        adc     r11, r11, r10
        ldr     r10, [sp, #88]          @ D[11]
        ldr     r8, [sp, #92]           @ D[11], high
        adds    r2, r2, r10
        adc     r11, r11, r8
        str     r2, [sp, #136]          @ W[1]
        str     r11, [sp, #140]         @ W[1], high

        @ W[13] = 2 + 4 + 7 + 10 + 11
        adds    r2, lr, r12
        adc     r11, r5, r7
        ldr     r7, [sp, #20]           @ D[2], high
        adds    r2, r2, r0
        adc     r11, r11, r7
        adds    r2, r2, r10
        ldr     r12, [sp, #32]          @ D[4]
        adc     r11, r11, r8
        adds    r2, r2, r12
        ldr     r12, [sp, #36]          @ D[4], high
        str     r2, [sp, #232]          @ W[13]
        adc     r11, r11, r12
        str     r11, [sp, #236]         @ W[13], high

        @ W[5] = 3 - 2 + 10 - 12 + 15
        ldr     r2, [sp, #96]           @ D[12]
        ldr     r12, [sp, #100]         @ D[12], high
        subs    r11, lr, r2
        sbc     lr, r5, r12
        adds    r11, r11, r1
        adc     lr, lr, r4
        subs    r11, r11, r0
        ldr     r4, [sp, #24]           @ D[3]
        sbc     lr, lr, r7
        ldr     r1, [sp, #28]           @ D[3], high
        adds    r11, r11, r4
        adc     lr, lr, r1
        str     r11, [sp, #168]         @ W[5]
        str     lr, [sp, #172]          @ W[5], high

        @ W[14] = 3 - 5 + 8 - 11 - 12
        subs    r11, r4, r2
        sbc     lr, r1, r12
        ldr     r12, [sp, #40]          @ D[5]
        ldr     r2, [sp, #44]           @ D[5], high
        subs    r11, r11, r12
        sbc     lr, lr, r2
        subs    r11, r11, r10
        sbc     lr, lr, r8
        adds    r11, r11, r3
        adc     lr, lr, r6
        str     r11, [sp, #240]         @ W[14]
        str     lr, [sp, #244]          @ W[14], high

        @ W[11] = 8 - 0 - 2 - 5 + 9
        subs    r11, r3, r0
        ldr     r1, [sp, #72]           @ D[9]
        sbc     lr, r6, r7
        ldr     r4, [sp, #76]           @ D[9], high
        adds    r11, r11, r1
        adc     lr, lr, r4
        subs    r11, r11, r12
        sbc     lr, lr, r2
        ldr     r2, [sp]                @ D[0]
        ldr     r12, [sp, #4]           @ D[0], high
        subs    r11, r11, r2
        sbc     lr, lr, r12
        str     r11, [sp, #216]         @ W[11]
        str     lr, [sp, #220]          @ W[11], high

        @ W[4] = 1 + 2 + 9 - 11 - 14
        ldr     r11, [sp, #112]         @ D[14]
        ldr     lr, [sp, #116]          @ D[14], high
        subs    r0, r0, r11
        sbc     r7, r7, lr
        adds    r0, r0, r1
        adc     r7, r7, r4
        subs    r0, r0, r10
        ldr     lr, [sp, #8]            @ D[1]
        sbc     r7, r7, r8
        ldr     r11, [sp, #12]          @ D[1], high
        adds    r0, r0, lr
        adc     r7, r7, r11
        str     r0, [sp, #160]          @ W[4]
        str     r7, [sp, #164]          @ W[4], high

        @ W[3] = 0 - 1 + 8 - 10 + 13
        adds    r0, r3, r2
        adc     r7, r6, r12
        subs    r0, r0, lr
        ldr     r6, [sp, #80]           @ D[10]
        sbc     r7, r7, r11
        subs    r0, r0, r6
        ldr     r3, [sp, #104]          @ D[13]
        sbc     r7, r7, r5
        ldr     r12, [sp, #108]         @ D[13], high
        adds    r0, r0, r3
        adc     r7, r7, r12
        str     r0, [sp, #152]          @ W[3]
        str     r7, [sp, #156]          @ W[3], high

        @ W[12] = 1 + 3 - 6 - 9 + 10
        subs    r6, r6, r1
        ldr     r0, [sp, #48]           @ D[6]
        sbc     r5, r5, r4
        ldr     r7, [sp, #52]           @ D[6], high
        subs    r6, r6, r0
        sbc     r5, r5, r7
        adds    r6, r6, lr
        adc     r5, r5, r11
        ldr     r11, [sp, #24]          @ D[3]
        ldr     lr, [sp, #28]           @ D[3], high
        adds    r6, r6, r11
        adc     r5, r5, lr
        str     r6, [sp, #224]          @ W[12]
        str     r5, [sp, #228]          @ W[12], high

        @ W[6] = 4 - 0 - 3 - 11 + 13
        subs    r10, r3, r10
        sbc     r8, r12, r8
        ldr     r5, [sp, #4]            @ D[0], high
        subs    r10, r10, r2
        ldr     r6, [sp, #32]           @ D[4]
        sbc     r8, r8, r5
        ldr     r5, [sp, #36]           @ D[4], high
        adds    r10, r10, r6
        adc     r8, r8, r5
        subs    r10, r10, r11
        sbc     r8, r8, lr
        str     r10, [sp, #176]         @ W[6]
        str     r8, [sp, #180]          @ W[6], high

        @ W[15] = 12 - 4 - 6 - 9 + 13
        subs    r3, r3, r6
        sbc     r12, r12, r5
        subs    r3, r3, r0
        sbc     r12, r12, r7
        subs    r3, r3, r1
        ldr     r8, [sp, #96]           @ D[12]
        sbc     r12, r12, r4
        ldr     r10, [sp, #100]         @ D[12], high
        adds    r3, r3, r8
        adc     r12, r12, r10
        str     r3, [sp, #248]          @ W[15]
        str     r12, [sp, #252]         @ W[15], high

        @ W[9] = 0 - 3 + 6 - 7 + 14
        ldr     r3, [sp, #4]            @ D[0], high
        subs    r11, r2, r11
        ldr     r12, [sp, #56]          @ D[7]
        sbc     lr, r3, lr
        ldr     r5, [sp, #60]           @ D[7], high
        subs    r11, r11, r12
        sbc     lr, lr, r5
        adds    r11, r11, r0
        ldr     r0, [sp, #112]          @ D[14]
        adc     lr, lr, r7
        ldr     r7, [sp, #116]          @ D[14], high
        adds    r11, r11, r0
        adc     lr, lr, r7
        str     r11, [sp, #200]         @ W[9]
        str     lr, [sp, #204]          @ W[9], high

        @ W[2] = 0 + 7 + 9 - 12 + 15
        subs    r2, r2, r8
        sbc     r3, r3, r10
        adds    r2, r2, r1
        adc     r3, r3, r4
        adds    r2, r2, r12
        ldr     r1, [sp, #120]          @ D[15]
        adc     r3, r3, r5
        ldr     r4, [sp, #124]          @ D[15], high
        adds    r2, r2, r1
        adc     r3, r3, r4
        str     r2, [sp, #144]          @ W[2]
        str     r3, [sp, #148]          @ W[2], high

        @ W[10] = 8 - 1 - 4 - 7 + 15
        ldr     r2, [sp, #64]           @ D[8]
        ldr     r3, [sp, #8]            @ D[1]
        ldr     r11, [sp, #68]          @ D[8], high
        ldr     lr, [sp, #12]           @ D[1], high
        subs    r2, r2, r3
        sbc     r11, r11, lr
        subs    r2, r2, r12
        sbc     r11, r11, r5
        adds    r2, r2, r1
        adc     r11, r11, r4
        ldr     r12, [sp, #36]          @ D[4], high
        subs    r2, r2, r6
        sbc     r11, r11, r12
        str     r2, [sp, #208]          @ W[10]
        str     r11, [sp, #212]         @ W[10], high

        @ W[7] = 1 - 4 - 5 - 12 - 14
        subs    r3, r3, r8
        sbc     lr, lr, r10
        subs    r3, r3, r6
        sbc     lr, lr, r12
        subs    r3, r3, r0
        ldr     r1, [sp, #40]           @ D[5]
        sbc     lr, lr, r7
        ldr     r4, [sp, #44]           @ D[5], high
        subs    r3, r3, r1
        sbc     lr, lr, r4
        str     r3, [sp, #184]          @ W[7]
        str     lr, [sp, #188]          @ W[7], high

        add     r1, sp, #W
        add     r2, sp, #HH + 8
        mov     r3, sp                  @ Q[0] takes the place of D
        add     r8, sp, #Q + 128
        b       4f
3:      f0      s1
        f0      s2
        f0      s3
        f0      s4
4:      f0      s0
        cmp     r3, r8
        bne     3b

        @ expand1: Q[16] and Q[17]
        ldr     r12, fives
        mov     r3, r12                 @ 16 * 0x0555555555555555
        bic     r2, r12, #5
        mov     r0, sp
5:      element r6, r7, 0, r2, r3
        step
        str     r2, [sp, #K]
        str     r3, [sp, #K + 4]
        mov     r1, r0
        add     r11, r0, #128
6:      ldmia   r1!, {r2-r5}
        s1      r8, r10, r2, r3
        add64   r6, r7, r8, r10
        s2      r8, r10, r4, r5
        add64   r6, r7, r8, r10
        ldmia   r1!, {r2-r5}
        s3      r8, r10, r2, r3
        add64   r6, r7, r8, r10
        s0      r8, r10, r4, r5
        add64   r6, r7, r8, r10
        cmp     r1, r11
        bne     6b
        stmia   r1, {r6, r7}
        ldr     r2, [sp, #K]
        ldr     r3, [sp, #K + 4]
        sub     r4, r0, sp
        add     r0, r0, #8
        cmp     r4, #8
        bne     5b

        @ expand2: Q[i] in r6, r7 and Q[i + 1] in r8, r10; i = 18, 20, ..., 30
7:      element r6, r7, 0, r2, r3
        step
        element r8, r10, 1, r2, r3
        step
        str     r2, [sp, #K]
        str     r3, [sp, #K + 4]
        mov     r1, r0
        .irp    n, 5, 11, 27, 32, 37, 43, 53
        ldmia   r1!, {r2-r5}
        add64   r6, r7, r2, r3
        .if     \n > 5
        add_rotl r8, r10, r2, r3, previous
        .endif
        add_rotl r6, r7, r4, r5, \n
        add64   r8, r10, r4, r5
        .set    previous, \n
        .endr
        ldmia   r1!, {r2-r5}
        s4      r11, lr, r2, r3
        add64   r6, r7, r11, lr
        add_rotl r8, r10, r2, r3, 53
        s45     r11, lr, r4, r5, 2
        add64   r6, r7, r11, lr
        s4      r11, lr, r4, r5
        add64   r8, r10, r11, lr
        s45     r11, lr, r6, r7, 2
        add64   r8, r10, r11, lr
        stmia   r1, {r6-r8, r10}
        ldr     r2, [sp, #K]
        ldr     r3, [sp, #K + 4]
        add     r0, r0, #16
        add     lr, sp, #128
        cmp     r0, lr
        bne     7b

        @ f2: XL in r2, r3 and XH in r0, lr (r1 is behind Q[31])
        sub     r1, r1, #128 - 16
        ldmia   r1!, {r4-r8, r10-r12}
        eor     r2, r4, r6
        eor     r3, r5, r7
        eor     r2, r2, r8
        eor     r3, r3, r10
        eor     r2, r2, r11
        eor     r3, r3, r12
        ldmia   r1!, {r4-r8, r10-r12}
        eor     r2, r2, r4
        eor     r3, r3, r5
        eor     r2, r2, r6
        eor     r3, r3, r7
        eor     r2, r2, r8
        eor     r3, r3, r10
        eor     r2, r2, r11
        eor     r3, r3, r12
        ldmia   r1!, {r4-r8, r10-r12}
        eor     r0, r2, r4
        eor     lr, r3, r5
        eor     r0, r0, r6
        eor     lr, lr, r7
        eor     r0, r0, r8
        eor     lr, lr, r10
        eor     r0, r0, r11
        eor     lr, lr, r12
        ldmia   r1!, {r4-r8, r10-r12}
        eor     r0, r0, r4
        eor     lr, lr, r5
        eor     r0, r0, r6
        eor     lr, lr, r7
        eor     r0, r0, r8
        eor     lr, lr, r10
        eor     r0, r0, r11
        eor     lr, lr, r12
        ldr     r1, [sp, #HP]
        ldr     r12, [sp, #MP]
        f2      4, xor_shr, 3, xor_shl, 0, 8, xor_shl, 8
        f2      5, xor_shl, 6, xor_shr, 6, 9, xor_shr, 6
        f2      6, xor_shr, 4, xor_shl, 6, 10, xor_shl, 6
        f2      7, xor_shr, 11, xor_shl, 2, 11, xor_shl, 4
        f2      0, xor_shl, 5, xor_shr, 5, 12, xor_shr, 3
        f2      1, xor_shr, 7, xor_shl, 8, 13, xor_shr, 4
        f2      2, xor_shr, 5, xor_shl, 5, 14, xor_shr, 7
        f2      3, xor_shr, 1, xor_shl, 5, 15, xor_shr, 2

        add     sp, sp, #FRAME
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   mote_bmw_compress512, . - mote_bmw_compress512

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
