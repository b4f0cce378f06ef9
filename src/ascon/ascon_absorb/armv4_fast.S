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
@ stack = 48
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds (a round moves the words to others, the next one back):
@   r0-r4                   x0 to x4, even bits
@   r8, r7, r10, r11, r12   x0 to x4, odd bits
@   r5, r6                  free; the message block
@   lr                      the place in the message
@
@ Ascon-p[12] after each message block of 8 bytes, for ARMv4 and ARMv4T, on any number (at least one)
@ of blocks, wherever they lie: ARM instructions only, either byte order.  Built for ARMv4T it
@ returns with bx and may be called from either state.
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
@ COUNT for a round, in cycles of an ARM7 and of an ARM9: the constant 2, the substitution 16 for a
@ word, the diffusion 4 for two: 54, 648 for the permutation.  A block takes 63 and 44 more: its bytes
@ and three masks, interleaved 14, added 2, the loop, two words put aside and back.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
        .text
        .align  2

#define X0E r0
#define X1E r1
#define X2E r2
#define X3E r3
#define X4E r4
#define X0O r8
#define X1O r7
#define X2O r10
#define X3O r11
#define X4O r12
#define T r5
#define U r6
#define DATA lr

@ The frame, from sp on.
        .equ    SPILL, 0                @ the odd words of x3 and x4
        .equ    S, 8                    @ the caller's state
        .equ    END, 12                 @ where the message ends
        .equ    S_BYTES, 40

@ The bits of \a at the places of \mask << \shift change places with those of \b at \mask.
        .macro  exchange a, b, v, shift, mask
        eor     \v, \b, \a, lsr #\shift
        and     \v, \v, \mask
        eor     \b, \b, \v
        eor     \a, \a, \v, lsl #\shift
        .endm

@ The same on r1 and r2, with a mask from the literals.
        .macro  exchange_state shift, mask
        ldr     r12, =\mask
        exchange r1, r2, r3, \shift, r12
        .endm

@ Section 3.3, on words of one kind.  The results: \x2, \x3, \t, \x0, \x4; \x1 and \u are free.
        .macro  substitute x0, x1, x2, x3, x4, t, u
        mvn     \t, \x4
        orr     \t, \t, \x3
        eor     \u, \x0, \x4            @ e0
        eor     \x4, \x4, \x3           @ e4
        orr     \x0, \x0, \x4
        eor     \x3, \x3, \x1
        eor     \x2, \x2, \x1           @ e2
        orr     \x3, \x3, \x2
        eor     \x3, \x3, \u            @ x1
        eor     \t, \t, \x2             @ x2
        eor     \x0, \x0, \x2           @ x3
        eor     \x2, \x2, \u
        orr     \x2, \x2, \x1
        eor     \x2, \x2, \x4           @ x0
        bic     \x1, \x1, \u
        eor     \x4, \x4, \x1           @ x4
        .endm

@ \to = \x ^ (a word rotated right by \r1) ^ (another by \r2)
        .macro  add_rotated to, x, y1, r1, y2, r2
        eor     \to, \x, \y1, ror #\r1
        .if     \r2
        eor     \to, \to, \y2, ror #\r2
        .else
        eor     \to, \to, \y2
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
mote_ascon_absorb:
        add     r2, r1, r2, lsl #3
        stmfd   sp!, {r0, r2, r4-r8, r10, r11, lr}
        sub     sp, sp, #S - SPILL
        mov     DATA, r1

        @ Interleaved: which of two words a bit is in changes places with each digit of the number of
        @ its place in there, highest first.
        add     r4, r0, #S_BYTES
1:      ldmia   r0, {r1, r2}
        exchange_state 16, 0x0000FFFF
        exchange_state 8, 0x00FF00FF
        exchange_state 4, 0x0F0F0F0F
        exchange_state 2, 0x33333333
        exchange_state 1, 0x55555555
        stmia   r0!, {r1, r2}
        cmp     r0, r4
        bne     1b
        sub     r12, r0, #S_BYTES
        ldr     X0E, [r12]
        ldr     X0O, [r12, #4]
        ldr     X1E, [r12, #8]
        ldr     X1O, [r12, #12]
        ldr     X2E, [r12, #16]
        ldr     X2O, [r12, #20]
        ldr     X3E, [r12, #24]
        ldr     X3O, [r12, #28]
        ldr     X4E, [r12, #32]
        ldr     X4O, [r12, #36]

next_block:
        @ Section 5.1: the block, low half first.  Even bytes go to one word, odd ones to the other:
        @ that saves the exchanges for the two highest digits.
        stmia   sp, {X3O, X4O}
        ldrb    T, [DATA], #1
        ldrb    U, [DATA], #1
        .irp    shift, 8, 16, 24
        ldrb    r11, [DATA], #1
        ldrb    r12, [DATA], #1
        orr     T, T, r11, lsl #\shift
        orr     U, U, r12, lsl #\shift
        .endr
        ldr     r12, =0x0F0F0F0F
        exchange T, U, r11, 4, r12
        eor     r12, r12, r12, lsl #2   @ 0x33333333
        exchange T, U, r11, 2, r12
        eor     r12, r12, r12, lsl #1   @ 0x55555555
        exchange T, U, r11, 1, r12
        ldmia   sp, {X3O, X4O}
        eor     X0E, X0E, T
        eor     X0O, X0O, U
        two_rounds 0xF0
        two_rounds 0xD2
        two_rounds 0xB4
        two_rounds 0x96
        two_rounds 0x78
        two_rounds 0x5A
        ldr     T, [sp, #END]
        cmp     DATA, T
        bne     next_block

        ldr     lr, [sp, #S]
        str     X0E, [lr]
        str     X0O, [lr, #4]
        str     X1E, [lr, #8]
        str     X1O, [lr, #12]
        str     X2E, [lr, #16]
        str     X2O, [lr, #20]
        str     X3E, [lr, #24]
        str     X3O, [lr, #28]
        str     X4E, [lr, #32]
        str     X4O, [lr, #36]
        add     r4, lr, #S_BYTES
2:      ldmia   lr, {r1, r2}            @ not interleaved any more
        exchange_state 1, 0x55555555
        exchange_state 2, 0x33333333
        exchange_state 4, 0x0F0F0F0F
        exchange_state 8, 0x00FF00FF
        exchange_state 16, 0x0000FFFF
        stmia   lr!, {r1, r2}
        cmp     lr, r4
        bne     2b
        add     sp, sp, #END + 4
#ifdef __ARM_ARCH_4T__
        ldmfd   sp!, {r4-r8, r10, r11, lr}
        bx      lr
#else
        ldmfd   sp!, {r4-r8, r10, r11, pc}
#endif
        .ltorg
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
