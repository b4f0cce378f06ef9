@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 452
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@ defines = ["KECCAK_INTERLEAVED"]
@ bound = 8268
@
@ Registers of a round: see `Registers` below.
@
@ Keccak-f[1600] for ARMv7-M, fast: Cortex-M3 and M4; or with PERMUTATION, the function's name, its
@ last 12 rounds (keccak/p1600).  Nothing is called, and there is no data outside .text.
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
@ as its first operand does; so chi leaves words as rho would have to turn them, C[x] lies as one of
@ the words of its column (turn_C...), and D[x] as the C[x-1] or C[x+1] that is its first operand.
@ These choices (turn_D...) are made such that a round gives the words back as it has found them,
@ that the constants of iota are one word each, and that some words lie as the caller has them.
@
@ A ROUND goes from one copy of the state on the stack to another, by half planes: the five words of
@ one kind with the same y.  A load behind a load takes one cycle instead of two, and a store behind
@ one takes none: where each run of loads has a store behind it, which is to be had from what was made
@ before, a round takes as many cycles as it has operations, loads and stores.  So it is fewer loads
@ that save time:
@
@   D has eight registers.  Half planes come in an order in which D_20 and D_31 have all been used
@   before D_30 and D_21 are, with the plane y = 0 between them, the first half of which uses D_31 for
@   the last time and the second half D_20.  D_30 and D_21 are loaded once each in their places.
@
@   The last two half planes, (y = 2, odd) and (y = 3, even), need six D only, so their words stay in
@   registers as first terms of C, and two words of the half plane before are added to those.
@
@   The last run of loads for C has three words of the first half plane, (y = 3, odd), which stay.
@
@   A round constant is one word: the constant's odd bits without their lowest two, which are zero
@   where C_01 lies, below its only even bit and a mark of the last constant.
@
@ COUNT for a round, in cycles of the Cortex-M4's model (docs/timing.md): operations are 40 for C, 10
@ for D, 50 for theta, 100 for chi, 2 for iota; loads are 38 for C, 47 for theta, 2 of D, 2 for the
@ constant; stores are 50 words, 2 of D, the pointer in every second round; one run has no store.
@ That is 344.5 and 8,268 for the permutation, the bound for this order of work; the loop takes 2 for
@ two rounds, the state's way in and out 330.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ Registers.  C and D as numbers x and kind: 0 even words, 1 odd words.  r0 to r5 are words of a half
@ plane, and a word of the one before that waits for its store.  Two of D change places with two
@ others in the plane y = 0.
D_00    .req    r8
D_01    .req    r9
D_10    .req    r10
D_11    .req    r11
D_20    .req    r6
D_21    .req    r12
D_30    .req    r6
D_31    .req    r12
D_40    .req    r7
D_41    .req    lr

@ C between rounds: its first terms.  r0, r1, r6 and r8 are words to be added then; later also r2 and
@ r5 in place of r6 and r8, which C_31 and C_11 have moved to.
C_00    .req    lr
C_10    .req    r9
C_20    .req    r10
C_30    .req    r7
C_40    .req    r12
C_01    .req    r11
C_11    .req    r8
C_21    .req    r3
C_31    .req    r6
C_41    .req    r4
first_11 .req   r5
first_31 .req   r2

@ The frame, from sp.
        .equ    COPY, 200               @ bytes of a copy of the state
        .equ    FIRST, 0
        .equ    SECOND, FIRST + COPY
        .equ    AT_D_21, SECOND + COPY
        .equ    AT_D_30, AT_D_21 + 4
        .equ    CONSTANTS, AT_D_30 + 4  @ where the second one of the next two round constants is
        .equ    STATE, CONSTANTS + 4    @ the caller's state
        .equ    FRAME, STATE + 4

@ A word lies rotated to the left by: D of both kinds.
        .equ    turn_D00, 0
        .equ    turn_D01, 14
        .equ    turn_D10, 1
        .equ    turn_D11, 1
        .equ    turn_D20, 14
        .equ    turn_D21, 21
        .equ    turn_D30, 28
        .equ    turn_D31, 0
        .equ    turn_D40, 21
        .equ    turn_D41, 7

@ Lane (x, y), rotated by r, becomes lane (\y, \to) (rho and pi).  turn_A: how its words lie then,
@ and as chi leaves them.
        .macro  lane x, y, r, to
        .equ    odd_\x\y, \r & 1
        .if     \r & 1
        .equ    turn_A\y\to\()0, (turn_D\x\()1 - (\r + 1) / 2) & 31
        .equ    turn_A\y\to\()1, (turn_D\x\()0 - (\r - 1) / 2) & 31
        .else
        .equ    turn_A\y\to\()0, (turn_D\x\()0 - \r / 2) & 31
        .equ    turn_A\y\to\()1, (turn_D\x\()1 - \r / 2) & 31
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

@ C lies as its first term, or as another word of the column.
        .equ    turn_C00, turn_A030
        .equ    turn_C10, turn_A130
        .equ    turn_C20, turn_A230
        .equ    turn_C30, turn_A300
        .equ    turn_C40, turn_A430
        .equ    turn_C01, turn_A021
        .equ    turn_C11, turn_A121
        .equ    turn_C21, turn_A241
        .equ    turn_C31, turn_A331
        .equ    turn_C41, turn_A421

@ A word of lane (x, y) from the round's source, and one of the new state, to its target; a word
@ that the round before has left in a register, to where it should be.
        .macro  word a, x, y, kind
        ldr     \a, [sp, #from + 8 * (\x + 5 * \y) + 4 * \kind]
        .endm

        .macro  save a, x, y, kind
        str     \a, [sp, #to + 8 * (\x + 5 * \y) + 4 * \kind]
        .endm

        .macro  late a, x, y, kind
        str     \a, [sp, #from + 8 * (\x + 5 * \y) + 4 * \kind]
        .endm

@ \sum = C + \a: lies as C, or as \a, with C lying as its first term; in other registers, if need be.
        .macro  sum_of sum, c, a, x, y, kind
        eor     \sum, \c, \a, ror #(turn_A\x\y\kind - turn_C\x\kind) & 31
        .endm

        .macro  turn sum, a, x, y, kind, c, first_y
        eor     \sum, \a, \c, ror #(turn_A\x\first_y\kind - turn_A\x\y\kind) & 31
        .endm

@ Four words of the column, with y = 0, 1, \y2 and \y3, to r0, r1, \a2 and \a3.
        .macro  column x, kind, y2, y3, a2, a3
        word    r0, \x, 0, \kind
        word    r1, \x, 1, \kind
        word    \a2, \x, \y2, \kind
        word    \a3, \x, \y3, \kind
        .endm

        .macro  sum x, kind, y2, y3, a2, a3
        sum_of  C_\x\kind, C_\x\kind, r0, \x, 0, \kind
        sum_of  C_\x\kind, C_\x\kind, r1, \x, 1, \kind
        sum_of  C_\x\kind, C_\x\kind, \a2, \x, \y2, \kind
        sum_of  C_\x\kind, C_\x\kind, \a3, \x, \y3, \kind
        .endm

@ \result = D[x] = C[before] + C[after], x - 1 and x + 1, of the latter the one that has the lane's
@ next lower bits; for even words that is the odd word, rotated by one.
        .macro  d result, x, kind, before, after
        .if     \kind
        .set    turn_after, turn_C\after\()0
        .if     turn_D\x\kind == turn_C\before\kind
        eor     \result, C_\before\kind, C_\after\()0, ror #(turn_after - turn_D\x\kind) & 31
        .else
        eor     \result, C_\after\()0, C_\before\kind, ror #(turn_C\before\kind - turn_D\x\kind) & 31
        .endif
        .else
        .set    turn_after, (turn_C\after\()1 - 1) & 31
        .if     turn_D\x\kind == turn_C\before\kind
        eor     \result, C_\before\kind, C_\after\()1, ror #(turn_after - turn_D\x\kind) & 31
        .else
        eor     \result, C_\after\()1, C_\before\kind, ror #(turn_C\before\kind - turn_D\x\kind) & 31
        .endif
        .endif
        .if     turn_D\x\kind != turn_C\before\kind && turn_D\x\kind != turn_after
        .error  "D_\x\kind lies in neither way"
        .endif
        .endm

@ theta: C from the copy `from`, most of D, and three words of the half plane (y = 3, odd): r0, r1, r2.
        .macro  theta
        column  3, 0, 2, 4, r6, r8
        late    C_30, 3, 3, 0
        turn    C_30, r0, 3, 0, 0, C_30, 3
        sum_of  C_30, C_30, r1, 3, 1, 0
        sum_of  C_30, C_30, r6, 3, 2, 0
        sum_of  C_30, C_30, r8, 3, 4, 0

        column  1, 1, 3, 4, r6, r8
        late    first_11, 1, 2, 1
        sum_of  C_11, first_11, r8, 1, 4, 1
        sum_of  C_11, C_11, r0, 1, 0, 1
        sum_of  C_11, C_11, r1, 1, 1, 1
        sum_of  C_11, C_11, r6, 1, 3, 1

        word    r0, 3, 0, 1
        word    r1, 3, 1, 1
        word    r5, 2, 3, 1
        word    r6, 3, 3, 1
        late    C_20, 2, 3, 0
        turn    C_31, r6, 3, 3, 1, first_31, 2
        sum_of  C_31, C_31, r0, 3, 0, 1
        sum_of  C_31, C_31, r1, 3, 1, 1
        sum_of  C_21, C_21, r5, 2, 3, 1

        column  2, 0, 2, 4, r2, r5
        late    C_41, 4, 2, 1
        sum     2, 0, 2, 4, r2, r5
        column  4, 1, 3, 4, r2, r5
        late    C_00, 0, 3, 0
        sum     4, 1, 3, 4, r2, r5
        column  0, 0, 2, 4, r2, r5
        late    C_10, 1, 3, 0
        sum     0, 0, 2, 4, r2, r5
        column  1, 0, 2, 4, r2, r5
        late    C_40, 4, 3, 0
        sum     1, 0, 2, 4, r2, r5

        word    r0, 0, 0, 1
        word    r1, 0, 3, 1
        word    r2, 2, 0, 1
        word    r5, 2, 1, 1
        sum_of  C_01, C_01, r0, 0, 0, 1
        sum_of  C_01, C_01, r1, 0, 3, 1
        sum_of  C_21, C_21, r2, 2, 0, 1
        sum_of  C_21, C_21, r5, 2, 1, 1

        d       r5, 2, 1, 1, 3
        word    r0, 4, 1, 0
        word    r1, 4, 2, 0
        word    r2, 4, 4, 0
        str     r5, [sp, #AT_D_21]
        sum_of  C_40, C_40, r0, 4, 1, 0
        sum_of  C_40, C_40, r1, 4, 2, 0
        sum_of  C_40, C_40, r2, 4, 4, 0

        d       r5, 3, 0, 2, 4
        word    r0, 3, 4, 1
        word    r1, 4, 0, 0
        word    r2, 0, 1, 1
        str     r5, [sp, #AT_D_30]
        sum_of  C_31, C_31, r0, 3, 4, 1
        sum_of  C_40, C_40, r1, 4, 0, 0
        sum_of  C_01, C_01, r2, 0, 1, 1

        d       D_40, 4, 0, 3, 0
        d       D_11, 1, 1, 0, 2
        d       D_00, 0, 0, 4, 1
        d       D_31, 3, 1, 2, 4
        d       D_10, 1, 0, 0, 2
        d       D_41, 4, 1, 3, 0
        d       D_20, 2, 0, 1, 3
        d       D_01, 0, 1, 4, 1
        .endm

@ \macro for the lane that becomes lane (\j, \y): its y is \j.
        .macro  source y, j, macro, arguments:vararg
        .if     (3 * \y + \j) % 5 == 0
        \macro  0, \j, \arguments
        .elseif (3 * \y + \j) % 5 == 1
        \macro  1, \j, \arguments
        .elseif (3 * \y + \j) % 5 == 2
        \macro  2, \j, \arguments
        .elseif (3 * \y + \j) % 5 == 3
        \macro  3, \j, \arguments
        .else
        \macro  4, \j, \arguments
        .endif
        .endm

@ The word that becomes one of \kind; and with D[x] added, in D's register if \where is D.
        .macro  load x, y, a, kind
        ldr     \a, [sp, #from + 8 * (\x + 5 * \y) + 4 * ((\kind + odd_\x\y) & 1)]
        .endm

        .macro  plus x, y, a, kind, to
        .if     (\kind + odd_\x\y) & 1
        eor     \to, D_\x\()1, \a, ror #(turn_A\x\y\()1 - turn_D\x\()1) & 31
        .else
        eor     \to, D_\x\()0, \a, ror #(turn_A\x\y\()0 - turn_D\x\()0) & 31
        .endif
        .endm

@ chi for a word in two operations: \t = ~\b & \c, lies as \c; \result = \a + \t, lies as \a.  The j of
@ each word is its x.
        .macro  andnot t, b, jb, c, jc, y, kind
        bic     \t, \c, \b, ror #(turn_A\jb\y\kind - turn_A\jc\y\kind) & 31
        .endm

        .macro  chi result, a, ja, t, jt, y, kind
        eor     \result, \a, \t, ror #(turn_A\jt\y\kind - turn_A\ja\y\kind) & 31
        .endm

@ A half plane, its words j0 to j4 in r0 to r4: theta's D, rho and pi, then chi.  The word that the half
@ plane before has left in r5 is stored behind three loads, the first word made here behind two
@ others; the last one is left in r5.  half_end begins with three words loaded and D added.
        .macro  half y, kind, j0, j1, j2, j3, j4
        half_begin \y, \kind, \j0, \j1, \j2, r0, r1, r2
        half_end \y, \kind, \j0, \j1, \j2, \j3, \j4
        .endm

        .macro  half_begin y, kind, j0, j1, j2, a0, a1, a2
        source  \y, \j0, load, \a0, \kind
        source  \y, \j1, load, \a1, \kind
        source  \y, \j2, load, \a2, \kind
        str     r5, [sp, #to + left]
        source  \y, \j0, plus, \a0, \kind, \a0
        source  \y, \j1, plus, \a1, \kind, \a1
        source  \y, \j2, plus, \a2, \kind, \a2
        .endm

        .macro  half_end y, kind, j0, j1, j2, j3, j4
        andnot  r5, r1, \j1, r2, \j2, \y, \kind
        chi     r5, r0, \j0, r5, \j2, \y, \kind
        source  \y, \j3, load, r3, \kind
        source  \y, \j4, load, r4, \kind
        half_rest \y, \kind, \j0, \j1, \j2, \j3, \j4
        .endm

        .macro  half_rest y, kind, j0, j1, j2, j3, j4
        save    r5, \j0, \y, \kind
        source  \y, \j3, plus, r3, \kind, r3
        source  \y, \j4, plus, r4, \kind, r4
        andnot  r5, r2, \j2, r3, \j3, \y, \kind
        chi     r5, r1, \j1, r5, \j3, \y, \kind
        save    r5, \j1, \y, \kind
        andnot  r1, r0, \j0, r1, \j1, \y, \kind
        andnot  r5, r3, \j3, r4, \j4, \y, \kind
        chi     r5, r2, \j2, r5, \j4, \y, \kind
        save    r5, \j2, \y, \kind
        andnot  r0, r4, \j4, r0, \j0, \y, \kind
        chi     r0, r3, \j3, r0, \j0, \y, \kind
        save    r0, \j3, \y, \kind
        chi     r5, r4, \j4, r1, \j1, \y, \kind
        .set    left, 8 * (\j4 + 5 * \y) + 4 * \kind
        .endm

@ The half planes of y = 0: words 3, 4, 0, 1, 2 in r0, r4, r2, r3, r1, and of the odd ones 0 to 4 in r0
@ to r4.  Behind the last use of D_31 and D_20 come D_21 and D_30.  iota is added to word 0: \second
@ tells which of two constants.  The even one's only bit is the constant's highest, the odd one
@ its lowest 30; the carry becomes the bit between them, which nothing changes until the loop ends.
        .macro  plane_0 second
        half_begin 0, 0, 3, 4, 0, r0, r4, r2
        andnot  r5, r4, 4, r2, 0, 0, 0
        chi     r5, r0, 3, r5, 0, 0, 0
        source  0, 1, load, r3, 0
        source  0, 2, load, r1, 0
        ldr.w   D_21, [sp, #AT_D_21]
        save    r5, 3, 0, 0
        source  0, 1, plus, r3, 0, r3
        source  0, 2, plus, r1, 0, r1
        andnot  r5, r2, 0, r3, 1, 0, 0
        chi     r5, r4, 4, r5, 1, 0, 0
        save    r5, 4, 0, 0
        andnot  r4, r0, 3, r4, 4, 0, 0
        chi     r4, r1, 2, r4, 4, 0, 0
        ldr     r5, [sp, #CONSTANTS]
        save    r4, 2, 0, 0
        andnot  r0, r1, 2, r0, 3, 0, 0
        chi     r0, r3, 1, r0, 3, 0, 0
        .if     \second
        ldr     r4, [r5], #8
        .else
        ldr     r4, [r5, #-4]
        .endif
        save    r0, 1, 0, 0
        .if     \second
        str     r5, [sp, #CONSTANTS]
        .endif
        andnot  r1, r3, 1, r1, 2, 0, 0
        chi     r5, r2, 0, r1, 2, 0, 0
        eor     r5, r5, r4, lsr #31
        .set    left, 0

        half_begin 0, 1, 0, 1, 2, r0, r1, r2
        andnot  r5, r1, 1, r2, 2, 0, 1
        chi     r5, r0, 0, r5, 2, 0, 1
        eors    r5, r5, r4, lsl #2
        source  0, 3, load, r3, 1
        source  0, 4, load, r4, 1
        ldr     D_30, [sp, #AT_D_30]
        half_rest 0, 1, 0, 1, 2, 3, 4
        .endm

@ The last three half planes, of which words stay for C: of (y = 4, odd) words 0 and 2, in r11 and r7,
@ which are D_11 and D_40, not used again.
        .macro  last_halves
        half_begin 4, 1, 3, 4, 0, r0, r1, r2
        andnot  r5, r1, 4, r2, 0, 4, 1
        chi     r5, r0, 3, r5, 0, 4, 1
        source  4, 1, load, r3, 1
        source  4, 2, load, r4, 1
        save    r5, 3, 4, 1
        source  4, 1, plus, r3, 1, r3
        source  4, 2, plus, r4, 1, r4
        andnot  r5, r2, 0, r3, 1, 4, 1
        chi     r5, r1, 4, r5, 1, 4, 1
        save    r5, 4, 4, 1
        andnot  r1, r0, 3, r1, 4, 4, 1
        andnot  r5, r3, 1, r4, 2, 4, 1
        chi     r11, r2, 0, r5, 2, 4, 1
        save    r11, 0, 4, 1
        andnot  r0, r4, 2, r0, 3, 4, 1
        chi     r0, r3, 1, r0, 3, 4, 1
        save    r0, 1, 4, 1
        chi     r7, r4, 2, r1, 4, 4, 1

        @ (y = 2, odd), in r0 to r4: word 0 is added to r11, 2 to r7.  D_01 is not used again.
        source  2, 0, load, r0, 1
        source  2, 1, load, r1, 1
        source  2, 2, load, r2, 1
        save    r7, 2, 4, 1
        source  2, 0, plus, r0, 1, r0
        source  2, 1, plus, r1, 1, r1
        source  2, 2, plus, r2, 1, r2
        andnot  r5, r1, 1, r2, 2, 2, 1
        chi     r5, r0, 0, r5, 2, 2, 1
        source  2, 3, load, r3, 1
        source  2, 4, load, r4, 1
        save    r5, 0, 2, 1
        source  2, 3, plus, r3, 1, r3
        source  2, 4, plus, r4, 1, r4
        turn    C_01, r5, 0, 2, 1, r11, 4
        andnot  r5, r2, 2, r3, 3, 2, 1
        chi     first_11, r1, 1, r5, 3, 2, 1
        andnot  r1, r0, 0, r1, 1, 2, 1
        andnot  r9, r3, 3, r4, 4, 2, 1
        chi     r9, r2, 2, r9, 4, 2, 1
        andnot  r0, r4, 4, r0, 0, 2, 1
        chi     first_31, r3, 3, r0, 0, 2, 1
        chi     C_41, r4, 4, r1, 1, 2, 1
        turn    C_21, r7, 2, 4, 1, r9, 2

        @ (y = 3, even): its words 0 to 4 are in place of D_41, D_00, D_10, D_21 and D_30.
        source  3, 0, load, r0, 0
        source  3, 1, load, r1, 0
        source  3, 2, load, r7, 0
        save    r9, 2, 2, 1
        source  3, 0, plus, r0, 0, D_41
        source  3, 1, plus, r1, 0, D_00
        source  3, 2, plus, r7, 0, D_10
        source  3, 3, load, r0, 0
        source  3, 4, load, r1, 0
        save    first_31, 3, 2, 1
        source  3, 3, plus, r0, 0, D_21
        source  3, 4, plus, r1, 0, D_30
        andnot  r0, D_41, 0, D_00, 1, 3, 0
        andnot  r1, D_30, 4, D_41, 0, 3, 0
        andnot  r7, D_00, 1, D_10, 2, 3, 0
        chi     C_00, D_41, 0, r7, 2, 3, 0
        andnot  r7, D_10, 2, D_21, 3, 3, 0
        chi     C_10, D_00, 1, r7, 3, 3, 0
        andnot  r7, D_21, 3, D_30, 4, 3, 0
        chi     C_20, D_10, 2, r7, 4, 3, 0
        chi     C_30, D_21, 3, r1, 0, 3, 0
        chi     C_40, D_30, 4, r0, 1, 3, 0
        .endm

        .macro  round source, target, second
        .set    from, \source
        .set    to, \target
        theta
        source  3, 4, plus, r0, 1, r0
        source  3, 0, plus, r1, 1, r1
        source  3, 1, plus, r2, 1, r2
        half_end 3, 1, 4, 0, 1, 2, 3
        half    1, 1, 0, 1, 2, 3, 4
        half    2, 0, 0, 1, 2, 3, 4
        half    4, 0, 0, 1, 2, 3, 4
        plane_0 \second
        half    1, 0, 0, 1, 2, 3, 4
        last_halves
        .endm

@ Words of the caller's state, to the copy FIRST and from there back, from and to the way that they lie
@ in.
        .macro  turn_in a, x, y, kind
        .if     turn_A\x\y\kind
        mov     \a, \a, ror #-turn_A\x\y\kind & 31
        .endif
        .endm

        .macro  in a, x, y, kind
        turn_in \a, \x, \y, \kind
        str     \a, [sp, #FIRST + 8 * (\x + 5 * \y) + 4 * \kind]
        .endm

        .macro  turn_out a, x, y, kind
        .if     turn_A\x\y\kind
        mov     \a, \a, ror #turn_A\x\y\kind
        .endif
        .endm

        .macro  back a, x, y, kind
        turn_out \a, \x, \y, \kind
        str     \a, [r0, #8 * (\x + 5 * \y) + 4 * \kind]
        .endm

@ void mote_keccak_f1600(u32 *state)
@ r0 = state, interleaved.  Clobbers r1-r3, r12, lr, flags.  Stack: 452 bytes.
        .global PERMUTATION
        .type   PERMUTATION, %function
        .thumb_func
PERMUTATION:
        push    {r4-r11, lr}
        sub     sp, #FRAME
        str     r0, [sp, #STATE]
        adr     r1, second_constant
        str     r1, [sp, #CONSTANTS]
        ldr     r1, [r0, #8 * 10]       @ y = 2, even, and y = 3, odd
        ldr     r2, [r0, #8 * 11]
        ldr     r3, [r0, #8 * 12]
        ldr     r4, [r0, #8 * 13]
        ldr     r5, [r0, #8 * 14]
        ldr     r6, [r0, #8 * 15 + 4]
        ldr     r7, [r0, #8 * 16 + 4]
        ldr     r8, [r0, #8 * 17 + 4]
        ldr     r9, [r0, #8 * 18 + 4]
        ldr     r10, [r0, #8 * 19 + 4]
        in      r1, 0, 2, 0
        in      r2, 1, 2, 0
        in      r3, 2, 2, 0
        in      r4, 3, 2, 0
        in      r5, 4, 2, 0
        in      r6, 0, 3, 1
        in      r7, 1, 3, 1
        in      r8, 2, 3, 1
        in      r9, 3, 3, 1
        in      r10, 4, 3, 1
        mov     r12, r0
        .irpc   y, 014
        .if     \y == 4
        add     r12, r0, #40 * 4
        .endif
        ldmia   r12!, {r1-r10}
        in      r1, 0, \y, 0
        in      r2, 0, \y, 1
        in      r3, 1, \y, 0
        in      r4, 1, \y, 1
        in      r5, 2, \y, 0
        in      r6, 2, \y, 1
        in      r7, 3, \y, 0
        in      r8, 3, \y, 1
        in      r9, 4, \y, 0
        in      r10, 4, \y, 1
        .endr
        mov     r8, r2                  @ first terms of C; r8 and r6 are words of y = 4
        ldr     C_20, [r0, #8 * 17]
        ldr     C_30, [r0, #8 * 18]
        ldr     C_40, [r0, #8 * 19]
        ldr     C_01, [r0, #8 * 10 + 4]
        ldr     first_11, [r0, #8 * 11 + 4]
        ldr     r1, [r0, #8 * 12 + 4]
        ldr     first_31, [r0, #8 * 13 + 4]
        ldr     C_41, [r0, #8 * 14 + 4]
        ldr     C_00, [r0, #8 * 15]
        ldr     C_10, [r0, #8 * 16]
        in      C_01, 0, 2, 1
        in      r1, 2, 2, 1
        in      first_31, 3, 2, 1
        turn_in C_00, 0, 3, 0
        turn_in C_10, 1, 3, 0
        turn_in C_20, 2, 3, 0
        turn_in C_30, 3, 3, 0
        turn_in C_40, 4, 3, 0
        turn_in first_11, 1, 2, 1
        turn_in C_41, 4, 2, 1
        turn    C_01, C_01, 0, 2, 1, r8, 4
        turn    C_21, r6, 2, 4, 1, r1, 2

        .align  2
rounds: round   FIRST, SECOND, 0
        round   SECOND, FIRST, 1
        bcc     rounds

        ldr     r0, [sp, #STATE]
        back    C_00, 0, 3, 0           @ first terms of C
        back    C_10, 1, 3, 0
        back    C_20, 2, 3, 0
        back    C_30, 3, 3, 0
        back    C_40, 4, 3, 0
        back    first_11, 1, 2, 1
        back    first_31, 3, 2, 1
        back    C_41, 4, 2, 1
        .set    from, FIRST
        word    r1, 0, 2, 0
        word    r2, 1, 2, 0
        word    r3, 2, 2, 0
        word    r4, 3, 2, 0
        word    r5, 4, 2, 0
        word    r6, 0, 2, 1
        word    r7, 2, 2, 1
        word    r8, 0, 3, 1
        word    r9, 1, 3, 1
        word    r10, 2, 3, 1
        word    r11, 3, 3, 1
        word    r12, 4, 3, 1
        back    r1, 0, 2, 0
        back    r2, 1, 2, 0
        back    r3, 2, 2, 0
        back    r4, 3, 2, 0
        back    r5, 4, 2, 0
        back    r6, 0, 2, 1
        back    r7, 2, 2, 1
        back    r8, 0, 3, 1
        back    r9, 1, 3, 1
        back    r10, 2, 3, 1
        back    r11, 3, 3, 1
        back    r12, 4, 3, 1
        .irpc   y, 014
        add     r11, sp, #FIRST + 40 * \y
        ldmia   r11, {r1-r10}
        back    r1, 0, \y, 0
        back    r2, 0, \y, 1
        back    r3, 1, \y, 0
        back    r4, 1, \y, 1
        back    r5, 2, \y, 0
        back    r6, 2, \y, 1
        back    r7, 3, \y, 0
        back    r8, 3, \y, 1
        back    r9, 4, \y, 0
        back    r10, 4, \y, 1
        .endr
        add     sp, #FRAME
        pop     {r4-r11, pc}

@ The round constants of iota, even bits and odd bits: see plane_0.
        .macro  constant even, odd, last = 0
        .word   \even * 0x80000000 + \last * 0x40000000 + (\odd & 0x3FFFF) * 0x1000 + (\odd / 0x100000 & 0xFFF)
        .endm

        .align  2
#ifdef ALL_ROUNDS
        constant 1, 0x00000000
second_constant:
        constant 0, 0x00000089
        constant 0, 0x8000008B
        constant 0, 0x80008080
        constant 1, 0x0000008B
        constant 1, 0x00008000
        constant 1, 0x80008088
        constant 1, 0x80000082
        constant 0, 0x0000000B
        constant 0, 0x0000000A
        constant 1, 0x00008082
        constant 0, 0x00008003
        constant 1, 0x0000808B
#else
        constant 1, 0x0000808B
second_constant:
#endif
        constant 1, 0x8000000B
        constant 1, 0x8000008A
        constant 1, 0x80000081
        constant 0, 0x80000081
        constant 0, 0x80000008
        constant 0, 0x00000083
        constant 0, 0x80008003
        constant 1, 0x80008088
        constant 0, 0x80000088
        constant 1, 0x00008000
        constant 0, 0x80008082, 1
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
