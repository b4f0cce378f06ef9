/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1"
 * functions = ["mote_aes_encrypt_blocks(keys, rounds, src, dst, blocks)"]
 * numbers = {rounds = 10, blocks = 3}
 * reads = {keys = 480, src = "16 * blocks"}
 * writes = {dst = "16 * blocks"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 80
 * constant_time = true
 * calls = []
 * block = "next_blocks"
 * bound = 1385
 */

/* Registers: in which the bits are before the S-box (X0 to X7) and behind it (Y0 to Y7), two masks,
   the round key and the last one. */
#define X0 s5
#define X1 s7
#define X2 a7
#define X3 a1
#define X4 s6
#define X5 t0
#define X6 a2
#define X7 s8
#define Y0 s9
#define Y1 a3
#define Y2 a5
#define Y3 t5
#define Y4 a4
#define Y5 s6
#define Y6 t1
#define Y7 s8
#define L s3
#define P t2
#define END s4
#define M t3
/* Free beside all of these, but in the S-box */
#define T1 a0
#define T2 a6
#define T3 ra
#define T4 s11

/*
 * AES encryption of any number of blocks (at least one), for RV32IMC: two blocks at a time, in bit
 * slices, with no table.  dst may be src.  Blocks are read and written by words where they are
 * aligned to four bytes, and by bytes elsewhere.  Only instructions of RV32I and C are used;
 * nothing is called, and there is no data outside .text.
 *
 * Specification: FIPS PUB 197.
 *
 * BITS.  Word k of the state has bit k of every byte of two blocks: in its byte r those of row r,
 * in that the first block's column c at bit 2 c, the second block's beside it.
 *
 * SHIFTROWS is not done.  It would turn each byte of each word; instead the state stays where it
 * was (Adomnicai, Peyrin: Fixslicing AES-like Ciphers, eprint 2020/1123), so that in round i what
 * belongs into column c of row r lies i r columns further back.  MixColumns then finds the next row
 * of a column a byte and i columns on: that is a rotation of the word and one of each byte, by 2 i.
 * Four rounds make it whole.  The caller's round keys are of the same order, complemented where the
 * S-box would complement (bytes ^ 0x63, which MixColumns leaves as it is), but the first.
 *
 * THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
 * 2013), with their names, in an order for which 25 registers are enough.
 *
 * COUNT for two blocks, in cycles of Ibex: a round key 25, the S-box 113; MixColumns 75, 115 or 157
 * where words need no, one or two rotations of their bytes.  Of ten rounds that is 1,380 + 1,165
 * and 24 for the last key; the bits sorted into words and back 152 with their masks; 32 bytes read
 * and written 32; the order of columns at the end 18: 2,771, or 1,385 a block; loops and pointers
 * take 46 more for both.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

        .equ    SRC, 0                  # from sp on
        .equ    DST, 4
        .equ    KEYS, 8
        .equ    BLOCKS, 12
        .equ    LAST, 16                # the last round key
        .equ    MOVED, 20               # a mask of the rows that ShiftRows has moved in the end
        .equ    SAVED, 24
        .equ    FRAME, 80

        .text

# SubBytes (section 5.1.1), but for the constant 0x63: Y = S(X)
        .macro  sub_bytes
        xor     ra, s8, s7              # y13
        xor     s10, s6, a7             # y14
        xor     t1, ra, s10             # y12
        xor     t0, t0, a2              # t0
        xor     s9, a1, t1              # t1
        xor     t4, s8, s6              # y9
        xor     t5, s9, a7              # y15
        xor     s9, s9, a2              # y20
        xor     a6, s9, t4              # y11
        and     a2, t4, a6              # t12
        xor     s2, t0, s5              # y1
        xor     s11, t5, t0             # y10
        xor     t6, t5, s5              # y6
        xor     s7, s7, s2              # y5
        xor     a7, a7, s8              # y8
        xor     t3, s7, a7              # y3
        xor     a4, s2, s8              # y2
        xor     t0, t0, a6              # y16
        and     s1, s7, s2              # t8
        xor     s6, s6, s2              # y4
        and     a0, t3, t6              # t3
        and     a5, s6, s5              # t5
        xor     a3, s11, a6             # y17
        xor     s8, s8, t0              # y18
        and     s0, t1, t5              # t2
        xor     a0, a0, s0              # t4
        xor     s0, s0, a5              # t6
        and     a1, s10, a3             # t13
        and     a5, a7, s11             # t15
        xor     a5, a5, a2              # t16
        xor     s0, s0, a5              # t18
        xor     a0, a0, s9              # t17
        xor     s9, s11, a7             # y19
        xor     a2, a2, a1              # t14
        and     a1, ra, t0              # t7
        xor     s0, s0, s9              # t22
        xor     a0, a0, a2              # t21
        xor     s1, s1, a1              # t9
        xor     s9, s5, a6              # y7
        xor     a2, a2, s1              # t19
        and     s1, a4, s9              # t10
        xor     s1, s1, a1              # t11
        xor     a1, ra, t0              # y21
        xor     a2, a2, a1              # t23
        xor     a1, s1, a5              # t20
        xor     s8, s8, a1              # t24
        xor     s1, a0, s0              # t25
        and     a0, a0, a2              # t26
        xor     a1, a2, s8              # t30
        xor     a5, s0, a0              # t31
        and     a1, a1, a5              # t32
        xor     a5, a1, s8              # t33
        xor     a2, a2, a5              # t34
        xor     a0, a0, s8              # t27
        and     a1, s1, a0              # t28
        xor     a1, a1, s0              # t29
        xor     s0, a0, a5              # t35
        and     s9, s9, a1              # z5
        and     s0, s0, s8              # t36
        xor     a2, a2, s0              # t37
        and     t3, t3, a2              # z10
        xor     s8, a5, a2              # t44
        xor     s0, s0, a0              # t38
        and     s0, s0, a1              # t39
        xor     a0, a1, a5              # t42
        and     t4, t4, a0              # z15
        xor     s1, s1, s0              # t40
        xor     s0, a1, s1              # t43
        and     t0, t0, s0              # z3
        and     ra, ra, s0              # z12
        and     s5, s5, a5              # z2
        and     a6, a6, a0              # z6
        and     a1, a1, a4              # z14
        xor     s0, s1, a2              # t41
        xor     a0, a0, s0              # t45
        and     t5, t5, s8              # z0
        and     s7, s7, s1              # z13
        and     a2, a2, t6              # z1
        xor     s5, s5, t5              # tc4
        and     a4, s1, s2              # z4
        xor     a2, a2, t5              # tc5
        and     a3, a3, a0              # z7
        and     s10, s10, a0            # z16
        xor     s10, s10, t4            # tc1
        and     a5, a5, s6              # z11
        and     s11, s11, s0            # z8
        xor     t3, t3, s10             # tc2
        xor     s9, s9, t0              # tc12
        and     s8, s8, t1              # z9
        xor     s10, s10, s7            # tc13
        xor     s7, ra, s5              # tc7
        xor     a4, a4, t0              # tc6
        xor     s8, s8, t3              # tc3
        xor     a3, a3, a4              # tc8
        xor     a4, a4, a2              # tc11
        xor     s6, a6, a3              # tc16
        xor     t4, t4, s6              # tc20
        xor     a4, a4, s8              # S3: bit 4
        xor     t5, s5, s9              # tc14
        xor     a2, s10, t5             # tc18
        xor     a5, a5, t3              # tc21
        xor     s9, ra, a2              # S7: bit 0
        xor     t1, a4, s6              # S1: bit 6
        and     s0, s0, a7              # z17
        xor     ra, s11, s7             # tc9
        xor     a3, a3, ra              # tc10
        xor     t5, t5, a4              # S4: bit 3
        xor     a1, a1, a3              # tc17
        xor     a5, a5, a1              # S5: bit 2
        xor     s8, s8, s6              # S0: bit 7
        xor     a3, a3, a2              # S6: bit 1
        xor     t4, t4, a1              # tc26
        xor     s6, t4, s0              # S2: bit 5
        .endm

# \y = \x rotated right by 8: one row below
        .macro  next_row y, x, a, b
        srli    \a, \x, 8
        slli    \b, \x, 24
        or      \y, \a, \b
        .endm

# \y = \x rotated by 16: two rows below
        .macro  two_rows y, x, a, b
        srli    \a, \x, 16
        slli    \b, \x, 16
        or      \y, \a, \b
        .endm

# \y = each byte of \x rotated right by \by, as many bits as \mask has in a byte
        .macro  turn y, x, mask, by, a, b, c, d
        and     \a, \x, \mask
        xor     \b, \x, \a
        srli    \c, \b, \by
        slli    \d, \a, 8 - \by
        or      \y, \c, \d
        .endm

# MixColumns (section 5.1.3), X from Y, in the rounds 1 and 3 modulo 4: the row below is 1 or 3
# columns on.  With t = Y ^ (row below), a bit is t of the bit below it ^ (row below) ^ (t two rows
# below), and the bits 0, 1, 3 and 4 have t of bit 7 for the bit that goes out.
        .macro  mix_columns_odd by
        li      M, ((1 << \by) - 1) * 0x01010101
        next_row a0, s8, s10, t4
        turn    a0, a0, M, \by, a1, a0, a0, a1
        xor     a6, s8, a0              # t7
        next_row a2, t1, s5, a2
        turn    t6, a2, M, \by, t6, a2, t4, t6
        xor     t4, t1, t6              # t6
        xor     a0, a0, t4
        two_rows s7, a6, s7, ra
        turn    s7, s7, L, 4, s0, s7, s7, s0
        xor     s8, a0, s7              # bit 7
        next_row s1, s6, s0, s1
        turn    a1, s1, M, \by, a1, s1, s1, a1
        xor     ra, s6, a1              # t5
        xor     t6, t6, ra
        two_rows a0, t4, a0, t4
        turn    a0, a0, L, 4, a2, a0, a7, a2
        xor     a2, t6, a0              # bit 6
        next_row s0, a4, s1, t4
        turn    s0, s0, M, \by, t1, s0, s0, t1
        xor     a4, a4, s0              # t4
        xor     a1, a1, a4
        two_rows ra, ra, a7, ra
        turn    s6, ra, L, 4, s6, ra, ra, s6
        xor     t0, a1, s6              # bit 5
        next_row s6, t5, s11, s6
        turn    s2, s6, M, \by, s2, s6, ra, s2
        xor     t5, t5, s2              # t3
        xor     s0, s0, t5
        two_rows a7, a4, s10, a4
        turn    a4, a7, L, 4, ra, a4, a4, ra
        xor     a4, a4, s0
        xor     s6, a4, a6              # bit 4
        next_row s1, a5, s11, s1
        turn    a0, s1, M, \by, a1, s1, s1, a1
        xor     a5, a5, a0              # t2
        xor     s2, s2, a5
        two_rows t4, t5, s10, t5
        turn    t4, t4, L, 4, s10, t4, t4, s10
        xor     t4, t4, s2
        xor     a1, t4, a6              # bit 3
        next_row ra, a3, t1, ra
        turn    ra, ra, M, \by, s1, ra, ra, s1
        xor     a3, a3, ra              # t1
        xor     a0, a0, a3
        two_rows s7, a5, s0, s7
        turn    t6, s7, L, 4, t6, s7, s7, t6
        xor     a7, a0, t6              # bit 2
        next_row s10, s9, a0, s10
        turn    s10, s10, M, \by, s2, s10, s10, s5
        xor     s5, s9, s10             # t0
        xor     ra, ra, s5
        two_rows a3, a3, s11, a3
        turn    t1, a3, L, 4, s0, a3, t1, s0
        xor     t1, t1, ra
        xor     s7, t1, a6              # bit 1
        xor     a6, a6, s10
        two_rows s11, s5, s11, s5
        turn    s0, s11, L, 4, t4, s11, s0, t1
        xor     s5, a6, s0              # bit 0
        .endm

# Two columns on
        .macro  mix_columns_2
        next_row s11, s8, t6, s11
        turn    s1, s11, L, 4, s1, s11, s11, s1
        xor     ra, s8, s1              # t7
        next_row t0, t1, s7, t0
        turn    t0, t0, L, 4, t4, t0, t0, t4
        xor     t1, t1, t0              # t6
        xor     s1, s1, t1
        two_rows a0, ra, s5, s0
        xor     s8, s1, a0              # bit 7
        next_row s7, s6, s7, t4
        turn    s11, s7, L, 4, a0, s7, s7, a0
        xor     s6, s6, s11             # t5
        xor     t0, t0, s6
        two_rows s10, t1, s10, t1
        xor     a2, t0, s10             # bit 6
        next_row a6, a4, a6, a7
        turn    a6, a6, L, 4, t6, a6, a6, t6
        xor     s2, a4, a6              # t4
        xor     s11, s11, s2
        two_rows s5, s6, s5, s6
        xor     t0, s11, s5             # bit 5
        next_row s5, t5, s5, t4
        turn    t4, s5, L, 4, s10, s5, s5, t4
        xor     t5, t5, t4              # t3
        xor     a6, a6, t5
        two_rows t6, s2, t6, s2
        xor     t6, t6, a6
        xor     s6, t6, ra              # bit 4
        next_row a0, a5, a0, s2
        turn    a7, a0, L, 4, a1, a0, s11, a1
        xor     a5, a5, a7              # t2
        xor     a1, a5, t4
        two_rows s5, t5, s5, t5
        xor     a1, a1, s5
        xor     a1, a1, ra              # bit 3
        next_row a4, a3, a0, a4
        turn    s11, a4, L, 4, s1, a4, a4, s11
        xor     a3, a3, s11             # t1
        xor     s5, a3, a7
        two_rows s7, a5, s10, s7
        xor     a7, s5, s7              # bit 2
        next_row t1, s9, t1, t6
        turn    t6, t1, L, 4, s2, t1, t1, t6
        xor     s9, s9, t6              # t0
        xor     s11, s11, s9
        two_rows a3, a3, a0, a3
        xor     a3, a3, s11
        xor     s7, a3, ra              # bit 1
        xor     t6, t6, ra
        two_rows s5, s9, t5, s9
        xor     s5, s5, t6              # bit 0
        .endm

# In the same column
        .macro  mix_columns_0
        next_row t0, s8, a2, t0
        xor     a6, s8, t0              # t7
        next_row a1, t1, s1, a1
        xor     t1, t1, a1              # t6
        xor     t0, t0, t1
        two_rows s1, a6, s11, s1
        xor     s8, t0, s1              # bit 7
        next_row ra, s6, ra, t6
        xor     s6, s6, ra              # t5
        xor     a1, a1, s6
        two_rows a2, t1, a2, t1
        xor     a2, a2, a1              # bit 6
        next_row s5, a4, s5, s1
        xor     a4, a4, s5              # t4
        xor     ra, ra, a4
        two_rows a0, s6, t0, s6
        xor     t0, ra, a0              # bit 5
        next_row s2, t5, s2, t6
        xor     t5, t5, s2              # t3
        xor     t6, t5, s5
        two_rows t4, a4, a1, ra
        xor     t6, t6, t4
        xor     s6, t6, a6              # bit 4
        next_row t1, a5, s5, t1
        xor     a5, a5, t1              # t2
        xor     s2, s2, a5
        two_rows t5, t5, s11, t5
        xor     t6, s2, t5
        xor     a1, t6, a6              # bit 3
        next_row s5, a3, s5, a7
        xor     a3, a3, s5              # t1
        xor     t1, t1, a3
        two_rows t4, a5, t4, a5
        xor     a7, t1, t4              # bit 2
        next_row t5, s9, t5, s10
        xor     s9, s9, t5              # t0
        xor     s5, s5, s9
        two_rows a0, a3, a0, a3
        xor     a0, a0, s5
        xor     s7, a0, a6              # bit 1
        xor     a6, a6, t5
        two_rows s0, s9, s0, s9
        xor     s5, a6, s0              # bit 0
        .endm

# AddRoundKey, section 5.1.4: the round key at P, and P goes on.
        .macro  add_bits at, w, v, more:vararg
        lw      T1, 4 * (\at) (P)
        lw      T2, 4 * (\at) + 4 (P)
        xor     \w, \w, T1
        xor     \v, \v, T2
        .ifnb   \more
        add_bits \at + 2, \more
        .endif
        .endm

        .macro  add_round_key
        add_bits 0, X0, X1, X2, X3, X4, X5, X6, X7
        addi    P, P, 32
        .endm

# Bits at the places of \mask << \distance in \a change places with those at \mask in \b.
        .macro  exchange a, b, distance, mask
        srli    T1, \a, \distance
        xor     T1, T1, \b
        and     T1, T1, \mask
        xor     \b, \b, T1
        slli    T1, T1, \distance
        xor     \a, \a, T1
        .endm

# Bit i of byte r of word j becomes bit j of byte r of word i; twice is nothing.
        .macro  transpose w0, w1, w2, w3, w4, w5, w6, w7
        exchange \w0, \w4, 4, L
        exchange \w1, \w5, 4, L
        exchange \w2, \w6, 4, L
        exchange \w3, \w7, 4, L
        li      T2, 0x33333333
        exchange \w0, \w2, 2, T2
        exchange \w1, \w3, 2, T2
        exchange \w4, \w6, 2, T2
        exchange \w5, \w7, 2, T2
        li      T2, 0x55555555
        exchange \w0, \w1, 1, T2
        exchange \w2, \w3, 1, T2
        exchange \w4, \w5, 1, T2
        exchange \w6, \w7, 1, T2
        .endm

# The odd rows of two columns change places; \mask has them.
        .macro  exchange_rows a, b, mask
        xor     T1, \a, \b
        and     T1, T1, \mask
        xor     \a, \a, T1
        xor     \b, \b, T1
        .endm

# A column of a block from anywhere, and to there
        .macro  load_bytes w, at, from
        lbu     \w, \at (\from)
        lbu     T3, \at + 1 (\from)
        slli    T3, T3, 8
        or      \w, \w, T3
        lbu     T3, \at + 2 (\from)
        slli    T3, T3, 16
        or      \w, \w, T3
        lbu     T3, \at + 3 (\from)
        slli    T3, T3, 24
        or      \w, \w, T3
        .endm

        .macro  store_bytes w, at, to
        sb      \w, \at (\to)
        srli    \w, \w, 8
        sb      \w, \at + 1 (\to)
        srli    \w, \w, 8
        sb      \w, \at + 2 (\to)
        srli    \w, \w, 8
        sb      \w, \at + 3 (\to)
        .endm

# void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
#                              unsigned char *dst, size_t blocks)
        .global mote_aes_encrypt_blocks
        .type   mote_aes_encrypt_blocks, @function
mote_aes_encrypt_blocks:
        addi    sp, sp, -FRAME
        sw      a2, SRC(sp)
        sw      a3, DST(sp)
        sw      a0, KEYS(sp)
        sw      a4, BLOCKS(sp)
        slli    a5, a1, 5
        add     a5, a5, a0
        sw      a5, LAST(sp)
        li      a5, 0xFF00FF00
        andi    a1, a1, 2
        bnez    a1, 1f
        li      a5, 0
1:      sw      a5, MOVED(sp)
        .set    at, SAVED
        .irp    r, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
        sw      \r, at(sp)
        .set    at, at + 4
        .endr
        li      L, 0x0F0F0F0F

next_blocks:
        # Two blocks; the words of the second one come from T4.
        lw      T1, SRC(sp)
        lw      T2, BLOCKS(sp)
        addi    T3, T1, 32
        sw      T3, SRC(sp)
        addi    T2, T2, -2
        sw      T2, BLOCKS(sp)
        bgez    T2, 5f                  # (what follows the loop is out of a branch's reach)
        j       one_block
5:      andi    T2, T1, 3
        beqz    T2, 6f
        j       unaligned
6:
        lw      X0, 0(T1)
        lw      X2, 4(T1)
        lw      X4, 8(T1)
        lw      X6, 12(T1)
        lw      X1, 16(T1)
        lw      X3, 20(T1)
        lw      X5, 24(T1)
        lw      X7, 28(T1)
1:      transpose X0, X1, X2, X3, X4, X5, X6, X7
        lw      P, KEYS(sp)
        lw      END, LAST(sp)

        # Section 5.1, four rounds; of 10, 12 or 14 rounds the last is the second or the fourth.
next_rounds:
        add_round_key
        sub_bytes
        mix_columns_odd 2
        add_round_key
        sub_bytes
        beq     P, END, last_key
        mix_columns_2
        add_round_key
        sub_bytes
        mix_columns_odd 6
        add_round_key
        sub_bytes
        beq     P, END, last_key
        mix_columns_0
        j       next_rounds

last_key:
        add_bits 0, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7
        transpose Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7
        # What ShiftRows has moved, after so many rounds: nothing, or odd rows by two columns.
        lw      T2, MOVED(sp)
        exchange_rows Y0, Y4, T2
        exchange_rows Y1, Y5, T2
        exchange_rows Y2, Y6, T2
        exchange_rows Y3, Y7, T2
        lw      T1, DST(sp)
        lw      T2, BLOCKS(sp)
        addi    T3, T1, 32
        sw      T3, DST(sp)
        andi    T3, T1, 3
        bnez    T3, store_unaligned
        sw      Y0, 0(T1)
        sw      Y2, 4(T1)
        sw      Y4, 8(T1)
        sw      Y6, 12(T1)
        bltz    T2, return
        sw      Y1, 16(T1)
        sw      Y3, 20(T1)
        sw      Y5, 24(T1)
        sw      Y7, 28(T1)
2:      beqz    T2, return
        j       next_blocks

        # The last block alone, which is the second one, too
one_block:
        mv      T4, T1
        j       3f
unaligned:
        addi    T4, T1, 16
3:      load_bytes X0, 0, T1
        load_bytes X2, 4, T1
        load_bytes X4, 8, T1
        load_bytes X6, 12, T1
        load_bytes X1, 0, T4
        load_bytes X3, 4, T4
        load_bytes X5, 8, T4
        load_bytes X7, 12, T4
        j       1b

store_unaligned:
        store_bytes Y0, 0, T1
        store_bytes Y2, 4, T1
        store_bytes Y4, 8, T1
        store_bytes Y6, 12, T1
        bltz    T2, return
        store_bytes Y1, 16, T1
        store_bytes Y3, 20, T1
        store_bytes Y5, 24, T1
        store_bytes Y7, 28, T1
        j       2b

return: .set    at, SAVED
        .irp    r, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
        lw      \r, at(sp)
        .set    at, at + 4
        .endr
        addi    sp, sp, FRAME
        ret
        .size   mote_aes_encrypt_blocks, . - mote_aes_encrypt_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
