@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "Shabal, submission of 28 October 2008, section 2.3"
@ functions = [
@   "mote_shabal_init(cc, out_size)",
@   "mote_shabal(cc, data, len)",
@   "mote_shabal_close(cc, ub, n, dst)",
@ ]
@ reads = {cc = 256, data = "len"}
@ writes = {cc = 256, dst = "out_size / 8"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 440
@ constant_time = true
@ calls = ["memcpy", "memset"]
@ block = "blocks"
@ state.A = {offset = 16, words = 12}
@ state.B = {offset = 128, words = 16, rotated = 15}
@ state.C = {offset = 64, words = 16, rotated = 15}
@ counter = {offset = 0, words = 2}
@ fill = {offset = 8, start = 192}
@
@ Registers of the three functions:
@   r4  cc      r5  data; in init out_size; in close dst      r6  bytes left
@   r7  offset of the next byte in the context                r0-r3, r12  arguments and temporary
@ Registers of `blocks`, all words in the 48 steps:
@   r0  A+, from step to step       r1, r2  temporary
@   r3-r8, r10-r12, lr  ten successive words of B+, as the table of steps names them
@   before and after the steps: r0 data, r1 B+, r2 C+, r3 M; the others words of them
@
@ Shabal for ARMv4 and ARMv4T, where speed leads: ARM instructions only, either byte order.  Built
@ for ARMv4T it returns with bx and may be called from either state.
@
@ Calls memcpy and memset.
@ Specification: Shabal, NIST submission of 28 October 2008, section 2.3; its letters are used.
@
@ The 48 steps are written out: all indices (modulo 12, modulo 16) are then offsets from sp, and no
@ register is a pointer.  What that leaves:
@ - Of B, ten words stay in registers: step k reads B_(k+6), B_(k+9) and B_(k+13) there, loads B_k
@   and makes B_(k+16), which takes the place of B_(k+6).  Each register spent on this window saves
@   14 to 16 loads a block; one spent on A would save 8.  So a step loads A, C, M and B_k once each
@   and stores A and B.
@ - A, B and C are kept rotated left by 15 (A+, B+, C+).  5 * rotl(A[a-1], 15) is then one add; the
@   rotations that come up instead all fall on the last operand of an eor or add, where they are
@   free; and rotl(B + M, 17) needs no instruction, as rotl(x, 17 + 15) = x.
@ - B = ~(rotl(B, 1) ^ A) is computed without the complement, so that words of B are complemented in
@   some rounds and not in others.  and, bic and orr take either kind.  A complement is spent where
@   the exclusive ors of a step add up to the wrong one: in 10 steps, for the start that is chosen
@   below (found by a search; all words plain at the start: 18).
@ Nine operations, four loads and two stores a step: 48 * 15 + 10 cycles on an ARM9, of 992 a block.
@ The others: 16 * 9 for B + M, C - M and the exchange, 76 for the additions of C to A, 42 for W,
@ pointers and the loop.
@
@ The state is in the stack frame while blocks follow one another, so that a long message is read in
@ place (memcpy serves what is not aligned to a word, or not a whole block).

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

        .syntax unified
        .arm
        .text
        .align  2

@ Context (256 bytes), offsets:
        .equ    W, 0                    @ number of the next block: low, high word
        .equ    PTR, 8                  @ BUF + bytes waiting in the block
        .equ    OUT, 12                 @ digest size in bits
        .equ    A, 16                   @ A[0..11]
        .equ    C, 64                   @ C+[0..15]
        .equ    B, 128                  @ B+[0..15]
        .equ    BUF, 192                @ the block being collected, in the order of its bytes

@ Frame of `blocks`, offsets from sp.  (Between two blocks B+ is not there: the next one needs
@ C - M + the new M, from FC and FM.)
        .equ    FDATA, 0                @ next block
        .equ    FCOUNT, 4               @ blocks left
        .equ    FSTRIDE, 8              @ 64, or 0: the same block again, and the same W
        .equ    FWLOW, 12
        .equ    FWHIGH, 16
        .equ    FA, 20                  @ A[0..11]; A+ after the first use
        .equ    FB, 68                  @ B+[0..15]
        .equ    FC, 132                 @ C+[0..15]
        .equ    FM, 196                 @ M[0..15]
        .equ    FRAME, 260
        .equ    FCC, 260                @ saved r0 = cc

@ Restore the registers, the last of which is the return address, and return.
        .macro  leave registers:vararg
#ifdef __ARM_ARCH_4T__
        ldmia   sp!, {\registers, lr}
        bx      lr
#else
        ldmia   sp!, {\registers, pc}
#endif
        .endm

@ m = m with its bytes reversed (big-endian only); changes t.
        .macro  swap m, t
#ifdef __ARMEB__
        eor     \t, \m, \m, ror #16
        bic     \t, \t, #0xFF0000
        mov     \m, \m, ror #8
        eor     \m, \m, \t, lsr #8
#endif
        .endm

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Changes r0-r3, r12, flags.  Stack: 144 + 296 bytes.
        .global mote_shabal_init
        .type   mote_shabal_init, %function
mote_shabal_init:
        stmdb   sp!, {r4, r5, r6, lr}
        mov     r4, r0
        mov     r5, r1
        mov     r1, #0
        mov     r2, #256
        bl      memset
        mvn     r0, #0                  @ W = -1
        mvn     r1, #0
        mov     r2, #BUF
        mov     r3, r5
        stmia   r4, {r0-r3}
        add     r0, r5, #32             @ two blocks: the words out_size, ..., out_size + 31
.Lword: sub     r0, r0, #1
        mov     r1, r0
        swap    r1, r2
        str     r1, [sp, #-4]!
        cmp     r0, r5
        bne     .Lword
        mov     r0, r4
        mov     r1, sp
        mov     r2, #2
        mov     r3, #64
        bl      blocks
        add     sp, sp, #128
        leave   r4, r5, r6

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Changes r0-r3, r12, flags.  Stack: 24 + 296 bytes.
@ r4 = cc, r5 = data, r6 = bytes left, r7 = offset of the next byte in the context.
        .global mote_shabal
        .type   mote_shabal, %function
mote_shabal:
        stmdb   sp!, {r4-r8, lr}
        mov     r4, r0
        mov     r5, r1
        mov     r6, r2
        ldr     r7, [r4, #PTR]
.Lnext: cmp     r7, #BUF                @ nothing waiting, and words: whole blocks from data
        tsteq   r5, #3
        bne     .Lcopy
        movs    r2, r6, lsr #6
        beq     .Lcopy
        mov     r0, r4
        mov     r1, r5
        add     r5, r5, r2, lsl #6
        and     r6, r6, #63
        mov     r3, #64
        bl      blocks
.Lcopy: rsb     r2, r7, #BUF + 64       @ as many bytes as fit, or as there are
        cmp     r2, r6
        movhi   r2, r6
        add     r0, r4, r7
        mov     r1, r5
        add     r5, r5, r2
        sub     r6, r6, r2
        add     r7, r7, r2
        bl      memcpy
        cmp     r7, #BUF + 64
        bne     .Lstop
        mov     r0, r4
        add     r1, r4, #BUF
        mov     r2, #1
        mov     r3, #64
        bl      blocks
        mov     r7, #BUF
        b       .Lnext
.Lstop: str     r7, [r4, #PTR]          @ block not full: nothing is left
        leave   r4, r5, r6, r7, r8

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Changes r0-r3, r12, flags.  Stack: 16 + 296 bytes.
        .global mote_shabal_close
        .type   mote_shabal_close, %function
mote_shabal_close:
        stmdb   sp!, {r4, r5, r6, lr}
        mov     r4, r0
        mov     r5, r3
        rsb     r2, r2, #7              @ n bits of ub, a bit 1, bits 0
        mov     r1, r1, lsr r2
        orr     r1, r1, #1
        mov     r1, r1, lsl r2
        ldr     r2, [r4, #PTR]
.Lpad:  strb    r1, [r4, r2]            @ that byte, then zeros
        mov     r1, #0
        add     r2, r2, #1
        cmp     r2, #BUF + 64
        bne     .Lpad
        add     r1, r4, #BUF            @ four times, with the same W
        mov     r2, #4
        mov     r3, #0
        bl      blocks
        ldr     r2, [r4, #OUT]
        add     r1, r4, #C + 64         @ C+ -> little-endian C
        mov     r3, #16
.Lword2:
        ldr     r0, [r1, #-4]!
        mov     r0, r0, ror #15
        swap    r0, r12
        str     r0, [r1]
        subs    r3, r3, #1
        bne     .Lword2
        mov     r2, r2, lsr #3
        add     r1, r1, #64             @ the digest is its end
        sub     r1, r1, r2
        mov     r0, r5
        bl      memcpy
        leave   r4, r5, r6

@ Four words of B+ M -> B+, C- M -> B+, the exchange of B and C, and W: see `blocks`.
@ r0 = data, r1 = B+, r2 = C+, r3 = M in the frame; r4 is changed (big-endian).  With p = 1 the word
@ is wanted complemented: ~x = -x - 1, so sbc (the carry is clear) replaces add.
        .macro  absorb p0, p1, p2, p3
        ldmia   r0!, {r5-r8}
        swap    r5, r4
        swap    r6, r4
        swap    r7, r4
        swap    r8, r4
        ldmia   r3, {r10, r11, r12, lr}
        change  \p0, r10, r5            @ the change from M to the new M
        change  \p1, r11, r6
        change  \p2, r12, r7
        change  \p3, lr, r8
        stmia   r3!, {r5-r8}
        ldmia   r2, {r5-r8}
        addto   \p0, r10, r5            @ added to C: C - M + the new M
        addto   \p1, r11, r6
        addto   \p2, r12, r7
        addto   \p3, lr, r8
        ldmia   r1, {r5-r8}             @ the old B is the new C
        stmia   r1!, {r10, r11, r12, lr}
        stmia   r2!, {r5-r8}
        .endm

        .macro  change p, old, new
        .if     \p
        sub     \old, \old, \new
        .else
        sub     \old, \new, \old
        .endif
        .endm

        .macro  addto p, sum, word
        .if     \p
        sbc     \sum, \sum, \word, ror #15
        .else
        add     \sum, \sum, \word, ror #15
        .endif
        .endm

@ Step k, with a = k mod 12, c = (8-k) mod 16, i = k mod 16.  r0 = A+[a-1] -> A+[a].
@ bnew holds B+_(k+6) and then B+_(k+16), b13 holds B+_(k+13); op x, y gives B_(k+9) & ~B_(k+6), or
@ its complement, from words of either kind.  r = rotation of A[a] in memory (0 in the first round
@ over A, then 15).  fix: where a complement is due: - nowhere; x before A+[a] is made; b in B+
@ alone; a in A+[a] after B+ has been made from it.
        .macro  step a, c, i, bnew, b13, op, x, y, r, fix
        ldr     r1, [sp, #FA + 4 * \a]
        add     r0, r0, r0, lsl #2      @ V = 5 * rotl(A[a-1], 15)
        ldr     r2, [sp, #FC + 4 * \c]
        .if     \r
        eor     r0, r0, r1, ror #\r
        .else
        eor     r0, r0, r1
        .endif
        \op     r1, \x, \y
        ldr     \bnew, [sp, #FB + 4 * \i]
        eor     r0, r0, r2, ror #15
        ldr     r2, [sp, #FM + 4 * \i]
        eor     r1, r1, \b13
        add     r0, r0, r0, lsl #1      @ U = 3 * (A[a] ^ V ^ C[c])
        eor     r1, r1, r2, ror #17
        .ifc    \fix, x
        mvn     r1, r1
        .endif
        eor     r0, r1, r0, ror #17     @ A[a] = U ^ B[i+13] ^ (B[i+9] & ~B[i+6]) ^ M[i]
        eor     \bnew, r0, \bnew, ror #31
        .ifc    \fix, a
        mvn     r0, r0
        .endif
        .ifc    \fix, b
        mvn     \bnew, \bnew
        .endif
        str     r0, [sp, #FA + 4 * \a]
        str     \bnew, [sp, #FB + 4 * \i]
        .endm

@ Message blocks.  r0 = cc, r1 = data (words), r2 = blocks, not 0, r3 = 64; or 0 for the same block
@ again and again, with the same W.  Changes r0-r3, r12, flags.  Stack: 296 bytes.
blocks:
        stmdb   sp!, {r0, r4-r8, r10, r11, lr}
        sub     sp, sp, #FRAME
        ldmia   r0, {r4, r5}            @ W
        stmia   sp, {r1-r5}
        add     r0, r0, #A              @ A, then C, B as B, C of a block before
        add     r12, sp, #FA
        ldmia   r0!, {r1-r8, r10, r11, lr}
        stmia   r12!, {r1-r8, r10, r11, lr}
        ldmia   r0!, {r1-r8, r10, r11, lr}
        stmia   r12!, {r1-r8, r10, r11, lr}
        ldmia   r0!, {r1-r8, r10, r11, lr}
        stmia   r12!, {r1-r8, r10, r11, lr}
        ldmia   r0!, {r1-r8, r10, r11, lr}
        stmia   r12!, {r1-r8, r10, r11, lr}
        mov     r0, #0                  @ and M = 0
        mov     r1, #16
.Lzero: str     r0, [r12], #4
        subs    r1, r1, #1
        bne     .Lzero

.Lblock:
        @ A <- A ^ W; W <- W + 1 unless the block stays the same.
        ldmia   sp, {r0-r6}             @ data, count, stride, W low, W high, A[0], A[1]
        add     r7, r0, r2
        sub     r1, r1, #1
        eor     r5, r5, r3
        eor     r6, r6, r4
        adds    r3, r3, r2, lsr #6
        adc     r4, r4, #0
        cmn     r0, #0                  @ clears the carry, for absorb
        str     r7, [sp, #FDATA]
        stmib   sp, {r1-r6}

        @ C <- B, B <- rotl(C - M + the new M, 17).
        add     r1, sp, #FB
        add     r2, sp, #FC
        add     r3, sp, #FM
        absorb  1, 1, 0, 0
        absorb  1, 1, 0, 0
        absorb  1, 1, 1, 0
        absorb  1, 1, 1, 0
        ldr     r0, [sp, #FA + 4 * 11]
        add     r1, sp, #FB + 4 * 6
        mov     r0, r0, ror #17
        ldmia   r1, {r3-r8}             @ B+[6..11]; B+[12..15] are in r10, r11, r12, lr

        @       a    c    i    bnew b13  op   x    y    r    fix
        step    0,   8,   0,   r3,  r11, orr, r6,  r3,  0,   -
        step    1,   7,   1,   r4,  r12, orr, r7,  r4,  0,   -
        step    2,   6,   2,   r5,  lr,  and, r8,  r5,  0,   -
        step    3,   5,   3,   r6,  r3,  bic, r6,  r10, 0,   -
        step    4,   4,   4,   r7,  r4,  bic, r7,  r11, 0,   -
        step    5,   3,   5,   r8,  r5,  orr, r12, r8,  0,   -
        step    6,   2,   6,   r10, r6,  and, lr,  r10, 0,   x
        step    7,   1,   7,   r11, r7,  and, r3,  r11, 0,   -
        step    8,   0,   8,   r12, r8,  and, r4,  r12, 0,   -
        step    9,   15,  9,   lr,  r10, orr, r5,  lr,  0,   -
        step    10,  14,  10,  r3,  r11, orr, r6,  r3,  0,   -
        step    11,  13,  11,  r4,  r12, bic, r7,  r4,  0,   -
        step    0,   12,  12,  r5,  lr,  and, r8,  r5,  15,  -
        step    1,   11,  13,  r6,  r3,  bic, r6,  r10, 15,  -
        step    2,   10,  14,  r7,  r4,  orr, r11, r7,  15,  -
        step    3,   9,   15,  r8,  r5,  bic, r12, r8,  15,  -
        step    4,   8,   0,   r10, r6,  and, lr,  r10, 15,  -
        step    5,   7,   1,   r11, r7,  and, r3,  r11, 15,  -
        step    6,   6,   2,   r12, r8,  orr, r4,  r12, 15,  -
        step    7,   5,   3,   lr,  r10, bic, r5,  lr,  15,  a
        step    8,   4,   4,   r3,  r11, bic, r6,  r3,  15,  x
        step    9,   3,   5,   r4,  r12, and, r7,  r4,  15,  -
        step    10,  2,   6,   r5,  lr,  orr, r8,  r5,  15,  -
        step    11,  1,   7,   r6,  r3,  orr, r10, r6,  15,  -
        step    0,   0,   8,   r7,  r4,  orr, r11, r7,  15,  -
        step    1,   15,  9,   r8,  r5,  and, r12, r8,  15,  -
        step    2,   14,  10,  r10, r6,  bic, r10, lr,  15,  -
        step    3,   13,  11,  r11, r7,  bic, r11, r3,  15,  a
        step    4,   12,  12,  r12, r8,  orr, r4,  r12, 15,  -
        step    5,   11,  13,  lr,  r10, and, r5,  lr,  15,  x
        step    6,   10,  14,  r3,  r11, and, r6,  r3,  15,  x
        step    7,   9,   15,  r4,  r12, bic, r4,  r7,  15,  a
        step    8,   8,   0,   r5,  lr,  orr, r8,  r5,  15,  -
        step    9,   7,   1,   r6,  r3,  orr, r10, r6,  15,  -
        step    10,  6,   2,   r7,  r4,  bic, r7,  r11, 15,  a
        step    11,  5,   3,   r8,  r5,  bic, r8,  r12, 15,  -
        step    0,   4,   4,   r10, r6,  bic, r10, lr,  15,  -
        step    1,   3,   5,   r11, r7,  bic, r11, r3,  15,  -
        step    2,   2,   6,   r12, r8,  bic, r12, r4,  15,  b
        step    3,   1,   7,   lr,  r10, and, r5,  lr,  15,  b
        step    4,   0,   8,   r3,  r11, and, r6,  r3,  15,  -
        step    5,   15,  9,   r4,  r12, and, r7,  r4,  15,  -
        step    6,   14,  10,  r5,  lr,  bic, r8,  r5,  15,  -
        step    7,   13,  11,  r6,  r3,  bic, r10, r6,  15,  -
        step    8,   12,  12,  r7,  r4,  bic, r11, r7,  15,  -
        step    9,   11,  13,  r8,  r5,  bic, r12, r8,  15,  -
        step    10,  10,  14,  r10, r6,  bic, lr,  r10, 15,  -
        step    11,  9,   15,  r11, r7,  bic, r3,  r11, 15,  -
        @ A[j] += C[j+3] + C[j+11] + C[j+15], four j at a time.
        add     r0, sp, #FC + 4 * 3
        ldmia   r0!, {r1-r4}            @ C+[3..6]
        ldmia   r0!, {r5-r8}            @ C+[7..10]
        ldmia   r0, {r10, r11, r12, lr} @ C+[11..14]
        mov     r1, r1, ror #15
        mov     r2, r2, ror #15
        mov     r3, r3, ror #15
        mov     r4, r4, ror #15
        ldr     r0, [sp, #FA + 4 * 8]
        add     r10, r1, r10, ror #15   @ r10 etc. = C[3..6] + C[11..14]
        add     r1, r1, r5, ror #15     @ r1 etc. = C[3..6] + C[7..10]
        add     r5, r10, r5, ror #15    @ r5 etc. = the sum of the three, for A[8..11]
        add     r5, r5, r0, ror #15
        ldr     r0, [sp, #FA + 4 * 9]
        add     r11, r2, r11, ror #15
        add     r2, r2, r6, ror #15
        add     r6, r11, r6, ror #15
        add     r6, r6, r0, ror #15
        ldr     r0, [sp, #FA + 4 * 10]
        add     r12, r3, r12, ror #15
        add     r3, r3, r7, ror #15
        add     r7, r12, r7, ror #15
        add     r7, r7, r0, ror #15
        ldr     r0, [sp, #FA + 4 * 11]
        add     lr, r4, lr, ror #15
        add     r4, r4, r8, ror #15
        add     r8, lr, r8, ror #15
        add     r8, r8, r0, ror #15
        add     r0, sp, #FA + 4 * 8
        stmia   r0, {r5-r8}
        add     r0, sp, #FC
        ldr     r5, [sp, #FC + 4 * 15]  @ C+[15, 0, 1, 2]
        ldmia   r0, {r6, r7, r8}
        add     r0, sp, #FA
        add     r10, r10, r5, ror #15   @ for A[0..3]
        add     r11, r11, r6, ror #15
        add     r12, r12, r7, ror #15
        add     lr, lr, r8, ror #15
        add     r1, r1, r5, ror #15     @ for A[4..7]
        add     r2, r2, r6, ror #15
        add     r3, r3, r7, ror #15
        add     r4, r4, r8, ror #15
        ldmia   r0, {r5-r8}
        add     r10, r10, r5, ror #15
        add     r11, r11, r6, ror #15
        add     r12, r12, r7, ror #15
        add     lr, lr, r8, ror #15
        stmia   r0!, {r10, r11, r12, lr}
        ldmia   r0, {r5-r8}
        ldr     r10, [sp, #FCOUNT]
        add     r1, r1, r5, ror #15
        add     r2, r2, r6, ror #15
        add     r3, r3, r7, ror #15
        add     r4, r4, r8, ror #15
        stmia   r0, {r1-r4}
        cmp     r10, #0
        bne     .Lblock

        ldr     r0, [sp, #FCC]
        add     r12, sp, #FWLOW
        ldmia   r12!, {r1, r2}
        stmia   r0, {r1, r2}
        add     r0, r0, #A              @ A, and B as the new C
        mov     lr, #4
.Lsave: ldmia   r12!, {r1-r7}
        stmia   r0!, {r1-r7}
        subs    lr, lr, #1
        bne     .Lsave
        mov     lr, #16                 @ B <- C - M
.Lless: ldr     r2, [r12, #FM - FC]
        ldr     r1, [r12], #4
        rsb     r1, r2, r1, ror #15
        mov     r1, r1, ror #17
        str     r1, [r0], #4
        subs    lr, lr, #1
        bne     .Lless
        add     sp, sp, #FRAME
        leave   r0, r4, r5, r6, r7, r8, r10, r11

        .size   mote_shabal_init, mote_shabal - mote_shabal_init
        .size   mote_shabal, mote_shabal_close - mote_shabal
        .size   mote_shabal_close, blocks - mote_shabal_close

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
