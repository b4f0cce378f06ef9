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

@ SubBytes (section 5.1.1), but for the constant 0x63: Y = S(X)
        .macro  sub_bytes
        eor     r8, lr, r3              @ y8
        eor     r9, lr, r12             @ y13
        eor     r6, r7, r3              @ y14
        eor     r0, r9, r6              @ y12
        eors    r5, r5, r0              @ t1
        eor     r2, r4, r1              @ t0
        eor     r10, r2, r11            @ y1
        eor     r1, r5, r3              @ y15
        eor     r3, r1, r11             @ y6
        eors    r4, r4, r5              @ y20
        str     r8, [sp, #0]            @ keeps y8
        eor     r12, r12, r10           @ y5
        and     r5, r0, r1              @ t2
        str     r3, [sp, #4]            @ keeps y6
        str     r0, [sp, #8]            @ keeps y12
        eor     r0, r12, r8             @ y3
        ands    r3, r3, r0              @ t3
        str     r0, [sp, #12]           @ keeps y3
        eor     r0, lr, r7              @ y9
        eor     r7, r7, r10             @ y4
        eors    r3, r3, r5              @ t4
        str     r7, [sp, #16]           @ keeps y4
        str     r0, [sp, #20]           @ keeps y9
        str     r1, [sp, #24]           @ keeps y15
        eors    r3, r3, r4              @ t17
        eors    r1, r1, r2              @ y10
        and     r7, r7, r11             @ t5
        eors    r5, r5, r7              @ t6
        eors    r4, r4, r0              @ y11
        str     r6, [sp, #28]           @ keeps y14
        eor     r7, r1, r4              @ y17
        ands    r6, r6, r7              @ t13
        str     r7, [sp, #32]           @ keeps y17
        str     r1, [sp, #36]           @ keeps y10
        ands    r0, r0, r4              @ t12
        eor     r7, r2, r4              @ y16
        and     r2, r8, r1              @ t15
        eors    r2, r2, r0              @ t16
        str     r4, [sp, #40]           @ keeps y11
        eors    r0, r0, r6              @ t14
        and     r6, r9, r7              @ t7
        eors    r3, r3, r0              @ t21
        eor     r8, r8, r1              @ y19
        eor     r4, r4, r11             @ y7
        and     r1, r12, r10            @ t8
        eors    r5, r5, r2              @ t18
        eor     r5, r5, r8              @ t22
        eor     r8, r10, lr             @ y2
        eors    r1, r1, r6              @ t9
        eor     lr, lr, r7              @ y18
        eors    r1, r1, r0              @ t19
        and     r0, r8, r4              @ t10
        eors    r6, r6, r0              @ t11
        eor     r0, r9, r7              @ y21
        eors    r1, r1, r0              @ t23
        and     r0, r3, r1              @ t26
        eors    r2, r2, r6              @ t20
        eor     lr, lr, r2              @ t24
        eor     r6, r1, lr              @ t30
        eor     r2, r5, r0              @ t31
        ands    r2, r2, r6              @ t32
        eor     r6, r3, r5              @ t25
        eor     r0, r0, lr              @ t27
        and     r3, r6, r0              @ t28
        eor     r2, r2, lr              @ t33
        eors    r1, r1, r2              @ t34
        and     r11, r11, r2            @ z2
        eors    r3, r3, r5              @ t29
        eor     r5, r0, r2              @ t35
        and     r5, r5, lr              @ t36
        eor     lr, r0, r5              @ t38
        ands    r4, r4, r3              @ z5
        and     r0, r3, lr              @ t39
        eors    r5, r5, r1              @ t37
        eor     lr, r3, r2              @ t42
        eors    r0, r0, r6              @ t40
        and     r8, r8, r3              @ z14
        eors    r3, r3, r0              @ t43
        and     r12, r12, r0            @ z13
        and     r10, r10, r0            @ z4
        ldr     r6, [sp, #4]            @ y6
        ldr     r1, [sp, #24]           @ y15
        ands    r6, r6, r5              @ z1
        and     r9, r9, r3              @ z12
        ands    r3, r3, r7              @ z3
        eor     r7, r2, r5              @ t44
        eors    r0, r0, r5              @ t41
        eor     r10, r10, r3            @ tc6
        eors    r3, r3, r4              @ tc12
        ands    r1, r1, r7              @ z0
        eor     r11, r11, r1            @ tc4
        eors    r1, r1, r6              @ tc5
        ldr     r4, [sp, #8]            @ y12
        ldr     r6, [sp, #12]           @ y3
        ands    r6, r6, r5              @ z10
        eor     r5, r11, r3             @ tc14
        eor     r3, r10, r1             @ tc11
        ands    r7, r7, r4              @ z9
        ldr     r4, [sp, #36]           @ y10
        ldr     r1, [sp, #32]           @ y17
        ands    r4, r4, r0              @ z8
        eor     r11, r11, r9            @ tc7
        eor     r11, r11, r4            @ tc9
        eor     r4, lr, r0              @ t45
        ands    r1, r1, r4              @ z7
        eor     r10, r10, r1            @ tc8
        ldr     r1, [sp, #28]           @ y14
        ands    r4, r4, r1              @ z16
        ldr     r1, [sp, #16]           @ y4
        ands    r2, r2, r1              @ z11
        ldr     r1, [sp, #20]           @ y9
        and     r1, r1, lr              @ z15
        eors    r4, r4, r1              @ tc1
        eor     r11, r11, r10           @ tc10
        eors    r6, r6, r4              @ tc2
        eors    r2, r2, r6              @ tc21
        eor     r12, r12, r4            @ tc13
        eors    r7, r7, r6              @ tc3
        eor     r12, r12, r5            @ tc18
        ldr     r4, [sp, #40]           @ y11
        ldr     r6, [sp, #0]            @ y8
        and     r4, r4, lr              @ z6
        eor     r8, r8, r11             @ tc17
        eor     r9, r9, r12             @ S7: bit 0
        eor     r4, r4, r10             @ tc16
        eors    r1, r1, r4              @ tc20
        ands    r6, r6, r0              @ z17
        eor     r1, r1, r8              @ tc26
        eors    r3, r3, r7              @ S3: bit 4
        eor     r0, r3, r4              @ S1: bit 6
        eor     r11, r11, r12           @ S6: bit 1
        eor     r10, r5, r3             @ S4: bit 3
        eor     r8, r8, r2              @ S5: bit 2
        eors    r6, r6, r1              @ S2: bit 5
        eor     lr, r7, r4              @ S0: bit 7
        .endm

@ The word \x with each byte rotated right, which takes its rotation by \right - 8 more: \y; and
@ \t = \x ^ (what is one row below in each column), 2 times which is in MixColumns.
        .macro  twist t, y, x, a, b, mask, right
        and     \a, \x, #\mask
        eor     \b, \x, \a
        eor     \y, \b, \a, ror #24
        eor     \t, \x, \y, ror #\right
        .endm

@ A bit of MixColumns (section 5.1.3): \out = \carry ^ (row below) ^ (\t two rows below), of which
@ the row below is \y rotated, and two rows and an even number of columns are half a word.
        .macro  mix_even out, carry, y, t, u, right
        eor     \u, \carry, \y, ror #\right
        eor     \out, \u, \t, ror #16
        .endm

@ The same with two columns on, for which halves of bytes change places.
        .macro  mix out, carry, y, t, u, a, b, c, right
        eor     \u, \carry, \y, ror #\right
        and     \a, \t, #0x0F0F0F0F
        eor     \b, \t, \a
        eor     \c, \b, \a, ror #24
        eor     \out, \u, \c, ror #20
        .endm

@ MixColumns, X from Y, in the rounds 1 and 3 modulo 4: the row below is 1 or 3 columns on.
        .macro  mix_columns_odd mask, right
        twist   r2, r12, lr, r5, r7, \mask, \right  @ t7
        twist   r0, r7, r0, r4, r1, \mask, \right  @ t6
        mix     lr, r0, r12, r2, r5, r4, lr, r1, \right  @ bit 7
        twist   r5, r12, r6, r12, r4, \mask, \right  @ t5
        mix     r4, r5, r7, r0, r1, r7, r6, r4, \right  @ bit 6
        twist   r0, r6, r3, r7, r6, \mask, \right  @ t4
        mix     r1, r0, r12, r5, r12, r7, r1, r7, \right  @ bit 5
        twist   r12, r5, r10, r7, r3, \mask, \right  @ t3
        mix     r6, r12, r6, r0, r6, r3, r10, r10, \right
        eor     r7, r6, r2              @ bit 4
        twist   r6, r10, r8, r10, r0, \mask, \right  @ t2
        mix     r0, r6, r5, r12, r0, r3, r5, r5, \right
        eor     r5, r0, r2              @ bit 3
        twist   r8, r0, r11, r0, r12, \mask, \right  @ t1
        mix     r3, r8, r10, r6, r12, r10, r3, r10, \right  @ bit 2
        twist   r9, r6, r9, r12, r11, \mask, \right  @ t0
        mix     r0, r9, r0, r8, r11, r10, r8, r12, \right
        eor     r12, r0, r2             @ bit 1
        mix     r11, r2, r6, r9, r8, r0, r11, r10, \right  @ bit 0
        .endm

@ Two columns on
        .macro  mix_columns_2
        twist   lr, r4, lr, r7, r12, 0x0F0F0F0F, 12  @ t7
        twist   r1, r12, r3, r5, r1, 0x0F0F0F0F, 12  @ t4
        twist   r3, r5, r10, r5, r7, 0x0F0F0F0F, 12  @ t3
        mix_even r10, r3, r12, r1, r10, 12
        eor     r7, r10, lr             @ bit 4
        twist   r10, r12, r8, r10, r12, 0x0F0F0F0F, 12  @ t2
        mix_even r8, r10, r5, r3, r5, 12
        eor     r5, r8, lr              @ bit 3
        twist   r11, r8, r11, r3, r8, 0x0F0F0F0F, 12  @ t1
        mix_even r3, r11, r12, r10, r12, 12  @ bit 2
        twist   r9, r10, r9, r10, r12, 0x0F0F0F0F, 12  @ t0
        mix_even r8, r9, r8, r11, r8, 12
        eor     r12, r8, lr             @ bit 1
        mix_even r11, lr, r10, r9, r11, 12  @ bit 0
        twist   r8, r9, r0, r9, r8, 0x0F0F0F0F, 12  @ t6
        mix_even lr, r8, r4, lr, r10, 12  @ bit 7
        twist   r0, r10, r6, r4, r10, 0x0F0F0F0F, 12  @ t5
        mix_even r4, r0, r9, r8, r4, 12  @ bit 6
        mix_even r1, r1, r10, r0, r8, 12  @ bit 5
        .endm

@ In the same column
        .macro  mix_columns_0
        eor     r4, lr, lr, ror #8      @ t7
        eor     r1, r3, r3, ror #8      @ t4
        eor     r5, r10, r10, ror #8    @ t3
        mix_even r3, r5, r3, r1, r12, 8
        eor     r7, r3, r4              @ bit 4
        eor     r3, r8, r8, ror #8      @ t2
        mix_even r10, r3, r10, r5, r12, 8
        eor     r5, r10, r4             @ bit 3
        eor     r12, r11, r11, ror #8   @ t1
        mix_even r3, r12, r8, r3, r8, 8  @ bit 2
        eor     r8, r9, r9, ror #8      @ t0
        mix_even r11, r8, r11, r12, r10, 8
        eor     r12, r11, r4            @ bit 1
        mix_even r11, r4, r9, r8, r9, 8  @ bit 0
        eor     r9, r0, r0, ror #8      @ t6
        mix_even lr, r9, lr, r4, r8, 8  @ bit 7
        eor     r10, r6, r6, ror #8     @ t5
        mix_even r4, r10, r0, r9, r4, 8  @ bit 6
        mix_even r1, r1, r6, r10, r9, 8  @ bit 5
        .endm

@ AddRoundKey, section 5.1.4: X ^= the round key at P, and P goes on.
        .macro  add_round_key
        ldr     T1, [P]
        ldr     T2, [P, #4]
        ldr     T3, [P, #8]
        ldr     T4, [P, #12]
        ldr     T5, [P, #16]
        eor     X0, X0, T1
        eor     X1, X1, T2
        eor     X2, X2, T3
        eor     X3, X3, T4
        eor     X4, X4, T5
        ldr     T2, [P, #24]
        ldr     T3, [P, #28]
        ldr     T1, [P, #20]
        adds    P, P, #32
        eor     X6, X6, T2
        eor     X7, X7, T3
        eor     X5, X5, T1
        str     P, [sp, #KEY]
        .endm

@ Bits at the places of \mask << \distance in \a change places with those at \mask in \b.
        .macro  exchange a, b, distance, mask, v
        eor     \v, \b, \a, lsr #\distance
        and     \v, \v, #\mask
        eor     \b, \b, \v
        eor     \a, \a, \v, lsl #\distance
        .endm

@ Bit i of byte r of word j becomes bit j of byte r of word i; twice is nothing.
        .macro  transpose w0, w1, w2, w3, w4, w5, w6, w7, v
        exchange \w0, \w4, 4, 0x0F0F0F0F, \v
        exchange \w1, \w5, 4, 0x0F0F0F0F, \v
        exchange \w2, \w6, 4, 0x0F0F0F0F, \v
        exchange \w3, \w7, 4, 0x0F0F0F0F, \v
        exchange \w0, \w2, 2, 0x33333333, \v
        exchange \w1, \w3, 2, 0x33333333, \v
        exchange \w4, \w6, 2, 0x33333333, \v
        exchange \w5, \w7, 2, 0x33333333, \v
        exchange \w0, \w1, 1, 0x55555555, \v
        exchange \w2, \w3, 1, 0x55555555, \v
        exchange \w4, \w5, 1, 0x55555555, \v
        exchange \w6, \w7, 1, 0x55555555, \v
        .endm

@ The odd rows of two columns change places.
        .macro  exchange_rows a, b, v
        eor     \v, \a, \b
        and     \v, \v, #0xFF00FF00
        eor     \a, \a, \v
        eor     \b, \b, \v
        .endm

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
