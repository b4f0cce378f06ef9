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
@ stack = 1548
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 128, words = 16}
@ counter = {offset = 196, words = 4, step = -1024}
@ fill = {}
@
@ Registers of the three functions:
@   r0  the context      r1  data                  r2   bytes still to come
@   r3  place of a byte  r4, r5, r6  temporary     r12  SP without constants and words
@ Registers of a round, low and high half:
@   r0, r1  argument of a function      r2, r3  its value      r4, r5  temporary
@   r6, r7  the sum: W(t + 16), then T1, then a
@ Registers of a constant: beside it.
@
@ SHA-512 and SHA-384 for ARMv7-M (Cortex-M3, Cortex-M4), small.  Nothing called.
@
@ Specification: FIPS PUB 180-4, whose letters are used; interface: include/mote/sha512.h.  Words of
@ 64 bits are two of 32, the low half first.
@
@ THE CONTEXT: the block with its last byte first (words in reverse order, halves in the CPU's byte
@ order), H, out_size, the negated number of bits so far (128 bits, low word first).  Counted
@ downwards, the number is the place of the next byte, and 0 when the block is full.
@
@ THE ROUNDS work in a window of 24 words that begins at SP: W(t + 15) to W(t), then a to h, in the
@ order of the context.  A round pushes W(t + 16), and stores a in place of W(t), e in place of d, so
@ that every word has a constant offset and none is moved.
@
@ THE CONSTANTS K and the initial values are not stored but computed: the fractional parts of the
@ cube roots of the first 80 primes (section 4.2.3) and of the square roots of the first 16 (sections
@ 5.3.4 and 5.3.5), pushed one after the other: K when a call has its first full block, in some
@ 750,000 cycles, the others in each call of mote_sha512_init, in some 65,000.  K(t) so has a constant
@ offset from SP in a round, too.
@
@ A root Y is found bit by bit.  For a cube root, with the next bit's value X, A = 3 Y Y,
@ E = 3 X Y + X X, C = X X and R = (p - Y Y Y) / X, the bit is 1 if A + E <= R.  Then Y + X takes the
@ place of Y: R becomes R - A - E, A becomes A + 2 E + C, E becomes E + 3 C.  For the next bit X is
@ halved: R doubles, C becomes C / 4, E becomes E / 2 less that.  X goes from 4 to 2^-64.  With
@ A = 2 Y, E = X, C = 0 and R = (p - Y Y) / X the same steps make a square root.  All these numbers
@ have 55 fractional bits, what is less is cut off; that the constants are right nevertheless has
@ been tried, not proved.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    H, 128                  @ the context
        .equ    SIZE, 192
        .equ    COUNT, 196

        .equ    WINDOW, 192             @ bytes
        .equ    CONSTANTS, 640
        .equ    W, 128                  @ the window, one word longer
        .equ    A, 136
        .equ    D, 160
        .equ    E, 168
        .equ    K, CONSTANTS + WINDOW

@ void mote_sha512_init(mote_sha512_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r2, r3, r12, lr, flags.  Stack: 172 bytes.
        .global mote_sha512_init
        .type   mote_sha512_init, %function
        .thumb_func
mote_sha512_init:
        push    {r0, r1, r4-r7, lr}
        movs    r7, #0
        mov     r12, r7
        bl      constants
        ldr     r0, [sp, #16 * 8]
        ldr     r1, [sp, #16 * 8 + 4]
        lsrs    r2, r1, #9              @ the last 8 for SHA-384, the first 8 for SHA-512
        lsls    r2, #6
        add     r2, sp
        movs    r3, #SIZE
        adds    r3, r0
1:      ldmia   r2!, {r4, r5}
        subs    r3, #8
        str     r4, [r3]
        str     r5, [r3, #4]
        subs    r6, r3, r0
        cmp     r6, #H
        bne     1b
        movs    r4, #0
        movs    r5, #0
        adds    r3, #SIZE - H
        stmia   r3!, {r1, r4, r5}
        stmia   r3!, {r4, r5}
        add     sp, #16 * 8
        pop     {r0, r1, r4-r7, pc}
        .size   mote_sha512_init, . - mote_sha512_init

@ Computes roots and pushes them: r12 = 0: 16 square roots; otherwise 80 cube roots.
@ Clobbers r0-r7, flags.  r0, r1 = R; r2, r3 = A; r4, r5 = E; r6, r7: temporary.
        .equ    P, 0                    @ the prime
        .equ    BITS, 4                 @ bits to go
        .equ    Y, 8                    @ complemented
        .equ    C, 16
constants:
        movs    r0, #2
is_prime:                               @ r1 = divisors 20 to 1: those below p have another multiple
        movs    r1, #21                 @ than themselves that is p
1:      subs    r1, #1
        subs    r2, r0, r1
2:      subs    r2, r1
        bgt     2b
        bne     1b
        cmp     r1, #1
        bne     next_number
        lsls    r5, r1, #25             @ X = 4, A = 0 (r2)
        movs    r4, #0
        movs    r3, #0
        movs    r6, #0
        mov     r7, r12
        cmp     r7, #0
        beq     3f
        lsls    r5, #2
        movs    r7, r5
3:      movs    r1, #67
        push    {r0-r3, r6, r7}
        lsls    r1, r0, #20
        movs    r0, #0
4:      adds    r0, r0
        adcs    r1, r1
        movs    r7, r3
        adds    r6, r2, r4
        adcs    r7, r5
        subs    r0, r6
        sbcs    r1, r7
        bcs     5f
        adds    r0, r6                  @ (carry set)
        adcs    r1, r7
        b       6f
5:      ldr     r2, [sp, #C]
        ldr     r3, [sp, #C + 4]
        adds    r4, r2
        adcs    r5, r3
        adds    r6, r4
        adcs    r7, r5
        adds    r4, r2
        adcs    r5, r3
        adds    r4, r2
        adcs    r5, r3                  @ (carry clear)
        movs    r2, r6
        movs    r3, r7
6:      ldr     r6, [sp, #Y]
        ldr     r7, [sp, #Y + 4]
        adcs    r6, r6
        adcs    r7, r7
        str     r6, [sp, #Y]
        str     r7, [sp, #Y + 4]
        lsrs    r5, #1
        rrx     r4, r4
        ldr     r6, [sp, #C]
        ldr     r7, [sp, #C + 4]
        lsrs    r6, #2
        orr     r6, r6, r7, lsl #30
        lsrs    r7, #2
        str     r6, [sp, #C]
        str     r7, [sp, #C + 4]
        subs    r4, r6
        sbcs    r5, r7
        ldr     r6, [sp, #BITS]
        subs    r6, #1
        str     r6, [sp, #BITS]
        bne     4b
        pop     {r0-r3, r6, r7}
        mvns    r2, r2
        mvns    r3, r3
        push    {r2, r3}
next_number:
        adds    r0, #1
        lsrs    r3, r0, #3
        cmp     r3, #52                 @ 409, the 80th prime, is the last one below 416
        beq     7f
        mov     r7, r12
        orrs    r7, r3
        cmp     r7, #7                  @ 53, the 16th, is the last one below 56
        bne     is_prime
7:      bx      lr

@ void mote_sha512_close(mote_sha512_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r1-r3, r12, lr, flags.  Stack: 1548 bytes.
        .global mote_sha512_close
        .type   mote_sha512_close, %function
        .thumb_func
mote_sha512_close:
        push    {r3-r7, lr}
        movs    r4, #128                @ the bit that ends the message: 80h >> n
        lsrs    r4, r2
        orrs    r1, r4
        negs    r4, r4                  @ and no bits below it
        ands    r1, r4
        movs    r6, #COUNT              @ the length of the message in bits
        adds    r6, r0
        ldmia   r6, {r4-r7}
        subs    r2, r4
        movs    r4, #0
        mvns    r5, r5
        adcs    r5, r4
        mvns    r6, r6
        adcs    r6, r4
        mvns    r7, r7
        adcs    r7, r4
        push    {r1, r2, r5-r7}
1:      mov     r1, sp                  @ that byte, then zeros up to byte 111 of a block
        movs    r2, #1
        bl      update
        str     r4, [sp]
        cmp     r3, #127 - 111
        bne     1b
        movs    r4, #16                 @ then the length, last byte first
2:      subs    r4, #1
        add     r1, sp, #4
        adds    r1, r4
        bl      update                  @ (r2 = 1)
        cmp     r4, #0
        bne     2b
        ldr     r3, [sp, #20]           @ the digest
        movs    r2, #SIZE
        ldr     r2, [r0, r2]
        lsrs    r2, #3
        subs    r2, #1
3:      eor     r5, r2, #H + 7
        ldrb    r5, [r0, r5]
        strb    r5, [r3, r2]
        subs    r2, #1
        bpl     3b
        add     sp, #20
        pop     {r3-r7, pc}
        .size   mote_sha512_close, . - mote_sha512_close

@ void mote_sha512(mote_sha512_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, r12, lr, flags.  Stack: 1504 bytes.
@ For close: keeps r0; r2 = len and r3 = 127 - i where the last byte, number i of a block, did not
@ fill the block.
        .global mote_sha512
        .type   mote_sha512, %function
finish: mov     sp, r12
        pop     {r0-r2, r4-r7, pc}
        .thumb_func
mote_sha512:
update: push    {r0-r2, r4-r7, lr}
        mov     r12, sp
next:   subs    r2, #1
        bcc     finish
        ldrb    r5, [r1]
        adds    r1, #1
        movs    r6, #COUNT
        ldr     r4, [r0, r6]
        subs    r4, #8
        str     r4, [r0, r6]
        bcs     2f
1:      adds    r6, #4
        ldr     r3, [r0, r6]
        subs    r3, #1
        str     r3, [r0, r6]
        bcc     1b
2:      lsls    r3, r4, #22
        lsrs    r3, #25
        strb    r5, [r0, r3]
        bne     next

block:  mov     r7, r12
        stmia   r7!, {r0-r2}
        cmp     sp, r12
        bne     3f
        bl      constants
3:      ldr     r0, [sp, #CONSTANTS]
        movs    r1, #WINDOW
4:      subs    r1, #4
        ldr     r2, [r0, r1]
        push    {r2}
        bne     4b

@ A round: first W(t + 16) (section 6.4.2, step 1).
round:  ldr     r6, [sp, #120]          @ W(t)
        ldr     r7, [sp, #124]
        ldr     r2, [sp, #48]           @ + W(t + 9)
        ldr     r3, [sp, #52]
        adds    r6, r2
        adcs    r7, r3
        ldr     r0, [sp, #112]          @ + sigma0(W(t + 1))
        ldr     r1, [sp, #116]
        ldr     r4, sigma0
        bl      add_function
        ldr     r0, [sp, #8]            @ + sigma1(W(t + 14))
        ldr     r1, [sp, #12]
        movs    r2, r1
        movs    r3, r0
        ldr     r4, sigma1
        bl      add_rotated
        push    {r6, r7}
        add     r0, sp, #E              @ step 3: T1 = h + Ch(e, f, g)
        ldmia   r0, {r0-r7}
        bl      add_choice
        ldr     r4, SIGMA1              @ + SIGMA1(e)
        bl      add_function
        ldr     r0, [sp, #K]            @ + K(t)
        ldr     r1, [sp, #K + 4]
        ldr     r2, [sp, #W]            @ + W(t)
        ldr     r3, [sp, #W + 4]
        adds    r6, r0
        adcs    r7, r1
        adds    r6, r2
        adcs    r7, r3
        ldr     r0, [sp, #D]            @ e = d + T1
        ldr     r1, [sp, #D + 4]
        adds    r0, r6
        adcs    r1, r7
        str     r0, [sp, #D]
        str     r1, [sp, #D + 4]
        add     r0, sp, #A              @ a = T1 + Maj(a, b, c) = T1 + Ch(a ^ c, b, c)
        ldmia   r0, {r0-r5}
        eors    r0, r4
        eors    r1, r5
        bl      add_choice
        ldr     r0, [sp, #A]            @ + SIGMA0(a)
        ldr     r1, [sp, #A + 4]
        ldr     r4, SIGMA0
        bl      add_function
        str     r6, [sp, #W]
        str     r7, [sp, #W + 4]
        sub     r0, sp, r12
        cmn     r0, #CONSTANTS + WINDOW + 80 * 8
        bne     round

        mov     r7, r12                 @ H (step 4), and what was the block
        ldmia   r7!, {r0-r2}
        movs    r3, r0
5:      pop     {r5, r6}
        ldr     r7, [r3]
        adds    r5, r7
        ldr     r7, [r3, #4]
        adcs    r6, r7
        stmia   r3!, {r5, r6}
        subs    r7, r3, r0
        cmp     r7, #WINDOW
        bne     5b
        add     sp, #320
        add     sp, #320
        b       next

@ The functions of section 4.1.3 are three rotations, each of the sum of x and what was rotated before.
@ Their amounts, first one lowest; above them 32 less the shift to the right, or 32: the last rotation
@ is such a shift once what comes in at the top is added again.
        .align  2
SIGMA0: .word   5 | 6 << 8 | 28 << 16 | 32 << 24
SIGMA1: .word   23 | 4 << 8 | 14 << 16 | 32 << 24
sigma0: .word   1 | 6 << 8 | 1 << 16 | 25 << 24
sigma1: .word   10 | 13 << 8 | 6 << 16 | 26 << 24

@ r6, r7 += the function r4 of r0, r1.  add_rotated: r2, r3 = r1, r0, which rotates by 32 first.
add_function:
        movs    r2, #0
        movs    r3, #0
1:      eor     r5, r3, r0
        eor     r3, r2, r1
        mov     r2, r5
add_rotated:
        eor     r5, r2, r3              @ the halves change places (r2 is the high one then), and so
        lsrs    r5, r4                  @ do again the bits that stay in their half
        rors    r2, r4
        rors    r3, r4
        eors    r2, r5
        eors    r3, r5
        lsrs    r4, #8
        cmp     r4, #32
        bhi     1b
        lsls    r0, r4
        eors    r2, r0
        adds    r6, r3
        adcs    r7, r2
        bx      lr
@ r6, r7 += Ch(r0, r1; r2, r3; r4, r5)
add_choice:
        eors    r2, r4
        eors    r3, r5
        ands    r2, r0
        ands    r3, r1
        eors    r2, r4
        eors    r3, r5
        adds    r6, r2
        adcs    r7, r3
        bx      lr
        .size   mote_sha512, . - mote_sha512

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
