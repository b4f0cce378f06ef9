/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-512 with AVX-512 (F and VL) of amd64, in C.
 *
 * A private header; the source includes it before sha2/sha512_fast.h, which takes it for a kernel.
 *
 * Names are those of FIPS 180-4, sections 4.1.3 and 6.4.2.  A step is computed in vectors of two words: the lower
 * half is on e, the upper half on a, which lags behind by two steps, so that nothing between e and the next e goes
 * from one half to the other.  With e(t) and a(t) for the variables before step t, the vector of step t is
 *
 *     N(t) = (e(t), a(t - 2))
 *
 * and as h(t) is e(t - 3), d(t) is a(t - 3), and T1(t - 2) is e(t - 1) - a(t - 5),
 *
 *     N(t + 1) = (Sigma1(e(t)),   Sigma0(a(t - 2))) + (Ch(e(t), ...), Maj(a(t - 2), ...))
 *              + (e(t - 3) + W + K, -a(t - 5))      + (a(t - 3), e(t - 1)):
 *
 * of older vectors, one with its upper half negated, one with its halves exchanged.  That is 12 operations a
 * step; of single words it would be 22.
 *
 * The message schedule is computed with vectors, of which each has two words of one block in its lower half and
 * the same two words of the next block in its upper half, and kept for both blocks, with the constants added.
 */
#ifndef MOTE_SHA512_AVX512_H
#define MOTE_SHA512_AVX512_H

#if !defined __x86_64__ || defined __ILP32__
#error "sha2/sha512_avx512.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#define BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"
#include "common/padding_amd64.h"

#define PADS_BLOCKS
#define SHA512_COMPRESS
static void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks);

/* The constants of section 4.2.3 */
static const u64 SHA512_CONSTANTS[80] = {
    0x428A2F98D728AE22, 0x7137449123EF65CD, 0xB5C0FBCFEC4D3B2F, 0xE9B5DBA58189DBBC,
    0x3956C25BF348B538, 0x59F111F1B605D019, 0x923F82A4AF194F9B, 0xAB1C5ED5DA6D8118,
    0xD807AA98A3030242, 0x12835B0145706FBE, 0x243185BE4EE4B28C, 0x550C7DC3D5FFB4E2,
    0x72BE5D74F27B896F, 0x80DEB1FE3B1696B1, 0x9BDC06A725C71235, 0xC19BF174CF692694,
    0xE49B69C19EF14AD2, 0xEFBE4786384F25E3, 0x0FC19DC68B8CD5B5, 0x240CA1CC77AC9C65,
    0x2DE92C6F592B0275, 0x4A7484AA6EA6E483, 0x5CB0A9DCBD41FBD4, 0x76F988DA831153B5,
    0x983E5152EE66DFAB, 0xA831C66D2DB43210, 0xB00327C898FB213F, 0xBF597FC7BEEF0EE4,
    0xC6E00BF33DA88FC2, 0xD5A79147930AA725, 0x06CA6351E003826F, 0x142929670A0E6E70,
    0x27B70A8546D22FFC, 0x2E1B21385C26C926, 0x4D2C6DFC5AC42AED, 0x53380D139D95B3DF,
    0x650A73548BAF63DE, 0x766A0ABB3C77B2A8, 0x81C2C92E47EDAEE6, 0x92722C851482353B,
    0xA2BFE8A14CF10364, 0xA81A664BBC423001, 0xC24B8B70D0F89791, 0xC76C51A30654BE30,
    0xD192E819D6EF5218, 0xD69906245565A910, 0xF40E35855771202A, 0x106AA07032BBD1B8,
    0x19A4C116B8D2D0C8, 0x1E376C085141AB53, 0x2748774CDF8EEB99, 0x34B0BCB5E19B48A8,
    0x391C0CB3C5C95A63, 0x4ED8AA4AE3418ACB, 0x5B9CCA4F7763E373, 0x682E6FF3D6B2B8A3,
    0x748F82EE5DEFB2FC, 0x78A5636F43172F60, 0x84C87814A1F0AB72, 0x8CC702081A6439EC,
    0x90BEFFFA23631E28, 0xA4506CEBDE82BDE9, 0xBEF9A3F7B2C67915, 0xC67178F2E372532B,
    0xCA273ECEEA26619C, 0xD186B8C721C0C207, 0xEADA7DD6CDE0EB1E, 0xF57D4F7FEE6ED178,
    0x06F067AA72176FBA, 0x0A637DC5A2C898A6, 0x113F9804BEF90DAE, 0x1B710B35131C471B,
    0x28DB77F523047D84, 0x32CAAB7B40C72493, 0x3C9EBE0A15C9BEBC, 0x431D67C49C100D4C,
    0x4CC5D4BECB3E42B6, 0x597F299CFC657E2A, 0x5FCB6FAB3AD6FAEC, 0x6C44198C4A475817,
};

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512vl")))

/*
 * What a step adds up but for the last sum, of n3 and sum: n0 is N(t), n1 is N(t - 1) and so on; w is W + K.  Tables of
 * functions of three bits, the first one, which is the target, the highest of an index: 0xCA is Ch(x, y, z), and with
 * it in place of x also Maj(x, y, z); 0x96 is an exclusive or.
 *
 * The order is written down as it matters, as does which operand is the target: on a Zen 4 that should be the one
 * that comes last.  Of 600 orders tried there the slowest took 1.15 times as long as this one.
 */
#define STEP_SUM(n0, n1, n2, n3, w)                                                                \
    __asm__(                                                                                       \
        "vpshufd $0x4E, %[N1], %[u]\n\t"                                                           \
        "vmovdqa64 %[N0], %[s]\n\t"                                                                \
        "vpternlogq $0xCA, %[N2], %[N1], %[s]\n\t"                                                 \
        "vprorvq %[by0], %[N0], %[t]\n\t"                                                          \
        "vprorvq %[by1], %[N0], %[v]\n\t"                                                          \
        "vprorvq %[by2], %[N0], %[x]\n\t"                                                          \
        "vpternlogq $0xCA, %[N2], %[N1], %[s] %{%[upper]%}\n\t"                                    \
        "vpsubq %[N3], %[zero], %[N3] %{%[upper]%}\n\t"                                            \
        "vpaddq %[W]%{1to2%}, %[N3], %[N3] %{%[lower]%}\n\t"                                       \
        "vpternlogq $0x96, %[t], %[v], %[x]\n\t"                                                   \
        "vpaddq %[u], %[N3], %[N3]\n\t"                                                            \
        "vpaddq %[N3], %[s], %[s]"                                                                 \
        : [N3] "+v"(n3), [s] "=&v"(sum), [t] "=&v"(t0), [u] "=&v"(t1), [v] "=&v"(t2),              \
          [x] "=&v"(rotated)                                                                       \
        : [N0] "v"(n0), [N1] "v"(n1), [N2] "v"(n2), [W] "m"(w), [by0] "v"(by0), [by1] "v"(by1),    \
          [by2] "v"(by2), [zero] "v"(zero), [lower] "Yk"(lower), [upper] "Yk"(upper))

/* A step: n3 becomes N(t + 1). */
#define STEP(n0, n1, n2, n3, w)                                                                    \
    STEP_SUM(n0, n1, n2, n3, w);                                                                   \
    n3 = _mm_add_epi64(rotated, sum)
/* The same in the lower half; the upper one is given. */
#define FIRST_STEP(n0, n1, n2, n3, w, given)                                                       \
    STEP_SUM(n0, n1, n2, n3, w);                                                                   \
    n3 = _mm_mask_add_epi64(given, lower, rotated, sum)

/* Two steps with what lies at w, and two words of the schedule on the way. */
#define TWO(n0, n1, n2, n3, w, BEGIN_WORK, END_WORK, WORK)                                         \
    BEGIN_WORK WORK;                                                                               \
    STEP(n0, n1, n2, n3, (w)[0]);                                                                  \
    END_WORK WORK;                                                                                 \
    STEP(n3, n0, n1, n2, (w)[1])
#define NOTHING(i, x, x1, x4, x5, x7)

/* 16 words of two blocks */
#define GROUP 32

/*
 * 16 steps with words 2 to 17 of a group at w, and the schedule's next 16 words on the way.  The last two of a block
 * are there for their upper halves, as these lag behind; g and h are in the lower halves of g and h.
 */
#define SIXTEEN(w, BEGIN_WORK, END_WORK)                                                           \
    TWO(n0, n1, n2, n3, (w) + 4, BEGIN_WORK, END_WORK, (0, x0, x1, x4, x5, x7));                   \
    TWO(n2, n3, n0, n1, (w) + 8, BEGIN_WORK, END_WORK, (1, x1, x2, x5, x6, x0));                   \
    TWO(n0, n1, n2, n3, (w) + 12, BEGIN_WORK, END_WORK, (2, x2, x3, x6, x7, x1));                  \
    TWO(n2, n3, n0, n1, (w) + 16, BEGIN_WORK, END_WORK, (3, x3, x4, x7, x0, x2));                  \
    TWO(n0, n1, n2, n3, (w) + 20, BEGIN_WORK, END_WORK, (4, x4, x5, x0, x1, x3));                  \
    TWO(n2, n3, n0, n1, (w) + 24, BEGIN_WORK, END_WORK, (5, x5, x6, x1, x2, x4));                  \
    TWO(n0, n1, n2, n3, (w) + 28, BEGIN_WORK, END_WORK, (6, x6, x7, x2, x3, x5));                  \
    g = n0;                                                                                        \
    h = n1;                                                                                        \
    TWO(n2, n3, n0, n1, (w) + 32, BEGIN_WORK, END_WORK, (7, x7, x0, x3, x4, x6))

#define ADD(x, y) _mm256_add_epi64(x, y)
#define ROTATED(x, n) _mm256_ror_epi64(x, n)
#define LOWER_SIGMA(x, i, j, k)                                                                    \
    _mm256_ternarylogic_epi64(ROTATED(x, i), ROTATED(x, j), _mm256_srli_epi64(x, k), 0x96)
/* The last word of x and the first of y, of both blocks */
#define BETWEEN(x, y) _mm256_alignr_epi8(y, x, 8)

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* Two words of two blocks, each with its highest byte first. */
#define WORDS(i)                                                                                   \
    _mm256_shuffle_epi8(_mm256_set_m128i(LOAD(other + 16 * (i)), LOAD(data + 16 * (i))), byte_order)

/* Words 2i and 2i + 1 behind a place in the schedule, with their constants, for the steps */
#define KEEP(i, x, w, k)                                                                           \
    _mm256_store_si256((__m256i *)(void *)((w) + 4 * (i)),                                         \
                       ADD(x, _mm256_broadcastsi128_si256(LOAD((k) + 2 * (i)))))

/* A compiler keeps the order of steps and of this work, which are to be under way side by side. */
#define IN_ORDER(x) __asm__ __volatile__("" : "+v"(x) : : "memory")

/* Two words of the schedule in place of those of 16 steps before, in two parts */
#define BEGIN_NEXT(i, x, x1, x4, x5, x7)                                                           \
    IN_ORDER(x);                                                                                   \
    y = BETWEEN(x, x1);                                                                            \
    x = ADD(x, BETWEEN(x4, x5));                                                                   \
    x = ADD(x, LOWER_SIGMA(y, 1, 8, 7));                                                           \
    IN_ORDER(x)
#define END_NEXT(i, x, x1, x4, x5, x7)                                                             \
    IN_ORDER(x7);                                                                                  \
    x = ADD(x, LOWER_SIGMA(x7, 19, 61, 6));                                                        \
    KEEP(i, x, w + GROUP, k);                                                                      \
    IN_ORDER(x)

/* A word in each half */
#define PAIR(lower, upper) _mm_set_epi32(0, upper, 0, lower)

/* Steps 0 and 1 of a block with what lies at w: N(2), N(1) and so on */
#define BEGIN                                                                                      \
    n2 = h_ec;                                                                                     \
    n3 = h_fd;                                                                                     \
    n0 = h_g;                                                                                      \
    n1 = h_h;                                                                                      \
    FIRST_STEP(n2, n3, n0, n1, w[0], h_b);                                                         \
    FIRST_STEP(n1, n2, n3, n0, w[1], h_a)
/* The hash value behind 82 steps */
#define END                                                                                        \
    h_a = _mm_add_epi64(h_a, n0);                                                                  \
    h_b = _mm_add_epi64(h_b, n1);                                                                  \
    h_ec = _mm_add_epi64(h_ec, n2);                                                                \
    h_fd = _mm_add_epi64(h_fd, n3);                                                                \
    h_g = _mm_add_epi64(h_g, g);                                                                   \
    h_h = _mm_add_epi64(h_h, h)

FEATURES static void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks) {
    const __m256i byte_order =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607));
    const __m128i by0 = PAIR(14, 28), by1 = PAIR(18, 34), by2 = PAIR(41, 39);
    const __mmask8 lower = 1, upper = 2;
    const __m128i zero = _mm_setzero_si128();
    u64 schedule[5 * GROUP + 4] __attribute__((__aligned__(32)));
    __m128i h_a, h_b, h_ec, h_fd, h_g, h_h, n0, n1, n2, n3, g, h, sum, rotated, t0, t1, t2;
    __m256i x0, x1, x2, x3, x4, x5, x6, x7, y;
    const unsigned char *other;
    const u64 *k;
    u64 *w;
    unsigned groups;

    h_b = LOAD(H);
    h_a = _mm_unpacklo_epi64(h_b, h_b);
    h_fd = LOAD(H + 8);
    h_ec = _mm_unpacklo_epi64(h_fd, LOAD(H + 4));
    h_fd = _mm_unpackhi_epi64(h_fd, LOAD(H + 4));
    h_g = LOAD(H + 12);
    h_h = _mm_unpackhi_epi64(h_g, h_g);
    /* What the last two steps add to lower halves. */
    _mm256_store_si256((__m256i *)(void *)(schedule + 5 * GROUP), _mm256_setzero_si256());
    for (;;) {
        /* A last block alone is its own other one. */
        other = data + (blocks != 1 ? BLOCK_BYTES : 0);
        k = SHA512_CONSTANTS;
        w = schedule;
        x0 = WORDS(0);
        x1 = WORDS(1);
        x2 = WORDS(2);
        x3 = WORDS(3);
        x4 = WORDS(4);
        x5 = WORDS(5);
        x6 = WORDS(6);
        x7 = WORDS(7);
        KEEP(0, x0, w, k);
        KEEP(1, x1, w, k);
        KEEP(2, x2, w, k);
        KEEP(3, x3, w, k);
        KEEP(4, x4, w, k);
        KEEP(5, x5, w, k);
        KEEP(6, x6, w, k);
        KEEP(7, x7, w, k);
        BEGIN;
        /* All groups of 16 steps but the last, with the schedule of the next group. */
        for (k += 16; k != SHA512_CONSTANTS + 80; k += 16, w += GROUP) {
            SIXTEEN(w, BEGIN_NEXT, END_NEXT);
        }
        /* That last group, and then all groups of the other block. */
        for (groups = 1;; groups = 5) {
            do {
                SIXTEEN(w, NOTHING, NOTHING);
                w += GROUP;
            } while (--groups != 0);
            END;
            data += BLOCK_BYTES;
            blocks--;
            if (blocks == 0 || data != other)
                break;
            w = schedule + 2;
            BEGIN;
        }
        if (blocks == 0)
            break;
    }
    STORE(H, _mm_unpackhi_epi64(h_a, h_b));
    STORE(H + 4, _mm_unpackhi_epi64(h_ec, h_fd));
    STORE(H + 8, _mm_unpacklo_epi64(h_ec, h_fd));
    STORE(H + 12, _mm_unpacklo_epi64(h_g, h_h));
}

#endif
