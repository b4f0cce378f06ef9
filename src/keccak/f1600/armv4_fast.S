@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 456
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@ defines = ["KECCAK_INTERLEAVED"]
@ bound = 12576
@
@ Registers of a round: see `Registers` below.
@
@ Keccak-f[1600] for ARMv4 and ARMv4T, fast: ARM instructions only, either byte order.  Built for
@ ARMv4T it returns with bx and may be called from either state.  Nothing is called, and there is no
@ data outside .text.
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
@ NO INSTRUCTION ROTATES.  The second operand of an instruction is rotated on the way, so every word
@ may lie rotated by any constant, which the next use of it makes up for.  A sum of two words lies
@ as its first operand does; so chi leaves words as rho would have to turn them, C[x] lies as the
@ word of lane (x, 0), and D[x] as the C[x-1] or C[x+1] that is its first operand.  These choices
@ (turn_D...) are made such that a round gives the words back as it has found them.
@
@ A ROUND goes from one copy of the state on the stack to another, by half planes: the five words of
@ one kind with the same y.  The words that make one of them up lie together in the copy: they are
@ loaded at once, and what comes out is stored word by word to where the next round wants it.  The
@ plane y = 0 is the last one, and stays in registers as the first term of C.
@
@ COUNT for a round, in cycles of the ARM7TDMI (a load takes 3, a store 2, ldm and stm of n words
@ n + 2 and n + 1, the rest 1) and of the ARM9TDMI (1, 1, n, n, 1):
@
@   C       40 words loaded in pairs and added, 5 pointers               125     85
@   D       10 made, 3 or 4 of them stored                               15.5    14.5
@   theta   50 words loaded, by 5, and D added                           120     100
@   D       15 or 20 loads of those that have no register                 52.5    17.5
@   chi     50 bic and 50 eor                                            100     100
@   store   50 words, each for itself                                    100      50
@   iota    two constants loaded and added, a pointer loaded and stored   11       6
@
@ That is 524 and 373 on average, 12,576 and 8,952 for the permutation: the bound for this order of
@ work.  The operations of the step mappings alone are 200 a round.  The loop takes 4 or 5 more for
@ two rounds, the state's way in and out some 550 and 430 in all.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

@ keccak/p1600 has the last 12 rounds of it by another name.
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .syntax unified
        .arm
        .text
        .align  2

@ Registers.  C and D as numbers x and kind: 0 even words, 1 odd words.  r0 to r4 are words of a
@ half plane, T is temporary; SOURCE points to what is loaded, but in the groups of odd rounds,
@ where sp does.  In odd rounds D41, D20 and D30 are in the frame, in even rounds D11 too.
C_00     .req    r1
C_10     .req    r2
C_20     .req    r3
C_30     .req    r5
C_40     .req    r6
C_01     .req    r7
C_11     .req    r8
C_21     .req    r10
C_31     .req    r11
C_41     .req    r12
D_00     .req    r6
D_40     .req    r7
D_21     .req    r8
D_31     .req    r10
D_10     .req    r11
D_01     .req    r12
D_11     .req    lr
D_20     .req    r2
D_30     .req    r3
D_41     .req    r4
T       .req    r5
SOURCE  .req    lr

@ The frame, from the lowest place of SP.
        .equ    COPY, 200               @ bytes of a copy of the state
        .equ    HALF, 20                @ bytes of half a plane
        .equ    FIRST, 0
        .equ    SECOND, FIRST + COPY
        .equ    D, SECOND + COPY        @ D_11, D_20, D_30, D_41
        .equ    CONSTANTS, D + 16       @ where the next round constant is
        .equ    STATE, CONSTANTS + 4    @ the caller's state
        .equ    FRAME, STATE + 4

        .set    popped, 0               @ bytes of the frame that are below sp

@ A word lies rotated to the left by: D of both kinds.
        .equ    turn_D00, 25
        .equ    turn_D01, 1
        .equ    turn_D10, 23
        .equ    turn_D11, 1
        .equ    turn_D20, 13
        .equ    turn_D21, 14
        .equ    turn_D30, 24
        .equ    turn_D31, 25
        .equ    turn_D40, 0
        .equ    turn_D41, 14

@ Lane (x, y), rotated by r, becomes lane (\y, \to) (rho and pi).  turn_A: how its words lie then,
@ and as chi leaves them.  place_A: where they lie in the copy.  Half plane \to of even words comes
@ in the order x = 1, 2, 3, 4, 0, of odd words in the order 0 to 4: so the plane y = 0, which C has
@ already, lies together.  The planes come in the order 1, 2, 3, 4, 0.
        .macro  lane x, y, r, to
        .equ    odd_\x\y, \r & 1
        .equ    group_\x\y, 2 * HALF * ((\to + 4) % 5)
        .if     \r & 1
        .equ    turn_A\y\to\()0, (turn_D\x\()1 - (\r + 1) / 2) & 31
        .equ    turn_A\y\to\()1, (turn_D\x\()0 - (\r - 1) / 2) & 31
        .equ    place_A\x\y\()1, group_\x\y + 4 * ((\y + 4) % 5)
        .equ    place_A\x\y\()0, group_\x\y + HALF + 4 * \y
        .else
        .equ    turn_A\y\to\()0, (turn_D\x\()0 - \r / 2) & 31
        .equ    turn_A\y\to\()1, (turn_D\x\()1 - \r / 2) & 31
        .equ    place_A\x\y\()0, group_\x\y + 4 * ((\y + 4) % 5)
        .equ    place_A\x\y\()1, group_\x\y + HALF + 4 * \y
        .endif
        .endm

        lane    0, 0, 0, 0
        lane    1, 0, 1, 2
        lane    2, 0, 62, 4
        lane    3, 0, 28, 1
        lane    4, 0, 27, 3
        lane    0, 1, 36, 3
        lane    1, 1, 44, 0
        lane    2, 1, 6, 2
        lane    3, 1, 55, 4
        lane    4, 1, 20, 1
        lane    0, 2, 3, 1
        lane    1, 2, 10, 3
        lane    2, 2, 43, 0
        lane    3, 2, 25, 2
        lane    4, 2, 39, 4
        lane    0, 3, 41, 4
        lane    1, 3, 45, 1
        lane    2, 3, 15, 3
        lane    3, 3, 21, 0
        lane    4, 3, 8, 2
        lane    0, 4, 18, 2
        lane    1, 4, 2, 4
        lane    2, 4, 61, 1
        lane    3, 4, 56, 3
        lane    4, 4, 14, 0

@ Applies \macro to the lanes that become lanes (0, y) to (4, y), with the registers \a0 to \a4; to
@ the last four if \from is 1.
        .macro  sources y, from, macro, a0, a1, a2, a3, a4, arguments:vararg
        .if     \y == 0
        .ifeq   \from
        \macro  0, 0, \a0, \arguments
        .endif
        \macro  1, 1, \a1, \arguments
        \macro  2, 2, \a2, \arguments
        \macro  3, 3, \a3, \arguments
        \macro  4, 4, \a4, \arguments
        .elseif \y == 1
        .ifeq   \from
        \macro  3, 0, \a0, \arguments
        .endif
        \macro  4, 1, \a1, \arguments
        \macro  0, 2, \a2, \arguments
        \macro  1, 3, \a3, \arguments
        \macro  2, 4, \a4, \arguments
        .elseif \y == 2
        .ifeq   \from
        \macro  1, 0, \a0, \arguments
        .endif
        \macro  2, 1, \a1, \arguments
        \macro  3, 2, \a2, \arguments
        \macro  4, 3, \a3, \arguments
        \macro  0, 4, \a4, \arguments
        .elseif \y == 3
        .ifeq   \from
        \macro  4, 0, \a0, \arguments
        .endif
        \macro  0, 1, \a1, \arguments
        \macro  1, 2, \a2, \arguments
        \macro  2, 3, \a3, \arguments
        \macro  3, 4, \a4, \arguments
        .else
        .ifeq   \from
        \macro  2, 0, \a0, \arguments
        .endif
        \macro  3, 1, \a1, \arguments
        \macro  4, 2, \a2, \arguments
        \macro  0, 3, \a3, \arguments
        \macro  1, 4, \a4, \arguments
        .endif
        .endm

@ C[x] += A[x, y], which is loaded in pairs, into \a.  \kind: of the half plane that it will be part
@ of.
        .macro  sum_word x, y, a, kind
        .if     \y & 1
        ldmia   SOURCE!, {r0, r4}
        .endif
        .if     (\kind + odd_\x\y) & 1
        eor     C_\x\()1, C_\x\()1, \a, ror #(turn_A\x\y\()1 - turn_A\x\()01) & 31
        .else
        eor     C_\x\()0, C_\x\()0, \a, ror #(turn_A\x\y\()0 - turn_A\x\()00) & 31
        .endif
        .endm

@ \result = D[x] = \before + \after, C[x-1] and the C[x+1] that has the lane's next lower bits; for
@ even words that is the odd word, rotated by one.
        .macro  d x, kind, result, before, before_x, after, after_x
        .if     \kind
        .set    turn_after, turn_A\after_x\()00
        .else
        .set    turn_after, turn_A\after_x\()01 - 1
        .endif
        .if     turn_D\x\kind == turn_A\before_x\()0\kind
        eor     \result, \before, \after, ror #(turn_after - turn_D\x\kind) & 31
        .elseif turn_D\x\kind == turn_after & 31
        eor     \result, \after, \before, ror #(turn_A\before_x\()0\kind - turn_D\x\kind) & 31
        .else
        .error  "D_\x\kind lies in neither way"
        .endif
        .endm

@ theta: from the copy that sp points to.  C has the plane y = 0.
        .macro  theta round
        mov     SOURCE, sp
        .irpc   y, 12340
        sources \y, 1, sum_word, , r0, r4, r0, r4, 0
        add     SOURCE, SOURCE, #8
        sources \y, 1, sum_word, , r0, r4, r0, r4, 1
        .endr
        .ifc    \round, odd
        d       1, 1, D_11, C_01, 0, C_20, 2
        .else
        d       1, 1, r0, C_01, 0, C_20, 2
        .endif
        d       4, 0, D_40, C_30, 3, C_01, 0
        d       3, 0, D_30, C_20, 2, C_41, 4
        d       0, 1, D_01, C_41, 4, C_10, 1
        d       2, 0, D_20, C_10, 1, C_31, 3
        d       4, 1, D_41, C_31, 3, C_00, 0
        d       1, 0, D_10, C_00, 0, C_21, 2
        d       3, 1, D_31, C_21, 2, C_40, 4
        d       0, 0, D_00, C_40, 4, C_11, 1
        d       2, 1, D_21, C_11, 1, C_30, 3
        .ifc    \round, odd
        .set    popped, FIRST
        add     r0, sp, #D + 4 - popped
        stmia   r0, {r2, r3, r4}
        .else
        sub     sp, sp, #COPY
        .set    popped, FIRST
        @ SOURCE has passed the copy, behind which is D now.
        stmia   SOURCE, {r0, r2, r3, r4}
        add     SOURCE, sp, #SECOND - popped
        .endif
        .endm

@ Adds D[x], word by word, in steps, so that no load of D is waited for: `step` 1 loads the first
@ one that is in the frame, 2 uses it, 3 loads the second, 4 adds those in registers, 5 uses the
@ second, 6 loads and uses a third.  `found` counts them.
        .macro  plus_memory a, turn, place, t
        .set    found, found + 1
        .if     step == 1 && found == 1 || step == 3 && found == 2 || step == 6 && found > 2
        ldr     \t, [sp, #\place - popped]
        .endif
        .if     step == 2 && found == 1 || step == 5 && found == 2 || step == 6 && found > 2
        eor     \a, \t, \a, ror #\turn & 31
        .endif
        .endm

        .macro  plus_word a, x, y, kind, round, t
        .if     \x == 4 && \kind
        plus_memory \a, (turn_A\x\y\kind - turn_D\x\kind), (D + 12), \t
        .elseif \x == 2 && !\kind
        plus_memory \a, (turn_A\x\y\kind - turn_D\x\kind), (D + 4), \t
        .elseif \x == 3 && !\kind
        plus_memory \a, (turn_A\x\y\kind - turn_D\x\kind), (D + 8), \t
        .else
        .ifc    \round, even
        .if     \x == 1 && \kind
        plus_memory \a, (turn_A\x\y\kind - turn_D\x\kind), D, \t
        .elseif step == 4
        eor     \a, D_\x\kind, \a, ror #(turn_A\x\y\kind - turn_D\x\kind) & 31
        .endif
        .elseif step == 4
        eor     \a, D_\x\kind, \a, ror #(turn_A\x\y\kind - turn_D\x\kind) & 31
        .endif
        .endif
        .endm

        .macro  plus x, y, a, kind, round, t
        .if     (\kind + odd_\x\y) & 1
        plus_word \a, \x, \y, 1, \round, \t
        .else
        plus_word \a, \x, \y, 0, \round, \t
        .endif
        .endm

@ Stores a word of chi's result.
        .macro  store a, x, y, kind
        .ifc    \y, 0
        .ifnc   \x, 0                   @ lane (0, 0) waits for iota
        str     \a, [sp, #to + place_A\x\y\kind - popped]
        .endif
        .else
        str     \a, [sp, #to + place_A\x\y\kind - popped]
        .endif
        .endm

@ Half the plane \y: theta's D, rho and pi on the words \list, in registers \a0 to \a4; then chi,
@ from these to \a2, \a3, \a4, \t3 and \t4.
        .macro  half round, y, kind, list, a0, a1, a2, a3, a4, t3, t4
        .set    found, 0
        .set    step, 1
        sources \y, 0, plus, \a0, \a1, \a2, \a3, \a4, \kind, \round, \t3
        .ifc    \round, odd
        ldmia   sp!, {\list}
        .set    popped, popped + HALF
        .else
        ldmia   SOURCE!, {\list}
        .endif
        .irpc   number, 23456
        .set    found, 0
        .set    step, \number
        sources \y, 0, plus, \a0, \a1, \a2, \a3, \a4, \kind, \round, \t3
        .endr
        bic     \t4, \a1, \a0, ror #(turn_A0\y\kind - turn_A1\y\kind) & 31
        eor     \t4, \a4, \t4, ror #(turn_A1\y\kind - turn_A4\y\kind) & 31
        store   \t4, 4, \y, \kind
        bic     \t3, \a0, \a4, ror #(turn_A4\y\kind - turn_A0\y\kind) & 31
        eor     \t3, \a3, \t3, ror #(turn_A0\y\kind - turn_A3\y\kind) & 31
        store   \t3, 3, \y, \kind
        bic     \a4, \a4, \a3, ror #(turn_A3\y\kind - turn_A4\y\kind) & 31
        eor     \a4, \a2, \a4, ror #(turn_A4\y\kind - turn_A2\y\kind) & 31
        store   \a4, 2, \y, \kind
        bic     \a3, \a3, \a2, ror #(turn_A2\y\kind - turn_A3\y\kind) & 31
        eor     \a3, \a1, \a3, ror #(turn_A3\y\kind - turn_A1\y\kind) & 31
        store   \a3, 1, \y, \kind
        bic     \a2, \a2, \a1, ror #(turn_A1\y\kind - turn_A2\y\kind) & 31
        eor     \a2, \a0, \a2, ror #(turn_A2\y\kind - turn_A0\y\kind) & 31
        store   \a2, 0, \y, \kind
        .endm

        .macro  round round
        .ifc    \round, odd
        .set    to, SECOND
        .else
        .set    to, FIRST
        .endif
        theta   \round
        .irpc   y, 1234
        half    \round, \y, 0, r0-r4, r4, r0, r1, r2, r3, T, T
        half    \round, \y, 1, r0-r4, r0, r1, r2, r3, r4, T, T
        .endr
        half    \round, 0, 0, r0-r4, r4, r0, C_00, C_10, C_20, C_30, C_40
        half    \round, 0, 1, "r0, r4, r7, r8, r10", r0, r4, C_01, C_11, C_21, C_31, C_41
        ldr     lr, [sp, #CONSTANTS - popped]   @ iota
        ldmia   lr!, {r0, r4}
        str     lr, [sp, #CONSTANTS - popped]
        eor     C_00, C_00, r0, ror #-turn_A000 & 31
        eor     C_01, C_01, r4, ror #-turn_A001 & 31
        str     C_00, [sp, #to + place_A000 - popped]
        str     C_01, [sp, #to + place_A001 - popped]
        .endm

@ Words of the caller's state to the first copy and back, from and to the way that they lie in.
        .macro  in a, x, y, kind
        mov     \a, \a, ror #-turn_A\x\y\kind & 31
        str     \a, [sp, #FIRST + place_A\x\y\kind - popped]
        .endm

        .macro  out_word a, x, y, kind
        mov     \a, \a, ror #turn_A\x\y\kind
        str     \a, [lr, #8 * (\x + 5 * \y) + 4 * \kind]
        .endm

        .macro  out x, y, a, kind
        .if     (\kind + odd_\x\y) & 1
        out_word \a, \x, \y, 1
        .else
        out_word \a, \x, \y, 0
        .endif
        .endm

rounds: round   odd
        round   even
        adr     r0, constants_end
        cmp     lr, r0
        bne     rounds
        ldr     lr, [sp, #STATE - popped]
        .irpc   y, 12340
        ldmia   sp!, {r0-r4}
        sources \y, 0, out, r4, r0, r1, r2, r3, 0
        ldmia   sp!, {r0-r4}
        sources \y, 0, out, r0, r1, r2, r3, r4, 1
        .endr
        add     sp, sp, #FRAME - COPY
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif

@ The round constants of iota, even bits and odd bits.
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
constants_end:

@ void mote_keccak_f1600(u32 *state)
@ r0 = state, interleaved.  Clobbers r0-r3, r12, flags.  Stack: 456 bytes.
        .global PERMUTATION
        .type   PERMUTATION, %function
PERMUTATION:
        stmdb   sp!, {r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
        .set    popped, 0
        str     r0, [sp, #STATE]
        adr     r1, constants
        str     r1, [sp, #CONSTANTS]
        add     lr, r0, #40
        .irpc   y, 1234
        ldmia   lr!, {r1-r8, r10, r11}
        in      r1, 0, \y, 0
        in      r2, 0, \y, 1
        in      r3, 1, \y, 0
        in      r4, 1, \y, 1
        in      r5, 2, \y, 0
        in      r6, 2, \y, 1
        in      r7, 3, \y, 0
        in      r8, 3, \y, 1
        in      r10, 4, \y, 0
        in      r11, 4, \y, 1
        .endr
        .irpc   x, 01234
        ldr     C_\x\()0, [r0, #8 * \x]
        ldr     C_\x\()1, [r0, #8 * \x + 4]
        in      C_\x\()0, \x, 0, 0
        in      C_\x\()1, \x, 0, 1
        .endr
        b       rounds
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
