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
 * stack = 512
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
 *   r14 cc     context                           r0  t   V, U
 *   r15 data   rest of the message               r4  x   a word of M or C; where the block is
 *   r5  len    its bytes; in close minus         r7  u   A[k] ^ C[8 - i]
 *              the number of blocks to come      r12 w   B[i + 13] ^ ... ^ M[i]
 *   r6  dst    of close                          r3  pa  A on the stack
 *   r8  gate   how much W advances               r9, r10, r11: A[k] of step 0, 1, any other
 *   outside of the block: r16 slen (len during memcpy), r17 ptr (bytes in the buffer)
 *
 * Shabal for 32-bit PowerPC, big-endian, System V ABI, where speed leads.
 *
 * Why the code is laid out as it is:
 *
 * - Sixteen steps are unrolled and run three times.  B lives in r16 to r31 meanwhile, and each
 *   step names its four registers: no loads, no stores, no moves.  A cannot live in registers too;
 *   it becomes 60 words on the stack: step k reads word k and writes word k + 12.  The two words
 *   that the first two steps of a turn write are read in the same turn and stay in r9 and r10.
 * - A step prepares A[k + 1] ^ C for the next one while it waits for its own multiplications.  The
 *   order of its 15 instructions was searched for with the timing model of the PowerPC 750: 8
 *   cycles a step, where two instructions a cycle would be 7.3 and the chain from A[k - 1] to A[k]
 *   is 7 (mulli by 3 and 5 takes 2 cycles, as long as a shift and an addition).
 * - Whole blocks are read where the caller has them, of any alignment; only what is left over, and
 *   the first block of a call, goes through the buffer.
 * - A[j] += C[j + 3] + C[j + 15] + C[j + 27] takes three of the four words of C whose index is
 *   j + 3 modulo 4; so j, j + 4 and j + 8 are done together, with four loads of C and not nine.
 *   C[-1], which j = 0 wants, is put in the place of A[11] while A is on the stack.
 * - init, update and close enter one piece of code, and CR0 remembers which one it is: EQ = close
 *   (left so by its padding loop), GT = update, LT = init.  In the block nothing touches CR0, and
 *   GT is also what a full buffer and a whole block of data leave.  init feeds the two prefix
 *   blocks through the loop of update; close runs the block four times.
 * - The counter is kept as S = ~W: it is zero with the rest after init (W = -1 comes first), and
 *   eqv takes it into A as xor would take W.  It counts down, by `gate`: 1 for a block of the
 *   message or prefix, 0 for the blocks of close.
 *
 * r2 and r13 and CR2 to CR4 are not used.  Calls memcpy only, by `bl memcpy@plt` without a GOT
 * pointer in r30: in a shared library the linker then chooses the PLT in bss ("bss-plt forced").
 *
 * Stack: 512 bytes, saved registers included.
 */

#if !defined(__powerpc__) || defined(__powerpc64__) || !defined(__BIG_ENDIAN__)
#error "powerpc_fast.S needs a 32-bit big-endian PowerPC: -m32 -mbig-endian"
#endif

/* The context: offsets in bytes. */
        .equ    BUF, 0          /* the block being collected; the code relies on 0 */
        .equ    B, 64
        .equ    S, 128          /* ~Whigh, ~Wlow; the code relies on A following */
        .equ    A, 136          /* A[11] is C[-1] for a while */
        .equ    C, 184
        .equ    PTR, 248        /* bytes in the buffer */
        .equ    OUT, 252        /* digest size in bits; last, as init clears what is before */

/* The frame: offsets from r1. */
        .equ    PRE, 8          /* in init: 32 words of prefix, then what must not matter */
        .equ    MX, 136         /* M: 16 words; */
        .equ    AX, 200         /* A: 60 words */
        .equ    BX, 264         /* B: 16 words, on the way to registers, before A[16] is there */
        .equ    SAVE, 440       /* r14 to r31 */
        .equ    FRAME, 512

#define cc      14
#define data    15
#define slen    16
#define ptr     17
#define pa      3
#define x       4
#define len     5
#define dst     6
#define u       7
#define gate    8
#define t       0
#define w       12

/* The register of B[i], and that of A[k] from the end of step k on. */
#define RB(i)   (16 + ((i) & 15))
#define RA(k)   (11 + 2 * ((k) == 0) + ((k) == 1))      /* a comparison that holds is -1 */

/* Step k of a turn.  Before: u = A[k] ^ C[8 - k].  After: the same for k + 1. */
        .macro  step k
        rotlwi  t, RA((\k + 15) & 15), 15       # V = 5 * rotl(A[k - 1], 15)
        lwz     x, MX + 4 * \k(1)
        andc    w, RB(\k + 9), RB(\k + 6)       # B[k + 9] & ~B[k + 6]
        mulli   t, t, 5
        xor     w, w, RB(\k + 13)
        xor     t, t, u
        .if     \k != 11 && \k != 12
        lwz     u, 4 * \k + 8(pa)               # A[k + 1]
        .endif
        xor     w, w, x                         # ^ M[k]
        lwz     x, C + 4 * ((7 - \k) & 15)(cc)  # C[8 - (k + 1)]
        mulli   t, t, 3                         # U = 3 * (A[k] ^ V ^ C[8 - k])
        rotlwi  RB(\k), RB(\k), 1
        .if     \k == 11 || \k == 12
        xor     u, x, \k - 2                    # A[k + 1] is still in r9, r10
        .else
        xor     u, u, x
        .endif
        xor     RA(\k), t, w                    # A[k]
        eqv     RB(\k), RB(\k), RA(\k)          # B[k] = ~(rotl(B[k], 1) ^ A[k])
        .if     \k > 1
        stw     RA(\k), 4 * \k + 52(pa)
        .endif
        .endm

        .text
        .align  2

/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * r3 = cc, r4 = out_size in bits.  Changes r0, r3 to r12, CTR, CR0, CA; 512 bytes of stack.
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
        li      len, -4                 # one block and three final rounds

enter:  mflr    0
        stw     0, 4(1)
        stwu    1, -FRAME(1)
        stmw    14, SAVE(1)
        mr      cc, 3
        mr      data, 4
        lwz     ptr, PTR(cc)
        beq     own                     # close
        bgt     part                    # update

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
part:   mr      slen, len
        subfic  5, ptr, 64
        cmplw   5, slen
        ble     0f
        mr      5, slen
0:      subf    slen, 5, slen
        add     3, cc, ptr
        mr      4, data
        add     data, data, 5
        add     ptr, ptr, 5
        bl      memcpy@plt              # (r3, r4, r5)
        mr      len, slen
        srwi.   gate, ptr, 6            # full: gate = 1 and GT
        beq     done
own:    mr      x, cc                   # the block is in the buffer

        /* The block at x.  W += gate; the W of this block stays in r18, r19. */
block:  lwz     19, S + 4(cc)           # ~Wlow
        lwz     18, S(cc)               # ~Whigh
        subfc   20, gate, 19
        addme   21, 18
        stw     20, S + 4(cc)
        stw     21, S(cc)

        /*
         * B = rotl(B + M, 17), M and A to the stack; the next B: C - M.  Words 12 to 15 of A, which
         * the 16 turns copy too, are not A and not used.  pa comes to AX - 4, where the steps begin.
         */
        li      0, 16
        mtctr   0
        addi    pa, 1, MX - 4
        addi    7, cc, B - 4
0:      lwzu    10, 4(7)
        lwbrx   9, 0, x
        lwz     11, A - B(7)
        addi    x, x, 4
        lwz     12, C - B(7)
        add     10, 10, 9
        stw     11, AX + 4 - MX(pa)
        stwu    9, 4(pa)
        subf    12, 9, 12
        rotlwi  10, 10, 17
        stw     12, 0(7)
        stw     10, BX - MX(pa)
        bdnz    0b

        /* A[0] ^= Wlow, A[1] ^= Whigh; C[-1] = C[15]. */
        lwz     u, A(cc)
        lwz     9, A + 4(cc)
        lwz     RA(15), A + 44(cc)      # the A[k - 1] of step 0
        eqv     9, 9, 18
        eqv     u, u, 19
        stw     9, AX + 4(1)
        lwz     9, C + 60(cc)
        stw     9, C - 4(cc)
        lwz     x, C + 32(cc)
        lmw     16, BX(1)

        /* 3 times 16 steps. */
        li      0, 3
        mtctr   0
        xor     u, u, x
0:      .irp    k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        step    \k
        .endr
        addi    pa, pa, 64
        bdnz    0b

        /* A[j] += C[j - 1] + C[j + 3] + C[j + 11] and so on, for j, j + 4 and j + 8. */
        li      0, 4
        mtctr   0
        addi    7, cc, C - 8
0:      lwz     11, 36(7)               # C[j + 7]
        lwz     10, 20(7)               # C[j + 3]
        lwzu    9, 4(7)                 # C[j - 1]
        lwz     0, 20(pa)               # A[j + 4]
        add     9, 9, 10                # C[j - 1] + C[j + 3]
        lwz     12, 48(7)               # C[j + 11]
        add     10, 10, 11              # C[j + 3] + C[j + 7]
        add     11, 9, 11
        lwzu    x, 4(pa)                # A[j]
        add     9, 9, 12
        add     11, 11, 0
        add     9, 9, x
        lwz     x, 32(pa)               # A[j + 8]
        stw     11, A - C + 20(7)
        add     10, 10, 12
        add     10, 10, x
        stw     9, A - C + 4(7)
        stw     10, A - C + 36(7)
        bdnz    0b
        stmw    16, C(cc)               # swap B and C

        bgt     next                    # init and update
        addic.  len, len, 1
        blt     own

        /* close: the digest is the last out_size bits of C. */
        lwz     4, OUT(cc)
        addi    3, cc, C + 64
        srwi    4, 4, 3
0:      addic.  4, 4, -4
        lwzu    5, -4(3)
        stwbrx  5, dst, 4
        bne     0b

done:   stw     ptr, PTR(cc)
        lwz     0, FRAME + 4(1)
        lmw     14, SAVE(1)
        mtlr    0
        addi    1, 1, FRAME
        blr

        /* A whole block of data is taken where it is; gate is still 1. */
next:   li      ptr, 0
        cmplwi  len, 63
        ble     part
        mr      x, data
        addi    data, data, 64
        addi    len, len, -64
        b       block
        .size   mote_shabal_close, . - mote_shabal_close

        .section .note.GNU-stack, "", @progbits
