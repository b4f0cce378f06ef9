@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 7693 (November 2015), sections 3.1 to 3.3"
@ functions = [
@   "mote_blake2s_init(cc, out_size)",
@   "mote_blake2s(cc, data, len)",
@   "mote_blake2s_close(cc, ub, n, dst)",
@ ]
@ reads = {cc = 112, data = "len"}
@ writes = {cc = 112, dst = "out_size / 8"}
@ clobbers = "r1-r3 lr flags"
@ stack = 100
@ constant_time = true
@ calls = []
@ block = "compress"
@ state.h = {offset = 0, words = 8}
@ counter = {offset = 96, words = 2, step = 64}
@ fill = {offset = 104, start = 32}
@
@ Registers of the functions:
@   r0  the context              r2      bytes left
@   r1  the message, or dst      r3      place of the next byte in the context, 32 to 96
@ Registers of the rounds:
@   r0-r3  a word of each row    r5      place of the words: r0 there, the others 16, 32, 48 behind
@   r4     free                  r6      entries of sigma
@   r7     message block         lr      place in sigma
@
@ BLAKE2s in Thumb code: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0), small.  16-bit
@ instructions only, nothing called, no variables.
@
@ Specification: RFC 7693; v0 to v15 are its v[0..15].
@
@ - The calls of G are one loop over columns.  Between the halves of a round, rows b, c and d are
@   rotated in memory by 1, 2 and 3 words to the left, and to the right after the second half,
@   which is the same with rows b and d exchanged.
@ - sigma has a byte for a call of G.  Its place counts: two bits say when a half is done, and the
@   next one which of the two it was.
@ - A word of the block to come is written over the last one's; a block is compressed when the
@   next byte comes, or at the end.
@
@ COUNT for a call of G, in cycles of a Cortex-M0: four words loaded and stored 16, the entries of
@ sigma and their message words 15, the loop 5, the rest 16: 52.  Half a round takes 48 more.  That
@ is 256 for a half, 5,120 for ten rounds; a byte 15, 960 for a block, and each block some 200 more.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "blake/blake2s_thumb.inc"

        .equ    V, 64                   @ bytes of v, which is at sp

@ void mote_blake2s_close(mote_blake2s_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r3 = dst; ub and n are not looked at.  Clobbers r1-r3, lr, flags.  Stack: 100 bytes.
function mote_blake2s_close
        close   compress
        b       leave
        .size   mote_blake2s_close, . - mote_blake2s_close

@ void mote_blake2s(mote_blake2s_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, lr, flags.  Stack: 100 bytes.
function mote_blake2s
        push    {r4-r7, lr}
        ldr     r3, [r0, #PLACE]
next_byte:
        subs    r2, #1
        bcc     leave
        cmp     r3, #BUFFER_END
        bne     1f
        movs    r4, #0
        bl      compress
        movs    r3, #BUFFER
1:      ldrb    r4, [r1]
        adds    r1, #1
        find_byte r3
        strb    r4, [r0, AT(r3)]
        adds    r3, #1
        b       next_byte

leave:  keep_place_and_return
        .size   mote_blake2s, . - mote_blake2s

@ The function F (section 3.2) on the block of r3 - 32 bytes in the context at r0; r4: all bits 1
@ for the last block, or 0.  Keeps r0-r2, clobbers the other low registers, lr, flags.  Stack: 80
@ bytes.
compress:
        push    {r0-r2, lr}
        sub     sp, #V
        subs    r3, #BUFFER
        ldr     r1, [r0, #T]            @ the counter, low word first
        ldr     r2, [r0, #T + 4]
        adds    r1, r3
        movs    r3, #0
        adcs    r2, r3
        str     r1, [r0, #T]
        str     r2, [r0, #T + 4]
        str     r1, [sp, #48]
        str     r2, [sp, #52]
        str     r4, [sp, #56]
        movs    r7, r0
        mov     r5, sp
        ldmia   r7!, {r0-r3}            @ v[0..7]
        stmia   r5!, {r0-r3}
        ldmia   r7!, {r0-r3}
        stmia   r5!, {r0-r3}
        adr     r6, initialization_vector
        ldmia   r6!, {r0-r3}            @ v[8..11]
        stmia   r5!, {r0-r3}
        ldmia   r6!, {r0-r3}            @ v[12..15]
        ldr     r4, [r5]
        eors    r0, r4
        ldr     r4, [r5, #4]
        eors    r1, r4
        ldr     r4, [r5, #8]
        eors    r2, r4
        stmia   r5!, {r0-r3}
        adr     r4, sigma
        mov     lr, r4

half:   mov     r5, sp

@ The function G (section 3.1)
column: mov     r4, lr
        ldrb    r6, [r4]
        adds    r4, #1
        mov     lr, r4
        ldr     r0, [r5]
        ldr     r1, [r5, #16]
        ldr     r2, [r5, #32]
        ldr     r3, [r5, #48]
        lsrs    r4, r6, #4
        lsls    r4, #2
        .macro  half_of_g n1, n2        @ with the message word at r4
        ldr     r4, [r7, r4]
        add_word \n1, \n2
        .endm
        half_of_g 16, 12
        lsls    r4, r6, #28
        lsrs    r4, #26
        half_of_g 8, 7
        str     r1, [r5, #16]
        str     r2, [r5, #32]
        str     r3, [r5, #48]
        stmia   r5!, {r0}
        mov     r4, lr
        lsls    r4, #30
        bne     column

        movs    r6, r5                  @ row b is to be rotated by a word to the left, row d by three
        adds    r6, #32
        mov     r4, lr
        lsls    r4, #29
        bmi     1f
        movs    r6, r5                  @ or row d by one, and row b by three
        adds    r5, #32
1:      ldmia   r5!, {r0-r3}
        subs    r5, #16
        stmia   r5!, {r1-r3}
        stmia   r5!, {r0}
        ldmia   r6!, {r0-r3}
        subs    r6, #16
        stmia   r6!, {r3}
        stmia   r6!, {r0-r2}
        add     r5, sp, #32             @ row c by two
        ldmia   r5!, {r0-r3}
        subs    r5, #16
        stmia   r5!, {r2, r3}
        stmia   r5!, {r0, r1}
        adr     r4, sigma_end
        cmp     lr, r4
        bne     half

        mov     r5, sp                  @ h = h ^ v[0..7] ^ v[8..15]
        ldr     r0, [sp, #V]
1:      ldr     r1, [r5, #32]
        ldmia   r5!, {r2}
        eors    r1, r2
        ldr     r2, [r0]
        eors    r1, r2
        stmia   r0!, {r1}
        cmp     r0, r7
        bne     1b
        add     sp, #V
        pop     {r0-r2, pc}

        .align  2
@ Section 2.6
initialization_vector:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ Section 2.7, an entry in four bits.  A round must begin at a multiple of eight.
        .align  3
sigma:
        .byte   0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF
        .byte   0xEA, 0x48, 0x9F, 0xD6, 0x1C, 0x02, 0xB7, 0x53
        .byte   0xB8, 0xC0, 0x52, 0xFD, 0xAE, 0x36, 0x71, 0x94
        .byte   0x79, 0x31, 0xDC, 0xBE, 0x26, 0x5A, 0x40, 0xF8
        .byte   0x90, 0x57, 0x24, 0xAF, 0xE1, 0xBC, 0x68, 0x3D
        .byte   0x2C, 0x6A, 0x0B, 0x83, 0x4D, 0x75, 0xFE, 0x19
        .byte   0xC5, 0x1F, 0xED, 0x4A, 0x07, 0x63, 0x92, 0x8B
        .byte   0xDB, 0x7E, 0xC1, 0x39, 0x50, 0xF4, 0x86, 0x2A
        .byte   0x6F, 0xE9, 0xB3, 0x08, 0xC2, 0xD7, 0x14, 0xA5
        .byte   0xA2, 0x84, 0x76, 0x15, 0xFB, 0x9E, 0x3C, 0xD0
sigma_end:

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
