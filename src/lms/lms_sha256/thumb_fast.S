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
@ Registers of the message schedule and of the rounds: as in sha2/sha256_compress_thumb.inc,
@   r0, r1  words        r2, r3  temporary      r4-r7   11, 7, 2, 17
@   r0-r6   a, b, b ^ c, temporary, e, f, f ^ g; their names move on by one with each round
@   r7      temporary      r8, r10, r11, r12  c, d, g, h
@
@ Verification of LMS signatures with SHA-256 in Thumb code, fast: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0).  16-bit instructions only but for bl, nothing called: the hash function is in here.  Hashes
@ of 32 bytes, Winternitz 8, any height.
@
@ Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
@
@ A MESSAGE has fewer than 2^29 - 54 bytes (512 MB): its bits are counted in a word.
@
@ A LINK of a chain hashes 55 bytes, one block: I, q, i, j, a hash of 32 bytes, and padding that never
@ changes.  Only word 5 (i, j, one byte of the hash) to word 13 differ between the links of a chain.  So
@ words 0 to 4 stay on the stack, and rounds 0 to 5 are calculated once a chain, as if word 5 were 0: it
@ is added to two letters behind them.  A link has the other 58 rounds, and the next one's words are made of
@ its letters.
@
@ The states, the context and the text are those of thumb.S, without the constants.
@
@ COUNT, in cycles of a Cortex-M0, of a link: 58 rounds of 38, 2,204; 48 words of the schedule of 23,
@ 1,104; the rest some 200.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
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

@ The frame of the rounds, from SP on where all words of the schedule are pushed.
        .equ    W, 0                    @ the schedule, last word first
        .equ    W_BYTES, 256
        .equ    LETTERS, W_BYTES        @ of a chain: what the rounds have behind round 5, without word 5
        .equ    WORD_5, LETTERS + 40    @ without a byte of the hash: i, j
        .equ    LAST_WORD_5, WORD_5 + 4 @ the same with the last j
        .equ    ENTRY, WORD_5 + 8       @ what round 5 and 63 are followed by:
        .equ    CHAIN, 0                @   first_rounds
        .equ    LINK, 1                 @   round 6, after_link
        .equ    BLOCK, 2                @   round 6, after_block
        .equ    ABOVE, WORD_5 + 12      @ r8, r10-r12
        .equ    STATE, ABOVE + 16       @ r0-r2, r4-r7
        .equ    PLACE, STATE + 20
        .equ    FRAME, ABOVE - W_BYTES

#include "common/thumb.inc"

#include "lms/lms_sha256_thumb_order.inc"

@ K(t) (section 4.2.2), number \i behind the label K\first.  Each has a name, for clang: its
@ assembler takes no sum as the place of a load.
        .macro  constant first, i
        .equ    .LK\first\()_\i, K\first + 4 * \i
        ldr     r7, .LK\first\()_\i
        .endm

#include "sha2/sha256_rounds_thumb.inc"

@ Makes the frame, but for words.  Clobbers r4-r7.
        .macro  enter_as entry
        mov     r4, r8
        mov     r5, r10
        mov     r6, r11
        mov     r7, r12
        push    {r4-r7}
        sub     sp, #FRAME
        movs    r4, #\entry
        str     r4, [sp, #ENTRY - W_BYTES]
        .endm
        .macro  leave_frame
        add     sp, #FRAME
        pop     {r4-r7}
        mov     r8, r4
        mov     r10, r5
        mov     r11, r6
        mov     r12, r7
        .endm

@ The first hash value, number \i of its words (section 5.3.3): r2.
        .macro  initial_word i
        .equ    .Linitial_\i, initial_words + 4 * \i
        ldr     r2, .Linitial_\i
        .endm

@ Pushes the end of \left and the begin of \right, which becomes the sum with word \i of the first hash
@ value: a word of a link.  Clobbers r2.
        .macro  word_of_link left, right, i
        initial_word \i
        adds    \right, r2
        lsls    \left, #8
        lsrs    r2, \right, #24
        orrs    \left, r2
        push    {\left}
        .endm

@ The next link's words (section 4.4), from word 5 on: i, j, the hash, a bit, the length.
after_link:
        add     sp, #W_BYTES - 20
        ldr     r1, [sp, #WORD_5 - W_BYTES + 20]
        movs    r2, #1
        lsls    r2, #8
        adds    r1, r2
        str     r1, [sp, #WORD_5 - W_BYTES + 20]
        movs    r7, r1
        initial_word 0
        adds    r6, r2
        lsrs    r2, r6, #24
        orrs    r1, r2
        push    {r1}
        word_of_link r6, r0, 1
        mov     r1, r8
        word_of_link r0, r1, 2
        mov     r6, r10
        word_of_link r1, r6, 3
        word_of_link r6, r3, 4
        word_of_link r3, r4, 5
        mov     r0, r11
        word_of_link r4, r0, 6
        mov     r1, r12
        word_of_link r0, r1, 7
        lsls    r1, #8
        movs    r2, #0x80
        orrs    r1, r2
        push    {r1}
        movs    r1, #55
        lsls    r1, #3
        movs    r2, #0
        push    {r2}
        push    {r1}
        ldr     r2, [sp, #LAST_WORD_5 - W_BYTES + 64]
        cmp     r7, r2
        bne     expand

        @ The last one's hash, from the words in the order of bytes
        ldr     r7, [sp, #PLACE - W_BYTES + 64]
        subs    r7, #AT_TMP - AT_D
        movs    r6, #4 * 9
        movs    r5, #4 * 10
        add     r5, sp
        b       2f
1:      ldr     r0, [r5]
        big_endian r1, r0
        str     r1, [r7]
        adds    r7, #4
        subs    r5, #4
2:      subs    r6, #4
        bpl     1b
        add     sp, #64
        leave_frame
        leave   r0-r2, r4-r7

        .align  2
initial_words:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ The words of a link from its text, behind round 5 of the chain without word 5.
first_rounds:
        add     r7, sp, #LETTERS
        stmia   r7!, {r0-r3, r5, r6}
        mov     r0, r8
        mov     r1, r10
        mov     r2, r11
        mov     r3, r12
        stmia   r7!, {r0-r3}
        movs    r0, #LINK
        str     r0, [sp, #ENTRY]
        add     sp, #W_BYTES - 20
        ldr     r5, [sp, #PLACE - W_BYTES + 20]
        subs    r5, #AT_TMP - AT_D
        movs    r6, #8
1:      ldmia   r5!, {r0}
        big_endian r1, r0
        push    {r1}
        subs    r6, #1
        bne     1b
        movs    r6, #3
1:      lsls    r1, #8
        ldrb    r0, [r5]
        adds    r5, #1
        orrs    r1, r0
        subs    r6, #1
        bne     1b
        lsls    r1, #8
        movs    r0, #0x80
        orrs    r1, r0
        push    {r1}
        movs    r1, #55
        lsls    r1, #3
        movs    r2, #0
        push    {r2}
        push    {r1}

@ Step 1 (FIPS PUB 180-4, section 6.2.2), with the words of the block pushed.
expand: movs    r4, #11
        movs    r5, #7
        movs    r6, #2
        movs    r7, #17
        mov     r3, sp
        subs    r3, #4 * 48
        mov     r12, r3
        ldr     r0, [sp, #4 * 15]
3:      schedule r0, r1
        schedule r1, r0
        schedule r0, r1
        schedule r1, r0
        schedule r0, r1
        schedule r1, r0
        cmp     sp, r12
        bne     3b

        @ Step 2: the letters
        ldr     r0, [sp, #ENTRY]
        cmp     r0, #LINK
        bne     1f
        add     r7, sp, #LETTERS + 24
        ldmia   r7!, {r0-r3}
        mov     r8, r0
        mov     r10, r1
        mov     r11, r2
        mov     r12, r3
        subs    r7, #40
        ldmia   r7!, {r0-r3, r5, r6}
        ldr     r7, [sp, #W + 4 * (63 - 5)]
        adds    r1, r7
        adds    r5, r7
        b       sixth
1:      ldr     r7, [sp, #STATE]
        adds    r7, #H
rounds: ldmia   r7!, {r0-r3}
        mov     r8, r2
        eors    r2, r1
        mov     r10, r3
        ldmia   r7!, {r4-r6}
        ldr     r7, [r7]
        mov     r11, r6
        eors    r6, r5
        mov     r12, r7

        @ Step 3
        round   0, 0, r0, r1, r2, r3, r4, r5, r6, r8, r10, r11, r12
        round   0, 1, r6, r0, r1, r2, r3, r4, r5, r10, r8, r12, r11
        round   0, 2, r5, r6, r0, r1, r2, r3, r4, r8, r10, r11, r12
        round   0, 3, r4, r5, r6, r0, r1, r2, r3, r10, r8, r12, r11
        round   0, 4, r3, r4, r5, r6, r0, r1, r2, r8, r10, r11, r12
        round   0, 5, r2, r3, r4, r5, r6, r0, r1, r10, r8, r12, r11
        ldr     r7, [sp, #ENTRY]
        cmp     r7, #CHAIN
        bne     sixth
        b       first_rounds
sixth:  round   0, 6, r1, r2, r3, r4, r5, r6, r0, r8, r10, r11, r12
        round   0, 7, r0, r1, r2, r3, r4, r5, r6, r10, r8, r12, r11
        round   0, 8, r6, r0, r1, r2, r3, r4, r5, r8, r10, r11, r12
        round   0, 9, r5, r6, r0, r1, r2, r3, r4, r10, r8, r12, r11
        round   0, 10, r4, r5, r6, r0, r1, r2, r3, r8, r10, r11, r12
        round   0, 11, r3, r4, r5, r6, r0, r1, r2, r10, r8, r12, r11
        round   0, 12, r2, r3, r4, r5, r6, r0, r1, r8, r10, r11, r12
        round   0, 13, r1, r2, r3, r4, r5, r6, r0, r10, r8, r12, r11
        b       1f
        .align  2
K0:
        .word   0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
        .word   0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
        .word   0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
        .word   0x72BE5D74, 0x80DEB1FE
1:
        fourteen_rounds 14
        b       1f
        .align  2
K14:
        .word   0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786
        .word   0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA
        .word   0x5CB0A9DC, 0x76F988DA, 0x983E5152, 0xA831C66D
        .word   0xB00327C8, 0xBF597FC7
1:
        fourteen_rounds 28
        b       1f
        .align  2
K28:
        .word   0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
        .word   0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
        .word   0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
        .word   0xA2BFE8A1, 0xA81A664B
1:
        fourteen_rounds 42
        b       1f
        .align  2
K42:
        .word   0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624
        .word   0xF40E3585, 0x106AA070, 0x19A4C116, 0x1E376C08
        .word   0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A
        .word   0x5B9CCA4F, 0x682E6FF3
1:
        eight_rounds 56
        ldr     r7, [sp, #ENTRY]
        cmp     r7, #LINK
        bne     1f
        bl      after_link              @ a jump, too far for b
        .align  2
K56:
        .word   0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        .word   0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2

@ The word of H at \n: \x is added to it, by an instruction for its kind of register; changes r1.
        .macro  add_to n, add, x
        ldr     r1, [r7, #\n]
        \add    r1, \x
        str     r1, [r7, #\n]
        .endm

        @ Step 4: the hash value
1:      ldr     r7, [sp, #STATE]
        adds    r7, #H
        add_to  0, adds, r6
        add_to  4, adds, r0
        add_to  8, add, r8
        add_to  12, add, r10
        add_to  16, adds, r3
        add_to  20, adds, r4
        add_to  24, add, r11
        add_to  28, add, r12
        add     sp, #W_BYTES
        leave_frame
        mov     r7, sp
        ldmia   r7!, {r0-r2}
        movs    r3, #0
        b       next

@ Goes on with the words of the block pushed; `b` does not reach it.
        .macro  go_on
        bl      expand
        .endm

@ The links of a chain: number r7, whose hash lies at r6, behind the text with i and the first j, which is
@ not 255.  The last one's hash takes its place, and 0x80 that of Q[0], which is of no use then.
@ Clobbers r3, flags.
links:  push    {r0-r2, r4-r7, lr}
        lsls    r1, r7, #16
        movs    r2, #255
        lsls    r2, #8
        orrs    r2, r1
        subs    r6, #AT_TMP
        movs    r0, r6
        ldrb    r3, [r6, #AT_J]
        lsls    r3, #8
        orrs    r1, r3
        enter_as CHAIN
        str     r1, [sp, #WORD_5 - W_BYTES]
        str     r2, [sp, #LAST_WORD_5 - W_BYTES]
        movs    r6, #5
1:      ldmia   r0!, {r2}
        big_endian r1, r2
        push    {r1}
        subs    r6, #1
        bne     1b
        push    {r6}
        sub     sp, #W_BYTES - 24
        adr     r7, initial
        bl      rounds                  @ a jump

@ A whole block of the message, where it lies.
whole:  movs    r3, #1
        lsls    r3, #9
        subs    r4, r3
        str     r4, [r0, #LOW]
        movs    r3, r1
        adds    r1, #64
        subs    r2, #64
        mov     r7, sp
        stmia   r7!, {r0-r2}
        enter_as BLOCK
#if __ARM_ARCH >= 6 || defined(__ARMEB__)
        movs    r0, r3
        lsls    r3, r0, #30
        bne     bytes
1:      ldmia   r0!, {r4-r7}
        big_endian r3, r4
        big_endian r4, r5
        big_endian r5, r6
        big_endian r6, r7
        push    {r3}
        push    {r4}
        push    {r5}
        push    {r6}
        cmp     r0, r1
        bne     1b
        go_on
bytes:
#else
        movs    r0, r3
#endif
2:      ldrb    r4, [r0]
        ldrb    r5, [r0, #1]
        ldrb    r6, [r0, #2]
        ldrb    r7, [r0, #3]
        lsls    r4, #24
        lsls    r5, #16
        orrs    r4, r5
        lsls    r6, #8
        orrs    r4, r6
        orrs    r4, r7
        push    {r4}
        adds    r0, #4
        cmp     r0, r1
        bne     2b
        go_on

@ Starts a state: r0.  Clobbers r3-r5, flags.
        .align  2
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

        .align  2
initial:
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19

@ Hashes r2 bytes at r1, in the state r0.  Clobbers r1-r3, lr, flags; r3 = 63 - i where the last byte,
@ number i of a block, did not fill the block, and 0 where it did.
hashed: leave   r0-r2, r4-r7
update: push    {r0-r2, r4-r7, lr}
next:   cmp     r2, #0
        beq     hashed
        ldr     r4, [r0, #LOW]
        lsls    r3, r4, #23
        bne     1f
        cmp     r2, #64
        bcs     whole
1:      ldrb    r5, [r1]
        adds    r1, #1
        subs    r2, #1
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
        @ The state's block
        mov     r7, sp
        stmia   r7!, {r0-r2}
        enter_as BLOCK
        movs    r1, r0
        adds    r1, #48
        b       4f
3:      subs    r1, #32
4:      ldmia   r1!, {r4-r7}
        push    {r4-r7}
        subs    r2, r1, r0
        cmp     r2, #16
        bne     3b
        go_on

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
        cmp     r1, #0
        bne     1f
        movs    r0, r1
        leave   r4-r7
1:      sub     sp, #LOCALS

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
        cmp     r3, #255
        beq     2f
        subs    r4, r6, #1
        strb    r3, [r4]                @ (AT_J)
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
