@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
@ functions = ["mote_ascon_absorb(S, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {S = 40, data = "8 * blocks"}
@ writes = {S = 40}
@ clobbers = "r1-r2 r12 lr flags"
@ stack = 48
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds (a round moves the words to others, the next one back):
@   r0-r4                  x0 to x4, even bits
@   r8, r7, r9, r10, r11   x0 to x4, odd bits
@   r5, r6                 free; the message block
@   r12                    free between blocks' rounds
@   lr                     the place in the message
@
@ Ascon-p[12] after each message block of 8 bytes, for ARMv7-M (Cortex-M3, Cortex-M4), on any number
@ (at least one) of blocks, wherever they lie: unaligned words are read as such.
@
@ Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4.
@
@ BITS are interleaved here: one word has the bits of x at even places, another those at odd places.
@ A rotation of x is then two of words, which the barrel shifter does by the way; where its amount
@ is odd the words change places as well.  The caller's state is not interleaved: each call turns
@ all of it on its way in and out.
@
@ THE SUBSTITUTION is that of section 3.3 with its xors drawn into one another.  With
@ e0 = x0 ^ x4, e2 = x1 ^ x2 and e4 = x3 ^ x4 it is
@
@   x0 = e4 ^ (x1 | (e0 ^ e2))        x2 = e2 ^ (x3 | ~x4)      x4 = e4 ^ (x1 & ~e0)
@   x1 = e0 ^ (e2 | (x1 ^ x3))        x3 = e2 ^ (x0 | e4)
@
@ COUNT for a round, in cycles of a Cortex-M4: the constant 2, the substitution 15 for a word, the
@ diffusion 4 for two: 52, 624 for the permutation.  A block takes 31 more: loaded 3, interleaved 19,
@ added 2, the loop 7.  A call takes some 330.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

#define X0E r0
#define X1E r1
#define X2E r2
#define X3E r3
#define X4E r4
#define X0O r8
#define X1O r7
#define X2O r9
#define X3O r10
#define X4O r11
#define T r5
#define U r6
#define V r12
#define DATA lr

        .equ    END, 4                  @ from sp on: where the message ends
        .equ    S_BYTES, 40

@ The bits of \a at the places of \mask << \shift change places with those of \b at \mask.
        .macro  exchange a, b, v, shift, mask
        eor     \v, \b, \a, lsr #\shift
        and     \v, \v, #\mask
        eor     \b, \b, \v
        eor     \a, \a, \v, lsl #\shift
        .endm

@ The same for halves of words.
        .macro  exchange_halves a, b, v
        lsr     \v, \a, #16
        bfi     \a, \b, #16, #16
        bfi     \b, \v, #0, #16
        .endm

@ \a, \b = the even and the odd bits of the word of 64 bits \a (low half), \b.  Which of the two
@ words a bit is in changes places with each digit of the number of its place in there, highest first.
        .macro  interleave a, b, v
        exchange_halves \a, \b, \v
        exchange \a, \b, \v, 8, 0x00FF00FF
        exchange \a, \b, \v, 4, 0x0F0F0F0F
        exchange \a, \b, \v, 2, 0x33333333
        exchange \a, \b, \v, 1, 0x55555555
        .endm

        .macro  join a, b, v
        exchange \a, \b, \v, 1, 0x55555555
        exchange \a, \b, \v, 2, 0x33333333
        exchange \a, \b, \v, 4, 0x0F0F0F0F
        exchange \a, \b, \v, 8, 0x00FF00FF
        exchange_halves \a, \b, \v
        .endm

@ Section 3.3, on words of one kind.  The results: \x2, \x3, \t, \x0, \x4; \x1 and \u are free.
        .macro  substitute x0, x1, x2, x3, x4, t, u
        orn     \t, \x3, \x4
        eors    \u, \x0, \x4            @ e0
        eors    \x4, \x4, \x3           @ e4
        orrs    \x0, \x0, \x4
        eors    \x3, \x3, \x1
        eors    \x2, \x2, \x1           @ e2
        orrs    \x3, \x3, \x2
        eors    \x3, \x3, \u            @ x1
        eors    \t, \t, \x2             @ x2
        eors    \x0, \x0, \x2           @ x3
        eors    \x2, \x2, \u
        orrs    \x2, \x2, \x1
        eors    \x2, \x2, \x4           @ x0
        bics    \x1, \x1, \u
        eors    \x4, \x4, \x1           @ x4
        .endm

@ \to = \x ^ (a word rotated right by \r1) ^ (another by \r2)
        .macro  add_rotated to, x, y1, r1, y2, r2
        eor     \to, \x, \y1, ror #\r1
        .if     \r2
        eor     \to, \to, \y2, ror #\r2
        .else
        eors    \to, \to, \y2
        .endif
        .endm

@ Section 3.4: a word of one kind goes to the free register \f, then the other is made in its place,
@ and the first one's old place is free.
        .macro  diffuse_0 e, o, f       @ by 19 and 28
        add_rotated \f, \e, \o, 9, \e, 14
        add_rotated \o, \o, \o, 14, \e, 10
        .endm
        .macro  diffuse_1 e, o, f       @ by 61 and 39
        add_rotated \f, \e, \o, 30, \o, 19
        add_rotated \o, \o, \e, 31, \e, 20
        .endm
        .macro  diffuse_2 e, o, f       @ by 1 and 6; the odd word first
        add_rotated \f, \o, \e, 1, \o, 3
        add_rotated \e, \e, \e, 3, \o, 0
        .endm
        .macro  diffuse_3 e, o, f       @ by 10 and 17; the odd word first
        add_rotated \f, \o, \o, 5, \e, 9
        add_rotated \e, \e, \e, 5, \o, 8
        .endm
        .macro  diffuse_4 e, o, f       @ by 7 and 41
        add_rotated \f, \e, \o, 3, \o, 20
        add_rotated \o, \o, \e, 4, \e, 21
        .endm

@ A round.  The results: \x3e \x4e \t \x0e \x1e, \x2o \x3o \x0o \x1o \x4o; \x2e and \u are free.
        .macro  round constant, x0e, x1e, x2e, x3e, x4e, x0o, x1o, x2o, x3o, x4o, t, u
        .set    c, \constant            @ section 3.2
        .set    c_even, (c & 1) | (c >> 1 & 2) | (c >> 2 & 4) | (c >> 3 & 8)
        .set    c_odd, (c >> 1 & 1) | (c >> 2 & 2) | (c >> 3 & 4) | (c >> 4 & 8)
        eor     \x2e, \x2e, #c_even
        eor     \x2o, \x2o, #c_odd
        substitute \x0e, \x1e, \x2e, \x3e, \x4e, \t, \u
        substitute \x0o, \x1o, \x2o, \x3o, \x4o, \x1e, \u
        diffuse_3 \x0e, \x0o, \x1o
        diffuse_2 \t, \x1e, \x0o
        diffuse_4 \x4e, \x4o, \x1e
        diffuse_1 \x3e, \x3o, \x4e
        diffuse_0 \x2e, \x2o, \x3e
        .endm

        .macro  two_rounds c
        round   \c, X0E, X1E, X2E, X3E, X4E, X0O, X1O, X2O, X3O, X4O, T, U
        round   \c - 15, X3E, X4E, T, X0E, X1E, X2O, X3O, X0O, X1O, X4O, X2E, U
        .endm

@ void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
        .global mote_ascon_absorb
        .type   mote_ascon_absorb, %function
        .thumb_func
mote_ascon_absorb:
        add     r2, r1, r2, lsl #3
        push    {r0, r2-r11, lr}
        mov     DATA, r1
        add     r4, r0, #S_BYTES
1:      ldrd    r1, r2, [r0]
        interleave r1, r2, r3
        strd    r1, r2, [r0], #8
        cmp     r0, r4
        bne     1b
        sub     V, r0, #S_BYTES
        ldrd    X0E, X0O, [V]
        ldrd    X1E, X1O, [V, #8]
        ldrd    X2E, X2O, [V, #16]
        ldrd    X3E, X3O, [V, #24]
        ldrd    X4E, X4O, [V, #32]

next_block:
        @ Section 5.1: the block, low half first
        ldr     T, [DATA]
        ldr     U, [DATA, #4]
        add     DATA, DATA, #8
        interleave T, U, V
        eors    X0E, X0E, T
        eor     X0O, X0O, U
        two_rounds 0xF0
        two_rounds 0xD2
        two_rounds 0xB4
        two_rounds 0x96
        two_rounds 0x78
        two_rounds 0x5A
        ldr     V, [sp, #END]
        cmp     DATA, V
        bne.w   next_block

        ldr     V, [sp]
        strd    X0E, X0O, [V]
        strd    X1E, X1O, [V, #8]
        strd    X2E, X2O, [V, #16]
        strd    X3E, X3O, [V, #24]
        strd    X4E, X4O, [V, #32]
        add     r4, V, #S_BYTES
2:      ldrd    r1, r2, [V]
        join    r1, r2, r3
        strd    r1, r2, [V], #8
        cmp     V, r4
        bne     2b
        pop     {r0, r2-r11, pc}
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
