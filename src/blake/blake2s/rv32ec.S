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
 * clobbers = {rv32ec = "a0-a5 t0-t2", rv32imc = "a0-a7 t0-t6", rv32imcb = "a0-a7 t0-t6"}
 * stack = 288
 * constant_time = true
 * calls = ["memcpy"]
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 5260
 */

/* Registers of `compress`. */
#define A a0 /* words of the state */
#define B a1
#define C a2
#define D a3
#define T a4 /* the next two message words' numbers; free */
#define U a5 /* free */
#define FROM s0 /* where the next words of the state are, */
#define TO s1   /* and where they go */
#define LINK t0 /* where compress returns to */
#define S t1    /* place in SIGMA */
#define CC t2   /* the context */

/*
 * BLAKE2s for RISC-V with 16 registers (RV32EC), and so for RV32IMC as well: small.  memcpy is called;
 * there is no data outside .text.
 *
 * Specification: RFC 7693, sections 2.5, 2.6, 3.1 to 3.3, whose names are used; no key.
 *
 * A ROUND is the same loop of four calls of G twice, once on columns and once on diagonals.  The state
 * is read from one array upwards and written to another downwards, and these change their roles after
 * each four calls: with y = 3 - x for the call on the words at x, they go to
 *
 *   a to y - 3      b to y - 2      c to y - 1      d to y      all modulo 4.
 *
 * So the words at place y are then a[i], b[i + 1], c[i + 2] and d[i + 3] for i = -y: a diagonal.  The same
 * once more makes columns of diagonals, for each of the four is undone when it is done twice.
 * Modulo 4 is free of charge: a, b and c are stored twice, four words apart, in rows with room for that.
 *
 * SIGMA has the numbers of two message words in a byte, in the order of use: the diagonals are 0, 3,
 * 2, 1.  A byte 0, which is no such pair, ends it.
 *
 * COUNT for a call of G, in cycles of Ibex: the numbers 4, message words 10, the state 8 and 14, and 2
 * for its places, G 22, the loop 4 and for four calls 3 more: 259 for four, 5,180 for ten rounds.  To
 * that come at least 10 for each of the 8 words at the beginning and at the end: 5,260 is the bound of
 * this order of work, and some 230 more are taken by loops and the counter.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif

/* The context: h, then */
        .equ    BUF, 32                 # the block being collected
        .equ    COUNT, 96               # t: bytes in the blocks so far, low word first
        .equ    PTR, 104                # bytes waiting in the block, 0 to 64
        .equ    SIZE, 108               # digest size in bytes
        .equ    BLOCK_BYTES, 64

/* An array of the state: its rows, with room for copies. */
        .equ    ROW_A, 12
        .equ    ROW_B, 44
        .equ    ROW_C, 76
        .equ    ROW_D, 108
        .equ    COPY, 16                # from a word to its copy
        .equ    ARRAY, 128

/* The frame of compress, from sp on. */
        .equ    SAVED, 0
        .equ    STATE, 16
        .equ    FRAME, STATE + 2 * ARRAY

/* The frame of mote_blake2s. */
        .equ    REST, 0                 # bytes of the data after those at hand
        .equ    OUTER, 16

        .text
        .p2align 2

/* \x = \x rotated right by \n. */
        .macro  rotate x, n
        srli    U, \x, \n
        slli    \x, \x, 32 - \n
        or      \x, \x, U
        .endm

/* Half of G (section 3.1) with the message word \m. */
        .macro  half_g m, r1, r2
        add     A, A, \m
        add     A, A, B
        xor     D, D, A
        rotate  D, \r1
        add     C, C, D
        xor     B, B, C
        rotate  B, \r2
        .endm

        .macro  row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        .byte   \s0 << 4 | \s1, \s2 << 4 | \s3, \s4 << 4 | \s5, \s6 << 4 | \s7
        .byte   \s8 << 4 | \s9, \s14 << 4 | \s15, \s12 << 4 | \s13, \s10 << 4 | \s11
        .endm

/*
 * The function F (section 3.2) on the block in the context.
 * a0 = context, a4 = all bits 1 for the last block, or 0; LINK.  Keeps a2, s0, s1, ra; returns
 * a0 = context, a5 = 0.
 */
compress:
        addi    sp, sp, -FRAME
        sw      s0, SAVED(sp)
        sw      s1, SAVED + 4(sp)
        sw      a2, SAVED + 8(sp)
        mv      CC, a0
        # t in a2, a3
        lw      a5, PTR(a0)
        lw      a2, COUNT(a0)
        add     a2, a2, a5
        sw      a2, COUNT(a0)
        sltu    a5, a2, a5
        lw      a3, COUNT + 4(a0)
        add     a3, a3, a5
        sw      a3, COUNT + 4(a0)
        # v; s1: words to go
        addi    FROM, sp, STATE
        li      s1, 4
        jal     a1, 1f                  # at a multiple of four, as the words behind it have to be
IV:     # Section 2.6
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
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
        .byte   0, 0
1:      lw      U, 0(a0)
        sw      U, ROW_A(FROM)
        lw      U, 16(a0)
        sw      U, ROW_B(FROM)
        lw      U, 0(a1)
        sw      U, ROW_C(FROM)
        lw      U, 16(a1)
        sw      U, ROW_D(FROM)
        addi    a0, a0, 4
        addi    a1, a1, 4
        addi    FROM, FROM, 4
        addi    s1, s1, -1
        bnez    s1, 1b
        addi    FROM, FROM, -16
        addi    S, a1, 16
        lw      U, ROW_D(FROM)          # v[12] ^= t[0], v[13] ^= t[1]
        xor     U, U, a2
        sw      U, ROW_D(FROM)
        lw      U, ROW_D + 4(FROM)
        xor     U, U, a3
        sw      U, ROW_D + 4(FROM)
        lw      U, ROW_D + 8(FROM)      # v[14], complemented for the last block
        xor     U, U, a4
        sw      U, ROW_D + 8(FROM)
        addi    TO, sp, STATE + ARRAY + 16

next_g: lbu     T, 0(S)
        beqz    T, 2f
        addi    S, S, 1
        srli    U, T, 4
        slli    U, U, 2
        add     U, U, CC
        lw      U, BUF(U)
        lw      A, ROW_A(FROM)
        lw      B, ROW_B(FROM)
        lw      C, ROW_C(FROM)
        lw      D, ROW_D(FROM)
        half_g  U, 16, 12
        andi    T, T, 15
        slli    T, T, 2
        add     T, T, CC
        lw      T, BUF(T)
        half_g  T, 8, 7
        addi    FROM, FROM, 4
        addi    TO, TO, -4
        sw      A, ROW_A - 12(TO)
        sw      A, ROW_A - 12 + COPY(TO)
        sw      B, ROW_B - 8(TO)
        sw      B, ROW_B - 8 + COPY(TO)
        sw      C, ROW_C - 4(TO)
        sw      C, ROW_C - 4 + COPY(TO)
        sw      D, ROW_D(TO)
        andi    U, S, 3
        bnez    U, next_g
        # After four: TO is where the array begins, FROM 16 bytes behind where the other one does.
        mv      U, FROM
        mv      FROM, TO
        mv      TO, U
        j       next_g

2:      # h = h ^ v[0 to 7] ^ v[8 to 15]
        mv      a0, CC
        li      a5, 4
3:      lw      a2, 0(a0)
        lw      a3, ROW_A(FROM)
        xor     a2, a2, a3
        lw      a3, ROW_C(FROM)
        xor     a2, a2, a3
        sw      a2, 0(a0)
        lw      a2, 16(a0)
        lw      a3, ROW_B(FROM)
        xor     a2, a2, a3
        lw      a3, ROW_D(FROM)
        xor     a2, a2, a3
        sw      a2, 16(a0)
        addi    a0, a0, 4
        addi    FROM, FROM, 4
        addi    a5, a5, -1
        bnez    a5, 3b
        mv      a0, CC
        lw      s0, SAVED(sp)
        lw      s1, SAVED + 4(sp)
        lw      a2, SAVED + 8(sp)
        addi    sp, sp, FRAME
        jr      LINK

/*
 * void mote_blake2s(a0 = context, a1 = data, a2 = bytes)
 * A full block waits until it is known whether it is the last.
 */
        .globl  mote_blake2s
        .type   mote_blake2s, @function
mote_blake2s:
        addi    sp, sp, -OUTER
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        sw      s1, 4(sp)
        mv      s0, a0
        mv      s1, a1
        j       4f
1:      lw      a5, PTR(s0)
        li      a4, BLOCK_BYTES
        sub     a4, a4, a5              # the room in the block
        bnez    a4, 2f
        mv      a0, s0
        jal     LINK, compress          # a4 = 0: not the last
        li      a4, BLOCK_BYTES
2:      bleu    a4, a2, 3f
        mv      a4, a2
3:      sub     a2, a2, a4
        sw      a2, REST(sp)
        add     a0, s0, a5
        addi    a0, a0, BUF
        add     a5, a5, a4
        sw      a5, PTR(s0)
        mv      a1, s1
        add     s1, s1, a4
        mv      a2, a4
        call    memcpy
        lw      a2, REST(sp)
4:      bnez    a2, 1b
        lw      ra, 12(sp)
        lw      s0, 8(sp)
        lw      s1, 4(sp)
        addi    sp, sp, OUTER
        ret
        .size   mote_blake2s, . - mote_blake2s

/*
 * void mote_blake2s_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_blake2s_close
        .type   mote_blake2s_close, @function
mote_blake2s_close:
        mv      a2, a3
        # Zeros behind the message
        lw      a5, PTR(a0)
        li      a4, BLOCK_BYTES
        j       2f
1:      add     a3, a0, a5
        sb      zero, BUF(a3)
        addi    a5, a5, 1
2:      bne     a5, a4, 1b
        li      a4, -1
        jal     LINK, compress
        # The digest
        mv      a1, a0
        mv      a0, a2
        lw      a2, SIZE(a1)
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
