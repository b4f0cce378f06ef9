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
 * clobbers = "at v0 v1 a1-a3 t0-t9"
 * stack = 72
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 16, words = 12}
 * state.B = {offset = 64, words = 16}
 * state.C = {offset = 128, words = 16}
 * counter = {offset = 0, words = 2}
 * fill = {offset = 8}
 */

/* Registers. */
#define cc      $a0             /* the context, everywhere */
#define x       $v0
#define y       $v1
/* Outside of the block routine: */
#define q       $t8             /* pointer into the context, cc to end */
#define end     $t9             /* cc + 64 */
/* In the block routine: */
#define u       $t8             /* the word of A in work */
#define passes  $t9             /* passes to come */
#define b0      $t0
#define b1      $t1
#define b2      $t2
#define b3      $t3
#define b4      $t4
#define b5      $t5
#define b6      $t6
#define b7      $t7
#define b8      $s0
#define b9      $s1
#define b10     $s2
#define b11     $s3
#define b12     $s4
#define b13     $s5
#define b14     $s6
#define b15     $s7
#define A0      $a1
#define A1      $a2
#define A8      $ra
#define A9      $at
#define A10     $a3
#define A11     $s8

/*
 * Shabal for MIPS I and every later 32-bit MIPS, o32 ABI, both byte orders: the fast version.
 * Written from the specification of 28 October 2008, section 2.3; interface: mote/shabal.h.
 * mips32.S is the same function in a fifth of the size.
 *
 * Why the code looks as it does
 *
 * The 48 steps are three passes of 16 steps written out, because
 * - B, modulo 16, then has a register for each word, and no step loads or stores any of it;
 * - M and C have fixed addresses in the context;
 * - A, modulo 12, has fixed places too, though 16 is no multiple of 12: with A[0..11] as they are
 *   at the beginning of a pass, step i takes A[i], and step i + 4 makes the A[i] of the next pass;
 *   what steps 0 to 3 make is taken by steps 12 to 15 of the same pass, and is called T[0..3].
 * A[0], A[1], A[8..11] have registers, as many as there are; the others stay in the context, T in
 * the frame.  $gp is not used, so the code may run where it has a meaning.
 *
 * B & ~B takes one operation instead of two, because every B[i] with odd i is kept complemented.
 * Of B[i + 9] and B[i + 6] always one is:
 *   i even: B[i + 13] ^ B[i + 9] & ~B[i + 6] = b13 ^ ~(b9 | b6) ^ ~0 = b13 ^ (b9 | b6)
 *   i odd:  B[i + 13] ^ B[i + 9] & ~B[i + 6] = b13 ^ b9 & b6
 * with small letters for what the registers hold.  ~(B[i] <<< 1) ^ A is the same for both.
 *
 * The exported functions are thin: they save the registers once a call (enter, done), and full
 * blocks of the message go to M by words.  A partial block is collected in M byte by byte; where
 * words are big-endian, byte i is at address i ^ 3.
 *
 * The code has a section of its own because the assembler fills up .text to a multiple of 16 bytes.
 * Load delay slots are respected.  A branch with its delay slot is written as two lines in a row.
 */

#if !defined(__mips__) || _MIPS_SIM != _ABIO32 || __mips_isa_rev >= 6 || defined(__mips16) || \
    defined(__mips_micromips)
#error "mips32_fast.S needs a MIPS CPU before release 6 with the o32 ABI and 32-bit instructions: -mabi=32"
#endif

/* The context */
        .equ    Wlow, 0
        .equ    Whigh, 4
        .equ    ptr, 8          /* bytes in M, 0 to 63 */
        .equ    out_size, 12
        .equ    A, 16
        .equ    B, 64
        .equ    C, 128
        .equ    M, 192
        .equ    SIZE, 256

/* The frame of an exported function */
        .equ    T, 0            /* T[0..3] */
        .equ    kept, 16        /* $ra, $a1, $a2 in the block routine; $a3 in close */
        .equ    saved, 32       /* $s0 to $s8, $ra */
        .equ    FRAME, 72

        .set    noreorder
        .set    noat
        .section .text.mote_shabal, "ax", @progbits
        .align  2

/* Two words of B: (B + M) <<< 17, the second one complemented. */
        .macro  PAIR i, even, odd
        lw      \even, B+4*\i(cc)
        lw      x, M+4*\i(cc)
        lw      \odd, B+4*\i+4(cc)
        lw      y, M+4*\i+4(cc)
        addu    \even, \even, x
        sll     x, \even, 17
        srl     \even, \even, 15
        or      \even, \even, x
        addu    \odd, \odd, y
        sll     y, \odd, 17
        srl     \odd, \odd, 15
        nor     \odd, \odd, y
        .endm

/*
 * Step i of a pass.  last: the A[a - 1]; a: the A[a], in a register or, with a = x, in the memory
 * at from; next: the register of the new A[a], which goes to the memory at to, if given.
 */
        .macro  STEP i, b0, b6, b9, b13, op, last, a, next, from, to
        .ifnb   \from
        lw      x, \from
        .endif
        sll     y, \last, 15
        srl     u, \last, 17
        or      u, u, y                 # A[a - 1] <<< 15
        sll     y, u, 2
        addu    u, u, y                 # V: times 5
        xor     u, u, \a
        lw      x, C+4*((8-\i)&15)(cc)
        sll     y, \b0, 1
        xor     u, u, x
        lw      x, M+4*\i(cc)
        srl     \b0, \b0, 31
        nor     \b0, \b0, y             # ~(B[i] <<< 1)
        sll     y, u, 1
        addu    u, u, y                 # U: times 3
        xor     u, u, x
        \op     y, \b9, \b6
        xor     u, u, \b13
        xor     \next, u, y             # the new A[a]
        .ifnb   \to
        sw      \next, \to
        .endif
        xor     \b0, \b0, \next         # the new B[i]
        .endm

/*
 * C[i] in the end: it is added to the words of A in a0, a1 and a2, which hold A[i - 3], A[i + 1]
 * and A[i + 5] (modulo 16, and of these only A[0..11]).  C[i] - M[i] is the new B[i], b the new
 * C[i].
 */
        .macro  COLUMN i, b, a0, a1, a2
        lw      x, C+4*\i(cc)
        lw      y, M+4*\i(cc)
        addu    \a0, \a0, x
        addu    \a1, \a1, x
        .ifnb   \a2
        addu    \a2, \a2, x
        .endif
        subu    y, x, y
        sw      y, B+4*\i(cc)
        .if     \i & 1
        nor     \b, \b, $zero           # back from the complement
        .endif
        sw      \b, C+4*\i(cc)
        .endm

        .macro  GET a, reg
        lw      \reg, A+4*\a(cc)
        .endm

        .macro  PUT a, reg
        sw      \reg, A+4*\a(cc)
        .endm

/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * Destroys what a function may, but $a0, $gp, HI and LO.  Stack: FRAME bytes.
 */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        move    $t9, $ra
        bal     enter
        li      $a2, -1                 # W = -1 for the first prefix block, 0 for the second
        addiu   q, cc, SIZE
1:      addiu   q, q, -4                # A, B, C = 0; ptr = 0
        bne     q, cc, 1b
        sw      $zero, 0(q)
        sw      $a1, out_size(cc)
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
        sw      x, ptr(cc)
        lw      $ra, saved+36($sp)
        lw      $s0, saved($sp)
        lw      $s1, saved+4($sp)
        lw      $s2, saved+8($sp)
        lw      $s3, saved+12($sp)
        lw      $s4, saved+16($sp)
        lw      $s5, saved+20($sp)
        lw      $s6, saved+24($sp)
        lw      $s7, saved+28($sp)
        lw      $s8, saved+32($sp)
        jr      $ra
        addiu   $sp, $sp, FRAME
        .size   mote_shabal_init, . - mote_shabal_init

/*
 * The beginning of all three functions.
 * In: $t9 = return address of the function.  Out: q = cc + ptr; end.
 */
enter:
        addiu   $sp, $sp, -FRAME
        sw      $t9, saved+36($sp)
        sw      $s0, saved($sp)
        sw      $s1, saved+4($sp)
        sw      $s2, saved+8($sp)
        sw      $s3, saved+12($sp)
        sw      $s4, saved+16($sp)
        sw      $s5, saved+20($sp)
        sw      $s6, saved+24($sp)
        sw      $s7, saved+28($sp)
        sw      $s8, saved+32($sp)
        lw      q, ptr(cc)
        addiu   end, cc, 64
        jr      $ra
        addu    q, q, cc

/*
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * Destroys what a function may, but $a0, $gp, HI and LO.  Stack: FRAME bytes.
 */
        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        move    $t9, $ra
        bal     enter
        xori    $a2, $a2, 7             # 7 - n
        sw      $a3, kept+12($sp)
        srlv    $a1, $a1, $a2           # n bits of ub; below them one bit, of any value
        ori     $a1, $a1, 1             # that one is the padding
        sllv    $a1, $a1, $a2
1:
#ifdef __MIPSEB__
        xori    x, q, 3
        sb      $a1, M(x)
#else
        sb      $a1, M(q)               # the byte just made, then zeros
#endif
        addiu   q, q, 1
        bne     q, end, 1b
        li      $a1, 0x400              # as a byte: zero; as a number: counts the blocks

2:      bal     block                   # the last block and three final rounds: M and W stay
        addiu   $a1, $a1, -0x100
        bne     $a1, $zero, 2b
        lw      x, out_size(cc)

        addiu   $a2, cc, C + 64
        srl     x, x, 3
        lw      $a3, kept+12($sp)
        subu    $a1, $a2, x             # the digest: the last out_size / 8 bytes of C
#ifdef __MIPSEB__
3:      xori    x, $a1, 3
        lbu     x, 0(x)
        addiu   $a1, $a1, 1
        sb      x, 0($a3)
        bne     $a1, $a2, 3b
        addiu   $a3, $a3, 1
        b       done
        nop
#else
        b       bytes                   # q, beyond the context, does not come to end
        addiu   q, $a3, -M
#endif
        .size   mote_shabal_close, . - mote_shabal_close

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 * Destroys what a function may, but $a0, $gp, HI and LO.  Stack: FRAME bytes.
 */
        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        move    $t9, $ra
        bal     enter
        addu    $a2, $a1, $a2           # the end of data
        bal     next                    # not a call: the block routine shall return to here
        subu    x, $a2, $a1

        lw      x, Wlow(cc)
        lw      y, Whigh(cc)
        addiu   x, x, 1                 # W = W + 1
        sw      x, Wlow(cc)
        sltiu   x, x, 1
        addu    y, y, x
        sw      y, Whigh(cc)
        subu    x, $a2, $a1
next:
        bne     q, cc, bytes
        sltiu   x, x, 64
        beq     x, $zero, words
        nop
bytes:
        beq     $a1, $a2, done
        addiu   $a1, $a1, 1
        lbu     x, -1($a1)
#ifdef __MIPSEB__
        xori    y, q, 3
        addiu   q, q, 1
        bne     q, end, bytes
        sb      x, M(y)
#else
        addiu   q, q, 1
        bne     q, end, bytes
        sb      x, M-1(q)
#endif
        b       block
        nop

words:                                  # a whole block of data goes to M
#ifdef __MIPSEB__
        lbu     x, 0($a1)
        lbu     y, 1($a1)
        lbu     $t0, 2($a1)
        lbu     $t1, 3($a1)
        sll     y, y, 8
        or      x, x, y
        sll     $t0, $t0, 16
        or      x, x, $t0
        sll     $t1, $t1, 24
        or      x, x, $t1
        addiu   q, q, 4
        addiu   $a1, $a1, 4
        bne     q, end, words
        sw      x, M-4(q)
#else
        lwr     x, 0($a1)
        lwr     y, 4($a1)
        lwl     x, 3($a1)
        lwl     y, 7($a1)
        lwr     $t0, 8($a1)
        lwr     $t1, 12($a1)
        lwl     $t0, 11($a1)
        lwl     $t1, 15($a1)
        addiu   q, q, 16
        sw      y, M-12(q)
        sw      $t0, M-8(q)
        sw      $t1, M-4(q)
        addiu   $a1, $a1, 16
        bne     q, end, words
        sw      x, M-16(q)
#endif
                                        # on into the block routine

/*
 * One message round, without the step of the counter.
 * In: nothing but cc.  Out: q = cc; end.  Keeps $a0-$a2, $gp, $sp, $ra; destroys all others.
 */
block:
        sw      $ra, kept($sp)
        sw      $a1, kept+4($sp)
        sw      $a2, kept+8($sp)
        PAIR    0, b0, b1
        PAIR    2, b2, b3
        PAIR    4, b4, b5
        PAIR    6, b6, b7
        PAIR    8, b8, b9
        PAIR    10, b10, b11
        PAIR    12, b12, b13
        PAIR    14, b14, b15

        GET     0, A0
        lw      x, Wlow(cc)
        GET     1, A1
        lw      y, Whigh(cc)
        xor     A0, A0, x               # A = A ^ W
        GET     8, A8
        xor     A1, A1, y
        GET     9, A9
        GET     10, A10
        GET     11, A11
        li      passes, 2

1:      STEP    0, b0, b6, b9, b13, or, A11, A0, u, , T($sp)
        STEP    1, b1, b7, b10, b14, and, u, A1, u, , T+4($sp)
        STEP    2, b2, b8, b11, b15, or, u, x, u, A+8(cc), T+8($sp)
        STEP    3, b3, b9, b12, b0, and, u, x, u, A+12(cc), T+12($sp)
        STEP    4, b4, b10, b13, b1, or, u, x, A0, A+16(cc)
        STEP    5, b5, b11, b14, b2, and, A0, x, A1, A+20(cc)
        STEP    6, b6, b12, b15, b3, or, A1, x, u, A+24(cc), A+8(cc)
        STEP    7, b7, b13, b0, b4, and, u, x, u, A+28(cc), A+12(cc)
        STEP    8, b8, b14, b1, b5, or, u, A8, u, , A+16(cc)
        STEP    9, b9, b15, b2, b6, and, u, A9, u, , A+20(cc)
        STEP    10, b10, b0, b3, b7, or, u, A10, u, , A+24(cc)
        STEP    11, b11, b1, b4, b8, and, u, A11, u, , A+28(cc)
        STEP    12, b12, b2, b5, b9, or, u, x, A8, T($sp)
        STEP    13, b13, b3, b6, b10, and, A8, x, A9, T+4($sp)
        STEP    14, b14, b4, b7, b11, or, A9, x, A10, T+8($sp)
        STEP    15, b15, b5, b8, b12, and, A10, x, A11, T+12($sp)
        bne     passes, $zero, 1b
        addiu   passes, passes, -1

        /*
         * A[j mod 12] += C[j + 3 mod 16]; C - M; exchange of B and C.  Every C[i] is loaded once.
         * The order is such that a register of B, stored, is free for the next word of A: A[2] is
         * in b12, A[3] in b13, A[4] in b14, A[5] in b15, A[6] in b0, A[7] in b1.
         */
        COLUMN  12, b12, A9, A1
        GET     2, b12
        COLUMN  13, b13, A10, b12
        GET     3, b13
        COLUMN  14, b14, A11, b13
        GET     4, b14
        COLUMN  15, b15, A0, b14
        GET     5, b15
        COLUMN  0, b0, A1, b15
        GET     6, b0
        COLUMN  1, b1, b12, b0
        GET     7, b1
        COLUMN  2, b2, b13, b1
        COLUMN  3, b3, A0, b14, A8
        COLUMN  4, b4, A1, b15, A9
        PUT     1, A1
        COLUMN  5, b5, b12, b0, A10
        PUT     2, b12
        COLUMN  6, b6, b13, b1, A11
        PUT     3, b13
        COLUMN  7, b7, b14, A8
        PUT     4, b14
        COLUMN  8, b8, b15, A9
        PUT     5, b15
        PUT     9, A9
        COLUMN  9, b9, b0, A10
        PUT     6, b0
        PUT     10, A10
        COLUMN  10, b10, b1, A11
        PUT     7, b1
        PUT     11, A11
        COLUMN  11, b11, A0, A8
        PUT     0, A0
        PUT     8, A8
        lw      $ra, kept($sp)
        lw      $a1, kept+4($sp)
        lw      $a2, kept+8($sp)
        move    q, cc
        jr      $ra
        addiu   end, cc, 64
        .size   mote_shabal, . - mote_shabal

        .section .note.GNU-stack, "", @progbits
