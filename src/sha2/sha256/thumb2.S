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
@ clobbers = "r0-r3 lr flags"
@ stack = 676
@ constant_time = true
@ calls = []
@ block = "block"
@ state.H = {offset = 64, words = 8}
@ counter = {offset = 96, words = 2, step = -512}
@ fill = {}
@
@ Registers of the three functions:
@   r0  the context      r1  data                  r2  bytes still to come
@   r3  place of a byte  r4, r5, r6  temporary     lr  SP without constants and words
@ Registers of a round:
@   r0-r3  temporary     r4  T1, then a            r6  W(t + 16)       r7  rounds to go
@ Registers of a constant: beside it.
@
@ SHA-256 and SHA-224 for ARMv7-M (Cortex-M3, Cortex-M4), small.  Nothing called.
@
@ Specification: FIPS PUB 180-4, whose letters are used; interface: include/mote/sha256.h.
@
@ THE CONTEXT: the block with its last byte first (words in reverse order, in the CPU's byte order),
@ H, the negated number of bits so far (64 bits, low word first), out_size.  Counted downwards, the
@ number is the place of the next byte, and 0 when the block is full.
@
@ THE ROUNDS work in a window of 24 words that begins at SP: W(t + 15) to W(t), then a to h, in the
@ order of the context.  A round stores a in place of W(t), e in place of d, and pushes W(t + 16), so
@ that every word has a constant offset and none is moved.
@
@ THE CONSTANTS K are not stored but computed: the fractional parts of the cube roots of the first
@ 64 primes (section 4.2.2), pushed one after the other when a call has its first full block, in
@ some 315,000 cycles.  K(t) so has a constant offset from SP in a round, too.
@
@ A root Y is found bit by bit.  With the next bit's value X, A = 3 Y Y, E = 3 X Y + X X, C = X X and
@ R = (p - Y Y Y) / X, the bit is 1 if A + E <= R.  Then Y + X takes the place of Y: R becomes
@ R - A - E, A becomes A + 2 E + C, E becomes E + 3 C.  For the next bit X is halved: R doubles, C
@ becomes C / 4, E becomes E / 2 less that.  X goes from 4 to 2^-32.  All these numbers have 23
@ fractional bits, what is less is cut off; that the 64 constants are right nevertheless has been
@ tried, not proved.
@
@ COUNT, in cycles of a Cortex-M4: a round 55, the window's words in 193 and out 240, a byte 19.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    H, 64                   @ the context
        .equ    LOW, 96
        .equ    HIGH, 100
        .equ    SIZE, 104

        .equ    WINDOW, 96              @ bytes
        .equ    CONSTANTS, 256
        .equ    A, 64                   @ the window
        .equ    D, 76
        .equ    E, 80
        .equ    K, CONSTANTS + WINDOW - 4

@ void mote_sha256_close(mote_sha256_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r0-r3, lr, flags.  Stack: 676 bytes.
        .global mote_sha256_close
        .type   mote_sha256_close, %function
        .thumb_func
mote_sha256_close:
        push    {r3-r7, lr}
        movs    r4, #128                @ the bit that ends the message: 80h >> n
        lsrs    r4, r2
        orrs    r1, r4
        negs    r4, r4                  @ and no bits below it
        ands    r1, r4
        movs    r7, #0
        ldr     r4, [r0, #LOW]          @ the length of the message in bits
        ldr     r5, [r0, #HIGH]
        subs    r6, r2, r4
        mvns    r5, r5
        adcs    r5, r7
        rev     r5, r5
        rev     r6, r6
        push    {r1, r5, r6}
1:      mov     r1, sp                  @ that byte, then zeros up to byte 55 of a block
        movs    r2, #1
        bl      update
        str     r7, [sp]
        cmp     r3, #63 - 55
        bne     1b
        add     r1, sp, #4              @ then the length
        movs    r2, #8
        bl      update
        ldr     r3, [sp, #12]           @ the digest
        ldr     r2, [r0, #SIZE]
        lsrs    r2, #3
        subs    r2, #1
3:      eor     r5, r2, #H + 3
        ldrb    r5, [r0, r5]
        strb    r5, [r3, r2]
        subs    r2, #1
        bpl     3b
        pop     {r0-r7, pc}
        .size   mote_sha256_close, . - mote_sha256_close

@ void mote_sha256(mote_sha256_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, lr, flags.  Stack: 640 bytes.
@ For close: keeps r0; r3 = 63 - i where the last byte, number i of a block, did not fill the block.
        .global mote_sha256
        .type   mote_sha256, %function
finish: mov     sp, lr
        pop     {r0-r2, r4-r7, pc}
        .thumb_func
mote_sha256:
update: push    {r0-r2, r4-r7, lr}
        mov     lr, sp
next:   subs    r2, #1
        bcc     finish
        ldrb    r5, [r1]
        adds    r1, #1
        ldr     r4, [r0, #LOW]
        subs    r4, #8
        str     r4, [r0, #LOW]
        bcs     1f
        ldr     r6, [r0, #HIGH]
        subs    r6, #1
        str     r6, [r0, #HIGH]
1:      lsls    r3, r4, #23
        lsrs    r3, #26
        strb    r5, [r0, r3]
        bne     next

block:  mov     r7, lr
        stmia   r7!, {r0-r2}
        cmp     sp, lr
        bne     have_constants

@ The constants: r0 = p, r1 = E, r2 = A, r3 = C, r4 = A + E, r5 = bits to go, r6 = Y, r7 = R.
        movs    r0, #2
is_prime:                               @ r1 = divisors 17 to 1: those below p have another multiple
        movs    r1, #18                 @ than themselves that is p
2:      subs    r1, #1
        subs    r2, r0, r1
3:      subs    r2, r1
        bgt     3b
        bne     2b
        cmp     r1, #1
        bne     next_number
        lsls    r3, r1, #27             @ X = 4, A = 0 (r2)
        movs    r1, r3
        lsls    r7, r0, #20
        movs    r5, #35
4:      lsls    r7, #1
        adds    r4, r2, r1
        cmp     r7, r4
        bcc     5f
        adds    r1, r3
        adds    r2, r4, r1
        adds    r1, r3
        adds    r1, r3
        subs    r7, r4                  @ (carry set)
5:      adcs    r6, r6
        lsrs    r1, #1
        lsrs    r3, #2
        subs    r1, r3
        subs    r5, #1
        bne     4b
        push    {r6}
next_number:
        adds    r0, #1
        lsrs    r3, r0, #3
        cmp     r3, #39                 @ 311, the 64th prime, is the last one below 312
        bne     is_prime
have_constants:
        ldr     r0, [sp, #CONSTANTS]
        movs    r1, #WINDOW
6:      subs    r1, #4
        ldr     r2, [r0, r1]
        push    {r2}
        bne     6b
        movs    r7, #64

@ A round (section 6.2.2, step 3), and W(t + 16) (step 1).
round:  add     r1, sp, #E
        ldmia   r1, {r1-r4}             @ e, f, g, h
        eors    r2, r3                  @ T1 = h + Ch(e, f, g)
        ands    r2, r1
        eors    r2, r3
        adds    r4, r2
        eor     r0, r1, r1, ror #5      @ + SIGMA1(e): by 6, 6 + 5, 6 + 19
        eor     r0, r0, r1, ror #19
        add     r4, r4, r0, ror #6
        ldr     r6, [sp, #60]           @ + W(t)
        ldr     r0, [sp, #K]            @ + K(t)
        adds    r4, r6
        adds    r4, r0
        ldr     r1, [sp, #56]           @ sigma0(W(t + 1)): by 7, 7 + 11
        eor     r2, r1, r1, ror #11
        lsrs    r1, #3
        eor     r1, r1, r2, ror #7
        adds    r6, r1
        add     r0, sp, #A
        ldmia   r0, {r0-r3}             @ a, b, c, d
        adds    r3, r4                  @ e = d + T1
        str     r3, [sp, #D]
        eors    r1, r0                  @ a = T1 + Maj(a, b, c)
        eors    r2, r0
        ands    r1, r2
        eors    r1, r0
        adds    r4, r1
        eor     r1, r0, r0, ror #11     @ + SIGMA0(a): by 2, 2 + 11, 2 + 20
        eor     r1, r1, r0, ror #20
        add     r4, r4, r1, ror #2
        str     r4, [sp, #60]
        ldr     r1, [sp, #4]            @ sigma1(W(t + 14)): by 17, 17 + 2
        eor     r2, r1, r1, ror #2
        lsrs    r1, #10
        eor     r1, r1, r2, ror #17
        adds    r6, r1
        ldr     r1, [sp, #24]           @ W(t + 9)
        adds    r6, r1
        push    {r6}
        subs    r7, #1
        bne     round

        mov     r7, lr
        ldmia   r7!, {r0-r2}
        movs    r3, #WINDOW - 4         @ H (step 4), and what was the block
        mov     r4, sp
7:      ldr     r5, [r0, r3]
        ldr     r6, [r4, r3]
        adds    r5, r6
        str     r5, [r0, r3]
        subs    r3, #4
        bpl     7b
        add     sp, #WINDOW + 256
        b       next
        .size   mote_sha256, . - mote_sha256

@ void mote_sha256_init(mote_sha256_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r0-r3, flags.  Stack: none.
        .global mote_sha256_init
        .type   mote_sha256_init, %function
        .thumb_func
mote_sha256_init:
        str     r1, [r0, #SIZE]
        movs    r2, #32
        ands    r1, r2                  @ 32 for SHA-224, 0 for SHA-256
        adr     r3, initial
        adds    r3, r1
        adds    r0, #H
1:      subs    r2, #4
        ldr     r1, [r3, r2]
        str     r1, [r0, r2]
        bne     1b
        str     r2, [r0, #LOW - H]
        str     r2, [r0, #HIGH - H]
        bx      lr
        .size   mote_sha256_init, . - mote_sha256_init

        .align  2
@ The initial values of SHA-256 and of SHA-224 (section 5.3).
initial:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
        .word   0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939
        .word   0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
