@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ clobbers = "r0-r3 r12 lr flags"
@ stack = {aes128_ctr_only = 464, aes256_ctr_only = 592}
@
@ Registers of mote_aes_ctr_init:
@   r0  the context, then a place in it    r2  1 or 2, then bytes to copy
@   r1  the key                            r3  the counter block           r4  a byte
@ Registers of the rounds:
@   r0  place in the state                 r9  place of a round key        r1-r7  beside each step
@ Registers of the S-box:
@   r0-r7  bits; p, q; products            r8, r10-r12  a factor
@
@ AES-128 and AES-256 in counter mode for ARMv7-M (Cortex-M3, Cortex-M4), small.  Nothing called, no
@ variables.
@
@ Specification, and how it is done: aes/ctr_thumb.inc.
@
@ COUNT for two blocks of AES-128, in cycles of a Cortex-M4: the S-box 285, of which its three
@ products are 158; ShiftRows 145, MixColumns with AddRoundKey 146.  Ten rounds are 5,610, with nine
@ of the last, and the first and the last AddRoundKey 180; bits sorted into words and back 520, the
@ counters 130, the text 370.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M' || defined(__ARMEB__)
#error "thumb2.S needs a little-endian Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

#define WIDE
#include "aes/ctr_thumb.inc"

        .equ    DST, 8
        .equ    LEN, 12
        .equ    CONSTANT, 16            @ the round constant
        .equ    KEYS_END, 20            @ the place behind the last round key
        .equ    KEYS, 24                @ round keys, in bit slices
        .equ    ROUND_KEY, 32           @ bytes of one
        .equ    BELOW, 52               @ stack of s_box
        .equ    RESULT, 36              @ bytes that it leaves there: its result, and a word

@ void mote_aes_ctr_crypt(mote_aes_ctr_context *cc, const void *src, void *dst, size_t len)
        function mote_aes_ctr_crypt
        push    {r4-r11, lr}
        ldr     r4, [r0, #KEY_BYTES]
        mov     r5, sp
        sub     r6, r5, r4, lsl #2
        subs    r6, #7 * ROUND_KEY
        mov     sp, r6                  @ room for 11 or 15 round keys
        add     r9, r6, r4
        movs    r4, #1
        push    {r0-r5}
        bl      consume                 @ what is left

        load_key

        @ Section 5.2: a round key, from the last one and that which is a key's length before
next_key:
        sub     r0, r9, #ROUND_KEY
        bl      s_box
        ldr     r6, [sp, #RESULT + CC]
        ldr     r6, [r6, #KEY_BYTES]
        sub     r1, r9, r6
        add     r5, sp, #RESULT + KEYS
        sub     r0, r9, r5
        lsrs    r2, r6, #1
        movs    r3, #0
        ands    r0, r0, r2
        bne     2f                      @ a second half: no round constant, rotated by 32
        take_round_constant
        movs    r0, #8                  @ RotWord
2:      mov     r2, #0x11111111         @ a column of both blocks
        add     r5, sp, #32
3:      pop     {r4}
        rors    r4, r4, r0
        and     r4, r2, r4, lsr #3      @ the last column, to the first
        ldr     r7, [r1]
        eors    r7, r7, r4
        lsrs    r3, r3, #1
        it      cs
        eorcs   r7, r7, #0x11           @ Rcon
        movs    r4, r7
        sum_columns
        cmp     sp, r5
        bne     3b
        add     sp, #RESULT - 32
        add     r9, r1, r6
        ldr     r2, [sp, #KEYS_END]
        cmp     r9, r2
        bne     next_key

        @ SP 800-38A, section 6.5: two counter blocks, and the counter counts on.
next_blocks:
        ldr     r0, [sp, #CC]
        adds    r0, #COUNTER
        add     r1, r0, #STREAM - COUNTER
1:      movs    r2, #12
        movs    r3, #1
2:      ldr     r4, [r0, r2]
        str     r4, [r1, r2]
        rev     r4, r4
        adds    r4, r4, r3
        sbcs    r3, r3, r3
        adds    r3, #1                  @ the carry
        rev     r4, r4
        str     r4, [r0, r2]
        subs    r2, #4
        bpl     2b
        adds    r1, #16
        subs    r4, r1, r0
        cmp     r4, #STREAM_END - COUNTER
        bne     1b
        lsls    r2, r2, #3              @ -32
        str     r2, [r1, #LEFT - STREAM_END]
        sub     r0, r1, #STREAM_END - STREAM
        bl      transpose
        add     r9, sp, #KEYS

        @ Section 5.1: the first AddRoundKey, and the last
add_round_key:
        movs    r4, #8
        subs    r0, #32
1:      ldr     r2, [r9], #4
        ldr     r3, [r0]
        eors    r3, r3, r2
        stmia   r0!, {r3}
        subs    r4, #1
        bne     1b
        ldr     r2, [sp, #KEYS_END]
        cmp     r9, r2
        beq     last
next_round:
        subs    r0, #32
        bl      s_box                   @ SubBytes, section 5.1.1

        @ ShiftRows, section 5.1.2: columns change places by one in the odd rows, then by two.
        ldr     r0, [sp, #RESULT + CC]
        adds    r0, #STREAM
        add     r6, sp, #32
        mov     r2, #0x55005500
        ldr     r3, =0x11332200
2:      pop     {r4}
        eor     r5, r4, r4, lsr #1
        ands    r5, r5, r2
        eors    r4, r4, r5
        eor     r4, r4, r5, lsl #1
        eor     r5, r4, r4, lsr #2
        ands    r5, r5, r3
        eors    r4, r4, r5
        eor     r4, r4, r5, lsl #2
        stmia   r0!, {r4}
        cmp     sp, r6
        bne     2b
        add     sp, #RESULT - 32
        ldr     r2, [sp, #KEYS_END]
        sub     r2, r2, r9
        cmp     r2, #ROUND_KEY
        beq     add_round_key

        @ MixColumns, section 5.1.3, and AddRoundKey: r7 is the bit that goes out.
        subs    r0, #32
        ldr     r2, [r0, #28]
        eor     r2, r2, r2, ror #8
        movs    r7, r2
        mov.w   r5, #0x11A              @ where it comes in beside bit 0, and an end
3:      ldr     r4, [r0]
        ldr     r1, [r9], #4
        eor     r3, r4, r4, ror #8      @ and the row below
        eor     r4, r4, r3, ror #8
        eor     r2, r2, r4, ror #8
        eors    r1, r1, r2
        movs    r2, r3
        lsrs    r5, r5, #1
        it      cs
        eorcs   r1, r1, r7
        stmia   r0!, {r1}
        cmp     r5, #1
        bne     3b
        b       next_round

last:   subs    r0, #32
        bl      transpose
        bl      consume
        b       next_blocks

@ Text and key stream, until one of them is used up; at the end of the text it returns from
@ mote_aes_ctr_crypt.
consume:
        mov     r6, sp
        ldmia   r6!, {r0-r3}
        adds    r0, #STREAM_END
        ldr     r4, [r0, #LEFT - STREAM_END]
        cmp     r4, #0
        b       2f
1:      cbz     r3, 3f
        ldrb    r5, [r0, r4]
        ldrb    r7, [r1], #1
        eors    r5, r5, r7
        strb    r5, [r2], #1
        subs    r3, #1
        adds    r4, #1
2:      bne     1b
        cbz     r3, 3f
        stmdb   r6!, {r1-r3}
        bx      lr

        @ Everything on the stack is wiped.
3:      str     r4, [r0, #LEFT - STREAM_END]
        ldr     r1, [sp, #KEYS_END]
        sub     sp, #BELOW
4:      str     r3, [sp]
        add     sp, #4
        cmp     sp, r1
        bne     4b
        pop     {r4-r11, pc}

@ The 8 words at r0: bit i of byte r of word j becomes bit j of byte r of word i; twice is nothing.
@ r0 is behind them afterwards; r1 to r7 are used.
transpose:
        mov     r2, #0x0F0F0F0F
        movs    r1, #4
1:      movs    r3, #0
2:      add     r7, r3, r1, lsl #2      @ word r3 and that r1 words on: exchange, r1 bits apart
        ldr     r4, [r0, r3]
        ldr     r5, [r0, r7]
        lsr     r6, r4, r1
        exchange
        adds    r3, r7, #4
        bic     r3, r3, r1, lsl #2
        cmp     r3, #32
        bne     2b
        lsrs    r1, r1, #1
        lsl     r6, r2, r1
        eors    r2, r2, r6              @ 0 at the end
        bne     1b
        adds    r0, #32
        bx      lr

@ RESULT bytes on the stack: S(the 8 words at r0), section 5.1.1, and a word that is of no use.
@ Leaves no register but r9 as it was.
s_box:
        push    {lr}
        to_coordinates
        begin_norm
        add     r2, sp, #16
        bl      multiply
        invert
        @ d p, which takes the place of p, and d q
        add     r2, sp, #16
        bl      multiply_anew
        add     r3, sp, #16
        stmia   r3!, {r0, r4, r6, r7}
        add     r2, sp, #32
        bl      multiply_anew
        ldrd    r2, r1, [sp, #16]
        ldrd    r3, r5, [sp, #24]
        add     sp, #48
        from_coordinates

@ r4, r0, r7, r6 = the 4 words at sp times those at r2, in GF(2^4), highest power of g first; or
@ that and r4, r0, r7, r6 times g^4.  r1 to r3, r5 and r8, r10 to r12 are used.
multiply_anew:
        movs    r4, #0
        movs    r0, #0
        movs    r7, #0
        movs    r6, #0
multiply:
        ldm     r2, {r8, r10-r12}
        ldr     r5, [sp, #0]
        ldr     r1, [sp, #4]
        eors    r0, r0, r4              @ times g
        and     r3, r8, r5
        eors    r0, r0, r3
        and     r3, r10, r5
        eors    r7, r7, r3
        and     r3, r11, r5
        eors    r6, r6, r3
        and     r3, r12, r5
        eors    r4, r4, r3
        eors    r7, r7, r0              @ times g
        and     r3, r8, r1
        eors    r7, r7, r3
        and     r3, r10, r1
        eors    r6, r6, r3
        and     r3, r11, r1
        eors    r4, r4, r3
        and     r3, r12, r1
        eors    r0, r0, r3
        ldr     r5, [sp, #8]
        ldr     r1, [sp, #12]
        eors    r6, r6, r7              @ times g
        and     r3, r8, r5
        eors    r6, r6, r3
        and     r3, r10, r5
        eors    r4, r4, r3
        and     r3, r11, r5
        eors    r0, r0, r3
        and     r3, r12, r5
        eors    r7, r7, r3
        eors    r4, r4, r6              @ times g
        and     r3, r8, r1
        eors    r4, r4, r3
        and     r3, r10, r1
        eors    r0, r0, r3
        and     r3, r11, r1
        eors    r7, r7, r3
        and     r3, r12, r1
        eors    r6, r6, r3
        bx      lr
        .ltorg
        .size   mote_aes_ctr_crypt, . - mote_aes_ctr_crypt
#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
