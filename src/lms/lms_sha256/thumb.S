@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "RFC 8554, sections 4 and 5, with one tree; FIPS PUB 180-4"
@ functions = [
@   "mote_lms_sha256_init(cc, key, key_len, signature, signature_len)",
@   "mote_lms_sha256(cc, data, len)",
@   "mote_lms_sha256_close(cc)",
@ ]
@ reads = {cc = 212, key = "key_len", signature = "signature_len", data = "len"}
@ writes = {cc = 212}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 760
@ constant_time = false
@ calls = []
@ block = "update"
@
@ Registers of the hash function:
@   r0  the state        r1  data                  r2  bytes still to come
@   r3  place of a byte  r4, r5, r6  temporary     lr  SP without words
@ Registers of a round:
@   r0-r3  temporary     r4  T1, then a            r5  11, which four functions rotate by
@   r6  W(t + 16)        r7  rounds to go
@
@ Verification of LMS signatures with SHA-256 in Thumb code, small: ARMv4T, both byte orders, and
@ ARMv6-M (Cortex-M0).  16-bit instructions only but for bl, nothing called: the hash function is in
@ here.  Hashes of 32 bytes, Winternitz 8, any height.
@
@ Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
@
@ A MESSAGE has fewer than 2^29 - 54 bytes (512 MB): its bits are counted in a word.
@
@ TWO HASHES run at once, of the one-time public key and of a link of a chain; the second is started,
@ given what stands in the text and finished again and again.  Each has a state of 100 bytes: the
@ block with its last byte first, H, the negated number of bits.  Counted downwards, that is the
@ place of the next byte.
@
@ THE CONTEXT: the first state; the addresses of T[1], 0 where the key or signature is refused, and of
@ what comes next of the signature; the height; the second state.
@
@ THE CONSTANTS K of SHA-256 are computed, once a call, and lie on the stack above the frame of
@ `update`, which therefore is called with nothing pushed since then.  So K(t) has a constant offset
@ from SP in a round, as in sha2/sha256_thumb.inc, where the rounds are explained.
@
@ THE TEXT, all that is hashed in close, lies above the constants: I, q or r, i or D, then j and a hash,
@ and behind them Q with its checksum; or one hash or two.
@
@ Stack: init 52, update 672, close 760.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif
#if (defined(MOTE_LMS_N) && MOTE_LMS_N != 32) || (defined(MOTE_LMS_W) && MOTE_LMS_W != 8) || \
    (defined(MOTE_LMS_H) && MOTE_LMS_H != 0)
#error "this file verifies hashes of 32 bytes, Winternitz 8, every height: take portable.c"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    H, 64                   @ a state
        .equ    LOW, 96
        .equ    ROOT, 100               @ the context
        .equ    NEXT, 104
        .equ    HEIGHT, 108
        .equ    SECOND, 112

        .equ    TEXT, 256               @ places above SP in close
        .equ    NUMBER, TEXT + 16
        .equ    AT_D, 20
        .equ    AT_J, 22
        .equ    AT_TMP, 23
        .equ    AT_Q, 55
        .equ    LENGTH, TEXT + 92
        .equ    LOCALS, 100

        .equ    WINDOW, 96              @ of a block
        .equ    FRAME, 32
        .equ    A, 64
        .equ    D, 76
        .equ    E, 80
        .equ    K, WINDOW + FRAME + 256 - 4

#include "common/thumb.inc"

#include "lms/lms_sha256_thumb_order.inc"

@ The functions of FIPS PUB 180-4, section 4.1.2.
        .macro  upper_sigma1              @ r4 += SIGMA1(r1): by 11, 11 + 14, 11 + 14 + 13
        movs    r0, r1
        movs    r3, #13
        rors    r0, r3
        eors    r0, r1
        movs    r3, #14
        rors    r0, r3
        eors    r0, r1
        rors    r0, r5
        adds    r4, r0
        .endm
        .macro  upper_sigma0              @ r4 += SIGMA0(r0), r3 = 2: by 2, 2 + 11, 2 + 11 + 9
        movs    r1, r0
        movs    r3, #9
        rors    r1, r3
        eors    r1, r0
        rors    r1, r5
        eors    r1, r0
        movs    r3, #2
        rors    r1, r3
        adds    r4, r1
        .endm
        .macro  lower_sigma0              @ r6 += sigma0(r1): by 7, 7 + 11
        movs    r2, r1
        rors    r2, r5
        eors    r2, r1
        movs    r3, #7
        rors    r2, r3
        lsrs    r1, #3
        eors    r2, r1
        adds    r6, r2
        .endm
        .macro  lower_sigma1              @ r6 += sigma1(r1), with r3 = 2: by 17, 17 + 2
        movs    r2, r1
        rors    r2, r3
        eors    r2, r1
        movs    r3, #17
        rors    r2, r3
        lsrs    r1, #10
        eors    r2, r1
        adds    r6, r2
        .endm

@ Pushes the constants K.  Clobbers r0-r7, flags.
@
@ A root Y is found bit by bit.  With the next bit's value X, A = 3 Y Y, E = 3 X Y + X X, C = X X
@ and R = (p - Y Y Y) / X, the bit is 1 if A + E <= R.  Then Y + X takes the place of Y: R becomes
@ R - A - E, A becomes A + 2 E + C, E becomes E + 3 C.  For the next bit X is halved: R doubles, C
@ becomes C / 4, E becomes E / 2 less that.  X goes from 4 to 2^-32.  All these numbers have 23
@ fractional bits, what is less is cut off; that the 64 constants are right nevertheless has been
@ tried, not proved.
@
@ Registers: r0 = p, r1 = E, r2 = A, r3 = C, r4 = A + E, r5 = bits to go, r6 = Y, r7 = R.
constants:
        movs    r0, #2
is_prime:                               @ r1 = divisors 17 to 1: those below p have another multiple
        movs    r1, #18                 @ than themselves that is p
2:      subs    r1, #1
        subs    r2, r0, r1
3:      subs    r2, r1
        bgt     3b
        bne     2b
        cmp     r1, #1
        bne     next_number
        lsls    r3, r1, #27             @ X = 4, A = 0 (r2)
        movs    r1, r3
        lsls    r7, r0, #20
        movs    r5, #35
4:      lsls    r7, #1
        adds    r4, r2, r1
        cmp     r7, r4
        bcc     5f
        adds    r1, r3
        adds    r2, r4, r1
        adds    r1, r3
        adds    r1, r3
        subs    r7, r4                  @ (carry set)
5:      adcs    r6, r6
        lsrs    r1, #1
        lsrs    r3, #2
        subs    r1, r3
        subs    r5, #1
        bne     4b
        push    {r6}
next_number:
        adds    r0, #1
        lsrs    r3, r0, #3
        cmp     r3, #39                 @ 311, the 64th prime, is the last one below 312
        bne     is_prime
        bx      lr

@ Starts a state: r0.  Clobbers r3-r5, flags.
start:  adr     r4, initial
        movs    r3, #32
        adds    r0, #H
1:      subs    r3, #4
        ldr     r5, [r4, r3]
        str     r5, [r0, r3]
        bne     1b
        str     r3, [r0, #LOW - H]
        subs    r0, #H
        bx      lr

@ Hashes r2 bytes at r1, in the state r0.  Clobbers r3, lr, flags; r3 = 63 - i where the last byte,
@ number i of a block, did not fill the block.
hashed: mov     sp, lr
        leave   r0-r2, r4-r7
update: push    {r0-r2, r4-r7, lr}
        mov     lr, sp
next:   subs    r2, #1
        bcc     hashed
        ldrb    r5, [r1]
        adds    r1, #1
        ldr     r4, [r0, #LOW]
        subs    r4, #8
        str     r4, [r0, #LOW]
        lsls    r3, r4, #23
        lsrs    r3, #26
#ifdef __ARMEB__
        movs    r6, #3
        eors    r6, r3
        strb    r5, [r0, r6]
        cmp     r3, #0
#else
        strb    r5, [r0, r3]
#endif
        bne     next

        mov     r7, lr
        stmia   r7!, {r0-r2}
        movs    r1, #WINDOW
6:      subs    r1, #4
        ldr     r2, [r0, r1]
        push    {r2}
        bne     6b
        movs    r5, #11
        movs    r7, #64

@ A round (section 6.2.2, step 3), and W(t + 16) (step 1).
round:  add     r1, sp, #E
        ldmia   r1, {r1-r4}             @ e, f, g, h
        eors    r2, r3                  @ T1 = h + Ch(e, f, g)
        ands    r2, r1
        eors    r2, r3
        adds    r4, r2
        upper_sigma1
        ldr     r6, [sp, #60]           @ + W(t)
        adds    r4, r6
        ldr     r0, [sp, #K]            @ + K(t)
        adds    r4, r0
        ldr     r1, [sp, #56]           @ sigma0(W(t + 1)): by 7, 7 + 11
        lower_sigma0
        add     r0, sp, #A
        ldmia   r0, {r0-r3}             @ a, b, c, d
        adds    r3, r4                  @ e = d + T1
        str     r3, [sp, #D]
        eors    r1, r0                  @ a = T1 + Maj(a, b, c)
        eors    r2, r0
        ands    r1, r2
        eors    r1, r0
        adds    r4, r1
        upper_sigma0
        str     r4, [sp, #60]
        ldr     r1, [sp, #4]            @ sigma1(W(t + 14)): by 17, 17 + 2
        lower_sigma1
        ldr     r1, [sp, #24]           @ W(t + 9)
        adds    r6, r1
        push    {r6}
        subs    r7, #1
        bne     round

        mov     r7, lr
        ldmia   r7!, {r0-r2}
        movs    r3, #WINDOW - 4         @ H (step 4); the sums in place of the block are of no use
        mov     r4, sp
7:      ldr     r5, [r0, r3]
        ldr     r6, [r4, r3]
        adds    r5, r6
        str     r5, [r0, r3]
        subs    r3, #4
        bpl     7b
        add     sp, #WINDOW + 256
        b       next

#include "lms/lms_sha256_thumb_first.inc"

@ void mote_lms_sha256(mote_lms_sha256_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r0-r3, lr, flags.  Stack: 672.
        function mote_lms_sha256
        push    {r0-r2, r4-r7, lr}
        bl      constants
        add     r3, sp, #256
        ldmia   r3!, {r0-r2}
        bl      update
        add     sp, #256 + 12
        leave   r4-r7
        .size   mote_lms_sha256, . - mote_lms_sha256

@ int mote_lms_sha256_close(mote_lms_sha256_context *cc)
@ r0 = cc.  Clobbers r0-r3, ip, lr, flags.  Stack: 760.
        function mote_lms_sha256_close
        push    {r4-r7, lr}
        ldr     r1, [r0, #ROOT]
        cmp     r1, #0
        bne     1f
        movs    r0, r1
        leave   r4-r7
1:      sub     sp, #LOCALS
        mov     ip, r0
        bl      constants
        mov     r0, ip

#include "lms/lms_sha256_thumb_close.inc"
chain:  add     r4, sp, #TEXT + AT_D
        strb    r7, [r4, #1]
        movs    r3, #0
        strb    r3, [r4]
        adds    r4, #AT_TMP - AT_D
        movs    r6, r4
        bl      take
        adds    r4, #AT_Q - AT_TMP
        ldrb    r3, [r4, r7]            @ j
link:   add     r4, sp, #TEXT + AT_D
        strb    r3, [r4, #AT_J - AT_D]
        cmp     r3, #255
        beq     2f
        movs    r2, #55
        bl      digest
        subs    r0, #SECOND
        subs    r1, r6, #1              @ (AT_J)
        ldrb    r3, [r1]
        adds    r3, #1
        b       link
2:      movs    r1, r6
        movs    r2, #32
        bl      update
        adds    r7, #1
        cmp     r7, #34
        bne     chain
#include "lms/lms_sha256_thumb_last.inc"
        add     sp, #LOCALS + 256
        movs    r0, r1
        leave   r4-r7
        .size   mote_lms_sha256_close, . - mote_lms_sha256_close

        .align  2
initial:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
padding:
        .byte   0x80, 0, 0, 0
zero_mesg:                              @ not padding + 4, which clang's assembler refuses in adr
        .byte   0, 0, 0x81, 0x81        @ a zero; D_MESG

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
