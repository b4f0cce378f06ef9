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
@ stack = 864
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of a round, low and high half:
@   r0, r1  e, then a, then what a function is of      r2, r4  the value of the function
@   r2-r5   f and g, then b and c                      r3      temporary
@   r6, r7  the sum: W(t + 16), then T1, then a
@   r12     place in the constants                     lr      where they end for the loop
@
@ The compression function of SHA-512 in Thumb code: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0), on any number (at least one) of message blocks, wherever they lie.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ Specification: FIPS 180-4, section 6.4.2, whose letters are used; functions of section 4.1.3.
@ Words of 64 bits are two of 32, the low half first.
@
@ - A round works in a window of 24 words: W(t + 15) to W(t), then a to h.  It pushes W(t + 16), and
@   stores a in place of W(t), e in place of d, so that every word has a constant offset from SP, none
@   is moved, and neighbours are loaded together: e to h, a to c, W(t + 1) and W(t).
@ - A function of three rotations takes a shift for each part of a half: copies of the halves, and the
@   numbers that rotations by a register need, would cost more than they save.
@ - Maj(a, b, c) = ((b ^ c) & a) ^ (b & ~(b ^ c)).
@ - The last 16 rounds have a loop of their own, without the schedule.
@
@ COUNT, in cycles of a Cortex-M0: SIGMA1 and SIGMA0 22 each, sigma0 and sigma1 20 each; a round 111
@ without the schedule, W(t + 16) 63, the loop 5.  That is 13,310; the block, where it is aligned, H
@ and the rest take some 320.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    WINDOW, 192             @ bytes
        .equ    PUSHED, 80 * 8
        .equ    W, 128                  @ the window, one word longer
        .equ    A, 136
        .equ    D, 160
        .equ    E, 168
        .equ    H, 0                    @ the arguments, above it
        .equ    DATA, 4
        .equ    BLOCKS, 8

@ Half a rotation of two halves to the right by \n, 1 to 31: \x is the half that stays in its place,
@ \y the other one.  first: it is put into \to; more: it is added there.  Both change r3.
        .macro  first to, x, y, n
        lsrs    \to, \x, #\n
        lsls    r3, \y, #(32 - \n)
        eors    \to, r3
        .endm
        .macro  more to, x, y, n
        lsrs    r3, \x, #\n
        eors    \to, r3
        lsls    r3, \y, #(32 - \n)
        eors    \to, r3
        .endm

@ Functions of section 4.1.3 of r0, r1, added to r6, r7.  Rotated by 32 + n, the halves change
@ places.  Change r2 to r4.
        .macro  add_upper_sigma0              @ by 28, 34, 39
        first   r2, r0, r1, 28
        more    r2, r1, r0, 2
        more    r2, r1, r0, 7
        first   r4, r1, r0, 28
        more    r4, r0, r1, 2
        more    r4, r0, r1, 7
        adds    r6, r2
        adcs    r7, r4
        .endm
        .macro  add_upper_sigma1              @ by 14, 18, 41
        first   r2, r0, r1, 14
        more    r2, r0, r1, 18
        more    r2, r1, r0, 9
        first   r4, r1, r0, 14
        more    r4, r1, r0, 18
        more    r4, r0, r1, 9
        adds    r6, r2
        adcs    r7, r4
        .endm
        .macro  add_lower_sigma0              @ by 1, 8, shifted by 7
        first   r2, r0, r1, 1
        more    r2, r0, r1, 8
        more    r2, r0, r1, 7
        first   r4, r1, r0, 1
        more    r4, r1, r0, 8
        lsrs    r3, r1, #7
        eors    r4, r3
        adds    r6, r2
        adcs    r7, r4
        .endm
        .macro  add_lower_sigma1              @ by 19, 61, shifted by 6
        first   r2, r0, r1, 19
        more    r2, r1, r0, 29
        more    r2, r0, r1, 6
        first   r4, r1, r0, 19
        more    r4, r0, r1, 29
        lsrs    r3, r1, #6
        eors    r4, r3
        adds    r6, r2
        adcs    r7, r4
        .endm

@ W(t + 16) (section 6.4.2, step 1).
        .macro  schedule
        add     r0, sp, #112
        ldmia   r0, {r0, r1, r6, r7}    @ W(t + 1), W(t)
        add_lower_sigma0
        ldr     r0, [sp, #48]           @ W(t + 9)
        ldr     r1, [sp, #52]
        adds    r6, r0
        adcs    r7, r1
        ldr     r0, [sp, #8]            @ W(t + 14)
        ldr     r1, [sp, #12]
        add_lower_sigma1
        push    {r6, r7}
        .endm

@ A round (step 3), with the window one word longer.
        .macro  round
        add     r0, sp, #E
        ldmia   r0, {r0-r7}             @ e, f, g; T1 = h
        eors    r2, r4                  @ + Ch(e, f, g)
        eors    r3, r5
        ands    r2, r0
        ands    r3, r1
        eors    r2, r4
        eors    r3, r5
        adds    r6, r2
        adcs    r7, r3
        add_upper_sigma1
        mov     r0, r12                 @ + K(t)
        ldmia   r0!, {r1, r2}
        mov     r12, r0
        adds    r6, r1
        adcs    r7, r2
        ldr     r0, [sp, #W]            @ + W(t)
        ldr     r1, [sp, #W + 4]
        adds    r6, r0
        adcs    r7, r1
        ldr     r0, [sp, #D]            @ e = d + T1
        ldr     r1, [sp, #D + 4]
        adds    r0, r6
        adcs    r1, r7
        str     r0, [sp, #D]
        str     r1, [sp, #D + 4]
        add     r0, sp, #A
        ldmia   r0, {r0-r5}             @ a, b, c
        eors    r4, r2                  @ a = T1 + Maj(a, b, c)
        eors    r5, r3
        bics    r2, r4
        bics    r3, r5
        ands    r4, r0
        ands    r5, r1
        eors    r2, r4
        eors    r3, r5
        adds    r6, r2
        adcs    r7, r3
        add_upper_sigma0
        str     r6, [sp, #W]
        str     r7, [sp, #W + 4]
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

@ void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha512_compress
        .type   mote_sha512_compress, %function
        .thumb_func
mote_sha512_compress:
        push    {r4-r7, lr}
        push    {r0-r2}
next_block:
        @ Step 2: a to h
        ldr     r0, [sp, #H]
        adds    r0, #32
        ldmia   r0, {r0-r7}
        push    {r0-r7}
        ldr     r0, [sp, #H + 32]
        ldmia   r0, {r0-r7}
        push    {r0-r7}
        @ Step 1: the first 16 words
        ldr     r0, [sp, #DATA + 64]
#if __ARM_ARCH >= 6 || defined(__ARMEB__)
        lsls    r1, r0, #30
        bne     bytes
        movs    r3, r0
        adds    r3, #128
        mov     r12, r3
1:      ldmia   r0!, {r1-r4}
        word    r7, r1
        word    r6, r2
        word    r5, r3
        word    r4, r4
        push    {r4-r7}
        cmp     r0, r12
        bne     1b
        b       rounds
#endif
bytes:  movs    r5, #32
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

        @ Step 3: 64 rounds with further words of the schedule, and 16 without
rounds: adr     r0, K
        mov     r12, r0
        movs    r1, #128
        lsls    r1, #2
        adds    r0, r1
        mov     lr, r0
3:      schedule
        round
        cmp     r12, lr
        beq     4f
        b       3b
4:      movs    r0, #128
        add     lr, r0
5:      sub     sp, #8
        round
        cmp     r12, lr
        bne     5b

        @ Step 4: the hash value
        ldr     r0, [sp, #H + WINDOW + PUSHED]
        add     r7, sp, #W
        movs    r6, #4
6:      ldmia   r7!, {r1-r4}
        ldr     r5, [r0]
        adds    r1, r5
        ldr     r5, [r0, #4]
        adcs    r2, r5
        ldr     r5, [r0, #8]
        adds    r3, r5
        ldr     r5, [r0, #12]
        adcs    r4, r5
        stmia   r0!, {r1-r4}
        subs    r6, #1
        bne     6b
        add     sp, #(WINDOW + PUSHED) / 2
        add     sp, #(WINDOW + PUSHED) / 2
        ldr     r0, [sp, #DATA]
        adds    r0, #128
        str     r0, [sp, #DATA]
        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        beq     7f
        b       next_block
7:      pop     {r0-r2}
#if __ARM_ARCH >= 6
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3
#endif

@ The constants (section 4.2.3).
        .align  2
K:
        .word   0xD728AE22, 0x428A2F98, 0x23EF65CD, 0x71374491
        .word   0xEC4D3B2F, 0xB5C0FBCF, 0x8189DBBC, 0xE9B5DBA5
        .word   0xF348B538, 0x3956C25B, 0xB605D019, 0x59F111F1
        .word   0xAF194F9B, 0x923F82A4, 0xDA6D8118, 0xAB1C5ED5
        .word   0xA3030242, 0xD807AA98, 0x45706FBE, 0x12835B01
        .word   0x4EE4B28C, 0x243185BE, 0xD5FFB4E2, 0x550C7DC3
        .word   0xF27B896F, 0x72BE5D74, 0x3B1696B1, 0x80DEB1FE
        .word   0x25C71235, 0x9BDC06A7, 0xCF692694, 0xC19BF174
        .word   0x9EF14AD2, 0xE49B69C1, 0x384F25E3, 0xEFBE4786
        .word   0x8B8CD5B5, 0x0FC19DC6, 0x77AC9C65, 0x240CA1CC
        .word   0x592B0275, 0x2DE92C6F, 0x6EA6E483, 0x4A7484AA
        .word   0xBD41FBD4, 0x5CB0A9DC, 0x831153B5, 0x76F988DA
        .word   0xEE66DFAB, 0x983E5152, 0x2DB43210, 0xA831C66D
        .word   0x98FB213F, 0xB00327C8, 0xBEEF0EE4, 0xBF597FC7
        .word   0x3DA88FC2, 0xC6E00BF3, 0x930AA725, 0xD5A79147
        .word   0xE003826F, 0x06CA6351, 0x0A0E6E70, 0x14292967
        .word   0x46D22FFC, 0x27B70A85, 0x5C26C926, 0x2E1B2138
        .word   0x5AC42AED, 0x4D2C6DFC, 0x9D95B3DF, 0x53380D13
        .word   0x8BAF63DE, 0x650A7354, 0x3C77B2A8, 0x766A0ABB
        .word   0x47EDAEE6, 0x81C2C92E, 0x1482353B, 0x92722C85
        .word   0x4CF10364, 0xA2BFE8A1, 0xBC423001, 0xA81A664B
        .word   0xD0F89791, 0xC24B8B70, 0x0654BE30, 0xC76C51A3
        .word   0xD6EF5218, 0xD192E819, 0x5565A910, 0xD6990624
        .word   0x5771202A, 0xF40E3585, 0x32BBD1B8, 0x106AA070
        .word   0xB8D2D0C8, 0x19A4C116, 0x5141AB53, 0x1E376C08
        .word   0xDF8EEB99, 0x2748774C, 0xE19B48A8, 0x34B0BCB5
        .word   0xC5C95A63, 0x391C0CB3, 0xE3418ACB, 0x4ED8AA4A
        .word   0x7763E373, 0x5B9CCA4F, 0xD6B2B8A3, 0x682E6FF3
        .word   0x5DEFB2FC, 0x748F82EE, 0x43172F60, 0x78A5636F
        .word   0xA1F0AB72, 0x84C87814, 0x1A6439EC, 0x8CC70208
        .word   0x23631E28, 0x90BEFFFA, 0xDE82BDE9, 0xA4506CEB
        .word   0xB2C67915, 0xBEF9A3F7, 0xE372532B, 0xC67178F2
        .word   0xEA26619C, 0xCA273ECE, 0x21C0C207, 0xD186B8C7
        .word   0xCDE0EB1E, 0xEADA7DD6, 0xEE6ED178, 0xF57D4F7F
        .word   0x72176FBA, 0x06F067AA, 0xA2C898A6, 0x0A637DC5
        .word   0xBEF90DAE, 0x113F9804, 0x131C471B, 0x1B710B35
        .word   0x23047D84, 0x28DB77F5, 0x40C72493, 0x32CAAB7B
        .word   0x15C9BEBC, 0x3C9EBE0A, 0x9C100D4C, 0x431D67C4
        .word   0xCB3E42B6, 0x4CC5D4BE, 0xFC657E2A, 0x597F299C
        .word   0x3AD6FAEC, 0x5FCB6FAB, 0x4A475817, 0x6C44198C
        .size   mote_sha512_compress, . - mote_sha512_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
