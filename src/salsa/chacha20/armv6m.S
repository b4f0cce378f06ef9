@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 8439 (June 2018), sections 2.1 to 2.4"
@ functions = [
@   "mote_chacha20_init(cc, key, nonce, counter)",
@   "mote_chacha20_crypt(cc, src, dst, len)",
@ ]
@ reads = {cc = 132, key = 32, nonce = 12, src = "len"}
@ writes = {cc = 132, dst = "len"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 48
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds:
@   r0       the block's words        r5  4 in a diagonal, else 0
@   r1-r4    a, b, c, d               r6  a place; amount of a rotation
@   r8, r10, r11, r12  their places   r7  4 times the quarter rounds that are done, less 320
@
@ ChaCha20 in 16-bit Thumb instructions for ARMv6-M and ARMv7-M, small.  Little-endian; texts may lie
@ anywhere.  Nothing called, no data outside .text.  The words of a block are in the context, and
@ quarter rounds take theirs from there.
@
@ COUNT of a quarter round, in cycles of a Cortex-M0: the places 21, 16 words read and written 16, its
@ sums, differences and rotations 16, the rest 8.

#if !defined(__thumb__) || defined(__ARM_BIG_ENDIAN) || __ARM_ARCH_PROFILE != 'M'
#error "armv6m.S needs a little-endian core of ARMv6-M or ARMv7-M: -mcpu=cortex-m0 -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

#include "common/thumb.inc"

        .equ    COUNTER, 48             @ offsets in the context
        .equ    KEY_STREAM, 64
        .equ    LEFT, 128
        .equ    CC, 0                   @ from sp on
        .equ    SRC, 4                  @ dst and len behind it
        .equ    LEN, 12

@ void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter)
        function mote_chacha20_init
        push    {r4-r6, lr}
        adr     r4, sigma
        movs    r5, #4
1:      ldmia   r4!, {r6}
        stmia   r0!, {r6}
        subs    r5, #1
        bne     1b
        movs    r6, #32
        bl      copy
        stmia   r0!, {r3}
        movs    r1, r2
        movs    r6, #12
        bl      copy
        adds    r0, #LEFT - KEY_STREAM
        str     r5, [r0]
        pop     {r4-r6, pc}

@ r6 bytes from r1 to r0, and r0 behind them
copy:   ldrb    r4, [r1]
        strb    r4, [r0]
        adds    r1, #1
        adds    r0, #1
        subs    r6, #1
        bne     copy
        bx      lr
        .align  2
sigma:  .ascii  "expand 32-byte k"
        .size   mote_chacha20_init, . - mote_chacha20_init

@ Half of a quarter round (section 2.1); rotations to the right
        .macro  half m, n
        adds    r1, r1, r2
        eors    r4, r4, r1
        movs    r6, #\m
        rors    r4, r4, r6
        adds    r3, r3, r4
        eors    r2, r2, r3
        movs    r6, #\n
        rors    r2, r2, r6
        .endm

@ Word \w of row \row, at place r6 there, and its place in \place
        .macro  load w, row, place
        lsls    r6, r6, #28
        lsrs    r6, r6, #28
        .if     \row
        adds    r6, #16 * \row
        .endif
        mov     \place, r6
        ldr     \w, [r0, r6]
        .endm

@ void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len)
        function mote_chacha20_crypt
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        push    {r0-r3}
text:                                   @ r3 = len
        cmp     r3, #0
        beq     done
        ldr     r0, [sp, #CC]
        adds    r0, #LEFT
        ldr     r4, [r0]
        cmp     r4, #0
        bne     bytes

next_block:                             @ section 2.3
        subs    r0, #LEFT - KEY_STREAM
        movs    r1, r0
        subs    r1, #KEY_STREAM
        movs    r2, #4
1:      ldmia   r1!, {r4-r7}
        stmia   r0!, {r4-r7}
        subs    r2, #1
        bne     1b
        movs    r0, r1
        movs    r7, #80
        negs    r7, r7
        lsls    r7, r7, #2
next_quarter:                           @ four columns, four diagonals, ten times
        lsrs    r5, r7, #4
        lsls    r5, r5, #31
        lsrs    r5, r5, #29
        movs    r6, r7
        load    r1, 0, r8
        adds    r6, r7, r5
        load    r2, 1, r10
        adds    r6, r7, r5
        adds    r6, r6, r5
        load    r3, 2, r11
        subs    r6, r7, r5
        load    r4, 3, r12
        half    16, 20
        half    24, 25
        mov     r6, r8
        str     r1, [r0, r6]
        mov     r6, r10
        str     r2, [r0, r6]
        mov     r6, r11
        str     r3, [r0, r6]
        mov     r6, r12
        str     r4, [r0, r6]
        adds    r7, #4
        bne     next_quarter
        movs    r1, r0
        subs    r1, #KEY_STREAM
        movs    r2, #16
1:      ldmia   r1!, {r3}
        ldr     r4, [r0]
        adds    r4, r4, r3
        stmia   r0!, {r4}
        subs    r2, #1
        bne     1b
        subs    r1, #KEY_STREAM - COUNTER
        ldr     r3, [r1]
        adds    r3, #1
        str     r3, [r1]
        movs    r4, #64

bytes:                                  @ r4: what is left of a block, which ends at r0
        add     r7, sp, #SRC
        ldmia   r7!, {r1-r3}
1:      subs    r5, r0, r4
        ldrb    r5, [r5]
        ldrb    r6, [r1]
        eors    r5, r5, r6
        strb    r5, [r2]
        adds    r1, #1
        adds    r2, #1
        subs    r3, #1
        subs    r4, #1
        beq     2f
        cmp     r3, #0
        bne     1b
2:      str     r4, [r0]
        subs    r7, #12
        stmia   r7!, {r1-r3}
        b       text

done:   add     sp, #16
        pop     {r4-r6}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
        pop     {r4-r7, pc}
        .size   mote_chacha20_crypt, . - mote_chacha20_crypt

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
