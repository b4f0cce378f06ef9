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
@ stack = 200
@ constant_time = true
@ calls = []
@ block = "compress"
@ state.h = {offset = 0, words = 8}
@ counter = {offset = 96, words = 2, step = 64}
@ fill = {offset = 104, start = 32}
@
@ Registers of the functions:
@   r0  the context              r2  bytes left
@   r1  the message, or dst      r3  place of the next byte in the context, 32 to 96
@   r4  all bits 1 for the last block, or 0
@ Registers of the rounds:
@   r0  b0      r4   b1          r9   c1      r12  a3
@   r1  a0      r5, r6  free     r10  c2      lr   place in sigma
@   r2  c0      r7   sigma       r11  d2
@   r3  d0      r8   a1
@ The frame of the rounds has the message block, then columns of v with b, a, c and d, in this
@ order; a2, b2, b3, c3, d1 and d3 are kept there.
@
@ BLAKE2s for ARMv7-M (Cortex-M3, Cortex-M4), between thumb.S and blake2s_compress/thumb2_fast.S.
@ Nothing is called, there are no variables; unaligned words of the message are read as such.
@
@ Specification: RFC 7693; v0 to v15 are its v[0..15], a0 to a3 the first four of them, and so on.
@
@ - Rotations are never made by themselves: what a word is to be rotated by waits until the word is
@   an operand, where the barrel shifter does it.  b0 to b3 are to be rotated right by 7, d0 to d3
@   by 8, between the calls of G.
@ - Half a round is written out, four calls of G on columns.  With it diagonals become columns, and
@   columns diagonals, as the words of column x go to columns
@
@     a to 2 - x      b to 3 - x      c to -x      d to 1 - x      modulo 4:
@
@   column y has diagonal 2 - y then.  As each of the four is undone when it is done twice, the same
@   code makes columns of the diagonals.  Any two columns exchange the words of one row.  The word
@   of the later one is in the frame, and is fetched when the other's, in a register, is done and
@   takes its place: ten words are in registers, and six exchanges are all that the permutation
@   costs.
@ - sigma has a word of eight entries for half a round, the first entry in the lowest bits.  The
@   last word is the only one with a 0 in the highest bits: that ends the loop.
@ - Whole blocks are compressed where they lie.  Other bytes go to the context; there a block is
@   compressed when the next byte comes, or at the end.
@
@ COUNT for half a round, in cycles of a Cortex-M4: 10 for additions and exclusive ors of a call of
@ G, 40; entries of sigma 8, with their word 10; message words and words of the frame 21; 6 stores;
@ the loop 3: 80.  That is 1,598 for ten rounds, as the last branch takes 2 less, and each block
@ some 300 more.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_balanced.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define WIDE
#include "blake/blake2s_thumb.inc"

        .equ    V, 64                   @ the frame, from sp on: the message block, then v
        .equ    FRAME, 128
        .equ    B, 0                    @ of a column
        .equ    A, 4
        .equ    C, 8
        .equ    D, 12

@ void mote_blake2s(mote_blake2s_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r1-r3, r12, lr, flags.  Stack: 200 bytes.
function mote_blake2s
        push    {r4-r11, lr}
        ldr     r3, [r0, #PLACE]
        movs    r4, #0
        cmp     r3, #BUFFER
        beq     whole_block
next_byte:
        subs    r2, #1
        bcc     leave
        cmp     r3, #BUFFER_END
        beq     full
        ldrb    r5, [r1], #1
        strb    r5, [r0, r3]
        adds    r3, #1
        b       next_byte

full:   bl      compress_buffer
        adds    r2, #1
@ The buffer is empty: blocks that are not the last, where they lie.
whole_block:
        cmp     r2, #BLOCK
        bls     next_byte
        mov     r7, r1
        movs    r3, #BUFFER_END
        bl      compress
        adds    r1, #BLOCK
        subs    r2, #BLOCK
        b       whole_block
        .size   mote_blake2s, . - mote_blake2s

@ void mote_blake2s_close(mote_blake2s_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r3 = dst; ub and n are not looked at.  Clobbers r1-r3, r12, lr, flags.  Stack: 200 bytes.
function mote_blake2s_close
        push    {r4-r11, lr}
        mov     r1, r3
        ldr     r3, [r0, #PLACE]
        movs    r4, #0
        mov     r2, r3
        b       2f
1:      strb    r4, [r0, r2]
        adds    r2, #1
2:      cmp     r2, #BUFFER_END
        bne     1b
        mvns    r4, r4                  @ the last block
        bl      compress_buffer
        ldr     r2, [r0, #OUT_SIZE]
1:      subs    r2, #1
        ldrb    r4, [r0, r2]
        strb    r4, [r1, r2]
        bne     1b

leave:  str     r3, [r0, #PLACE]
        pop     {r4-r11, pc}
        .size   mote_blake2s_close, . - mote_blake2s_close

@ The function F (section 3.2) on r3 - 32 bytes in the context at r0, or in the block at r7; r4: all
@ bits 1 for the last block, or 0.  Keeps r0-r2 and r4, sets r3 to 32, clobbers the other registers,
@ flags.  Stack: 164 bytes.
compress_buffer:
        add     r7, r0, #BUFFER
compress:
        push    {r0-r2, r4, lr}
        sub     sp, #FRAME
        subs    r3, #BUFFER
        movs    r5, #0
        ldrd    r1, r2, [r0, #T]        @ the counter, low word first
        adds    r1, r3
        adcs    r2, r5
        strd    r1, r2, [r0, #T]
        push    {r1, r2, r4, r5}        @ what is added to v[12..15]
        mov     r6, r0
        add     r5, sp, #16
        movs    r4, #4
1:      ldr     r0, [r7]
        ldr     r1, [r7, #4]
        ldr     r2, [r7, #8]
        ldr     r3, [r7, #12]
        adds    r7, #16
        stmia   r5!, {r0-r3}
        subs    r4, #1
        bne     1b
        adr     r7, initialization_vector
1:      ldr     r0, [r6, #16]           @ a column of v
        ldmia   r6!, {r1}
        ldr     r3, [r7, #16]
        ldmia   r7!, {r2}
        pop     {r4}
        eors    r3, r4
        ror     r0, r0, #32 - 7
        ror     r3, r3, #32 - 8
        stmia   r5!, {r0-r3}
        adr     r4, initialization_vector_half
        cmp     r7, r4
        bne     1b
        subs    r5, #FRAME - V
        adr     lr, sigma
        ldmia   r5, {r0-r4, r8, r9}
        ldrd    r10, r11, [r5, #16 * 2 + C]
        ldr     r12, [r5, #16 * 3 + A]

@ \to: entry \n of sigma
        .macro  entry to, n
        .if     \n == 7
        lsrs    \to, r7, #28            @ Z for the last half
        .else
        ubfx    \to, r7, #4 * (\n), #4
        .endif
        .endm

@ \to: the message word of the entry there
        .macro  message to
        ldr     \to, [sp, \to, lsl #2]
        .endm

@ \to: the word of \row in column \column; \from is kept in its place.
        .macro  fetch to, row, column
        ldr     \to, [sp, #V + 16 * (\column) + \row]
        .endm
        .macro  keep from, row, column
        str     \from, [sp, #V + 16 * (\column) + \row]
        .endm

half:   ldr     r7, [lr], #4

@ The function G (section 3.1) on column 0: r1, r0, r2, r3
        entry   r5, 0
        entry   r6, 1
        message r5
        message r6
        add     r1, r5
        add     r1, r1, r0, ror #7
        eor     r3, r1, r3, ror #8
        add     r2, r2, r3, ror #16
        eor     r0, r2, r0, ror #7
        add     r1, r1, r0, ror #12
        add     r1, r6
        eor     r3, r1, r3, ror #16
        add     r2, r2, r3, ror #8
        eor     r0, r2, r0, ror #12

@ Column 1: r8, r4, r9, and d, which goes to column 0
        entry   r5, 2
        message r5
        fetch   r6, D, 1
        keep    r3, D, 1
        add     r8, r5
        add     r8, r8, r4, ror #7
        eor     r3, r8, r6, ror #8
        entry   r6, 3
        message r6
        add     r9, r9, r3, ror #16
        eor     r4, r9, r4, ror #7
        add     r8, r8, r4, ror #12
        add     r8, r6
        eor     r3, r8, r3, ror #16
        add     r9, r9, r3, ror #8
        eor     r4, r9, r4, ror #12

@ Column 2: a, which goes to column 0, b, which goes to column 1, r10, r11
        entry   r5, 4
        message r5
        fetch   r6, A, 2
        keep    r1, A, 2
        adds    r1, r6, r5
        entry   r6, 5
        message r6
        fetch   r5, B, 2
        keep    r4, B, 2
        add     r1, r1, r5, ror #7
        eor     r11, r1, r11, ror #8
        add     r10, r10, r11, ror #16
        eor     r4, r10, r5, ror #7
        add     r1, r1, r4, ror #12
        add     r1, r6
        eor     r11, r1, r11, ror #16
        add     r10, r10, r11, ror #8
        eor     r4, r10, r4, ror #12

@ Column 3: r12, b, which goes to column 0, c, which goes to column 1, d, which goes to column 2
        entry   r5, 6
        entry   r6, 7
        message r5
        fetch   r7, B, 3
        keep    r0, B, 3
        add     r12, r5
        add     r12, r12, r7, ror #7
        message r6
        fetch   r5, D, 3
        fetch   r0, C, 3
        keep    r11, D, 3
        keep    r9, C, 3
        eor     r11, r12, r5, ror #8
        add     r9, r0, r11, ror #16
        eor     r0, r9, r7, ror #7
        add     r12, r12, r0, ror #12
        add     r12, r6
        eor     r11, r12, r11, ror #16
        add     r9, r9, r11, ror #8
        eor     r0, r9, r0, ror #12
        bne     half

        add     r5, sp, #V              @ h = h ^ v[0..7] ^ v[8..15], a column at a time
        stmia   r5, {r0-r4, r8, r9}
        strd    r10, r11, [r5, #16 * 2 + C]
        str     r12, [r5, #16 * 3 + A]
        add     r6, sp, #FRAME
        ldr     r0, [r6]
1:      ldmia   r5!, {r1-r4}
        eors    r2, r3
        eor     r1, r1, r4, ror #8 - 7
        ldr     r3, [r0]
        ldr     r4, [r0, #16]
        eors    r2, r3
        eor     r4, r4, r1, ror #7
        str     r4, [r0, #16]
        stmia   r0!, {r2}
        cmp     r5, r6
        bne     1b
        movs    r3, #BUFFER
        add     sp, #FRAME
        pop     {r0-r2, r4, pc}

        .align  2
@ Section 2.6
initialization_vector:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
initialization_vector_half:
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ A row of sigma (section 2.7): the columns, then the diagonals 2, 1, 0, 3
        .macro  row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        .byte   \s0 | \s1 << 4, \s2 | \s3 << 4, \s4 | \s5 << 4, \s6 | \s7 << 4
        .byte   \s12 | \s13 << 4, \s10 | \s11 << 4, \s8 | \s9 << 4, \s14 | \s15 << 4
        .endm
sigma:
        row     0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        row     14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
        row     11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
        row     7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
        row     9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
        row     2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
        row     12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
        row     13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
        row     6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
        row     10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
