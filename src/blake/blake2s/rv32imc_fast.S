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
 * stack = 176
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 1966
 */

/* Registers of `compress`. */
#define V0 s0 /* the state; these six are within reach of compressed xors */
#define V1 s1
#define V2 a0
#define V12 a1
#define V13 a2
#define V15 a3
#define T a4 /* free */
#define P a5 /* the message block, or CC */
#define V3 t0
#define V4 t1
#define V5 t2
#define V6 ra
#define V7 a6
#define V8 a7
#define V9 s2
#define V10 s3
#define V11 s4
#define V14 s5
#define M0 s6 /* ten words of the block; the others are loaded */
#define M1 s7
#define M2 s8
#define M3 s9
#define M4 s10
#define M5 s11
#define M6 t3
#define M7 t4
#define M8 t5
#define M9 t6 /* CC between blocks */

/*
 * BLAKE2s for RV32IMC, fast.  Only instructions of RV32I and C are used; memcpy and memset are called.
 *
 * Specification: RFC 7693, sections 3.1 (G), 3.2 (F) and 3.3, whose names are used; no key.
 *
 * - The ten rounds are written out.  The state and ten words of the message block have a register
 *   each; the other six words are loaded from where the block lies.  Which words these are makes no
 *   difference, as each round uses every word once; nor would keeping others in turn.
 * - The hash value goes on in v0 to v7 from one block to the next.
 * - What v13 and v14 begin with is kept ready on the stack.
 * - A block that is not aligned to four bytes goes by way of the stack.
 *
 * COUNT, in cycles of Ibex: 22 for G, 1,760; words of the block 10 x 2 and 60 x 2; v8 to v15 17; the
 * sums at the end 48.  Bound of this order of work: 1,965, with one for the place of the next block
 * 1,966; counter and loop take 15 more.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

/* The context: h, then */
        .equ    BUF, 32                 # the block being collected
        .equ    COUNT, 96               # t: bytes in the blocks so far, low word first
        .equ    PTR, 104                # bytes waiting in the block, 0 to 64
        .equ    SIZE, 108               # digest size in bytes
        .equ    BLOCK_BYTES, 64

/* The initialization vector (section 2.6). */
        .equ    IV0, 0x6A09E667
        .equ    IV1, 0xBB67AE85
        .equ    IV2, 0x3C6EF372
        .equ    IV3, 0xA54FF53A
        .equ    IV4, 0x510E527F
        .equ    IV5, 0x9B05688C
        .equ    IV6, 0x1F83D9AB
        .equ    IV7, 0x5BE0CD19

/* The frame of compress, from sp on. */
        .equ    BLOCK, 0                # a block that is not aligned
        .equ    SAVED, 64               # ra and s0 to s11
        .equ    CC, 116
        .equ    DATA, 120               # the message
        .equ    DATA_END, 124
        .equ    END, 128                # the end of the aligned blocks
        .equ    V13_BEGIN, 132          # IV[5] ^ t[1]
        .equ    V14_BEGIN, 136          # IV[6], complemented for the last block
        .equ    FRAME, 144

/* The frame of the functions that call compress. */
        .equ    OUTER, 32

        .text
        .p2align 2
IV:
        .word   IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7

/* \x = \x rotated right by \n. */
        .macro  rotate x, n
        srli    T, \x, \n
        slli    \x, \x, 32 - \n
        add     \x, \x, T
        .endm

/* add_m\i \to: adds word \i of the block. */
        .macro  kept_word i, register
        .macro  add_m\i to
        add     \to, \to, \register
        .endm
        .endm
        .macro  other_word i
        .macro  add_m\i to
        lw      T, 4 * \i(P)
        add     \to, \to, T
        .endm
        .endm
        kept_word 0, M0
        kept_word 1, M1
        kept_word 2, M2
        kept_word 3, M3
        kept_word 4, M4
        kept_word 5, M5
        kept_word 6, M6
        kept_word 7, M7
        kept_word 8, M8
        kept_word 9, M9
        .irp    i, 10, 11, 12, 13, 14, 15
        other_word \i
        .endr

/* One half of G (section 3.1). */
        .macro  half_g a, b, c, d, i, r1, r2
        add_m\i \a
        add     \a, \a, \b
        xor     \d, \d, \a
        rotate  \d, \r1
        add     \c, \c, \d
        xor     \b, \b, \c
        rotate  \b, \r2
        .endm

        .macro  g a, b, c, d, x, y
        half_g  \a, \b, \c, \d, \x, 16, 12
        half_g  \a, \b, \c, \d, \y, 8, 7
        .endm

/* A round with a row of SIGMA (section 2.7). */
        .macro  round s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
        g       V0, V4, V8, V12, \s0, \s1
        g       V1, V5, V9, V13, \s2, \s3
        g       V2, V6, V10, V14, \s4, \s5
        g       V3, V7, V11, V15, \s6, \s7
        g       V0, V5, V10, V15, \s8, \s9
        g       V1, V6, V11, V12, \s10, \s11
        g       V2, V7, V8, V13, \s12, \s13
        g       V3, V4, V9, V14, \s14, \s15
        .endm

/*
 * The function F (section 3.2) on some message blocks.
 * a0 = context, a1 = data, a2 = end of the data, a3 = bytes of the message in the first block, and 64
 * in those that follow; a4 = IV[6], complemented for the last block.
 */
compress:
        addi    sp, sp, -FRAME
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sw      s\number, SAVED + 4 * \number(sp)
        .endr
        sw      ra, SAVED + 48(sp)
        sw      a0, CC(sp)
        sw      a2, DATA(sp)            # where all is done after the aligned blocks
        sw      a2, DATA_END(sp)
        sw      a2, END(sp)
        sw      a4, V14_BEGIN(sp)
        mv      M9, a0
        mv      P, a1
        lw      t0, COUNT + 4(a0)
        li      t1, IV5
        xor     t0, t0, t1
        sw      t0, V13_BEGIN(sp)
        # v0 to v7; a0 is one of them
        lw      V0, 0(M9)
        lw      V1, 4(M9)
        lw      V2, 8(M9)
        lw      V3, 12(M9)
        lw      V4, 16(M9)
        lw      V5, 20(M9)
        lw      V6, 24(M9)
        lw      V7, 28(M9)
        andi    V8, P, 3
        beqz    V8, count               # (by_bytes and carry are out of a branch's reach)
        j       by_bytes

        # t, in V12 its low word; V15: bytes of the message in the block
count:  lw      V12, COUNT(M9)
        add     V12, V12, V15
        sltu    T, V12, V15
        sw      V12, COUNT(M9)
        beqz    T, next_block
        j       carry
next_block:
        # v8 to v15
        li      T, IV4
        xor     V12, V12, T
        lw      V13, V13_BEGIN(sp)
        lw      V14, V14_BEGIN(sp)
        li      V8, IV0
        li      V9, IV1
        li      V10, IV2
        li      V11, IV3
        li      V15, IV7
        lw      M0, 0(P)
        lw      M1, 4(P)
        lw      M2, 8(P)
        lw      M3, 12(P)
        lw      M4, 16(P)
        lw      M5, 20(P)
        lw      M6, 24(P)
        lw      M7, 28(P)
        lw      M8, 32(P)
        lw      M9, 36(P)
        # The rounds
        round   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        round   14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
        round   11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
        round   7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
        round   9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
        round   2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
        round   12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
        round   13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
        round   6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
        round   10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0
        # h = h ^ v[0 to 7] ^ v[8 to 15]
        lw      M9, CC(sp)
        .macro  sum v, w, offset
        lw      T, \offset(M9)
        xor     \v, \v, \w
        xor     \v, \v, T
        sw      \v, \offset(M9)
        .endm
        sum     V0, V8, 0
        sum     V1, V9, 4
        sum     V2, V10, 8
        sum     V3, V11, 12
        sum     V4, V12, 16
        sum     V5, V13, 20
        sum     V6, V14, 24
        sum     V7, V15, 28
        lw      T, END(sp)
        addi    P, P, BLOCK_BYTES
        beq     P, T, 1f
        li      V15, BLOCK_BYTES
        j       count

carry:  lw      V13, COUNT + 4(M9)
        addi    V13, V13, 1
        sw      V13, COUNT + 4(M9)
        li      T, IV5
        xor     V13, V13, T
        sw      V13, V13_BEGIN(sp)
        j       next_block

1:      lw      P, DATA(sp)
        lw      T, DATA_END(sp)
        beq     P, T, 2f
        # The words of the block from their bytes
by_bytes:
        addi    M0, P, BLOCK_BYTES
        sw      M0, DATA(sp)
        mv      M1, sp
3:      lbu     T, 3(P)
        .irp    byte, 2, 1, 0
        slli    T, T, 8
        lbu     M2, \byte(P)
        or      T, T, M2
        .endr
        sw      T, BLOCK(M1)
        addi    M1, M1, 4
        addi    P, P, 4
        bne     P, M0, 3b
        addi    P, sp, BLOCK
        sw      M1, END(sp)
        li      V15, BLOCK_BYTES
        j       count

2:
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        lw      s\number, SAVED + 4 * \number(sp)
        .endr
        lw      ra, SAVED + 48(sp)
        addi    sp, sp, FRAME
        ret

/*
 * void mote_blake2s_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_blake2s_init
        .type   mote_blake2s_init, @function
mote_blake2s_init:
        srli    a1, a1, 3
        sw      a1, SIZE(a0)
        sw      zero, COUNT(a0)
        sw      zero, COUNT + 4(a0)
        sw      zero, PTR(a0)
        # Section 3.3: the parameter block of a hash without a key
        li      a2, 0x01010000
        xor     a1, a1, a2
        lla     a2, IV
        addi    a3, a2, 32
1:      lw      a4, 0(a2)
        xor     a4, a4, a1
        sw      a4, 0(a0)
        li      a1, 0
        addi    a0, a0, 4
        addi    a2, a2, 4
        bne     a2, a3, 1b
        ret
        .size   mote_blake2s_init, . - mote_blake2s_init

/* A call in four bytes: GNU as makes no other, clang would make two. */
        .macro  call_near label
        .option push
        .option norvc
        jal     \label
        .option pop
        .endm

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
        sw      s3, 16(sp)
        mv      s0, a0
        mv      s1, a1
        mv      s2, a2
        beqz    a2, 4f
        lw      a4, PTR(s0)
        li      a2, BLOCK_BYTES
        sub     a2, a2, a4              # the room in the block
        bleu    s2, a2, 3f
        beqz    a4, 1f
        # Fill the block that has begun
        sub     s2, s2, a2
        add     s3, s1, a2
        addi    a0, s0, BUF
        add     a0, a0, a4
        call    memcpy
        mv      s1, s3
        mv      a0, s0
        addi    a1, s0, BUF
        addi    a2, s0, BUF + BLOCK_BYTES
        call_near some_blocks
1:      # Whole blocks where they lie
        addi    a2, s2, -1
        andi    a2, a2, -BLOCK_BYTES
        beqz    a2, 2f
        sub     s2, s2, a2
        mv      a0, s0
        mv      a1, s1
        add     a2, a2, s1
        mv      s1, a2
        call_near some_blocks
2:      li      a4, 0
3:      # The rest
        add     a5, a4, s2
        sw      a5, PTR(s0)
        addi    a0, s0, BUF
        add     a0, a0, a4
        mv      a1, s1
        mv      a2, s2
        call    memcpy
4:      lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      s2, 12(sp)
        lw      s3, 16(sp)
        addi    sp, sp, OUTER
        ret
        .size   mote_blake2s, . - mote_blake2s

/* F on blocks of which none is the last: a0 to a2 as compress has them. */
some_blocks:
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
        jal     compress
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

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
