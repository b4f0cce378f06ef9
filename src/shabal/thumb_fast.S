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
@ stack = 300
@ constant_time = true
@ calls = ["memcpy", "memset"]
@ block = "block"
@ state.A = {offset = 16, words = 12}
@ state.B = {offset = 128, words = 16}
@ state.C = {offset = 64, words = 16}
@ counter = {offset = 0, words = 2}
@ fill = {offset = 8}
@
@ Registers of the three functions:
@   r4  cc      r5  data; in init the word of M; in close dst      r6  bytes left; in close M
@   r7  bytes waiting in the block
@ Registers of `blocks`, in the steps:
@   r0  A[a-1], later the new A[a]       r1-r3  B[i+13] of this step and the next two
@   r4, r5  temporaries                  r6  31, rotation to the left by 1
@   sp  the frame: A, C, B, M            r7  17, rotation to the left by 15
@
@ Shabal in Thumb code where speed leads: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).  16-bit
@ instructions only, no constant pool.  Calls memcpy and memset.  thumb.S is the small file.
@
@ Specification: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
@ 28 October 2008, section 2.3; interface: include/mote/shabal.h.  A, B, C, M, W, and U, V inside a
@ step, are the specification's names.
@
@ All 48 steps are written out, so that every word has a fixed place and no index is computed.  The
@ places are in the frame, which sp reaches with one instruction whatever the place: all eight low
@ registers are left for the work.  The state is copied there once a call, for as many blocks as
@ there are: 11 loads and stores of four words each.
@
@ Three registers hold the words of B that were made last: B[i+13] of step k is the one of step
@ k - 3.  Its register then takes B[i], and so the new B[i].
@
@ The complement of the specification's B[i] = ~(B[i] <<< 1 ^ A[a]) is mostly left out, and the word
@ kept complemented until it is used: B[i+9] & ~B[i+6] is one instruction, bic, and or orr, whatever
@ of the two is complemented.  A stays plain, as it is multiplied, and so do the words of B of the
@ first and the last 16, which are added.  19 complements are left of 48; which words are kept
@ complemented was searched by program (simulated annealing).
@
@ Whole blocks of data at a multiple of four are read where they are, the others by way of M.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  1

@ The context (256 bytes), offsets.
        .equ    W, 0                    @ number of the last block: low, high word
        .equ    PTR, 8                  @ bytes waiting in the block: 0 to 63
        .equ    OUT, 12                 @ digest size in bits
        .equ    STATE, 16               @ A, C, B, as in the frame
        .equ    CST, STATE + 48
        .equ    MSG, 192                @ the block being collected, in the order of its bytes

@ The frame of `blocks`, offsets from sp.
        .equ    A, 0
        .equ    C, 48
        .equ    B, 112
        .equ    M, 176
        .equ    F_CC, 240               @ the arguments
        .equ    F_SRC, 244
        .equ    F_COUNT, 248
        .equ    F_MOVE, 252
        .equ    FRAME, 240

        .macro  function name
        .global \name
        .type   \name, %function
        .thumb_func
\name:
        .endm

        .macro  leave
#if __ARM_ARCH_6M__
        pop     {r3-r7, pc}
#else
        pop     {r3-r7}
        pop     {r3}
        bx      r3
#endif
        .endm

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r0-r3, r12, lr, flags.  Stack: 300 bytes.
function mote_shabal_init
        push    {r3-r7, lr}
        movs    r4, r0
        movs    r5, r1
        movs    r1, #0                  @ A = B = C = 0, no bytes waiting
        movs    r2, #MSG
        bl      memset
        str     r5, [r4, #OUT]
        movs    r0, #1                  @ W = -2, one before the first block
        mvns    r0, r0
        str     r0, [r4, #W]
        asrs    r0, r0, #1
        str     r0, [r4, #W + 4]
2:      movs    r1, r4                  @ M = out_size, out_size + 1, ...
        adds    r1, #MSG
        movs    r0, r1
1:
#ifdef __ARMEB__
        lsls    r2, r5, #24             @ as two little-endian bytes and two zeros
        lsrs    r3, r5, #8              @ (out_size + i has at most 10 bits)
        lsls    r3, r3, #16
        orrs    r2, r3
        stmia   r0!, {r2}
#else
        stmia   r0!, {r5}
#endif
        adds    r5, #1
        lsls    r2, r5, #28
        bne     1b
        movs    r0, r4
        movs    r2, #1
        movs    r3, #64
        bl      blocks
        lsls    r2, r5, #27             @ out_size is a multiple of 32
        bne     2b
        leave
        .size   mote_shabal_init, . - mote_shabal_init

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r0-r3, r12, lr, flags.  Stack: 300 bytes, or what memcpy
@ takes.
function mote_shabal
        push    {r3-r7, lr}
        movs    r4, r0
        movs    r5, r1
        movs    r6, r2
        ldr     r7, [r4, #PTR]
next:   lsls    r0, r5, #30             @ whole blocks in place: nothing waits, data is aligned
        orrs    r0, r7
        bne     1f
        lsrs    r2, r6, #6
        beq     1f
        movs    r0, r4
        movs    r1, r5
        lsls    r3, r2, #6
        adds    r5, r3
        subs    r6, r3
        movs    r3, #64
        bl      blocks
1:      movs    r2, #64                 @ as many bytes as fit, or as there are
        subs    r2, r7
        cmp     r2, r6
        bls     2f
        movs    r2, r6
2:      movs    r0, r4
        adds    r0, #MSG
        adds    r0, r7
        movs    r1, r5
        adds    r5, r2
        subs    r6, r2
        adds    r7, r2
        bl      memcpy
        lsrs    r2, r7, #6              @ 1: the block is full
        beq     3f
        movs    r0, r4
        movs    r1, r4
        adds    r1, #MSG
        movs    r3, #64
        bl      blocks
        movs    r7, #0
        b       next
3:      str     r7, [r4, #PTR]          @ not full: nothing is left
        leave
        .size   mote_shabal, . - mote_shabal

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r0-r3, r12, lr, flags.  Stack: 300 bytes, or what
@ memcpy takes.
function mote_shabal_close
        push    {r3-r7, lr}
        movs    r4, r0
        movs    r5, r3
        movs    r3, #128                @ the bit that ends the message: 80h >> n
        lsrs    r3, r2
        orrs    r1, r3
        negs    r3, r3                  @ and no bits below it
        ands    r1, r3
        ldr     r7, [r4, #PTR]
        movs    r6, r4
        adds    r6, #MSG
1:      strb    r1, [r6, r7]
        movs    r1, #0                  @ then zeros
        adds    r7, #1
        cmp     r7, #64
        bne     1b
        movs    r2, #1                  @ the last block
        movs    r3, r7
2:      movs    r0, r4
        movs    r1, r6
        bl      blocks
        movs    r2, #3                  @ and three times again, with the same M and W
        movs    r3, #0
        subs    r7, #32
        bne     2b
        ldr     r2, [r4, #OUT]          @ the digest, the last words of C
        lsrs    r2, #3
        adds    r4, #CST + 64
        subs    r1, r4, r2
#ifdef __ARMEB__
3:      movs    r0, #3
        eors    r0, r1
        ldrb    r0, [r0]
        strb    r0, [r5]
        adds    r5, #1
        adds    r1, #1
        cmp     r1, r4
        bne     3b
#else
        movs    r0, r5
        bl      memcpy
#endif
        leave
        .size   mote_shabal_close, . - mote_shabal_close

@ B[i] = (B[i] + M[i]) <<< 17, M[i] to the frame.  r7 = 15; big-endian r1 = 24, r2 = 8 and r3 =
@ 00FF00FFh.
        .macro  take i, word
#ifdef __ARMEB__
        movs    r5, \word               @ swap the bytes
        ands    r5, r3
        rors    r5, r2
        rors    \word, r1
        ands    \word, r3
        orrs    \word, r5
#endif
        ldr     r5, [sp, #B + 4 * (\i)]
        str     \word, [sp, #M + 4 * (\i)]
        adds    r5, \word
        rors    r5, r7
        str     r5, [sp, #B + 4 * (\i)]
        .endm

@ Step k: b is the register of B[i+13].  op: what makes B[i+9] & ~B[i+6], or its complement, of the
@ two as they are kept.  fix: where a complement is needed; `late` and `early`: A came out
@ complemented, and B[i] is made of A behind or before it is put right; `again`: of B[i].
        .macro  step k, b, op, fix
        rors    r0, r7                  @ V = 5 (A[a-1] <<< 15)
        lsls    r4, r0, #2
        adds    r0, r4
        ldr     r4, [sp, #A + 4 * ((\k) % 12)]
        ldr     r5, [sp, #C + 4 * ((8 - (\k)) & 15)]
        eors    r0, r4                  @ A[a] ^ V ^ C[8-i]
        eors    r0, r5
        lsls    r4, r0, #1
        adds    r0, r4                  @ U = 3 (...)
        ldr     r4, [sp, #B + 4 * (((\k) + 9) & 15)]
        ldr     r5, [sp, #B + 4 * (((\k) + 6) & 15)]
        eors    r0, \b                  @   ^ B[i+13]
        .ifc    \op, bic
        bics    r4, r5                  @   ^ B[i+9] & ~B[i+6]
        eors    r0, r4
        .endif
        .ifc    \op, and
        ands    r4, r5
        eors    r0, r4
        .endif
        .ifc    \op, orr
        orrs    r4, r5
        eors    r0, r4
        .endif
        .ifc    \op, cib
        bics    r5, r4
        eors    r0, r5
        .endif
        ldr     r4, [sp, #M + 4 * ((\k) & 15)]
        ldr     \b, [sp, #B + 4 * ((\k) & 15)]
        eors    r0, r4                  @   ^ M[i]
        rors    \b, r6                  @ B[i] <<< 1 ^ A[a]
        .ifc    \fix, late
        mvns    r0, r0
        .endif
        eors    \b, r0
        .ifc    \fix, early
        mvns    r0, r0
        .endif
        .ifc    \fix, again
        mvns    \b, \b
        .endif
        str     r0, [sp, #A + 4 * ((\k) % 12)]
        str     \b, [sp, #B + 4 * ((\k) & 15)]
        .endm

@ A[j], A[j+4], A[j+8] += C[j+3], C[j+7], C[j+11], C[j+15], three of these each.
        .macro  sums j
        ldr     r0, [sp, #C + 4 * ((\j) + 3)]
        ldr     r1, [sp, #C + 4 * ((\j) + 7)]
        ldr     r2, [sp, #C + 4 * ((\j) + 11)]
        ldr     r3, [sp, #C + 4 * (((\j) + 15) & 15)]
        ldr     r4, [sp, #A + 4 * (\j)]
        adds    r5, r0, r2
        adds    r4, r5
        adds    r4, r3
        str     r4, [sp, #A + 4 * (\j)]
        ldr     r4, [sp, #A + 4 * ((\j) + 8)]
        adds    r0, r1
        adds    r4, r5
        adds    r4, r1
        str     r4, [sp, #A + 4 * ((\j) + 8)]
        ldr     r4, [sp, #A + 4 * ((\j) + 4)]
        adds    r0, r3
        adds    r4, r0
        str     r4, [sp, #A + 4 * ((\j) + 4)]
        .endm

@ C[i] = B[i], B[i] = C[i] - M[i].
        .macro  swap i
        ldr     r0, [sp, #C + 4 * \i]
        ldr     r1, [sp, #M + 4 * \i]
        ldr     r2, [sp, #B + 4 * \i]
        subs    r0, r1
        str     r2, [sp, #C + 4 * \i]
        str     r0, [sp, #B + 4 * \i]
        .endm

@ Blocks: r0 = cc, r1 = their data, at a multiple of four; r2 = how many, r3 = 64, or 0: always the
@ same block and W.  Clobbers r0-r3, lr, flags.  Stack: 276 bytes.
        .thumb_func
blocks: push    {r4-r7, lr}
        push    {r0-r3}
        sub     sp, #FRAME
        adds    r0, #STATE
        mov     r1, sp
        .rept   11
        ldmia   r0!, {r2-r5}
        stmia   r1!, {r2-r5}
        .endr

block:  ldr     r0, [sp, #F_CC]         @ W = W + 1
        ldr     r3, [sp, #F_MOVE]
        ldr     r1, [r0, #W]
        ldr     r2, [r0, #W + 4]
        lsrs    r4, r3, #6
        adds    r1, r4
        movs    r4, #0
        adcs    r2, r4
        str     r1, [r0, #W]
        str     r2, [r0, #W + 4]
        ldr     r4, [sp, #A]            @ A[0] = A[0] ^ W, A[1] = A[1] ^ (W >>> 32)
        ldr     r5, [sp, #A + 4]
        eors    r4, r1
        eors    r5, r2
        str     r4, [sp, #A]
        str     r5, [sp, #A + 4]

        ldr     r0, [sp, #F_SRC]
        adds    r3, r0
        str     r3, [sp, #F_SRC]
        movs    r7, #15
#ifdef __ARMEB__
        movs    r1, #24
        movs    r2, #8
        movs    r3, #255
        lsls    r4, r3, #16
        orrs    r3, r4
#endif
#ifdef __ARMEB__
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ldmia   r0!, {r4}
        take    \i, r4
        .endr
#else
        .irp    i, 0, 4, 8, 12
        ldmia   r0!, {r1-r4}
        take    \i, r1
        take    \i + 1, r2
        take    \i + 2, r3
        take    \i + 3, r4
        .endr
#endif

        movs    r7, #17
        movs    r6, #31
        ldr     r0, [sp, #A + 44]
        ldr     r1, [sp, #B + 60]
        ldr     r2, [sp, #B + 56]
        ldr     r3, [sp, #B + 52]
        step     0, r3, bic, none
        step     1, r2, bic, none
        step     2, r1, bic, again
        step     3, r3, bic, early
        step     4, r2, bic, late
        step     5, r1, bic, none
        step     6, r3, bic, again
        step     7, r2, orr, none
        step     8, r1, orr, none
        step     9, r3, bic, none
        step    10, r2, and, early
        step    11, r1, cib, early
        step    12, r3, orr, none
        step    13, r2, bic, none
        step    14, r1, cib, none
        step    15, r3, cib, early
        step    16, r2, orr, none
        step    17, r1, and, early
        step    18, r3, and, none
        step    19, r2, cib, none
        step    20, r1, orr, none
        step    21, r3, orr, none
        step    22, r2, and, late
        step    23, r1, and, again
        step    24, r3, cib, none
        step    25, r2, orr, again
        step    26, r1, orr, none
        step    27, r3, and, none
        step    28, r2, and, early
        step    29, r1, cib, early
        step    30, r3, orr, none
        step    31, r2, bic, late
        step    32, r1, cib, early
        step    33, r3, cib, none
        step    34, r2, orr, none
        step    35, r1, cib, none
        step    36, r3, cib, again
        step    37, r2, and, again
        step    38, r1, cib, none
        step    39, r3, and, none
        step    40, r2, bic, again
        step    41, r1, and, none
        step    42, r3, bic, none
        step    43, r2, bic, none
        step    44, r1, bic, none
        step    45, r3, bic, none
        step    46, r2, bic, again
        step    47, r1, bic, none

        .irp    j, 0, 1, 2, 3
        sums    \j
        .endr
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        swap    \i
        .endr

        ldr     r0, [sp, #F_COUNT]
        subs    r0, #1
        str     r0, [sp, #F_COUNT]
        beq     1f
        bl      block                   @ a jump that reaches it: lr is saved
1:      ldr     r0, [sp, #F_CC]
        adds    r0, #STATE
        mov     r1, sp
        .rept   11
        ldmia   r1!, {r2-r5}
        stmia   r0!, {r2-r5}
        .endr
        add     sp, #FRAME
        pop     {r0-r3}
        pop     {r4-r7, pc}
        .size   blocks, . - blocks

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
