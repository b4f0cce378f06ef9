@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
@ functions = ["mote_skein_ubi512(G, tweak, block)"]
@ reads = {tweak = 16, block = 64}
@ writes = {G = 64}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 656
@ constant_time = true
@ calls = []
@ block = "mote_skein_ubi512"
@
@ Registers of the rounds, low half first:
@   r0, r1  word 1 of the state     r2, r3  word 3      r4, r5  word 5      r6, r7  word 7
@   r10, r11, r12, lr               words 0 and 2, or words 4 and 6; the other two are in the frame
@   r8      free: a MIX puts the low half of its odd word there and frees that one's register; after
@           four MIXes all halves are where they were
@ Registers of the preparation:
@   r0      key                     r2, r3  a word of it                r10, r11  the words' parity
@   r4, r5  tweak word 0            r6, r7  tweak word 1                r8, r12   tweak word 2
@   lr      temporary
@
@ A message block of UBI with Threefish-512 for ARMv4 and ARMv4T, where speed leads: ARM instructions
@ only, either byte order.  Built for ARMv4T it returns with bx and may be called from either state.
@
@ Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 and 3.4; its letters
@ are used.
@
@ THE ORDER OF THE MIXES.  Rounds 0 and 1 of four need words 0 to 3 together, and 4 to 7; rounds 2
@ and 3 words 4, 6, 1, 3, and words 0, 2, 5, 7.  So with the odd words always in registers, and two
@ even ones, the even words change places only twice in four rounds.  A subkey's words are added
@ where there are registers for them: to 1 and 3 before the last four MIXes of four rounds (which do
@ not touch them), to 0 and 2 after these, to the others when the next even words come.
@
@ THE SUBKEYS (section 3.3.2): subkey s has key words s to s + 7; key word s + 5 with tweak word s,
@ key word s + 6 with tweak word s + 1.  So the words with a tweak added take their turn in one
@ sequence, C(j) = k(j mod 9) + t((j - 5) mod 3): subkey s has C(s + 5) and C(s + 6).  Key words 0 to
@ 25 and C(5) to C(24), 9 different ones each, lie in the frame in this order, and sp itself is the
@ pointer: it moves on by a word for each subkey.  What has to stay lies above, and what moves with
@ sp (two words of the state, the number s) is written so far up that it lies right when it is read.
@
@ COUNT for a block, on an ARM9: 288 MIXes of 6 instructions, two for the sum, two for each half of
@ the rotated word with the exclusive or: 1728.  19 subkeys of 8 additions of 2, and 2 for s, with 17
@ loads: 665.  That is 2393, the bound for these operations.  The even words take 17 for a subkey,
@ 306; places where a load is waited for, 4 each, 72; s, sp and the loop 81; key words and C 160;
@ block in, result out, registers kept and brought back about 120.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
        .text
        .align  2

@ Frame, offsets from sp before the first round.
        .equ    K, 0                    @ key words 0 to 25
        .equ    C, 208 - 8 * 5          @ C(j) at C + 8 j, j = 5 to 24
        .equ    EVEN_0, 368             @ words 0 and 2 of the state, when not in registers
        .equ    EVEN_4, 384             @ words 4 and 6, behind them
        .equ    NUMBER, 400             @ s
        .equ    MOVED, 8 * 18           @ how far sp moves
        .equ    M, 408 + MOVED          @ the block as words, where it is not words in memory
        .equ    FRAME, 472 + MOVED
        .equ    FG, FRAME               @ saved r0 = G
        .equ    FBLOCK, FRAME + 4       @ saved r2 = block, or M

@ Key word \j, in r2, r3: to its places in the frame, and with a word of the tweak as C.
        .macro  key_word j, low, high
        .irp    turn, 0, 9, 18
        .if     \j + \turn <= 25
        str     r2, [sp, #K + 8 * (\j + \turn)]
        str     r3, [sp, #K + 8 * (\j + \turn) + 4]
        .endif
        .endr
        adds    r2, r2, \low
        adc     r3, r3, \high
        .irp    turn, 0, 9, 18
        .if     \j + \turn >= 5 && \j + \turn <= 24
        str     r2, [sp, #C + 8 * (\j + \turn)]
        str     r3, [sp, #C + 8 * (\j + \turn) + 4]
        .endif
        .endr
        .endm

@ The same for key words 0 to 7, which are the key's.
        .macro  next_word j, low, high
        ldmia   r0!, {r2, r3}
        eor     r10, r10, r2
        eor     r11, r11, r3
        key_word \j, \low, \high
        .endm

@ MIX (section 3.3.1), first part: the word a1 a0 += b1 b0.
        .macro  sum a0, a1, b0, b1
        adds    \a0, \a0, \b0
        adc     \a1, \a1, \b1
        .endm

@ Second part: b1 b0 is rotated to the left by \r, and ^= a1 a0.  The new b is b1 t, and b0 is free.
        .macro  turn a0, a1, b0, b1, t, r
        .if     \r < 32
        eor     \t, \a0, \b0, lsl #\r
        eor     \t, \t, \b1, lsr #(32 - \r)
        eor     \b1, \a1, \b1, lsl #\r
        eor     \b1, \b1, \b0, lsr #(32 - \r)
        .else
        eor     \t, \a0, \b1, lsl #(\r - 32)
        eor     \t, \t, \b0, lsr #(64 - \r)
        eor     \b1, \a1, \b1, lsr #(64 - \r)
        eor     \b1, \b1, \b0, lsl #(\r - 32)
        .endif
        .endm

@ Four MIXes: the even words in registers with the odd words b and c, then with c and b; but for the
@ first sum, and the last MIX: `last` is that.
        .macro  four b0, b1, c0, c1, r0, r1, r2
        turn    r10, r11, \b0, \b1, r8, \r0
        sum     r12, lr, \c0, \c1
        turn    r12, lr, \c0, \c1, \b0, \r1
        sum     r10, r11, \b0, \c1
        turn    r10, r11, \b0, \c1, \c0, \r2
        .endm

        .macro  last b0, b1, r
        sum     r12, lr, r8, \b1
        turn    r12, lr, r8, \b1, \b0, \r
        .endm

@ Subkey s for words 5, 7, 4 and 6 of the state.  \k: 8 times s less what sp has moved, 0 or 8.  r8 is
@ where words 4 and 6 are.
        .macro  subkey k
        ldr     r10, [sp, #C + 40 + \k]
        ldr     r11, [sp, #C + 44 + \k]
        ldr     r12, [sp, #NUMBER]
        sum     r4, r5, r10, r11
        ldr     r10, [sp, #K + 56 + \k]
        ldr     r11, [sp, #K + 60 + \k]
        .if     \k
        add     r12, r12, #1
        .endif
        adds    r6, r6, r12
        adc     r7, r7, #0
        .if     \k
        add     r12, r12, #1
        str     r12, [sp, #NUMBER + 16]
        .endif
        sum     r6, r7, r10, r11
        ldmia   r8, {r10, r11}
        ldr     r12, [sp, #K + 32 + \k]
        ldr     lr, [sp, #K + 36 + \k]
        ldr     r8, [sp, #EVEN_4 + 8]
        adds    r10, r10, r12
        ldr     r12, [sp, #C + 48 + \k]
        adc     r11, r11, lr
        ldr     lr, [sp, #C + 52 + \k]
        adds    r12, r12, r8
        ldr     r8, [sp, #EVEN_4 + 12]
        adc     lr, lr, r8
        .endm

@ Words 0 and 2 of the state, in registers, go to the frame; r8 is then where words 4 and 6 are.
        .macro  even_0_out
        add     r8, sp, #EVEN_0
        stmia   r8!, {r10, r11, r12, lr}
        .endm

@ Four rounds, before which subkey s is added to words 0 to 3, and the sum of the first MIX is made.
@ Within and behind them, subkey s + 1 is, and its first MIX's sum.  \k as above.
        .macro  four_rounds k, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15
        four    r0, r1, r2, r3, \r0, \r1, \r2
        last    r0, r1, \r3
        even_0_out
        subkey  \k
        sum     r10, r11, r4, r5
        four    r4, r5, r6, r7, \r4, \r5, \r6
        last    r4, r5, \r7
        sum     r10, r11, r0, r1
        four    r0, r1, r2, r3, \r8, \r9, \r10
        last    r0, r1, \r11
        add     r8, sp, #EVEN_4 + 2 * \k
        stmia   r8, {r10, r11, r12, lr}
        ldr     r10, [sp, #K + 16 + \k]
        ldr     r11, [sp, #K + 20 + \k]
        ldr     r12, [sp, #K + 32 + \k]
        ldr     lr, [sp, #K + 36 + \k]
        sum     r0, r1, r10, r11        @ subkey s + 1 for words 1 and 3
        sum     r2, r3, r12, lr
        .if     \k
        sub     r8, r8, #16
        .endif
        ldmdb   r8, {r10, r11, r12, lr}
        sum     r10, r11, r4, r5
        four    r4, r5, r6, r7, \r12, \r13, \r14
        ldr     r4, [sp, #K + 8 + \k]
        sum     r12, lr, r8, r5         @ (of the last MIX)
        adds    r10, r10, r4            @ subkey s + 1 for word 0
        ldr     r4, [sp, #K + 12 + \k]
        adc     r11, r11, r4
        turn    r12, lr, r8, r5, r4, \r15
        ldr     r8, [sp, #K + 24 + \k]
        sum     r10, r11, r0, r1        @ (of the next MIX)
        adds    r12, r12, r8            @ subkey s + 1 for word 2
        ldr     r8, [sp, #K + 28 + \k]
        adc     lr, lr, r8
        .endm

@ \word of the state, in two registers, ^= the block's at r8.
        .macro  add_block word, low, high
        ldr     r10, [r8, #8 * \word]
        ldr     r11, [r8, #8 * \word + 4]
        eor     \low, \low, r10
        eor     \high, \high, r11
        str     \low, [r12, #8 * \word]
        str     \high, [r12, #8 * \word + 4]
        .endm

.Lconstant:
        .word   0xA9FC1A22, 0x1BD11BDA  @ C240 (section 3.3.2), low half first

@ void mote_skein_ubi512(u32 *G, const u32 *tweak, const unsigned char *block)
@ r0 = G, r1 = tweak, r2 = block, of any alignment.  Changes r0-r3, r12, flags.  Stack: 656 bytes.
        .global mote_skein_ubi512
        .type   mote_skein_ubi512, %function
mote_skein_ubi512:
        stmdb   sp!, {r0, r2, r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
#ifndef __ARMEB__
        tst     r2, #3
        beq     .Lwords
#endif
        add     r12, sp, #M             @ the block as words
        str     r12, [sp, #FBLOCK]
        mov     lr, #16
.Lbytes:
        ldrb    r3, [r2], #1
        ldrb    r4, [r2], #1
        ldrb    r5, [r2], #1
        ldrb    r6, [r2], #1
        orr     r3, r3, r4, lsl #8
        orr     r3, r3, r5, lsl #16
        orr     r3, r3, r6, lsl #24
        str     r3, [r12], #4
        subs    lr, lr, #1
        bne     .Lbytes
.Lwords:
        ldmia   r1, {r4-r7}             @ t(2) = t(0) ^ t(1)
        eor     r8, r4, r6
        eor     r12, r5, r7
        ldr     r10, .Lconstant
        ldr     r11, .Lconstant + 4
        next_word 0, r6, r7
        next_word 1, r8, r12
        next_word 2, r4, r5
        next_word 3, r6, r7
        next_word 4, r8, r12
        next_word 5, r4, r5
        next_word 6, r6, r7
        next_word 7, r8, r12
        mov     r2, r10
        mov     r3, r11
        key_word 8, r4, r5
        mov     lr, #0
        str     lr, [sp, #NUMBER]
        ldr     r8, [sp, #FBLOCK]       @ the block, with subkey 0 for words 0 to 3
        ldmia   sp, {r4-r7}
        ldmia   r8!, {r10, r11}
        ldmia   r8!, {r0, r1}
        ldmia   r8!, {r12, lr}
        ldmia   r8!, {r2, r3}
        sum     r10, r11, r4, r5
        sum     r0, r1, r6, r7
        ldr     r4, [sp, #K + 16]
        ldr     r5, [sp, #K + 20]
        ldr     r6, [sp, #K + 24]
        ldr     r7, [sp, #K + 28]
        sum     r12, lr, r4, r5
        sum     r2, r3, r6, r7
        ldmia   r8!, {r4-r7}
        str     r4, [sp, #EVEN_4]
        str     r5, [sp, #EVEN_4 + 4]
        mov     r4, r6
        mov     r5, r7
        ldmia   r8!, {r6, r7}
        str     r6, [sp, #EVEN_4 + 8]
        str     r7, [sp, #EVEN_4 + 12]
        ldmia   r8, {r6, r7}
        sum     r10, r11, r0, r1        @ (of the first MIX)
.Leight:                                @ eight rounds, with the rotations of table 4
        four_rounds 0, 46, 36, 42, 33, 19, 37, 27, 14, 17, 49, 56, 44, 36, 39, 9, 54
        four_rounds 8, 39, 30, 17, 13, 34, 24, 50, 10, 25, 29, 22, 8, 39, 43, 35, 56
        ldr     r8, [sp, #NUMBER + 16]
        add     sp, sp, #16
        cmp     r8, #18
        bne     .Leight
        subs    r10, r10, r0            @ there is no next MIX
        sbc     r11, r11, r1
        even_0_out
        subkey  0
        add     r8, sp, #EVEN_4
        stmia   r8, {r10, r11, r12, lr}
        ldr     r8, [sp, #FBLOCK - MOVED]
        ldr     r12, [sp, #FG - MOVED]
        add_block 1, r0, r1             @ (then the even words in the place of the odd ones)
        add_block 3, r2, r3
        add_block 5, r4, r5
        add_block 7, r6, r7
        add     r0, sp, #EVEN_0
        ldmia   r0, {r0-r7}
        add_block 0, r0, r1
        add_block 2, r2, r3
        add_block 4, r4, r5
        add_block 6, r6, r7
        add     sp, sp, #FRAME + 8 - MOVED
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   mote_skein_ubi512, . - mote_skein_ubi512

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
