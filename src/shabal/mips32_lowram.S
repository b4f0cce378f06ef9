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
 * clobbers = {little = "v0 v1 a1 a2 t0-t8 ra", big = "v0 v1 a1-a3 t0-t8 ra"}
 * stack = 128
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 16, words = 12}
 * state.B = {offset = 64, words = 16}
 * state.C = {offset = 128, words = 16}
 * counter = {offset = 0, words = 2}
 * fill = {offset = 8}
 */

/* Registers.  Held by all: */
#define cc      $a0             /* the context */
#define q       $t0             /* pointer into it, cc to end */
#define end     $t1             /* cc + 64 */
#define home    $t8             /* return address of the exported function */
/* The block routine: */
#define p       $t2             /* pointer into A */
#define c       $t3             /* pointer into Cs */
#define u       $t4             /* the word of A in work: V, then U, then the new A[k] */
#define x       $t5
#define y       $t6
#define z       $t7
#define W0      $v0             /* block number, low word; the block routine returns both */
#define W1      $v1             /* block number, high word */

/*
 * Shabal for MIPS I and every later 32-bit MIPS, o32 ABI, both byte orders: the version with
 * little RAM, 128 bytes of stack.  mips32.S is smaller and faster by one part in a hundred, with
 * 240 bytes of stack more.
 * Written from the specification of 28 October 2008, section 2.3; interface: mote/shabal.h.
 *
 * Why the code looks as it does
 *
 * One block routine serves all three functions.  Init runs it on two prefix blocks, update on each
 * full buffer, close four times on the padded one.  It saves no register: everything lives in what
 * a function may destroy, and $a0-$a3, $t8 keep what the callers need.  $gp and $at are not used,
 * so the code may run where $gp has a meaning (kernels, bare metal with small data).
 *
 * q is the one pointer into the context: it goes up from cc to end = cc + 64 while the buffer fills
 * and goes down again, with the same distance, in the loops over 16 words.  All arrays of 16 words
 * are reached from it by an immediate offset.  The block routine wants q = end, which is what a
 * full buffer leaves, and returns q = cc, which is where the next buffer begins.
 *
 * The indices of the 48 steps cost three additions a step and one comparison:
 * - B, modulo 16: each new word is stored twice, at B[i] and at B[i + 16].  B[i + 6], B[i + 9] and
 *   B[i + 13] are then right wherever they fall.  The second copy lies on C, which has moved to the
 *   stack, so that after the last step it is the new C: the exchange of B and C costs nothing.
 * - M, modulo 16: q runs over it three times.
 * - C, modulo 16 and downwards: the stack holds it twice in a row; c runs over 16 of the 32 words.
 * - A, modulo 12, stays where it is: it ends at end, where p is seen to go back to its beginning.
 *   q and p come to end together after 48 steps and not before: that ends the outer loop.
 *
 * The 36 additions of C to A, and C - M, are one loop over 16 words.  What it computes for A[12] to
 * A[15] falls on B[0] to B[3], which the same loop, going down, writes later.
 *
 * The loop that takes in message bytes also writes the digest (little-endian).  Where words are
 * big-endian, byte i of the buffer is at address i ^ 3, and the digest has a loop of its own.
 *
 * The code has a section of its own because the assembler fills up .text to a multiple of 16 bytes.
 * Load delay slots are respected.  A branch with its delay slot is written as two lines in a row.
 */

#if !defined(__mips__) || _MIPS_SIM != _ABIO32 || defined(__mips16) || defined(__mips_micromips)
#error "mips32_lowram.S needs a MIPS CPU with the o32 ABI and 32-bit instructions: -mabi=32"
#endif

/* The context.  C follows B, and B follows A: see above. */
        .equ    Wlow, 0
        .equ    Whigh, 4
        .equ    ptr, 8          /* bytes in M, 0 to 63 */
        .equ    out_size, 12
        .equ    A, 16
        .equ    B, 64
        .equ    C, 128
        .equ    M, 192
        .equ    SIZE, 256

/* The frame of the block routine.  c is Cs + 32 after step 15, 31 and 47. */
        .equ    Cs, 0           /* C[0..15], C[0..15] */
        .equ    FRAME, 128

        .set    noreorder
        .set    noat
        .section .text.mote_shabal, "ax", @progbits
        .align  2

/* void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        move    home, $ra
        addiu   q, cc, SIZE
1:      addiu   q, q, -4                # A, B, C = 0; ptr = 0
        bne     q, cc, 1b
        sw      $zero, 0(q)
        addiu   end, cc, 64
        sw      $a1, out_size(cc)
        li      $a2, -1                 # W = -1 for the first prefix block, 0 for the second
        sw      $a2, Wlow(cc)
2:      sw      $a2, Whigh(cc)
3:      sw      $a1, M(q)               # M = out_size + 0..15, then out_size + 16..31
        addiu   q, q, 4
        bne     q, end, 3b
        addiu   $a1, $a1, 1
        bal     block
        addiu   $a2, $a2, 1
        blez    $a2, 2b
        sw      $a2, Wlow(cc)           # W = 1 in the end
done:                                   # the end of all three functions
        subu    x, q, cc
        jr      home
        sw      x, ptr(cc)
        .size   mote_shabal_init, . - mote_shabal_init

/* void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) */
        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        lw      q, ptr(cc)
        move    home, $ra
        xori    $a2, $a2, 7             # 7 - n
        srlv    $a1, $a1, $a2           # n bits of ub; below them one bit, of any value
        ori     $a1, $a1, 1             # that one is the padding
        sllv    $a1, $a1, $a2
        addiu   end, cc, 64
        addu    q, q, cc
1:
#ifdef __MIPSEB__
        xori    x, q, 3
        sb      $a1, M(x)
#else
        sb      $a1, M(q)               # the byte just made, then zeros
#endif
        addiu   q, q, 1
        bne     q, end, 1b
        li      $a1, 0x300              # as a byte: zero; as a number: counts the final rounds

2:      bal     block                   # the last block and three final rounds: M and W stay
        move    q, end
        bne     $a1, $zero, 2b
        addiu   $a1, $a1, -0x100

        lw      x, out_size(cc)
        addiu   $a2, cc, C + 64
        srl     x, x, 3
        subu    $a1, $a2, x             # the digest: the last out_size / 8 bytes of C
#ifdef __MIPSEB__
3:      xori    x, $a1, 3
        lbu     x, 0(x)
        addiu   $a1, $a1, 1
        sb      x, 0($a3)
        bne     $a1, $a2, 3b
        addiu   $a3, $a3, 1
        jr      home
        nop
#else
        b       copy                    # q, beyond the context, does not come to end
        addiu   q, $a3, -M
#endif
        .size   mote_shabal_close, . - mote_shabal_close

/* void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) */
        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        lw      q, ptr(cc)
        addu    $a2, $a1, $a2           # the end of data
        addiu   end, cc, 64
        move    home, $ra
        bal     copy                    # not a call: the block routine shall return to here
        addu    q, q, cc

        addiu   W0, W0, 1               # W = W + 1
        sltiu   x, W0, 1
        sw      W0, Wlow(cc)
        addu    W1, W1, x
        sw      W1, Whigh(cc)
copy:
        beq     $a1, $a2, done
        addiu   $a1, $a1, 1
        lbu     x, -1($a1)
#ifdef __MIPSEB__
        xori    y, q, 3
        addiu   q, q, 1
        bne     q, end, copy
        sb      x, M(y)
#else
        addiu   q, q, 1
        bne     q, end, copy
        sb      x, M-1(q)
#endif
                                        # the buffer is full: on into the block routine

/*
 * One message round, without the step of the counter.
 * In: q = end.  Out: q = cc; W0, W1 = W.  Destroys p, c, u, x, y, z.
 */
block:
        addiu   $sp, $sp, -FRAME
        addiu   c, $sp, Cs + 64
1:      lw      x, B-4(q)               # i from 15 down to 0
        lw      y, M-4(q)
        lw      z, C-4(q)
        addu    x, x, y                 # B[i] + M[i]
        sw      z, -4(c)                # C[i], twice
        sw      z, 64-4(c)
        sll     z, x, 17
        srl     x, x, 15
        or      x, x, z
        sw      x, B-4(q)               # B[i] = (B[i] + M[i]) <<< 17
        addiu   q, q, -4
        bne     q, cc, 1b
        addiu   c, c, -4

        lw      W0, Wlow(cc)
        lw      y, A(cc)
        lw      x, A+4(cc)
        lw      W1, Whigh(cc)
        xor     y, y, W0
        sw      y, A(cc)                # A[0] = A[0] ^ Wlow
        xor     x, x, W1
        lw      u, A+44(cc)             # A[11], the A[a - 1] of step 0
        sw      x, A+4(cc)              # A[1] = A[1] ^ Whigh
        move    p, end

2:      addiu   c, $sp, Cs + 4*24       # three times 16 steps
        move    q, cc
3:      bne     p, end, 4f
        sll     y, u, 15
        addiu   p, p, -48               # a = 12: back to 0
4:      lw      x, 0(p)                 # A[a]
        srl     u, u, 17
        or      u, u, y                 # A[a - 1] <<< 15
        sll     y, u, 2
        lw      z, 0(c)                 # C[8 - i]
        addu    u, u, y                 # V: times 5
        xor     u, u, x
        xor     u, u, z
        sll     y, u, 1
        lw      x, M(q)                 # M[i]
        addu    u, u, y                 # U: times 3
        lw      y, B+4*6(q)             # B[i + 6]
        lw      z, B+4*9(q)             # B[i + 9]
        xor     u, u, x
        lw      x, B+4*13(q)            # B[i + 13]
        xor     u, u, y                 # ^ B[i + 9] & ~B[i + 6], which is
        or      y, y, z                 # B[i + 6] ^ (B[i + 6] | B[i + 9])
        xor     u, u, y
        xor     u, u, x
        lw      x, B(q)                 # B[i]
        sw      u, 0(p)                 # the new A[a]
        addiu   p, p, 4
        sll     y, x, 1
        srl     x, x, 31
        nor     x, x, y                 # ~(B[i] <<< 1)
        xor     x, x, u
        sw      x, B(q)                 # the new B[i]
        addiu   c, c, -4
        addiu   q, q, 4
        bne     q, end, 3b
        sw      x, B+64-4(q)            # its second copy, in the place of C[i]
        bne     p, end, 2b
        lw      x, 28(c)                # C[15]

        /* i from 15 down to 0; q = end, c = $sp + Cs + 32, x = C[i]. */
5:      lw      u, A-4(q)               # A[i]
        lw      y, 28+12(c)             # C[i + 3]
        lw      z, 28+44(c)             # C[i + 11]
        addu    u, u, y
        lw      y, M-4(q)
        addu    u, u, z
        subu    x, x, y                 # C[i] - M[i]: the new B[i]
        sw      x, B-4(q)
        lw      x, 28+60(c)             # C[i + 15], in the next turn C[i]
        addiu   c, c, -4
        addu    u, u, x
        addiu   q, q, -4
        bne     q, cc, 5b
        sw      u, A(q)                 # A[i]; for i > 11 nothing of use
        jr      $ra
        addiu   $sp, $sp, FRAME
        .size   mote_shabal, . - mote_shabal

        .section .note.GNU-stack, "", @progbits
