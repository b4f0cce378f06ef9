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
@ clobbers = "r0-r3 lr flags"
@ stack = 1080
@ constant_time = true
@ calls = []
@ block = "block"
@ state.A = {offset = 80, words = 12}
@ state.B = {offset = 192, words = 16}
@ state.C = {offset = 128, words = 16, order = {little = "up", big = "down"}}
@ counter = {offset = 68, words = 2, order = "down"}
@ fill = {offset = 76, start = {little = -64, big = 64}, step = {little = 1, big = -1}}
@
@ Registers of the three functions:
@   r0  the context: M, or in little-endian code the end of M
@   r4  SIZE      r5, r6  W, high and low      r7  POS
@ Registers of `block`:
@   r0  way to M, then a temporary               r4  M    of a record
@   r1  A    of a record                         r5  counter and place of C[8-i], below
@   r2  B; place of C[8-i] between steps         r6  arrays of the context
@   r3  C                                        r7  change of r5 in a turn, rotation
@   lr  SP without records
@
@ Shabal in Thumb code: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).  16-bit instructions
@ only, nothing called, no constant pool.
@
@ Specification: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
@ 28 October 2008, section 2.3; interface: include/mote/shabal.h.  A, B, C, M, W, and U, V inside a
@ step, are the specification's names.
@
@ THE PERMUTATION
@
@ keeps a history on the stack, one record of four words (A, B, C, M) per step: 16 records are
@ pushed from the context, then each of the 48 steps pushes one.  A step needs A[k-12], B[k-3],
@ B[k-7], B[k-10] and the record of step k-16; each is a load with a constant offset from SP,
@ whatever k is, so that the indices modulo 12 and 16 cost nothing, and the push is the store and
@ the pointer update in one.  C and M are handed on unchanged from record k-16 (B, C and M by one
@ ldmia).  Their copies pay at the end: when the newest 16 records are popped, the record of index
@ i brings C[i] and M[i] for the new B, and those still on the stack have C[i-1], C[i-5] and
@ C[i-9] (modulo 16), the three words that A[i-4] gets, at constant offsets too.  Only the C of a
@ step, C[8-i], runs against the others; it is read from the context.
@
@   record that step k appends:  A[k] B[k+16] C[k] M[k], 16 bytes, at SP after the push
@   record j steps older:        SP + 16 j
@   A in the first 16 records:   A[i-4]; the newest is A[11], the one that the first step rotates;
@                                the first four are other words, and never used as A
@
@ THE COUNTER
@
@ r5 counts the turns of the three loops of a block and is the place of C[8-i] at once: its top six
@ bits are the offset of that word in C, in bytes, and take care of themselves modulo 16.  r7 is
@ what a turn changes r5 by: one word of C, 10000000h, up or down, and in the low byte a number that
@ is also the count of the loop's rotation (only the lowest five bits of it rotate).
@
@   first loop   16 turns of +239 (>>> 15).  The top bits go once round, and only the 16th turn is
@                a signed overflow.  It leaves 16 * 239 = 3824 in the low bits.
@   steps        48 turns of -81 (>>> 17).  3824 is 47 * 81 and a remainder: the 48th turn, and no
@                other, borrows from the top bits, and bit 25 becomes 1.
@   last loop    16 turns, once round, to the overflow again.
@
@ THE CONTEXT
@
@ is four arrays of 16 words in an order that lets two pointers reach them all with immediate
@ offsets.  The second pointer ends up at C, where the steps need it, and walks back from there
@ when the records are popped.  The first four words of the array with A are not A: they are kept
@ in r4-r7 by the three functions, so that the last loop may write its 16 words without a test.
@
@   offset    little-endian              big-endian
@     0  M    words of the block         last word first
@    64       SIZE: digest size in bits
@    68       W, high word: number of the last block
@    72       W, low word
@    76       POS: -64 to -1, bytes       POS: 64 to 1, bytes still to come
@             still to come, negated
@    80  A
@   128  C    in order                   last word first
@   192  B
@
@ POS becomes 0 and sets the carry exactly when the block is full.  The carry is what is added to
@ W: the final rounds call the same routine with the carry clear.
@
@ In big-endian code the bytes of M run from the end of the array to its start.  That reverses the
@ words and the bytes in them at no cost but a load with decrement in place of ldmia.  C is reversed
@ as well, so that in both byte orders the loop of mote_shabal that copies the message into M also
@ copies the digest out of C.
@
@ Each function returns with bx on ARMv4T, where pop would not change to ARM state.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text

#ifdef __ARMEB__
        .equ    M, 0                    @ offsets from r0, as the three functions keep it
#else
        .equ    M, -64
#endif
        .equ    STATE, M + 64           @ SIZE, W, POS, A: 16 words
        .equ    A, STATE + 16
        .equ    C, STATE + 64

        .equ    RECORD, 16              @ bytes of a record, and the places in it
        .equ    RA, 0
        .equ    RB, 4
        .equ    RC, 8

        .equ    TURN_17, 239            @ low byte of r7 for <<< 17, which is >>> 15 (239 mod 32),
        .equ    TURN_15, 81             @ and for <<< 15, which is >>> 17

        .macro  function name
        .global \name
        .type   \name, %function
        .thumb_func
\name:
        .endm

@ r0 = context as the caller gives it: set r0, r4 to r7.
        .macro  load
        adds    r0, #64
        ldmia   r0!, {r4-r7}
        subs    r0, #16 + STATE
        .endm

@ Full block, POS = 0, to empty block.
        .macro  empty
#ifdef __ARMEB__
        adds    r7, #64
#else
        subs    r7, #64
#endif
        .endm

@ POS moves on by \bytes; Z and C are set when the block is full.
        .macro  advance bytes
#ifdef __ARMEB__
        subs    r7, #\bytes
#else
        adds    r7, #\bytes
#endif
        .endm

#if MOTE_SHABAL_INITIAL_VALUE
#include "shabal/initial_value.inc"

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size, which the table is for.  Clobbers r0-r3, flags.  Stack: 20 bytes.
function mote_shabal_init
        push    {r4-r7, lr}
        movs    r4, r1
        adr     r2, initial_value
        movs    r3, r0
        adds    r3, #STATE - M + 16     @ A, C and B
        movs    r7, #22
1:      ldmia   r2!, {r5, r6}
        stmia   r3!, {r5, r6}
        subs    r7, #1
        bne     1b
        movs    r5, #0                  @ W: the block before the first
        movs    r6, #0
        movs    r2, #0
#ifndef __ARMEB__
        adds    r0, #64
#endif
        b       again                   @ an update without data, just after a block
        .p2align 2
initial_value:
        ascending INITIAL_A
#ifdef __ARMEB__
        descending INITIAL_C
#else
        ascending INITIAL_C
#endif
        ascending INITIAL_B
        .size   mote_shabal_init, . - mote_shabal_init
#else
@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r0-r3, lr, flags.  Stack: 1080 bytes.
function mote_shabal_init
        push    {r4-r7, lr}
        movs    r7, #0                  @ A = B = C = 0
#ifdef __ARMEB__
        movs    r6, #254
#else
        adds    r0, #64
        movs    r6, #190
#endif
1:      strh    r7, [r0, r6]
        subs    r6, #2
        bcs     1b
        asrs    r5, r6, #1              @ W = -2 (r6 = -2, r5 = -1), one before the first block
        movs    r4, r1
2:      empty                           @ M = out_size, out_size + 1, ...
#ifdef __ARMEB__
        subs    r2, r0, #4
3:      str     r1, [r2, r7]
#else
3:      str     r1, [r0, r7]
#endif
        adds    r1, #1
        advance 4
        bne     3b
        bl      block                   @ (carry set)
        lsls    r2, r1, #27             @ bit 4: 16 words done, 16 to come
        bmi     2b
        b       again                   @ r2 = 0: an update without data, just after a block
        .size   mote_shabal_init, . - mote_shabal_init
#endif

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst, outside *cc.  Clobbers r0-r3, lr, flags.  Stack: 1080 bytes.
function mote_shabal_close
        push    {r4-r7, lr}
        movs    r4, #128                @ the bit that ends the message: 80h >> n
        lsrs    r4, r2
        orrs    r1, r4
        negs    r4, r4                  @ and no bits below it
        ands    r1, r4
        load
#ifdef __ARMEB__
        subs    r2, r0, #1
1:      strb    r1, [r2, r7]
#else
1:      strb    r1, [r0, r7]
#endif
        movs    r1, #0                  @ then zeros
        advance 1
        bne     1b
        movs    r2, #8                  @ four blocks, the first with the carry set ...
2:      bl      block
        lsrs    r2, #1                  @ ... the others, with the same M and W, with it clear
        bne     2b
        lsrs    r2, r4, #3              @ the digest, the last words of C: an update from r1 that
#ifdef __ARMEB__
        movs    r1, #C                  @ copies r2 bytes to r0 + r7, which never becomes 0
        adds    r1, r0
        adds    r3, r2
#else
        adds    r0, #C + 64             @ copies r2 bytes to r0 + r7, which never becomes 0; on
        subs    r1, r0, r2              @ leaving r4-r7 then go to B, no longer needed
#endif
        subs    r7, r3, r0
        b       next
        .size   mote_shabal_close, . - mote_shabal_close

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r0-r3, lr, flags.  Stack: 1080 bytes.
function mote_shabal
        push    {r4-r7, lr}
        load
next:   subs    r2, #1
        bcc     leave
        ldrb    r3, [r1]
        adds    r1, #1
#ifdef __ARMEB__
        advance 1
        strb    r3, [r0, r7]
#else
        strb    r3, [r0, r7]
        advance 1
#endif
        bne     next
        bl      block
again:  empty
        b       next

leave:
#ifdef __ARMEB__
        adds    r0, #STATE
#endif
        stmia   r0!, {r4-r7}
#if __ARM_ARCH_6M__
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3
#endif
        .size   mote_shabal, . - mote_shabal

@ One block: W, B + M, the permutation, C - M, swap of B and C.
@ r0, r5, r6 as above, r7 = 0, carry = what W is increased by.  Changes r5, r6 by that and keeps
@ the other low registers; clobbers lr, flags, and the four words at STATE.  Stack: 1060 bytes.

block:  adcs    r6, r7                  @ W = W + carry
        adcs    r5, r7
        push    {r0-r7, lr}
        mov     lr, sp
        ldr     r1, [r0, #A]            @ A[0] = A[0] ^ W, A[1] = A[1] ^ (W >>> 32)
        ldr     r2, [r0, #A + 4]
        eors    r1, r6
        eors    r2, r5
        str     r1, [r0, #A]
        str     r2, [r0, #A + 4]
#ifdef __ARMEB__
        adds    r0, #64                 @ the end of M
        movs    r6, r0                  @ STATE, A: to C
        movs    r5, #15
        lsls    r7, r5, #28             @ -10000000h: C is reversed
        lsrs    r5, #1
        lsls    r5, #28                 @ 70000000h: C[8] is word 7
#else
        movs    r6, r0                  @ STATE, A: to C
        movs    r5, #1
        lsls    r7, r5, #28             @ 10000000h
        lsls    r5, #31                 @ 80000000h: C[8] is word 8
        asrs    r0, r5, #25             @ -64, from A[i-4] to M[i]
#endif
        adds    r7, #TURN_17

1:
#ifdef __ARMEB__
        ldr     r3, [r0, #124]          @ C[i]
        subs    r0, #4
        ldr     r4, [r0]                @ M[i]
        ldmia   r6!, {r1}               @ A[i-4]
        ldr     r2, [r6, #124]          @ B[i]
#else
        ldr     r4, [r6, r0]            @ M[i]
        ldmia   r6!, {r1}               @ A[i-4]
        ldr     r2, [r6, #124]          @ B[i]
        ldr     r3, [r6, #60]           @ C[i]
#endif
        adds    r2, r4                  @ B[i] = (B[i] + M[i]) <<< 17
        rors    r2, r7
        push    {r1-r4}
        adds    r5, r7
        bvc     1b

        subs    r7, #TURN_17 - TURN_15
        lsrs    r2, r5, #26             @ place of C[8]

2:      rors    r1, r7                  @ V = 5 (A[k-1] <<< 15)
        lsls    r0, r1, #2
        adds    r1, r0
        ldr     r0, [sp, #11*RECORD+RA]
        ldr     r3, [r6, r2]
        eors    r1, r0                  @ A[k-12] ^ V
        ldr     r2, [sp, #9*RECORD+RB]  @ B[i+6]
        eors    r1, r3                  @ ^ C[8-i]
        lsls    r0, r1, #1
        adds    r1, r0                  @ U = 3 (...)
        ldr     r0, [sp, #6*RECORD+RB]  @ B[i+9]
        ldr     r3, [sp, #2*RECORD+RB]  @ B[i+13]
        bics    r0, r2
        eors    r1, r0                  @ A[k] = U ^ B[i+9] & ~B[i+6]
        eors    r1, r3                  @        ^ B[i+13]
        add     r0, sp, #15*RECORD+RB
        ldmia   r0!, {r2-r4}            @ B[i], C[i], M[i]
        lsls    r0, r2, #1              @ (carry = bit 31)
        adcs    r2, r2                  @ B[i] <<< 1
        eors    r1, r4                  @        ^ M[i]
        eors    r2, r1
        mvns    r2, r2                  @ B[i] = ~(B[i] <<< 1 ^ A[k])
        push    {r1-r4}
        subs    r5, r7
        lsrs    r2, r5, #26             @ place of the next C[8-i]; carry = bit 25
        bcc     2b

#ifdef __ARMEB__
        movs    r0, r6
3:      pop     {r1-r4}                 @ i = 15 to 0
        stmia   r0!, {r2}               @ C[i] = B[i]
#else
3:      pop     {r1-r4}                 @ i = 15 to 0
        str     r2, [r6, #60]           @ C[i] = B[i]
#endif
        subs    r3, r4
        str     r3, [r6, #124]          @ B[i] = C[i] - M[i]
        ldr     r2, [sp, #0*RECORD+RC]  @ A[i-4] += C[i-1] + C[i-5] + C[i-9]
        ldr     r3, [sp, #4*RECORD+RC]
        adds    r1, r2
        ldr     r2, [sp, #8*RECORD+RC]
        adds    r1, r3
        adds    r1, r2
        subs    r6, #4
        str     r1, [r6]
#ifdef __ARMEB__
        adds    r5, r7
#else
        subs    r5, r7
#endif
        bvc     3b

        mov     sp, lr
        pop     {r0-r7, pc}

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
