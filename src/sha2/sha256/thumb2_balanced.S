@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5.1.1, 6.2 and 6.3"
@ functions = [
@   "mote_sha256_init(cc, out_size)",
@   "mote_sha256(cc, data, len)",
@   "mote_sha256_close(cc, ub, n, dst)",
@ ]
@ reads = {cc = 112, data = "len"}
@ writes = {cc = 112, dst = "out_size / 8"}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 312
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 0, words = 8}
@ counter = {offset = 96, words = 2, step = 512}
@ fill = {}
@
@ Registers of the functions:
@   r0  the context              r2  bytes left
@   r1  the message              r3  bytes in the block that is collected
@ Registers of the message schedule:
@   r1  W(t - 1)                 r4  W(t - 7)    r7      place of W(t - 1)
@   r2  W(t - 2)                 r5  W(t - 15)   r8      W(t - 6)
@   r3  W(t - 16), W(t - 14)     r0  a sum       r6, r9  temporary
@ Registers of the rounds:
@   r0-r3   a to d, r8-r11 e to h; their names move on by one, within each four, with each round
@   r4, r5  W(t), then T1, and K(t), then temporary
@   r6, r7  one holds a ^ b of the round before, which is b ^ c of this one; the other is free
@   r12     place of W(t - 1)    lr  place of K(t)
@
@ SHA-256 and SHA-224 for ARMv7-M (Cortex-M3, Cortex-M4), between thumb2.S and
@ sha256_compress/thumb2_fast.S.  Nothing is called, there are no variables; unaligned words of the
@ message and of the digest are read and written as such.
@
@ Specification: FIPS PUB 180-4, whose letters are used; interface: include/mote/sha256.h.
@
@ - A loop of four rounds.  T1 has a register of its own, so that e of the next round can be put
@   where h was, and a where d was: after four rounds all letters are where they were, and none is
@   moved.
@ - A loop of two words of the schedule, which is made before the rounds.  Of the words that it
@   needs, the two made last are in registers, and four are loaded together: of a row of loads only
@   the first takes two cycles.
@ - Of the three rotations in SIGMA0 and SIGMA1 the least comes last, when the sum is added; so do
@   those of the lower-case sigmas.
@ - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
@ - Whole blocks are compressed where they lie.
@
@ THE CONTEXT: H, the block that is collected, the number of bits so far (64 bits, low word first),
@ out_size.
@
@ COUNT, in cycles of a Cortex-M4.  A round: SIGMA1 3, Ch 4, e 1, SIGMA0 3, Maj 4, K and W added 2,
@ loaded 3: 20; the loop, for four rounds, 4.  Two words of the schedule: the functions 12, added 6,
@ loaded 5, stored 2, the loop 4: 29.  That is 1,342 and 694; 16 words of the block 77, the rest
@ some 80.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_balanced.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    BUFFER, 32              @ the context
        .equ    LOW, 96
        .equ    SIZE, 104
        .equ    BLOCK, 64               @ bytes
        .equ    LENGTH, 56              @ place of the message's length in the last block

        .equ    SCHEDULE, 256           @ the frame of a block, W(0) last
        .equ    CC, SCHEDULE

#include "common/thumb.inc"
#include "sha2/thumb2_mode.inc"

@ void mote_sha256_close(mote_sha256_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r1-r3, r12, lr, flags.  Stack: 312 bytes.
function mote_sha256_close
        push    {r3-r11, lr}
        last_byte
        ldr     r4, [r0, #LOW]          @ the length of the message in bits
        ubfx    r3, r4, #3, #6
        adds    r4, r2
        str     r4, [r0, #LOW]
        pad
        ldrd    r4, r5, [r0, #LOW]      @ then the length
        rev     r4, r4
        rev     r5, r5
        str     r5, [r0, #BUFFER + LENGTH]
        str     r4, [r0, #BUFFER + LENGTH + 4]
        bl      buffered_block
        ldr     r2, [r0, #SIZE]         @ the digest
        lsrs    r2, #3
        ldr     r3, [sp]
3:      subs    r2, #4
        ldr     r4, [r0, r2]
        rev     r4, r4
        str     r4, [r3, r2]
        bne     3b
        pop     {r3-r11, pc}
        .size   mote_sha256_close, . - mote_sha256_close

@ void mote_sha256(mote_sha256_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, r12, lr, flags.  Stack: 308 bytes.
function mote_sha256
        push    {r4-r11, lr}
        ldrd    r4, r5, [r0, #LOW]
        ubfx    r3, r4, #3, #6
        adds    r4, r4, r2, lsl #3
        adc     r5, r5, r2, lsr #29
        strd    r4, r5, [r0, #LOW]
        collect
        .size   mote_sha256, . - mote_sha256

@ void mote_sha256_init(mote_sha256_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r1-r3, flags.  Stack: none.
function mote_sha256_init
        str     r1, [r0, #SIZE]
        movs    r2, #32
        ands    r1, r2                  @ 32 for SHA-224, 0 for SHA-256
        copy_initial
        strd    r2, r2, [r0, #LOW]
        bx      lr
        .size   mote_sha256_init, . - mote_sha256_init

@ The compression function (section 6.2.2) on the block in the context at r0, or on that at r7.
@ Keeps r0-r2, sets r3 to 0, clobbers the other registers, flags.  Stack: 272 bytes.
buffered_block:
        add     r7, r0, #BUFFER
block:  push    {r0-r2, lr}

        @ Step 1: the block, then the other words
        push_block
        sub     sp, #SCHEDULE - BLOCK
        ldr     r3, [r7, #4 * 15]
        ldr     r4, [r7, #4 * 6]

        .macro  sigma0 to, x            @ by 7, 7 + 11
        eor     r9, \x, \x, ror #11
        lsrs    \to, \x, #3
        eor     \to, \to, r9, ror #7
        .endm
        .macro  sigma1 x                @ by 17, 17 + 2
        eor     r9, \x, \x, ror #2
        lsrs    \x, #10
        eor     \x, \x, r9, ror #17
        .endm

2:      adds    r0, r3, r4
        ldr     r5, [r7, #4 * 14]
        ldr     r3, [r7, #4 * 13]
        ldr     r8, [r7, #4 * 5]
        ldr     r4, [r7, #4 * 4]
        sigma0  r6, r5
        adds    r0, r6
        sigma1  r2
        adds    r2, r0
        add     r5, r8
        sigma0  r6, r3
        adds    r5, r6
        sigma1  r1
        adds    r1, r5
        str     r1, [r7, #-8]!
        str     r2, [r7, #4]
        cmp     r7, sp
        bne     2b

        @ Step 2: a to h from the hash value
        add     r12, sp, #SCHEDULE
        ldr     r0, [sp, #CC]
        ldmia   r0, {r0-r3, r8-r11}
        adr     lr, constants
        eor     r6, r1, r2

@ A round (step 3).  bc: b ^ c, ab: for a ^ b.
        .macro  round a, b, c, d, e, f, g, h, bc, ab
        ldr     r4, [r12, #-4]!
        ldr     r5, [lr], #4
        eor     \ab, \e, \e, ror #5     @ SIGMA1(e), to be rotated by 6
        eor     \ab, \ab, \e, ror #19
        add     r4, \h                  @ T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        add     r4, r5
        add     r4, r4, \ab, ror #6
        eor     r5, \f, \g
        and     r5, r5, \e
        eor     r5, r5, \g
        add     r4, r5
        add     \h, \d, r4              @ e = d + T1
        eor     r5, \a, \a, ror #11     @ T2 = SIGMA0(a) + Maj(a, b, c); SIGMA0 to be rotated by 2
        eor     r5, r5, \a, ror #20
        add     r4, r4, r5, ror #2
        eor     \ab, \a, \b
        ands    \bc, \ab
        eors    \bc, \b
        adds    \d, r4, \bc             @ a = T1 + T2
        .endm

3:      round   r0, r1, r2, r3, r8, r9, r10, r11, r6, r7
        round   r3, r0, r1, r2, r11, r8, r9, r10, r7, r6
        round   r2, r3, r0, r1, r10, r11, r8, r9, r6, r7
        round   r1, r2, r3, r0, r9, r10, r11, r8, r7, r6
        cmp     r12, sp
        bne     3b

        @ Step 4: the hash value
        ldr     r12, [sp, #CC]
        ldmia   r12, {r4-r7}
        adds    r0, r4
        adds    r1, r5
        adds    r2, r6
        adds    r3, r7
        stmia   r12!, {r0-r3}
        ldmia   r12, {r4-r7}
        add     r8, r4
        add     r9, r5
        add     r10, r6
        add     r11, r7
        stmia   r12, {r8-r11}
        movs    r3, #0
        add     sp, #SCHEDULE
        pop     {r0-r2, pc}

        .align  2
@ The constants K of section 4.2.2.
constants:
#include "sha2/sha256_constants.inc"
@ The initial values of SHA-256 and of SHA-224 (section 5.3).
initial:
#include "sha2/sha256_initial.inc"

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
