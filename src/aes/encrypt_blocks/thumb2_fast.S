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
@ stack = 108
@ constant_time = true
@ calls = []
@ block = "next_blocks"
@ bound = 1150
@
@ Registers, in which the bits are: X0 to X7 before the S-box, Y0 to Y7 behind it; P: the round key.
@
@ AES encryption of any number of blocks (at least one), wherever they lie, for ARMv7-M (Cortex-M3,
@ Cortex-M4): two blocks at a time, in bit slices, with no table.  dst may be src.
@
@ Specification: FIPS PUB 197.
@
@ BITS.  Word k of the state has bit k of every byte of two blocks: in its byte r those of row r, in
@ that the first block's column c at bit 2 c, the second block's beside it.
@
@ SHIFTROWS is not done.  It would turn each byte of each word; instead the state stays where it was
@ (Adomnicai, Peyrin: Fixslicing AES-like Ciphers, eprint 2020/1123), so that in round i what
@ belongs into column c of row r lies i r columns further back.  MixColumns then finds the next row
@ of a column a byte and i columns on: that is a rotation of the word and one of each byte, by 2 i.
@ Four rounds make it whole.  The caller's round keys are of the same order, complemented where the
@ S-box would complement (bytes ^ 0x63, which MixColumns leaves as it is), but the first.
@
@ THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
@ 2013), with their names, in an order by which 14 registers need to keep 11 values on the stack.
@
@ COUNT for two blocks, in cycles of a Cortex-M4: the round key 20, the S-box 113 and 29 for the
@ stack; MixColumns 27, 51 or 75 where words need no, one or two rotations of their bytes.  Of ten
@ rounds that is 1,620 + 531 + 20 for the last key; the bits sorted into words and back 96; 32 bytes
@ read and written 17; the order of columns at the end 16: 2,300, or 1,150 a block.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

#define X0 r11
#define X1 r12
#define X2 r3
#define X3 r5
#define X4 r7
#define X5 r1
#define X6 r4
#define X7 lr
#define Y0 r9
#define Y1 r11
#define Y2 r8
#define Y3 r10
#define Y4 r3
#define Y5 r6
#define Y6 r0
#define Y7 lr

@ Free beside X0 to X7
#define P r2
#define T1 r6
#define T2 r0
#define T3 r8
#define T4 r9
#define T5 r10

@ Free beside Y0 to Y7 and P
#define U1 r12
#define U2 r5
#define U3 r7
#define U4 r1
#define U5 r4

        .equ    KEY, 44                 @ from sp on, behind the S-box's: the round key
        .equ    END, 48                 @ the last round key
        .equ    SRC, 52
        .equ    DST, 56
        .equ    KEYS, 60
        .equ    ROUNDS, 64
        .equ    BLOCKS, 68              @ still to be done
        .equ    FRAME, 72
        .equ    BLOCKS_GIVEN, 108

#include "aes/sliced_thumb2.inc"

@ void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
@                              unsigned char *dst, size_t blocks)
        .global mote_aes_encrypt_blocks
        .type   mote_aes_encrypt_blocks, %function
        .thumb_func
mote_aes_encrypt_blocks:
        push    {r4-r11, lr}
        sub     sp, sp, #FRAME
        strd    r2, r3, [sp, #SRC]
        strd    r0, r1, [sp, #KEYS]
        add     r1, r0, r1, lsl #5
        str     r1, [sp, #END]
        ldr     r12, [sp, #BLOCKS_GIVEN]
        str     r12, [sp, #BLOCKS]

next_blocks:
        @ Two blocks, or the last one twice
        ldr     T1, [sp, #SRC]
        ldr     T2, [sp, #BLOCKS]
        mov     P, T1
        cmp     T2, #1
        beq     1f
        adds    P, P, #16
1:      ldr     X0, [T1]
        ldr     X2, [T1, #4]
        ldr     X4, [T1, #8]
        ldr     X6, [T1, #12]
        ldr     X1, [P]
        ldr     X3, [P, #4]
        ldr     X5, [P, #8]
        ldr     X7, [P, #12]
        add     P, P, #16
        str     P, [sp, #SRC]
        transpose X0, X1, X2, X3, X4, X5, X6, X7, P
        ldr     P, [sp, #KEYS]

        @ Section 5.1, four rounds; of 10, 12 or 14 rounds the last is the second or the fourth.
next_rounds:
        add_round_key
        sub_bytes
        mix_columns_odd 0x03030303, 10
        ldr     P, [sp, #KEY]
        add_round_key
        sub_bytes
        ldr     P, [sp, #KEY]
        ldr     U1, [sp, #END]
        cmp     P, U1
        beq.w   last_key
        mix_columns_2
        add_round_key
        sub_bytes
        mix_columns_odd 0x3F3F3F3F, 14
        ldr     P, [sp, #KEY]
        add_round_key
        sub_bytes
        ldr     P, [sp, #KEY]
        ldr     U1, [sp, #END]
        cmp     P, U1
        beq     last_key
        mix_columns_0
        b.w     next_rounds

last_key:
        ldr     U1, [P]
        ldr     U2, [P, #4]
        ldr     U3, [P, #8]
        ldr     U4, [P, #12]
        ldr     U5, [P, #16]
        eor     Y0, Y0, U1
        eor     Y1, Y1, U2
        eor     Y2, Y2, U3
        eor     Y3, Y3, U4
        eor     Y4, Y4, U5
        ldr     U1, [P, #20]
        ldr     U2, [P, #24]
        ldr     U3, [P, #28]
        eor     Y5, Y5, U1
        eor     Y6, Y6, U2
        eor     Y7, Y7, U3
        transpose Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, P
        @ What ShiftRows has moved, after so many rounds: nothing, or odd rows by two columns.
        ldr     U1, [sp, #ROUNDS]
        lsls    U1, U1, #30
        beq     2f
        exchange_rows Y0, Y4, P
        exchange_rows Y1, Y5, P
        exchange_rows Y2, Y6, P
        exchange_rows Y3, Y7, P
2:      ldr     U1, [sp, #DST]
        ldr     U2, [sp, #BLOCKS]
        mov     U3, U1
        subs    U2, #2
        bmi     3f
        adds    U3, U3, #16
3:      str     Y1, [U3]
        str     Y3, [U3, #4]
        str     Y5, [U3, #8]
        str     Y7, [U3, #12]
        adds    U3, U3, #16
        str     U3, [sp, #DST]
        str     Y0, [U1]
        str     Y2, [U1, #4]
        str     Y4, [U1, #8]
        str     Y6, [U1, #12]
        str     U2, [sp, #BLOCKS]
        cmp     U2, #0
        bgt.w   next_blocks
        add     sp, sp, #FRAME
        pop     {r4-r11, pc}
        .size   mote_aes_encrypt_blocks, . - mote_aes_encrypt_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
