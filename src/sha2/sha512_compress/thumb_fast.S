@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
@ functions = ["mote_sha512_compress(H, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {H = 64, data = "128 * blocks"}
@ writes = {H = 64}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 864
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers, and all that is not here: sha2/sha512_compress_thumb.inc.
@
@ The compression function of SHA-512 in Thumb code: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0), on any number (at least one) of message blocks, wherever they lie.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ The last 16 rounds have a loop of their own, without the schedule.
@
@ COUNT, in cycles of a Cortex-M0: SIGMA1 and SIGMA0 22 each, sigma0 and sigma1 20 each; a round 111
@ without the schedule, W(t + 16) 63, the loop 5.  That is 13,310; the block, where it is aligned, H
@ and the rest take some 320.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "sha2/sha512_compress_thumb.inc"

        .equ    H, 0                    @ the arguments, above the window
        .equ    DATA, 4
        .equ    BLOCKS, 8

@ void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha512_compress
        .type   mote_sha512_compress, %function
        .thumb_func
mote_sha512_compress:
        push    {r4-r7, lr}
        push    {r0-r2}
next_block:
        begin   H, "ldr r0, [sp, #DATA + 64]"

        @ Step 3: 64 rounds with further words of the schedule, and 16 without
        adr     r0, K
        mov     r12, r0
        movs    r1, #128
        lsls    r1, #2
        adds    r0, r1
        mov     lr, r0
3:      schedule
        round
        cmp     r12, lr
        beq     4f
        b       3b
4:      movs    r0, #128
        add     lr, r0
5:      sub     sp, #8
        round
        cmp     r12, lr
        bne     5b

        finish  H
        ldr     r0, [sp, #DATA]
        adds    r0, #128
        str     r0, [sp, #DATA]
        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        beq     7f
        b       next_block
7:      pop     {r0-r2}
#if __ARM_ARCH >= 6
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3
#endif

@ The constants (section 4.2.3).
        .align  2
K:
#include "sha2/sha512_constants.inc"
        .size   mote_sha512_compress, . - mote_sha512_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
