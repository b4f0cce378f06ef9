@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1"
@ functions = ["mote_aes_encrypt_blocks(keys, rounds, src, dst, blocks)"]
@ numbers = {rounds = 10, blocks = 3}
@ reads = {keys = 176, src = "16 * blocks"}
@ writes = {dst = "16 * blocks"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 176
@ constant_time = true
@ calls = []
@ block = "next_blocks"
@ mode = "portable"
@
@ Registers: Y0 to Y7 have the bits behind the S-box.  Else r0 is a place in the state, and r1 to r7
@ are beside each step.
@
@ AES encryption of any number of blocks (at least one), wherever they lie, in Thumb code: ARMv4T,
@ both byte orders, and ARMv6-M (Cortex-M0), small.  Two blocks at a time, in bit slices, with no
@ table; dst may be src.  The round keys are those of the context, 16 bytes each: they are sorted
@ into bits in each round, so that no schedule of them lies on the stack.
@
@ Specification: FIPS PUB 197.
@
@ BITS.  Word k of the state has bit k of every byte of two blocks: in its byte r, in the order of
@ memory, those of row r, in that the first block's column c at bit 2 c, the second block's beside
@ it.  Of one block, the second one's bits are what the stack had; nothing comes of them.
@ ShiftRows changes columns twice: neighbours in the odd rows, then those that are two apart in the
@ other three.
@
@ COUNT of a round for two blocks, in cycles of a Cortex-M0: the round key's bits 132, the key added
@ and the S-box 258, ShiftRows 190, MixColumns 183.  Ten rounds are 7,600; the state sorted into bits
@ and back 620, bytes read and written 190 of each block, the last key 230.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
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
        .equ    ROUND_KEY, STATE + 32   @ in bit slices
        .equ    KEY, STATE + 64         @ the next round key
        .equ    LEFT, STATE + 68        @ rounds
        .equ    KEYS, STATE + 72
        .equ    ROUNDS, STATE + 76
        .equ    SRC, STATE + 80
        .equ    DST, STATE + 84
        .equ    BLOCKS, STATE + 88
        .equ    SAVED, 32               @ bytes pushed

@ Rows are bytes of a word, in the order of memory.
#ifdef __ARMEB__
        .equ    NEXT_ROW, 24            @ rotation to the right
        .equ    ODD_ROWS, 0x00330033
        .equ    LATER_ROWS, 0x000C0F03
#else
        .equ    NEXT_ROW, 8
        .equ    ODD_ROWS, 0x33003300
        .equ    LATER_ROWS, 0x030F0C00
#endif

@ Bits at the places of \mask << \distance in \a change places with those at \mask in \b; r4 is free.
        .macro  exchange a, b, distance, mask
        lsrs    r4, \a, #\distance
        eors    r4, r4, \b
        ands    r4, r4, \mask
        eors    \b, \b, r4
        lsls    r4, r4, #\distance
        eors    \a, \a, r4
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
        push    {r0-r4}                 @ KEYS to BLOCKS
        sub     sp, sp, #KEYS

next_blocks:
        ldr     r7, [sp, #SRC]
        add     r6, sp, #STATE
        movs    r1, #4
        movs    r2, #8
        bl      copy_block
        ldr     r0, [sp, #BLOCKS]
        cmp     r0, #1
        beq     1f
        subs    r6, #28
        bl      copy_block
1:      str     r7, [sp, #SRC]
        add     r0, sp, #STATE
        bl      transpose
        ldr     r0, [sp, #KEYS]
        str     r0, [sp, #KEY]
        ldr     r0, [sp, #ROUNDS]
        str     r0, [sp, #LEFT]

        @ AddRoundKey and SubBytes, sections 5.1.4 and 5.1.1
next_round:
        bl      slice_key
        add     r0, sp, #ROUND_KEY
#include "aes/s_box_thumb.inc"
        .irp    bit, Y0, Y1, Y5, Y6     @ 0x63
        mvns    \bit, \bit
        .endr
        str     Y0, [sp, #STATE]
        str     Y1, [sp, #STATE + 4]
        str     Y2, [sp, #STATE + 8]
        str     Y3, [sp, #STATE + 12]
        str     Y4, [sp, #STATE + 16]
        str     Y5, [sp, #STATE + 20]
        str     Y6, [sp, #STATE + 24]
        str     Y7, [sp, #STATE + 28]

        @ ShiftRows, section 5.1.2
        add     r0, sp, #STATE
        ldr     r2, =ODD_ROWS
        ldr     r3, =LATER_ROWS
        movs    r1, #8
2:      ldr     r5, [r0]
        exchange r5, r5, 2, r2
        exchange r5, r5, 4, r3
        stmia   r0!, {r5}
        subs    r1, #1
        bne     2b
        subs    r0, #32
        ldr     r1, [sp, #LEFT]
        subs    r1, #1
        beq     last
        str     r1, [sp, #LEFT]

        @ MixColumns, section 5.1.3: r7 is the bit that goes out.
        movs    r6, #NEXT_ROW
        ldr     r2, [r0, #28]
        movs    r3, r2
        rors    r3, r3, r6
        eors    r2, r2, r3
        movs    r7, r2
        movs    r5, #0x8D               @ where it comes in beside bit 0, and an end
        lsls    r5, r5, #1
3:      ldr     r4, [r0]
        movs    r3, r4
        rors    r3, r3, r6
        eors    r3, r3, r4              @ with the row below
        movs    r1, r3
        rors    r1, r1, r6
        eors    r1, r1, r4
        rors    r1, r1, r6
        eors    r1, r1, r2
        movs    r2, r3
        lsrs    r5, r5, #1
        bcc     4f
        eors    r1, r1, r7
4:      stmia   r0!, {r1}
        cmp     r5, #1
        bne     3b
        b       next_round

        @ The last round key
last:   bl      slice_key
        add     r0, sp, #STATE
        movs    r1, #8
5:      ldr     r2, [r0]
        ldr     r3, [r0, #ROUND_KEY - STATE]
        eors    r2, r2, r3
        stmia   r0!, {r2}
        subs    r1, #1
        bne     5b
        subs    r0, #32
        bl      transpose
        ldr     r6, [sp, #DST]
        add     r7, sp, #STATE
        ldr     r4, [sp, #BLOCKS]
        movs    r1, #8
        movs    r2, #4
        bl      copy_block
        subs    r4, #1
        beq     6f
        subs    r7, #28
        bl      copy_block
        str     r6, [sp, #DST]
        subs    r4, #1
        beq     6f
        str     r4, [sp, #BLOCKS]
        b       next_blocks

6:      add     sp, sp, #KEYS + 20
        pop     {r4-r6}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
        pop     {r4-r7}
        pop     {r0}
        bx      r0

@ A block's four columns from r7 to r6: the next one lies r1 bytes on there, and r2 here.  r0 and r3
@ are used.
copy_block:
        movs    r3, #4
1:      .irp    row, 0, 1, 2, 3
        ldrb    r0, [r7, #\row]
        strb    r0, [r6, #\row]
        .endr
        adds    r7, r7, r1
        adds    r6, r6, r2
        subs    r3, #1
        bne     1b
        bx      lr

@ ROUND_KEY = the bits of the next round key, the same for both blocks.  r0 to r7 are used.
@ As each two of the eight words would be equal, there are four until the last step.
slice_key:
        ldr     r7, [sp, #KEY]
        .irp    column, 0, 1, 2, 3
#ifdef __ARMEB__
        ldrb    r\column, [r7, #4 * \column + 3]
        ldrb    r4, [r7, #4 * \column + 2]
        lsls    r4, r4, #8
        orrs    r\column, r\column, r4
        ldrb    r4, [r7, #4 * \column + 1]
        lsls    r4, r4, #16
        orrs    r\column, r\column, r4
        ldrb    r4, [r7, #4 * \column]
#else
        ldrb    r\column, [r7, #4 * \column]
        ldrb    r4, [r7, #4 * \column + 1]
        lsls    r4, r4, #8
        orrs    r\column, r\column, r4
        ldrb    r4, [r7, #4 * \column + 2]
        lsls    r4, r4, #16
        orrs    r\column, r\column, r4
        ldrb    r4, [r7, #4 * \column + 3]
#endif
        lsls    r4, r4, #24
        orrs    r\column, r\column, r4
        .endr
        adds    r7, #16
        str     r7, [sp, #KEY]
        ldr     r5, =0x0F0F0F0F
        exchange r0, r2, 4, r5
        exchange r1, r3, 4, r5
        ldr     r5, =0x33333333
        exchange r0, r1, 2, r5
        exchange r2, r3, 2, r5
        ldr     r5, =0x55555555
        add     r7, sp, #ROUND_KEY
        .irp    word, 0, 1, 2, 3
        lsrs    r4, r\word, #1
        eors    r4, r4, r\word
        ands    r4, r4, r5
        lsls    r6, r4, #1
        eors    r4, r4, r\word
        eors    r\word, r\word, r6
        stmia   r7!, {r\word, r4}
        .endr
        bx      lr

@ The 8 words at r0: bit i of byte r of word j becomes bit j of byte r of word i; twice is nothing.
@ r1 to r7 are used.
transpose:
        ldr     r2, =0x0F0F0F0F
        movs    r1, #4
1:      movs    r3, #0
2:      lsls    r7, r1, #2              @ word r3 and that r1 words on: exchange, r1 bits apart
        adds    r7, r7, r3
        ldr     r4, [r0, r3]
        ldr     r5, [r0, r7]
        movs    r6, r4
        lsrs    r6, r6, r1
        eors    r6, r6, r5
        ands    r6, r6, r2
        eors    r5, r5, r6
        lsls    r6, r6, r1
        eors    r4, r4, r6
        str     r4, [r0, r3]
        str     r5, [r0, r7]
        adds    r3, r7, #4
        lsls    r7, r1, #2
        bics    r3, r3, r7
        cmp     r3, #32
        bne     2b
        movs    r6, r2
        lsrs    r1, r1, #1
        lsls    r6, r6, r1
        eors    r2, r2, r6              @ 0 at the end
        bne     1b
        bx      lr
        .ltorg
        .size   mote_aes_encrypt_blocks, . - mote_aes_encrypt_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
