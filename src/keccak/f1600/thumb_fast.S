@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 460
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@ defines = ["KECCAK_INTERLEAVED"]
@
@ Registers of a round:
@   r0-r4  five words, after chi r2-r6      r8, r10, r11, r12, lr  D[4], D[0] to D[3], even
@   r5     D[x]                             r7                     D[1], odd
@   r6     how far to rotate
@
@ Keccak-f[1600] in Thumb code, fast: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
@
@ THE STATE comes and goes with its lanes bit-interleaved: word 2 i holds the bits of lane i at even
@ positions, word 2 i + 1 those at odd positions; lane (x, y) is i = x + 5 y.  The caller
@ interleaves what it adds to the state and puts back in order what it takes out (../interleave.h).
@ A lane is then rotated by rotating two words: by r / 2 each where r is even; where r is odd, the
@ even word becomes the odd one rotated by (r + 1) / 2, and the odd word the even one rotated by
@ (r - 1) / 2.
@
@ A ROUND goes from one copy of the state on the stack to another, in ten half planes: the five
@ words of one kind with the same y.  The last one stays in registers as the first term of C in the
@ next round.  The second copy is pushed, half plane after half plane, below the first.
@
@ COUNT for a round, in cycles of a Cortex-M0: a load takes 2, ldm and stm of n words 1 + n, the
@ rest 1.
@
@   C       45 words loaded, by 7 and then in pairs, and added                              107
@   D       from C; five into high registers, one into r7, four to the stack                 38
@   theta   50 words loaded, 100; D[x] moved (25), there (5) or loaded (20) and added       215
@   rho     47 words rotated, each by another constant but one                               93
@   chi     five words by five bics, five eors and two copies (*)                         120
@   store   five words by push; by stm one more                                          60, 70
@   iota    two constants loaded and added, one pointer                                      10
@
@ That is 648 on average, 15,552 for the permutation: the bound for this order of work.  The loop,
@ with the pointer to the constants, takes 6 more for a round, the state's way in and out 13.
@ (*) Each bics destroys a word, and when the first two are due all five are still needed.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

@ keccak/p1600 has the last 12 rounds of it by another name.
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .syntax unified
        .thumb
        .text

@ The frame, from the lowest place of SP.  In a copy, the planes of odd words come first.
        .equ    COPY, 200               @ bytes of a copy of the state
        .equ    PLANE, 20               @ bytes of half a plane
        .equ    SECOND, 0               @ the copy that odd rounds write
        .equ    D, SECOND + COPY        @ D of odd words: x = 4, 0, 2, 3
        .equ    CONSTANTS, D + 16       @ where the next round constant is
        .equ    END, CONSTANTS + 4      @ where they end
        .equ    STATE, END + 4          @ the caller's state
        .equ    FIRST, STATE + 4
        .equ    FRAME, FIRST + COPY

        .set    below, COPY             @ bytes of the frame that are below SP

@ C and D.  r2-r6 = half a plane, odd words with y = 0, of the copy \from.
        .macro  theta from
        add     r7, sp, #\from + PLANE - below
        .rept   2                       @ C of odd words: planes 1 and 2, then 3 and 4
        ldmia   r7!, {r0, r1}
        eors    r2, r0
        eors    r3, r1
        ldmia   r7!, {r0, r1}
        eors    r4, r0
        eors    r5, r1
        ldmia   r7!, {r0, r1}
        eors    r6, r0
        eors    r2, r1
        ldmia   r7!, {r0, r1}
        eors    r3, r0
        eors    r4, r1
        ldmia   r7!, {r0, r1}
        eors    r5, r0
        eors    r6, r1
        .endr
        mov     r8, r2
        mov     r10, r3
        mov     r11, r4
        mov     r12, r5
        mov     lr, r6
        ldmia   r7!, {r0-r6}            @ C of even words
        eors    r0, r5
        eors    r1, r6
        .irpc   plane, 13               @ (with plane 1, the last word of plane 2)
        ldmia   r7!, {r5, r6}
        eors    r2, r5
        eors    r3, r6
        ldmia   r7!, {r5, r6}
        eors    r4, r5
        eors    r0, r6
        ldmia   r7!, {r5, r6}
        eors    r1, r5
        eors    r2, r6
        ldmia   r7!, {r5, r6}
        eors    r3, r5
        eors    r4, r6
        .ifc    \plane, 1
        ldmia   r7!, {r5, r6}
        eors    r0, r5
        eors    r1, r6
        .endif
        .endr
        @ Each C[x] of odd words goes into D[x + 1] of odd words, with C[x + 2] of even words, and
        @ rotated into D[x - 1] of even words, with C[x - 2].
        movs    r6, #31
        mov     r5, r8                  @ x = 0
        movs    r7, r5
        eors    r7, r2                  @ D[1], odd
        rors    r5, r6
        eors    r5, r3
        mov     r8, r5                  @ D[4], even
        mov     r5, r10                 @ x = 1
        eors    r3, r5                  @ D[2], odd
        rors    r5, r6
        eors    r5, r4
        mov     r10, r5                 @ D[0], even
        mov     r5, r11                 @ x = 2
        eors    r4, r5                  @ D[3], odd
        rors    r5, r6
        eors    r5, r0
        mov     r11, r5                 @ D[1], even
        mov     r5, r12                 @ x = 3
        eors    r0, r5                  @ D[4], odd
        rors    r5, r6
        eors    r5, r1
        mov     r12, r5                 @ D[2], even
        mov     r5, lr                  @ x = 4
        eors    r1, r5                  @ D[0], odd
        rors    r5, r6
        eors    r5, r2
        mov     lr, r5                  @ D[3], even
        add     r2, sp, #D - below
        stmia   r2!, {r0, r1, r3, r4}
        .endm

@ \word = the word of kind \odd (0 even, 1 odd) of the lane (\x, \y), D[x] added, the lane rotated
@ by \r.  `turned` is the rotation to the right that r6 holds.
        .macro  word word, x, y, r, from, odd
        .equ    source_odd, (\odd + \r) & 1
        .equ    turn, (64 - (\r + source_odd - \odd) / 2) & 31
        ldr     \word, [sp, #\from + PLANE * (\y + 5 - 5 * source_odd) + 4 * \x - below]
        .if     source_odd == 0
        .if     \x == 0
        mov     r5, r10
        .elseif \x == 1
        mov     r5, r11
        .elseif \x == 2
        mov     r5, r12
        .elseif \x == 3
        mov     r5, lr
        .else
        mov     r5, r8
        .endif
        eors    \word, r5
        .elseif \x == 1
        eors    \word, r7
        .else
        .if     \x == 4
        ldr     r5, [sp, #D - below]
        .elseif \x == 0
        ldr     r5, [sp, #D + 4 - below]
        .else
        ldr     r5, [sp, #D + 4 * \x - below]
        .endif
        eors    \word, r5
        .endif
        .if     turn != 0
        .if     turn != turned
        movs    r6, #turn
        .set    turned, turn
        .endif
        rors    \word, r6
        .endif
        .endm

@ theta, rho and pi for half the plane \y of the round's result: x + 3 y and x are the place where
@ the lane x comes from.
        .macro  gather y, from, odd
        .set    turned, 0
        .if     \y == 0
        word    r0, 0, 0, 0, \from, \odd
        word    r1, 1, 1, 44, \from, \odd
        word    r2, 2, 2, 43, \from, \odd
        word    r3, 3, 3, 21, \from, \odd
        word    r4, 4, 4, 14, \from, \odd
        .elseif \y == 1
        word    r0, 3, 0, 28, \from, \odd
        word    r1, 4, 1, 20, \from, \odd
        word    r2, 0, 2, 3, \from, \odd
        word    r3, 1, 3, 45, \from, \odd
        word    r4, 2, 4, 61, \from, \odd
        .elseif \y == 2
        word    r0, 1, 0, 1, \from, \odd
        word    r1, 2, 1, 6, \from, \odd
        word    r2, 3, 2, 25, \from, \odd
        word    r3, 4, 3, 8, \from, \odd
        word    r4, 0, 4, 18, \from, \odd
        .elseif \y == 3
        word    r0, 4, 0, 27, \from, \odd
        word    r1, 0, 1, 36, \from, \odd
        word    r2, 1, 2, 10, \from, \odd
        word    r3, 2, 3, 15, \from, \odd
        word    r4, 3, 4, 56, \from, \odd
        .else
        word    r0, 2, 0, 62, \from, \odd
        word    r1, 3, 1, 55, \from, \odd
        word    r2, 4, 2, 39, \from, \odd
        word    r3, 0, 3, 41, \from, \odd
        word    r4, 1, 4, 2, \from, \odd
        .endif
        .endm

@ chi on five words: from r0-r4 to r2-r6.
        .macro  chi
        movs    r6, r1
        bics    r6, r0
        eors    r6, r4
        movs    r5, r0
        bics    r5, r4
        eors    r5, r3
        bics    r4, r3
        eors    r4, r2
        bics    r3, r2
        eors    r3, r1
        bics    r2, r1
        eors    r2, r0
        .endm

@ iota for one word of the lane (0, 0): the constant at \place of this turn of the loop.
        .macro  iota place
        ldr     r0, [sp, #CONSTANTS - below]
        ldr     r1, [r0, #\place]
        eors    r2, r1
        .endm

@ Half a plane to the second copy, whose lower part is the only one not yet written.
        .macro  store_second y, odd
        push    {r2-r6}
        .set    below, below - PLANE
        .endm

        .macro  store_first y, odd
        add     r0, sp, #FIRST + PLANE * (\y + 5 - 5 * \odd) - below
        stmia   r0!, {r2-r6}
        .endm

@ A round but for the last half plane.  \constant: place of its constants.
        .macro  round from, to, constant
        theta   \from
        .irpc   y, 43210
        gather  \y, \from, 0
        chi
        .if     \y == 0
        iota    \constant
        .endif
        store_\to \y, 0
        .endr
        .irpc   y, 4321
        gather  \y, \from, 1
        chi
        store_\to \y, 1
        .endr
        gather  0, \from, 1
        chi
        iota    \constant + 4
        .endm

@ void mote_keccak_f1600(u32 *state)
@ r0 = state, interleaved.  Clobbers r0-r3, r12, flags.  Stack: 460 bytes.
        .global PERMUTATION
        .type   PERMUTATION, %function
        .thumb_func
PERMUTATION:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        sub     sp, #FRAME - COPY
        str     r0, [sp, #STATE - below]
        adr     r1, constants
        str     r1, [sp, #CONSTANTS - below]
#ifdef ALL_ROUNDS
        adds    r1, #24 * 8             @ their end
#else
        adds    r1, #12 * 8
#endif
        str     r1, [sp, #END - below]
        add     r1, sp, #FIRST - below  @ odd words
        add     r2, sp, #FIRST + 5 * PLANE - below
        .rept   12                      @ two lanes
        ldmia   r0!, {r3-r6}
        stmia   r1!, {r4, r6}
        stmia   r2!, {r3, r5}
        .endr
        ldmia   r0!, {r3, r4}
        stmia   r1!, {r4}
        stmia   r2!, {r3}
        add     r7, sp, #FIRST - below
        ldmia   r7!, {r2-r6}
        b       rounds

last:   ldr     r0, [sp, #STATE - below]
        add     r1, sp, #FIRST - below
        add     r2, sp, #FIRST + 5 * PLANE - below
        .rept   12
        ldmia   r1!, {r4, r6}
        ldmia   r2!, {r3, r5}
        stmia   r0!, {r3-r6}
        .endr
        ldr     r4, [r1]
        ldr     r3, [r2]
        stmia   r0!, {r3, r4}
        add     sp, #FRAME - COPY
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

@ The round constants of iota, even bits and odd bits.
        .align  2
constants:
#ifdef ALL_ROUNDS
        .word   1, 0x00000000
        .word   0, 0x00000089
        .word   0, 0x8000008B
        .word   0, 0x80008080
        .word   1, 0x0000008B
        .word   1, 0x00008000
        .word   1, 0x80008088
        .word   1, 0x80000082
        .word   0, 0x0000000B
        .word   0, 0x0000000A
        .word   1, 0x00008082
        .word   0, 0x00008003
#endif
        .word   1, 0x0000808B
        .word   1, 0x8000000B
        .word   1, 0x8000008A
        .word   1, 0x80000081
        .word   0, 0x80000081
        .word   0, 0x80000008
        .word   0, 0x00000083
        .word   0, 0x80008003
        .word   1, 0x80008088
        .word   0, 0x80000088
        .word   1, 0x00008000
        .word   0, 0x80008082

rounds: round   FIRST, second, 0
        store_second 0, 1
        round   SECOND, first, 8
        adds    r0, #16
        str     r0, [sp, #CONSTANTS - below]
        ldr     r1, [sp, #END - below]
        cmp     r0, r1
        store_first 0, 1
        add     sp, #COPY
        beq     1f
        bl      rounds                  @ (too far for b)
1:      bl      last
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
