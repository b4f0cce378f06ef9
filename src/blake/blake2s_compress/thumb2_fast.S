@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 7693 (November 2015), section 3.2"
@ functions = ["mote_blake2s_compress(cc, data, blocks, last)"]
@ numbers = {blocks = 2, last = 0}
@ reads = {cc = 104, data = "64 * blocks"}
@ writes = {cc = 104}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 148
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds, some of which hold one of two words while the other is in the frame:
@   r0  v4, v7     r4  v13            r8, r10, r11, r12  v8 to v11
@   r1  v5, v2     r5  v6             lr                 v0
@   r2  v1, v14    r9  v15
@   r3  v12, v3    r6, r7  message words
@ v4 to v7 are to be rotated right by 7, v12 to v15 by 8, but at the beginning.
@
@ The compression function of BLAKE2s, for ARMv7-M (Cortex-M3, Cortex-M4), on any number (at least
@ one) of blocks, wherever they lie: unaligned words are read as such.
@
@ Specification: RFC 7693, section 3.2; v0 to v15 are its v[0..15].
@
@ - Rotations are never made by themselves: what a word is to be rotated by waits until the word is
@   an operand, where the barrel shifter does it.
@ - Twelve words of v are in registers, four in memory.  The order of the calls of G is 1, 0, 2, 3 and
@   6, 7, 4, 5: then each half of a round finds twelve words in place, fetches the other four into
@   the places of words that it is done with, and each word returns to the place that it had, so
@   that every round is the same but for the message words.
@ - Loads stand together: of a row of them only the first takes two cycles.
@
@ COUNT for a call of G, in cycles of the Cortex-M4's model (docs/timing.md): additions and exclusive
@ ors 10, message words 3.  A round exchanges eight words: loads beside those of message words 8, stores 4
@ and one between, and 1 for a load behind a store, 13.  That is 117, 1,170 for ten: 18.3 cycles a
@ byte.  A block takes some 140 more.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    T, 96                   @ offset in the context: bytes in the blocks so far
        .equ    BLOCK, 64

@ The frame, from sp on.
        .equ    M, 0                    @ message block, 16 words
        .equ    FRAME_V1, 64            @ words of v that are not in registers
        .equ    FRAME_V2, 68
        .equ    FRAME_V3, 72
        .equ    FRAME_V4, 76
        .equ    FRAME_V5, 80
        .equ    FRAME_V7, 84
        .equ    FRAME_V12, 88
        .equ    FRAME_V14, 92
        .equ    FRAME, 96
        .equ    CC, FRAME               @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    LAST, FRAME + 12
        .equ    ARGUMENTS, 16

#define V0 lr
#define V8 r8
#define V9 r10
#define V10 r11
#define V11 r12
#define V15 r9

@ \to = \x + or ^ (\y rotated right by \n)
        .macro  rotated operation, to, x, y, n
        .if     \n
        \operation \to, \x, \y, ror #\n
        .else
        \operation \to, \x, \y
        .endif
        .endm

@ Message words x and y for G.
        .macro  words x, y
        ldr     r6, [sp, #M + 4 * (\x)]
        ldr     r7, [sp, #M + 4 * (\y)]
        .endm

@ The function G (section 3.1) with the message words in r6 and r7; b and d are still to be rotated
@ right by \old_b and \old_d.
        .macro  mix a, b, c, d, old_b, old_d
        rotated add, \a, \a, \b, \old_b
        add     \a, \a, r6
        rotated eor, \d, \a, \d, \old_d
        add     \c, \c, \d, ror #16
        rotated eor, \b, \c, \b, \old_b
        add     \a, \a, \b, ror #12
        add     \a, \a, r7
        eor     \d, \a, \d, ror #16
        add     \c, \c, \d, ror #8
        eor     \b, \c, \b, ror #12
        .endm

@ A word of v goes to memory, or comes from there.
        .macro  put r, v
        str     \r, [sp, #FRAME_V\v]
        .endm
        .macro  get r, v
        ldr     \r, [sp, #FRAME_V\v]
        .endm

@ A round with a row of sigma; b and d: what rows b and d are still to be rotated by.  Words that are
@ done with go to memory behind the loads of the next G's message words, where the first takes no
@ cycle.
        .macro  round b, d, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        words   \s2, \s3
        mix     r2, r1, V9, r4, \b, \d
        words   \s0, \s1
        put     r1, 5
        put     r2, 1
        mix     V0, r0, V8, r3, \b, \d
        get     r1, 2
        get     r2, 14
        words   \s4, \s5
        put     r0, 4
        put     r3, 12
        mix     r1, r5, V10, r2, \b, \d
        get     r0, 7
        get     r3, 3
        words   \s6, \s7
        mix     r3, r0, V11, V15, \b, \d
        words   \s12, \s13
        mix     r1, r0, V8, r4, 7, 8
        put     r0, 7
        get     r0, 4
        words   \s14, \s15
        put     r1, 2
        mix     r3, r0, V9, r2, 7, 8
        get     r1, 5
        words   \s8, \s9
        put     r2, 14
        put     r3, 3
        mix     V0, r1, V10, V15, 7, 8
        get     r2, 1
        get     r3, 12
        words   \s10, \s11
        mix     r2, r5, V11, r3, 7, 8
        .endm

@ Section 2.6
initialization_vector:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ void mote_blake2s_compress(u32 *cc, const unsigned char *data, size_t blocks, u32 last)
        .global mote_blake2s_compress
        .type   mote_blake2s_compress, %function
        .thumb_func
mote_blake2s_compress:
        push    {r0-r11, lr}
        sub     sp, #FRAME

next_block:
        ldr     r12, [sp, #DATA]
        mov     lr, sp
        .irp    half, 0, 32
        ldr     r0, [r12, #\half]
        ldr     r1, [r12, #\half + 4]
        ldr     r2, [r12, #\half + 8]
        ldr     r3, [r12, #\half + 12]
        ldr     r4, [r12, #\half + 16]
        ldr     r5, [r12, #\half + 20]
        ldr     r6, [r12, #\half + 24]
        ldr     r7, [r12, #\half + 28]
        stmia   lr!, {r0-r7}
        .endr
        add     r12, #BLOCK

        ldr     r7, [sp, #CC]           @ the counter, low word first
        str     r12, [sp, #DATA]
        ldrd    r0, r1, [r7, #T]
        adds    r0, #BLOCK
        adc     r1, r1, #0
        adr     r6, initialization_vector
        strd    r0, r1, [r7, #T]

        ldmia   r6!, {r8, r10-r12}
        ldmia   r6, {r3-r5, r9}
        eors    r3, r0
        eors    r4, r1
        ldr     r0, [sp, #LAST]
        eors    r5, r0
        str     r5, [sp, #FRAME_V14]
        ldmia   r7!, {r0, r2, r5, r6}
        str     r5, [sp, #FRAME_V2]
        str     r6, [sp, #FRAME_V3]
        mov     V0, r0
        ldmia   r7, {r0, r1, r5, r6}
        str     r6, [sp, #FRAME_V7]

        @ The rows of sigma (section 2.7).
        round   0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        round   7, 8, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
        round   7, 8, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
        round   7, 8, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
        round   7, 8, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
        round   7, 8, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
        round   7, 8, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
        round   7, 8, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
        round   7, 8, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
        round   7, 8, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0

        @ h = h ^ v[0..7] ^ v[8..15]; of row d, 1 bit of rotation is made here, and 7 with row b.
        eor     V8, V8, V0
        eor     V9, V9, r2
        eor     r0, r0, r3, ror #1
        eor     r1, r1, r4, ror #1
        ldr     r2, [sp, #FRAME_V2]
        ldr     r3, [sp, #FRAME_V3]
        ldr     r4, [sp, #FRAME_V7]
        ldr     r6, [sp, #FRAME_V14]
        ldr     r7, [sp, #CC]
        eor     V10, V10, r2
        eor     V11, V11, r3
        eor     r4, r4, V15, ror #1
        eor     r5, r5, r6, ror #1
        ldmia   r7, {r2, r3, r6, r9}
        eor     V8, V8, r2
        eor     V9, V9, r3
        eor     V10, V10, r6
        eor     V11, V11, r9
        stmia   r7!, {r8, r10-r12}
        ldmia   r7, {r2, r3, r6, r9}
        eor     r2, r2, r0, ror #7
        eor     r3, r3, r1, ror #7
        eor     r6, r6, r5, ror #7
        eor     r9, r9, r4, ror #7
        stmia   r7, {r2, r3, r6, r9}

        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        bne.w   next_block
        add     sp, #FRAME + ARGUMENTS
        pop     {r4-r11, pc}
        .size   mote_blake2s_compress, . - mote_blake2s_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
