@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.2.2"
@ functions = ["mote_blake_compress64(cc, data, blocks, rounds)"]
@ numbers = {blocks = 2, rounds = 16}
@ reads = {cc = 212, data = "128 * blocks"}
@ writes = {cc = 212}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 440
@ constant_time = true
@ calls = []
@ block = "next_block"
@ bound = 9130
@
@ Registers of the rounds, low half first:
@   r0, r1  word of row a     r4, r5  word of row c     r8, lr    a message word, then m ^ c; scratch
@   r2, r3  word of row b     r6, r7  word of row d     r10, r12  a constant
@   r11     place in the schedule
@
@ The compression function of BLAKE-512 and BLAKE-64, for ARMv4 and ARMv4T, on any number of message
@ blocks: ARM instructions only, either byte order.  Built for ARMv4T it returns with bx and may be
@ called from either state.
@
@ Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.2.2; its letters are used.  Salt 0.
@
@ - A call of G has its four words in registers.  They lie side by side where it begins, so that one
@   ldm takes them up; each is stored where the other half of the round will take it up, the words of
@   the columns in one place of the stack and those of the diagonals in another.
@ - A rotation by 32 exchanges the names of the halves; one by 25, 16 or 11 is four instructions on
@   them, the first two of which do not need the halves in their right order.
@ - The order of the calls is 2, 0, 1, 3 and 4, 5, 6, 7: there d passes from 3 to 4 (v15), and from 7
@   to the next round's 2 (v14), in its registers.
@ - The schedule has for each half of G what it needs in that order: the place of m[x] in the block
@   and c[y], then those of m[y] and c[x].
@
@ COUNT for a call of G, in cycles of an ARM9 and of an ARM7: 24 additions and exclusive ors; three
@ rotations of four; message words and constants 12 and 20; 7.5 words to take up and to store with an
@ address, 16 and 25.5.  64 and 81.5 cycles, 7,170 and 9,130 for the 112 calls of BLAKE-64: the bound
@ for this order of work.  Loops take 90 more there, the block's 16 words 210, the initialization and
@ the finalization 190.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
#include "common/armv4.inc"

        .text
        .align  2

@ The context, offsets:
        .equ    COUNT, 192              @ bits in the blocks so far, low word first; bits a block

@ The frame, from sp on.
        .equ    M, 0                    @ message block, low halves first
        .equ    COLUMNS, 128            @ v as the columns take it up: v0, v4, v8, v12; v1, ...
        .equ    DIAGONALS, 256          @ v as the diagonals do: v0, v5, v10, v15; v1, ...
        .equ    END, 384                @ where in the schedule to stop
        .equ    REST, 388               @ bytes of the schedule to go through once more after that
        .equ    FRAME, 392
        .equ    CC, FRAME               @ the arguments
        .equ    DATA, FRAME + 4
        .equ    BLOCKS, FRAME + 8
        .equ    ROUNDS, FRAME + 12      @ rounds; then REST for each block
        .equ    ARGUMENTS, 16

@ The constants c0 to c15.
        .equ    C0_HIGH, 0x243F6A88
        .equ    C0_LOW, 0x85A308D3
        .equ    C1_HIGH, 0x13198A2E
        .equ    C1_LOW, 0x03707344
        .equ    C2_HIGH, 0xA4093822
        .equ    C2_LOW, 0x299F31D0
        .equ    C3_HIGH, 0x082EFA98
        .equ    C3_LOW, 0xEC4E6C89
        .equ    C4_HIGH, 0x452821E6
        .equ    C4_LOW, 0x38D01377
        .equ    C5_HIGH, 0xBE5466CF
        .equ    C5_LOW, 0x34E90C6C
        .equ    C6_HIGH, 0xC0AC29B7
        .equ    C6_LOW, 0xC97C50DD
        .equ    C7_HIGH, 0x3F84D5B5
        .equ    C7_LOW, 0xB5470917
        .equ    C8_HIGH, 0x9216D5D9
        .equ    C8_LOW, 0x8979FB1B
        .equ    C9_HIGH, 0xD1310BA6
        .equ    C9_LOW, 0x98DFB5AC
        .equ    C10_HIGH, 0x2FFD72DB
        .equ    C10_LOW, 0xD01ADFB7
        .equ    C11_HIGH, 0xB8E1AFED
        .equ    C11_LOW, 0x6A267E96
        .equ    C12_HIGH, 0xBA7C9045
        .equ    C12_LOW, 0xF12C7F99
        .equ    C13_HIGH, 0x24A19947
        .equ    C13_LOW, 0xB3916CF7
        .equ    C14_HIGH, 0x0801F2E2
        .equ    C14_LOW, 0x858EFC16
        .equ    C15_HIGH, 0x636920D8
        .equ    C15_LOW, 0x71574E69

@ For one call of G: sigma(2i) and sigma(2i + 1).
        .macro  pair x, y
        .word   8 * \x, C\y\()_LOW, C\y\()_HIGH
        .word   8 * \y, C\x\()_LOW, C\x\()_HIGH
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
        .equ    ROW, 192                @ bytes of a row

@ How v8 to v15 begin, as the columns take them up; then the schedule: table 2 of the specification.
initial:
        .word   C0_LOW, C0_HIGH, C4_LOW, C4_HIGH
        .word   C1_LOW, C1_HIGH, C5_LOW, C5_HIGH
        .word   C2_LOW, C2_HIGH, C6_LOW, C6_HIGH
        .word   C3_LOW, C3_HIGH, C7_LOW, C7_HIGH
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

@ G on the words v(a), v(4 + b), v(8 + c) and v(12 + d), taken up at \here and stored at \there,
@ where the rows b, c and d are \turn, 2 \turn and 3 \turn groups further down.
@ \from: `kept` when r6 and r7 have the word of row d already; \to: `kept` when it stays there.
        .macro  g a, b, c, d, here, there, turn, from=memory, to=memory
        ldmia   r11!, {r8, r10, r12}    @ a = a + b + (m[x] ^ c[y])
        add     r8, sp, r8
        ldmia   r8, {r8, lr}
        eor     r8, r8, r10
        eor     lr, lr, r12
        add     r12, sp, #\here + 32 * \a
        .ifc    \from, kept
        ldmia   r12, {r0-r5}
        .else
        ldmia   r12, {r0-r7}
        .endif
        adds    r0, r0, r8
        adc     r1, r1, lr
        adds    r0, r0, r2
        adc     r1, r1, r3
        eor     r6, r6, r0              @ d = (d ^ a) >>> 32: the low half in r7, the high in r6
        eor     r7, r7, r1
        adds    r4, r4, r7              @ c = c + d
        adc     r5, r5, r6
        eor     r2, r2, r4              @ b = (b ^ c) >>> 25: the low half in r3, the high in r2
        eor     r3, r3, r5
        mov     r8, r2, lsr #25
        mov     lr, r3, lsr #25
        orr     r3, r8, r3, lsl #7
        orr     r2, lr, r2, lsl #7
        ldmia   r11!, {r8, r10, r12}    @ a = a + b + (m[y] ^ c[x])
        add     r8, sp, r8
        ldmia   r8, {r8, lr}
        eor     r8, r8, r10
        eor     lr, lr, r12
        adds    r0, r0, r8
        adc     r1, r1, lr
        adds    r0, r0, r3
        adc     r1, r1, r2
        eor     r7, r7, r0              @ d = (d ^ a) >>> 16
        eor     r6, r6, r1
        mov     r8, r6, lsr #16
        mov     lr, r7, lsr #16
        orr     r6, lr, r6, lsl #16
        orr     r7, r8, r7, lsl #16
        adds    r4, r4, r6              @ c = c + d
        adc     r5, r5, r7
        eor     r3, r3, r4              @ b = (b ^ c) >>> 11
        eor     r2, r2, r5
        mov     r8, r3, lsr #11
        mov     lr, r2, lsr #11
        orr     r2, r8, r2, lsl #21
        orr     r3, lr, r3, lsl #21
        str     r0, [sp, #\there + 32 * \a]
        str     r1, [sp, #\there + 32 * \a + 4]
        str     r2, [sp, #\there + 32 * ((\b - \turn) & 3) + 8]
        str     r3, [sp, #\there + 32 * ((\b - \turn) & 3) + 12]
        str     r4, [sp, #\there + 32 * ((\c - 2 * \turn) & 3) + 16]
        str     r5, [sp, #\there + 32 * ((\c - 2 * \turn) & 3) + 20]
        .ifnc   \to, kept
        str     r6, [sp, #\there + 32 * ((\d - 3 * \turn) & 3) + 24]
        str     r7, [sp, #\there + 32 * ((\d - 3 * \turn) & 3) + 28]
        .endif
        .endm

        .macro  column i, from=memory, to=memory
        g       \i, \i, \i, \i, COLUMNS, DIAGONALS, 1, \from, \to
        .endm

        .macro  diagonal i, from=memory, to=memory
        g       \i, (\i + 1) & 3, (\i + 2) & 3, (\i + 3) & 3, DIAGONALS, COLUMNS, 0, \from, \to
        .endm

@ \to = \from with its bytes reversed (little-endian only); r12 = 0x00FF00FF; changes r8, r10.
        .macro  reverse to, from
#ifdef __ARMEB__
        mov     \to, \from
#else
        and     r8, r12, \from
        and     r10, r12, \from, ror #24
        orr     \to, r10, r8, ror #8
#endif
        .endm

@ r2 = the next four bytes of the message as a word.
        .macro  bytes
        ldrb    r2, [r1], #1
        ldrb    r3, [r1], #1
        ldrb    r4, [r1], #1
        ldrb    r5, [r1], #1
        orr     r3, r3, r2, lsl #8
        orr     r4, r4, r3, lsl #8
        orr     r2, r5, r4, lsl #8
        .endm

@ void mote_blake_compress64(u32 *cc, const unsigned char *data, size_t blocks, unsigned rounds)
@ r0 = cc, r1 = data, r2 = blocks (at least 1), r3 = rounds, 10 to 20.  Stack: 440 bytes.
        .global mote_blake_compress64
        .type   mote_blake_compress64, %function
mote_blake_compress64:
        stmdb   sp!, {r0-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
        sub     r3, r3, #10             @ REST = ROW * (rounds - 10)
        add     r3, r3, r3, lsl #1
        mov     r3, r3, lsl #6
        str     r3, [sp, #ROUNDS]

next_block:
        @ the message block, big-endian words
        ldr     r1, [sp, #DATA]
        mov     r0, sp
        add     lr, sp, #COLUMNS
        tst     r1, #3
        bne     bytewise
#ifndef __ARMEB__
        mov     r12, #0xFF
        orr     r12, r12, #0xFF0000
#endif
words:  ldmia   r1!, {r3, r4, r5, r6}
        reverse r2, r4
        reverse r3, r3
        reverse r4, r6
        reverse r5, r5
        stmia   r0!, {r2, r3, r4, r5}
        cmp     r0, lr
        bne     words
        b       initialization

bytewise:
        bytes
        str     r2, [r0, #4]
        bytes
        str     r2, [r0], #8
        cmp     r0, lr
        bne     bytewise

initialization:
        str     r1, [sp, #DATA]
        @ the counter t: t0 in r0 and r1, t1 in r2 and r3
        ldr     r12, [sp, #CC]
        add     r10, r12, #COUNT
        ldmia   r10, {r0-r4}
        adds    r0, r0, r4
        adcs    r1, r1, #0
        adcs    r2, r2, #0
        adc     r3, r3, #0
        stmia   r10, {r0-r3}
        @ v, column after column
        address r11, initial
        .irp    i, 0, 1, 2, 3
        ldmia   r12!, {r4, r5}
        ldr     r6, [r12, #24]
        ldr     r7, [r12, #28]
        stmia   lr!, {r4-r7}
        ldmia   r11!, {r4-r7}
        .if     \i < 2
        eor     r6, r6, r0
        eor     r7, r7, r1
        .else
        eor     r6, r6, r2
        eor     r7, r7, r3
        .endif
        stmia   lr!, {r4-r7}
        .endr
        @ the rounds
        add     r12, r11, #10 * ROW
        str     r12, [sp, #END]
        ldr     r10, [sp, #ROUNDS]
        str     r10, [sp, #REST]
        ldr     r6, [sp, #COLUMNS + 32 * 2 + 24]
        ldr     r7, [sp, #COLUMNS + 32 * 2 + 28]

round:  column  2, from=kept
        column  0
        column  1
        column  3, to=kept
        diagonal 0, from=kept
        diagonal 1
        diagonal 2
        diagonal 3, to=kept
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
        ldr     r12, [sp, #CC]
        str     r6, [sp, #COLUMNS + 32 * 2 + 24]
        str     r7, [sp, #COLUMNS + 32 * 2 + 28]
        add     lr, sp, #COLUMNS
        .rept   4
        ldmia   lr!, {r0-r7}
        eor     r0, r0, r4
        eor     r1, r1, r5
        eor     r2, r2, r6
        eor     r3, r3, r7
        ldmia   r12, {r4, r5}
        ldr     r6, [r12, #32]
        ldr     r7, [r12, #36]
        eor     r0, r0, r4
        eor     r1, r1, r5
        eor     r2, r2, r6
        eor     r3, r3, r7
        str     r2, [r12, #32]
        str     r3, [r12, #36]
        stmia   r12!, {r0, r1}
        .endr
        ldr     r12, [sp, #BLOCKS]
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
        .size   mote_blake_compress64, . - mote_blake_compress64

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
