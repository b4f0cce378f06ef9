# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Mote developers
#
# [contract]
# specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
# functions = ["mote_sha512_compress(H, data, blocks)"]
# numbers = {blocks = 2}
# reads = {H = 64, data = "128 * blocks"}
# writes = {H = 64}
# clobbers = "r0 r4-r12 ctr vs0-vs13 v0-v19"
# stack = 0
# constant_time = true
# calls = []
# block = "next_block"
#
# Registers:
#   r3           H
#   r4           the place in the message
#   r6-r10       the constants, 16 of them each
#   r11, r12, r0, r5, r29-r31    16, 32, 48, 64, 80, 96, 112
#   ctr          message blocks left
#   v0-v3        X(t) to X(t - 3), see below; their names move on by one with each round
#   v4, v5       X(t) and X(t - 1) with ones in place of e
#   v6-v10       free in a round; v8 or v9 is made for the next one
#   v11, v12     h + K + W of two rounds, negative, and of the next two
#   v13-v20      the last 16 words of the message schedule
#   v21, v22     sigma0 + word of the schedule, for this pair of words and the next
#   v23, v24     free
#   v25, v26     constants
#   v27-v30      the hash value; v20 to v30 are kept in vs0 to vs10 meanwhile, r29-r31 in vs11-vs13
#
# The compression function of SHA-512 with the instructions of POWER8, on any number of message
# blocks, wherever they lie.
#
# Specification: FIPS 180-4, section 6.4.2, whose letters are used; functions of section 4.1.3.
# Words of a vector are counted as the Power ISA does, from the most significant, in both byte
# orders.
#
# As in SHA-256 (sha256_compress/power8_fast.S, which explains it) a and e share a vector, a two
# rounds behind:
#
#   X(t) = [a(t - 2), e(t)]
#   X(t + 1) = [SIGMA0, SIGMA1] + [Maj, Ch] + X(t - 1) with its words exchanged - Z(t)
#   Z(t) = [a(t - 5), -(e(t - 3) + K + W)]
#
# There is no room for ones in X: the selection [a(t - 2) ^ a(t - 3), ~e(t)] is X(t) ^ (X(t - 1)
# with ones in place of e), two instructions.
#
# COUNT for a message block: 80 rounds of 9, 720; h + K + W 40 times 4, 160; schedule 32 times 6 and
# 2, 194; the block 8, and 8 to turn its bytes (little-endian); state in 10, two rounds more 18, out
# 8; place and loop 2: 1,128 or 1,120 instructions, 8.81 or 8.75 a byte.

#if !defined __powerpc64__ || !defined __POWER8_VECTOR__ || !defined __CRYPTO__
#error "power8_fast.S needs a 64-bit POWER8 with its crypto instructions: -mcpu=power8"
#endif

        .machine power8
#if _CALL_ELF == 2
        .abiversion 2
#endif
        .section .rodata
        .align  4

# The constants (section 4.2.3), negative.
K:
        .quad   -0x428A2F98D728AE22, -0x7137449123EF65CD
        .quad   -0xB5C0FBCFEC4D3B2F, -0xE9B5DBA58189DBBC
        .quad   -0x3956C25BF348B538, -0x59F111F1B605D019
        .quad   -0x923F82A4AF194F9B, -0xAB1C5ED5DA6D8118
        .quad   -0xD807AA98A3030242, -0x12835B0145706FBE
        .quad   -0x243185BE4EE4B28C, -0x550C7DC3D5FFB4E2
        .quad   -0x72BE5D74F27B896F, -0x80DEB1FE3B1696B1
        .quad   -0x9BDC06A725C71235, -0xC19BF174CF692694
        .quad   -0xE49B69C19EF14AD2, -0xEFBE4786384F25E3
        .quad   -0x0FC19DC68B8CD5B5, -0x240CA1CC77AC9C65
        .quad   -0x2DE92C6F592B0275, -0x4A7484AA6EA6E483
        .quad   -0x5CB0A9DCBD41FBD4, -0x76F988DA831153B5
        .quad   -0x983E5152EE66DFAB, -0xA831C66D2DB43210
        .quad   -0xB00327C898FB213F, -0xBF597FC7BEEF0EE4
        .quad   -0xC6E00BF33DA88FC2, -0xD5A79147930AA725
        .quad   -0x06CA6351E003826F, -0x142929670A0E6E70
        .quad   -0x27B70A8546D22FFC, -0x2E1B21385C26C926
        .quad   -0x4D2C6DFC5AC42AED, -0x53380D139D95B3DF
        .quad   -0x650A73548BAF63DE, -0x766A0ABB3C77B2A8
        .quad   -0x81C2C92E47EDAEE6, -0x92722C851482353B
        .quad   -0xA2BFE8A14CF10364, -0xA81A664BBC423001
        .quad   -0xC24B8B70D0F89791, -0xC76C51A30654BE30
        .quad   -0xD192E819D6EF5218, -0xD69906245565A910
        .quad   -0xF40E35855771202A, -0x106AA07032BBD1B8
        .quad   -0x19A4C116B8D2D0C8, -0x1E376C085141AB53
        .quad   -0x2748774CDF8EEB99, -0x34B0BCB5E19B48A8
        .quad   -0x391C0CB3C5C95A63, -0x4ED8AA4AE3418ACB
        .quad   -0x5B9CCA4F7763E373, -0x682E6FF3D6B2B8A3
        .quad   -0x748F82EE5DEFB2FC, -0x78A5636F43172F60
        .quad   -0x84C87814A1F0AB72, -0x8CC702081A6439EC
        .quad   -0x90BEFFFA23631E28, -0xA4506CEBDE82BDE9
        .quad   -0xBEF9A3F7B2C67915, -0xC67178F2E372532B
        .quad   -0xCA273ECEEA26619C, -0xD186B8C721C0C207
        .quad   -0xEADA7DD6CDE0EB1E, -0xF57D4F7FEE6ED178
        .quad   -0x06F067AA72176FBA, -0x0A637DC5A2C898A6
        .quad   -0x113F9804BEF90DAE, -0x1B710B35131C471B
        .quad   -0x28DB77F523047D84, -0x32CAAB7B40C72493
        .quad   -0x3C9EBE0A15C9BEBC, -0x431D67C49C100D4C
        .quad   -0x4CC5D4BECB3E42B6, -0x597F299CFC657E2A
        .quad   -0x5FCB6FAB3AD6FAEC, -0x6C44198C4A475817

# v25 and v26: ones in place of e; bytes of the message's words (little-endian) or halves of the
# hash value's (big-endian) turned.
SELECT:
        .quad   0, -1
#ifdef __LITTLE_ENDIAN__
        .long   0x07060504, 0x03020100, 0x0F0E0D0C, 0x0B0A0908
#else
        .long   0x04050607, 0x00010203, 0x0C0D0E0F, 0x08090A0B
#endif

        .text
        .align  4

        .equ    H, 3
        .equ    data, 4
        .equ    ones, 4                 # and 5
        .equ    choice, 6
        .equ    sigma, 7
        .equ    rest, 8                 # and 9
        .equ    z, 10
        .equ    hkw, 11                 # and 12
        .equ    W, 13
        .equ    sum, 21                 # and 22
        .equ    free, 23
        .equ    free2, 24
        .equ    one, 25
        .equ    turn, 26
        .equ    old, 27                 # and 28 to 30

# Loads vector n, 0 to 7, of 128 bytes at base.
        .macro  load to, base, n
        .if     (\n) == 0
        lxvd2x  32 + \to, 0, \base
        .elseif (\n) == 1
        lxvd2x  32 + \to, \base, 11
        .elseif (\n) == 2
        lxvd2x  32 + \to, \base, 12
        .elseif (\n) == 3
        lxvd2x  32 + \to, \base, 0
        .elseif (\n) == 4
        lxvd2x  32 + \to, \base, 5
        .else
        lxvd2x  32 + \to, \base, 24 + (\n)
        .endif
        .endm

# An instruction for the pairs of rounds from one to another only; j: which pair it is.
        .macro  when first, last, instruction:vararg
        .if     (j >= (\first)) && (j <= (\last))
        \instruction
        .endif
        .endm

# Round t (section 6.4.2, step 3): x3 is X(t - 3), and becomes X(t + 1); p = t modulo 2; and what
# the next round takes, with its h + K + W.  s to y: others' instructions.
        .macro  round p, x3, x2, x1, x0, next, s, u, v, w, y
        vxor    choice, \x0, ones + 1 - \p
        vshasigmad sigma, \x0, 1, 2     # [SIGMA0, SIGMA1]
        \s
        vor     ones + \p, \x0, one
        .if     \p
        xxpermdi 32 + rest, 32 + \x0, 32 + \x0, 2
        .endif
        vsel    choice, \x1, \x2, choice        # [Maj, Ch]
        vaddudm sigma, sigma, rest + \p
        .if     \p == 0
        xxpermdi 32 + rest + 1, 32 + \x0, 32 + \x0, 2
        .endif
        xxpermdi 32 + z, 32 + \x2, 32 + \next, 1 - \p
        \u
        .if     \p
        vaddudm \x3, sigma, choice
        .endif
        \v
        vsubudm rest + 1 - \p, rest + 1 - \p, z
        \w
        .if     \p == 0
        vaddudm \x3, sigma, choice
        .endif
        \y
        .endm

# Rounds 2j and 2j + 1, and two words of the schedule (step 1) in place of those of 16 rounds
# before, w0; w1 to w7: those that follow.  They are done in the next pair.
        .macro  two x3, x2, x1, x0
        .set    w0, W + (j & 7)
        .set    w1, W + ((j + 1) & 7)
        .set    w5, W + ((j + 5) & 7)
        .set    w7, W + ((j + 7) & 7)
        .set    r0, sum + (j & 1)
        .set    r1, sum + 1 - (j & 1)
        .set    this, hkw + (j & 1)
        .set    next, hkw + 1 - (j & 1)
        round   0, \x3, \x2, \x1, \x0, this, \
                "when 0, 38, load free2, 6 + (j + 1) / 8, (j + 1) & 7", \
                "when 0, 38, xxpermdi 32 + next, 32 + \x1, 32 + \x0, 3", \
                "when 0, 38, vsubudm free2, free2, w1", \
                "when 1, 32, vsldoi free, r1, r0, 8", \
                "when 0, 38, vsubudm next, free2, next"
        when    1, 32, vaddudm w7, w7, free     # sigma0(W(t - 15)) + W(t - 7)
        when    0, 31, vshasigmad r1, w1, 0, 0
        when    0, 0, xxpermdi 32 + \x3, 32 + old, 32 + \x3, 3 # b
        round   1, \x2, \x1, \x0, \x3, next, \
                , \
                "when 0, 31, vshasigmad free2, w7, 0, 15", \
                "when 0, 31, vaddudm r1, r1, w5", \
                "when 0, 31, vaddudm w0, w0, free2"     # sigma1(W(t - 2))
        when    0, 0, xxpermdi 32 + \x2, 32 + old, 32 + \x2, 1 # a
        .endm

# void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks)
        .globl  mote_sha512_compress
        .type   mote_sha512_compress, @function
#if _CALL_ELF == 2
mote_sha512_compress:
#else
        .section ".opd", "aw"
        .align  3
mote_sha512_compress:
        .quad   .Lcode, .TOC.@tocbase, 0
        .text
#endif
.Lcode:
        mtctr   5
        mflr    0
        bcl     20, 31, 1f
1:      mflr    6
        mtlr    0
        addis   6, 6, K - 1b@ha
        addi    6, 6, K - 1b@l
        addi    7, 6, 128
        addi    8, 6, 256
        addi    9, 6, 384
        addi    10, 6, 512
        addi    5, 6, SELECT - K
        mtvsrd  11, 29
        mtvsrd  12, 30
        mtvsrd  13, 31
        .set    n, 0
        .rept   11
        xxlor   n, 52 + n, 52 + n
        .set    n, n + 1
        .endr
        li      11, 16
        lxvd2x  32 + one, 0, 5
        lxvw4x  32 + turn, 5, 11
        li      12, 32
        li      0, 48
        li      5, 64
        li      29, 80
        li      30, 96
        li      31, 112
        .set    n, 0
        .rept   4
        load    old + n, H, n
#ifndef __LITTLE_ENDIAN__
        vperm   old + n, old + n, old + n, turn
#endif
        .set    n, n + 1
        .endr

next_block:
        .set    n, 0
        .rept   8
        load    W + n, data, n
#ifdef __LITTLE_ENDIAN__
        vperm   W + n, W + n, W + n, turn
#endif
        .set    n, n + 1
        .endr
        addi    data, data, 128

        # step 2: X(0) to X(-3) in v3 to v0, of [a, b], [c, d], [e, f], [g, h]
        xxpermdi 32 + 3, 32 + old + 1, 32 + old + 2, 0
        xxpermdi 32 + 2, 32 + old + 1, 32 + old + 2, 3
        xxpermdi 32 + 1, 32 + old + 3, 32 + old + 3, 2
        xxlor   32 + 0, 32 + old + 3, 32 + old + 3
        vor     ones + 1, 2, one
        load    free2, 6, 0
        vsubudm free2, free2, W
        xxpermdi 32 + hkw, 32, 33, 3
        vsubudm hkw, free2, hkw
        xxpermdi 32 + rest, 34, 34, 2
        xxpermdi 32 + z, 32, 32 + hkw, 0
        vsubudm rest, rest, z
        vshasigmad sum, W, 0, 0
        vaddudm sum, sum, W + 4

        .set    j, 0
        .rept   20
        two     0, 1, 2, 3
        .set    j, j + 1
        two     2, 3, 0, 1
        .set    j, j + 1
        .endr

        # step 4: e to h, and with two rounds more a to d
        xxpermdi 32 + free, 32 + 3, 32 + 2, 3
        xxpermdi 32 + free2, 32 + 1, 32 + 0, 3
        vaddudm old + 2, old + 2, free
        vaddudm old + 3, old + 3, free2
        round   0, 0, 1, 2, 3, hkw
        round   1, 1, 2, 3, 0, hkw
        xxpermdi 32 + free, 32 + 1, 32 + 0, 0
        xxpermdi 32 + free2, 32 + 3, 32 + 2, 0
        vaddudm old, old, free
        vaddudm old + 1, old + 1, free2
        bdnz    next_block

#ifndef __LITTLE_ENDIAN__
        .set    n, 0
        .rept   4
        vperm   old + n, old + n, old + n, turn
        .set    n, n + 1
        .endr
#endif
        stxvd2x 32 + old, 0, H
        stxvd2x 32 + old + 1, H, 11
        stxvd2x 32 + old + 2, H, 12
        stxvd2x 32 + old + 3, H, 0
        .set    n, 0
        .rept   11
        xxlor   52 + n, n, n
        .set    n, n + 1
        .endr
        mfvsrd  29, 11
        mfvsrd  30, 12
        mfvsrd  31, 13
        blr
        .size   mote_sha512_compress, . - .Lcode

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
