@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 452
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@ defines = ["KECCAK_INTERLEAVED"]
@ bound = 8832
@
@ Registers of a round: see `Registers` below.
@
@ Keccak-f[1600] for ARMv7-M, fast: Cortex-M3 and M4.  Nothing is called, and there is no data outside
@ .text.
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
@ may lie rotated by any constant, which the next use of it makes up for: see armv4_fast.S, whose
@ choices (turn_D...) these are.  A round gives the words back as it has found them.
@
@ A ROUND goes from one copy of the state on the stack to another, by half planes: the five words of
@ one kind with the same y.  A load behind a load takes one cycle instead of two, and a store behind
@ one takes none, so words are loaded in runs, four for C and five for a half plane, with a store
@ behind each.  The two words of D[2] have no register.  The plane y = 0 is the last one, and stays in
@ registers as the first term of C.
@
@ COUNT for a round, in cycles of the Cortex-M4's model (docs/timing.md): C 40 words loaded in ten
@ runs, with a store behind each, and added, 50 + 40; D 10 made, one stored, 11; theta, rho, pi and
@ chi of a half plane 6 for the run with a store behind it, 2 for the word of D[2], 5 for D, 10 for
@ chi, 4 stores, 27 seven times, 25 for the first, which has D[2], 23 and 24 for the plane that is not
@ stored; iota 6 for a pointer stored and two constants loaded and added.  That is 368 and 8,832 for
@ the permutation, the bound for this order of work; the loop takes 4 for two rounds, the state's way
@ in and out some 300.  The operations of the step mappings alone are 200 a round.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ Registers.  C and D as numbers x and kind: 0 even words, 1 odd words.  r0 to r5 are words of a half
@ plane, r0, r4, r9 and lr words for C; D20 and D21 are in the frame.
C_00    .req    r1
C_10    .req    r2
C_20    .req    r3
C_30    .req    r5
C_40    .req    r6
C_01    .req    r7
C_11    .req    r8
C_21    .req    r10
C_31    .req    r11
C_41    .req    r12
D_00    .req    r8
D_01    .req    r11
D_10    .req    r10
D_11    .req    lr
D_30    .req    r12
D_31    .req    r6
D_40    .req    r7
D_41    .req    r9

@ The frame, from sp.
        .equ    COPY, 200               @ bytes of a copy of the state
        .equ    FIRST, 0
        .equ    SECOND, FIRST + COPY
        .equ    D_20, SECOND + COPY
        .equ    D_21, D_20 + 4
        .equ    CONSTANTS, D_21 + 4     @ where the next round constant is
        .equ    STATE, CONSTANTS + 4    @ the caller's state
        .equ    FRAME, STATE + 4

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

@ Applies \macro to the lanes that become lanes (0, y) to (4, y), with the registers \a0 to \a4.
        .macro  sources y, macro, a0, a1, a2, a3, a4, arguments:vararg
        .if     \y == 0
        \macro  0, 0, \a0, \arguments
        \macro  1, 1, \a1, \arguments
        \macro  2, 2, \a2, \arguments
        \macro  3, 3, \a3, \arguments
        \macro  4, 4, \a4, \arguments
        .elseif \y == 1
        \macro  3, 0, \a0, \arguments
        \macro  4, 1, \a1, \arguments
        \macro  0, 2, \a2, \arguments
        \macro  1, 3, \a3, \arguments
        \macro  2, 4, \a4, \arguments
        .elseif \y == 2
        \macro  1, 0, \a0, \arguments
        \macro  2, 1, \a1, \arguments
        \macro  3, 2, \a2, \arguments
        \macro  4, 3, \a3, \arguments
        \macro  0, 4, \a4, \arguments
        .elseif \y == 3
        \macro  4, 0, \a0, \arguments
        \macro  0, 1, \a1, \arguments
        \macro  1, 2, \a2, \arguments
        \macro  2, 3, \a3, \arguments
        \macro  3, 4, \a4, \arguments
        .else
        \macro  2, 0, \a0, \arguments
        \macro  3, 1, \a1, \arguments
        \macro  4, 2, \a2, \arguments
        \macro  0, 3, \a3, \arguments
        \macro  1, 4, \a4, \arguments
        .endif
        .endm

@ Four words of C[x], with y = 1 to 4, are loaded at once and added to that with y = 0, which is stored
@ first: behind a load that takes no cycle.
        .macro  sum x, kind
        ldr     r0, [sp, #from + 8 * (\x + 5) + 4 * \kind]
        ldr     r4, [sp, #from + 8 * (\x + 10) + 4 * \kind]
        ldr     r9, [sp, #from + 8 * (\x + 15) + 4 * \kind]
        ldr     lr, [sp, #from + 8 * (\x + 20) + 4 * \kind]
        str     C_\x\kind, [sp, #from + 8 * \x + 4 * \kind]
        eor     C_\x\kind, C_\x\kind, r0, ror #(turn_A\x\()1\kind - turn_A\x\()0\kind) & 31
        eor     C_\x\kind, C_\x\kind, r4, ror #(turn_A\x\()2\kind - turn_A\x\()0\kind) & 31
        eor     C_\x\kind, C_\x\kind, r9, ror #(turn_A\x\()3\kind - turn_A\x\()0\kind) & 31
        eor     C_\x\kind, C_\x\kind, lr, ror #(turn_A\x\()4\kind - turn_A\x\()0\kind) & 31
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

@ theta: C from the copy `from`.  It has the plane y = 0.  D_21 stays in r0 for the first half plane,
@ which stores it.
        .macro  theta
        .irpc   x, 01234
        sum     \x, 0
        sum     \x, 1
        .endr
        d       2, 1, r0, C_11, 1, C_30, 3
        d       0, 0, D_00, C_40, 4, C_11, 1
        d       3, 1, D_31, C_21, 2, C_40, 4
        d       1, 0, D_10, C_00, 0, C_21, 2
        d       4, 1, D_41, C_31, 3, C_00, 0
        d       2, 0, r1, C_10, 1, C_31, 3
        str.w   r1, [sp, #D_20]
        d       0, 1, D_01, C_41, 4, C_10, 1
        d       3, 0, D_30, C_20, 2, C_41, 4
        d       1, 1, D_11, C_01, 0, C_20, 2
        d       4, 0, D_40, C_30, 3, C_01, 0
        .endm

@ Loads a word, and adds D[x] to it: from its register, or D[2] from \t.  Some loads and stores are
@ longer than they need be (.w): 32-bit instructions behind them then do not lie across two words, of
@ which three in a row behind a load take a cycle more.
        .macro  load x, y, a, kind
        .if     10 * (\x + 5 * \y) + \kind == 1
        ldr.w   \a, [sp, #from + 4]
        .else
        ldr     \a, [sp, #from + 8 * (\x + 5 * \y) + 4 * ((\kind + odd_\x\y) & 1)]
        .endif
        .endm

        .macro  plus_word a, x, y, kind, t
        .if     \x == 2
        eor     \a, \t, \a, ror #(turn_A\x\y\kind - turn_D\x\kind) & 31
        .else
        eor     \a, D_\x\kind, \a, ror #(turn_A\x\y\kind - turn_D\x\kind) & 31
        .endif
        .endm

        .macro  plus x, y, a, kind, t, which
        .if     (\x == 2) == \which
        .if     (\kind + odd_\x\y) & 1
        plus_word \a, \x, \y, 1, \t
        .else
        plus_word \a, \x, \y, 0, \t
        .endif
        .endif
        .endm

        .macro  load_d x, y, t, kind
        .if     \x == 2
        .if     (\kind + odd_\x\y) & 1
        ldr.w   \t, [sp, #D_21]
        .else
        ldr.w   \t, [sp, #D_20]
        .endif
        .endif
        .endm

@ Stores a word of chi's result; those of the plane y = 0 wait for the next theta.
        .macro  store a, x, y, kind
        .if     \y
        str     \a, [sp, #to + 8 * (\x + 5 * \y) + 4 * \kind]
        .endif
        .endm

@ Half the plane \y: theta's D, rho and pi on the words in registers \a0 to \a4; then chi, from these
@ to \a2, \a3, \a4, \t3 and \t4; where \y is not 0 to r5 in place of \a2, which stays there.  What goes
@ before it behind the loads of its words takes no cycle there: the word that the half plane before has
@ left in r5, or in the first one D_21, which \t3 holds.  Otherwise D[2] is loaded when r5 is free.
        .macro  half y, kind, a0, a1, a2, a3, a4, t3, t4
        sources \y, load, \a0, \a1, \a2, \a3, \a4, \kind
        .if     10 * \y + \kind == 10
        str     \t3, [sp, #D_21]
        .elseif \kind
        .if     \y
        str     r5, [sp, #to + 8 * 5 * \y]
        .endif
        .elseif \y
        str     r5, [sp, #to + 8 * 5 * (\y - 1) + 4]
        .else
        str     r5, [sp, #to + 8 * 5 * 4 + 4]
        .endif
        sources \y, plus, \a0, \a1, \a2, \a3, \a4, \kind, \t3, 0
        .if     10 * \y + \kind != 10
        sources \y, load_d, \t3, \t3, \t3, \t3, \t3, \kind
        .endif
        .if     10 * \y + \kind == 1
        ldr     lr, [sp, #CONSTANTS]    @ for iota: here it takes a cycle less
        .endif
        sources \y, plus, \a0, \a1, \a2, \a3, \a4, \kind, \t3, -1
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
        .if     \y
        eor     r5, \a0, \a2, ror #(turn_A2\y\kind - turn_A0\y\kind) & 31
        .else
        eor     \a2, \a0, \a2, ror #(turn_A2\y\kind - turn_A0\y\kind) & 31
        .endif
        .endm

        .macro  round source, target
        .set    from, \source
        .set    to, \target
        theta
        half    1, 0, r1, r2, r3, r4, r5, r0, r0
        half    1, 1, r0, r1, r2, r3, r4, r5, r5
        .irpc   y, 234
        half    \y, 0, r0, r1, r2, r3, r4, r5, r5
        half    \y, 1, r0, r1, r2, r3, r4, r5, r5
        .endr
        half    0, 0, r4, r0, C_00, C_10, C_20, C_30, C_40
        half    0, 1, r0, r4, C_01, C_11, C_21, C_31, C_41
        ldmia   lr!, {r0, r4}           @ iota
        str     lr, [sp, #CONSTANTS]
        eor     C_00, C_00, r0, ror #-turn_A000 & 31
        eor     C_01, C_01, r4, ror #-turn_A001 & 31
        .endm

@ Words of the caller's state to the first copy and back, from and to the way that they lie in.
        .macro  in a, x, y, kind
        mov     \a, \a, ror #-turn_A\x\y\kind & 31
        .if     \y
        str     \a, [sp, #FIRST + 8 * (\x + 5 * \y) + 4 * \kind]
        .endif
        .endm

        .macro  out x, y, a, b
        ldr     \a, [sp, #FIRST + 8 * (\x + 5 * \y)]
        ldr     \b, [sp, #FIRST + 8 * (\x + 5 * \y) + 4]
        .endm

        .macro  back x, y, a, b
        mov     \a, \a, ror #turn_A\x\y\()0
        str     \a, [lr, #8 * (\x + 5 * \y)]
        mov     \b, \b, ror #turn_A\x\y\()1
        str     \b, [lr, #8 * (\x + 5 * \y) + 4]
        .endm

@ void mote_keccak_f1600(u32 *state)
@ r0 = state, interleaved.  Clobbers r0-r3, r12, lr, flags.  Stack: 452 bytes.
        .global mote_keccak_f1600
        .type   mote_keccak_f1600, %function
        .thumb_func
mote_keccak_f1600:
        push    {r4-r11, lr}
        sub     sp, #FRAME
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
        .endr
        .irpc   x, 01234
        in      C_\x\()0, \x, 0, 0
        in      C_\x\()1, \x, 0, 1
        .endr

        .align  2
rounds: round   FIRST, SECOND
        round   SECOND, FIRST
        adr     r0, constants_end
        cmp     lr, r0
        bne     rounds
        ldr     lr, [sp, #STATE]
        .irpc   x, 01234
        back    \x, 0, C_\x\()0, C_\x\()1
        .endr
        .irpc   y, 1234
        out     0, \y, r0, r1
        out     1, \y, r2, r3
        out     2, \y, r4, r5
        out     3, \y, r6, r7
        out     4, \y, r8, r9
        back    0, \y, r0, r1
        back    1, \y, r2, r3
        back    2, \y, r4, r5
        back    3, \y, r6, r7
        back    4, \y, r8, r9
        .endr
        add     sp, #FRAME
        pop     {r4-r11, pc}

@ The round constants of iota, even bits and odd bits.
        .align  2
constants:
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
        .size   mote_keccak_f1600, . - mote_keccak_f1600

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
