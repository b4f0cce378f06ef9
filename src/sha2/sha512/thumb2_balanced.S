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
@ stack = 760
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 0, words = 16}
@ counter = {offset = 64, words = 4, step = 1024}
@ fill = {}
@
@ Registers of the functions:
@   r0  the context              r2  bytes left
@   r1  the message              r3  bytes in the block that is collected
@ Registers of the message schedule, low and high half:
@   r0, r1    temporary                 r4, r5      W(t - 2), W(t - 7), W(t)
@   r2, r3    W(t - 16), W(t - 15)      r7          place of W(t - 1)
@ Registers of the rounds, low and high half (a and T1, a ^ b and b ^ c, e and f change places with
@ each round):
@   r0, r1    T1, then a of the next round      r2, r3     a
@   r4, r5    e                                 r6, r7     f, then e of the next round
@   r8, r9    a ^ b                             r10, r11   b ^ c
@   r12       place of a, W(t) being before it  lr         place of K(t)
@
@ SHA-512 and SHA-384 for ARMv7-M (Cortex-M3, Cortex-M4), between thumb2.S and
@ sha512_compress/thumb2_fast.S.  Nothing is called, there are no variables; unaligned words of the
@ message and of the digest are read and written as such.
@
@ Specification: FIPS PUB 180-4, whose letters are used; interface: include/mote/sha512.h.  Words of
@ 64 bits are two of 32, the low half first.
@
@ THE CONTEXT: H, the number of bits so far (128 bits, low word first), out_size, the block that is
@ collected.
@
@ THE FRAME of a block has the whole message schedule, which is made first, the last word lowest,
@ and above it a to h.  A round stores a in place of W(t), and e in place of d: seen from a, all
@ letters are always at the same places, and none is moved.
@
@ - A loop of a word of the schedule, and one of two rounds, after which the registers are what they
@   were.
@ - Maj(a, b, c) = ((a ^ b) & ~(b ^ c)) ^ a, and a ^ b serves the next round as its b ^ c.
@ - SIGMA0, SIGMA1 and sigma0 are rotated by the least of their amounts last, when they are added:
@   what is shifted to the right and what is shifted to the left are added one after the other.
@ - Whole blocks are compressed where they lie.
@
@ COUNT, in cycles of a Cortex-M4: for a round SIGMA1 and SIGMA0 12 each, Ch 6, Maj 4, a ^ b 2, the
@ other sums 10, five words loaded 15, two stored 4, the loop 2: 67.  For a word of the schedule
@ sigma0 12, sigma1 11, the other sums 4, three words loaded 9, one stored 2, the loop 4: 42.  That
@ is 5,358 and 2,686; 16 words of the block 153, the rest some 200.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_balanced.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    COUNT, 64               @ the context
        .equ    SIZE, 80
        .equ    BUFFER, 84
        .equ    BLOCK, 128              @ bytes
        .equ    LENGTH, 112             @ place of the message's length in the last block

        .equ    WORDS, 80 * 8           @ the frame of a block: W(79) to W(0), a to h, and the context
        .equ    CC, WORDS + 64

#include "common/thumb.inc"
#include "sha2/thumb2_mode.inc"

@ void mote_sha512_close(mote_sha512_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r1-r3, r12, lr, flags.  Stack: 760 bytes.
function mote_sha512_close
        push    {r3-r11, lr}
        last_byte
        ldr     r4, [r0, #COUNT]        @ the length of the message in bits
        ubfx    r3, r4, #3, #7
        adds    r4, r2
        str     r4, [r0, #COUNT]
        pad
        add     r12, r0, #COUNT         @ then the length
        ldmia   r12, {r4-r7}
        rev     r1, r7
        rev     r2, r6
        rev     r3, r5
        rev     r4, r4
        add     r12, r0, #BUFFER + LENGTH
        stmia   r12, {r1-r4}
        bl      buffered_block
        ldr     r2, [r0, #SIZE]         @ the digest
        lsrs    r2, #3
        ldr     r3, [sp]
3:      subs    r2, #4
        eor     r4, r2, #4
        ldr     r4, [r0, r4]
        rev     r4, r4
        str     r4, [r3, r2]
        bne     3b
        pop     {r3-r11, pc}
        .size   mote_sha512_close, . - mote_sha512_close

@ void mote_sha512(mote_sha512_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, r12, lr, flags.  Stack: 756 bytes.
function mote_sha512
        push    {r4-r11, lr}
        add     r12, r0, #COUNT
        ldmia   r12, {r4-r7}
        ubfx    r3, r4, #3, #7
        adds    r4, r4, r2, lsl #3
        adcs    r5, r5, r2, lsr #29
        adcs    r6, r6, #0
        adc     r7, r7, #0
        stmia   r12, {r4-r7}
        collect
        .size   mote_sha512, . - mote_sha512

@ void mote_sha512_init(mote_sha512_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r1-r3, flags.  Stack: none.
function mote_sha512_init
        str     r1, [r0, #SIZE]
        lsrs    r1, #1
        movs    r2, #64
        ands    r1, r2                  @ 64 for SHA-384, 0 for SHA-512
        copy_initial
        strd    r2, r2, [r0, #COUNT]
        strd    r2, r2, [r0, #COUNT + 8]
        bx      lr
        .size   mote_sha512_init, . - mote_sha512_init

@ The compression function (section 6.4.2) on the block in the context at r0, or on that at r7.
@ Keeps r0-r2, sets r3 to 0, clobbers the other registers, flags.  Stack: 720 bytes.
buffered_block:
        add     r7, r0, #BUFFER
block:  push    {r0-r2, lr}

        @ Step 2: a to h from the hash value
        add     lr, r0, #32
        ldmia   lr, {r3-r6, r8-r11}
        push    {r3-r6, r8-r11}
        ldmia   r0, {r3-r6, r8-r11}
        push    {r3-r6, r8-r11}

        @ Step 1: the block, then the other words
        push_block
        sub     sp, #WORDS - BLOCK
        ldrd    r2, r3, [r7, #8 * 15]
2:      ldrd    r4, r5, [r7, #8]        @ sigma1(W(t - 2))
        lsrs    r0, r4, #19
        lsrs    r1, r5, #19
        eor     r0, r0, r5, lsl #13
        eor     r1, r1, r4, lsl #13
        eor     r0, r0, r5, lsr #29
        eor     r1, r1, r4, lsr #29
        eor     r0, r0, r4, lsl #3
        eor     r1, r1, r5, lsl #3
        eor     r0, r0, r4, lsr #6
        eor     r1, r1, r5, lsr #6
        eor     r0, r0, r5, lsl #26
        adds    r0, r2                  @ + W(t - 16)
        adcs    r1, r3
        ldrd    r4, r5, [r7, #8 * 6]    @ + W(t - 7)
        ldrd    r2, r3, [r7, #8 * 14]
        adds    r4, r0
        adcs    r5, r1
        lsrs    r0, r2, #7              @ + sigma0(W(t - 15)), to be rotated by 1
        eor     r1, r2, r0
        eor     r1, r1, r0, lsl #1
        eor     r1, r1, r3, lsl #25
        eor     r1, r1, r3, lsl #26
        eor     r0, r3, r3, lsr #7
        eor     r0, r0, r2, lsl #25
        eor     r0, r0, r3, lsr #6
        adds    r4, r4, r1, lsr #1
        adc     r5, r5, r0, lsr #1
        adds    r4, r4, r0, lsl #31
        adc     r5, r5, r1, lsl #31
        str     r4, [r7, #-8]!
        str     r5, [r7, #4]
        cmp     r7, sp
        bne     2b

        .equ    W, -8                   @ places, from that of a
        .equ    D, 24
        .equ    E, 32
        .equ    F, 40
        .equ    G, 48
        .equ    H, 56

        add     r12, sp, #WORDS
        ldmia   r12, {r2, r3, r8-r11}   @ a, b, c
        ldrd    r4, r5, [r12, #E]
        ldrd    r6, r7, [r12, #F]
        eor     r10, r10, r8
        eor     r11, r11, r9
        eor     r8, r8, r2
        eor     r9, r9, r3
        adr     lr, constants

@ A round (step 3).  p: a ^ b; q: b ^ c, then a ^ b of the next round.
        .macro  round tl, th, al, ah, pl, ph, ql, qh, el, eh, fl, fh
        ldrd    \tl, \th, [r12, #G]     @ Ch(e, f, g)
        eors    \fl, \tl
        eors    \fh, \th
        ands    \fl, \el
        ands    \fh, \eh
        eors    \fl, \tl
        eors    \fh, \th
        ldrd    \tl, \th, [r12, #H]     @ T1 = h + Ch(e, f, g)
        adds    \tl, \fl
        adcs    \th, \fh
        eor     \fl, \el, \el, lsr #4   @ + SIGMA1(e), to be rotated by 14
        eor     \fh, \eh, \eh, lsr #4
        eor     \fl, \fl, \eh, lsl #28
        eor     \fh, \fh, \el, lsl #28
        eor     \fl, \fl, \el, lsr #27
        eor     \fh, \fh, \eh, lsr #27
        eor     \fl, \fl, \eh, lsl #5
        eor     \fh, \fh, \el, lsl #5
        adds    \tl, \tl, \fl, lsr #14
        adc     \th, \th, \fh, lsr #14
        adds    \tl, \tl, \fh, lsl #18
        adc     \th, \th, \fl, lsl #18
        ldrd    \fl, \fh, [lr], #8      @ + K(t)
        adds    \tl, \fl
        adcs    \th, \fh
        ldrd    \fl, \fh, [r12, #W]     @ + W(t)
        adds    \tl, \fl
        adcs    \th, \fh
        ldrd    \fl, \fh, [r12, #D]     @ e = d + T1
        adds    \fl, \tl
        adcs    \fh, \th
        str     \fl, [r12, #D]
        str     \fh, [r12, #D + 4]
        bic     \ql, \pl, \ql           @ a = T1 + Maj(a, b, c)
        bic     \qh, \ph, \qh
        eor     \ql, \ql, \al
        eor     \qh, \qh, \ah
        adds    \tl, \tl, \ql
        adc     \th, \th, \qh
        eor     \ql, \al, \al, lsr #6   @ + SIGMA0(a), to be rotated by 28
        eor     \qh, \ah, \ah, lsr #6
        eor     \ql, \ql, \ah, lsl #26
        eor     \qh, \qh, \al, lsl #26
        eor     \ql, \ql, \al, lsr #11
        eor     \qh, \qh, \ah, lsr #11
        eor     \ql, \ql, \ah, lsl #21
        eor     \qh, \qh, \al, lsl #21
        adds    \tl, \tl, \ql, lsr #28
        adc     \th, \th, \qh, lsr #28
        adds    \tl, \tl, \qh, lsl #4
        adc     \th, \th, \ql, lsl #4
        eor     \ql, \tl, \al
        eor     \qh, \th, \ah
        str     \tl, [r12, #W]!
        str     \th, [r12, #4]
        .endm

3:      round   r0, r1, r2, r3, r8, r9, r10, r11, r4, r5, r6, r7
        round   r2, r3, r0, r1, r10, r11, r8, r9, r6, r7, r4, r5
        cmp     r12, sp
        bne     3b

        @ Step 4: the hash value
        ldr     r0, [sp, #CC]
        add     r6, sp, #64
4:      pop     {r4, r5}
        ldrd    r2, r3, [r0]
        adds    r2, r4
        adcs    r3, r5
        stmia   r0!, {r2, r3}
        cmp     sp, r6
        bne     4b
        movs    r3, #0
        add     sp, #WORDS
        pop     {r0-r2, pc}

        .align  2
@ The constants K of section 4.2.3.
constants:
#include "sha2/sha512_constants.inc"
@ The initial values of SHA-512 and of SHA-384 (sections 5.3.5 and 5.3.4).
initial:
#include "sha2/sha512_initial.inc"

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
