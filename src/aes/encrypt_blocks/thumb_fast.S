@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1"
@ functions = ["mote_aes_encrypt_blocks(keys, rounds, src, dst, blocks)"]
@ numbers = {rounds = 10, blocks = 3}
@ reads = {keys = 480, src = "16 * blocks"}
@ writes = {dst = "16 * blocks"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 144
@ constant_time = true
@ calls = []
@ block = "next_blocks"
@
@ Registers: Y0 to Y7 have the bits behind the S-box; MixColumns then holds waiting bits in r8, r10,
@ r11 and r12, and that of row and row below which all carries need in lr.
@
@ AES encryption of any number of blocks (at least one), wherever they lie, in Thumb code: ARMv4T,
@ both byte orders, and ARMv6-M (Cortex-M0).  Two blocks at a time, in bit slices, with no table;
@ dst may be src.
@
@ Specification: FIPS PUB 197.
@
@ BITS.  Word k of the state has bit k of every byte of two blocks: in its byte r those of row r, in
@ that the first block's column c at bit 2 c, the second block's beside it.  Between the steps of a
@ round the words are on the stack.
@
@ SHIFTROWS is not done.  It would turn each byte of each word; instead the state stays where it was
@ (Adomnicai, Peyrin: Fixslicing AES-like Ciphers, eprint 2020/1123), so that in round i what
@ belongs into column c of row r lies i r columns further back.  MixColumns then finds the next row
@ of a column a byte and i columns on: that is a rotation of the word and one of each byte, by 2 i.
@ Four rounds make it whole.  The caller's round keys are of the same order, complemented where the
@ S-box would complement (bytes ^ 0x63, which MixColumns leaves as it is), but the first.
@
@ THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
@ 2013), with their names, in an order for eight registers, four high ones and the stack.
@
@ COUNT for two blocks, in cycles of a Cortex-M0: the S-box with the round key 257, of which 113 are
@ its gates and 40 the loading of state and key, and 7 for its call; MixColumns 98, 132 or 180 where
@ words need no, one or two rotations of their bytes.  Of ten rounds that is 2,640 + 1,360; the last
@ key 42, the bits sorted into words and back 244, bytes read and written 232, the order of columns
@ at the end 52: 4,570, or 2,285 a block.  Loops and pointers take 106 more for both.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

#define Y0 r0
#define Y1 r7
#define Y2 r1
#define Y3 r5
#define Y4 r4
#define Y5 r6
#define Y6 r2
#define Y7 r3

@ From sp on
        .equ    STATE, 52
        .equ    KEY, STATE + 32         @ the round key last used
        .equ    END, STATE + 36         @ that of the last round but one
        .equ    KEYS, STATE + 40
        .equ    ROUNDS, STATE + 44
        .equ    SRC, STATE + 48
        .equ    DST, STATE + 52
        .equ    BLOCKS, STATE + 56
        .equ    FRAME, STATE + 60
        .equ    SAVED, 32               @ bytes pushed
        .equ    ROUND_KEY, 32           @ bytes

@ The row below: \y = each byte of \x rotated right by \by, then the word by 8; and \x ^= \y.  \m
@ has 8 - \by bits of each byte; \a, \c: free
        .macro  next_row x, y, by, m, a, c
        lsrs    \y, \x, #\by
        ands    \y, \y, \m
        lsls    \a, \x, #8 - \by
        bics    \a, \a, \m
        orrs    \y, \y, \a
        movs    \c, #8
        rors    \y, \y, \c
        eors    \x, \x, \y
        .endm

@ A bit of MixColumns (section 5.1.3): the state's \bit = \y ^ (\t two rows below) ^ \below.  The
@ bits 0, 1, 3 and 4 have lr for the bit that goes out.
        .macro  mix bit, y, a, below:vararg
        eors    \y, \y, \a
        .ifnb   \below
        eors    \y, \y, \below
        .endif
        .if     \bit == 0 || \bit == 1 || \bit == 3 || \bit == 4
        mov     \a, lr
        eors    \y, \y, \a
        .endif
        str     \y, [sp, #STATE + 4 * \bit]
        .endm

@ Bits that wait, out of the way of bit 7 and bit 6
        .macro  put_off
        mov     r11, Y2
        mov     r12, Y3
        str     Y4, [sp, #STATE + 16]
        str     Y5, [sp, #STATE + 20]
        .endm

@ The rounds 1 and 3 modulo 4: the row below is 1 or 3 columns on, two rows below 2.
        .macro  odd_bit bit, x, y, by, t, v, more:vararg
        .ifnb   \x
        next_row \x, \y, \by, Y0, Y2, Y3
        .endif
        lsrs    Y2, \t, #4
        ands    Y2, Y2, Y1
        lsls    Y3, \t, #4
        bics    Y3, Y3, Y1
        orrs    Y2, Y2, Y3
        movs    Y3, #16
        rors    Y2, Y2, Y3
        mix     \bit, \v, Y2, \x
        .endm

        .macro  mix_columns_odd by, mask
        put_off
        ldr     Y0, =\mask
        ldr     Y1, =0x0F0F0F0F
        next_row Y7, Y4, \by, Y0, Y2, Y3
        mov     lr, Y7
        odd_bit 7, Y6, Y5, \by, Y7, Y4
        ldr     Y7, [sp, #STATE + 20]
        odd_bit 6, Y7, Y4, \by, Y6, Y5
        ldr     Y6, [sp, #STATE + 16]
        odd_bit 5, Y6, Y5, \by, Y7, Y4
        mov     Y7, r12
        odd_bit 4, Y7, Y4, \by, Y6, Y5
        mov     Y6, r11
        odd_bit 3, Y6, Y5, \by, Y7, Y4
        mov     Y7, r10
        odd_bit 2, Y7, Y4, \by, Y6, Y5
        mov     Y6, r8
        odd_bit 1, Y6, Y5, \by, Y7, Y4
        odd_bit 0, , , , Y6, Y5
        .endm

@ Two columns on, none for two rows: Y1 is 16, Y3 is 8.
        .macro  even_bit bit, x, y, t, v
        movs    Y2, \t
        rors    Y2, Y2, Y1
        mix     \bit, \v, Y2, \x
        .endm

        .macro  next_row_2 x, y
        lsrs    \y, \x, #4
        ands    \y, \y, Y0
        lsls    Y2, \x, #4
        bics    Y2, Y2, Y0
        orrs    \y, \y, Y2
        rors    \y, \y, Y3
        eors    \x, \x, \y
        .endm

@ In the same column
        .macro  next_row_0 x, y
        movs    \y, \x
        rors    \y, \y, Y3
        eors    \x, \x, \y
        .endm

        .macro  mix_columns_even next
        put_off
        movs    Y1, #16
        movs    Y3, #8
        \next   Y7, Y4
        mov     lr, Y7
        \next   Y6, Y5
        even_bit 7, Y6, Y5, Y7, Y4
        ldr     Y7, [sp, #STATE + 20]
        \next   Y7, Y4
        even_bit 6, Y7, Y4, Y6, Y5
        ldr     Y6, [sp, #STATE + 16]
        \next   Y6, Y5
        even_bit 5, Y6, Y5, Y7, Y4
        mov     Y7, r12
        \next   Y7, Y4
        even_bit 4, Y7, Y4, Y6, Y5
        mov     Y6, r11
        \next   Y6, Y5
        even_bit 3, Y6, Y5, Y7, Y4
        mov     Y7, r10
        \next   Y7, Y4
        even_bit 2, Y7, Y4, Y6, Y5
        mov     Y6, r8
        \next   Y6, Y5
        even_bit 1, Y6, Y5, Y7, Y4
        even_bit 0, , , Y6, Y5
        .endm

@ Is this the last round?  Two bits are put off for it.
        .macro  test_round
        mov     r8, Y0
        mov     r10, Y1
        ldr     Y0, [sp, #KEY]
        ldr     Y1, [sp, #END]
        cmp     Y0, Y1
        .endm

@ void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
@                              unsigned char *dst, size_t blocks)
        .global mote_aes_encrypt_blocks
        .type   mote_aes_encrypt_blocks, %function
        .thumb_func
mote_aes_encrypt_blocks:
        push    {r4-r7, lr}
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        push    {r4-r6}
        ldr     r4, [sp, #SAVED]
        sub     sp, sp, #FRAME
        str     r4, [sp, #BLOCKS]
        str     r3, [sp, #DST]
        str     r2, [sp, #SRC]
        str     r1, [sp, #ROUNDS]
        subs    r0, #ROUND_KEY
        str     r0, [sp, #KEYS]
        lsls    r1, r1, #5
        adds    r0, r0, r1
        str     r0, [sp, #END]

next_blocks:
        @ Two blocks, or the last one twice: columns of bytes
        ldr     r7, [sp, #SRC]
        add     r6, sp, #STATE
        movs    r5, #2
1:      .irp    column, 0, 1, 2, 3
        ldrb    r0, [r7, #4 * \column]
        ldrb    r1, [r7, #4 * \column + 1]
        lsls    r1, r1, #8
        orrs    r0, r0, r1
        ldrb    r1, [r7, #4 * \column + 2]
        lsls    r1, r1, #16
        orrs    r0, r0, r1
        ldrb    r1, [r7, #4 * \column + 3]
        lsls    r1, r1, #24
        orrs    r0, r0, r1
        str     r0, [r6, #8 * \column]
        .endr
        adds    r6, #4
        ldr     r0, [sp, #BLOCKS]
        cmp     r0, #1
        beq     2f
        adds    r7, #16
2:      subs    r5, #1
        bne     1b
        str     r7, [sp, #SRC]
        bl      transpose
        ldr     r0, [sp, #KEYS]
        str     r0, [sp, #KEY]

        @ Section 5.1, four rounds; of 10, 12 or 14 rounds the last is the second or the fourth.
next_rounds:
        bl      sub_bytes
        mov     r8, Y0
        mov     r10, Y1
        mix_columns_odd 2, 0x3F3F3F3F
        bl      sub_bytes
        test_round
        bne     3f
        b       last_key
        .ltorg
3:      ldr     Y0, =0x0F0F0F0F
        mix_columns_even next_row_2
        bl      sub_bytes
        mov     r8, Y0
        mov     r10, Y1
        mix_columns_odd 6, 0x03030303
        bl      sub_bytes
        test_round
        beq     last_key
        mix_columns_even next_row_0
        b       next_rounds
        .ltorg

last_key:
        .macro  add_last bit, w
        ldr     Y1, [Y0, #ROUND_KEY + 4 * \bit]
        eors    \w, \w, Y1
        str     \w, [sp, #STATE + 4 * \bit]
        .endm
        add_last 7, Y7
        add_last 6, Y6
        add_last 5, Y5
        add_last 4, Y4
        add_last 3, Y3
        add_last 2, Y2
        mov     Y2, r10
        add_last 1, Y2
        mov     Y2, r8
        add_last 0, Y2
        bl      transpose
        @ What ShiftRows has moved, after so many rounds: nothing, or odd rows by two columns.
        add     r6, sp, #STATE
        ldr     r0, [sp, #ROUNDS]
        lsls    r0, r0, #30
        beq     4f
        ldr     r5, =0xFF00FF00
        .irp    word, 0, 1, 2, 3
        ldr     r0, [r6, #4 * \word]
        ldr     r1, [r6, #4 * \word + 16]
        movs    r2, r0
        eors    r2, r2, r1
        ands    r2, r2, r5
        eors    r0, r0, r2
        eors    r1, r1, r2
        str     r0, [r6, #4 * \word]
        str     r1, [r6, #4 * \word + 16]
        .endr
4:      ldr     r7, [sp, #DST]
        ldr     r4, [sp, #BLOCKS]
        movs    r5, #2
5:      .irp    column, 0, 1, 2, 3
        ldr     r0, [r6, #8 * \column]
        .irp    row, 0, 1, 2
        strb    r0, [r7, #4 * \column + \row]
        lsrs    r0, r0, #8
        .endr
        strb    r0, [r7, #4 * \column + 3]
        .endr
        adds    r7, #16
        adds    r6, #4
        subs    r4, #1
        beq     6f
        subs    r5, #1
        bne     5b
        str     r7, [sp, #DST]
        str     r4, [sp, #BLOCKS]
        b       next_blocks

6:      add     sp, sp, #FRAME
        pop     {r4-r6}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
        pop     {r4-r7}
        pop     {r0}
        bx      r0
        .ltorg

@ Bits at the places of \mask << \distance in \a change places with those at \mask in \b.
        .macro  exchange a, b, distance, mask, v
        lsrs    \v, \a, #\distance
        eors    \v, \v, \b
        ands    \v, \v, \mask
        eors    \b, \b, \v
        lsls    \v, \v, #\distance
        eors    \a, \a, \v
        .endm

@ Bit i of byte r of word j of the state becomes bit j of byte r of word i; twice is nothing.
transpose:
        add     r7, sp, #STATE
        ldr     r5, =0x0F0F0F0F
        ldr     r6, =0x33333333
        .irp    odd, 4, 0
        ldr     r0, [r7, #\odd]
        ldr     r1, [r7, #\odd + 8]
        ldr     r2, [r7, #\odd + 16]
        ldr     r3, [r7, #\odd + 24]
        exchange r0, r2, 4, r5, r4
        exchange r1, r3, 4, r5, r4
        exchange r0, r1, 2, r6, r4
        exchange r2, r3, 2, r6, r4
        .if     \odd
        mov     r8, r0
        mov     r10, r1
        mov     r11, r2
        mov     r12, r3
        .endif
        .endr
        ldr     r5, =0x55555555
        mov     r6, r8
        exchange r0, r6, 1, r5, r4
        stmia   r7!, {r0, r6}
        mov     r6, r10
        exchange r1, r6, 1, r5, r4
        stmia   r7!, {r1, r6}
        mov     r6, r11
        exchange r2, r6, 1, r5, r4
        stmia   r7!, {r2, r6}
        mov     r6, r12
        exchange r3, r6, 1, r5, r4
        stmia   r7!, {r3, r6}
        bx      lr
        .ltorg

@ AddRoundKey (section 5.1.4) with the next round key, and SubBytes (section 5.1.1), but for the
@ constant 0x63: Y = S(the state ^ key).  r8, r10, r11 and r12 are used.
sub_bytes:
        ldr     r0, [sp, #KEY]          @ the round key
        adds    r0, #ROUND_KEY
        str     r0, [sp, #KEY]
#include "aes/s_box_thumb.inc"
        bx      lr
        .size   mote_aes_encrypt_blocks, . - mote_aes_encrypt_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
