/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.4.2"
 * functions = ["mote_sha512_compress(H, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {H = 64, data = "128 * blocks"}
 * writes = {H = 64}
 * clobbers = "a0-a7 t0-t6"
 * stack = 208
 * constant_time = true
 * calls = []
 * block = "next_block"
 *
 * Registers:
 *   s0-s7         a to h; their names move on by one with each step
 *   a0-a7         words 0 to 7 of the message schedule, modulo 16
 *   s8-s11        words 8 to 11
 *   t3-t6         words 12 to 15
 *   ra            the constants of the next 16 steps
 *   t0            free
 *   t1, t2        a ^ b, and b ^ c of this step, in turn
 *   sp + 0        H
 *   sp + 8        the place in the message
 *   sp + 16       message blocks left
 *   sp + 24       the constants of the last 16 steps
 *   sp + 32..135  what ra and s0 to s11 held before
 *   sp + 136..199 the hash value
 *
 * The compression function of SHA-512, for RV64I with Zbb and Zknh, on any number (at least one) of
 * message blocks, wherever they lie.
 *
 * Specification: FIPS 180-4, section 6.4.2, whose letters are used; functions of section 4.1.3, which
 * Zknh has.
 *
 * - 16 steps are written out, so that letters and words change names instead of places.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next step as its b ^ c.
 * - A block that is aligned to eight bytes is read by words, whose bytes rev8 puts in order; one aligned
 *   to four, as a context's may be, by halves of words, any other by bytes.
 *
 * COUNT for a message block: 80 steps of 16, 1,280; the schedule 64 times 5, 320; 16 words of the
 * message 32; sums at the end 24; all else 24: 1,680 instructions, 13.12 a byte.
 */

#if __riscv_xlen != 64
#error "rv64_crypto_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb, +zknh

        .section .rodata
        .balign 8
/* The constants (section 4.2.3) */
K:
        .dword  0x428A2F98D728AE22, 0x7137449123EF65CD
        .dword  0xB5C0FBCFEC4D3B2F, 0xE9B5DBA58189DBBC
        .dword  0x3956C25BF348B538, 0x59F111F1B605D019
        .dword  0x923F82A4AF194F9B, 0xAB1C5ED5DA6D8118
        .dword  0xD807AA98A3030242, 0x12835B0145706FBE
        .dword  0x243185BE4EE4B28C, 0x550C7DC3D5FFB4E2
        .dword  0x72BE5D74F27B896F, 0x80DEB1FE3B1696B1
        .dword  0x9BDC06A725C71235, 0xC19BF174CF692694
        .dword  0xE49B69C19EF14AD2, 0xEFBE4786384F25E3
        .dword  0x0FC19DC68B8CD5B5, 0x240CA1CC77AC9C65
        .dword  0x2DE92C6F592B0275, 0x4A7484AA6EA6E483
        .dword  0x5CB0A9DCBD41FBD4, 0x76F988DA831153B5
        .dword  0x983E5152EE66DFAB, 0xA831C66D2DB43210
        .dword  0xB00327C898FB213F, 0xBF597FC7BEEF0EE4
        .dword  0xC6E00BF33DA88FC2, 0xD5A79147930AA725
        .dword  0x06CA6351E003826F, 0x142929670A0E6E70
        .dword  0x27B70A8546D22FFC, 0x2E1B21385C26C926
        .dword  0x4D2C6DFC5AC42AED, 0x53380D139D95B3DF
        .dword  0x650A73548BAF63DE, 0x766A0ABB3C77B2A8
        .dword  0x81C2C92E47EDAEE6, 0x92722C851482353B
        .dword  0xA2BFE8A14CF10364, 0xA81A664BBC423001
        .dword  0xC24B8B70D0F89791, 0xC76C51A30654BE30
        .dword  0xD192E819D6EF5218, 0xD69906245565A910
        .dword  0xF40E35855771202A, 0x106AA07032BBD1B8
        .dword  0x19A4C116B8D2D0C8, 0x1E376C085141AB53
        .dword  0x2748774CDF8EEB99, 0x34B0BCB5E19B48A8
        .dword  0x391C0CB3C5C95A63, 0x4ED8AA4AE3418ACB
        .dword  0x5B9CCA4F7763E373, 0x682E6FF3D6B2B8A3
        .dword  0x748F82EE5DEFB2FC, 0x78A5636F43172F60
        .dword  0x84C87814A1F0AB72, 0x8CC702081A6439EC
        .dword  0x90BEFFFA23631E28, 0xA4506CEBDE82BDE9
        .dword  0xBEF9A3F7B2C67915, 0xC67178F2E372532B
        .dword  0xCA273ECEEA26619C, 0xD186B8C721C0C207
        .dword  0xEADA7DD6CDE0EB1E, 0xF57D4F7FEE6ED178
        .dword  0x06F067AA72176FBA, 0x0A637DC5A2C898A6
        .dword  0x113F9804BEF90DAE, 0x1B710B35131C471B
        .dword  0x28DB77F523047D84, 0x32CAAB7B40C72493
        .dword  0x3C9EBE0A15C9BEBC, 0x431D67C49C100D4C
        .dword  0x4CC5D4BECB3E42B6, 0x597F299CFC657E2A
        .dword  0x5FCB6FAB3AD6FAEC, 0x6C44198C4A475817

#define W0 a0
#define W1 a1
#define W2 a2
#define W3 a3
#define W4 a4
#define W5 a5
#define W6 a6
#define W7 a7
#define W8 s8
#define W9 s9
#define W10 s10
#define W11 s11
#define W12 t3
#define W13 t4
#define W14 t5
#define W15 t6

        .macro  step a, b, c, d, e, f, g, h, w, k, ab, bc
        ld      t0, 8*\k(ra)
        add     \h, \h, \w              /* T1 = h + W */
        add     \h, \h, t0              /*    + K */
        xor     t0, \f, \g
        and     t0, t0, \e
        xor     t0, t0, \g
        add     \h, \h, t0              /*    + Ch(e, f, g) */
        sha512sum1 t0, \e
        add     \h, \h, t0              /*    + SIGMA1(e) */
        add     \d, \d, \h              /* e = d + T1 */
        sha512sum0 t0, \a
        add     \h, \h, t0              /* T1 + SIGMA0(a) */
        xor     \ab, \a, \b
        and     \bc, \bc, \ab
        xor     \bc, \bc, \b
        add     \h, \h, \bc             /* a = T1 + SIGMA0(a) + Maj(a, b, c) */
        .endm

/* A word of the schedule in place of that of 16 steps before. */
        .macro  next w, w1, w9, w14
        sha512sig0 t0, \w1
        add     \w, \w, t0              /* W = W(t - 16) + sigma0(W(t - 15)) */
        add     \w, \w, \w9             /*   + W(t - 7) */
        sha512sig1 t0, \w14
        add     \w, \w, t0              /*   + sigma1(W(t - 2)) */
        .endm

/* Step k of 16; the other words are those that come 1, 9 and 14 steps later. */
        .macro  first a, b, c, d, e, f, g, h, w, w1, w9, w14, k, ab, bc
        step    \a, \b, \c, \d, \e, \f, \g, \h, \w, \k, \ab, \bc
        .endm
        .macro  later a, b, c, d, e, f, g, h, w, w1, w9, w14, k, ab, bc
        next    \w, \w1, \w9, \w14
        step    \a, \b, \c, \d, \e, \f, \g, \h, \w, \k, \ab, \bc
        .endm

        .macro  sixteen what
        \what   s0, s1, s2, s3, s4, s5, s6, s7, W0, W1, W9, W14, 0, t1, t2
        \what   s7, s0, s1, s2, s3, s4, s5, s6, W1, W2, W10, W15, 1, t2, t1
        \what   s6, s7, s0, s1, s2, s3, s4, s5, W2, W3, W11, W0, 2, t1, t2
        \what   s5, s6, s7, s0, s1, s2, s3, s4, W3, W4, W12, W1, 3, t2, t1
        \what   s4, s5, s6, s7, s0, s1, s2, s3, W4, W5, W13, W2, 4, t1, t2
        \what   s3, s4, s5, s6, s7, s0, s1, s2, W5, W6, W14, W3, 5, t2, t1
        \what   s2, s3, s4, s5, s6, s7, s0, s1, W6, W7, W15, W4, 6, t1, t2
        \what   s1, s2, s3, s4, s5, s6, s7, s0, W7, W8, W0, W5, 7, t2, t1
        \what   s0, s1, s2, s3, s4, s5, s6, s7, W8, W9, W1, W6, 8, t1, t2
        \what   s7, s0, s1, s2, s3, s4, s5, s6, W9, W10, W2, W7, 9, t2, t1
        \what   s6, s7, s0, s1, s2, s3, s4, s5, W10, W11, W3, W8, 10, t1, t2
        \what   s5, s6, s7, s0, s1, s2, s3, s4, W11, W12, W4, W9, 11, t2, t1
        \what   s4, s5, s6, s7, s0, s1, s2, s3, W12, W13, W5, W10, 12, t1, t2
        \what   s3, s4, s5, s6, s7, s0, s1, s2, W13, W14, W6, W11, 13, t2, t1
        \what   s2, s3, s4, s5, s6, s7, s0, s1, W14, W15, W7, W12, 14, t1, t2
        \what   s1, s2, s3, s4, s5, s6, s7, s0, W15, W0, W8, W13, 15, t2, t1
        .endm

/* Word i of the message, whose place t0 has: of eight bytes, the highest first. */
        .macro  double w, i
        ld      \w, 8*\i(t0)
        rev8    \w, \w
        .endm

        .macro  two_words w, i
        lwu     \w, 8*\i(t0)
        lwu     t1, 8*\i+4(t0)
        slli    t1, t1, 32
        or      \w, \w, t1
        rev8    \w, \w
        .endm

        .macro  bytes w, i
        lbu     \w, 8*\i(t0)
        .irp    j, 1, 2, 3, 4, 5, 6, 7
        lbu     t1, 8*\i+\j(t0)
        slli    \w, \w, 8
        or      \w, \w, t1
        .endr
        .endm

        .macro  message what
        \what   W0, 0
        \what   W1, 1
        \what   W2, 2
        \what   W3, 3
        \what   W4, 4
        \what   W5, 5
        \what   W6, 6
        \what   W7, 7
        \what   W8, 8
        \what   W9, 9
        \what   W10, 10
        \what   W11, 11
        \what   W12, 12
        \what   W13, 13
        \what   W14, 14
        \what   W15, 15
        .endm

/* A word of the hash value, whose low half comes first in H (at a0), and in the frame. */
        .macro  enter x, i
        lw      t1, 8*\i+4(a0)
        lwu     \x, 8*\i(a0)
        slli    t1, t1, 32
        or      \x, \x, t1
        sd      \x, 136+8*\i(sp)
        .endm
        .macro  sum x, i
        ld      t1, 136+8*\i(sp)
        add     \x, \x, t1
        sd      \x, 136+8*\i(sp)
        .endm
        .macro  leave x, i
        sw      \x, 8*\i(t0)
        srli    \x, \x, 32
        sw      \x, 8*\i+4(t0)
        .endm

        .text
        .balign 4
        .global mote_sha512_compress
        .type   mote_sha512_compress, %function
mote_sha512_compress:
        addi    sp, sp, -208
        sd      ra, 32(sp)
        sd      s0, 40(sp)
        sd      s1, 48(sp)
        sd      s2, 56(sp)
        sd      s3, 64(sp)
        sd      s4, 72(sp)
        sd      s5, 80(sp)
        sd      s6, 88(sp)
        sd      s7, 96(sp)
        sd      s8, 104(sp)
        sd      s9, 112(sp)
        sd      s10, 120(sp)
        sd      s11, 128(sp)
        lla     ra, K
        addi    t1, ra, 512
        sd      a0, 0(sp)
        sd      a2, 16(sp)
        sd      t1, 24(sp)
        mv      t0, a1
        enter   s0, 0
        enter   s1, 1
        enter   s2, 2
        enter   s3, 3
        enter   s4, 4
        enter   s5, 5
        enter   s6, 6
        enter   s7, 7
next_block:                             /* t0: the place in the message */
        andi    t1, t0, 7
        bnez    t1, not_by_eight
        message double
words_ready:
        addi    t0, t0, 128
        sd      t0, 8(sp)
        xor     t2, s1, s2              /* b ^ c */
        sixteen first
sixteen_more:
        addi    ra, ra, 128
        sixteen later
        ld      t0, 24(sp)
        bne     ra, t0, sixteen_more
        addi    ra, ra, -512            /* the constants of the first steps */
        sum     s0, 0
        sum     s1, 1
        sum     s2, 2
        sum     s3, 3
        sum     s4, 4
        sum     s5, 5
        sum     s6, 6
        sum     s7, 7
        ld      t1, 16(sp)
        ld      t0, 8(sp)
        addi    t1, t1, -1
        sd      t1, 16(sp)
        beqz    t1, done
        j       next_block
done:
        ld      t0, 0(sp)
        leave   s0, 0
        leave   s1, 1
        leave   s2, 2
        leave   s3, 3
        leave   s4, 4
        leave   s5, 5
        leave   s6, 6
        leave   s7, 7
        ld      ra, 32(sp)
        ld      s0, 40(sp)
        ld      s1, 48(sp)
        ld      s2, 56(sp)
        ld      s3, 64(sp)
        ld      s4, 72(sp)
        ld      s5, 80(sp)
        ld      s6, 88(sp)
        ld      s7, 96(sp)
        ld      s8, 104(sp)
        ld      s9, 112(sp)
        ld      s10, 120(sp)
        ld      s11, 128(sp)
        addi    sp, sp, 208
        ret
not_by_eight:
        andi    t1, t0, 3
        bnez    t1, not_by_four
        message two_words
        j       words_ready
not_by_four:
        message bytes
        j       words_ready
        .size   mote_sha512_compress, .-mote_sha512_compress

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
