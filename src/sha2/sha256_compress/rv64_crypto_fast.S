/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), section 6.2.2"
 * functions = ["mote_sha256_compress(H, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {H = 32, data = "64 * blocks"}
 * writes = {H = 32}
 * clobbers = "a0-a7 t0-t6"
 * stack = 144
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
 *
 * The compression function of SHA-256, for RV64I with Zbb and Zknh, on any number (at least one) of
 * message blocks, wherever they lie.
 *
 * Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2, which
 * Zknh has.  Words are the low halves of registers; what the high halves hold does not matter.
 *
 * - 16 steps are written out, so that letters and words change names instead of places.
 * - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next step as its b ^ c.
 * - A block that is aligned to eight bytes is read two words at a time, whose bytes rev8 puts in order;
 *   one aligned to four, as a context's may be, by words, any other by bytes.
 *
 * COUNT for a message block: 64 steps of 16, 1,024; the schedule 48 times 5, 240; 16 words of the
 * message 24; sums at the end 24; all else 22: 1,334 instructions, 20.84 a byte.
 */

#if __riscv_xlen != 64
#error "rv64_crypto_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb, +zknh

        .section .rodata
        .balign 4
/* The constants (section 4.2.2) */
K:
        .word   0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
        .word   0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
        .word   0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
        .word   0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174
        .word   0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC
        .word   0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA
        .word   0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7
        .word   0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
        .word   0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
        .word   0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
        .word   0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3
        .word   0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070
        .word   0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5
        .word   0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3
        .word   0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        .word   0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2

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
        lw      t0, 4*\k(ra)
        add     \h, \h, \w              /* T1 = h + W */
        add     \h, \h, t0              /*    + K */
        xor     t0, \f, \g
        and     t0, t0, \e
        xor     t0, t0, \g
        add     \h, \h, t0              /*    + Ch(e, f, g) */
        sha256sum1 t0, \e
        add     \h, \h, t0              /*    + SIGMA1(e) */
        add     \d, \d, \h              /* e = d + T1 */
        sha256sum0 t0, \a
        add     \h, \h, t0              /* T1 + SIGMA0(a) */
        xor     \ab, \a, \b
        and     \bc, \bc, \ab
        xor     \bc, \bc, \b
        add     \h, \h, \bc             /* a = T1 + SIGMA0(a) + Maj(a, b, c) */
        .endm

/* A word of the schedule in place of that of 16 steps before. */
        .macro  next w, w1, w9, w14
        sha256sig0 t0, \w1
        add     \w, \w, t0              /* W = W(t - 16) + sigma0(W(t - 15)) */
        add     \w, \w, \w9             /*   + W(t - 7) */
        sha256sig1 t0, \w14
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

/* Words i and i + 1 of the message, whose place t0 has: of eight bytes, the highest of each first. */
        .macro  pair w0, w1, i
        ld      \w1, 4*(\i)(t0)
        rev8    \w1, \w1
        srli    \w0, \w1, 32
        .endm

        .macro  aligned w0, w1, i
        lw      \w0, 4*(\i)(t0)
        lw      \w1, 4*(\i)+4(t0)
        rev8    \w0, \w0
        rev8    \w1, \w1
        srli    \w0, \w0, 32
        srli    \w1, \w1, 32
        .endm

        .macro  by_bytes w, i
        lbu     \w, 4*(\i)(t0)
        lbu     t1, 4*(\i)+1(t0)
        lbu     t2, 4*(\i)+2(t0)
        slli    \w, \w, 8
        or      \w, \w, t1
        slli    \w, \w, 8
        lbu     t1, 4*(\i)+3(t0)
        or      \w, \w, t2
        slli    \w, \w, 8
        or      \w, \w, t1
        .endm

        .macro  bytes w0, w1, i
        by_bytes \w0, \i
        by_bytes \w1, \i+1
        .endm

        .macro  message what
        \what   W0, W1, 0
        \what   W2, W3, 2
        \what   W4, W5, 4
        \what   W6, W7, 6
        \what   W8, W9, 8
        \what   W10, W11, 10
        \what   W12, W13, 12
        \what   W14, W15, 14
        .endm

/* A word of the hash value, whose place t0 has. */
        .macro  sum x, i
        lw      t1, 4*(\i)(t0)
        addw    \x, \x, t1
        sw      \x, 4*(\i)(t0)
        .endm

        .text
        .balign 4
        .global mote_sha256_compress
        .type   mote_sha256_compress, %function
mote_sha256_compress:
        addi    sp, sp, -144
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
        addi    t1, ra, 192
        sd      a0, 0(sp)
        sd      a2, 16(sp)
        sd      t1, 24(sp)
        mv      t0, a1
        lw      s0, 0(a0)
        lw      s1, 4(a0)
        lw      s2, 8(a0)
        lw      s3, 12(a0)
        lw      s4, 16(a0)
        lw      s5, 20(a0)
        lw      s6, 24(a0)
        lw      s7, 28(a0)
next_block:                             /* t0: the place in the message */
        andi    t1, t0, 7
        bnez    t1, not_by_eight
        message pair
words_ready:
        addi    t0, t0, 64
        sd      t0, 8(sp)
        xor     t2, s1, s2              /* b ^ c */
        sixteen first
sixteen_more:
        addi    ra, ra, 64
        sixteen later
        ld      t0, 24(sp)
        bne     ra, t0, sixteen_more
        addi    ra, ra, -192            /* the constants of the first steps */
        ld      t0, 0(sp)
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
        addi    sp, sp, 144
        ret
not_by_eight:
        andi    t1, t0, 3
        bnez    t1, not_by_four
        message aligned
        j       words_ready
not_by_four:
        message bytes
        j       words_ready
        .size   mote_sha256_compress, .-mote_sha256_compress

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
