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
 * stack = 672
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
#define pm a0                           /* M[i]; C[i] is at 64(pm) */
#define x  a1                           /* the word of A computed last */
#define y  a2
#define z  a3
#define pc a4                           /* C[8 - i], in the copy on the stack */
#define n  a5

/*
 * Shabal for RV32IMC, small.  Only instructions of RV32I and C are used; memcpy and memset are
 * called.
 *
 * Specification: sections 2.3.1 and 2.3.2; the names A, B, C, M, W, U, V are the specification's.
 *
 * Why the code is laid out as it is.  A compressed load or store takes two bytes, reaches 124 bytes
 * up from a register among x8 to x15, or 252 bytes up from sp with any register.  So:
 *
 * - The words of B and of A become two sequences, pushed in pairs on the stack: 16 pairs at first,
 *   then one pair a step.  In step k the words that the step needs are at fixed distances from sp,
 *   without an index modulo 12 or 16, and all within the reach of a two-byte load.
 * - C is copied to the stack twice in a row.  C[8 - i] is then a pointer that goes down 16 words, and
 *   the three words added to A[a] at the end, C[a + 3], C[a + 11] and C[a + 15] modulo 16, are at
 *   fixed distances from one pointer too: 12 turns instead of 36.
 * - After that copy, C of the context is free, and each step writes its word of B there: the last
 *   16 steps leave the new C.  C - M goes to B in the loop that prepares B, while M is in a register.
 * - The arrays of 16 words that are walked together are 64 bytes apart; M, then C, are in reach
 *   of one pointer, and C and A of s0.  A is preceded by four single words, so that it ends where
 *   an array of 16 words ends: 16 words are pushed with B, of which the last 12 are A.
 * - Counter and room left in M are kept by `newblock`, which runs into `block`; init ends in the code
 *   that restores registers, and close in the call of memcpy of the update.
 *
 * In the steps sp is a multiple of 8 while nothing is called; at every call of a function outside it
 * is a multiple of 16.  The ABI (RISC-V calling convention, integer) wants 16 throughout a standard
 * function: an interrupt handler that relies on it, as none does for integers of 32 bits, has to
 * align sp itself, which the same text asks of operating systems anyhow.
 *
 * The context, from s0 = its address + 64 (the end of M):
 *   -64 M, 0 C, 64 ROOM, 68 SIZE, 72 WLOW, 76 WHIGH, 80 A (12 words), 128 B
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif
        .equ    M, -64
        .equ    C, 0
        .equ    ROOM, 64                # bytes missing in M, 1 to 64
        .equ    SIZE, 68                # digest size in bits
        .equ    WLOW, 72                # number of the last block
        .equ    WHIGH, 76
        .equ    A, 80
        .equ    B, 128

/* The frame of the exported functions, from sp. */
        .equ    DATA_END, 12
        .equ    CC, 32                  # C, twice
        .equ    FRAME, CC + 2 * 64

/* The sequences of B and A: distances of pairs from the newest one, in bytes. */
        .equ    PAIR, 8

        .text

/*
 * Prologue of the exported functions, called with the link in t0: saves ra, s0, s1 in a frame;
 * s0 = a0 + 64.  Arguments a1 to a3 stay as they are.
 */
enter:  addi    sp, sp, -FRAME
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        addi    s0, a0, 64
        jr      t0

/*
 * void mote_shabal_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 * Clobbers a0 to a7, t0 to t6.  Stack: 672 bytes.
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
 * Clobbers a0 to a7, t0 to t6.  Stack: 672 bytes.
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
 * Clobbers a0 to a7, t0 to t6.  Stack: 672 bytes.
 */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        jal     t0, enter
        mv      s1, a1
        li      a1, 0
        li      a2, 256
        jal     memset                  # A, B, C = 0; a0 = the context, so M
        sw      s1, SIZE(s0)
        li      a1, -2                  # W = -2, so that the prefix has the numbers -1 and 0
        sw      a1, WLOW(s0)
        addi    a1, a1, 1
        sw      a1, WHIGH(s0)
prefix: sw      s1, 0(a0)               # M = the next 16 numbers from out_size
        addi    s1, s1, 1
        addi    a0, a0, 4
        bne     a0, s0, prefix
        c.jal   newblock
        addi    a0, a0, M + 48          # a0 = s0 + M
        lw      a1, WLOW(s0)
        bnez    a1, prefix

/* Epilogue of the exported functions. */
done:   lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        addi    sp, sp, FRAME
        ret
        .size   mote_shabal_init, . - mote_shabal_init

/*
 * newblock: a message round with the block M and the next number; sets ROOM to 64.
 * block: a message round with the number as it is.
 * Both: s0 as above, sp at the frame of `enter`; return a0 = s0 - 48 (what the last loop leaves).
 * Clobber a0 to a5; 512 bytes of stack.
 */

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

block:  lw      x, WLOW(s0)             # A[0] = A[0] ^ Wlow
        lw      y, A(s0)
        xor     x, x, y
        sw      x, A(s0)
        lw      x, WHIGH(s0)            # A[1] = A[1] ^ Whigh
        lw      y, A+4(s0)
        xor     x, x, y
        sw      x, A+4(s0)

        /* Sixteen turns: B = (B + M) <<< 17 and A to the stack, C twice to the frame, B' = C - M. */
        mv      pc, sp
        addi    pm, s0, M
1:      lw      y, B-M(pm)
        lw      z, C-M(pm)
        sw      z, CC(pc)
        sw      z, CC+64(pc)
        lw      x, 0(pm)
        sub     z, z, x
        sw      z, B-M(pm)
        add     y, y, x
        slli    z, y, 17
        srli    y, y, 15
        or      y, y, z
        lw      x, A-16-M(pm)           # four single words, then A; the last one is A[11]
        addi    sp, sp, -PAIR
        sw      y, 0(sp)
        sw      x, 4(sp)
        addi    pm, pm, 4
        addi    pc, pc, 4
        bne     pm, s0, 1b

        /* 48 steps: three passes over M and C. */
        li      n, 3
2:      lw      y, ROOM(s0)             # 64, two bytes less than the numbers in both
        sub     pm, pm, y
        add     pc, pc, y
3:      slli    y, x, 15                # V(x <<< 15) = 5(x <<< 15)
        srli    x, x, 17
        or      x, x, y
        slli    y, x, 2
        add     x, x, y
        lw      y, 11*PAIR+4(sp)        # ^ A[a]
        xor     x, x, y
        lw      y, 0(pc)                # ^ C[8 - i]
        xor     x, x, y
        slli    y, x, 1                 # U(x) = 3x
        add     x, x, y
        lw      y, 0(pm)                # ^ M[i]
        xor     x, x, y
        lw      y, 2*PAIR(sp)           # ^ B[i + 13]
        xor     x, x, y
        lw      y, 6*PAIR(sp)           # ^ (B[i + 9] & ~B[i + 6]); (b ^ c) & b is b & ~c
        lw      z, 9*PAIR(sp)
        xor     z, z, y
        and     z, z, y
        xor     x, x, z                 # x = the new A[a]
        lw      z, 15*PAIR(sp)          # B[i] = ~(B[i] <<< 1) ^ A[a]
        srai    y, z, 31                # ~(b <<< 1) is -2b - (b >> 31) - 1, two bytes less than
        add     z, z, z                 #   shifts, or and not
        sub     y, y, z
        addi    y, y, -1
        xor     y, y, x
        addi    sp, sp, -PAIR
        sw      y, 0(sp)
        sw      x, 4(sp)
        sw      y, C-M(pm)              # the last pass leaves the new C
        addi    pm, pm, 4
        addi    pc, pc, -4
        bne     pm, s0, 3b
        addi    n, n, -1
        bnez    n, 2b

        /* A[a] = A[a] + C[a + 3] + C[a + 11] + C[a + 15], for a from 11 to 0, off the stack. */
        li      n, 12
4:      lw      x, 4(sp)
        addi    sp, sp, PAIR
        lw      y, 24(pc)               # here pc is at CC[8], CC + 32 in the frame, and a = 11
        add     x, x, y
        lw      y, 56(pc)
        add     x, x, y
        lw      y, 72(pc)
        add     x, x, y
        sw      x, A+44(pm)
        addi    pm, pm, -4
        addi    pc, pc, -4
        addi    n, n, -1
        bnez    n, 4b
        addi    sp, sp, (64 - 12) * PAIR
        ret

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
