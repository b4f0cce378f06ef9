@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
@ functions = ["mote_ascon_absorb(S, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {S = 40, data = "8 * blocks"}
@ writes = {S = 40}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 52
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the permutation, and how it goes: ascon/thumb_rounds.inc.
@
@ Ascon-p[12] after each message block of 8 bytes, in Thumb code: ARMv4T, both byte orders, and
@ ARMv6-M (Cortex-M0), on any number (at least one) of blocks, wherever they lie.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4.
@
@ The caller's state is not interleaved: each call turns all of it on its way in and out.
@
@ COUNT, in cycles of a Cortex-M0: the permutation 1,595.  A block takes 77 more: its bytes and
@ their place 35, interleaved 24, added 6, the first constant 3, the loop 9.  A call takes some 600.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

#include "ascon/thumb_rounds.inc"

@ The frame, from sp on.
        .equ    S, 0                    @ the arguments
        .equ    DATA, 4
        .equ    END, 8                  @ where the message ends
        .equ    CONSTANTS, 12           @ where the constants of the round are
        .equ    FRAME, 16
        .equ    S_BYTES, 40

@ void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
        .global mote_ascon_absorb
        .type   mote_ascon_absorb, %function
        .thumb_func
mote_ascon_absorb:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        lsls    r2, r2, #3
        adds    r2, r1
        push    {r0-r3}

        @ Interleaved: which of two words a bit is in changes places with each digit of the number of
        @ its place in there, highest first.
        movs    r3, r0
        adds    r3, #S_BYTES
1:      ldr     r4, [r0]
        ldr     r5, [r0, #4]
        exchange 16, 0x0000FFFF
        exchange 8, 0x00FF00FF
        exchange 4, 0x0F0F0F0F
        exchange 2, 0x33333333
        exchange 1, 0x55555555
        stmia   r0!, {r4, r5}
        cmp     r0, r3
        bne     1b
        subs    r0, #S_BYTES
        load_state

next_block:
        ldr     r7, [sp, #DATA]         @ section 5.1
        push    {r4}
        read_block
        adds    r7, #8
        str     r7, [sp, #DATA + 4]
        add_block
        first_constant
        rounds
1:      ldr     r6, [sp, #DATA]
        ldr     r7, [sp, #END]
        cmp     r6, r7
        beq     1f
        b       next_block

1:      ldr     r6, [sp, #S]
        store_state
        movs    r3, r6
        ldr     r0, [sp, #S]
1:      ldr     r4, [r0]                @ not interleaved any more
        ldr     r5, [r0, #4]
        exchange 1, 0x55555555
        exchange 2, 0x33333333
        exchange 4, 0x0F0F0F0F
        exchange 8, 0x00FF00FF
        exchange 16, 0x0000FFFF
        stmia   r0!, {r4, r5}
        cmp     r0, r3
        bne     1b
        add     sp, #FRAME
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

        .align  2
        .ltorg
#include "ascon/thumb_constants.inc"
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
