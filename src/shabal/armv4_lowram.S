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
@ stack = 304
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
@   r4  cc      r5  data; in init the word of M      r6  bytes left; in close the next byte's place
@   r7  offset of the next byte in the context; in init its address; in close dst
@ Registers of `block`:
@   r0  A', from step to step      r1  B' to be pushed; temporary      r2, r3  temporary
@   r12 K: index in the top four bits            r4  cc
@   r8  X: place in the context: W, then M       r10 P: place in A, upwards, at the end downwards
@
@ Shabal for ARMv4 (StrongARM, ARM7, ARM9) with little RAM: ARM instructions only, no bx, no
@ halfwords, either byte order.
@
@ 304 bytes of stack.  armv4.S is smaller and faster, and takes 248 bytes of stack more, big-endian
@ 504.  Calls memcpy and memset.
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
@ is full, close four times.  Only in close W must stand still: the flag Z says which.

#if !defined(__ARM_ARCH_ISA_ARM) || defined(__thumb__)
#error "armv4_lowram.S needs ARM instructions, and callers in ARM state: -marm"
#endif

        .syntax unified
        .arm
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

@ The frame of the three functions: the arguments lie below the saved registers, so that one ldmia
@ moves them to registers that survive calls.  48 bytes: sp stays a multiple of 8.
#define ENTER {r0-r8, r10, r11, lr}
#define LEAVE {r0-r8, r10, r11, pc}

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Changes r0-r3, r12, flags.  Stack: as mote_shabal.
        .global mote_shabal_init
        .type   mote_shabal_init, %function
mote_shabal_init:
        stmdb   sp!, ENTER
        ldmia   sp, {r4, r5}            @ cc, out_size
        mvn     r1, #0                  @ A = B = C = 0, W = -1
        mov     r2, #256
        bl      memset
        str     r5, [r4, #OUT]
.Lprefix:
        add     r7, r4, #MSG            @ M[i] = out_size + i, then out_size + 16 + i
.Lword:
#ifdef __ARMEB__
        mov     r3, r5, lsr #8          @ as two little-endian bytes and two zeros
        mov     r3, r3, lsl #16
        orr     r3, r3, r5, lsl #24     @ (out_size + i has at most 10 bits)
        str     r3, [r7], #4
#else
        str     r5, [r7], #4
#endif
        add     r5, r5, #1
        tst     r5, #15
        bne     .Lword
        bl      block                   @ Z: count
        ands    r6, r5, #16             @ out_size is a multiple of 32
        bne     .Lprefix
        b       .Lempty                 @ an update with len r6 = 0

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Changes r0-r3, r12, flags.
@ Stack: 48 bytes and 64 words, or what memcpy takes.
@ r4 = cc, r5 = data, r6 = bytes left, r7 = offset of the next byte in the context.
        .global mote_shabal
        .type   mote_shabal, %function
mote_shabal:
        stmdb   sp!, ENTER
        ldmia   sp, {r4, r5, r6}
        ldr     r7, [r4, #PTR]
.Lnext: rsb     r2, r7, #MSG + 64       @ as many bytes as fit, or as there are
        cmp     r2, r6
        movhi   r2, r6
        add     r0, r4, r7
        mov     r1, r5
        add     r5, r5, r2
        sub     r6, r6, r2
        add     r7, r7, r2
        bl      memcpy
        cmp     r7, #MSG + 64
        strne   r7, [r4, #PTR]          @ block not full: nothing is left
        ldmiane sp!, LEAVE
        bl      block                   @ Z: count
.Lempty:
        mov     r7, #MSG
        b       .Lnext

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Changes r0-r3, r12, flags.  Stack: as mote_shabal.
        .global mote_shabal_close
        .type   mote_shabal_close, %function
mote_shabal_close:
        stmdb   sp!, ENTER
        ldmia   sp, {r4, r5, r6, r7}    @ cc, ub, n, dst
        rsb     r6, r6, #7              @ n bits of ub, a bit 1, bits 0
        mov     r5, r5, lsr r6
        orr     r5, r5, #1
        mov     r5, r5, lsl r6
        ldr     r6, [r4, #PTR]
        @ Fill the block: that byte, then zeros; with the offsets MSG + 64..67 run the block, four
        @ times with the same W.
.Lpad:  cmp     r6, #MSG + 63
        strbls  r5, [r4, r6]
        mov     r5, #0
        blhi    block                   @ not Z: do not count
        add     r6, r6, #1
        cmp     r6, #MSG + 64 + 4
        bne     .Lpad
        @ The digest is the last out_size bits of C.  Its words come from R downwards, to word 9 =
        @ C[15]: with s bytes left, the next is byte (s - 1 + 36) mod 64, in words turned round.
        @ r2 = s << 26.
        ldr     r2, [r4, #OUT]
        mov     r2, r2, lsl #26 - 3
.Lout:  subs    r2, r2, #1 << 26
#ifdef __ARMEB__
        add     r3, r2, #36 << 26
#else
        eor     r3, r2, #3 << 26
        add     r3, r3, #36 << 26
#endif
        ldrb    r3, [r4, r3, lsr #26]
        mvn     r3, r3
        strb    r3, [r7], #1
        bne     .Lout
        ldmia   sp!, LEAVE

@ One message block.  r4 = cc, Z set: count W on.  Changes r0-r3, r8, r10, r12; Z
@ clear.
#define K r12
#define X r8
#define P r10
block:
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
        mov     pc, lr

        .size   mote_shabal_init, mote_shabal - mote_shabal_init
        .size   mote_shabal, mote_shabal_close - mote_shabal
        .size   mote_shabal_close, block - mote_shabal_close

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
