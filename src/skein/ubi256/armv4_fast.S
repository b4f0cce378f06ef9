@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
@ functions = ["mote_skein_ubi256(G, tweak, block)"]
@ reads = {tweak = 16, block = 32}
@ writes = {G = 32}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 256
@ constant_time = true
@ calls = []
@ block = "mote_skein_ubi256"
@
@ Registers of the rounds, low half first:
@   r0, r1  word 0 of the state     r2, r3  word 1      r4, r5  word 2      r6, r7  word 3
@   r8      free: a MIX puts the low half of its odd word there and frees that one's register; after
@           two rounds all halves are where they were
@   r10, r11  a word of the key     r12, lr  C (below), from one subkey to the next
@ Registers of the preparation:
@   r0-r8, r10  key words 0 to 4    r11, r12  a word of the tweak               lr  temporary
@
@ A message block of UBI with Threefish-256 for ARMv4 and ARMv4T, where speed leads: ARM instructions
@ only, either byte order.  Built for ARMv4T it returns with bx and may be called from either state.
@
@ Specification: "The Skein Hash Function Family", version 1.3, sections 3.3 and 3.4; its letters
@ are used.
@
@ THE SUBKEYS (section 3.3.2): subkey s has key word s + 1 and tweak word s for word 1 of the state,
@ key word s + 2 and tweak word s + 1 for word 2.  So both take their turn in one sequence,
@ C(j) = k(j mod 5) + t((j - 1) mod 3): subkey s has C(s + 1) and C(s + 2), and of its 20 members the
@ last five are the first five again.  They are computed beforehand, and each is loaded once.
@
@ COUNT for a block, on an ARM9: 128 MIXes of 6 instructions (two for the sum, two for each half of
@ the rotated word, with the exclusive or), 16 by 32 bits of 4: 832.  19 subkeys of 4 additions of
@ 2, and 2 for the number s where it is not 0, with 6 loads: 302.  That is 1134, the bound for these
@ operations.  C takes 66 more; key, tweak and block in, the result out, registers kept and brought
@ back: about 95.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
        .text
        .align  2

@ Frame, offsets from sp.
        .equ    K, 0                    @ key words 0 to 4
        .equ    C, 40                   @ C(1) to C(15)
        .equ    T, 160                  @ tweak words 0 to 2
        .equ    M, 184                  @ the block as words, where it is not words in memory
        .equ    FRAME, 216
        .equ    FG, 216                 @ saved r0 = G
        .equ    FBLOCK, 220             @ saved r2 = block, or M

@ C(\j) from key word \j mod 5 and the tweak word in r11, r12.
        .macro  tweaked j, low, high
        adds    lr, \low, r11
        str     lr, [sp, #C + 8 * (\j - 1)]
        adc     lr, \high, r12
        str     lr, [sp, #C + 8 * (\j - 1) + 4]
        .endm

@ MIX (section 3.3.1): the word a1 a0 += b1 b0; then b1 b0 is rotated to the left by \r, and ^= a1 a0.
@ The new b is b1 t, and b0 is free.
        .macro  mix a0, a1, b0, b1, t, r
        adds    \a0, \a0, \b0
        adc     \a1, \a1, \b1
        .if     \r == 32
        eor     \t, \a0, \b1
        eor     \b1, \a1, \b0
        .elseif \r < 32
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

@ Two rounds with the permutation after each (table 3: words 1 and 3 change places).
        .macro  rounds r0, r1, r2, r3
        mix     r0, r1, r2, r3, r8, \r0
        mix     r4, r5, r6, r7, r2, \r1
        mix     r0, r1, r2, r7, r6, \r2
        mix     r4, r5, r8, r3, r2, \r3
        .endm

@ Adds subkey \s.  r12, lr = C(s + 1), then C(s + 2).
        .macro  subkey s
        ldr     r10, [sp, #K + 8 * ((\s) % 5)]
        ldr     r11, [sp, #K + 8 * ((\s) % 5) + 4]
        adds    r2, r2, r12
        adc     r3, r3, lr
        ldr     r12, [sp, #C + 8 * (((\s) + 1) % 15)]
        ldr     lr, [sp, #C + 8 * (((\s) + 1) % 15) + 4]
        adds    r0, r0, r10
        adc     r1, r1, r11
        ldr     r10, [sp, #K + 8 * (((\s) + 3) % 5)]
        ldr     r11, [sp, #K + 8 * (((\s) + 3) % 5) + 4]
        adds    r4, r4, r12
        adc     r5, r5, lr
        adds    r6, r6, r10
        adc     r7, r7, r11
        .if     \s
        adds    r6, r6, #\s
        adc     r7, r7, #0
        .endif
        .endm

.Lconstant:
        .word   0xA9FC1A22, 0x1BD11BDA  @ C240 (section 3.3.2), low half first

@ void mote_skein_ubi256(u32 *G, const u32 *tweak, const unsigned char *block)
@ r0 = G, r1 = tweak, r2 = block, of any alignment.  Changes r0-r3, r12, flags.  Stack: 256 bytes.
        .global mote_skein_ubi256
        .type   mote_skein_ubi256, %function
mote_skein_ubi256:
        stmdb   sp!, {r0, r2, r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
        ldmia   r1, {r4-r7}             @ t(2) = t(0) ^ t(1)
        eor     r8, r4, r6
        eor     r10, r5, r7
        add     lr, sp, #T
        stmia   lr, {r4-r8, r10}
#ifndef __ARMEB__
        tst     r2, #3
        beq     .Lwords
#endif
        add     r12, sp, #M             @ the block as words
        str     r12, [sp, #FBLOCK]
        mov     lr, #8
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
        ldmia   r0, {r0-r7}             @ the key, and k(4)
        ldr     r8, .Lconstant
        ldr     r10, .Lconstant + 4
        eor     r8, r8, r0
        eor     r10, r10, r1
        eor     r8, r8, r2
        eor     r10, r10, r3
        eor     r8, r8, r4
        eor     r10, r10, r5
        eor     r8, r8, r6
        eor     r10, r10, r7
        stmia   sp, {r0-r8, r10}
        ldr     r11, [sp, #T]
        ldr     r12, [sp, #T + 4]
        tweaked 1, r2, r3
        tweaked 4, r8, r10
        tweaked 7, r4, r5
        tweaked 10, r0, r1
        tweaked 13, r6, r7
        ldr     r11, [sp, #T + 8]
        ldr     r12, [sp, #T + 12]
        tweaked 2, r4, r5
        tweaked 5, r0, r1
        tweaked 8, r6, r7
        tweaked 11, r2, r3
        tweaked 14, r8, r10
        ldr     r11, [sp, #T + 16]
        ldr     r12, [sp, #T + 20]
        tweaked 3, r6, r7
        tweaked 6, r2, r3
        tweaked 9, r8, r10
        tweaked 12, r4, r5
        tweaked 15, r0, r1
        ldr     r8, [sp, #FBLOCK]
        ldr     r12, [sp, #C]
        ldr     lr, [sp, #C + 4]
        ldmia   r8, {r0-r7}
        @ Rounds 8 n to 8 n + 7, with the rotations of table 4
        .irp    s, 0, 2, 4, 6, 8, 10, 12, 14, 16
        subkey  \s
        rounds  14, 16, 52, 57
        rounds  23, 40, 5, 37
        subkey  \s + 1
        rounds  25, 33, 46, 12
        rounds  58, 22, 32, 32
        .endr
        subkey  18
        ldr     r8, [sp, #FBLOCK]       @ the block once more
        ldmia   r8!, {r10, r11, r12, lr}
        eor     r0, r0, r10
        eor     r1, r1, r11
        eor     r2, r2, r12
        eor     r3, r3, lr
        ldmia   r8, {r10, r11, r12, lr}
        eor     r4, r4, r10
        eor     r5, r5, r11
        eor     r6, r6, r12
        eor     r7, r7, lr
        ldr     r8, [sp, #FG]
        stmia   r8, {r0-r7}
        add     sp, sp, #FRAME + 8
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   mote_skein_ubi256, . - mote_skein_ubi256

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
