@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
@ functions = ["mote_ascon_absorb(S, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {S = 40, data = "8 * blocks"}
@ writes = {S = 40}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 52
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers at the head of a round:
@   r0-r4                  x0 to x4, even bits
@   r8, r10, r11, r12, lr  x0 to x4, odd bits
@   r6                     the round constant, even bits
@   r5, r7                 free
@
@ Ascon-p[12] after each message block of 8 bytes, in Thumb code: ARMv4T, both byte orders, and
@ ARMv6-M (Cortex-M0), on any number (at least one) of blocks, wherever they lie.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4.
@
@ BITS are interleaved here: one word has the bits of x at even places, another those at odd places.
@ A rotation of x is then two of words; where its amount is odd the words change places as well.
@ The caller's state is not interleaved: each call turns all of it on its way in and out.
@
@ THE SUBSTITUTION is that of section 3.3 with its xors drawn into one another.  With
@ e0 = x0 ^ x4, e2 = x1 ^ x2 and e4 = x3 ^ x4 it is
@
@   x0 = e4 ^ (x1 | (e0 ^ e2))        x2 = e2 ^ (x3 | ~x4)      x4 = e4 ^ (x1 & ~e0)
@   x1 = e0 ^ (e2 | (x1 ^ x3))        x3 = e2 ^ (x0 | e4)
@
@ THE DIFFUSION makes the even word of x in a free register, then the odd one in its place.  The
@ order of the five is that in which each finds the register free where its even word has to be.
@
@ COUNT for a round, in cycles of a Cortex-M0: the substitution 17 for a word, 34; even words that
@ change places with odd ones 10; the diffusion 13 for x2 and 15 for each of the others, 73; the
@ constants and the loop 16.  That is 133, 1,595 for the permutation.  A block takes 77 more: its
@ bytes and their place 35, interleaved 24, added 6, the first constant 3, the loop 9.  A call takes
@ some 600.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ The frame, from sp on.
        .equ    S, 0                    @ the arguments
        .equ    DATA, 4
        .equ    END, 8                  @ where the message ends
        .equ    CONSTANTS, 12           @ where the constants of the round are
        .equ    FRAME, 16
        .equ    S_BYTES, 40

#define X0O r8
#define X1O r10
#define X2O r11
#define X3O r12
#define X4O lr

@ The bits of r4 at the places of \mask << \shift change places with those of r5 at \mask.
        .macro  exchange shift, mask
        lsrs    r6, r4, #\shift
        eors    r6, r5
        ldr     r7, =\mask
        ands    r6, r7
        eors    r5, r6
        lsls    r6, r6, #\shift
        eors    r4, r6
        .endm

@ Section 3.3, on words of one kind.  The results: \x2, \x3, \t, \x0, \x4; \x1 and \u are free.
        .macro  substitute x0, x1, x2, x3, x4, t, u
        mvns    \t, \x4
        orrs    \t, \x3
        movs    \u, \x0
        eors    \u, \x4                 @ e0
        eors    \x4, \x3                @ e4
        orrs    \x0, \x4
        eors    \x3, \x1
        eors    \x2, \x1                @ e2
        orrs    \x3, \x2
        eors    \x3, \u                 @ x1
        eors    \t, \x2                 @ x2
        eors    \x0, \x2                @ x3
        eors    \x2, \u
        orrs    \x2, \x1
        eors    \x2, \x4                @ x0
        bics    \x1, \u
        eors    \x4, \x1                @ x4
        .endm

        .macro  rotate x, n
        movs    r7, #\n
        rors    \x, r7
        .endm

@ Section 3.4.  In: the even word, e, in \high, the odd one in \o.  Out: the even word in \f, the odd
@ one in \high; \o is free.  Between the two macros e is in r6.
@
@ The even word: e ^ (\from rotated by \r2), with \from, o or e, added to the odd word after
@ that was rotated by \r1.
        .macro  even f, o, high, r1, from, r2
        movs    \f, \o
        rotate  \f, \r1
        mov     r6, \high
        eors    \f, \from
        rotate  \f, \r2
        eors    \f, r6
        .endm

@ The odd word: with o added to the even word rotated by \r1, rotated by \r2, added to o.
        .macro  odd o, high, r1, r2
        rotate  r6, \r1
        eors    r6, \o
        rotate  r6, \r2
        eors    \o, r6
        mov     \high, \o
        .endm

@ The odd word: the even word rotated by \r1 and by \r1 + \r2, added to o.
        .macro  odd_of_even o, high, r1, r2
        rotate  r6, \r1
        eors    \o, r6
        rotate  r6, \r2
        eors    \o, r6
        mov     \high, \o
        .endm

        .macro  diffuse_0 f, o          @ by 19 and 28: words by 9 or 10, and by 14
        even    \f, \o, X0O, 27, r6, 14
        odd     \o, X0O, 28, 14
        .endm
        .macro  diffuse_1 f, o          @ by 61 and 39: words by 30 or 31, and by 19 or 20
        even    \f, \o, X1O, 11, \o, 19
        odd_of_even \o, X1O, 20, 11
        .endm
        .macro  diffuse_2 f, o          @ by 1 and 6: words by 0 or 1, and by 3
        mov     r6, X2O
        movs    \f, r6
        rotate  \f, 3
        eors    \f, r6
        eors    \f, \o
        odd     \o, X2O, 30, 3
        .endm
        .macro  diffuse_3 f, o          @ by 10 and 17: words by 5, and by 8 or 9
        even    \f, \o, X3O, 3, r6, 5
        odd     \o, X3O, 4, 5
        .endm
        .macro  diffuse_4 f, o          @ by 7 and 41: words by 3 or 4, and by 20 or 21
        even    \f, \o, X4O, 17, \o, 3
        odd_of_even \o, X4O, 4, 17
        .endm

@ void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
        .global mote_ascon_absorb
        .type   mote_ascon_absorb, %function
        .thumb_func
mote_ascon_absorb:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        lsls    r2, r2, #3
        adds    r2, r1
        push    {r0-r3}

        @ Interleaved: which of two words a bit is in changes places with each digit of the number of
        @ its place in there, highest first.
        movs    r3, r0
        adds    r3, #S_BYTES
1:      ldr     r4, [r0]
        ldr     r5, [r0, #4]
        exchange 16, 0x0000FFFF
        exchange 8, 0x00FF00FF
        exchange 4, 0x0F0F0F0F
        exchange 2, 0x33333333
        exchange 1, 0x55555555
        stmia   r0!, {r4, r5}
        cmp     r0, r3
        bne     1b
        subs    r0, #S_BYTES
        movs    r6, r0
        ldmia   r6!, {r0, r1}
        mov     X0O, r1
        ldmia   r6!, {r1, r2}
        mov     X1O, r2
        ldmia   r6!, {r2, r3}
        mov     X2O, r3
        ldmia   r6!, {r3, r4}
        mov     X3O, r4
        ldmia   r6!, {r4, r5}
        mov     X4O, r5

next_block:
        @ Section 5.1: the block, low half first.  Even bytes go to r4, odd ones to r5: that saves
        @ the two exchanges for the highest digits.
        ldr     r7, [sp, #DATA]
        push    {r4}
        ldrb    r4, [r7, #0]
        ldrb    r5, [r7, #1]
        .irp    byte, 2, 4, 6
        ldrb    r6, [r7, #\byte]
        lsls    r6, r6, #4 * \byte
        orrs    r4, r6
        ldrb    r6, [r7, #\byte + 1]
        lsls    r6, r6, #4 * \byte
        orrs    r5, r6
        .endr
        adds    r7, #8
        str     r7, [sp, #DATA + 4]
        exchange 4, 0x0F0F0F0F
        exchange 2, 0x33333333
        exchange 1, 0x55555555
        eors    r0, r4
        mov     r7, X0O
        eors    r7, r5
        mov     X0O, r7
        pop     {r4}
        adr     r7, constants
        ldrb    r6, [r7]

rounds: str     r7, [sp, #CONSTANTS]
        eors    r2, r6                  @ section 3.2, even bits
        substitute r0, r1, r2, r3, r4, r5, r6
        mov     r1, X0O                 @ the even words go where the odd ones were
        mov     X0O, r2
        mov     r2, X1O
        mov     X1O, r3
        mov     r3, X2O
        mov     X2O, r5
        mov     r5, X3O
        mov     X3O, r0
        mov     r0, X4O
        mov     X4O, r4
        ldrb    r6, [r7, #1]            @ odd bits
        eors    r3, r6
        substitute r1, r2, r3, r5, r0, r4, r6
        diffuse_2 r2, r4
        diffuse_4 r4, r0
        diffuse_0 r0, r3
        diffuse_3 r3, r1
        diffuse_1 r1, r5
        ldr     r7, [sp, #CONSTANTS]
        adds    r7, #2
        ldrb    r6, [r7]
        cmp     r6, #0
        beq     1f
        b       rounds

1:      ldr     r6, [sp, #DATA]
        ldr     r7, [sp, #END]
        cmp     r6, r7
        beq     1f
        b       next_block

1:      ldr     r6, [sp, #S]
        mov     r5, X0O
        stmia   r6!, {r0, r5}
        mov     r5, X1O
        stmia   r6!, {r1, r5}
        mov     r5, X2O
        stmia   r6!, {r2, r5}
        mov     r5, X3O
        stmia   r6!, {r3, r5}
        mov     r5, X4O
        stmia   r6!, {r4, r5}
        movs    r3, r6
        ldr     r0, [sp, #S]
1:      ldr     r4, [r0]                @ not interleaved any more
        ldr     r5, [r0, #4]
        exchange 1, 0x55555555
        exchange 2, 0x33333333
        exchange 4, 0x0F0F0F0F
        exchange 8, 0x00FF00FF
        exchange 16, 0x0000FFFF
        stmia   r0!, {r4, r5}
        cmp     r0, r3
        bne     1b
        add     sp, #FRAME
        pop     {r4-r6}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
#if __ARM_ARCH_6M__
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3
#endif

        .align  2
        .ltorg
@ The round constants of section 3.2, even bits and odd bits; then 0.
constants:
        .byte   12, 12, 9, 12, 12, 9, 9, 9, 6, 12, 3, 12, 6, 9, 3, 9
        .byte   12, 6, 9, 6, 12, 3, 9, 3, 0
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
