@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
@ functions = ["mote_sha512_compress(H, data, blocks)"]
@ numbers = {blocks = 2}
@ reads = {H = 64, data = "128 * blocks"}
@ writes = {H = 64}
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 864
@ constant_time = true
@ calls = []
@ block = "next_block"
@
@ Registers, and all that is not here: sha2/sha512_compress_thumb.inc.
@
@ The compression function of SHA-512 in Thumb code: ARMv4T, both byte orders, and ARMv6-M
@ (Cortex-M0), on any number (at least one) of message blocks, wherever they lie.  16-bit
@ instructions only, nothing called, no data outside .text.
@
@ The last 16 rounds have a loop of their own, without the schedule.
@
@ COUNT, in cycles of a Cortex-M0: SIGMA1 and SIGMA0 22 each, sigma0 and sigma1 20 each; a round 111
@ without the schedule, W(t + 16) 63, the loop 5.  That is 13,310; the block, where it is aligned, H
@ and the rest take some 320.

#if !defined(__thumb__)
#error "thumb_fast.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "sha2/sha512_compress_thumb.inc"

        .equ    H, 0                    @ the arguments, above the window
        .equ    DATA, 4
        .equ    BLOCKS, 8

@ void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks)
        .global mote_sha512_compress
        .type   mote_sha512_compress, %function
        .thumb_func
mote_sha512_compress:
        push    {r4-r7, lr}
        push    {r0-r2}
next_block:
        begin   H, "ldr r0, [sp, #DATA + 64]"

        @ Step 3: 64 rounds with further words of the schedule, and 16 without
        adr     r0, K
        mov     r12, r0
        movs    r1, #128
        lsls    r1, #2
        adds    r0, r1
        mov     lr, r0
3:      schedule
        round
        cmp     r12, lr
        beq     4f
        b       3b
4:      movs    r0, #128
        add     lr, r0
5:      sub     sp, #8
        round
        cmp     r12, lr
        bne     5b

        finish  H
        ldr     r0, [sp, #DATA]
        adds    r0, #128
        str     r0, [sp, #DATA]
        ldr     r0, [sp, #BLOCKS]
        subs    r0, #1
        str     r0, [sp, #BLOCKS]
        beq     7f
        b       next_block
7:      pop     {r0-r2}
#if __ARM_ARCH >= 6
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3
#endif

@ The constants (section 4.2.3).
        .align  2
K:
        .word   0xD728AE22, 0x428A2F98, 0x23EF65CD, 0x71374491
        .word   0xEC4D3B2F, 0xB5C0FBCF, 0x8189DBBC, 0xE9B5DBA5
        .word   0xF348B538, 0x3956C25B, 0xB605D019, 0x59F111F1
        .word   0xAF194F9B, 0x923F82A4, 0xDA6D8118, 0xAB1C5ED5
        .word   0xA3030242, 0xD807AA98, 0x45706FBE, 0x12835B01
        .word   0x4EE4B28C, 0x243185BE, 0xD5FFB4E2, 0x550C7DC3
        .word   0xF27B896F, 0x72BE5D74, 0x3B1696B1, 0x80DEB1FE
        .word   0x25C71235, 0x9BDC06A7, 0xCF692694, 0xC19BF174
        .word   0x9EF14AD2, 0xE49B69C1, 0x384F25E3, 0xEFBE4786
        .word   0x8B8CD5B5, 0x0FC19DC6, 0x77AC9C65, 0x240CA1CC
        .word   0x592B0275, 0x2DE92C6F, 0x6EA6E483, 0x4A7484AA
        .word   0xBD41FBD4, 0x5CB0A9DC, 0x831153B5, 0x76F988DA
        .word   0xEE66DFAB, 0x983E5152, 0x2DB43210, 0xA831C66D
        .word   0x98FB213F, 0xB00327C8, 0xBEEF0EE4, 0xBF597FC7
        .word   0x3DA88FC2, 0xC6E00BF3, 0x930AA725, 0xD5A79147
        .word   0xE003826F, 0x06CA6351, 0x0A0E6E70, 0x14292967
        .word   0x46D22FFC, 0x27B70A85, 0x5C26C926, 0x2E1B2138
        .word   0x5AC42AED, 0x4D2C6DFC, 0x9D95B3DF, 0x53380D13
        .word   0x8BAF63DE, 0x650A7354, 0x3C77B2A8, 0x766A0ABB
        .word   0x47EDAEE6, 0x81C2C92E, 0x1482353B, 0x92722C85
        .word   0x4CF10364, 0xA2BFE8A1, 0xBC423001, 0xA81A664B
        .word   0xD0F89791, 0xC24B8B70, 0x0654BE30, 0xC76C51A3
        .word   0xD6EF5218, 0xD192E819, 0x5565A910, 0xD6990624
        .word   0x5771202A, 0xF40E3585, 0x32BBD1B8, 0x106AA070
        .word   0xB8D2D0C8, 0x19A4C116, 0x5141AB53, 0x1E376C08
        .word   0xDF8EEB99, 0x2748774C, 0xE19B48A8, 0x34B0BCB5
        .word   0xC5C95A63, 0x391C0CB3, 0xE3418ACB, 0x4ED8AA4A
        .word   0x7763E373, 0x5B9CCA4F, 0xD6B2B8A3, 0x682E6FF3
        .word   0x5DEFB2FC, 0x748F82EE, 0x43172F60, 0x78A5636F
        .word   0xA1F0AB72, 0x84C87814, 0x1A6439EC, 0x8CC70208
        .word   0x23631E28, 0x90BEFFFA, 0xDE82BDE9, 0xA4506CEB
        .word   0xB2C67915, 0xBEF9A3F7, 0xE372532B, 0xC67178F2
        .word   0xEA26619C, 0xCA273ECE, 0x21C0C207, 0xD186B8C7
        .word   0xCDE0EB1E, 0xEADA7DD6, 0xEE6ED178, 0xF57D4F7F
        .word   0x72176FBA, 0x06F067AA, 0xA2C898A6, 0x0A637DC5
        .word   0xBEF90DAE, 0x113F9804, 0x131C471B, 0x1B710B35
        .word   0x23047D84, 0x28DB77F5, 0x40C72493, 0x32CAAB7B
        .word   0x15C9BEBC, 0x3C9EBE0A, 0x9C100D4C, 0x431D67C4
        .word   0xCB3E42B6, 0x4CC5D4BE, 0xFC657E2A, 0x597F299C
        .word   0x3AD6FAEC, 0x5FCB6FAB, 0x4A475817, 0x6C44198C
        .size   mote_sha512_compress, . - mote_sha512_compress

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
