@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ clobbers = "r0-r3 r12 lr flags"
@ stack = {aes128_ctr_only = 468, aes256_ctr_only = 596}
@
@ Registers of mote_aes_ctr_init:
@   r0  the context, then a place in it    r2  1 or 2, then bytes to copy
@   r1  the key                            r3  the counter block           r4  a byte
@ Registers of the rounds:
@   r0  place in the state                 r1  place of a round key        r2-r7  beside each step
@ Registers of the S-box:
@   r0-r7   bits; p, q; products           r12  while two of them change places
@
@ AES-128 and AES-256 in counter mode in Thumb code: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0), small.  16-bit instructions only, nothing called, no variables.
@
@ Specification, and how it is done: aes/ctr_thumb.inc.
@
@ COUNT for two blocks of AES-128, in cycles of a Cortex-M0: the S-box 491, of which its three
@ products are 350; AddRoundKey 100, ShiftRows 170, MixColumns 183.  Ten rounds are 9,360, with nine
@ of the last and eleven round keys; bits sorted into words and back 620, the counters 400, the text
@ 510.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "aes/ctr_thumb.inc"

        .equ    DISTANCE, 8             @ dst - src
        .equ    LEN, 12
        .equ    CONSTANT, 16            @ the round constant
        .equ    KEYS_END, 20            @ the place behind the last round key
        .equ    PLACE, 24               @ of the next round key
        .equ    KEYS, 28                @ round keys, in bit slices
        .equ    ROUND_KEY, 32           @ bytes of one
        .equ    BELOW, 68               @ stack of s_box
        .equ    RESULT, 36              @ bytes that it leaves there: its result, and a word

@ Rows are bytes of a word, in the order of memory.
#ifdef __ARMEB__
        .equ    NEXT_ROW, 24            @ rotation to the right
        .equ    ODD_ROWS, 0x00550055
        .equ    LATER_ROWS, 0x00223311
#else
        .equ    NEXT_ROW, 8
        .equ    ODD_ROWS, 0x55005500
        .equ    LATER_ROWS, 0x11332200
#endif

@ void mote_aes_ctr_crypt(mote_aes_ctr_context *cc, const void *src, void *dst, size_t len)
        function mote_aes_ctr_crypt
        push    {r4-r7, lr}
        ldr     r4, [r0, #KEY_BYTES]
        mov     r5, sp
        lsls    r7, r4, #2
        subs    r6, r5, r7
        subs    r6, #7 * ROUND_KEY
        mov     sp, r6                  @ room for 11 or 15 round keys
        adds    r6, r6, r4
        movs    r4, #1
        subs    r2, r2, r1
        push    {r0-r6}
        bl      consume                 @ what is left

        load_key

        @ Section 5.2: a round key, from the last one and that which is a key's length before
next_key:
        ldr     r0, [sp, #PLACE]
        subs    r0, #ROUND_KEY
        bl      s_box
        ldr     r6, [sp, #RESULT + CC]
        ldr     r6, [r6, #KEY_BYTES]
        ldr     r0, [sp, #RESULT + PLACE]
        subs    r1, r0, r6
        add     r5, sp, #RESULT + KEYS
        subs    r0, r0, r5
        lsrs    r2, r6, #1
        movs    r3, #0
        ands    r0, r0, r2
        bne     2f                      @ a second half: no round constant, rotated by 32
        take_round_constant
        movs    r0, #NEXT_ROW           @ RotWord
2:      ldr     r2, =0x11111111         @ a column of both blocks
        add     r5, sp, #32
3:      pop     {r4}
        rors    r4, r4, r0
        lsrs    r4, r4, #3              @ the last column, to the first
        ands    r4, r4, r2
        ldr     r7, [r1]
        eors    r7, r7, r4
        lsrs    r3, r3, #1
        bcc     4f
        movs    r4, #0x11               @ Rcon
#ifdef __ARMEB__
        lsls    r4, r4, #24
#endif
        eors    r7, r7, r4
4:      movs    r4, r7
        sum_columns
        cmp     sp, r5
        bne     3b
        add     sp, #RESULT - 32
        adds    r1, r1, r6
        str     r1, [sp, #PLACE]
        ldr     r2, [sp, #KEYS_END]
        cmp     r1, r2
        bne     next_key

        @ SP 800-38A, section 6.5: two counter blocks, and the counter counts on.
next_blocks:
        ldr     r0, [sp, #CC]
        adds    r0, #COUNTER
        movs    r1, r0
        adds    r1, #STREAM - COUNTER
1:      movs    r2, #15
        movs    r3, #1
2:      ldrb    r4, [r0, r2]
        strb    r4, [r1, r2]
        adds    r4, r4, r3
        strb    r4, [r0, r2]
        lsrs    r3, r4, #8
        subs    r2, #1
        bpl     2b
        adds    r1, #16
        subs    r4, r1, r0
        cmp     r4, #STREAM_END - COUNTER
        bne     1b
        lsls    r2, r2, #5              @ -32
        str     r2, [r1, #LEFT - STREAM_END]
        movs    r0, r1
        subs    r0, #STREAM_END - STREAM
        bl      transpose
        add     r1, sp, #KEYS

        @ AddRoundKey, section 5.1.4
add_round_key:
        movs    r4, #8
        subs    r0, #32
1:      ldmia   r1!, {r2}
        ldr     r3, [r0]
        eors    r3, r3, r2
        stmia   r0!, {r3}
        subs    r4, #1
        bne     1b
        str     r1, [sp, #PLACE]
        ldr     r2, [sp, #KEYS_END]
        subs    r0, #32
        cmp     r1, r2
        beq     last
        bl      s_box                   @ SubBytes, section 5.1.1

        @ ShiftRows, section 5.1.2: columns change places by one in the odd rows, then by two.
        ldr     r0, [sp, #RESULT + CC]
        adds    r0, #STREAM
        add     r6, sp, #32
        ldr     r2, =ODD_ROWS
        ldr     r3, =LATER_ROWS
2:      pop     {r4}
        lsrs    r5, r4, #1
        eors    r5, r5, r4
        ands    r5, r5, r2
        eors    r4, r4, r5
        lsls    r5, r5, #1
        eors    r4, r4, r5
        lsrs    r5, r4, #2
        eors    r5, r5, r4
        ands    r5, r5, r3
        eors    r4, r4, r5
        lsls    r5, r5, #2
        eors    r4, r4, r5
        stmia   r0!, {r4}
        cmp     sp, r6
        bne     2b
        add     sp, #RESULT - 32
        ldr     r1, [sp, #PLACE]
        ldr     r2, [sp, #KEYS_END]
        subs    r2, r2, r1
        cmp     r2, #ROUND_KEY
        beq     add_round_key

        @ MixColumns, section 5.1.3: r7 is the bit that goes out.
        subs    r0, #32
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
        ldr     r1, [sp, #PLACE]
        b       add_round_key

last:   bl      transpose
        bl      consume
        b       next_blocks

@ Text and key stream, until one of them is used up; at the end of the text it returns from
@ mote_aes_ctr_crypt.
consume:
        mov     r6, sp
        ldmia   r6!, {r0-r3}
        adds    r0, #STREAM_END
        ldr     r4, [r0, #LEFT - STREAM_END]
        cmp     r3, #0
        b       2f
1:      ldrb    r5, [r0, r4]
        ldrb    r7, [r1]
        eors    r5, r5, r7
        strb    r5, [r1, r2]
        adds    r1, #1
        adds    r4, #1
        subs    r3, #1
2:      beq     3f
        cmp     r4, #0
        bne     1b
        str     r1, [sp, #SRC]
        str     r3, [sp, #LEN]
        bx      lr

        @ Everything on the stack is wiped.
3:      str     r4, [r0, #LEFT - STREAM_END]
        ldr     r1, [sp, #KEYS_END]
        sub     sp, #BELOW
4:      str     r3, [sp]
        add     sp, #4
        cmp     sp, r1
        bne     4b
#if __ARM_ARCH >= 6
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r0}
        bx      r0
#endif

@ The 8 words at r0: bit i of byte r of word j becomes bit j of byte r of word i; twice is nothing.
@ r0 is behind them afterwards; r1 to r7 are used.
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
        exchange
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
        adds    r0, #32
        bx      lr

@ RESULT bytes on the stack: S(the 8 words at r0), section 5.1.1, and a word that is of no use.
@ Leaves no register as it was, but those above r7: of these it uses r12.
s_box:
        push    {r0-r3, lr}             @ room for a product
        to_coordinates
        begin_norm
        bl      multiply
        invert
        @ d p, which goes where there is room; then d takes the place of p
        bl      multiply_anew
        add     r3, sp, #48
        stmia   r3!, {r0, r4, r6, r7}
        pop     {r1-r3, r5}
        add     sp, #16
        push    {r1-r3, r5}
        @ d q
        bl      multiply_anew
        add     sp, #32
        pop     {r2}
        pop     {r1}
        pop     {r3, r5}
        from_coordinates

@ r4, r0, r7, r6 = the 4 words at sp times the 4 behind them, in GF(2^4), highest power of g first;
@ or that and r4, r0, r7, r6 times g^4.  r1 to r3 and r5 are used.
multiply_anew:
        movs    r4, #0
        movs    r0, #0
        movs    r7, #0
        movs    r6, #0
multiply:
        mov     r1, sp
        add     r2, sp, #16
1:      movs    r3, r4                  @ times g
        eors    r4, r4, r0
        movs    r0, r7
        movs    r7, r6
        movs    r6, r3
        ldmia   r1!, {r5}
        ldr     r3, [r2, #0]
        ands    r3, r3, r5
        eors    r4, r4, r3
        ldr     r3, [r2, #4]
        ands    r3, r3, r5
        eors    r0, r0, r3
        ldr     r3, [r2, #8]
        ands    r3, r3, r5
        eors    r7, r7, r3
        ldr     r3, [r2, #12]
        ands    r3, r3, r5
        eors    r6, r6, r3
        cmp     r1, r2
        bne     1b
        bx      lr
        .ltorg
        .size   mote_aes_ctr_crypt, . - mote_aes_ctr_crypt
#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
