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
 * clobbers = "r0 r3-r12 cr0 cr1 cr5-cr7 ctr xer"
 * stack = 704
 * constant_time = true
 * calls = ["memcpy"]
 * block = "block"
 * state.A = {offset = 136, words = 12}
 * state.B = {offset = 64, words = 16}
 * state.C = {offset = 184, words = 16}
 * counter = {offset = 128, words = 2, order = "down", step = -1}
 * fill = {offset = 248}
 *
 * Registers (r0, r3 to r12 and CTR are the caller's to lose, r14 to r31 are saved):
 *   r14 cc      context             r3  q    &B[k + 15] in the B of 64 words
 *   r15 data    rest of the message r4  pc   &C[8 - i]
 *   r16 len     its bytes; in close minus the number of blocks to come
 *   r17 lr      return address      r19 pm   M backwards
 *   r18 ptr     bytes in the buffer r20      16, the turns of a loop
 *   r6  dst     of close            r31 prev A[k - 1]
 *   r8  gate    how much W advances r0, r5, r7, r9 to r12, r18: temporaries
 *
 * Shabal for 32-bit PowerPC, big-endian, System V ABI, for size.
 *
 * Why the code is laid out as it is:
 *
 * - There is one piece of straight code.  The three functions differ in how they enter it and at
 *   which branch they leave the common path; CR0 remembers which one it is (below).  init feeds
 *   the two prefix blocks through the loop that serves the message; close pads the buffer before
 *   it has a frame, then runs the block four times.  So everything exists once: prologue, epilogue
 *   and the block, which is no subroutine.
 * - B becomes 64 words on the stack: step k reads words k, k + 6, k + 9, k + 13 and writes word
 *   k + 16, all at fixed distances from one pointer, q.  A becomes 60 words: step k reads word k
 *   and writes word k + 12, where word k of B was, just read for the last time.  No index is taken
 *   modulo 12 or 16 in the loop.
 * - C is walked downwards (C[8 - i]) and M is kept backwards, so that one pointer, pc, reaches
 *   both; it starts again every 16 steps.  C stands twice in a row on the stack, so neither
 *   C[8 - i] nor the sums at the end wrap around.
 * - M[15], the first word of the backward copy, lies where B word 63 will be written, in the last
 *   step, after its last use.  So pm, which points there after the first loop, also tells when q
 *   has come to the end.
 * - The counter is kept as S = ~W: it is zero with the rest after init (W = -1 comes first), and
 *   eqv takes it into A as xor would take W.  It counts down, by `gate`: 1 for a block of the
 *   message or prefix, 0 for the blocks of close.
 * - cc itself walks up the context in the first loop of a block and down in the last one.
 * - The last loop makes 16 turns for the 16 words of C and takes the 12 words of A along: in the
 *   four turns too many it writes what it finds into C[0] to C[3], which come later (it runs
 *   downwards).
 *
 * CR0 after `enter`: EQ = close (left so by its padding loop), GT = update, LT = init; in the block
 * nothing touches CR0, and GT is also what a full buffer leaves.
 *
 * r2 and r13 and CR2 to CR4 are not used.  Calls memcpy only, by `bl memcpy@plt` without a GOT
 * pointer in r30: in a shared library the linker then chooses the PLT in bss ("bss-plt forced").
 *
 * Stack: 704 bytes, saved registers included.
 */

#if !defined(__powerpc__) || defined(__powerpc64__) || !defined(__BIG_ENDIAN__)
#error "powerpc.S needs a 32-bit big-endian PowerPC: -m32 -mbig-endian"
#endif

/* The context: offsets in bytes.  A garbage word A[12 + j] is C[j]. */
        .equ    BUF, 0          /* the block being collected; the code relies on 0 */
        .equ    B, 64
        .equ    S, 128          /* ~Whigh, ~Wlow; the code relies on A following */
        .equ    A, 136
        .equ    C, 184
        .equ    PTR, 248        /* bytes in the buffer */
        .equ    OUT, 252        /* digest size in bits; last, as init clears what is before */

/* The frame: offsets from r1.  A signal handler may use everything below r1. */
        .equ    PRE, 8          /* in init: 32 words of prefix, then what must not matter */
        .equ    CX, 200         /* C[0]; C[-16] to C[-1], a copy, lie before it */
        .equ    AX, 264         /* A: 60 words; word k + 12 takes the place of word k of B, */
        .equ    BX, 312         /* B: 64 words; M backwards: the 16 words from B[63] on */
        .equ    SAVE, 632       /* r14 to r31 */
        .equ    FRAME, 704

#define cc      14
#define data    15
#define len     16
#define lr      17
#define ptr     18
#define pm      19
#define prev    31
#define q       3
#define pc      4
#define m       5
#define dst     6
#define c       7
#define gate    8

/* Displacements from q = &B[k + 15], from pc = &C[8 - i], and, at the end, from q = &B[48 + i]. */
#define STEP(array, k)  ((array) - BX + 4 * (k) - 60)
#define LAST(array, i)  ((array) - BX + 4 * (i) - 192)
        .equ    M_PC, BX + 252 + 60 - (CX + 32)

        .text
        .align  2

/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * r3 = cc, r4 = out_size in bits.  Changes r0, r3 to r12, CTR, CR0, CR1, CA; 704 bytes of stack.
 */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        cmplwi  4, 1024                 # LT: out_size is at most 512
        b       enter
        .size   mote_shabal_init, . - mote_shabal_init

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 * r3 = cc, r4 = data, r5 = len in bytes.  Changes and uses the same; calls memcpy.
 */
        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        cmplwi  1, 0                    # GT: the stack is not at address 0
        b       enter
        .size   mote_shabal, . - mote_shabal

/*
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * r3 = cc, r4 = ub, r5 = n, r6 = dst.  Changes and uses the same.
 */
        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        rlwnm   4, 4, 5, 0, 23          # the n bits above bit 7, which stb will not see,
        ori     4, 4, 0x80              # the bit 1 behind them,
        srw     4, 4, 5                 # and back
        lwz     gate, PTR(3)
0:      stbx    4, 3, gate              # that byte, then zeros
        addi    gate, gate, 1
        li      4, 0
        andi.   gate, gate, 63          # ends with EQ and gate = 0: W stays
        bne     0b
        li      5, -4                   # one block and three final rounds

enter:  stwu    1, -FRAME(1)
        stmw    14, SAVE(1)
        mflr    lr
        stw     lr, FRAME + 4(1)
        mr      cc, 3
        mr      data, 4
        mr      len, 5
        lwz     ptr, PTR(cc)
        beq     block                   # close
        bgt     fill                    # update

        /* init: A = B = C = 0, W = -1, and the message is 32 words of prefix. */
        stw     4, OUT(cc)
        li      len, 0
        li      ptr, 0
        addi    data, 1, PRE
0:      stwbrx  4, data, len            # out_size + 0, 1, 2 ...; 32 of these 63 words count
        stwx    ptr, cc, len
        addi    4, 4, 1
        addi    len, len, 4
        cmpwi   len, OUT
        bne     0b
        li      len, 128

        /* Collect a block: n = min(64 - ptr, len) bytes. */
fill:   subfic  5, ptr, 64
        cmplw   5, len
        ble     0f
        mr      5, len
0:      add     3, cc, ptr
        mr      4, data
        subf    len, 5, len
        add     data, data, 5
        add     ptr, ptr, 5
        bl      memcpy@plt              # (r3, r4, r5)
        srwi.   gate, ptr, 6            # full: gate = 1 and GT
        beq     done

        /* One block.  A[0] ^= Wlow, A[1] ^= Whigh, A to the stack; W += gate. */
block:  lmw     18, S(cc)               # r18 = ~Whigh, r19 = ~Wlow, r20 to r31 = A
        eqv     20, 20, 19
        eqv     21, 21, 18
        stmw    20, AX(1)
        subfc   19, gate, 19
        addme   18, 18
        stw     18, S(cc)
        stw     19, S + 4(cc)

        /* B = rotl(B + M, 17) and copies of M and C to the stack; the next B: C - M. */
        addi    q, 1, BX - 4
        addi    pm, q, 4 + 252 + 64
        li      20, 16
        mtctr   20
0:      lwbrx   m, 0, cc
        lwz     9, B(cc)
        lwz     c, C(cc)
        add     9, 9, m
        rotlwi  9, 9, 17
        stwu    m, -4(pm)
        stw     c, CX + 4 - BX(q)
        stw     c, CX + 4 - 64 - BX(q)
        subf    c, m, c
        stw     c, B(cc)
        stwu    9, 4(q)
        addi    cc, cc, 4
        bdnz    0b

        /* 3 times 16 steps; r31 holds A[11], the A[k - 1] of step 0.  11 cycles a step on a 750. */
1:      addi    pc, pm, CX + 36 - (BX + 252)    # &C[9]
        mtctr   20
0:      rotlwi  0, prev, 15             # V = 5 * rotl(A[k - 1], 15)
        lwzu    10, -4(pc)              # C[8 - i]
        mulli   0, 0, 5
        lwz     9, STEP(AX, 0)(q)       # A[k]
        xor     9, 9, 10
        lwz     18, STEP(BX, 6)(q)
        lwz     11, STEP(BX, 9)(q)
        xor     0, 0, 9
        andc    11, 11, 18              # B[i + 9] & ~B[i + 6]
        lwz     12, STEP(BX, 13)(q)
        lwz     10, M_PC(pc)            # M[i]
        mulli   0, 0, 3                 # U = 3 * (A[k] ^ V ^ C[8 - i])
        lwz     9, STEP(BX, 0)(q)
        xor     12, 12, 11
        xor     12, 12, 10
        rotlwi  9, 9, 1
        xor     prev, 12, 0             # A[k] = U ^ B[i + 13] ^ ... ^ M[i]
        stw     prev, STEP(AX, 12)(q)   # over the old B[i]
        eqv     9, 9, prev              # B[i] = ~(rotl(B[i], 1) ^ A[k])
        stwu    9, STEP(BX, 16)(q)
        bdnz    0b
        cmplw   cr1, q, pm
        bne     cr1, 1b

        /* A[i] += C[i + 3] + C[i + 15] + C[i + 27]; swap B and C.  r9 holds B[15]. */
        mtctr   20
0:      addi    cc, cc, -4
        lwz     7, LAST(CX, -1)(q)
        lwz     10, LAST(CX, 3)(q)
        lwz     11, LAST(CX, -5)(q)
        lwz     12, LAST(AX, 48)(q)
        add     10, 10, 7
        stw     9, C(cc)
        add     10, 10, 11
        lwzu    9, -4(q)                # the next B[i]
        add     12, 12, 10
        stw     12, A(cc)
        bdnz    0b

        li      ptr, 0
        bgt     fill                    # init and update
        addic.  len, len, 1
        blt     block

        /* close: the digest is the last out_size bits of C. */
        lwz     4, OUT(cc)
        addi    3, cc, C + 64
        srwi    4, 4, 3
0:      addic.  4, 4, -4
        lwzu    5, -4(3)
        stwbrx  5, dst, 4
        bne     0b

done:   stw     ptr, PTR(cc)
        mtlr    lr
        lmw     14, SAVE(1)
        addi    1, 1, FRAME
        blr
        .size   mote_shabal_close, . - mote_shabal_close

        .section .note.GNU-stack, "", @progbits
