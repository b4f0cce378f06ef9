@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5.1.2, 6.4 and 6.5"
@ functions = [
@   "mote_sha512_init(cc, out_size)",
@   "mote_sha512(cc, data, len)",
@   "mote_sha512_close(cc, ub, n, dst)",
@ ]
@ reads = {cc = 216, data = "len"}
@ writes = {cc = 216, dst = "out_size / 8"}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 872
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 0, words = 16}
@ counter = {offset = 64, words = 4, step = 1024}
@ fill = {}
@
@ Registers of the functions:
@   r0  the context      r2  bytes left                              r4  the message block
@   r1  the message      r3  bytes in the block that is collected
@ Registers of the rounds: sha2/sha512_compress_thumb.inc.
@
@ SHA-512 and SHA-384 in Thumb code, between thumb_table.S and sha512_compress/thumb_fast.S: ARMv4T,
@ both byte orders, and ARMv6-M (Cortex-M0).  16-bit instructions only, nothing called.
@
@ Specification: FIPS PUB 180-4, whose letters are used; interface: include/mote/sha512.h.  Words of
@ 64 bits are two of 32, the low half first.
@
@ THE CONTEXT: H, the number of bits so far (128 bits, low word first), out_size, the block that is
@ collected.  Whole blocks are compressed where they lie.
@
@ THE ROUNDS are one loop, in which words of the schedule are made even for the last 16, which are
@ not used.
@
@ COUNT, in cycles of a Cortex-M0: a round 111, W(t + 16) 63, the loop 7: 14,480 for a block; the
@ block itself, where it is aligned, H and the rest take some 180.

#if !defined(__thumb__)
#error "thumb_balanced.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "sha2/sha512_compress_thumb.inc"

        .equ    COUNT, 64               @ the context
        .equ    SIZE, 80
        .equ    BUFFER, 84
        .equ    BLOCK, 128              @ bytes
        .equ    LENGTH, 112             @ place of the message's length in the last block

#include "common/thumb.inc"

@ void mote_sha512_close(mote_sha512_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r1-r3, r12, lr, flags.  Stack: 872 bytes.
function mote_sha512_close
        push    {r3-r7, lr}
        last_byte
        ldr     r4, [r0, #COUNT]        @ the length of the message in bits
        lsls    r3, r4, #22
        lsrs    r3, #25
        adds    r4, r2
        str     r4, [r0, #COUNT]
1:      movs    r4, r0                  @ that byte, then zeros up to byte 111 of a block
        adds    r4, #BUFFER
        strb    r1, [r4, r3]
        movs    r1, #0
        adds    r3, #1
        cmp     r3, #BLOCK
        bne     2f
        bl      block
2:      cmp     r3, #LENGTH
        bne     1b
        movs    r5, r0                  @ then the length, the last byte of the number first
        adds    r5, #COUNT
        adds    r4, #LENGTH
        movs    r6, #15
3:
#ifdef __ARMEB__
        movs    r7, #3
        eors    r7, r6
        ldrb    r7, [r5, r7]
#else
        ldrb    r7, [r5, r6]
#endif
        strb    r7, [r4]
        adds    r4, #1
        subs    r6, #1
        bpl     3b
        subs    r4, #BLOCK
        bl      block
        ldr     r3, [sp]                @ the digest
        ldr     r2, [r0, #SIZE]
        lsrs    r2, #3
#ifdef __ARMEB__
        movs    r4, #4
#else
        movs    r4, #7
#endif
        subs    r2, #1
4:      movs    r5, r2
        eors    r5, r4
        ldrb    r5, [r0, r5]
        strb    r5, [r3, r2]
        subs    r2, #1
        bpl     4b
        leave   r3-r7
        .size   mote_sha512_close, . - mote_sha512_close

@ void mote_sha512(mote_sha512_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, r12, lr, flags.  Stack: 868 bytes.
function mote_sha512
        push    {r4-r7, lr}
        adds    r0, #COUNT              @ 8 len more bits
        ldmia   r0!, {r3-r6}
        lsls    r7, r3, #22
        lsrs    r7, #25
        mov     r12, r7
        lsrs    r7, r2, #29
        mov     lr, r7
        lsls    r7, r2, #3
        adds    r3, r7
        mov     r7, lr
        adcs    r4, r7
        movs    r7, #0
        adcs    r5, r7
        adcs    r6, r7
        subs    r0, #16
        stmia   r0!, {r3-r6}
        subs    r0, #COUNT + 16
        mov     r3, r12
next:   cmp     r3, #0
        bne     next_byte
        cmp     r2, #BLOCK
        bcc     next_byte
        movs    r4, r1
        adds    r1, #BLOCK
        subs    r2, #BLOCK
        b       1f
next_byte:
        subs    r2, #1
        bcc     2f
        ldrb    r5, [r1]
        adds    r1, #1
        movs    r4, r0
        adds    r4, #BUFFER
        strb    r5, [r4, r3]
        adds    r3, #1
        cmp     r3, #BLOCK
        bne     next_byte
1:      bl      block
        b       next
2:      leave   r4-r7
        .size   mote_sha512, . - mote_sha512

@ The compression function (section 6.4.2) on the block at r4.  Keeps r0-r2, sets r3 to 0, clobbers
@ the other low registers, r12, lr, flags.  Stack: 848 bytes.
block:  push    {r0-r2, lr}
        mov     r12, r4
        begin   0, "mov r0, r12"

        @ Step 3
        adr     r0, K
        mov     r12, r0
        movs    r1, #PUSHED / 4
        lsls    r1, #2
        adds    r0, r1
        mov     lr, r0
1:      schedule
        round
        cmp     r12, lr
        beq     2f
        b       1b
2:      finish  0
        movs    r3, #0
        pop     {r0-r2, pc}

@ void mote_sha512_init(mote_sha512_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r1-r3, flags.  Stack: none.
function mote_sha512_init
        str     r1, [r0, #SIZE]
        lsrs    r1, #1
        movs    r2, #64
        ands    r1, r2                  @ 64 for SHA-384, 0 for SHA-512
        adr     r3, initial
        adds    r3, r1
1:      subs    r2, #4
        ldr     r1, [r3, r2]
        str     r1, [r0, r2]
        bne     1b
        str     r2, [r0, #COUNT]
        str     r2, [r0, #COUNT + 4]
        str     r2, [r0, #COUNT + 8]
        str     r2, [r0, #COUNT + 12]
        bx      lr
        .size   mote_sha512_init, . - mote_sha512_init

        .align  2
@ The initial values of SHA-512 and of SHA-384 (sections 5.3.5 and 5.3.4).
initial:
#include "sha2/sha512_initial.inc"
@ The constants of section 4.2.3.
K:
#include "sha2/sha512_constants.inc"

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
