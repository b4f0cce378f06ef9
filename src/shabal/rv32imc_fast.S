/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Shabal, submission of 28 October 2008, section 2.3"
 * functions = [
 *   "mote_shabal_init(cc, out_size)",
 *   "mote_shabal(cc, data, len)",
 *   "mote_shabal_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 256, data = "len"}
 * writes = {cc = 256, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 64
 * constant_time = true
 * calls = ["memcpy", "memset"]
 * block = "block"
 * state.A = {offset = 144, words = 12}
 * state.B = {offset = 192, words = 16}
 * state.C = {offset = 64, words = 16}
 * counter = {offset = 136, words = 2}
 * fill = {offset = 128, start = 64, step = -1}
 */

/* Registers: s0 = context + 64; s1 = bytes to come, or dst, outside of `block`; in `block`: */
#define x   a0                          /* the word of A computed last, where no group keeps it */
#define y   a1
#define n   s11                         /* passes to come */
#define B0  a2                          /* B; complemented where the index is odd */
#define B1  a3
#define B2  a4
#define B3  a5
#define B4  s1
#define B5  a6
#define B6  a7
#define B7  t0
#define B8  t1
#define B9  t2
#define B10 t3
#define B11 t4
#define B12 t5
#define B13 t6
#define B14 ra
#define B15 s2
#define P0  s3                          /* A[0] to A[3] at first, then what takes their place */
#define P1  s4
#define P2  s5
#define P3  s6
#define Q0  s7                          /* A[4] to A[7]; the third group is in the context, at R */
#define Q1  s8
#define Q2  s9
#define Q3  s10

/*
 * Shabal for RV32IMC, fast.  Only instructions of RV32I and C are used; memcpy and memset are
 * called.
 *
 * Specification: sections 2.3.1 and 2.3.2; the names A, B, C, M, W, U, V are the specification's.
 *
 * Why the code is laid out as it is.
 *
 * - RISC-V has 28 registers for us.  All of B, two thirds of A, the address of the context, two
 *   temporaries and the counter of passes fill them; the other four words of A stay in the context.
 *   M and C are read there, with two-byte loads.
 * - 16 steps are written out, so that B needs no moves, and run three times.  A moves on by 16 steps
 *   in a pass, that is by 4 modulo 12: groups of four words change places, each in the step
 *   that uses its word last.
 * - B[i] with i odd is kept complemented.  B[i + 9] and B[i + 6] then always differ in that, and
 *   B[i + 13] ^ (B[i + 9] & ~B[i + 6]) is one `and` or one `or` with the words as they are kept, and
 *   one `xor`:  b & ~c with ~c at hand, or ~(~b | c), whose complement cancels that of B[i + 13].
 * - The exported functions are those of rv32imc.S, which says more about them.
 *
 * The context, from s0 = its address + 64 (the end of M):
 *   -64 M, 0 C, 64 ROOM, 68 SIZE, 72 WLOW, 76 WHIGH, 80 A (12 words), 128 B
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif
        .equ    M, -64
        .equ    C, 0
        .equ    ROOM, 64                # bytes missing in M, 1 to 64
        .equ    SIZE, 68                # digest size in bits
        .equ    WLOW, 72                # number of the last block
        .equ    WHIGH, 76
        .equ    A, 80
        .equ    B, 128

/* The frame of the exported functions, from sp: 13 registers, then: */
        .equ    DATA_END, 52
        .equ    KEEP_RA, 56             # of `block`
        .equ    KEEP_S1, 60
        .equ    FRAME, 64

        .text

/*
 * Prologue of the exported functions, called with the link in t0: saves registers in a frame;
 * s0 = a0 + 64.  Arguments a1 to a3 stay as they are.
 */
enter:  addi    sp, sp, -FRAME
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        sw      s3, 16(sp)
        sw      s4, 20(sp)
        sw      s5, 24(sp)
        sw      s6, 28(sp)
        sw      s7, 32(sp)
        sw      s8, 36(sp)
        sw      s9, 40(sp)
        sw      s10, 44(sp)
        sw      s11, 48(sp)
        addi    s0, a0, 64
        jr      t0

/*
 * void mote_shabal_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 * Clobbers a0 to a7, t0 to t6.  Stack: 64 bytes.
 */
        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        jal     t0, enter
        mv      s1, a3
        li      a4, -256
        sra     a4, a4, a2              # the n bits of ub, and a bit 1 below them
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a1, a1, a4
        lw      a2, ROOM(s0)
        sub     a2, s0, a2              # where the message ends in M
pad:    sb      a1, 0(a2)
        li      a1, 0
        addi    a2, a2, 1
        bne     a2, s0, pad
        c.jal   newblock
        c.jal   block                   # three final rounds: M and W as they are
        c.jal   block
        c.jal   block
        lw      a2, SIZE(s0)            # the digest: the last words of C
        srli    a2, a2, 3
        addi    a1, s0, C + 64
        sub     a1, a1, a2
        mv      a0, s1
        j       copy                    # ROOM is 64: copies and returns
        .size   mote_shabal_close, . - mote_shabal_close

/*
 * void mote_shabal(a0 = context, a1 = data, a2 = len)
 * Clobbers a0 to a7, t0 to t6.  Stack: 64 bytes.
 */
        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        jal     t0, enter
        mv      s1, a2                  # s1 = bytes to come
        add     a1, a1, a2
        sw      a1, DATA_END(sp)
more:   lw      a5, ROOM(s0)
        mv      a2, a5                  # a2 = min(ROOM, bytes to come)
        bgeu    s1, a5, 1f
        mv      a2, s1
1:      lw      a1, DATA_END(sp)
        sub     a1, a1, s1
        sub     s1, s1, a2
        sub     a0, s0, a5
        sub     a5, a5, a2
        sw      a5, ROOM(s0)
copy:   jal     memcpy
        lw      a5, ROOM(s0)
        bnez    a5, done                # M is not full, so there are no more bytes
        c.jal   newblock
        j       more                    # with no bytes to come: copies none and returns
        .size   mote_shabal, . - mote_shabal

/*
 * void mote_shabal_init(a0 = context, a1 = out_size)
 * Clobbers a0 to a7, t0 to t6.  Stack: 64 bytes.
 */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        jal     t0, enter
        mv      s1, a1
        li      a1, 0
        li      a2, 256
        jal     memset                  # A, B, C = 0
        sw      s1, SIZE(s0)
        li      a0, -2                  # W = -2, so that the prefix has the numbers -1 and 0
        sw      a0, WLOW(s0)
        addi    a0, a0, 1
        sw      a0, WHIGH(s0)
prefix: addi    a0, s0, M
1:      sw      s1, 0(a0)               # M = the next 16 numbers from out_size
        addi    s1, s1, 1
        addi    a0, a0, 4
        bne     a0, s0, 1b
        c.jal   newblock
        lw      a0, WLOW(s0)
        bnez    a0, prefix

/* Epilogue of the exported functions. */
done:   lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      s2, 12(sp)
        lw      s3, 16(sp)
        lw      s4, 20(sp)
        lw      s5, 24(sp)
        lw      s6, 28(sp)
        lw      s7, 32(sp)
        lw      s8, 36(sp)
        lw      s9, 40(sp)
        lw      s10, 44(sp)
        lw      s11, 48(sp)
        addi    sp, sp, FRAME
        ret
        .size   mote_shabal_init, . - mote_shabal_init

/*
 * newblock: a message round with the block M and the next number; sets ROOM to 64.
 * block: a message round with the number as it is.
 * Both: s0 as above, sp at the frame of `enter`.  Clobber all registers but s0, s1, sp, gp, tp.
 */
        .equ    R, A + 32

/* B[i] = (B[i] + M[i]) <<< 17 into b, and C[i] - M[i] in its place in the context. */
.macro  ADD_BLOCK i, b
        lw      y, C-M+4*\i(s0)
        lw      x, 4*\i(s0)
        sub     y, y, x
        lw      \b, B-M+4*\i(s0)
        sw      y, B-M+4*\i(s0)
        add     x, x, \b
        slli    y, x, 17
        srli    x, x, 15
        or      \b, x, y
    .if \i & 1
        not     \b, \b
    .endif
.endm

/* x = U(A[a] ^ V(last <<< 15) ^ C[8 - i]) ^ M[i] ^ B[i + 13] and y = the rest of the new A[a]. */
.macro  MIX i, last, old, b13, b9, b6
        slli    y, \last, 15
        srli    x, \last, 17
        or      x, x, y
        slli    y, x, 2
        add     x, x, y
        xor     x, x, \old
        lw      y, C-M+4*((8-\i)&15)(s0)
        xor     x, x, y
        slli    y, x, 1
        add     x, x, y
        lw      y, 4*\i(s0)
        xor     x, x, y
        xor     x, x, \b13
    .if \i & 1
        and     y, \b9, \b6
    .else
        or      y, \b9, \b6
    .endif
.endm

/*
 * B[i] = ~(B[i] <<< 1) ^ A[a]; complemented or not, it stays so.  ~(b <<< 1) is -2b - (b >> 31) - 1,
 * which takes as long as shifts, or and not, and has shorter instructions.
 */
.macro  NEXT_B b, new
        srai    y, \b, 31
        add     \b, \b, \b
        sub     y, y, \b
        addi    y, y, -1
        xor     \b, y, \new
.endm

/* A step with A[a] in the register p. */
.macro  STEP i, last, p, b, b13, b9, b6
        MIX     \i, \last, \p, \b13, \b9, \b6
        xor     \p, x, y
        NEXT_B  \b, \p
.endm

/* A step with A[a] in the context; the word it replaces is read into y where MIX uses it. */
.macro  STEP_R i, j, last, b, b13, b9, b6
        slli    y, \last, 15
        srli    x, \last, 17
        or      x, x, y
        slli    y, x, 2
        add     x, x, y
        lw      y, R-M+4*\j(s0)
        xor     x, x, y
        lw      y, C-M+4*((8-\i)&15)(s0)
        xor     x, x, y
        slli    y, x, 1
        add     x, x, y
        lw      y, 4*\i(s0)
        xor     x, x, y
        xor     x, x, \b13
    .if \i & 1
        and     y, \b9, \b6
    .else
        or      y, \b9, \b6
    .endif
        xor     x, x, y
        sw      x, R-M+4*\j(s0)
        NEXT_B  \b, x
.endm

/* A step with A[a] in p for the last time in this pass: q moves to p, R to q, the new word to R. */
.macro  STEP_LAST i, j, last, p, q, b, b13, b9, b6
        MIX     \i, \last, \p, \b13, \b9, \b6
        xor     x, x, y
        mv      \p, \q
        lw      \q, R-M+4*\j(s0)
        sw      x, R-M+4*\j(s0)
        NEXT_B  \b, x
.endm

/* p = p + C[i] */
.macro  ADD_C i, p
        lw      y, C-M+4*((\i)&15)(s0)
        add     \p, \p, y
.endm

/* A word of R: R[j] is A[j + 8]. */
.macro  ADD_R j
        lw      x, R-M+4*\j(s0)
        ADD_C   \j+11, x
        ADD_C   \j+19, x
        ADD_C   \j+23, x
        sw      x, R-M+4*\j(s0)
.endm

.macro  SAVE_C i, b
    .if \i & 1
        not     \b, \b
    .endif
        sw      \b, C-M+4*\i(s0)
.endm

newblock:
        li      x, 64
        sw      x, ROOM(s0)
        lw      x, WLOW(s0)             # W = W + 1
        addi    x, x, 1
        sw      x, WLOW(s0)
        bnez    x, block
        lw      x, WHIGH(s0)
        addi    x, x, 1
        sw      x, WHIGH(s0)

block:  sw      ra, KEEP_RA(sp)
        sw      s1, KEEP_S1(sp)
        lw      x, WLOW(s0)             # A ^ W
        lw      P0, A(s0)
        xor     P0, P0, x
        lw      x, WHIGH(s0)
        lw      P1, A+4(s0)
        xor     P1, P1, x
        lw      P2, A+8(s0)
        lw      P3, A+12(s0)
        lw      Q0, A+16(s0)
        lw      Q1, A+20(s0)
        lw      Q2, A+24(s0)
        lw      Q3, A+28(s0)
        addi    s0, s0, M               # from here s0 is the address of M

        ADD_BLOCK 0, B0
        ADD_BLOCK 1, B1
        ADD_BLOCK 2, B2
        ADD_BLOCK 3, B3
        ADD_BLOCK 4, B4
        ADD_BLOCK 5, B5
        ADD_BLOCK 6, B6
        ADD_BLOCK 7, B7
        ADD_BLOCK 8, B8
        ADD_BLOCK 9, B9
        ADD_BLOCK 10, B10
        ADD_BLOCK 11, B11
        ADD_BLOCK 12, B12
        ADD_BLOCK 13, B13
        ADD_BLOCK 14, B14
        ADD_BLOCK 15, B15

        li      n, 3
        lw      x, R-M+12(s0)
1:      STEP    0, x, P0, B0, B13, B9, B6
        STEP    1, P0, P1, B1, B14, B10, B7
        STEP    2, P1, P2, B2, B15, B11, B8
        STEP    3, P2, P3, B3, B0, B12, B9
        STEP    4, P3, Q0, B4, B1, B13, B10
        STEP    5, Q0, Q1, B5, B2, B14, B11
        STEP    6, Q1, Q2, B6, B3, B15, B12
        STEP    7, Q2, Q3, B7, B4, B0, B13
        STEP_R  8, 0, Q3, B8, B5, B1, B14
        STEP_R  9, 1, x, B9, B6, B2, B15
        STEP_R  10, 2, x, B10, B7, B3, B0
        STEP_R  11, 3, x, B11, B8, B4, B1
        STEP_LAST 12, 0, x, P0, Q0, B12, B9, B5, B2
        STEP_LAST 13, 1, x, P1, Q1, B13, B10, B6, B3
        STEP_LAST 14, 2, x, P2, Q2, B14, B11, B7, B4
        STEP_LAST 15, 3, x, P3, Q3, B15, B12, B8, B5
        addi    n, n, -1
        bnez    n, 1b

        /* A[a] = A[a] + C[a + 3] + C[a + 11] + C[a + 15]; each word of C is read once for P, Q. */
        lw      y, C-M(s0)
        add     P1, P1, y
        add     Q1, Q1, y
        lw      y, C-M+4(s0)
        add     P2, P2, y
        add     Q2, Q2, y
        lw      y, C-M+8(s0)
        add     P3, P3, y
        add     Q3, Q3, y
        lw      y, C-M+12(s0)
        add     P0, P0, y
        add     Q0, Q0, y
        lw      y, C-M+16(s0)
        add     P1, P1, y
        add     Q1, Q1, y
        lw      y, C-M+20(s0)
        add     P2, P2, y
        add     Q2, Q2, y
        lw      y, C-M+24(s0)
        add     P3, P3, y
        add     Q3, Q3, y
        ADD_C   7, Q0
        ADD_C   8, Q1
        ADD_C   9, Q2
        ADD_C   10, Q3
        ADD_C   11, P0
        ADD_C   12, P1
        ADD_C   13, P2
        ADD_C   14, P3
        lw      y, C-M+60(s0)
        add     P0, P0, y
        add     Q0, Q0, y
        ADD_R   0
        ADD_R   1
        ADD_R   2
        ADD_R   3

        SAVE_C  0, B0                   # B is the new C
        SAVE_C  1, B1
        SAVE_C  2, B2
        SAVE_C  3, B3
        SAVE_C  4, B4
        SAVE_C  5, B5
        SAVE_C  6, B6
        SAVE_C  7, B7
        SAVE_C  8, B8
        SAVE_C  9, B9
        SAVE_C  10, B10
        SAVE_C  11, B11
        SAVE_C  12, B12
        SAVE_C  13, B13
        SAVE_C  14, B14
        SAVE_C  15, B15

        addi    s0, s0, -M
        sw      P0, A(s0)
        sw      P1, A+4(s0)
        sw      P2, A+8(s0)
        sw      P3, A+12(s0)
        sw      Q0, A+16(s0)
        sw      Q1, A+20(s0)
        sw      Q2, A+24(s0)
        sw      Q3, A+28(s0)
        lw      ra, KEEP_RA(sp)
        lw      s1, KEEP_S1(sp)
        ret

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
