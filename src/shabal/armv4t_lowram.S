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
@ stack = 284
@ constant_time = true
@ calls = ["memcpy", "memset"]
@ block = "block"
@ state.A = {offset = 80, words = 12, complement = true}
@ state.B = {offset = 192, words = 16, complement = true}
@ state.C = {offset = 0, words = 16, order = [8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10,
@     9], complement = true}
@ counter = {offset = 72, words = 2}
@ fill = {offset = 64, start = 128}
@
@ Registers of the three functions:
@   r4  cc      r5  data; in init the word of M; in close dst      r6  bytes left
@   r7  offset of the next byte in the context; in init its address
@ Registers of `block`:
@   r0  A', from step to step      r1  B' to be pushed; temporary      r2, r3  temporary
@   r12 K: index in the top four bits            r4  cc
@   r7  X: place in the context: W, then M       lr  P: place in A, upwards, at the end downwards
@
@ Shabal for ARMv4T (ARM7TDMI, ARM9) with little RAM: Thumb instructions for the interface, ARM
@ instructions for the block; callable from either state; either byte order.
@
@ 284 bytes of stack.  armv4t.S is smaller and faster, and takes 252 bytes of stack more, big-endian
@ 508.  Calls memcpy and memset.
@ Specification: Shabal, NIST submission of 28 October 2008, section 2.3; its letters are used.
@
@ What the words hold.  A, B and C are kept complemented, A' = ~A and so on.  Then
@     A'[a] = 3*(A'[a] ^ 5*rotl(~A'[a-1], 15) ^ C'[8-i]) ^ B'[i+13] ^ (B'[i+6] & ~B'[i+9]) ^ M[i]
@     B'[i] = rotl(B'[i], 1) ^ A'[a]
@ needs no instruction for the complement in the last line: the other one, of A'[a-1], comes with
@ the rotation (mvn for mov).  B += M, C -= M and A += C become B' - M, C' + M and A' + C' + 1 (adc
@ with the carry set); the digest is complemented byte by byte on its way out; and the initial
@ state, A = B = C = 0 and W = -1, is memory full of ones: one call of memset.
@
@ Hardly an index is reduced:
@ - B, modulo 16: one word a step, pushed on the stack.  Step k makes B'_(k+16) of the sequence
@   B'_0 = B'[0], ..., B'_15 = B'[15]; what it reads of it lies at a fixed distance from sp.  (The
@   paper also unrolls B; here the push is the index update.)
@ - A, modulo 12, stays in the context and is walked over four times.  A walk ends at the end of A;
@   as 12 and 16 have no common multiple below 48, the one that ends with index 0 is the last.
@ - M and C, modulo 16: an index in the top four bits of a register wraps by itself, with a carry,
@   and "lsr #26" in the address makes it a byte offset.
@ - C is kept in the order of its use: word k of R is C'[(8-k) mod 16].  The words come back from
@   the stack last word first, which is this order, beginning with word 9.
@ - A big-endian CPU has to keep the byte-swapped words of M somewhere: in the place of B, which is
@   on the stack during the steps.  C - M is then made at the end; otherwise it is made at the
@   beginning, where it is cheaper, and waits there.
@
@ One block function serves all: init runs it on two blocks of its own, update on each block that
@ is full, close four times.  Only in close W must stand still: the flag Z says which.  The block is
@ in ARM state because the barrel shifter does half of its work; the rest needs none, and is in
@ Thumb state, where the same instructions take half the room.

#if !defined(__ARM_ARCH_ISA_ARM) || !defined(__ARM_ARCH_ISA_THUMB)
#error "armv4t_lowram.S needs a core with ARM and Thumb instructions (ARMv4T and later, no Cortex-M)"
#endif

        .syntax unified
        .text
        .align  2

@ Context (256 bytes), offsets.  R comes first, as cc is its pointer; M follows A, as the walk over
@ A ends where M is wanted.
        .equ    CST, 0                  @ R[0..15], R[k] = C'[(8-k) mod 16]
        .equ    PTR, 64                 @ MSG + bytes waiting in the block: 128 to 191
        .equ    OUT, 68                 @ digest size in bits
        .equ    W, 72                   @ number of the next block: low, high word
        .equ    A, 80                   @ A'[0..11]
        .equ    MSG, 128                @ the block being collected, in the order of its bytes
        .equ    BST, 192                @ B'[0..15]

@ The words of B on the stack: at step k the last one is B'_(k+15).
        .equ    B0, 15 * 4              @ B'_k
        .equ    B6, 9 * 4               @ B'_(k+6)
        .equ    B9, 6 * 4               @ B'_(k+9)
        .equ    B13, 2 * 4              @ B'_(k+13)

@ An index in the top four bits.
#define INDEX(n) ((n) << 28)

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Changes r0-r3, r12, flags.  Stack: as mote_shabal.
        .thumb
        .global mote_shabal_init
        .type   mote_shabal_init, %function
        .thumb_func
mote_shabal_init:
        push    {r3-r7, lr}
        movs    r4, r0                  @ cc
        movs    r5, r1                  @ out_size
        movs    r1, #255                @ A = B = C = 0, W = -1
        adds    r2, r1, #1
        bl      memset
        str     r5, [r4, #OUT]
.Lprefix:
        movs    r7, r4                  @ M[i] = out_size + i, then out_size + 16 + i
        adds    r7, #MSG
.Lword:
#ifdef __ARMEB__
        lsls    r2, r5, #24             @ as two little-endian bytes and two zeros
        lsrs    r3, r5, #8              @ (out_size + i has at most 10 bits)
        lsls    r3, r3, #16
        orrs    r2, r3
        stmia   r7!, {r2}
#else
        stmia   r7!, {r5}
#endif
        adds    r5, #1
        lsls    r3, r5, #28
        bne     .Lword
        bl      block                   @ Z: count
        lsls    r6, r5, #27             @ out_size is a multiple of 32
        bne     .Lprefix
        b       .Lempty                 @ an update with len r6 = 0
        .size   mote_shabal_init, . - mote_shabal_init

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Changes r0-r3, r12, flags.
@ Stack: 28 bytes and 64 words, or what memcpy takes.
@ r4 = cc, r5 = data, r6 = bytes left, r7 = offset of the next byte in the context.
        .global mote_shabal
        .type   mote_shabal, %function
        .thumb_func
mote_shabal:
        push    {r3-r7, lr}
        push    {r0-r3}
        pop     {r4-r7}
        ldr     r7, [r4, #PTR]
.Lnext: movs    r2, #MSG + 64           @ as many bytes as fit, or as there are
        subs    r2, r2, r7
        cmp     r2, r6
        bls     .Lfits
        movs    r2, r6
.Lfits: adds    r0, r4, r7
        movs    r1, r5
        adds    r5, r5, r2
        subs    r6, r6, r2
        adds    r7, r7, r2
        bl      memcpy
        cmp     r7, #MSG + 64
        bne     .Lstop
        bl      block                   @ Z: count
.Lempty:
        movs    r7, #MSG
        b       .Lnext
        .size   mote_shabal, . - mote_shabal

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Changes r0-r3, r12, flags.  Stack: as mote_shabal.
        .global mote_shabal_close
        .type   mote_shabal_close, %function
        .thumb_func
mote_shabal_close:
        push    {r3-r7, lr}             @ 24 bytes: sp stays a multiple of 8
        push    {r0-r3}
        pop     {r4-r7}                 @ cc, ub, n, dst
        movs    r3, #128                @ n bits of ub, a bit 1, bits 0
        lsrs    r3, r6
        orrs    r5, r3
        negs    r3, r3
        ands    r5, r3
        ldr     r6, [r4, #PTR]
.Lpad:  strb    r5, [r4, r6]            @ fill the block: that byte, then zeros
        movs    r5, #0
        adds    r6, #1
        lsls    r3, r6, #25             @ up to offset 192 = MSG + 64, the first with bit 6 set
        bpl     .Lpad
        movs    r5, r7                  @ dst: block changes r7
.Lfinal:
        bl      block                   @ four times, with the same W: not Z
        lsls    r6, r6, #7              @ 192 << 7, << 14, << 21, 0
        bne     .Lfinal
        @ The digest is the last out_size bits of C.  Its words come from R downwards, to word 9 =
        @ C[15]: with s bytes left, the next is byte (s - 1 + 36) mod 64, in words turned round.
        ldr     r2, [r4, #OUT]
        lsrs    r2, r2, #3
.Lout:
#ifdef __ARMEB__
        movs    r3, #35
        adds    r3, r3, r2
#else
        subs    r2, #1
        movs    r3, #3
        eors    r3, r2
        adds    r3, #36
#endif
        lsls    r3, #26
        lsrs    r3, #26
        ldrb    r3, [r4, r3]
        mvns    r3, r3
        strb    r3, [r5]
        adds    r5, #1
#ifdef __ARMEB__
        subs    r2, #1
#else
        cmp     r2, #0
#endif
        bne     .Lout
        @ On through the end of mote_shabal: its store does no harm.

.Lstop: str     r7, [r4, #PTR]          @ block not full: nothing is left
.Lleave:
        pop     {r3-r7}
        pop     {r0}
        bx      r0
        .size   mote_shabal_close, . - mote_shabal_close

@ One message block, called in Thumb state.  r4 = cc, Z set: count W on.  Changes r0-r3, r7, r12; Z
@ clear.
#define K r12
#define X r7
#define P lr
        .align  2
        .thumb_func
block:  bx      pc                      @ to the word after the next instruction, in ARM state
        nop
        .arm
        str     lr, [sp, #-4]!

        @ A <- A ^ W; W <- W + 1 if Z.  Adding 1 leaves zero exactly when it carries.
        add     X, r4, #PTR
        ldmib   X, {r0-r3, r12}         @ OUT, W low, W high, A'[0], A'[1]
        eor     r3, r3, r1
        eor     r12, r12, r2
        addseq  r1, r1, #1
        addeq   r2, r2, #1
        stmib   X, {r0-r3, r12}

        @ For i = 0..15: push B'_i = rotl(B + M, 17); the next B <- C - M, big-endian the swapped M.
        @ X walks up to the end of A, so that r0 ends as A'[11].
        mov     K, #INDEX(0)
.Lfill: ldr     r2, [X, #MSG - PTR]
#ifdef __ARMEB__
        eor     r0, r2, r2, ror #16     @ M[i]: swap the bytes
        bic     r0, r0, #0xFF0000
        mov     r2, r2, ror #8
        eor     r2, r2, r0, lsr #8
#else
        rsb     r3, K, #INDEX(8)
        ldr     r3, [r4, r3, lsr #26]   @ R[8-i] = C'[i]
#endif
        ldr     r1, [X, #BST - PTR]
        ldr     r0, [X], #4
        sub     r1, r1, r2
#ifdef __ARMEB__
        str     r2, [X, #BST - PTR - 4]
#else
        add     r3, r3, r2
        str     r3, [X, #BST - PTR - 4]
#endif
        mov     r1, r1, ror #15
        str     r1, [sp, #-4]!
        adds    K, K, #INDEX(1)
        bcc     .Lfill

        @ The 48 steps.  r0 = A'[a-1], K = index i (0 by now), X = M = end of A.
.Lturn: sub     P, X, #48               @ a = 0
.Lstep: ldr     r2, [P]                 @ A'[a]
        mvn     r0, r0, ror #17         @ V = 5 * rotl(A[a-1], 15)
        ldr     r3, [r4, K, lsr #26]    @ C'[8-i]
        add     r0, r0, r0, lsl #2
        eor     r0, r0, r2              @ U = 3 * (A[a] ^ V ^ C[8-i])
        ldr     r1, [sp, #B9]
        eor     r0, r0, r3
        ldr     r3, [sp, #B6]
        add     r0, r0, r0, lsl #1
        ldr     r2, [sp, #B13]
        bic     r3, r3, r1              @ B[i+9] & ~B[i+6]
        ldr     r1, [sp, #B0]
        eor     r0, r0, r2
#ifdef __ARMEB__
        add     r2, X, K, lsr #26
        ldr     r2, [r2, #BST - MSG]    @ M[i]
#else
        ldr     r2, [X, K, lsr #26]     @ M[i]
#endif
        eor     r0, r0, r3
        eor     r0, r0, r2
        str     r0, [P], #4             @ A'[a]
        eor     r1, r0, r1, ror #31
        str     r1, [sp, #-4]!          @ B'_(k+16)
        adds    K, K, #INDEX(1)         @ carry: i = 16; teq keeps it
        teq     P, X
        bne     .Lstep
        bcc     .Lturn

        @ For j = 11..0: A[j] += C[j+3] + C[j+15] + C[j+11], words 5-j, 9-j and 13-j of R.
        @ K = index 11-j.  The carry is set on entry and again by teq, for the three adc.
.Ladd:  add     r1, K, #INDEX(13 - 11)
        ldr     r0, [P, #-4]!
        ldr     r2, [r4, r1, lsr #26]
        add     r1, K, #INDEX(5 + 16 - 11)
        adc     r0, r0, r2
        ldr     r2, [r4, r1, lsr #26]
        add     r1, K, #INDEX(9 + 16 - 11)
        adc     r0, r0, r2
        ldr     r2, [r4, r1, lsr #26]
        add     K, K, #INDEX(1)
        adc     r0, r0, r2
        str     r0, [P]
        teq     K, #INDEX(12)
        bne     .Ladd

        @ C <- B: pop B'_63, ..., B'_48 into R[9..15], R[0..8]; from 7 to 8 the addition overflows.
        @ Big-endian, B <- C - M too, for i = 15..0: M is in the place of B.
#ifdef __ARMEB__
        add     X, X, #BST - MSG + 64
#endif
        mov     K, #INDEX(8)
.Lpop:  ldr     r1, [sp], #4
        adds    K, K, #INDEX(1)
#ifdef __ARMEB__
        ldr     r2, [r4, K, lsr #26]    @ C'[i]
        ldr     r3, [X, #-4]!           @ M[i]
        str     r1, [r4, K, lsr #26]
        add     r2, r2, r3
        str     r2, [X]
#else
        str     r1, [r4, K, lsr #26]
#endif
        bvc     .Lpop
        add     sp, sp, #48 * 4
        ldr     lr, [sp], #4
        bx      lr

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
