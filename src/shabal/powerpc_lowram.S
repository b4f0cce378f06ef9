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
 * stack = 240
 * constant_time = true
 * calls = ["memcpy"]
 * block = "block"
 * state.A = {offset = 72, words = 12}
 * state.B = {offset = 120, words = 16}
 * state.C = {offset = 184, words = 16}
 * counter = {offset = 64, words = 2, order = "down", step = -1}
 * fill = {offset = 248}
 *
 * Registers (r0, r3 to r12 and CTR are the caller's to lose, r24 to r31 are saved):
 *   r24 cc      context             r3  q    &B[i - 1]; at the end &B[i + 1]
 *   r25 data    rest of the message r4  pc   &C[8 - i]
 *   r26 len     its bytes; in close minus the number of blocks to come
 *   r27 lr      return address      r5  p    &A[a - 1]
 *   r28 ptr     bytes in the buffer r29 pend &A[11]
 *   r6  dst     of close            r30 moff from q to M
 *   r8  gate    how much W advances r31 prev A[k - 1]
 *   r0, r7, r9 to r12: temporaries
 *
 * Shabal for 32-bit PowerPC, big-endian, System V ABI, with little RAM: 240 bytes of stack.
 * powerpc.S is smaller and faster, and takes 464 bytes of stack more.
 *
 * Why the code is laid out as it is:
 *
 * - There is one piece of straight code.  The three functions differ in how they enter it and at
 *   which branch they leave the common path; CR0 remembers which one it is (below).  init feeds
 *   the two prefix blocks through the loop that serves the message; close pads the buffer before
 *   it has a frame, then runs the block four times.  So everything exists once: prologue, epilogue
 *   and the block, which is no subroutine.
 * - B, modulo 16: each new word is stored twice, at B[i] and at B[i + 16].  B[i + 6], B[i + 9] and
 *   B[i + 13] are then right wherever they fall.  The second copy lies on C, which has moved to the
 *   stack, so that after the last step it is the new C: the exchange of B and C costs nothing.
 * - C stands twice in a row on the stack, so that neither C[8 - i], which goes downwards, nor the
 *   sums at the end wrap around.  M, modulo 16, is read from the buffer in each step, as q runs
 *   over it and B three times.
 * - A, modulo 12, stays in the context; p goes back after A[11].  A and B come to their ends
 *   together after 48 steps and not before, so that the same comparison ends the three passes.
 * - The counter is kept as S = ~W: it is zero with the rest after init (W = -1 comes first), and
 *   eqv takes it into A as xor would take W.  It counts down, by `gate`: 1 for a block of the
 *   message or prefix, 0 for the blocks of close.
 * - The last loop makes 16 turns for the 16 words of B and takes the 12 words of A along: what it
 *   computes for A[12] to A[15] falls on B[0] to B[3], which come later (it runs downwards).
 *
 * CR0 after `enter`: EQ = close (left so by its padding loop), GT = update, LT = init; in the block
 * nothing touches CR0, and GT is also what a full buffer leaves.
 *
 * r2 and r13 and CR2 to CR4 are not used.  Calls memcpy only, by `bl memcpy@plt` without a GOT
 * pointer in r30: in a shared library the linker then chooses the PLT in bss ("bss-plt forced").
 *
 * Stack: 240 bytes, saved registers included.
 */

#if !defined(__powerpc__) || defined(__powerpc64__) || !defined(__BIG_ENDIAN__)
#error "powerpc_lowram.S needs a 32-bit big-endian PowerPC: -m32 -mbig-endian"
#endif

/* The context: offsets in bytes.  C follows B, and B follows A: see above. */
        .equ    BUF, 0          /* the block being collected; the code relies on 0 */
        .equ    S, 64           /* ~Whigh, ~Wlow; the code relies on A following */
        .equ    A, 72
        .equ    B, 120
        .equ    C, 184
        .equ    PTR, 248        /* bytes in the buffer */
        .equ    OUT, 252        /* digest size in bits; last, as init clears what is before */

/* The frame: offsets from r1.  A signal handler may use everything below r1. */
        .equ    CX, 8           /* C[0..15], C[0..15] */
        .equ    PRE, 72         /* in init: 32 words of prefix; its second block lies behind C */
        .equ    SAVE, 208       /* r24 to r31 */
        .equ    FRAME, 240

#define cc      24
#define data    25
#define len     26
#define lr      27
#define ptr     28
#define pend    29
#define moff    30
#define prev    31
#define q       3
#define pc      4
#define p       5
#define dst     6
#define gate    8

/* Displacements from q = &B[i - 1]. */
#define STEP(k)  (4 * (k) + 4)

        .text
        .align  2

/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * r3 = cc, r4 = out_size in bits.  Changes r0, r3 to r12, CTR, CR0, CR1, CA; 240 bytes of stack.
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
        stmw    cc, SAVE(1)
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
        addi    4, 4, 62
        li      len, 248
        li      ptr, 0
        addi    data, 1, PRE
0:      clrlwi  5, len, 25
        stwbrx  4, data, 5              # out_size + 62 down to 0; the last 32 words count
        stwx    ptr, cc, len
        addi    4, 4, -1
        addic.  len, len, -4
        bge     0b
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

        /* One block.  A[0] ^= Wlow, A[1] ^= Whigh; W += gate. */
block:  lmw     28, S(cc)               # r28 = ~Whigh, r29 = ~Wlow, r30 = A[0], r31 = A[1]
        eqv     30, 30, 29
        eqv     31, 31, 28
        subfc   29, gate, 29
        addme   28, 28
        stmw    28, S(cc)

        /* B = rotl(B + M, 17); C to the stack, twice. */
        addi    q, cc, B - 4
        addi    pc, 1, CX - 4
        addi    pend, cc, A + 44
        li      moff, BUF - B + 4
        li      0, 16
        mtctr   0
0:      lwbrx   9, q, moff              # M[i]
        lwz     10, STEP(0)(q)
        lwz     11, STEP(16)(q)
        add     9, 9, 10
        stw     11, 64 + 4(pc)
        rotlwi  9, 9, 17
        stwu    11, 4(pc)
        stwu    9, 4(q)
        bdnz    0b

        lwz     prev, 0(pend)           # A[11], the A[k - 1] of step 0
        mr      p, pend
        cmplw   cr1, p, pend

        /* 3 times 16 steps. */
1:      addi    pc, 1, CX + 4 * 25      # &C[9], the second
        addi    q, cc, B - 4
        mtctr   0
0:      rotlwi  10, prev, 15            # V = 5 * rotl(A[k - 1], 15)
        bne     cr1, 2f
        addi    p, p, -48               # a = 12: back to 0
2:      lwzu    7, -4(pc)               # C[8 - i]
        mulli   10, 10, 5
        lwz     9, 4(p)                 # A[a]
        lwz     12, STEP(6)(q)
        xor     9, 9, 7
        lwz     11, STEP(9)(q)
        xor     10, 10, 9
        lwz     7, STEP(13)(q)
        andc    11, 11, 12              # B[i + 9] & ~B[i + 6]
        lwbrx   12, q, moff             # M[i]
        mulli   10, 10, 3               # U = 3 * (A[a] ^ V ^ C[8 - i])
        lwz     9, STEP(0)(q)
        xor     11, 11, 7
        xor     11, 11, 12
        rotlwi  9, 9, 1
        xor     prev, 11, 10            # A[a] = U ^ B[i + 13] ^ ... ^ M[i]
        stwu    prev, 4(p)
        eqv     9, 9, prev              # B[i] = ~(rotl(B[i], 1) ^ A[a])
        stw     9, STEP(16)(q)
        cmplw   cr1, p, pend
        stwu    9, 4(q)
        bdnz    0b
        bne     cr1, 1b

        /* A[i] += C[i + 3] + C[i + 11] + C[i + 15]; B[i] = C[i] - M[i]; i = 15 down to 0. */
        lwz     7, 4 * 6(pc)            # C[15]; pc = &C[9]
        addi    pc, pc, 4 * 22
        addi    q, q, 4
        li      moff, BUF - B - 4
        mtctr   0
0:      lwbrx   9, q, moff              # M[i]
        lwz     10, -4 * 13(pc)
        lwz     11, -4 * 5(pc)
        lwz     12, A - B - 4(q)
        subf    9, 9, 7
        lwzu    7, -4(pc)               # C[i + 15], in the next turn C[i]
        add     10, 10, 11
        stwu    9, -4(q)
        add     10, 10, 12
        add     10, 10, 7
        stw     10, A - B(q)
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
        lmw     cc, SAVE(1)
        addi    1, 1, FRAME
        blr
        .size   mote_shabal_close, . - mote_shabal_close

        .section .note.GNU-stack, "", @progbits
