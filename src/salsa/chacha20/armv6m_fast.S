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
@ stack = 96
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers of the rounds:
@   r0  16                              r4-r7              words 4 to 7 of the block: b
@   r1  a word of 8 to 11: c            r8, r10, r11, r12  words 0 to 3: a
@   r2  a word of 12 to 15: d           lr                 double rounds that are left
@   r3  a; amount of a rotation
@
@ ChaCha20 in 16-bit Thumb instructions for ARMv6-M and ARMv7-M, fast.  Little-endian; texts may lie
@ anywhere.  Nothing called, no data outside .text.
@
@ Words 8 to 15 are in the frame.  The four diagonals begin with the word d that the columns end with,
@ and the columns with the one that the diagonals end with: these two stay in r2.
@
@ The key stream is added to 64 bytes of text as words where these are aligned; elsewhere it is made in
@ the context, as a text of zeros, and added byte by byte.
@
@ COUNT of a quarter round, in cycles of a Cortex-M0: 17, and 8 for c and d in memory.  A double round is
@ 8 times that, less 8 for the words that stay, and 7 for the loop: 199.

#if !defined(__thumb__) || defined(__ARM_BIG_ENDIAN) || __ARM_ARCH_PROFILE != 'M'
#error "armv6m_fast.S needs a little-endian core of ARMv6-M or ARMv7-M: -mcpu=cortex-m0 -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    COUNTER, 48             @ offsets in the context
        .equ    NONCE, 52
        .equ    KEY_STREAM, 64
        .equ    LEFT, 128
        .equ    SIGMA0, 0x61707865      @ "expand 32-byte k"
        .equ    SIGMA1, 0x3320646E
        .equ    SIGMA2, 0x79622D32
        .equ    SIGMA3, 0x6B206574

@ The frame, from sp on.
        .equ    C, 0                    @ words 8 to 11
        .equ    D, 16                   @ words 12 to 15
        .equ    CC, 32                  @ arguments, as they are now
        .equ    SRC, 36
        .equ    DST, 40
        .equ    LEN, 44
        .equ    FROM, 48                @ 64 bytes of text, and where they go
        .equ    TO, 52
        .equ    FRAME, 64

@ void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter)
        .global mote_chacha20_init
        .type   mote_chacha20_init, %function
        .thumb_func
mote_chacha20_init:
        push    {r4-r7, lr}
        str     r3, [r0, #COUNTER]
        movs    r4, #LEFT
        movs    r3, #0
        str     r3, [r0, r4]
        ldr     r4, sigma0
        ldr     r5, sigma1
        ldr     r6, sigma2
        ldr     r7, sigma3
        stmia   r0!, {r4-r7}
        movs    r3, #32
key_bytes:
        subs    r3, #1
        ldrb    r4, [r1, r3]
        strb    r4, [r0, r3]
        bne     key_bytes
        adds    r0, #NONCE - 16
        movs    r3, #12
nonce_bytes:
        subs    r3, #1
        ldrb    r4, [r2, r3]
        strb    r4, [r0, r3]
        bne     nonce_bytes
        pop     {r4-r7, pc}
        .align  2
sigma0: .word   SIGMA0
sigma1: .word   SIGMA1
sigma2: .word   SIGMA2
sigma3: .word   SIGMA3
        .size   mote_chacha20_init, . - mote_chacha20_init

@ Half of a quarter round (section 2.1); rotations to the right.  d rotates by 16 or by what r3 gets.
        .macro  half a, b, m, n
        add     \a, \b
        mov     r3, \a
        eors    r2, r3
        .if \m == 16
        rors    r2, r0
        .else
        movs    r3, #\m
        rors    r2, r3
        .endif
        adds    r1, r2
        eors    \b, r1
        movs    r3, #\n
        rors    \b, r3
        .endm

@ A quarter round; c, d: numbers of words of their rows
        .macro  quarter_round a, b, c, d, load=1, store=1
        ldr     r1, [sp, #C + 4 * \c]
        .if \load
        ldr     r2, [sp, #D + 4 * \d]
        .endif
        half    \a, \b, 16, 20
        half    \a, \b, 24, 25
        str     r1, [sp, #C + 4 * \c]
        .if \store
        str     r2, [sp, #D + 4 * \d]
        .endif
        .endm

@ Word x, in a low register, becomes text
        .macro  output x, at
        ldr     r3, [r0, #\at]
        adds    \x, r3
        ldr     r3, [r1, #\at]
        str     \x, [r0, #KEY_STREAM + \at]
        eors    \x, r3
        str     \x, [r2, #\at]
        .endm

@ void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len)
        .global mote_chacha20_crypt
        .type   mote_chacha20_crypt, %function
        .thumb_func
mote_chacha20_crypt:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        sub     sp, #FRAME
        str     r1, [sp, #SRC]
        str     r2, [sp, #DST]
        str     r3, [sp, #LEN]
        str     r0, [sp, #CC]
text:
        ldr     r0, [sp, #CC]
        ldr     r3, [sp, #LEN]
        cmp     r3, #0
        bne     some
        b       done
some:
        ldr     r1, [sp, #SRC]
        ldr     r2, [sp, #DST]
        movs    r5, #LEFT
        ldr     r4, [r0, r5]
        cmp     r4, #0
        beq     block

        @ What is left of a block: r6 bytes, from r7 on
        adds    r7, r0, r5
        subs    r7, r4
        movs    r6, r3
        cmp     r6, r4
        bls     enough
        movs    r6, r4
enough:
        subs    r4, r6
        str     r4, [r0, r5]
        subs    r3, r6
        str     r3, [sp, #LEN]
bytes:
        ldrb    r4, [r7]
        ldrb    r5, [r1]
        eors    r4, r5
        strb    r4, [r2]
        adds    r7, #1
        adds    r1, #1
        adds    r2, #1
        subs    r6, #1
        bne     bytes
        str     r1, [sp, #SRC]
        str     r2, [sp, #DST]
        b       text

block:
        cmp     r3, #64
        blo     in_context
        movs    r4, r1
        orrs    r4, r2
        lsls    r4, #30
        bne     in_context
        str     r1, [sp, #FROM]
        str     r2, [sp, #TO]
        adds    r1, #64
        adds    r2, #64
        subs    r3, #64
        str     r1, [sp, #SRC]
        str     r2, [sp, #DST]
        str     r3, [sp, #LEN]
        b       next_block
in_context:
        movs    r4, #64
        str     r4, [r0, r5]
        adds    r1, r0, r4
        str     r1, [sp, #FROM]
        str     r1, [sp, #TO]
        movs    r2, #0
        movs    r3, #0
        movs    r4, #0
        movs    r5, #0
        stmia   r1!, {r2-r5}
        stmia   r1!, {r2-r5}
        stmia   r1!, {r2-r5}
        stmia   r1!, {r2-r5}

next_block:                             @ section 2.3
        ldmia   r0!, {r4-r7}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
        mov     r12, r7
        ldmia   r0!, {r4-r7}
        mov     r3, sp
        ldmia   r0!, {r1, r2}
        stmia   r3!, {r1, r2}
        ldmia   r0!, {r1, r2}
        stmia   r3!, {r1, r2}
        ldmia   r0!, {r1, r2}
        stmia   r3!, {r1, r2}
        ldmia   r0!, {r1, r2}
        stmia   r3!, {r1, r2}
        movs    r0, #10
        mov     lr, r0
        movs    r0, #16
        ldr     r2, [sp, #D + 8]
rounds:
        quarter_round r11, r6, 2, 2, load=0
        quarter_round r8, r4, 0, 0
        quarter_round r10, r5, 1, 1
        quarter_round r12, r7, 3, 3, store=0
        quarter_round r8, r5, 2, 3, load=0
        quarter_round r10, r6, 3, 0
        quarter_round r11, r7, 0, 1
        quarter_round r12, r4, 1, 2, store=0
        mov     r1, lr
        subs    r1, #1
        mov     lr, r1
        beq     sums
        b       rounds
sums:
        str     r2, [sp, #D + 8]
        ldr     r0, [sp, #CC]
        ldr     r1, [sp, #FROM]
        ldr     r2, [sp, #TO]
        output  r4, 16
        output  r5, 20
        output  r6, 24
        output  r7, 28
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        mov     r7, r12
        output  r4, 0
        output  r5, 4
        output  r6, 8
        output  r7, 12
        .irp    i, 0, 4, 8, 12
        ldr     r4, [sp, #C + \i]
        output  r4, 32 + \i
        .endr
        .irp    i, 0, 4, 8, 12
        ldr     r4, [sp, #D + \i]
        output  r4, 48 + \i
        .endr
        ldr     r3, [r0, #COUNTER]
        adds    r3, #1
        str     r3, [r0, #COUNTER]
        b       text

done:
        mov     r0, sp
        movs    r4, #0
        movs    r5, #0
        movs    r6, #0
        movs    r7, #0
        stmia   r0!, {r4-r7}
        stmia   r0!, {r4-r7}
        add     sp, #FRAME
        pop     {r4-r6}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
        pop     {r4-r7, pc}
        .size   mote_chacha20_crypt, . - mote_chacha20_crypt

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
