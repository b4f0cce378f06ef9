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
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 180
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
@   r0-r3  a word of each row    r5, r6  v, as it is and as it will be
@   r4     free                  r7      place in sigma
@   r12    message block
@
@ BLAKE2s in Thumb code: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0), between thumb.S and
@ blake2s_compress/thumb_fast.S.  16-bit instructions only, nothing called, no variables.
@
@ Specification: RFC 7693; v0 to v15 are its v[0..15].
@
@ - v is four places of four words, one of each row, for the four calls of G in half a round, which
@   are written out.  They take the words from one array to another, each to the place where the
@   next half wants it.  For that to be the same after columns and after diagonals, place i of the
@   latter has diagonal -i modulo 4; so has sigma, of which a byte is for a call of G.
@ - Whole blocks that are aligned to four bytes are compressed where they lie, where words are
@   little-endian.  Others are copied byte by byte into the context; there a block is compressed
@   when the next byte comes, or at the end.
@
@ COUNT for a call of G, in cycles of a Cortex-M0: four words loaded and stored 13, the entries of
@ sigma and their message words 16, the rest 16: 45.  Half a round takes 11 more.  That is 191 for a
@ half, 3,820 for ten rounds, and each block some 220 more.

#if !defined(__thumb__)
#error "thumb_balanced.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "blake/blake2s_thumb.inc"

        .equ    V, 64                   @ bytes of v, which is at sp and behind that

@ The buffer is full, and more comes; r2: bytes left but one.
full:   movs    r4, #0
        bl      compress_buffer
        adds    r2, #1
#ifdef __ARMEB__
        b       next_byte
#else
@ The buffer is empty: blocks that are not the last, where they lie.
whole_block:
        cmp     r2, #BLOCK
        bls     next_byte
        lsls    r4, r1, #30
        bne     next_byte
        mov     r12, r1
        movs    r3, #BUFFER_END
        bl      compress                @ (r4 = 0)
        adds    r1, #BLOCK
        subs    r2, #BLOCK
        b       whole_block
#endif

@ void mote_blake2s(mote_blake2s_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, r12, lr, flags.  Stack: 180 bytes.
function mote_blake2s
        push    {r4-r7, lr}
        ldr     r3, [r0, #PLACE]
#ifndef __ARMEB__
        cmp     r3, #BUFFER
        beq     whole_block
#endif
next_byte:
        subs    r2, #1
        bcc     leave
        cmp     r3, #BUFFER_END
        beq     full
        ldrb    r4, [r1]
        adds    r1, #1
        find_byte r3
        strb    r4, [r0, AT(r3)]
        adds    r3, #1
        b       next_byte
        .size   mote_blake2s, . - mote_blake2s

@ void mote_blake2s_close(mote_blake2s_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r3 = dst; ub and n are not looked at.  Clobbers r1-r3, r12, lr, flags.  Stack: 180 bytes.
function mote_blake2s_close
        close   compress_buffer

leave:  keep_place_and_return
        .size   mote_blake2s_close, . - mote_blake2s_close

@ The function F (section 3.2) on r3 - 32 bytes in the context at r0, or in the block at r12; r4:
@ all bits 1 for the last block, or 0.  Keeps r0-r2, sets r3 to 32, clobbers the other low
@ registers, r12, lr, flags.  Stack: 160 bytes.
compress_buffer:
        movs    r5, r0
        adds    r5, #BUFFER
        mov     r12, r5
compress:
        push    {r0-r2, lr}
        sub     sp, #2 * V
        subs    r3, #BUFFER
        movs    r5, #0
        ldr     r1, [r0, #T]            @ the counter, low word first
        ldr     r2, [r0, #T + 4]
        adds    r1, r3
        adcs    r2, r5
        str     r1, [r0, #T]
        str     r2, [r0, #T + 4]
        push    {r1, r2, r4, r5}        @ what is added to v[12..15]
        movs    r6, r0
        adr     r7, initialization_vector
        add     r5, sp, #16
1:      ldr     r1, [r6, #16]
        ldmia   r6!, {r0}
        ldr     r3, [r7, #16]
        ldmia   r7!, {r2}
        pop     {r4}
        eors    r3, r4
        stmia   r5!, {r0-r3}
        adr     r4, initialization_vector_half
        cmp     r7, r4
        bne     1b
        adr     r7, sigma
        movs    r6, r5
        subs    r5, #V

        .macro  half_of_g n1, n2        @ with the place of the message word in the block at r4
        add     r4, r12
        ldr     r4, [r4]
        add_word \n1, \n2
        .endm

@ The function G (section 3.1) on place i
        .macro  mix i
        ldmia   r5!, {r0-r3}
        ldrb    r4, [r7, #\i]
        lsrs    r4, #4
        lsls    r4, #2
        half_of_g 16, 12
        ldrb    r4, [r7, #\i]
        lsls    r4, #28
        lsrs    r4, #26
        half_of_g 8, 7
        str     r0, [r6, #16 * (-(\i) & 3)]
        str     r1, [r6, #16 * ((1 - (\i)) & 3) + 4]
        str     r2, [r6, #16 * ((2 - (\i)) & 3) + 8]
        str     r3, [r6, #16 * ((3 - (\i)) & 3) + 12]
        .endm

half:   mix     0
        mix     1
        mix     2
        mix     3
        adds    r7, #4
        movs    r4, r6                  @ the arrays change places
        movs    r6, r5
        subs    r6, #V
        movs    r5, r4
        adr     r4, sigma_end
        cmp     r7, r4
        beq     1f
        b       half

1:      ldr     r0, [sp, #2 * V]        @ h = h ^ v[0..7] ^ v[8..15]
1:      ldmia   r5!, {r1-r4}
        eors    r1, r3
        eors    r2, r4
        ldr     r3, [r0, #16]
        eors    r2, r3
        str     r2, [r0, #16]
        ldr     r3, [r0]
        eors    r1, r3
        stmia   r0!, {r1}
        cmp     r5, r6
        bne     1b
        movs    r3, #BUFFER
        add     sp, #2 * V
        pop     {r0-r2, pc}

        .align  2
@ Section 2.6
initialization_vector:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
initialization_vector_half:
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ Section 2.7, an entry in four bits: of a row the columns, then the diagonals 0, 3, 2, 1
sigma:
        .byte   0x01, 0x23, 0x45, 0x67, 0x89, 0xEF, 0xCD, 0xAB
        .byte   0xEA, 0x48, 0x9F, 0xD6, 0x1C, 0x53, 0xB7, 0x02
        .byte   0xB8, 0xC0, 0x52, 0xFD, 0xAE, 0x94, 0x71, 0x36
        .byte   0x79, 0x31, 0xDC, 0xBE, 0x26, 0xF8, 0x40, 0x5A
        .byte   0x90, 0x57, 0x24, 0xAF, 0xE1, 0x3D, 0x68, 0xBC
        .byte   0x2C, 0x6A, 0x0B, 0x83, 0x4D, 0x19, 0xFE, 0x75
        .byte   0xC5, 0x1F, 0xED, 0x4A, 0x07, 0x8B, 0x92, 0x63
        .byte   0xDB, 0x7E, 0xC1, 0x39, 0x50, 0x2A, 0x86, 0xF4
        .byte   0x6F, 0xE9, 0xB3, 0x08, 0xC2, 0xA5, 0x14, 0xD7
        .byte   0xA2, 0x84, 0x76, 0x15, 0xFB, 0xD0, 0x3C, 0x9E
sigma_end:

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
