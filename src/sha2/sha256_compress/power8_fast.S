# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Mote developers
#
# [contract]
# specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
# functions = ["mote_sha256_compress(H, data, blocks)"]
# numbers = {blocks = 2}
# reads = {H = 32, data = "64 * blocks"}
# writes = {H = 32}
# clobbers = "r0 r4-r12 ctr vs0-vs11 v0-v19"
# stack = 0
# constant_time = true
# calls = []
# block = "next_block"
#
# Registers:
#   r3           H
#   r4           the place in the message
#   r6-r9        the constants, a quarter of them each
#   r10-r12      16, 32, 48
#   ctr          message blocks left
#   v0-v3        X(t) to X(t - 3), see below; their names move on by one with each round
#   v4, v5, v29  free in a round
#   v6, v7       one is made for the next round
#   v8, v31      h + K + W of rounds 4j and 4j + 1, and of 4j + 2 and 4j + 3, negative
#   v9-v12       the last 16 words of the message schedule
#   v13, v14     sigma0 + word of the schedule, for this group of four words and the next
#   v15, v16     free
#   v17, v18     the hash value
#   v19-v28      constants
#   v30          K + W of four rounds, negative
#   vs0-vs11     what v20 to v31 held before
#
# The compression function of SHA-256 with the instructions of POWER8, on any number of message
# blocks, wherever they lie.
#
# Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
# Words of a vector are counted as the Power ISA does, from the most significant, in both byte
# orders.
#
# One vector has a word of a and a word of e, so that one instruction does SIGMA0 and SIGMA1, and
# one Maj and Ch.  Let a(t) and e(t) be a and e before round t; b, c, d and f, g, h are those of the
# three rounds before.  Then
#
#   X(t) = [a(t - 2), e(t), all ones, 0]
#
# and a round makes X(t + 1) of X(t) to X(t - 3), since with T1 = e(t + 1) - d
#
#   a(t - 1) = SIGMA0(a(t - 2)) + Maj(a(t - 2), a(t - 3), a(t - 4)) + e(t - 1) - a(t - 5)
#   e(t + 1) = SIGMA1(e(t))     + Ch(e(t), e(t - 1), e(t - 2))      + a(t - 3) + h + K + W
#
# so that X(t + 1) = [SIGMA0, SIGMA1] + [Maj, Ch] + X(t - 1) with its words exchanged - Z(t), where
# Z(t) = [a(t - 5), -(e(t - 3) + K + W)].  a is two rounds behind e: then nothing but SIGMA1 and Ch
# is on the way from e(t) to e(t + 1), and the rest of a round is made a round before it is due.
#
# - Maj(x, y, z) is z where x and y differ, else y; Ch(x, y, z) is z where x is 0, else y.  So one
#   vsel does both, by [a(t - 2) ^ a(t - 3), ~e(t)], which one vpermxor makes, with the ones of X.
# - h of two rounds are in X(t - 3) and X(t - 2), which are known early: one instruction brings them
#   side by side, another adds K and W.  The table has -K.
# - The schedule goes by four words: W(t - 15) and W(t - 7) lie one word past a vector both, so
#   sigma0 + word are added first and shifted once.  sigma1 takes two steps of two words.
# - b and a, which come before a(t - 2), are put in after the first two rounds; two rounds more give
#   a(63) and a(64).
# - Instructions stand in the order in which their operands come: a round is followed by the next at
#   once, with the schedule in between.
#
# COUNT for a message block: 64 rounds of 8, 512; h + K + W 16 times 6, 96; schedule 12 times 10 and
# 2, 122; the block 4, and 4 to turn its bytes (little-endian); state in 13, two rounds more 16, out
# 8; place and loop 2: 777 or 773 instructions, 12.14 or 12.08 a byte.

#if !defined __powerpc64__ || !defined __POWER8_VECTOR__ || !defined __CRYPTO__
#error "power8_fast.S needs a 64-bit POWER8 with its crypto instructions: -mcpu=power8"
#endif

        .machine power8
#if _CALL_ELF == 2
        .abiversion 2
#endif
        .section .rodata
        .align  4

# The constants (section 4.2.2), negative.
        .macro  negative a, b, c, d
        .long   -\a & 0xFFFFFFFF, -\b & 0xFFFFFFFF, -\c & 0xFFFFFFFF, -\d & 0xFFFFFFFF
        .endm
K:
        negative 0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
        negative 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
        negative 0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
        negative 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174
        negative 0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC
        negative 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA
        negative 0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7
        negative 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
        negative 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
        negative 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
        negative 0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3
        negative 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070
        negative 0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5
        negative 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3
        negative 0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        negative 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2

# What selects bytes, and ones: v19 to v27.
SELECT:
        .long   0x00112233, 0x48596A7B, 0, 0                    # [a ^ b, e ^ ones]
        .long   0x04050607, 0x00010203, 0x0C0D0E0F, 0x0C0D0E0F  # [e, a, 0, 0]
        .long   0x00010203, 0x10111213, 0x08090A0B, 0x0C0D0E0F  # [a, word 0, ones, 0] and so on
        .long   0x00010203, 0x14151617, 0x08090A0B, 0x0C0D0E0F
        .long   0x00010203, 0x18191A1B, 0x08090A0B, 0x0C0D0E0F
        .long   0x00010203, 0x1C1D1E1F, 0x08090A0B, 0x0C0D0E0F
        .long   0x04050607, 0x14151617, 0, 0                    # word 1 of two vectors
        .long   0xFFFFFFFF, 0, 0, 0
        .long   0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C  # bytes of words turned

        .text
        .align  4

        .equ    H, 3
        .equ    data, 4
        .equ    sigma, 4
        .equ    choice, 5
        .equ    rest, 6                 # and 7
        .equ    hkw, 8                  # of rounds 4j and 4j + 1
        .equ    sum, 13                 # and 14
        .equ    free, 15
        .equ    free2, 16
        .equ    old_a, 17
        .equ    old_e, 18
        .equ    by_word, 19
        .equ    exchanged, 20
        .equ    with, 21                # and 22 to 24
        .equ    pair, 25
        .equ    one, 26
        .equ    turned, 27
        .equ    zero, 28
        .equ    z, 29
        .equ    kw, 30
        .equ    hkw2, 31                # of rounds 4j + 2 and 4j + 3

# An instruction for the groups of four rounds from one to another only; j: which group it is.
        .macro  when first, last, instruction:vararg
        .if     (j >= (\first)) && (j <= (\last))
        \instruction
        .endif
        .endm

# Round t (section 6.2.2, step 3): x3 is X(t - 3), and becomes X(t + 1); p = t modulo 2; and what
# the next round takes, with its h + K + W, word i of `next`.  s to y: others' instructions.
        .macro  round p, x3, x2, x1, x0, next, i, s, u, v, w, y
        vpermxor choice, \x0, \x1, by_word
        vshasigmaw sigma, \x0, 1, 4     # [SIGMA0, SIGMA1]
        \s
        vperm   rest + 1 - \p, \x0, \x0, exchanged
        \u
        vsel    choice, \x1, \x2, choice        # [Maj, Ch]
        vadduwm sigma, sigma, rest + \p
        vperm   z, \x2, \next, with + \i
        \v
        vadduwm \x3, sigma, choice
        \w
        vsubuwm rest + 1 - \p, rest + 1 - \p, z
        \y
        .endm

# -K of group k.
        .macro  constants k
        .if     (\k) & 3
        lxvw4x  32 + kw, 6 + (\k) / 4, 9 + ((\k) & 3)
        .else
        lxvw4x  32 + kw, 0, 6 + (\k) / 4
        .endif
        .endm

# Rounds 4j to 4j + 3, and four words of the schedule (step 1) in place of those of 16 rounds
# before, w0; w1 to w3: those that follow.  The last two come with the next group, as w3.
        .macro  four
        .set    w0, 9 + (j & 3)
        .set    w1, 9 + ((j + 1) & 3)
        .set    w2, 9 + ((j + 2) & 3)
        .set    w3, 9 + ((j + 3) & 3)
        .set    r0, sum + (j & 1)
        .set    r1, sum + 1 - (j & 1)
        round   0, 0, 1, 2, 3, hkw, 1, , \
                "when 1, 12, vshasigmaw free, free, 0, 15", \
                "when 1, 12, vadduwm w3, w3, free", \
                "vmrghw hkw2, 2, 3", \
                "when 0, 11, vsldoi free, w3, zero, 8"
        when    0, 0, vsldoi hkw, old_a, old_a, 4
        when    0, 0, vsel 0, 0, hkw, one       # b
        round   1, 1, 2, 3, 0, hkw2, 2, \
                "vsubuwm hkw2, kw, hkw2", \
                , \
                "when 0, 14, constants j + 1", \
                "when 0, 11, vadduwm r1, r1, w3", \
                "when 0, 11, vshasigmaw free, free, 0, 15"      # sigma1(W(t - 2)) of two words
        when    0, 0, vsel 1, 1, old_a, one     # a
        round   0, 2, 3, 0, 1, hkw2, 3, \
                , \
                "when 0, 11, vadduwm w0, w0, free", \
                "when 0, 14, vsubuwm kw, kw, w1", \
                "when 0, 14, vperm hkw, 0, 1, pair", \
                "when 0, 11, vsldoi free2, r0, r1, 4"   # sigma0(W(t - 15)) + W(t - 7)
        round   1, 3, 0, 1, 2, hkw, 0, \
                "when 0, 14, vsubuwm hkw, kw, hkw", \
                , \
                "when 0, 11, vadduwm w0, w0, free2", \
                "when 0, 10, vshasigmaw r0, w2, 0, 0", \
                "when 0, 11, vsldoi free, zero, w0, 8"
        .endm

        .macro  load w, place
        .if     \place
        lxvw4x  32 + \w, data, 9 + (\place) / 16
        .else
        lxvw4x  32 + \w, 0, data
        .endif
#ifdef __LITTLE_ENDIAN__
        vperm   \w, \w, \w, turned
#endif
        .endm

# void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
        .globl  mote_sha256_compress
        .type   mote_sha256_compress, @function
#if _CALL_ELF == 2
mote_sha256_compress:
#else
        .section ".opd", "aw"
        .align  3
mote_sha256_compress:
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
        addi    7, 6, 64
        addi    8, 6, 128
        addi    9, 6, 192
        addi    5, 6, SELECT - K
        li      10, 16
        li      11, 32
        li      12, 48
        .set    n, 0
        .rept   12
        xxlor   n, 52 + n, 52 + n
        .set    n, n + 1
        .endr
        .set    n, by_word
        .rept   9
        lxvw4x  32 + n, 0, 5
        addi    5, 5, 16
        .set    n, n + 1
        .endr
        vxor    zero, zero, zero
        lxvw4x  32 + old_a, 0, H
        lxvw4x  32 + old_e, H, 10

next_block:
        load    9, 0
        load    10, 16
        load    11, 32
        load    12, 48
        addi    data, data, 64

        # step 2: X(0) to X(-3) in v3 to v0, of [a, b, c, d] and [e, f, g, h]
        vsldoi  free, old_e, old_e, 8   # [g, h, e, f]
        vmrglw  free2, old_a, free      # [c, e, d, f]
        xxpermdi 32 + 0, 32 + free, 32 + one, 0
        vsldoi  free, old_e, old_e, 4   # [f, g, h, e]
        xxpermdi 32 + 1, 32 + free, 32 + one, 0
        xxpermdi 32 + 2, 32 + free2, 32 + one, 2
        xxpermdi 32 + 3, 32 + free2, 32 + one, 0
        vshasigmaw sum, 9, 0, 0
        vadduwm sum, sum, 11
        vshasigmaw sum + 1, 10, 0, 0
        constants 0
        vsubuwm kw, kw, 9
        vperm   hkw, 0, 1, pair
        vsubuwm hkw, kw, hkw
        vperm   rest, 2, 2, exchanged
        vperm   z, 0, hkw, with
        vsubuwm rest, rest, z

        .set    j, 0
        .rept   16
        four
        .set    j, j + 1
        .endr

        # step 4: e to h, and with two rounds more a to d
        vmrghw  free, 3, 1
        vmrghw  free2, 2, 0
        vmrglw  free, free, free2
        vadduwm old_e, old_e, free
        round   0, 0, 1, 2, 3, hkw, 1
        round   1, 1, 2, 3, 0, hkw, 1
        vmrghw  free, 1, 3
        vmrghw  free2, 0, 2
        vmrghw  free, free, free2
        vadduwm old_a, old_a, free
        bdnz    next_block

        stxvw4x 32 + old_a, 0, H
        stxvw4x 32 + old_e, H, 10
        .set    n, 0
        .rept   12
        xxlor   52 + n, n, n
        .set    n, n + 1
        .endr
        blr
        .size   mote_sha256_compress, . - .Lcode

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
