@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r0-r3 r12 flags"
@ stack = 476
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@
@ Registers:
@   r12  A              r4, r5  low and high half of a lane
@   r0   the shift register R of section 3.2.5, which also counts the rounds: R[0] in bit 7, R[7] in
@        bit 0
@   r1   8 x            r2      8 y
@   r3   k              r6, r7  temporary
@
@ Keccak-f[1600] for ARMv7-M, small: Cortex-M3 and M4.  It is thumb.S, but that C is summed without a
@ loop, and that the second operand and IT save an instruction or two where they save a cycle.  Nothing
@ is called, and there is no data at all.
@
@ Specification: FIPS PUB 202, sections 3.2 and 3.3; A, C, D are the names of its step mappings.
@
@ THE STATE A is 25 lanes of two words, the low half first; lane (x, y) is number x + 5 y.
@
@ A ROUND has three parts:
@
@   C[x] for x = 4, 0, 1, 2, 3, 4, 0, pushed from the last word to the first, so that C[x-1] and
@   C[x+1] are found without a remainder.
@
@   theta, rho and pi: lane (0, 0), then the 24 others along the path of rho.  Lane (x, y) of A,
@   with D[x] added and rotated, is stored on the stack as lane (X, Y) = (y, 2x + 3y), which is
@   also where the path goes on.  It is stored twice, in columns X and X + 5 of ten, so that chi
@   too needs no remainder.  The lane at step k is rotated by r = k (k + 1) / 2 (section 3.2.2), and
@   with k = 0 lane (0, 0) by 0.  iota is added to that lane, before chi, in the one of its two
@   copies that chi adds to the result.
@
@   chi, from the stack into A; the stack is popped on the way.
@
@ A rotation to the left by r is one to the right by n = -r modulo 32 of both halves, after which
@ the low bits, as many as r modulo 32, are those of the other half; before it, the halves change
@ places if r > 32 (r = 32 does not occur).  The difference of the halves, shifted by n, sets these
@ bits right.  For r = 0 the halves change places twice.  Branches and times depend on k only.
@
@ COUNT for a round, in cycles of a Cortex-M4: C 14 x 20, a lane of the second part 58 to 78 by how
@ often 5 is subtracted, iota some 70, a lane of chi 20.  In all some 2,540, the permutation 61,000.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text

        .equ    LANE, 8                 @ bytes
        .equ    PLANE, 5 * LANE
        .equ    ROW, 2 * PLANE          @ a plane on the stack
        .equ    CC, 5 * ROW             @ C[4], C[0] to C[4], C[0] on the stack
        .equ    CC_WORDS, 14

@ void mote_keccak_f1600(u32 *state)
@ r0 = state.  Clobbers r0-r3, r12, flags.  Stack: 476 bytes.
        .global mote_keccak_f1600
        .type   mote_keccak_f1600, %function
        .thumb_func
mote_keccak_f1600:
        push    {r4-r7, lr}
        mov     r12, r0
        movs    r0, #0x1D               @ one step before R = 10000000
rounds:
        mov     r7, r12                 @ C: r7 = the word before, from the high half of C[0] on
        movs    r3, #CC_WORDS
1:      ldr     r4, [r7, #4]
        ldr     r5, [r7, #PLANE + 4]
        ldr     r6, [r7, #2 * PLANE + 4]
        ldr     r2, [r7, #3 * PLANE + 4]
        ldr     r1, [r7, #4 * PLANE + 4]
        eors    r4, r5
        eors    r6, r2
        eors    r4, r1
        eors    r4, r6
        push    {r4}
        cmp     r7, r12
        it      cc
        addcc   r7, #PLANE              @ behind the low half of C[0]: the end of the plane
        subs    r7, #4
        subs    r3, #1
        bne     1b
        sub     sp, #5 * ROW
        movs    r1, #0                  @ (r3 = 0)
        movs    r2, #0

path:   add     r7, sp, #CC             @ D[x] = C[x-1] + (C[x+1] <<< 1)
        adds    r7, r1
        ldr     r4, [r7, #2 * LANE]
        ldr     r5, [r7, #2 * LANE + 4]
        adds    r6, r5, r5
        adcs    r4, r4
        adcs    r5, r5
        ldmia   r7, {r6, r7}
        eors    r4, r6
        eors    r5, r7
        add     r6, r1, r2, lsl #2      @ + A[x, y]
        adds    r6, r2
        add     r6, r12
        ldmia   r6, {r6, r7}
        eors    r4, r6
        eors    r5, r7
        mvns    r6, r3                  @ r6 = - k (k + 1) = - 2 r
        muls    r6, r3
        eor     r7, r4, r5              @ difference of the halves
        lsls    r6, #26                 @ carry = bit 5 of -r
        itt     cc
        eorcc   r4, r7                  @ r > 32, or r = 0: they change places
        eorcc   r5, r7
        lsrs    r6, #27                 @ n
        rors    r4, r6
        rors    r5, r6
        lsrs    r7, r6
        eors    r4, r7
        eors    r5, r7
        adds    r6, r1, r2              @ (X, Y) = (y, 2 x + 3 y)
        adds    r6, r6
        adds    r6, r2
        movs    r1, r2
5:      movs    r2, r6                  @ modulo 5
        subs    r6, #5 * LANE
        bpl     5b
        movs    r7, #ROW / LANE
        muls    r7, r2
        adds    r7, r1                  @ 0 for lane (0, 0) alone
        add     r7, sp
        str     r4, [r7, #PLANE]
        str     r5, [r7, #PLANE + 4]
        bne     8f

        movs    r1, #1                  @ iota: bits 0, 1, 3, 7, 15, 31 of the low half:
        movs    r2, #7                  @ r1 becomes 2 r1 r1, and 0 at last
6:      lsrs    r0, #1
        bcc     7f
        movs    r6, #0x8E               @ R[0], R[4], R[5], R[6]
        eors    r0, r6
        eors    r4, r1
7:      muls    r1, r1
        adds    r1, r1
        subs    r2, #1
        bne     6b
        lsrs    r6, r0, #7              @ the seventh, R[0], is bit 31 of the high half
        lsls    r6, #31
        eors    r5, r6
        movs    r1, #LANE               @ the path begins at (1, 0)

8:      stmia   r7!, {r4, r5}
        adds    r3, #1
        cmp     r3, #25
        bne     path

        mov     r7, r12                 @ chi
9:      movs    r6, #5
10:     add     r1, sp, #LANE           @ lanes x + 1 and x + 2
        ldmia   r1, {r1, r2, r4, r5}
        bics    r4, r1
        bics    r5, r2
        pop     {r1, r2}                @ lane x
        eors    r4, r1
        eors    r5, r2
        stmia   r7!, {r4, r5}
        subs    r6, #1
        bne     10b
        add     sp, #PLANE
        subs    r3, #5
        bne     9b
        add     sp, #4 * CC_WORDS
        cmp     r0, #0xE2               @ after 24 times seven steps
        bne     rounds
        pop     {r4-r7, pc}
        .size   mote_keccak_f1600, . - mote_keccak_f1600
