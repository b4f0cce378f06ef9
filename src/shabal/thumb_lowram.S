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
@ stack = 308
@ constant_time = true
@ calls = []
@ block = "block"
@ state.A = {offset = 80, words = 12}
@ state.B = {offset = 192, words = 16, order = {little = "up", big = "down"}}
@ state.C = {offset = 128, words = 16, order = {little = "up", big = "down"}}
@ counter = {offset = 68, words = 2, order = "down"}
@ fill = {offset = 76, start = {little = -64, big = 64}, step = {little = 1, big = -1}}
@
@ Registers of the three functions:
@   r0  the context: M, or in little-endian code the last byte of M
@   r4  SIZE      r5, r6  W, high and low      r7  POS
@ Registers of `block`:
@   r0, r2, r3  temporaries                      r6  A[a]; later C[i]
@   r1  A[a-1], later the new A[a]               r7  change of r5 in a turn, rotation
@   r4  end of what is read downwards, below     lr  end of A, which is C
@   r5  top four bits: i                         r12 start of what is read upwards
@
@ Shabal in Thumb code with little RAM: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).  16-bit
@ instructions only, nothing called, no constant pool.  thumb.S is smaller and takes 772 bytes of
@ stack more.
@
@ Specification: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
@ 28 October 2008, section 2.3; interface: include/mote/shabal.h.  A, B, C, M, W, and U, V inside a
@ step, are the specification's names.
@
@ THE PERMUTATION
@
@ pushes B alone on the stack, 16 words and one more in each of the 48 steps: B[i], B[i+6], B[i+9]
@ and B[i+13] lie at constant offsets from SP, and the push is the store and the pointer update in
@ one.  These 256 bytes, the block's registers and the caller's are the whole stack.
@
@ A stays in the context, and is walked over four times.  A walk ends where A ends; as 12 and 16
@ have no common multiple below 48, the walk that ends with i = 0 is the last.
@
@ M and C stay in the context, too, and are read with opposite directions: one word goes up with i
@ and one down.  C stands there twice in a row, as the place of B is free while B is on the stack,
@ so that C[8-i], and the three words of C that A[a] gets, are read without an index modulo 16.
@
@ r5 has i in its top four bits, so that i is modulo 16 by itself and one shift makes an offset of
@ it.  r7 is what a turn changes r5 by: 10000000h, and in the low bits the rotation of the loop
@ (only the lowest five bits of it rotate).  The loops of 16 turns end with the carry.
@
@ THE CONTEXT
@
@   offset    little-endian              big-endian
@     0  M    words of the block         last word first
@    64       SIZE: digest size in bits
@    68       W, high word: number of the last block
@    72       W, low word
@    76       POS: -64 to -1, bytes      POS: 64 to 1, bytes still to come
@             still to come, negated
@    80  A
@   128  C    in order                   last word first
@   192  B    in order                   last word first
@
@ POS becomes 0 and sets the carry exactly when the block is full.  The carry is what is added to
@ W: the final rounds call the same routine with the carry clear.
@
@ In big-endian code the bytes of M run from the end of the array to its start.  That reverses the
@ words and the bytes in them at no cost.  B and C are reversed as well, so that one pointer reaches
@ all three, and in both byte orders the loop of mote_shabal that copies the message into M also
@ copies the digest out of C.  In the steps M then is what goes down with i, and C goes up.
@
@ POS moves on before a byte is written, so that a load and its use stand apart; little-endian code
@ therefore keeps the last byte of M as its base, not the end.
@
@ Each function returns with bx on ARMv4T, where pop would not change to ARM state.

#if !defined(__thumb__)
#error "thumb_lowram.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text

#ifdef __ARMEB__
        .equ    M, 0                    @ offsets from r0, as the three functions keep it
#else
        .equ    M, -63
#endif
        .equ    STATE, M + 64           @ SIZE, W, POS, A: 16 words
        .equ    A, STATE + 16
        .equ    C, STATE + 64

        .equ    TURN_17, 15             @ low bits of r7 for <<< 17, which is >>> 15,
        .equ    TURN_15, 17             @ and for <<< 15, which is >>> 17

#ifdef __ARMEB__
#define C_i r2                          /* what a step has loaded where */
#define M_i r0
#else
#define C_i r0
#define M_i r2
#endif

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

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r0-r3, r12, lr, flags.  Stack: 308 bytes.
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
#ifndef __ARMEB__
        subs    r0, #1
#endif
2:      empty                           @ M = out_size, out_size + 1, ...
#ifdef __ARMEB__
        subs    r2, r0, #4
#else
        adds    r2, r0, #1
#endif
3:      str     r1, [r2, r7]
        adds    r1, #1
        advance 4
        bne     3b
        bl      block                   @ (carry set)
        lsls    r2, r1, #27             @ bit 4: 16 words done, 16 to come
        bmi     2b
        b       again                   @ r2 = 0: an update without data, just after a block
        .size   mote_shabal_init, . - mote_shabal_init

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst, outside *cc.  Clobbers r0-r3, r12, lr, flags.
@ Stack: 308 bytes.
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
#else
        adds    r2, r0, #1
#endif
1:      strb    r1, [r2, r7]
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
        adds    r0, #C + 64             @ copies r2 bytes to r0 + r7 + 1, which never becomes 0;
        subs    r1, r0, r2              @ on leaving r4-r7 then go to B, no longer needed
#endif
        subs    r7, r3, r0
#ifndef __ARMEB__
        subs    r0, #1
#endif
        b       next
        .size   mote_shabal_close, . - mote_shabal_close

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r0-r3, r12, lr, flags.  Stack: 308 bytes.
function mote_shabal
        push    {r4-r7, lr}
        load
next:   subs    r2, #1
        bcc     leave
        ldrb    r3, [r1]
        adds    r1, #1
        advance 1
        strb    r3, [r0, r7]
        bne     next
        bl      block
again:  empty
        b       next

leave:  adds    r0, #STATE
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
@ the other low registers; clobbers r12, lr, flags, and the four words at STATE.  Stack: 288 bytes.

block:  adcs    r6, r7                  @ W = W + carry
        adcs    r5, r7
        push    {r0-r6, lr}
        adds    r0, #STATE
        ldr     r1, [r0, #A - STATE]    @ A[0] = A[0] ^ W, A[1] = A[1] ^ (W >>> 32)
        ldr     r2, [r0, #A - STATE + 4]
        eors    r1, r6
        eors    r2, r5
        str     r1, [r0, #A - STATE]
        str     r2, [r0, #A - STATE + 4]
        movs    r7, #1
        lsls    r7, #28
        adds    r7, #TURN_17
        movs    r5, #0
#ifdef __ARMEB__
        movs    r6, r0                  @ end of C, downwards to C
        adds    r6, #C - STATE + 64
        movs    r0, #128                @ -128, from C to M
        negs    r0, r0
#else
        movs    r6, r0                  @ STATE, A: to C
        subs    r0, #64                 @ M
        mov     r12, r0
#endif

1:
#ifdef __ARMEB__
        subs    r6, #4
        ldr     r3, [r6]                @ C[i]
        ldr     r2, [r6, #64]           @ B[i]
        ldr     r4, [r6, r0]            @ M[i]
        str     r3, [r6, #64]           @ second C[i]
#else
        ldmia   r0!, {r4}               @ M[i]
        ldmia   r6!, {r1}               @ A[i-4], in the end A[11]
        ldr     r3, [r6, #60]           @ C[i]
        ldr     r2, [r6, #124]          @ B[i]
        str     r3, [r6, #124]          @ second C[i]
#endif
        adds    r2, r4                  @ push (B[i] + M[i]) <<< 17
        rors    r2, r7
        push    {r2}
        adds    r5, r7
        bcc     1b

        mov     lr, r6                  @ end of A, C
#ifdef __ARMEB__
        movs    r0, r6
        subs    r6, #4
        ldmia   r6!, {r1}               @ A[11]
        adds    r0, #28                 @ C[8], upwards
        mov     r12, r0
        movs    r4, r6
        subs    r4, #128 - 60           @ M[0], downwards
#else
        movs    r4, r6
        adds    r4, #96                 @ second C[8], downwards
#endif
        adds    r7, #TURN_15 - TURN_17

2:      subs    r6, #48                 @ a = 12: back to 0
3:      rors    r1, r7                  @ V = 5 (A[a-1] <<< 15)
        lsls    r0, r1, #2
        lsrs    r2, r5, #26             @ 4 i
        ldr     r3, [r6]                @ A[a]
        adds    r1, r0
        subs    r0, r4, r2
        ldr     r0, [r0]                @ C[8-i]; big-endian: M[i]
        add     r2, r12
        ldr     r2, [r2]                @ M[i]; big-endian: C[8-i]
        eors    r1, r3                  @ A[a] ^ V ^ C[8-i]
        eors    r1, C_i
        lsls    r3, r1, #1
        adds    r1, r3                  @ U = 3 (...)
        eors    r1, M_i                 @   ^ M[i]
        ldr     r0, [sp, #9*4]          @ B[i+6]
        ldr     r2, [sp, #6*4]          @ B[i+9]
        ldr     r3, [sp, #2*4]          @ B[i+13]
        bics    r2, r0
        eors    r1, r3                  @   ^ B[i+13]
        ldr     r3, [sp, #15*4]         @ B[i]
        eors    r1, r2                  @   ^ B[i+9] & ~B[i+6]
        stmia   r6!, {r1}               @ A[a]
        lsls    r0, r3, #1              @ (carry = bit 31)
        adcs    r3, r3                  @ B[i] <<< 1
        eors    r3, r1
        mvns    r3, r3                  @ B[i] = ~(B[i] <<< 1 ^ A[a])
        push    {r3}
        adds    r5, r7                  @ next i
        cmp     r6, lr
        bne     3b
        lsrs    r2, r5, #28             @ i = 0 at the end of A: 48 steps
        bne     2b

        subs    r6, #48                 @ A[a] += C[a+3] + C[a+11] + C[a+15], a = 0 to 11
#ifdef __ARMEB__
        mov     r0, lr
        adds    r0, #48
#endif
4:      ldr     r1, [r6]
#ifdef __ARMEB__
        ldr     r2, [r0]
        ldr     r3, [r0, #16]
        ldr     r4, [r0, #32]
        subs    r0, #4
#else
        ldr     r2, [r6, #60]
        ldr     r3, [r6, #92]
        ldr     r4, [r6, #108]
#endif
        adds    r1, r2
        adds    r1, r3
        adds    r1, r4
        stmia   r6!, {r1}
        cmp     r6, lr
        bne     4b

        movs    r0, #128                @ -128, from C to M
        negs    r0, r0
#ifndef __ARMEB__
        adds    r6, #64                 @ end of C, downwards
#endif
5:                                      @ i = 15 to 0
#ifndef __ARMEB__
        subs    r6, #4
#endif
        pop     {r2}
        ldr     r3, [r6]
        ldr     r4, [r6, r0]
#ifdef __ARMEB__
        stmia   r6!, {r2}               @ C[i] = B[i]
        subs    r3, r4
        str     r3, [r6, #60]           @ B[i] = C[i] - M[i]
#else
        str     r2, [r6]                @ C[i] = B[i]
        subs    r3, r4
        str     r3, [r6, #64]           @ B[i] = C[i] - M[i]
#endif
        adds    r5, r7
        bcc     5b

        add     sp, #48*4
        movs    r7, #0
        pop     {r0-r6, pc}

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
