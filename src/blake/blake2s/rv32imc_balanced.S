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
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 3301
 */

/* Registers of `compress`: the rows of the state, of which those in a0 to a5, s0 and s1 are within
   reach of compressed xors. */
#define A0 a0
#define A1 a6
#define A2 a7
#define A3 t0
#define B0 a1
#define B1 a2
#define B2 t1
#define B3 t2
#define C0 t3
#define C1 s1
#define C2 t4
#define C3 t5
#define D0 t6
#define D1 s2
#define D2 s3
#define D3 s4
#define C_NEW s0 /* c of the first call of G, then its new b */
#define D_NEW a3 /* d of the first call */
#define T a4     /* free */
#define W a5     /* numbers of message words; outside of the rounds the context */
#define M s5     /* the message block */
#define S ra     /* place in SIGMA */

/*
 * BLAKE2s for RV32IMC, with two of a round's eight calls of G written out: between rv32ec.S, the
 * smallest, and rv32imc.S.  Only instructions of RV32I and C are used; nothing is called.
 *
 * Specification: RFC 7693, sections 2.5 to 2.7 and 3.1 to 3.3, whose names are used; no key.
 *
 * HALF A ROUND is two passes through the same code: G on the columns at places 0 and 1, then these
 * and the columns at 2 and 3 change places, and G on those.  Diagonals become columns with it, and
 * columns diagonals, as the words of column x go to
 *
 *   a to 2 - x      b to 3 - x      c to -x      d to 1 - x      modulo 4,
 *
 * so that column y has a[i], b[i + 1], c[i + 2] and d[i + 3] then, i = 2 - y; and as each of the
 * four is undone when it is done twice, the same code makes columns of the diagonals.
 *
 * MOVES.  The words of row d, the second a and the first c change places in both passes: a word is
 * read by an instruction that has its result elsewhere, the next one comes to its place with a
 * move, and the last instruction that makes the new word has its result where that came from.  The
 * first a, the second c and row b change places between the passes alone, by three moves for two
 * words or less.  That is 20 moves; with rows of which all change places in both passes, and
 * change once more at the end, it would be 28.
 *
 * SIGMA has the numbers of the eight message words of half a round in a word, four bits each, from
 * the lowest up in the order of use: both calls' first halves of G, then both second halves.  What
 * is left of it is 0 after the second pass and not before, and a word 0 ends the rounds.
 *
 * COUNT, in cycles of Ibex: G 22 and its message words 10, 128 for four of them, and 2 as the
 * numbers begin at bit 0; 20 moves, the numbers' word 3 and the loops 7: 160, for ten rounds with
 * the jump to the first 3,206; t 11, v8 to v15 27, the sums at the end 50, the next block 7: 3,301
 * for a block, all that there is.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_balanced.S needs a little-endian RV32 with compressed instructions: -march=rv32imc"
#endif

/* The context: h, then */
        .equ    BUF, 32                 # the block being collected
        .equ    COUNT, 96               # t: bytes in the blocks so far, low word first
        .equ    PTR, 104                # bytes waiting in the block, 0 to 64
        .equ    SIZE, 108               # digest size in bytes
        .equ    BLOCK_BYTES, 64

/* The frame, from sp on. */
        .equ    SAVED, 0                # ra and s0 to s5
        .equ    CONTEXT, 28
        .equ    DATA, 32                # the data behind the blocks, or where the digest goes
        .equ    LENGTH, 36              # and its bytes
        .equ    LAST, 40                # all bits 1 for the last block, or 0
        .equ    END, 44                 # end of the message blocks
        .equ    FRAME, 48

        .equ    SIGMA_BYTES, 84         # with the word behind it

        .text
        .p2align 2

/* T = the word of the block whose number is in bits 2 to 5 of W; the next is \next bits above. */
        .macro  message_word next
        andi    T, W, 15 << 2
        srli    W, W, \next
        add     T, T, M
        lw      T, 0(T)
        .endm

/* \to = \x rotated right by \n; \x is lost. */
        .macro  rotate to, x, n
        srli    T, \x, \n
        slli    \x, \x, 32 - \n
        add     \to, \x, T
        .endm

        .macro  exchange x, y
        mv      T, \x
        mv      \x, \y
        mv      \y, T
        .endm

/* h[i] at \v ^= \v ^ \w, i being \offset / 4. */
        .macro  sum v, w, offset
        lw      T, \offset(W)
        xor     T, T, \w
        xor     \v, \v, T
        sw      \v, \offset(W)
        .endm

        .macro  half s0, s1, s2, s3, s4, s5, s6, s7
        .hword  \s0 | \s2 << 4 | \s1 << 8 | \s3 << 12, \s4 | \s6 << 4 | \s5 << 8 | \s7 << 12
        .endm

        .macro  row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        half    \s0, \s1, \s2, \s3, \s4, \s5, \s6, \s7
        half    \s12, \s13, \s10, \s11, \s8, \s9, \s14, \s15
        .endm

/*
 * Parts of mote_blake2s and mote_blake2s_close.
 * a0 = context, a1 = data, or where the digest goes.
 */

        # As many of the a2 bytes of data as there is room for: a3 of a4 are in the block.
some_bytes:
        add     a5, a0, a3
        lbu     t0, 0(a1)
        addi    a1, a1, 1
        sb      t0, BUF(a5)
        addi    a3, a3, 1
        addi    a2, a2, -1
        beqz    a2, 1f
        bne     a3, a4, some_bytes
1:      sw      a3, PTR(a0)
        li      a5, 0
        j       more

        # The digest
finish: lw      a2, SIZE(a0)
1:      lbu     a3, 0(a0)
        sb      a3, 0(a1)
        addi    a0, a0, 1
        addi    a1, a1, 1
        addi    a2, a2, -1
        bnez    a2, 1b
        # To the caller
leave:  lw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5
        lw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        addi    sp, sp, FRAME
        ret

        # Zeros behind the message: a3 bytes of a4 are in the block.
fill:   mv      a2, a3
1:      beq     a2, a4, one_block
        add     a5, a0, a2
        sb      zero, BUF(a5)
        addi    a2, a2, 1
        j       1b

/*
 * void mote_blake2s_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_blake2s_close
        .type   mote_blake2s_close, @function
mote_blake2s_close:
        mv      a1, a3
        li      a5, -1
        j       enter
        .size   mote_blake2s_close, . - mote_blake2s_close

/*
 * void mote_blake2s(a0 = context, a1 = data, a2 = bytes)
 * A full block waits until it is known whether it is the last.
 */
        .globl  mote_blake2s
        .type   mote_blake2s, @function
mote_blake2s:
        li      a5, 0
enter:  addi    sp, sp, -FRAME
        sw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5
        sw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        sw      a0, CONTEXT(sp)
        sw      a5, LAST(sp)

        # a5 = all bits 1 for the last block, or 0
more:   lw      a3, PTR(a0)
        li      a4, BLOCK_BYTES
        addi    M, a0, BUF
        bnez    a5, fill
        beqz    a2, leave
        beq     a3, a4, one_block
        # Whole blocks where they lie
        mv      a5, a1
        andi    a5, a5, 3
        or      a5, a5, a3
        bnez    a5, some_bytes
        addi    a5, a2, -1
        andi    a5, a5, -BLOCK_BYTES
        beqz    a5, some_bytes
        mv      M, a1
        mv      a3, a4
        mv      a4, a5
        add     a1, a1, a5
        sub     a2, a2, a5

        # F (section 3.2) on the a4 bytes at M; a3 = bytes of the message in the first block
one_block:
        add     a4, a4, M
        sw      a4, END(sp)
        sw      a1, DATA(sp)
        sw      a2, LENGTH(sp)
        mv      W, a0
        lw      A0, 0(W)
        lw      A1, 4(W)
        lw      A2, 8(W)
        lw      A3, 12(W)
        lw      B0, 16(W)
        lw      B1, 20(W)
        lw      B2, 24(W)
        lw      B3, 28(W)

compress:
        # Two bytes before a multiple of four, where the words behind it have to be
        c.jal   1f
SIGMA:  # Section 2.7
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
        .word   0
IV:     # Section 2.6
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
1:      mv      s0, S
        # t, a3 more
        lw      a4, COUNT(W)
        add     a4, a4, a3
        sw      a4, COUNT(W)
        sltu    a3, a4, a3
        lw      s1, COUNT + 4(W)
        add     s1, s1, a3
        sw      s1, COUNT + 4(W)
        # v8 to v15
        lw      a3, SIGMA_BYTES + 16(s0)
        xor     a3, a3, a4
        mv      D0, a3
        lw      a3, SIGMA_BYTES + 20(s0)
        xor     a3, a3, s1
        mv      D1, a3
        lw      a3, SIGMA_BYTES + 24(s0)
        lw      a4, LAST(sp)
        xor     a3, a3, a4
        mv      D2, a3
        lw      D3, SIGMA_BYTES + 28(s0)
        lw      C0, SIGMA_BYTES(s0)
        lw      C1, SIGMA_BYTES + 4(s0)
        lw      C2, SIGMA_BYTES + 8(s0)
        lw      C3, SIGMA_BYTES + 12(s0)
        j       next_half

        # From the first pass to the second
between:
        exchange A0, A2
        mv      B1, B3
        mv      B3, C_NEW
        exchange B0, B2
        exchange C1, C3

        # Two calls of G (section 3.1), a half of each in turn; W begins at bit 0.
two_g:  slli    T, W, 2
        andi    T, T, 15 << 2
        srli    W, W, 2
        add     T, T, M
        lw      T, 0(T)                 # first half of the first call
        add     A0, A0, T
        add     A0, A0, B0
        xor     D_NEW, D0, A0
        mv      D0, D2
        rotate  D_NEW, D_NEW, 16
        add     C_NEW, C0, D_NEW
        mv      C0, C2
        xor     B0, B0, C_NEW
        rotate  B0, B0, 12
        # First half of the second call
        message_word 4
        add     T, T, A1
        mv      A1, A3
        add     A3, T, B1
        xor     D2, D1, A3
        mv      D1, D3
        rotate  D2, D2, 16
        add     C1, C1, D2
        xor     B1, B1, C1
        rotate  B1, B1, 12
        # Second half of the first call: its new b is C_NEW
        message_word 4
        add     A0, A0, T
        add     A0, A0, B0
        xor     D_NEW, D_NEW, A0
        rotate  D3, D_NEW, 8
        add     C2, C_NEW, D3
        xor     B0, B0, C2
        rotate  C_NEW, B0, 7
        # Second half of the second call: its new b is at 0
        message_word 6
        add     A3, A3, T
        add     A3, A3, B1
        xor     D2, D2, A3
        rotate  D2, D2, 8
        add     C1, C1, D2
        xor     B1, B1, C1
        rotate  B0, B1, 7
        bnez    W, between
        mv      B1, C_NEW
next_half:
        lw      W, 0(S)
        addi    S, S, 4
        bnez    W, two_g

        # h = h ^ v[0 to 7] ^ v[8 to 15], kept in rows a and b
        lw      W, CONTEXT(sp)
        lw      T, 0(W)
        xor     A0, A0, T
        xor     A0, A0, C0
        sw      A0, 0(W)
        sum     A1, C1, 4
        sum     A2, C2, 8
        sum     A3, C3, 12
        lw      T, 16(W)
        xor     B0, B0, T
        xor     B0, B0, D0
        sw      B0, 16(W)
        lw      T, 20(W)
        xor     B1, B1, T
        xor     B1, B1, D1
        sw      B1, 20(W)
        sum     B2, D2, 24
        sum     B3, D3, 28
        li      a3, BLOCK_BYTES
        add     M, M, a3
        lw      a4, END(sp)
        bne     M, a4, compress
        sw      zero, PTR(W)
        mv      a0, W
        lw      a1, DATA(sp)
        lw      a2, LENGTH(sp)
        lw      a5, LAST(sp)
        beqz    a5, more
        j       finish
        .size   mote_blake2s, . - mote_blake2s

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
        li      a5, 8
        .option push
        .option norelax                 # a2 is needed, not only what it points to
2:      auipc   a2, %pcrel_hi(IV)
1:      lw      a4, %pcrel_lo(2b)(a2)
        .option pop
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
