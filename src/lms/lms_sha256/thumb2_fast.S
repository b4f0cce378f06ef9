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
@ stack = 476
@ constant_time = false
@ calls = []
@ block = "update"
@
@ Registers outside of the rounds:
@   r0  a state          r1  data               r2  bytes still to come
@   r3  place of a byte  r4, r5  temporary
@   r6  where a hash goes                       r7  i; r
@ Registers of the message schedule and of the rounds: as in sha2/sha256_compress/thumb2_fast.S,
@   r0-r12       W(t) for t modulo 16 = 0 to 12, r5 to r7 also for 13 to 15; lr temporary
@   r0-r7        a to h; their names move on by one with each round
@   r8, r9       one holds a ^ b of the round before, which is b ^ c of this one; the other is free
@   r10-r12, lr  words and constants of two rounds
@
@ Verification of LMS signatures with SHA-256, for ARMv7-M (Cortex-M3, Cortex-M4), fast.  Nothing is called:
@ the hash function is in here.  Hashes of 32 bytes, Winternitz 8, any height.
@
@ Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
@
@ A MESSAGE has fewer than 2^29 - 54 bytes (512 MB): its bits are counted in a word.
@
@ A LINK of a chain hashes 55 bytes, one block: I, q, i, j, a hash of 32 bytes, and padding that never
@ changes.  Only word 5 (i, j, one byte of the hash) to word 13 differ between the links of a chain.  So
@ rounds 0 to 5 are calculated once a chain, as if word 5 were 0: it is added to two letters behind
@ them.  A link has the other 58 rounds, and its hash stays in registers, as words, until the next
@ link or the chain's end.
@
@ The states, the context and the text are those of thumb.S, without the constants.
@
@ COUNT, in cycles of the Cortex-M4's model, of a link: 58 rounds of 19.5, 1,131; 48 words of the
@ schedule of 10.4, 498; the rest some 120.
@
@ Stack: close 476.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_fast.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif
#if (defined(MOTE_LMS_N) && MOTE_LMS_N != 32) || (defined(MOTE_LMS_W) && MOTE_LMS_W != 8) || \
    (defined(MOTE_LMS_H) && MOTE_LMS_H != 0)
#error "this file verifies hashes of 32 bytes, Winternitz 8, every height: take portable.c"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

        .equ    H, 64                   @ a state: behind the block, whose last byte comes first
        .equ    LOW, 96
        .equ    ROOT, 100               @ the context
        .equ    NEXT, 104
        .equ    HEIGHT, 108
        .equ    SECOND, 112

        .equ    TEXT, 0                 @ places above SP in close
        .equ    NUMBER, TEXT + 16
        .equ    AT_D, 20
        .equ    AT_J, 22
        .equ    AT_TMP, 23
        .equ    AT_Q, 55
        .equ    LENGTH, TEXT + 92
        .equ    LOCALS, 100

@ The frame of the rounds, from SP on.
        .equ    W, 0                    @ the schedule
        .equ    LETTERS, 256            @ of a chain: a to h behind round 5, without word 5
        .equ    WORD_5, 288             @ without a byte of the hash: i, j
        .equ    LAST_WORD_5, 292        @ the same with the last j
        .equ    ENTRY, 296              @ what round 5 and 63 are followed by:
        .equ    CHAIN, 0                @   first_rounds
        .equ    LINK, 1                 @   round 6, after_link
        .equ    BLOCK, 2                @   round 6, after_block
        .equ    FRAME, 304
        .equ    STATE, FRAME            @ above it: r0-r2, r4-r7
        .equ    DATA, FRAME + 4
        .equ    PLACE, FRAME + 20

#include "common/thumb.inc"

#include "lms/lms_sha256_thumb_order.inc"

#include "sha2/sha256_compress_thumb2.inc"

        .macro  enter_as entry
        mov     lr, #\entry
        str     lr, [sp, #ENTRY]
        .endm

@ The words of a link (section 4.4), from word 5 on, of a hash in r0-r7: i, j, the hash, a bit, the
@ length.
link:   ldr     lr, [sp, #WORD_5]
        orr     r8, lr, r0, lsr #24
        lsls    r0, #8
        orr     r9, r0, r1, lsr #24
        lsls    r1, #8
        orr     r10, r1, r2, lsr #24
        str     r8, [sp, #W + 20]
        str     r9, [sp, #W + 24]
        str     r10, [sp, #W + 28]
        lsls    r2, #8
        orr     r8, r2, r3, lsr #24
        lsls    r3, #8
        orr     r9, r3, r4, lsr #24
        lsls    r4, #8
        orr     r10, r4, r5, lsr #24
        lsls    r5, #8
        orr     r11, r5, r6, lsr #24
        lsls    r6, #8
        orr     r12, r6, r7, lsr #24
        lsls    r5, r7, #8
        orr     r5, #0x80
        movs    r6, #0
        movw    r7, #55 * 8
        add     lr, sp, #W + 32
        stmia   lr!, {r8-r12}
        stmia   lr, {r5-r7}
        ldmia   sp, {r0-r4}

@ Step 1 (FIPS PUB 180-4, section 6.2.2), with the words of the block in their registers.
expand: sixteen_words 16, wide
        sixteen_words 32, wide
        sixteen_words 48, later

        @ Step 2: a to h
        ldr     lr, [sp, #ENTRY]
        str     r7, [sp, #W + 4 * 63]
        cmp     lr, #LINK
        bne     1f
        add     lr, sp, #LETTERS
        ldmia   lr, {r0-r7}
        ldr     lr, [sp, #W + 20]
        add     r2, lr
        add     r6, lr
        eor     r8, r3, r4
        b       sixth
1:      ldr     lr, [sp, #STATE]
        add     lr, #H
        ldmia   lr, {r0-r7}
rounds: eor     r8, r1, r2

        @ Step 3, and the constants (section 4.2.2) in the midst, to be in reach of all rounds
        two_rounds 0, r0, r1, r2, r3, r4, r5, r6, r7
        two_rounds 2, r6, r7, r0, r1, r2, r3, r4, r5
        two_rounds 4, r4, r5, r6, r7, r0, r1, r2, r3
        ldr     lr, [sp, #ENTRY]
        cmp     lr, #CHAIN
        beq.w   first_rounds
sixth:  two_rounds 6, r2, r3, r4, r5, r6, r7, r0, r1
        eight_rounds 8
        eight_rounds 16
        eight_rounds 24
        b       1f
        .align  2
K:
#include "sha2/sha256_constants.inc"
1:      eight_rounds 32
        eight_rounds 40
        eight_rounds 48
        eight_rounds 56
        ldr     lr, [sp, #ENTRY]
        cmp     lr, #LINK
        beq     after_link

        @ Step 4: the hash value
        ldr     lr, [sp, #STATE]
        add     lr, #H
        ldmia   lr, {r8-r11}
        add     r0, r8
        add     r1, r9
        add     r2, r10
        add     r3, r11
        stmia   lr!, {r0-r3}
        ldmia   lr, {r8-r11}
        add     r4, r8
        add     r5, r9
        add     r6, r10
        add     r7, r11
        stmia   lr, {r4-r7}
        add     sp, #FRAME
        ldmia   sp, {r0-r2}
        movs    r3, #0
        b       next

after_link:
        adr     lr, initial
        ldmia   lr!, {r8-r11}
        add     r0, r8
        add     r1, r9
        add     r2, r10
        add     r3, r11
        ldmia   lr, {r8-r11}
        add     r4, r8
        add     r5, r9
        add     r6, r10
        add     r7, r11
        ldr     r8, [sp, #WORD_5]
        ldr     r9, [sp, #LAST_WORD_5]
        add     r8, #256
        str     r8, [sp, #WORD_5]
        cmp     r8, r9
        bne.w   link
        ldr     lr, [sp, #PLACE]
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        rev     r\n, r\n
        str     r\n, [lr, #4 * \n]
        .endr
        add     sp, #FRAME
        pop     {r0-r2, r4-r12, pc}

@ The links of a chain: number r7, whose hash lies at r6, behind the text with the first j, which is
@ not 255.  The last one's hash takes its place.  Clobbers r3, lr, flags.
links:  push    {r0-r2, r4-r12, lr}
        sub     sp, #FRAME
        subs    r6, #AT_TMP
        .irp    n, 0, 1, 2, 3, 4
        ldr     r\n, [r6, #4 * \n]
        rev     r\n, r\n
        .endr
        stmia   sp, {r0-r4}
        ldrb    r5, [r6, #AT_J]
        lsls    r7, #16
        orr     r5, r7, r5, lsl #8
        orr     r7, #255 << 8
        str     r5, [sp, #WORD_5]
        str     r7, [sp, #LAST_WORD_5]
        movs    r5, #0
        str     r5, [sp, #W + 20]
        enter_as CHAIN
        adr     lr, initial
        ldmia   lr, {r0-r7}
        b       rounds
first_rounds:
        add     lr, sp, #LETTERS
        stmia   lr, {r0-r7}
        enter_as LINK
        ldr     lr, [sp, #PLACE]
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        ldr     r\n, [lr, #4 * \n]
        rev     r\n, r\n
        .endr
        b       link

        .align  2
initial:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ A whole block of the message, where it lies.
whole:  sub     r4, #512
        str     r4, [r0, #LOW]
        subs    r2, #64
        stmia   sp, {r0-r2}
        sub     sp, #FRAME
        mov     lr, r1
        add     r8, lr, #64
        load    0, r0, r1, r2, r3, r4
        load    8, r8, r9, r10, r11, r12
        enter_as BLOCK
        b       expand

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

@ Hashes r2 bytes at r1, in the state r0.  Clobbers r1-r3, lr, flags; r3 = 63 - i where the last byte,
@ number i of a block, did not fill the block, and 0 where it did.
update: push    {r0-r2, r4-r12, lr}
next:   cbz     r2, hashed
        ldr     r4, [r0, #LOW]
        lsls    r3, r4, #23
        bne     1f
        cmp     r2, #64
        bcs     whole
1:      ldrb    r5, [r1], #1
        subs    r2, #1
        subs    r4, #8
        str     r4, [r0, #LOW]
        lsls    r3, r4, #23
        lsrs    r3, #26
        strb    r5, [r0, r3]
        bne     next
        @ The state's block
        stmia   sp, {r0-r2}
        sub     sp, #FRAME
        enter_as BLOCK
        mov     lr, r0
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        ldr     r\n, [lr, #60 - 4 * \n]
        .endr
        stmia   sp, {r0-r7}
        .irp    n, 8, 9, 10, 11, 12
        ldr     r\n, [lr, #60 - 4 * \n]
        .endr
        ldr     r5, [lr, #8]
        ldr     r6, [lr, #4]
        ldr     r7, [lr]
        add     lr, sp, #W + 32
        stmia   lr!, {r8-r12}
        stmia   lr, {r5-r7}
        b       expand
hashed: add     sp, #12
        pop     {r4-r12, pc}

#include "lms/lms_sha256_thumb_first.inc"

@ void mote_lms_sha256(mote_lms_sha256_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.
        function mote_lms_sha256
        b       update
        .size   mote_lms_sha256, . - mote_lms_sha256

@ int mote_lms_sha256_close(mote_lms_sha256_context *cc)
@ r0 = cc.  Clobbers r0-r3, ip, lr, flags.
        function mote_lms_sha256_close
        push    {r4-r7, lr}
        ldr     r1, [r0, #ROOT]
        cbnz    r1, 1f
        movs    r0, r1
        leave   r4-r7
1:      sub     sp, #LOCALS

#include "lms/lms_sha256_thumb_close.inc"
chain:  add     r4, sp, #TEXT + AT_D
        adds    r4, #AT_TMP - AT_D
        movs    r6, r4
        bl      take
        adds    r4, #AT_Q - AT_TMP
        ldrb    r3, [r4, r7]            @ j
        cmp     r3, #255
        beq     2f
        strb    r3, [r6, #AT_J - AT_TMP]
        bl      links
2:      movs    r1, r6
        movs    r2, #32
        bl      update
        adds    r7, #1
        cmp     r7, #34
        bne     chain
#include "lms/lms_sha256_thumb_last.inc"
        add     sp, #LOCALS
        movs    r0, r1
        leave   r4-r7
        .size   mote_lms_sha256_close, . - mote_lms_sha256_close

        .align  2
padding:
        .byte   0x80, 0, 0, 0
zero_mesg:
        .byte   0, 0, 0x81, 0x81        @ a zero; D_MESG

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
