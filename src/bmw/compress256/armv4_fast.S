@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "Blue Midnight Wish, second round (September 2009), section 2.2"
@ functions = ["mote_bmw_compress256(H, block)"]
@ reads = {H = 64, block = 64}
@ writes = {H = 64}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 308
@ constant_time = true
@ calls = []
@ block = "mote_bmw_compress256"
@ bound = 803
@
@ Registers: all but r9 and sp hold words, and now and then the addresses of H and of M.  Which word
@ an instruction makes, loads or stores stands behind it: M is the message block, H the chaining
@ value, Q[0] to Q[31] the quadruple pipe, s the value of one of s0 to s5, "even" and "odd" the sums
@ of the seven words before Q[i-2] that have even and odd numbers, XL and XH as in f2.
@
@ The compression function of BMW-224 and BMW-256 for ARMv4 and ARMv4T, where speed leads: ARM
@ instructions only, either byte order.  Nothing called, no tables.
@
@ Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2.
@
@ BOUND.  Every rotation is free, as the last operand of another instruction.  What is left:
@   f0       16 exclusive ors, 64 additions, 13 times s0 to s3 by 4, 3 times s4 by 1, 16 for H  151
@   expand1  2 times 16 functions by 4 and 16 additions; 16 saved as Q[4 i] needs s0 and s1,
@            which share x ^ rotl(x, 15), and Q[4 i + 2] s2 and s3, which share x >> 2           144
@   element  16 times 3 words, H, the step of the constant, and the sum                          95
@   expand2  14 times 7 rotated words, even or odd, s4 and s5 by 2; the sums by 2               208
@   f2       15 for XL and XH, 8 words by 5 and 8 by 6, a copy                                   93
@ 691 operations.  To them come 32 words of M and H read, 32 of Q written and read again in f2, 16
@ of H written: 112 accesses, so at least 803 cycles on an ARM9.  (An ARM7TDMI takes 2 more for each
@ ldm and 1 for each stm.)
@
@ The code is one straight line of 991 instructions, 300 of them loads and stores; 28 wait for a
@ load.  What it does to stay near the bound:
@ - Q[16] and Q[17] are summed up while f0 makes Q[0] to Q[15], each then in a register.
@ - expand2 makes six words at once, then eight: each of the sixteen words before them is loaded
@   once and added to all that need it.
@ - f0 takes its words in the order that needs the fewest loads, as far as a search found one.
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

@ Frame, offsets from sp: addresses of H and M, then words as the comments name them, M at last.
        .equ    HP, 0
        .equ    MP, 4
        .equ    COPY, 212
        .equ    FRAME, 276

constant:
        .word   0x55555550              @ 16 times the step
        .word   0x05555555

@ void mote_bmw_compress256(u32 *H, const unsigned char *block)
@ r0 = H, r1 = block.  Changes r0-r3, r12, lr, flags.  Stack: 308 bytes.
        .global mote_bmw_compress256
        .type   mote_bmw_compress256, %function
mote_bmw_compress256:
        stmdb   sp!, {r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
#ifndef __ARMEB__
        tst     r1, #3
        beq     2f
#endif
        add     r2, sp, #COPY
        mov     r3, #16
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
        sub     r1, r2, #64
2:      stmia   sp, {r0, r1}

        @ f0: Q[9] = s4(0 - 3 + 6 - 7 + 14) + H[10], sum of words of M ^ H
        ldr     r2, [r1, #28]           @ M[7]
        ldr     r3, [r0, #28]           @ H[7]
        ldr     r5, [r1, #24]           @ M[6]
        ldr     r6, [r0, #24]           @ H[6]
        eor     r4, r2, r3              @ (M ^ H)[7]
        eor     r7, r5, r6              @ (M ^ H)[6]
        ldr     r8, [r1, #12]           @ M[3]
        ldr     r10, [r0, #12]          @ H[3]
        ldr     r12, [r1]               @ M[0]
        ldr     lr, [r0]                @ H[0]
        eor     r11, r8, r10            @ (M ^ H)[3]
        eor     r2, r12, lr             @ (M ^ H)[0]
        ldr     r5, [r1, #56]           @ M[14]
        ldr     r8, [r0, #56]           @ H[14]
        ldr     lr, [r0, #40]           @ H[10]
        eor     r12, r5, r8             @ (M ^ H)[14]
        sub     r5, r7, r4              @ sum
        sub     r5, r5, r11             @ sum
        add     r5, r5, r2              @ sum
        add     r5, r5, r12             @ sum
        eor     r5, r5, r5, lsr #1      @ s
        add     r5, r5, lr              @ Q[9]
        str     r5, [sp, #8]            @ Q[9]
        mov     r3, r5, lsr #2          @ Q[16]
        eor     r3, r3, r5, lsl #1      @ Q[16]
        eor     r3, r3, r5, ror #20     @ Q[16]
        eor     r3, r3, r5, ror #7      @ Q[16]
        mov     r10, r5, lsr #1         @ Q[17]
        eor     r10, r10, r5, lsl #2    @ Q[17]
        eor     r10, r10, r5, ror #24   @ Q[17]
        eor     r10, r10, r5, ror #9    @ Q[17]
        str     r2, [sp, #12]           @ (M ^ H)[0]
        mov     r2, r5                  @ odd

        @ f0: Q[5] = s0(3 - 2 + 10 - 12 + 15) + H[6], sum of words of M ^ H
        ldr     r5, [r1, #48]           @ M[12]
        ldr     r8, [r0, #48]           @ H[12]
        str     r4, [sp, #16]           @ (M ^ H)[7]
        eor     r4, r5, r8              @ (M ^ H)[12]
        ldr     r5, [r1, #60]           @ M[15]
        ldr     r8, [r0, #60]           @ H[15]
        str     r12, [sp, #20]          @ (M ^ H)[14]
        eor     r12, r5, r8             @ (M ^ H)[15]
        ldr     r5, [r1, #40]           @ M[10]
        eor     r8, r5, lr              @ (M ^ H)[10]
        ldr     lr, [r1, #8]            @ M[2]
        ldr     r5, [r0, #8]            @ H[2]
        str     r7, [sp, #24]           @ (M ^ H)[6]
        eor     r7, lr, r5              @ (M ^ H)[2]
        sub     lr, r12, r4             @ sum
        add     lr, lr, r11             @ sum
        add     lr, lr, r8              @ sum
        sub     lr, lr, r7              @ sum
        str     r11, [sp, #28]          @ (M ^ H)[3]
        mov     r11, lr, lsr #1         @ s
        eor     r11, r11, lr, lsl #3    @ s
        eor     r11, r11, lr, ror #28   @ s
        eor     r11, r11, lr, ror #13   @ s
        add     r11, r11, r6            @ Q[5]
        str     r11, [sp, #32]          @ Q[5]
        mov     lr, r11, lsr #2         @ s
        eor     lr, lr, r11, lsl #1     @ s
        eor     lr, lr, r11, ror #20    @ s
        eor     lr, lr, r11, ror #7     @ s
        add     r3, r3, lr              @ Q[16]
        mov     lr, r11, lsr #1         @ s
        eor     lr, lr, r11, lsl #2     @ s
        eor     lr, lr, r11, ror #24    @ s
        eor     lr, lr, r11, ror #9     @ s
        add     r10, r10, lr            @ Q[17]
        add     r2, r2, r11             @ odd

        @ f0: Q[1] = s1(6 - 8 + 11 + 14 - 15) + H[2], sum of words of M ^ H
        ldr     lr, [r1, #44]           @ M[11]
        ldr     r6, [r0, #44]           @ H[11]
        str     r4, [sp, #36]           @ (M ^ H)[12]
        eor     r11, lr, r6             @ (M ^ H)[11]
        ldr     lr, [r1, #32]           @ M[8]
        ldr     r4, [r0, #32]           @ H[8]
        eor     r6, lr, r4              @ (M ^ H)[8]
        ldr     lr, [sp, #24]           @ (M ^ H)[6]
        str     r6, [sp, #40]           @ (M ^ H)[8]
        add     r4, r11, lr             @ sum
        ldr     lr, [sp, #20]           @ (M ^ H)[14]
        sub     r4, r4, r12             @ sum
        add     r4, r4, lr              @ sum
        sub     r4, r4, r6              @ sum
        mov     r6, r4, lsr #1          @ s
        eor     r6, r6, r4, lsl #2      @ s
        eor     r6, r6, r4, ror #24     @ s
        eor     r6, r6, r4, ror #9      @ s
        add     r6, r6, r5              @ Q[1]
        str     r6, [sp, #44]           @ Q[1]
        mov     r4, r6, lsr #2          @ s
        eor     r4, r4, r6, lsl #1      @ s
        eor     r4, r4, r6, ror #20     @ s
        eor     r4, r4, r6, ror #7      @ s
        add     r3, r3, r4              @ Q[16]
        mov     r4, r6, lsr #1          @ s
        eor     r4, r4, r6, lsl #2      @ s
        eor     r4, r4, r6, ror #24     @ s
        eor     r4, r4, r6, ror #9      @ s
        add     r10, r10, r4            @ Q[17]

        @ f0: Q[13] = s3(2 + 4 + 7 + 10 + 11) + H[14], sum of words of M ^ H
        ldr     r4, [r1, #16]           @ M[4]
        ldr     r6, [r0, #16]           @ H[4]
        str     r11, [sp, #48]          @ (M ^ H)[11]
        eor     r5, r4, r6              @ (M ^ H)[4]
        add     r4, r11, r5             @ sum
        add     r4, r4, r8              @ sum
        ldr     r6, [sp, #16]           @ (M ^ H)[7]
        add     r4, r4, r7              @ sum
        add     r4, r4, r6              @ sum
        mov     r11, r4, lsr #2         @ s
        eor     r11, r11, r4, lsl #2    @ s
        eor     r11, r11, r4, ror #17   @ s
        eor     r11, r11, r4, ror #3    @ s
        ldr     r4, [r0, #56]           @ H[14]
        add     r11, r11, r4            @ Q[13]
        str     r11, [sp, #52]          @ Q[13]
        mov     r4, r11, lsr #2         @ s
        eor     r4, r4, r11, lsl #1     @ s
        eor     r4, r4, r11, ror #20    @ s
        eor     r4, r4, r11, ror #7     @ s
        add     r3, r3, r4              @ Q[16]
        mov     r4, r11, lsr #1         @ s
        eor     r4, r4, r11, lsl #2     @ s
        eor     r4, r4, r11, ror #24    @ s
        eor     r4, r4, r11, ror #9     @ s
        add     r10, r10, r4            @ Q[17]
        add     r2, r2, r11             @ odd

        @ f0: Q[0] = s0(5 - 7 + 10 + 13 + 14) + H[1], sum of words of M ^ H
        ldr     r4, [r1, #20]           @ M[5]
        ldr     r11, [r0, #20]          @ H[5]
        str     r2, [sp, #56]           @ odd
        eor     r2, r4, r11             @ (M ^ H)[5]
        ldr     r4, [r1, #52]           @ M[13]
        ldr     r11, [r0, #52]          @ H[13]
        str     r5, [sp, #60]           @ (M ^ H)[4]
        eor     r5, r4, r11             @ (M ^ H)[13]
        add     r4, r8, lr              @ sum
        sub     r4, r4, r6              @ sum
        add     r4, r4, r2              @ sum
        add     r4, r4, r5              @ sum
        mov     r11, r4, lsr #1         @ s
        eor     r11, r11, r4, lsl #3    @ s
        eor     r11, r11, r4, ror #28   @ s
        eor     r11, r11, r4, ror #13   @ s
        ldr     r4, [r0, #4]            @ H[1]
        str     r8, [sp, #68]           @ (M ^ H)[10]
        add     r11, r11, r4            @ Q[0]
        str     r11, [sp, #64]          @ Q[0]
        mov     r8, r11, lsr #1         @ s
        eor     r8, r8, r11, lsl #2     @ s
        eor     r8, r8, r11, ror #24    @ s
        eor     r8, r8, r11, ror #9     @ s
        add     r3, r3, r8              @ Q[16]

        @ f0: Q[8] = s3(2 - 5 - 6 + 13 - 15) + H[9], sum of words of M ^ H
        ldr     r11, [sp, #24]          @ (M ^ H)[6]
        sub     r8, r7, r12             @ sum
        sub     r8, r8, r11             @ sum
        sub     r8, r8, r2              @ sum
        add     r8, r8, r5              @ sum
        str     r5, [sp, #72]           @ (M ^ H)[13]
        mov     r5, r8, lsr #2          @ s
        eor     r5, r5, r8, lsl #2      @ s
        eor     r5, r5, r8, ror #17     @ s
        eor     r5, r5, r8, ror #3      @ s
        ldr     r8, [r0, #36]           @ H[9]
        str     r7, [sp, #80]           @ (M ^ H)[2]
        add     r5, r5, r8              @ Q[8]
        str     r5, [sp, #76]           @ Q[8]
        eor     r11, r5, r5, ror #17    @ s
        mov     lr, r5, lsr #1          @ s
        eor     r7, lr, r5, lsl #3      @ s
        eor     r7, r7, r11, ror #28    @ s
        eor     lr, lr, r5, lsl #2      @ s
        eor     lr, lr, r11, ror #24    @ s
        add     r10, r10, r7            @ Q[17]
        add     r3, r3, lr              @ Q[16]
        mov     r11, r5                 @ even

        @ f0: Q[10] = s0(8 - 1 - 4 - 7 + 15) + H[11], sum of words of M ^ H
        ldr     r7, [r1, #4]            @ M[1]
        ldr     r5, [sp, #60]           @ (M ^ H)[4]
        eor     lr, r7, r4              @ (M ^ H)[1]
        sub     r4, r12, r6             @ sum
        sub     r4, r4, r5              @ sum
        ldr     r7, [sp, #40]           @ (M ^ H)[8]
        sub     r4, r4, lr              @ sum
        add     r4, r4, r7              @ sum
        mov     r5, r4, lsr #1          @ s
        eor     r5, r5, r4, lsl #3      @ s
        eor     r5, r5, r4, ror #28     @ s
        eor     r5, r5, r4, ror #13     @ s
        ldr     r4, [r0, #44]           @ H[11]
        str     lr, [sp, #88]           @ (M ^ H)[1]
        add     r5, r5, r4              @ Q[10]
        str     r5, [sp, #84]           @ Q[10]
        mov     r4, r5, lsr #2          @ s
        eor     lr, r4, r5, lsl #2      @ s
        eor     lr, lr, r5, ror #17     @ s
        eor     lr, lr, r5, ror #3      @ s
        add     r3, r3, lr              @ Q[16]
        eor     r4, r4, r5, lsl #1      @ s
        eor     r4, r4, r5, ror #20     @ s
        eor     r4, r4, r5, ror #7      @ s
        add     r10, r10, r4            @ Q[17]
        add     r11, r11, r5            @ even

        @ f0: Q[2] = s2(0 + 7 + 9 - 12 + 15) + H[3], sum of words of M ^ H
        ldr     lr, [r1, #36]           @ M[9]
        ldr     r5, [sp, #36]           @ (M ^ H)[12]
        eor     r4, lr, r8              @ (M ^ H)[9]
        ldr     r8, [sp, #12]           @ (M ^ H)[0]
        sub     lr, r4, r5              @ sum
        add     lr, lr, r8              @ sum
        add     lr, lr, r6              @ sum
        add     lr, lr, r12             @ sum
        mov     r6, lr, lsr #2          @ s
        eor     r6, r6, lr, lsl #1      @ s
        eor     r6, r6, lr, ror #20     @ s
        ldr     r12, [r0, #12]          @ H[3]
        eor     r6, r6, lr, ror #7      @ s
        add     r6, r6, r12             @ Q[2]
        str     r6, [sp, #92]           @ Q[2]
        mov     lr, r6, lsr #2          @ s
        eor     r12, lr, r6, lsl #2     @ s
        eor     r12, r12, r6, ror #17   @ s
        eor     r12, r12, r6, ror #3    @ s
        add     r3, r3, r12             @ Q[16]
        eor     lr, lr, r6, lsl #1      @ s
        eor     lr, lr, r6, ror #20     @ s
        eor     lr, lr, r6, ror #7      @ s
        add     r10, r10, lr            @ Q[17]
        add     r11, r11, r6            @ even

        @ f0: Q[14] = s4(3 - 5 + 8 - 11 - 12) + H[15], sum of words of M ^ H
        ldr     lr, [sp, #28]           @ (M ^ H)[3]
        sub     r12, r7, r2             @ sum
        add     r12, r12, lr            @ sum
        ldr     r6, [sp, #48]           @ (M ^ H)[11]
        sub     r12, r12, r5            @ sum
        sub     r12, r12, r6            @ sum
        ldr     r7, [r0, #60]           @ H[15]
        eor     r12, r12, r12, lsr #1   @ s
        add     r12, r12, r7            @ Q[14]
        str     r12, [sp, #96]          @ Q[14]
        mov     r7, r12, lsr #2         @ s
        str     r2, [sp, #100]          @ (M ^ H)[5]
        eor     r2, r7, r12, lsl #2     @ s
        eor     r2, r2, r12, ror #17    @ s
        eor     r2, r2, r12, ror #3     @ s
        add     r3, r3, r2              @ Q[16]
        eor     r7, r7, r12, lsl #1     @ s
        eor     r7, r7, r12, ror #20    @ s
        eor     r7, r7, r12, ror #7     @ s
        add     r10, r10, r7            @ Q[17]
        add     r11, r11, r12           @ even

        @ f0: Q[4] = s4(1 + 2 + 9 - 11 - 14) + H[5], sum of words of M ^ H
        ldr     r2, [sp, #80]           @ (M ^ H)[2]
        ldr     r12, [sp, #20]          @ (M ^ H)[14]
        add     r7, r2, r4              @ sum
        sub     r7, r7, r12             @ sum
        ldr     r2, [sp, #88]           @ (M ^ H)[1]
        sub     r7, r7, r6              @ sum
        add     r7, r7, r2              @ sum
        ldr     r12, [r0, #20]          @ H[5]
        eor     r7, r7, r7, lsr #1      @ s
        add     r7, r7, r12             @ Q[4]
        str     r7, [sp, #104]          @ Q[4]
        eor     r12, r7, r7, ror #17    @ s
        mov     r5, r7, lsr #1          @ s
        eor     r6, r5, r7, lsl #3      @ s
        eor     r6, r6, r12, ror #28    @ s
        eor     r5, r5, r7, lsl #2      @ s
        eor     r5, r5, r12, ror #24    @ s
        add     r10, r10, r6            @ Q[17]
        add     r3, r3, r5              @ Q[16]
        add     r11, r11, r7            @ even

        @ f0: Q[12] = s2(1 + 3 - 6 - 9 + 10) + H[13], sum of words of M ^ H
        ldr     r12, [sp, #24]          @ (M ^ H)[6]
        ldr     r5, [sp, #68]           @ (M ^ H)[10]
        sub     r6, lr, r12             @ sum
        add     r6, r6, r5              @ sum
        sub     r6, r6, r4              @ sum
        add     r6, r6, r2              @ sum
        mov     r7, r6, lsr #2          @ s
        eor     r7, r7, r6, lsl #1      @ s
        eor     r7, r7, r6, ror #20     @ s
        eor     r7, r7, r6, ror #7      @ s
        ldr     r6, [r0, #52]           @ H[13]
        add     r7, r7, r6              @ Q[12]
        str     r7, [sp, #108]          @ Q[12]
        eor     r6, r7, r7, ror #17     @ s
        mov     r5, r7, lsr #1          @ s
        eor     r2, r5, r7, lsl #3      @ s
        eor     r2, r2, r6, ror #28     @ s
        eor     r5, r5, r7, lsl #2      @ s
        eor     r5, r5, r6, ror #24     @ s
        add     r10, r10, r2            @ Q[17]
        add     r3, r3, r5              @ Q[16]
        add     r11, r11, r7            @ even

        @ f0: Q[6] = s1(4 - 0 - 3 - 11 + 13) + H[7], sum of words of M ^ H
        ldr     r6, [sp, #72]           @ (M ^ H)[13]
        ldr     r2, [sp, #60]           @ (M ^ H)[4]
        ldr     r7, [sp, #48]           @ (M ^ H)[11]
        add     r5, r6, r2              @ sum
        sub     r5, r5, r8              @ sum
        sub     r5, r5, r7              @ sum
        sub     r5, r5, lr              @ sum
        mov     r7, r5, lsr #1          @ s
        eor     r7, r7, r5, lsl #2      @ s
        eor     r7, r7, r5, ror #24     @ s
        ldr     lr, [r0, #28]           @ H[7]
        eor     r7, r7, r5, ror #9      @ s
        add     r7, r7, lr              @ Q[6]
        str     r7, [sp, #112]          @ Q[6]
        mov     r5, r7, lsr #2          @ s
        eor     lr, r5, r7, lsl #2      @ s
        eor     lr, lr, r7, ror #17     @ s
        eor     lr, lr, r7, ror #3      @ s
        add     r3, r3, lr              @ Q[16]
        eor     r5, r5, r7, lsl #1      @ s
        eor     r5, r5, r7, ror #20     @ s
        eor     r5, r5, r7, ror #7      @ s
        add     r10, r10, r5            @ Q[17]
        add     r11, r11, r7            @ even

        @ f0: Q[15] = s0(12 - 4 - 6 - 9 + 13) + H[0], sum of words of M ^ H
        ldr     lr, [sp, #36]           @ (M ^ H)[12]
        sub     r12, r6, r12            @ sum
        add     r12, r12, lr            @ sum
        sub     r12, r12, r4            @ sum
        sub     r12, r12, r2            @ sum
        mov     r5, r12, lsr #1         @ s
        eor     r5, r5, r12, lsl #3     @ s
        eor     r5, r5, r12, ror #28    @ s
        eor     r5, r5, r12, ror #13    @ s
        ldr     r12, [r0]               @ H[0]
        add     r5, r5, r12             @ Q[15]
        str     r5, [sp, #116]          @ Q[15]
        mov     r12, r5, lsr #1         @ s
        eor     r12, r12, r5, lsl #3    @ s
        eor     r12, r12, r5, ror #28   @ s
        eor     r12, r12, r5, ror #13   @ s
        add     r3, r3, r12             @ Q[16]
        mov     r12, r5, lsr #2         @ s
        eor     r12, r12, r5, lsl #2    @ s
        eor     r12, r12, r5, ror #17   @ s
        eor     r12, r12, r5, ror #3    @ s
        add     r10, r10, r12           @ Q[17]
        ldr     r12, [sp, #56]          @ odd
        add     r12, r12, r5            @ odd

        @ f0: Q[7] = s2(1 - 4 - 5 - 12 - 14) + H[8], sum of words of M ^ H
        str     r11, [sp, #120]         @ even
        ldr     r11, [sp, #88]          @ (M ^ H)[1]
        ldr     r5, [sp, #20]           @ (M ^ H)[14]
        ldr     r7, [sp, #100]          @ (M ^ H)[5]
        sub     r5, r11, r5             @ sum
        sub     r5, r5, r7              @ sum
        sub     r5, r5, lr              @ sum
        sub     r5, r5, r2              @ sum
        mov     lr, r5, lsr #2          @ s
        eor     lr, lr, r5, lsl #1      @ s
        eor     lr, lr, r5, ror #20     @ s
        ldr     r2, [r0, #32]           @ H[8]
        eor     lr, lr, r5, ror #7      @ s
        add     lr, lr, r2              @ Q[7]
        str     lr, [sp, #124]          @ Q[7]
        mov     r5, lr, lsr #1          @ s
        eor     r5, r5, lr, lsl #3      @ s
        eor     r5, r5, lr, ror #28     @ s
        eor     r5, r5, lr, ror #13     @ s
        add     r3, r3, r5              @ Q[16]
        mov     r5, lr, lsr #2          @ s
        eor     r5, r5, lr, lsl #2      @ s
        eor     r5, r5, lr, ror #17     @ s
        eor     r5, r5, lr, ror #3      @ s
        add     r10, r10, r5            @ Q[17]
        add     r12, r12, lr            @ odd

        @ f0: Q[3] = s3(0 - 1 + 8 - 10 + 13) + H[4], sum of words of M ^ H
        ldr     r5, [sp, #40]           @ (M ^ H)[8]
        ldr     lr, [sp, #68]           @ (M ^ H)[10]
        sub     r11, r5, r11            @ sum
        sub     r11, r11, lr            @ sum
        add     r11, r11, r6            @ sum
        add     r11, r11, r8            @ sum
        mov     lr, r11, lsr #2         @ s
        eor     lr, lr, r11, lsl #2     @ s
        eor     lr, lr, r11, ror #17    @ s
        ldr     r6, [r0, #16]           @ H[4]
        eor     lr, lr, r11, ror #3     @ s
        add     lr, lr, r6              @ Q[3]
        str     lr, [sp, #128]          @ Q[3]
        mov     r11, lr, lsr #1         @ s
        eor     r11, r11, lr, lsl #3    @ s
        eor     r11, r11, lr, ror #28   @ s
        eor     r11, r11, lr, ror #13   @ s
        add     r3, r3, r11             @ Q[16]
        mov     r11, lr, lsr #2         @ s
        eor     r11, r11, lr, lsl #2    @ s
        eor     r11, r11, lr, ror #17   @ s
        eor     r11, r11, lr, ror #3    @ s
        add     r10, r10, r11           @ Q[17]
        add     r12, r12, lr            @ odd

        @ f0: Q[11] = s1(8 - 0 - 2 - 5 + 9) + H[12], sum of words of M ^ H
        add     r4, r4, r5              @ sum
        sub     r4, r4, r7              @ sum
        ldr     r11, [sp, #80]          @ (M ^ H)[2]
        sub     r4, r4, r8              @ sum
        sub     r4, r4, r11             @ sum
        mov     r5, r4, lsr #1          @ s
        eor     r5, r5, r4, lsl #2      @ s
        eor     r5, r5, r4, ror #24     @ s
        ldr     r7, [r0, #48]           @ H[12]
        eor     r5, r5, r4, ror #9      @ s
        add     r5, r5, r7              @ Q[11]
        str     r5, [sp, #132]          @ Q[11]
        mov     r8, r5, lsr #1          @ s
        eor     r8, r8, r5, lsl #3      @ s
        eor     r8, r8, r5, ror #28     @ s
        eor     r8, r8, r5, ror #13     @ s
        add     r3, r3, r8              @ Q[16]
        mov     r11, r5, lsr #2         @ s
        eor     r11, r11, r5, lsl #2    @ s
        eor     r11, r11, r5, ror #17   @ s
        eor     r11, r11, r5, ror #3    @ s
        add     r10, r10, r11           @ Q[17]
        add     r12, r12, r5            @ odd
        ldr     r4, constant            @ constant
        ldr     r11, [r1]               @ M[0]
        ldr     r8, constant + 4        @ step
        add     r6, r4, r11, ror #31    @ element
        str     r12, [sp, #56]          @ odd
        ldr     r12, [r1, #12]          @ M[3]
        ldr     r5, [r1, #40]           @ M[10]
        add     r6, r6, r12, ror #28    @ element
        ldr     lr, [r0, #28]           @ H[7]
        sub     r6, r6, r5, ror #21     @ element
        eor     r6, r6, lr              @ element
        add     r3, r3, r6              @ Q[16]
        add     r4, r4, r8              @ constant
        str     r3, [sp, #136]          @ Q[16]
        mov     lr, r3, lsr #1          @ s
        eor     lr, lr, r3, lsl #3      @ s
        eor     lr, lr, r3, ror #28     @ s
        eor     lr, lr, r3, ror #13     @ s
        ldr     r6, [r1, #4]            @ M[1]
        add     r10, r10, lr            @ Q[17]
        add     lr, r4, r6, ror #30     @ element
        ldr     r6, [r1, #16]           @ M[4]
        ldr     r5, [r1, #44]           @ M[11]
        add     lr, lr, r6, ror #27     @ element
        sub     lr, lr, r5, ror #20     @ element
        eor     lr, lr, r2              @ element
        add     r10, r10, lr            @ Q[17]
        add     r4, r4, r8              @ constant
        str     r10, [sp, #140]         @ Q[17]
        eor     r2, r3, r10             @ XL

        @ expand2: Q[18] to Q[23]
        ldr     lr, [r1, #8]            @ M[2]
        str     r2, [sp, #144]          @ XL
        add     r5, r4, lr, ror #29     @ Q[18]
        ldr     lr, [r1, #20]           @ M[5]
        ldr     r2, [r1, #48]           @ M[12]
        add     r5, r5, lr, ror #26     @ Q[18]
        sub     r5, r5, r2, ror #19     @ Q[18]
        ldr     r2, [r0, #36]           @ H[9]
        add     r4, r4, r8              @ constant
        eor     r5, r5, r2              @ Q[18]
        add     r2, r4, r12, ror #28    @ Q[19]
        ldr     r12, [r1, #24]          @ M[6]
        ldr     r10, [r1, #52]          @ M[13]
        add     r2, r2, r12, ror #25    @ Q[19]
        sub     r2, r2, r10, ror #18    @ Q[19]
        ldr     r10, [r0, #40]          @ H[10]
        add     r4, r4, r8              @ constant
        eor     r2, r2, r10             @ Q[19]
        add     r10, r4, r6, ror #27    @ Q[20]
        ldr     r6, [r1, #28]           @ M[7]
        ldr     r3, [r1, #56]           @ M[14]
        add     r10, r10, r6, ror #24   @ Q[20]
        sub     r10, r10, r3, ror #17   @ Q[20]
        ldr     r3, [r0, #44]           @ H[11]
        add     r4, r4, r8              @ constant
        eor     r10, r10, r3            @ Q[20]
        add     r3, r4, lr, ror #26     @ Q[21]
        ldr     lr, [r1, #32]           @ M[8]
        add     r4, r4, r8              @ constant
        add     r3, r3, lr, ror #23     @ Q[21]
        ldr     lr, [r1, #60]           @ M[15]
        sub     r3, r3, lr, ror #16     @ Q[21]
        eor     r3, r3, r7              @ Q[21]
        add     r7, r4, r12, ror #25    @ Q[22]
        ldr     r12, [r1, #36]          @ M[9]
        add     r4, r4, r8              @ constant
        add     r7, r7, r12, ror #22    @ Q[22]
        sub     r7, r7, r11, ror #31    @ Q[22]
        ldr     r11, [r0, #52]          @ H[13]
        ldr     lr, [r1, #4]            @ M[1]
        eor     r7, r7, r11             @ Q[22]
        add     r11, r4, r6, ror #24    @ Q[23]
        ldr     r6, [r1, #40]           @ M[10]
        add     r4, r4, r8              @ constant
        add     r11, r11, r6, ror #21   @ Q[23]
        sub     r11, r11, lr, ror #30   @ Q[23]
        ldr     lr, [r0, #56]           @ H[14]
        ldr     r6, [sp, #104]          @ Q[4]
        eor     r11, r11, lr            @ Q[23]
        ldr     lr, [sp, #128]          @ Q[3]
        add     r2, r2, r6, ror #29     @ Q[19]
        ldr     r12, [sp, #32]          @ Q[5]
        add     r5, r5, lr, ror #29     @ Q[18]
        add     r5, r5, r12, ror #25    @ Q[18]
        add     r10, r10, r12, ror #29  @ Q[20]
        str     r8, [sp, #148]          @ step
        ldr     r8, [sp, #112]          @ Q[6]
        str     r4, [sp, #152]          @ constant
        add     r2, r2, r8, ror #25     @ Q[19]
        ldr     r4, [sp, #124]          @ Q[7]
        add     r3, r3, r8, ror #29     @ Q[21]
        add     r5, r5, r4, ror #19     @ Q[18]
        add     r10, r10, r4, ror #25   @ Q[20]
        add     r7, r7, r4, ror #29     @ Q[22]
        ldr     r4, [sp, #76]           @ Q[8]
        add     r2, r2, r4, ror #19     @ Q[19]
        add     r3, r3, r4, ror #25     @ Q[21]
        add     r11, r11, r4, ror #29   @ Q[23]
        ldr     r4, [sp, #8]            @ Q[9]
        add     r5, r5, r4, ror #16     @ Q[18]
        add     r10, r10, r4, ror #19   @ Q[20]
        add     r7, r7, r4, ror #25     @ Q[22]
        ldr     r4, [sp, #84]           @ Q[10]
        add     r2, r2, r4, ror #16     @ Q[19]
        add     r3, r3, r4, ror #19     @ Q[21]
        add     r11, r11, r4, ror #25   @ Q[23]
        ldr     r4, [sp, #132]          @ Q[11]
        add     r5, r5, r4, ror #13     @ Q[18]
        add     r10, r10, r4, ror #16   @ Q[20]
        add     r7, r7, r4, ror #19     @ Q[22]
        ldr     r4, [sp, #108]          @ Q[12]
        add     r2, r2, r4, ror #13     @ Q[19]
        add     r3, r3, r4, ror #16     @ Q[21]
        add     r11, r11, r4, ror #19   @ Q[23]
        ldr     r4, [sp, #52]           @ Q[13]
        add     r5, r5, r4, ror #9      @ Q[18]
        add     r10, r10, r4, ror #13   @ Q[20]
        add     r7, r7, r4, ror #16     @ Q[22]
        ldr     r4, [sp, #96]           @ Q[14]
        add     r2, r2, r4, ror #9      @ Q[19]
        add     r3, r3, r4, ror #13     @ Q[21]
        add     r11, r11, r4, ror #16   @ Q[23]
        ldr     r4, [sp, #116]          @ Q[15]
        ldr     r8, [sp, #140]          @ Q[17]
        add     r5, r5, r4, ror #5      @ Q[18]
        add     r10, r10, r4, ror #9    @ Q[20]
        add     r7, r7, r4, ror #13     @ Q[22]
        ldr     r4, [sp, #136]          @ Q[16]
        add     r10, r10, r8, ror #5    @ Q[20]
        add     r2, r2, r4, ror #5      @ Q[19]
        add     r3, r3, r4, ror #9      @ Q[21]
        add     r11, r11, r4, ror #13   @ Q[23]
        ldr     r12, [sp, #120]         @ even
        add     r7, r7, r8, ror #9      @ Q[22]
        add     r5, r5, r12             @ Q[18]
        eor     r6, r4, r4, lsr #1      @ s
        add     r5, r5, r6              @ Q[18]
        eor     r6, r8, r8, lsr #2      @ s
        add     r5, r5, r6              @ Q[18]
        str     r5, [sp, #156]          @ Q[18]
        add     r3, r3, r5, ror #5      @ Q[21]
        add     r11, r11, r5, ror #9    @ Q[23]
        ldr     r6, [sp, #92]           @ Q[2]
        add     r12, r12, r4            @ even
        sub     r12, r12, r6            @ even
        ldr     r6, [sp, #144]          @ XL
        ldr     r4, [sp, #56]           @ odd
        eor     r6, r6, r5              @ XL
        add     r2, r2, r4              @ Q[19]
        eor     r0, r8, r8, lsr #1      @ s
        add     r2, r2, r0              @ Q[19]
        eor     r0, r5, r5, lsr #2      @ s
        add     r2, r2, r0              @ Q[19]
        str     r2, [sp, #160]          @ Q[19]
        add     r7, r7, r2, ror #5      @ Q[22]
        add     r4, r4, r8              @ odd
        sub     r4, r4, lr              @ odd
        eor     r6, r6, r2              @ XL
        add     r10, r10, r12           @ Q[20]
        eor     r0, r5, r5, lsr #1      @ s
        add     r10, r10, r0            @ Q[20]
        eor     r0, r2, r2, lsr #2      @ s
        add     r10, r10, r0            @ Q[20]
        str     r10, [sp, #164]         @ Q[20]
        add     r11, r11, r10, ror #5   @ Q[23]
        ldr     r0, [sp, #104]          @ Q[4]
        add     r12, r12, r5            @ even
        sub     r12, r12, r0            @ even
        eor     r6, r6, r10             @ XL
        add     r3, r3, r4              @ Q[21]
        eor     lr, r2, r2, lsr #1      @ s
        add     r3, r3, lr              @ Q[21]
        eor     lr, r10, r10, lsr #2    @ s
        add     r3, r3, lr              @ Q[21]
        str     r3, [sp, #168]          @ Q[21]
        ldr     lr, [sp, #32]           @ Q[5]
        add     r4, r4, r2              @ odd
        sub     r4, r4, lr              @ odd
        eor     r6, r6, r3              @ XL
        add     r7, r7, r12             @ Q[22]
        eor     lr, r10, r10, lsr #1    @ s
        add     r7, r7, lr              @ Q[22]
        eor     lr, r3, r3, lsr #2      @ s
        add     r7, r7, lr              @ Q[22]
        str     r7, [sp, #172]          @ Q[22]
        ldr     lr, [sp, #112]          @ Q[6]
        add     r12, r12, r10           @ even
        sub     r12, r12, lr            @ even
        eor     r6, r6, r7              @ XL
        add     r11, r11, r4            @ Q[23]
        eor     lr, r3, r3, lsr #1      @ s
        add     r11, r11, lr            @ Q[23]
        eor     lr, r7, r7, lsr #2      @ s
        add     r11, r11, lr            @ Q[23]
        str     r11, [sp, #176]         @ Q[23]
        ldr     lr, [sp, #124]          @ Q[7]
        add     r4, r4, r3              @ odd
        sub     r4, r4, lr              @ odd
        eor     r6, r6, r11             @ XL

        @ expand2: Q[24] to Q[31]
        ldr     lr, [sp, #152]          @ constant
        ldr     r0, [r1, #32]           @ M[8]
        str     r4, [sp, #56]           @ odd
        add     r4, lr, r0, ror #23     @ Q[24]
        str     r6, [sp, #144]          @ XL
        ldr     r6, [r1, #44]           @ M[11]
        str     r12, [sp, #120]         @ even
        ldr     r12, [r1, #8]           @ M[2]
        add     r4, r4, r6, ror #20     @ Q[24]
        ldr     r11, [sp, #HP]          @ H
        sub     r4, r4, r12, ror #29    @ Q[24]
        ldr     r7, [r11, #60]          @ H[15]
        ldr     r3, [r1, #36]           @ M[9]
        eor     r4, r4, r7              @ Q[24]
        ldr     r7, [sp, #148]          @ step
        ldr     r2, [r1, #48]           @ M[12]
        add     lr, lr, r7              @ constant
        add     r10, lr, r3, ror #22    @ Q[25]
        ldr     r5, [r1, #12]           @ M[3]
        add     r10, r10, r2, ror #19   @ Q[25]
        sub     r10, r10, r5, ror #28   @ Q[25]
        ldr     r5, [r11]               @ H[0]
        add     lr, lr, r7              @ constant
        eor     r10, r10, r5            @ Q[25]
        ldr     r5, [r1, #40]           @ M[10]
        str     r10, [sp, #180]         @ Q[25]
        add     r8, lr, r5, ror #21     @ Q[26]
        ldr     r5, [r1, #52]           @ M[13]
        ldr     r10, [r1, #16]          @ M[4]
        add     r8, r8, r5, ror #18     @ Q[26]
        sub     r8, r8, r10, ror #27    @ Q[26]
        ldr     r10, [r11, #4]          @ H[1]
        add     lr, lr, r7              @ constant
        eor     r8, r8, r10             @ Q[26]
        add     r10, lr, r6, ror #20    @ Q[27]
        ldr     r6, [r1, #56]           @ M[14]
        str     r8, [sp, #184]          @ Q[26]
        ldr     r8, [r1, #20]           @ M[5]
        add     r10, r10, r6, ror #17   @ Q[27]
        sub     r10, r10, r8, ror #26   @ Q[27]
        ldr     r8, [r11, #8]           @ H[2]
        add     lr, lr, r7              @ constant
        eor     r10, r10, r8            @ Q[27]
        add     r8, lr, r2, ror #19     @ Q[28]
        ldr     r2, [r1, #60]           @ M[15]
        str     r10, [sp, #188]         @ Q[27]
        ldr     r10, [r1, #24]          @ M[6]
        add     r8, r8, r2, ror #16     @ Q[28]
        sub     r8, r8, r10, ror #25    @ Q[28]
        ldr     r10, [r11, #12]         @ H[3]
        add     lr, lr, r7              @ constant
        eor     r8, r8, r10             @ Q[28]
        add     r10, lr, r5, ror #18    @ Q[29]
        ldr     r5, [r1]                @ M[0]
        add     lr, lr, r7              @ constant
        add     r10, r10, r5, ror #31   @ Q[29]
        ldr     r5, [r1, #28]           @ M[7]
        sub     r10, r10, r5, ror #24   @ Q[29]
        ldr     r5, [r11, #16]          @ H[4]
        eor     r10, r10, r5            @ Q[29]
        add     r5, lr, r6, ror #17     @ Q[30]
        ldr     r6, [r1, #4]            @ M[1]
        add     lr, lr, r7              @ constant
        add     r5, r5, r6, ror #30     @ Q[30]
        ldr     r6, [r11, #20]          @ H[5]
        sub     r5, r5, r0, ror #23     @ Q[30]
        eor     r5, r5, r6              @ Q[30]
        add     lr, lr, r2, ror #16     @ Q[31]
        add     lr, lr, r12, ror #29    @ Q[31]
        ldr     r6, [r11, #24]          @ H[6]
        sub     lr, lr, r3, ror #22     @ Q[31]
        ldr     r7, [sp, #8]            @ Q[9]
        eor     lr, lr, r6              @ Q[31]
        add     r4, r4, r7, ror #29     @ Q[24]
        ldr     r6, [sp, #180]          @ Q[25]
        ldr     r2, [sp, #84]           @ Q[10]
        ldr     r12, [sp, #132]         @ Q[11]
        add     r6, r6, r2, ror #29     @ Q[25]
        ldr     r3, [sp, #184]          @ Q[26]
        add     r4, r4, r12, ror #25    @ Q[24]
        ldr     r0, [sp, #108]          @ Q[12]
        add     r3, r3, r12, ror #29    @ Q[26]
        ldr     r12, [sp, #188]         @ Q[27]
        add     r6, r6, r0, ror #25     @ Q[25]
        add     r12, r12, r0, ror #29   @ Q[27]
        ldr     r0, [sp, #52]           @ Q[13]
        add     r4, r4, r0, ror #19     @ Q[24]
        add     r3, r3, r0, ror #25     @ Q[26]
        add     r8, r8, r0, ror #29     @ Q[28]
        ldr     r0, [sp, #96]           @ Q[14]
        add     r6, r6, r0, ror #19     @ Q[25]
        add     r12, r12, r0, ror #25   @ Q[27]
        add     r10, r10, r0, ror #29   @ Q[29]
        ldr     r0, [sp, #116]          @ Q[15]
        add     r4, r4, r0, ror #16     @ Q[24]
        add     r3, r3, r0, ror #19     @ Q[26]
        add     r8, r8, r0, ror #25     @ Q[28]
        add     r5, r5, r0, ror #29     @ Q[30]
        ldr     r0, [sp, #136]          @ Q[16]
        add     r6, r6, r0, ror #16     @ Q[25]
        add     r12, r12, r0, ror #19   @ Q[27]
        add     r10, r10, r0, ror #25   @ Q[29]
        add     lr, lr, r0, ror #29     @ Q[31]
        ldr     r0, [sp, #140]          @ Q[17]
        add     r4, r4, r0, ror #13     @ Q[24]
        add     r3, r3, r0, ror #16     @ Q[26]
        add     r8, r8, r0, ror #19     @ Q[28]
        add     r5, r5, r0, ror #25     @ Q[30]
        ldr     r0, [sp, #156]          @ Q[18]
        add     r6, r6, r0, ror #13     @ Q[25]
        add     r12, r12, r0, ror #16   @ Q[27]
        add     r10, r10, r0, ror #19   @ Q[29]
        add     lr, lr, r0, ror #25     @ Q[31]
        ldr     r0, [sp, #160]          @ Q[19]
        add     r4, r4, r0, ror #9      @ Q[24]
        add     r3, r3, r0, ror #13     @ Q[26]
        add     r8, r8, r0, ror #16     @ Q[28]
        add     r5, r5, r0, ror #19     @ Q[30]
        ldr     r0, [sp, #164]          @ Q[20]
        add     r6, r6, r0, ror #9      @ Q[25]
        add     r12, r12, r0, ror #13   @ Q[27]
        add     r10, r10, r0, ror #16   @ Q[29]
        add     lr, lr, r0, ror #19     @ Q[31]
        ldr     r0, [sp, #168]          @ Q[21]
        add     r4, r4, r0, ror #5      @ Q[24]
        add     r3, r3, r0, ror #9      @ Q[26]
        add     r8, r8, r0, ror #13     @ Q[28]
        add     r5, r5, r0, ror #16     @ Q[30]
        ldr     r0, [sp, #172]          @ Q[22]
        ldr     r2, [sp, #176]          @ Q[23]
        add     r6, r6, r0, ror #5      @ Q[25]
        add     r12, r12, r0, ror #9    @ Q[27]
        add     r10, r10, r0, ror #13   @ Q[29]
        add     lr, lr, r0, ror #16     @ Q[31]
        add     r3, r3, r2, ror #5      @ Q[26]
        add     r8, r8, r2, ror #9      @ Q[28]
        add     r5, r5, r2, ror #13     @ Q[30]
        str     r3, [sp, #184]          @ Q[26]
        ldr     r3, [sp, #120]          @ even
        eor     r1, r0, r0, lsr #1      @ s
        add     r4, r4, r3              @ Q[24]
        add     r4, r4, r1              @ Q[24]
        eor     r1, r2, r2, lsr #2      @ s
        add     r4, r4, r1              @ Q[24]
        str     r4, [sp, #192]          @ Q[24]
        add     r12, r12, r4, ror #5    @ Q[27]
        add     r10, r10, r4, ror #9    @ Q[29]
        add     lr, lr, r4, ror #13     @ Q[31]
        ldr     r1, [sp, #76]           @ Q[8]
        add     r3, r3, r0              @ even
        ldr     r0, [sp, #144]          @ XL
        sub     r3, r3, r1              @ even
        eor     r1, r0, r4              @ XH
        ldr     r0, [sp, #56]           @ odd
        str     r12, [sp, #188]         @ Q[27]
        add     r6, r6, r0              @ Q[25]
        eor     r12, r2, r2, lsr #1     @ s
        add     r6, r6, r12             @ Q[25]
        eor     r12, r4, r4, lsr #2     @ s
        add     r6, r6, r12             @ Q[25]
        str     r6, [sp, #180]          @ Q[25]
        add     r8, r8, r6, ror #5      @ Q[28]
        add     r5, r5, r6, ror #9      @ Q[30]
        add     r0, r0, r2              @ odd
        sub     r0, r0, r7              @ odd
        ldr     r12, [sp, #184]         @ Q[26]
        eor     r1, r1, r6              @ XH
        add     r12, r12, r3            @ Q[26]
        eor     r7, r4, r4, lsr #1      @ s
        add     r12, r12, r7            @ Q[26]
        eor     r7, r6, r6, lsr #2      @ s
        add     r12, r12, r7            @ Q[26]
        str     r12, [sp, #184]         @ Q[26]
        add     r10, r10, r12, ror #5   @ Q[29]
        add     lr, lr, r12, ror #9     @ Q[31]
        ldr     r7, [sp, #84]           @ Q[10]
        add     r3, r3, r4              @ even
        sub     r3, r3, r7              @ even
        ldr     r7, [sp, #188]          @ Q[27]
        eor     r1, r1, r12             @ XH
        add     r7, r7, r0              @ Q[27]
        eor     r2, r6, r6, lsr #1      @ s
        add     r7, r7, r2              @ Q[27]
        eor     r2, r12, r12, lsr #2    @ s
        add     r7, r7, r2              @ Q[27]
        str     r7, [sp, #188]          @ Q[27]
        add     r5, r5, r7, ror #5      @ Q[30]
        ldr     r2, [sp, #132]          @ Q[11]
        add     r0, r0, r6              @ odd
        sub     r0, r0, r2              @ odd
        eor     r1, r1, r7              @ XH
        add     r8, r8, r3              @ Q[28]
        eor     r2, r12, r12, lsr #1    @ s
        add     r8, r8, r2              @ Q[28]
        eor     r2, r7, r7, lsr #2      @ s
        add     r8, r8, r2              @ Q[28]
        str     r8, [sp, #196]          @ Q[28]
        add     lr, lr, r8, ror #5      @ Q[31]
        ldr     r2, [sp, #108]          @ Q[12]
        add     r3, r3, r12             @ even
        sub     r3, r3, r2              @ even
        eor     r1, r1, r8              @ XH
        add     r10, r10, r0            @ Q[29]
        eor     r2, r7, r7, lsr #1      @ s
        add     r10, r10, r2            @ Q[29]
        eor     r2, r8, r8, lsr #2      @ s
        add     r10, r10, r2            @ Q[29]
        str     r10, [sp, #200]         @ Q[29]
        ldr     r2, [sp, #52]           @ Q[13]
        add     r0, r0, r7              @ odd
        sub     r0, r0, r2              @ odd
        eor     r1, r1, r10             @ XH
        add     r5, r5, r3              @ Q[30]
        eor     r3, r8, r8, lsr #1      @ s
        add     r5, r5, r3              @ Q[30]
        eor     r3, r10, r10, lsr #2    @ s
        add     r5, r5, r3              @ Q[30]
        str     r5, [sp, #204]          @ Q[30]
        eor     r1, r1, r5              @ XH
        add     lr, lr, r0              @ Q[31]
        eor     r3, r10, r10, lsr #1    @ s
        add     lr, lr, r3              @ Q[31]
        eor     r0, r5, r5, lsr #2      @ s
        add     lr, lr, r0              @ Q[31]
        str     lr, [sp, #208]          @ Q[31]
        eor     r1, r1, lr              @ XH

        @ f2: H[4] and H[8]
        ldr     r3, [sp, #MP]           @ M
        ldr     r2, [sp, #164]          @ Q[20]
        ldr     r0, [r3, #16]           @ M[4]
        eor     r0, r0, r1, lsr #3      @ s
        eor     r0, r0, r2              @ s
        ldr     r2, [sp, #144]          @ XL
        eor     r7, r2, r8              @ H[4]
        ldr     r8, [sp, #104]          @ Q[4]
        ldr     lr, [sp, #76]           @ Q[8]
        eor     r7, r7, r8              @ H[4]
        add     r7, r7, r0              @ H[4]
        str     r7, [r11, #16]          @ H[4]
        ldr     r0, [r3, #32]           @ M[8]
        eor     r8, r1, r4              @ s
        eor     r8, r8, r0              @ s
        ldr     r0, [sp, #176]          @ Q[23]
        eor     r4, r0, r2, lsl #8      @ s
        eor     r4, r4, lr              @ s
        add     r8, r8, r4              @ s
        add     r8, r8, r7, ror #23     @ s
        str     r8, [r11, #32]          @ H[8]

        @ f2: H[5] and H[9]
        ldr     lr, [r3, #20]           @ M[5]
        ldr     r4, [sp, #168]          @ Q[21]
        eor     lr, lr, r1, lsl #6      @ s
        eor     lr, lr, r4, lsr #6      @ s
        ldr     r8, [sp, #32]           @ Q[5]
        eor     r7, r2, r10             @ H[5]
        eor     r7, r7, r8              @ H[5]
        add     r7, r7, lr              @ H[5]
        str     r7, [r11, #20]          @ H[5]
        ldr     lr, [r3, #36]           @ M[9]
        eor     r8, r1, r6              @ s
        eor     r8, r8, lr              @ s
        ldr     lr, [sp, #136]          @ Q[16]
        ldr     r10, [sp, #8]           @ Q[9]
        eor     r4, lr, r2, lsr #6      @ s
        eor     r4, r4, r10             @ s
        add     r8, r8, r4              @ s
        add     r8, r8, r7, ror #22     @ s
        str     r8, [r11, #36]          @ H[9]

        @ f2: H[6] and H[10]
        ldr     r10, [r3, #24]          @ M[6]
        ldr     r4, [sp, #172]          @ Q[22]
        eor     r10, r10, r1, lsr #4    @ s
        eor     r10, r10, r4, lsl #6    @ s
        ldr     r8, [sp, #112]          @ Q[6]
        eor     r7, r2, r5              @ H[6]
        eor     r7, r7, r8              @ H[6]
        add     r7, r7, r10             @ H[6]
        str     r7, [r11, #24]          @ H[6]
        ldr     r10, [r3, #40]          @ M[10]
        eor     r8, r1, r12             @ s
        eor     r8, r8, r10             @ s
        ldr     r10, [sp, #140]         @ Q[17]
        ldr     r5, [sp, #84]           @ Q[10]
        eor     r4, r10, r2, lsl #6     @ s
        eor     r4, r4, r5              @ s
        add     r8, r8, r4              @ s
        add     r8, r8, r7, ror #21     @ s
        str     r8, [r11, #40]          @ H[10]

        @ f2: H[7] and H[11]
        ldr     r5, [r3, #28]           @ M[7]
        ldr     r4, [sp, #208]          @ Q[31]
        eor     r5, r5, r1, lsr #11     @ s
        eor     r5, r5, r0, lsl #2      @ s
        ldr     r8, [sp, #124]          @ Q[7]
        eor     r7, r2, r4              @ H[7]
        eor     r7, r7, r8              @ H[7]
        add     r7, r7, r5              @ H[7]
        ldr     r0, [sp, #188]          @ Q[27]
        str     r7, [r11, #28]          @ H[7]
        ldr     r5, [r3, #44]           @ M[11]
        eor     r8, r1, r0              @ s
        eor     r8, r8, r5              @ s
        ldr     r5, [sp, #156]          @ Q[18]
        ldr     r0, [sp, #132]          @ Q[11]
        eor     r4, r5, r2, lsl #4      @ s
        eor     r4, r4, r0              @ s
        add     r8, r8, r4              @ s
        add     r8, r8, r7, ror #20     @ s
        str     r8, [r11, #44]          @ H[11]

        @ f2: H[0] and H[12]
        ldr     r0, [r3]                @ M[0]
        ldr     r4, [sp, #192]          @ Q[24]
        eor     r0, r0, r1, lsl #5      @ s
        eor     r0, r0, lr, lsr #5      @ s
        ldr     r7, [sp, #64]           @ Q[0]
        eor     r4, r2, r4              @ H[0]
        eor     r4, r4, r7              @ H[0]
        add     r4, r4, r0              @ H[0]
        ldr     r8, [sp, #196]          @ Q[28]
        str     r4, [r11]               @ H[0]
        ldr     lr, [r3, #48]           @ M[12]
        eor     r8, r1, r8              @ s
        ldr     r7, [sp, #160]          @ Q[19]
        eor     r8, r8, lr              @ s
        ldr     lr, [sp, #108]          @ Q[12]
        eor     r0, r7, r2, lsr #3      @ s
        eor     r0, r0, lr              @ s
        add     r8, r8, r0              @ s
        add     r8, r8, r4, ror #19     @ s
        str     r8, [r11, #48]          @ H[12]

        @ f2: H[1] and H[13]
        ldr     lr, [r3, #4]            @ M[1]
        eor     r6, r2, r6              @ H[1]
        eor     lr, lr, r1, lsr #7      @ s
        ldr     r0, [sp, #44]           @ Q[1]
        eor     lr, lr, r10, lsl #8     @ s
        eor     r6, r6, r0              @ H[1]
        add     r6, r6, lr              @ H[1]
        ldr     r4, [sp, #200]          @ Q[29]
        str     r6, [r11, #4]           @ H[1]
        ldr     r8, [r3, #52]           @ M[13]
        eor     r4, r1, r4              @ s
        ldr     r10, [sp, #164]         @ Q[20]
        eor     r4, r4, r8              @ s
        ldr     r0, [sp, #52]           @ Q[13]
        eor     r10, r10, r2, lsr #4    @ s
        eor     r10, r10, r0            @ s
        add     r4, r4, r10             @ s
        add     r4, r4, r6, ror #18     @ s
        str     r4, [r11, #52]          @ H[13]

        @ f2: H[2] and H[14]
        ldr     lr, [r3, #8]            @ M[2]
        eor     r12, r2, r12            @ H[2]
        eor     lr, lr, r1, lsr #5      @ s
        ldr     r8, [sp, #92]           @ Q[2]
        eor     lr, lr, r5, lsl #5      @ s
        eor     r12, r12, r8            @ H[2]
        add     r12, r12, lr            @ H[2]
        ldr     r0, [sp, #204]          @ Q[30]
        str     r12, [r11, #8]          @ H[2]
        ldr     r6, [r3, #56]           @ M[14]
        eor     r0, r1, r0              @ s
        ldr     r4, [sp, #168]          @ Q[21]
        eor     r0, r0, r6              @ s
        ldr     r10, [sp, #96]          @ Q[14]
        eor     r4, r4, r2, lsr #7      @ s
        eor     r4, r4, r10             @ s
        add     r0, r0, r4              @ s
        add     r0, r0, r12, ror #17    @ s
        str     r0, [r11, #56]          @ H[14]

        @ f2: H[3] and H[15]
        ldr     r5, [r3, #12]           @ M[3]
        ldr     r8, [sp, #188]          @ Q[27]
        eor     r5, r5, r1, lsr #1      @ s
        eor     r5, r5, r7, lsl #5      @ s
        ldr     r6, [sp, #128]          @ Q[3]
        eor     r8, r2, r8              @ H[3]
        eor     r8, r8, r6              @ H[3]
        add     r8, r8, r5              @ H[3]
        ldr     r4, [sp, #208]          @ Q[31]
        str     r8, [r11, #12]          @ H[3]
        ldr     r0, [r3, #60]           @ M[15]
        eor     r1, r1, r4              @ s
        ldr     r10, [sp, #172]         @ Q[22]
        eor     r1, r1, r0              @ s
        ldr     r7, [sp, #116]          @ Q[15]
        eor     r10, r10, r2, lsr #2    @ s
        eor     r10, r10, r7            @ s
        add     r1, r1, r10             @ s
        add     r1, r1, r8, ror #16     @ s
        str     r1, [r11, #60]          @ H[15]

        add     sp, sp, #FRAME
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   mote_bmw_compress256, . - mote_bmw_compress256

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
