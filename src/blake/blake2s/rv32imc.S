/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 7693, The BLAKE2 Cryptographic Hash (November 2015), sections 3.1 to 3.3"
 * functions = [
 *   "mote_blake2s_init(cc, out_size)",
 *   "mote_blake2s(cc, data, len)",
 *   "mote_blake2s_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 112, data = "len"}
 * writes = {cc = 112, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 80
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 2844
 */

/* Registers of `compress`: the rows of the state, of which six words are within reach of compressed
   xors; and for each row words on their way from one place to another. */
#define A0 s0
#define A1 a0
#define A2 t0
#define A3 t1
#define B0 a2
#define B1 t2
#define B2 t3
#define B3 t4
#define C0 a3
#define C1 t5
#define C2 t6
#define C3 ra
#define D0 s1
#define D1 a1
#define D2 a6
#define D3 a7
#define A3_NEW s2
#define B1_NEW s3
#define B3_NEW s4
#define C2_NEW s5
#define D3_NEW s6
#define D2_NEW s7
#define T a4        /* free */
#define CC a5       /* the context */
#define S s8        /* place in SIGMA */
#define M s9        /* the message block */
#define END s10     /* the end of the message blocks */
#define SIGMA_END s11

/*
 * BLAKE2s for RV32IMC, with half a round written out: between rv32ec.S, the smallest,
 * and rv32imc_fast.S.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: RFC 7693, sections 2.5 to 2.7 and 3.1 to 3.3, whose names are used; no key.
 *
 * HALF A ROUND is four calls of G on the columns of the state, with which diagonals become columns, and
 * columns diagonals: the words of column x go to
 *
 *   a to -x      b to 1 - x      c to 2 - x      d to 3 - x      modulo 4,
 *
 * so that column y has a[i], b[i + 1], c[i + 2] and d[i + 3] then, i = -y; and as each of the four is
 * undone when it is done twice, the same code makes columns of the diagonals.  Words change places in
 * pairs: the first of a pair to be made goes to a register of its own, the other to the place of the
 * first, in the last instruction that makes it; six moves are left.
 *
 * SIGMA has the places in the message block, in the order of use: the diagonals are 0, 3, 2, 1.
 *
 * COUNT, in cycles of Ibex: G 22 and its message words 10; for four of them 6 moves and the loop 4:
 * 138, 2,758 for ten rounds, as the last branch is 2 shorter; t 11, v8 to v15 22, the sums at the end 48,
 * the next block 5: 2,844 for a block, all that there is.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* The context: h, then */
        .equ    BUF, 32                 # the block being collected
        .equ    COUNT, 96               # t: bytes in the blocks so far, low word first
        .equ    PTR, 104                # bytes waiting in the block, 0 to 64
        .equ    SIZE, 108               # digest size in bytes
        .equ    BLOCK_BYTES, 64

        .equ    IV6, 0x1F83D9AB

/* The frame of compress, from sp on. */
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    V14, 52                 # IV[6], complemented for the last block
        .equ    FRAME, 64

/* The frame of the functions that call it. */
        .equ    OUTER, 16

        .text
        .p2align 2

/* T = the word of the block that byte \i of SIGMA says. */
        .macro  message_word i
        lbu     T, \i(S)
        add     T, T, M
        lw      T, 0(T)
        .endm

/* G (section 3.1) with the next bytes of SIGMA from \i on; its results in \ao, \bo, \co and \do. */
        .macro  g i, a, b, c, d, ao, bo, co, do
        message_word \i
        add     \a, \a, T
        add     \a, \a, \b
        xor     \d, \d, \a
        srli    T, \d, 16
        slli    \d, \d, 16
        add     \d, \d, T
        add     \c, \c, \d
        xor     \b, \b, \c
        srli    T, \b, 12
        slli    \b, \b, 20
        add     \b, \b, T
        message_word \i + 1
        add     \a, \a, T
        add     \ao, \a, \b
        xor     \d, \d, \ao
        srli    T, \d, 8
        slli    \d, \d, 24
        add     \do, \d, T
        add     \co, \c, \do
        xor     \b, \b, \co
        srli    T, \b, 7
        slli    \b, \b, 25
        add     \bo, \b, T
        .endm

        .macro  row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        .irp    number, \s0, \s1, \s2, \s3, \s4, \s5, \s6, \s7
        .byte   4 * \number
        .endr
        .irp    number, \s8, \s9, \s14, \s15, \s12, \s13, \s10, \s11
        .byte   4 * \number
        .endr
        .endm

/*
 * The function F (section 3.2) on some message blocks.
 * a0 = context, a1 = data, aligned to four bytes, a2 = end of the data, a3 = bytes of the message in the
 * first block, and 64 in those that follow; a4 = IV[6], complemented for the last block.
 */
compress:
        addi    sp, sp, -FRAME
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sw      s\number, SAVED + 4 * \number(sp)
        .endr
        sw      ra, SAVED + 48(sp)
        sw      a4, V14(sp)
        mv      CC, a0
        mv      M, a1
        mv      END, a2
        lw      A0, 0(CC)
        lw      A1, 4(CC)
        lw      A2, 8(CC)
        lw      A3, 12(CC)
        mv      T, a3
        lw      B0, 16(CC)
        lw      B1, 20(CC)
        lw      B2, 24(CC)
        lw      B3, 28(CC)

next_block:
        # t, T more
        lw      D0, COUNT(CC)
        lw      D1, COUNT + 4(CC)
        add     D0, D0, T
        sltu    T, D0, T
        add     D1, D1, T
        sw      D0, COUNT(CC)
        sw      D1, COUNT + 4(CC)
        # v8 to v15
        jal     S, 1f                   # at a multiple of four, as the words behind it have to be
IV:     # Section 2.6
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, IV6, 0x5BE0CD19
        # SIGMA (section 2.7)
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
1:      lw      C0, 0(S)
        lw      C1, 4(S)
        lw      C2, 8(S)
        lw      C3, 12(S)
        lw      T, 16(S)
        xor     D0, D0, T
        lw      T, 20(S)
        xor     D1, D1, T
        lw      D2, V14(sp)
        lw      D3, 28(S)
        addi    S, S, 32                # from the initialization vector to SIGMA
        addi    SIGMA_END, S, 160

half_round:
        g       0, A0, B0, C0, D0, A0, B1_NEW, C2_NEW, D3_NEW
        g       2, A1, B1, C1, D1, A3_NEW, B0, C1, D2_NEW
        g       4, A2, B2, C2, D2, A2, B3_NEW, C0, D1
        g       6, A3, B3, C3, D3, A1, B2, C3, D0
        mv      A3, A3_NEW
        mv      B1, B1_NEW
        mv      B3, B3_NEW
        mv      C2, C2_NEW
        mv      D2, D2_NEW
        mv      D3, D3_NEW
        addi    S, S, 8
        bne     S, SIGMA_END, half_round

        # h = h ^ v[0 to 7] ^ v[8 to 15]
        .macro  sum v, w, offset
        lw      T, \offset(CC)
        xor     \v, \v, \w
        xor     \v, \v, T
        sw      \v, \offset(CC)
        .endm
        sum     A0, C0, 0
        sum     A1, C1, 4
        sum     A2, C2, 8
        sum     A3, C3, 12
        sum     B0, D0, 16
        sum     B1, D1, 20
        sum     B2, D2, 24
        sum     B3, D3, 28
        li      T, BLOCK_BYTES
        add     M, M, T
        bne     M, END, next_block
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\number, SAVED + 4 * \number(sp)
        .endr
        lw      ra, SAVED + 48(sp)
        addi    sp, sp, FRAME
        ret

/*
 * void mote_blake2s(a0 = context, a1 = data, a2 = bytes)
 * A full block waits until it is known whether it is the last.
 */
        .globl  mote_blake2s
        .type   mote_blake2s, @function
mote_blake2s:
        addi    sp, sp, -OUTER
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        mv      s0, a0
        mv      s1, a1
        mv      s2, a2
        j       5f
1:      lw      a5, PTR(s0)
        li      a4, BLOCK_BYTES
        sub     a4, a4, a5              # the room in the block
        bnez    a4, 3f
        # The block that waits
        addi    a1, s0, BUF
        addi    a2, s0, BUF + BLOCK_BYTES
        c.jal   some_blocks
        # Whole blocks where they lie
        andi    a2, s1, 3
        bnez    a2, 2f
        addi    a2, s2, -1
        andi    a2, a2, -BLOCK_BYTES
        beqz    a2, 2f
        sub     s2, s2, a2
        mv      a1, s1
        add     a2, a2, s1
        mv      s1, a2
        c.jal   some_blocks
2:      li      a5, 0
        li      a4, BLOCK_BYTES
3:      # What there is room for
        bleu    a4, s2, 4f
        mv      a4, s2
4:      sub     s2, s2, a4
        add     a0, s0, a5
        addi    a0, a0, BUF
        add     a5, a5, a4
        sw      a5, PTR(s0)
        mv      a1, s1
        add     s1, s1, a4
        mv      a2, a4
        call    memcpy
5:      bnez    s2, 1b
        lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      s2, 12(sp)
        addi    sp, sp, OUTER
        ret
        .size   mote_blake2s, . - mote_blake2s

/* F on blocks of which none is the last: s0 = context, a1 and a2 as compress has them. */
some_blocks:
        mv      a0, s0
        li      a3, BLOCK_BYTES
        li      a4, IV6
        j       compress

/*
 * void mote_blake2s_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_blake2s_close
        .type   mote_blake2s_close, @function
mote_blake2s_close:
        addi    sp, sp, -OUTER
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        mv      s0, a0
        mv      s1, a3
        # Zeros behind the message
        lw      a3, PTR(s0)
        addi    a0, s0, BUF
        add     a0, a0, a3
        li      a1, 0
        li      a2, BLOCK_BYTES
        sub     a2, a2, a3
        call    memset
        mv      a0, s0
        addi    a1, s0, BUF
        addi    a2, s0, BUF + BLOCK_BYTES
        lw      a3, PTR(s0)
        li      a4, IV6 ^ 0xFFFFFFFF
        c.jal   compress
        # The digest
        mv      a0, s1
        mv      a1, s0
        lw      a2, SIZE(s0)
        lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        addi    sp, sp, OUTER
        tail    memcpy
        .size   mote_blake2s_close, . - mote_blake2s_close

/*
 * void mote_blake2s_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_blake2s_init
        .type   mote_blake2s_init, @function
mote_blake2s_init:
        srli    a1, a1, 3
        sw      a1, SIZE(a0)
        # Section 3.3: the parameter block of a hash without a key, for the first word
        li      a2, 0x01010000
        xor     a1, a1, a2
        lla     a2, IV
        li      a5, 8
1:      lw      a4, 0(a2)
        xor     a4, a4, a1
        sw      a4, 0(a0)
        li      a1, 0
        addi    a0, a0, 4
        addi    a2, a2, 4
        addi    a5, a5, -1
        bnez    a5, 1b
        sw      a5, COUNT - 32(a0)
        sw      a5, COUNT + 4 - 32(a0)
        sw      a5, PTR - 32(a0)
        ret
        .size   mote_blake2s_init, . - mote_blake2s_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
