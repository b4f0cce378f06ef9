@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
@ functions = ["mote_sha256_compress(H, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {H = 32, data = "64 * blocks"}
@ writes = {H = 32}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 300
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers, and all that is not here: sha2/sha256_compress_thumb.inc.
@
@ SHA-256's compression function in Thumb code, fast: the 64 rounds are written out, so that no value
@ changes its place only to change its letter.  The constants are between the rounds, where each is
@ in reach of its instruction.
@
@ COUNT, in cycles of a Cortex-M0: a round 38, a word of the schedule 23, a word of an aligned
@ block 4, of another one 21; loops and the rest some 140.  That is 3,744 for an aligned block.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

@ K(t) (section 4.2.2), number \i behind the label K\first.  Each has a name, for clang: its
@ assembler takes no sum as the place of a load.
        .macro  constant first, i
        .equ    .LK\first\()_\i, K\first + 4 * \i
        ldr     r7, .LK\first\()_\i
        .endm

#include "sha2/sha256_compress_thumb.inc"

@ void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
        .thumb_func
mote_sha256_compress:
        begin
        fourteen_rounds 0
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
        finish  0
        .align  2
K56:
        .word   0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        .word   0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2
        .size   mote_sha256_compress, . - mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
