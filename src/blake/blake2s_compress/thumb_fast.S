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
@ stack = 144
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds, some of which hold one of two words while the other is in the frame:
@   r0  v4, v7     r4  v13            r8, r10, r11, r12  v8 to v11
@   r1  v5, v2     r5  v6             lr                 v0
@   r2  v1, v14    r6  v15
@   r3  v12, v3    r7  free
@
@ The compression function of BLAKE2s in Thumb code: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0), on any number (at least one) of blocks, wherever they lie: words are read as such
@ where a block is aligned to four bytes and words are little-endian, and by bytes elsewhere.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ Specification: RFC 7693, section 3.2; v0 to v15 are its v[0..15].
@
@ - Of the words of a call of G, the second and the fourth need low registers.  The third is only
@   added to there, which an instruction does for high registers, and copied; so is the first.
@   Row c and v0 stay in high registers; that costs two instructions for a call of G, where memory
@   would cost eight cycles.
@ - The other eleven words are in seven low registers and in memory.  The order of the calls is
@   1, 0, 2, 3 and 6, 7, 4, 5: then each half of a round finds seven words in place, fetches the other
@   four into the places of words that it is done with, and each word returns to the place that
@   it had, so that every round is the same but for the message words.
@ - One register is enough for message words, amounts of rotations, and copies of row c.
@
@ COUNT for a call of G, in cycles of a Cortex-M0: message words 6, additions 4, exclusive ors 4,
@ copies of row c 2, rotations 8, 24; the calls with v0 2 more.  A round exchanges eight words, 32.
@ That is 228, 2,280 for ten: 35.6 cycles a byte.  A block takes some 200 more.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
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

        .macro  rotate x, n
        movs    r7, #\n
        rors    \x, r7
        .endm

@ a = a + b + message word m; d = d ^ a, rotated right by n.  v0 is not in a low register.
        .macro  add_word a, b, d, m, n
        ldr     r7, [sp, #M + 4 * (\m)]
        .ifc    \a, lr
        adds    r7, \b
        add     \a, r7
        mov     r7, \a
        eors    \d, r7
        .else
        adds    \a, r7
        adds    \a, \b
        eors    \d, \a
        .endif
        rotate  \d, \n
        .endm

@ c = c + d; b = b ^ c, rotated right by n
        .macro  add_row b, c, d, n
        add     \c, \d
        mov     r7, \c
        eors    \b, r7
        rotate  \b, \n
        .endm

@ The function G (section 3.1) with the message words x and y.
        .macro  mix a, b, c, d, x, y
        add_word \a, \b, \d, \x, 16
        add_row \b, \c, \d, 12
        add_word \a, \b, \d, \y, 8
        add_row \b, \c, \d, 7
        .endm

@ \register has word \old of v, and gets \new.
        .macro  exchange register, old, new
        str     \register, [sp, #FRAME_V\old]
        ldr     \register, [sp, #FRAME_V\new]
        .endm

@ A round with a row of sigma.
        .macro  round s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        mix     r2, r1, V9, r4, \s2, \s3
        mix     V0, r0, V8, r3, \s0, \s1
        exchange r1, 5, 2
        exchange r2, 1, 14
        mix     r1, r5, V10, r2, \s4, \s5
        exchange r0, 4, 7
        exchange r3, 12, 3
        mix     r3, r0, V11, r6, \s6, \s7
        mix     r1, r0, V8, r4, \s12, \s13
        exchange r0, 7, 4
        mix     r3, r0, V9, r2, \s14, \s15
        exchange r1, 2, 5
        mix     V0, r1, V10, r6, \s8, \s9
        exchange r2, 14, 1
        exchange r3, 3, 12
        mix     r2, r5, V11, r3, \s10, \s11
        .endm

@ Word i of the hash value, at r7, ^ \x; r4 is free.
        .macro  add_to_hash i, x
        ldr     r4, [r7, #4 * (\i)]
        eors    r4, \x
        str     r4, [r7, #4 * (\i)]
        .endm

@ void mote_blake2s_compress(u32 *cc, const unsigned char *data, size_t blocks, u32 last)
        .global mote_blake2s_compress
        .type   mote_blake2s_compress, %function
        .thumb_func
mote_blake2s_compress:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        push    {r0-r3}
        sub     sp, #FRAME

next_block:
        ldr     r1, [sp, #DATA]
        mov     r2, sp
#ifndef __ARMEB__
        lsls    r3, r1, #30
        bne     by_bytes
        .rept   4
        ldmia   r1!, {r4-r7}
        stmia   r2!, {r4-r7}
        .endr
        b       block_is_there
by_bytes:
#endif
        movs    r3, r1
        adds    r3, #BLOCK
1:      ldrb    r4, [r1, #3]
        .irp    byte, 2, 1, 0
        lsls    r4, #8
        ldrb    r5, [r1, #\byte]
        orrs    r4, r5
        .endr
        adds    r1, #4
        stmia   r2!, {r4}
        cmp     r1, r3
        bne     1b
block_is_there:
        str     r1, [sp, #DATA]

        ldr     r7, [sp, #CC]           @ the counter, low word first
        ldr     r0, [r7, #T]
        ldr     r1, [r7, #T + 4]
        movs    r2, #0
        adds    r0, #BLOCK
        adcs    r1, r2
        str     r0, [r7, #T]
        str     r1, [r7, #T + 4]

        adr     r3, initialization_vector
        ldmia   r3!, {r4-r7}
        mov     V8, r4
        mov     V9, r5
        mov     V10, r6
        mov     V11, r7
        ldmia   r3, {r3-r6}
        eors    r3, r0
        eors    r4, r1
        ldr     r7, [sp, #LAST]
        eors    r5, r7
        str     r5, [sp, #FRAME_V14]
        ldr     r7, [sp, #CC]
        ldmia   r7!, {r0-r2, r5}
        mov     V0, r0
        str     r2, [sp, #FRAME_V2]
        str     r5, [sp, #FRAME_V3]
        movs    r2, r1
        ldmia   r7, {r0, r1, r5, r7}
        str     r7, [sp, #FRAME_V7]
        b       rounds

        .align  2
@ Section 2.6
initialization_vector:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ The rows of sigma (section 2.7).
rounds: round   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        round   14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
        round   11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
        round   7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
        round   9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
        round   2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
        round   12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
        round   13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
        round   6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
        round   10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0

        @ h = h ^ v[0..7] ^ v[8..15]
        ldr     r7, [sp, #CC]
        eors    r0, r3                  @ v4 ^ v12
        eors    r1, r4                  @ v5 ^ v13
        ldr     r3, [sp, #FRAME_V14]
        eors    r5, r3                  @ v6 ^ v14
        ldr     r3, [sp, #FRAME_V7]
        eors    r6, r3                  @ v7 ^ v15
        add_to_hash 4, r0
        add_to_hash 5, r1
        add_to_hash 6, r5
        add_to_hash 7, r6
        mov     r0, V0
        mov     r1, V8
        eors    r0, r1
        add_to_hash 0, r0
        mov     r1, V9
        eors    r1, r2
        add_to_hash 1, r1
        ldr     r0, [sp, #FRAME_V2]
        mov     r1, V10
        eors    r0, r1
        add_to_hash 2, r0
        ldr     r0, [sp, #FRAME_V3]
        mov     r1, V11
        eors    r0, r1
        add_to_hash 3, r0

        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        beq     1f
        bl      next_block              @ a branch that reaches so far
1:      add     sp, #FRAME + ARGUMENTS
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
        .size   mote_blake2s_compress, . - mote_blake2s_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
