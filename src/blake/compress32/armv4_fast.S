@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.1.2"
@ functions = ["mote_blake_compress32(cc, data, blocks, rounds)"]
@ numbers = {blocks = 2, rounds = 14}
@ reads = {cc = 108, data = "64 * blocks"}
@ writes = {cc = 108}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 152
@ constant_time = true
@ calls = []
@ block = "next_block"
@ bound = 2840
@
@ Registers of the rounds:
@   r0-r3  v0 to v3                           r8, r10  the word of row d and of row c at work; m
@   r4-r7  v4 to v7, to be rotated by 7       r11      place in the schedule
@   r12    places of two message words        lr       a constant, then m ^ c
@
@ The compression function of BLAKE-256 and BLAKE-32, for ARMv4 and ARMv4T, on any number of message
@ blocks: ARM instructions only, either byte order.  Built for ARMv4T it returns with bx and may be
@ called from either state.
@
@ Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.1.2; its letters are used.  Salt 0.
@
@ - Rotations are never made by themselves: what d and b are to be rotated by waits until they are
@   operands, where the barrel shifter does it.  Between two calls of G, b has 7 bits of rotation
@   to come and d has 8.
@ - Rows a and b stay in registers; of rows c and d the words at work are fetched from the stack.
@   The order of the calls is 2, 0, 1, 3 and 4, 5, 6, 7: there d passes from 3 to 4 (v15), and from 7
@   to the next round's 2 (v14), in its register.
@ - The schedule has for each call of G what it needs in that order: the places of m[x] and m[y] in
@   the block, c[y] and c[x].
@
@ COUNT for a call of G, in cycles of an ARM9 and of an ARM7: 12 additions and exclusive ors; two
@ message words, 2 and 6; two constants and their places, 3 and 7; a shift to take the second place
@ out; 3.5 loads and stores of rows c and d, 3.5 and 9.  21.5 and 35 to 36 cycles, 1,720 and 2,840 for
@ the 80 calls of BLAKE-32: the bound for this order of work.  Loops take 60 more there, the block's
@ 16 words 100, the initialization and the finalization 80.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
#include "common/armv4.inc"

        .text
        .align  2

@ The context, offsets:
        .equ    COUNT, 96               @ bits in the blocks so far, low and high word; bits a block

@ The frame, from sp on.
        .equ    M, 0                    @ message block, 16 words
        .equ    V, 64                   @ v8 to v15, these from v12 on to be rotated by 8
        .equ    END, 96                 @ where in the schedule to stop
        .equ    REST, 100               @ bytes of the schedule to go through once more after that
        .equ    FRAME, 104
        .equ    CC, FRAME               @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    ROUNDS, FRAME + 12      @ rounds; then REST for each block
        .equ    ARGUMENTS, 16

@ The constants c0 to c15.
        .equ    C0, 0x243F6A88
        .equ    C1, 0x85A308D3
        .equ    C2, 0x13198A2E
        .equ    C3, 0x03707344
        .equ    C4, 0xA4093822
        .equ    C5, 0x299F31D0
        .equ    C6, 0x082EFA98
        .equ    C7, 0xEC4E6C89
        .equ    C8, 0x452821E6
        .equ    C9, 0x38D01377
        .equ    C10, 0xBE5466CF
        .equ    C11, 0x34E90C6C
        .equ    C12, 0xC0AC29B7
        .equ    C13, 0xC97C50DD
        .equ    C14, 0x3F84D5B5
        .equ    C15, 0xB5470917

@ For one call of G: sigma(2i) and sigma(2i + 1).
        .macro  pair x, y
        .word   4 * \x << 16 | 4 * \y, C\y, C\x
        .endm

@ A row of sigma, in the order of the calls.
        .macro  row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        pair    \s4, \s5
        pair    \s0, \s1
        pair    \s2, \s3
        pair    \s6, \s7
        pair    \s8, \s9
        pair    \s10, \s11
        pair    \s12, \s13
        pair    \s14, \s15
        .endm
        .equ    ROW, 96                 @ bytes of a row

@ \word = \word rotated left by 8.
        .macro  rotated word
        .word   (\word << 8 | \word >> 24) & 0xFFFFFFFF
        .endm

@ How v8 to v15 begin, then the schedule: table 2 of the specification.
initial:
        .word   C0, C1, C2, C3
        rotated C4
        rotated C5
        rotated C6
        rotated C7
schedule:
        row     0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        row     14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
        row     11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
        row     7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
        row     9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
        row     2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
        row     12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
        row     13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
        row     6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
        row     10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0

@ G on the words \a and \b of the first two rows and v\c and v\d.  \from: `kept` when r8 has v\d
@ already; \to: `kept` when it stays there.
        .macro  g a, b, c, d, from=memory, to=memory
        ldmia   r11!, {r12, lr}         @ a = a + b + (m[x] ^ c[y])
        ldr     r10, [sp, r12, lsr #16]
        add     \a, \a, \b, ror #7
        .ifnc   \from, kept
        ldr     r8, [sp, #V + 4 * (\d - 8)]
        .endif
        eor     lr, lr, r10
        ldr     r10, [sp, #V + 4 * (\c - 8)]
        add     \a, \a, lr
        eor     r8, \a, r8, ror #8      @ d = (d ^ a) >>> 16
        add     r10, r10, r8, ror #16   @ c = c + d
        mov     r12, r12, lsl #16       @ a = a + b + (m[y] ^ c[x])
        ldr     r12, [sp, r12, lsr #16]
        ldr     lr, [r11], #4
        eor     \b, r10, \b, ror #7     @ b = (b ^ c) >>> 12
        add     \a, \a, \b, ror #12
        eor     lr, lr, r12
        add     \a, \a, lr
        eor     r8, \a, r8, ror #16     @ d = (d ^ a) >>> 8
        add     r10, r10, r8, ror #8    @ c = c + d
        .ifnc   \to, kept
        str     r8, [sp, #V + 4 * (\d - 8)]
        .endif
        str     r10, [sp, #V + 4 * (\c - 8)]
        eor     \b, r10, \b, ror #12    @ b = (b ^ c) >>> 7
        .endm

@ Message words in \words with their bytes reversed (little-endian only); lr = 0x00FF00FF; changes
@ r6, r7.
        .macro  reverse words:vararg
#ifndef __ARMEB__
        .irp    word, \words
        and     r6, lr, \word
        and     r7, lr, \word, ror #24
        orr     \word, r7, r6, ror #8
        .endr
#endif
        .endm

@ void mote_blake_compress32(u32 *cc, const unsigned char *data, size_t blocks, unsigned rounds)
@ r0 = cc, r1 = data, r2 = blocks (at least 1), r3 = rounds, 10 to 20.  Stack: 152 bytes.
        .global mote_blake_compress32
        .type   mote_blake_compress32, %function
mote_blake_compress32:
        stmdb   sp!, {r0-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
        sub     r3, r3, #10             @ REST = ROW * (rounds - 10)
        add     r3, r3, r3, lsl #1
        mov     r3, r3, lsl #5
        str     r3, [sp, #ROUNDS]

next_block:
        @ the message block, big-endian words
        ldr     r1, [sp, #DATA]
        mov     r0, sp
        add     r8, sp, #V
        tst     r1, #3
        bne     bytes
#ifndef __ARMEB__
        mov     lr, #0xFF
        orr     lr, lr, #0xFF0000
#endif
words:  ldmia   r1!, {r2, r3, r4, r5}
        reverse r2, r3, r4, r5
        stmia   r0!, {r2, r3, r4, r5}
        cmp     r0, r8
        bne     words
        b       initialization

bytes:  ldrb    r2, [r1], #1
        ldrb    r3, [r1], #1
        ldrb    r4, [r1], #1
        ldrb    r5, [r1], #1
        orr     r3, r3, r2, lsl #8
        orr     r4, r4, r3, lsl #8
        orr     r5, r5, r4, lsl #8
        str     r5, [r0], #4
        cmp     r0, r8
        bne     bytes

initialization:
        str     r1, [sp, #DATA]
        @ the counter t
        ldr     lr, [sp, #CC]
        add     r10, lr, #COUNT
        ldmia   r10, {r0, r1, r2}
        adds    r0, r0, r2
        adc     r1, r1, #0
        stmia   r10, {r0, r1}
        @ v8 to v15
        address r11, initial
        ldmia   r11!, {r2-r7, r10, r12}
        eor     r6, r6, r0, ror #24
        eor     r7, r7, r0, ror #24
        eor     r10, r10, r1, ror #24
        eor     r12, r12, r1, ror #24
        stmia   r8, {r2-r7, r10, r12}
        mov     r8, r10
        @ the rounds
        add     r12, r11, #10 * ROW
        str     r12, [sp, #END]
        ldr     r10, [sp, #ROUNDS]
        str     r10, [sp, #REST]
        @ v0 to v7
        ldmia   lr, {r0-r7}
        mov     r4, r4, ror #25
        mov     r5, r5, ror #25
        mov     r6, r6, ror #25
        mov     r7, r7, ror #25

round:  g       r2, r6, 10, 14, from=kept
        g       r0, r4, 8, 12
        g       r1, r5, 9, 13
        g       r3, r7, 11, 15, to=kept
        g       r0, r5, 10, 15, from=kept
        g       r1, r6, 11, 12
        g       r2, r7, 8, 13
        g       r3, r4, 9, 14, to=kept
        ldr     r12, [sp, #END]
        ldr     r10, [sp, #REST]
        cmp     r11, r12
        bne     round
        cmp     r10, #0
        sub     r11, r11, #10 * ROW
        add     r12, r11, r10
        str     r12, [sp, #END]
        mov     r12, #0
        str     r12, [sp, #REST]
        bne     round

        @ finalization
        ldr     lr, [sp, #CC]
        str     r8, [sp, #V + 4 * 6]
        .irp    i, 0, 1, 2, 3
        ldr     r10, [lr, #4 * \i]
        ldr     r12, [sp, #V + 4 * \i]
        eor     r\i, r\i, r10
        eor     r\i, r\i, r12
        .endr
        .irp    i, 4, 5, 6, 7
        ldr     r10, [lr, #4 * \i]
        ldr     r12, [sp, #V + 4 * \i]
        eor     r\i, r10, r\i, ror #7
        eor     r\i, r\i, r12, ror #8
        .endr
        ldr     r12, [sp, #BLOCKS]
        stmia   lr, {r0-r7}
        subs    r12, r12, #1
        str     r12, [sp, #BLOCKS]
        bne     next_block
        add     sp, sp, #FRAME + ARGUMENTS
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   mote_blake_compress32, . - mote_blake_compress32

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
