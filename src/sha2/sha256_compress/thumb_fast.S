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
@ stack = 300
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the message schedule:
@   r0, r1  one holds W(t - 16), which becomes W(t); the other W(t - 15)
@   r2, r3  temporary      r4-r7  11, 7, 2, 17
@ Registers of the first round (the names of r0 to r6 move on by one with each round, those of the
@ others change in pairs):
@   r0, r1  a, b           r2  b ^ c         r3  temporary, then e of the next round
@   r4, r5  e, f           r6  f ^ g, then T1, then a of the next round
@   r7      temporary      r8, r10, r11, r12  c, d, g, h
@
@ The compression function of SHA-256 in Thumb code: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0), on any number (at least one) of message blocks, wherever they lie.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
@
@ - The 64 rounds are written out, so that no value changes its place only to change its letter.  Of
@   the letters only a, b, e and f have to be in the registers that can do more than add and move:
@   Ch(e, f, g) = ((f ^ g) & ~e) ^ f, and e ^ f serves the next round as its f ^ g;
@   Maj(a, b, c) = ((b ^ c) & (a ^ b)) ^ b, and a ^ b serves the next round as its b ^ c.
@ - The whole message schedule is made before them, when registers are free to keep the four
@   numbers of its rotations; its words are pushed one after the other.
@ - Rotations are made one after the other, each of the sum so far.  The last one of SIGMA1 and the
@   first one of SIGMA0 are by 11.
@ - The constants are between the rounds, where each is in reach of its instruction.
@
@ COUNT, in cycles of a Cortex-M0: a round 38, a word of the schedule 23, a word of an aligned
@ block 4, of another one 21; loops and the rest some 140.  That is 3,744 for an aligned block.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ The frame, from sp on.
        .equ    W, 0                    @ the schedule, last word first
        .equ    W_BYTES, 256
        .equ    H, W_BYTES              @ the arguments
        .equ    DATA, H + 4
        .equ    BLOCKS, H + 8

@ A round (section 6.2.2, step 3), number \t + \i; its constant is number \i behind the label 9.
        .macro  round t, i, a, b, bc, v, e, f, x, c, d, g, h
        bics    \x, \e                  @ T1 = Ch(e, f, g)
        eors    \x, \f
        add     \x, \h                  @ + h
        ldr     r7, 9f + 4 * (\i)       @ + K(t)
        adds    \x, r7
        ldr     r7, [sp, #W + 4 * (63 - (\t) - (\i))]
        adds    \x, r7                  @ + W(t)
        movs    \v, \e                  @ + SIGMA1(e)
        movs    r7, #13
        rors    \v, r7
        eors    \v, \e
        movs    r7, #14
        rors    \v, r7
        eors    \v, \e
        movs    r7, #11
        rors    \v, r7
        adds    \x, \v
        mov     \h, \f                  @ g of the next round
        eors    \f, \e                  @ its f ^ g
        mov     \v, \d                  @ its e = d + T1
        adds    \v, \x
        mov     \d, \b                  @ its c
        eors    \b, \a                  @ its b ^ c
        ands    \bc, \b                 @ its a = T1 + Maj(a, b, c)
        eors    \bc, \b
        eors    \bc, \a
        adds    \x, \bc
        movs    \bc, \a                 @ + SIGMA0(a)
        rors    \bc, r7
        eors    \bc, \a
        movs    r7, #12
        rors    \bc, r7
        eors    \bc, \a
        movs    r7, #22
        rors    \bc, r7
        adds    \x, \bc
        .endm

@ Rounds until the names of the registers are the same again, and others of as many.
        .macro  eight_rounds t
        round   \t, 0, r0, r1, r2, r3, r4, r5, r6, r8, r10, r11, r12
        round   \t, 1, r6, r0, r1, r2, r3, r4, r5, r10, r8, r12, r11
        round   \t, 2, r5, r6, r0, r1, r2, r3, r4, r8, r10, r11, r12
        round   \t, 3, r4, r5, r6, r0, r1, r2, r3, r10, r8, r12, r11
        round   \t, 4, r3, r4, r5, r6, r0, r1, r2, r8, r10, r11, r12
        round   \t, 5, r2, r3, r4, r5, r6, r0, r1, r10, r8, r12, r11
        round   \t, 6, r1, r2, r3, r4, r5, r6, r0, r8, r10, r11, r12
        round   \t, 7, r0, r1, r2, r3, r4, r5, r6, r10, r8, r12, r11
        .endm
        .macro  fourteen_rounds t
        eight_rounds \t
        round   \t, 8, r6, r0, r1, r2, r3, r4, r5, r8, r10, r11, r12
        round   \t, 9, r5, r6, r0, r1, r2, r3, r4, r10, r8, r12, r11
        round   \t, 10, r4, r5, r6, r0, r1, r2, r3, r8, r10, r11, r12
        round   \t, 11, r3, r4, r5, r6, r0, r1, r2, r10, r8, r12, r11
        round   \t, 12, r2, r3, r4, r5, r6, r0, r1, r8, r10, r11, r12
        round   \t, 13, r1, r2, r3, r4, r5, r6, r0, r10, r8, r12, r11
        .endm

@ The next word of the schedule (section 6.2.2, step 1): \w is W(t - 16) and becomes W(t), \x
@ becomes W(t - 15).
        .macro  schedule w, x
        ldr     \x, [sp, #4 * 14]
        movs    r2, \x                  @ sigma0(W(t - 15))
        rors    r2, r4
        eors    r2, \x
        rors    r2, r5
        lsrs    r3, \x, #3
        eors    r2, r3
        adds    \w, r2
        ldr     r2, [sp, #4 * 6]        @ W(t - 7)
        adds    \w, r2
        ldr     r2, [sp, #4 * 1]        @ sigma1(W(t - 2))
        movs    r3, r2
        rors    r3, r6
        eors    r3, r2
        rors    r3, r7
        lsrs    r2, #10
        eors    r3, r2
        adds    \w, r3
        push    {\w}
        .endm

#if __ARM_ARCH >= 6 || defined(__ARMEB__)
@ A word of the block, as the CPU has it in memory.
        .macro  word to, from
#ifdef __ARMEB__
        movs    \to, \from
#else
        rev     \to, \from
#endif
        .endm
#endif

@ The word of H at \n: \x is added to it, by an instruction for its kind of register; changes r1.
        .macro  add_to n, add, x
        ldr     r1, [r7, #\n]
        \add    r1, \x
        str     r1, [r7, #\n]
        .endm

@ void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
        .thumb_func
mote_sha256_compress:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r0-r2, r4-r6}
next_block:
        @ Step 1: the block, then the other words
        ldr     r0, [sp, #4]
#if __ARM_ARCH >= 6 || defined(__ARMEB__)
        lsls    r1, r0, #30
        bne     bytes
        movs    r3, r0
        adds    r3, #64
        mov     r12, r3
1:      ldmia   r0!, {r1-r4}
        word    r7, r1
        word    r6, r2
        word    r5, r3
        word    r4, r4
        push    {r4-r7}
        cmp     r0, r12
        bne     1b
        b       expand
#endif
bytes:  movs    r5, #16
2:      ldrb    r1, [r0]
        ldrb    r2, [r0, #1]
        ldrb    r3, [r0, #2]
        ldrb    r4, [r0, #3]
        lsls    r1, #24
        lsls    r2, #16
        orrs    r1, r2
        lsls    r3, #8
        orrs    r1, r3
        orrs    r1, r4
        push    {r1}
        adds    r0, #4
        subs    r5, #1
        bne     2b
expand: movs    r4, #11
        movs    r5, #7
        movs    r6, #2
        movs    r7, #17
        mov     r3, sp
        subs    r3, #4 * 48
        mov     r12, r3
        ldr     r0, [sp, #4 * 15]
3:      schedule r0, r1
        schedule r1, r0
        schedule r0, r1
        schedule r1, r0
        schedule r0, r1
        schedule r1, r0
        cmp     sp, r12
        bne     3b

        @ Step 2: a to h
        ldr     r7, [sp, #H]
        ldmia   r7!, {r0-r3}
        mov     r8, r2
        eors    r2, r1
        mov     r10, r3
        ldmia   r7!, {r4-r6}
        ldr     r7, [r7]
        mov     r11, r6
        eors    r6, r5
        mov     r12, r7

        @ Step 3
        fourteen_rounds 0
        b       1f
        .align  2
9:
        .word   0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
        .word   0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
        .word   0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
        .word   0x72BE5D74, 0x80DEB1FE
1:
        fourteen_rounds 14
        b       1f
        .align  2
9:
        .word   0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786
        .word   0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA
        .word   0x5CB0A9DC, 0x76F988DA, 0x983E5152, 0xA831C66D
        .word   0xB00327C8, 0xBF597FC7
1:
        fourteen_rounds 28
        b       1f
        .align  2
9:
        .word   0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
        .word   0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
        .word   0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
        .word   0xA2BFE8A1, 0xA81A664B
1:
        fourteen_rounds 42
        b       1f
        .align  2
9:
        .word   0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624
        .word   0xF40E3585, 0x106AA070, 0x19A4C116, 0x1E376C08
        .word   0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A
        .word   0x5B9CCA4F, 0x682E6FF3
1:
        eight_rounds 56

        @ Step 4: the hash value
        ldr     r7, [sp, #H]
        add_to  0, adds, r6
        add_to  4, adds, r0
        add_to  8, add, r8
        add_to  12, add, r10
        add_to  16, adds, r3
        add_to  20, adds, r4
        add_to  24, add, r11
        add_to  28, add, r12
        add     sp, #W_BYTES
        ldr     r0, [sp, #DATA - H]
        adds    r0, #64
        str     r0, [sp, #DATA - H]
        ldr     r0, [sp, #BLOCKS - H]
        subs    r0, #1
        str     r0, [sp, #BLOCKS - H]
        beq     4f
        bl      next_block              @ a jump, too far for b
4:      pop     {r0-r2, r4-r6}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
#if __ARM_ARCH >= 6
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3
#endif
        .align  2
9:
        .word   0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        .word   0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
