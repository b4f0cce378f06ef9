@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 488
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@
@ Registers:
@   r0  A        r1  8 x      r2  8 y      r3  k      r4, r5  low and high half of a lane
@   r8  k (k + 1) / 2, by how much to rotate          r6, r7, r10, r11, r12  temporary
@   lr  the shift register R of section 3.2.5 in the highest byte, R[0] in its lowest bit; it also
@       counts the rounds
@
@ Keccak-f[1600] for ARMv4 and ARMv4T, small: ARM instructions only, either byte order.  Built for
@ ARMv4T it returns with bx and may be called from either state.  Nothing is called, no data at all.
@
@ Specification: FIPS PUB 202, sections 3.2 and 3.3; A, C, D are the names of its step mappings.
@
@ THE STATE A is 25 lanes of two words, the low half first; lane (x, y) is number x + 5 y.
@
@ A ROUND is that of thumb.S: C[x] for x = 4, 0, 1, 2, 3, 4, 0, pushed from the last to the first;
@ theta, rho and pi along the path of rho, from A to the stack, every lane stored twice in rows of
@ ten, so that chi needs no remainder; chi from there to A; iota.
@
@ A shift by a register is by 0 to 32: so a rotation by 0 needs no case of its own.  Branches and
@ times depend on k only.
@
@ COUNT for a round, in cycles of the ARM7TDMI: C 7 x 69, a lane of the second part 65 to 81 by how
@ often 5 is subtracted, chi 25 x 23, iota some 70.  In all some 2,900; of that 200 are the
@ operations of the step mappings themselves.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4.S needs a core with ARM instructions (no Cortex-M)"
#endif

@ keccak/p1600 has the last 12 rounds of it by another name and another beginning.
#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define FIRST 0x01000000
#endif

        .syntax unified
        .arm
        .text
        .align  2

        .equ    LANE, 8                 @ bytes
        .equ    PLANE, 5 * LANE
        .equ    ROW, 2 * PLANE          @ a plane on the stack
        .equ    CC, 5 * ROW             @ C[4], C[0] to C[4], C[0] on the stack
        .equ    CC_LANES, 7

@ void mote_keccak_f1600(u32 *state)
@ r0 = state.  Clobbers r1-r3, r12, flags.  Stack: 488 bytes.
        .global PERMUTATION
        .type   PERMUTATION, %function
PERMUTATION:
        stmdb   sp!, {r4-r8, r10, r11, lr}
        mov     lr, #FIRST
rounds: add     r12, r0, #5 * PLANE
        mov     r1, #0                  @ C
        mov     r3, #CC_LANES
1:      mov     r4, #0
        mov     r5, #0
        add     r2, r0, r1
2:      ldmia   r2, {r6, r7}
        eor     r4, r4, r6
        eor     r5, r5, r7
        add     r2, r2, #PLANE
        cmp     r2, r12
        blo     2b
        stmdb   sp!, {r4, r5}
        subs    r1, r1, #LANE           @ the lane before, or the last of the plane
        movmi   r1, #4 * LANE
        subs    r3, r3, #1
        bne     1b

        sub     sp, sp, #CC             @ (r3 = 0)
        mov     r1, #0
        mov     r2, #0
        mov     r8, #0
path:   add     r7, sp, #CC             @ D[x] = C[x-1] + (C[x+1] <<< 1)
        add     r7, r7, r1
        ldmia   r7, {r4-r7, r10, r11}
        eor     r4, r4, r10, lsl #1
        eor     r4, r4, r11, lsr #31
        eor     r5, r5, r11, lsl #1
        eor     r5, r5, r10, lsr #31
        add     r6, r0, r1              @ + A[x, y]
        add     r7, r2, r2, lsl #2
        ldr     r10, [r6, r7]!
        ldr     r11, [r6, #4]
        eor     r10, r10, r4
        eor     r11, r11, r5
        tst     r8, #32                 @ rotated
        movne   r6, r10
        movne   r10, r11
        movne   r11, r6
        and     r6, r8, #31
        rsb     r7, r6, #32
        mov     r4, r10, lsl r6
        orr     r4, r4, r11, lsr r7
        mov     r5, r11, lsl r6
        orr     r5, r5, r10, lsr r7
        add     r6, r1, r2              @ (X, Y) = (y, 2 x + 3 y)
        mov     r1, r2
        add     r2, r2, r6, lsl #1
3:      subs    r2, r2, #PLANE          @ modulo 5
        bpl     3b
        add     r2, r2, #PLANE
        add     r6, r1, r2, lsl #3
        add     r6, r6, r2, lsl #1
        add     r6, r6, sp
        stmia   r6, {r4, r5}
        add     r6, r6, #PLANE
        stmia   r6, {r4, r5}
        cmp     r3, #0
        moveq   r1, #LANE               @ the path begins at (1, 0)
        add     r3, r3, #1
        add     r8, r8, r3
        cmp     r3, #25
        bne     path

        mov     r3, r0                  @ chi
4:      mov     r8, #5
5:      ldmia   sp!, {r4, r5}           @ lane x
        ldmia   sp, {r6, r7, r10, r11}  @ lanes x + 1 and x + 2
        bic     r10, r10, r6
        bic     r11, r11, r7
        eor     r4, r4, r10
        eor     r5, r5, r11
        stmia   r3!, {r4, r5}
        subs    r8, r8, #1
        bne     5b
        add     sp, sp, #PLANE
        cmp     r3, r12
        bne     4b
        add     sp, sp, #LANE * CC_LANES

        ldmia   r0, {r4, r5}            @ iota: bits 0, 1, 3, 7, 15, 31 of the low half:
        mov     r1, #1                  @ r1 becomes 2 r1 r1, and 0 at last
6:      tst     lr, #0x01000000
        eorne   r4, r4, r1
        movs    lr, lr, lsl #1
        eorcs   lr, lr, #0x71000000     @ R[0], R[4], R[5], R[6]
        mul     r2, r1, r1
        movs    r1, r2, lsl #1
        bne     6b
        tst     lr, #0x01000000         @ the seventh is bit 31 of the high half
        eorne   r5, r5, #0x80000000
        movs    lr, lr, lsl #1
        eorcs   lr, lr, #0x71000000
        stmia   r0, {r4, r5}
        cmp     lr, #0x8E000000         @ after 24 times seven steps
        bne     rounds
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmia   sp!, {r4-r8, r10, r11, pc}
#endif
        .size   PERMUTATION, . - PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
