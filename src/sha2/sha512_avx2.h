/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-512 with AVX2 and BMI2 of amd64, in C.
 *
 * A private header; sha2/sha512_fast.h includes it in place of its own for a source that defines
 * SHA512_AVX2.
 *
 * Names are those of FIPS 180-4, sections 4.1.3 and 6.4.2.  Steps are computed with single words; BMI2
 * rotates into another register.  The message schedule is computed with vectors, of which each has two
 * words of one block in its lower half and the same two words of the next block in its upper half, and
 * kept for both blocks, with the constants added.
 */
#ifndef MOTE_SHA512_AVX2_H
#define MOTE_SHA512_AVX2_H

#if !defined __x86_64__ || defined __ILP32__
#error "sha2/sha512_avx2.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2,bmi2")))

/* Section 4.1.3 */
#define CH(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define SIGMA0(x) (ROTR64(x, 28) ^ ROTR64(x, 34) ^ ROTR64(x, 39))
#define SIGMA1(x) (ROTR64(x, 14) ^ ROTR64(x, 18) ^ ROTR64(x, 41))

/* x is computed before what follows, which a compiler might add up in another order. */
#define FIRST(x) __asm__("" : "+r"(x))

/*
 * A step with the sum w of a word of the schedule and its constant: d becomes e, and h becomes a.
 * e is what the next step waits for, so what needs it comes last.  Maj(a, b, c) is b, unless a and b,
 * and b and c, differ; b_c is b ^ c, and then that of the next step.
 */
#define STEP(a, b, c, d, e, f, g, h, w)                                                            \
    h += (w);                                                                                      \
    FIRST(h);                                                                                      \
    h += CH(e, f, g);                                                                              \
    FIRST(h);                                                                                      \
    h += SIGMA1(e);                                                                                \
    FIRST(h);                                                                                      \
    d += h;                                                                                        \
    a_b = a ^ b;                                                                                   \
    h += SIGMA0(a) + ((a_b & b_c) ^ b);                                                            \
    b_c = a_b

/* Eight steps with what lies at w: two words of a block, and two of another block. */
#define EIGHT(w, WORK0, WORK1, WORK2, WORK3)                                                       \
    WORK0;                                                                                         \
    STEP(a, b, c, d, e, f, g, h, (w)[0]);                                                          \
    STEP(h, a, b, c, d, e, f, g, (w)[1]);                                                          \
    WORK1;                                                                                         \
    STEP(g, h, a, b, c, d, e, f, (w)[4]);                                                          \
    STEP(f, g, h, a, b, c, d, e, (w)[5]);                                                          \
    WORK2;                                                                                         \
    STEP(e, f, g, h, a, b, c, d, (w)[8]);                                                          \
    STEP(d, e, f, g, h, a, b, c, (w)[9]);                                                          \
    WORK3;                                                                                         \
    STEP(c, d, e, f, g, h, a, b, (w)[12]);                                                         \
    STEP(b, c, d, e, f, g, h, a, (w)[13])

/* 16 words of two blocks */
#define GROUP 32

#define ADD(x, y) _mm256_add_epi64(x, y)
#define XOR(x, y) _mm256_xor_si256(x, y)
#define RIGHT(x, n) _mm256_srli_epi64(x, n)
#define ROTATED(x, n) XOR(RIGHT(x, n), _mm256_slli_epi64(x, 64 - (n)))
/* The last word of x and the first of y, of both blocks */
#define BETWEEN(x, y) _mm256_alignr_epi8(y, x, 8)

/* Two words of two blocks, each with its highest byte first. */
#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define WORDS(i)                                                                                   \
    _mm256_shuffle_epi8(_mm256_set_m128i(LOAD(other + 16 * (i)), LOAD(data + 16 * (i))), byte_order)

/* Words 2i and 2i + 1 of the schedule with their constants, for the steps. */
#define KEEP(i)                                                                                    \
    _mm256_store_si256((__m256i *)(void *)(w + 4 * (i)),                                           \
                       ADD(x##i, _mm256_broadcastsi128_si256(LOAD(k + 2 * (i)))))

/*
 * Vectors and single words are to be under way side by side, and words to come from memory: a compiler
 * keeps this order, and takes no word out of a vector.
 */
#define IN_ORDER(x) __asm__ __volatile__("" : "+x"(x) : : "memory")

/* Two words of the schedule in place of those of 16 steps before. */
#define NEXT(x, x1, x4, x5, x7)                                                                    \
    IN_ORDER(x7);                                                                                  \
    y = BETWEEN(x, x1);                                                                            \
    x = ADD(x, BETWEEN(x4, x5));                                                                   \
    x = ADD(x, XOR(XOR(ROTATED(y, 1), _mm256_shuffle_epi8(y, by_8)), RIGHT(y, 7)));                \
    x = ADD(x, XOR(XOR(ROTATED(x7, 19), ROTATED(x7, 61)), RIGHT(x7, 6)));                          \
    IN_ORDER(x)

/* The working variables of a block, and the hash value behind it */
#define BEGIN                                                                                      \
    a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7], b_c = b ^ c
#define END H[0] += a, H[1] += b, H[2] += c, H[3] += d, H[4] += e, H[5] += f, H[6] += g, H[7] += h

FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const __m256i byte_order =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607));
    const __m256i by_8 =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x080F0E0D, 0x0C0B0A09, 0x00070605, 0x04030201));
    u64 schedule[5 * GROUP] __attribute__((__aligned__(32)));
    u64 H[8], a, b, c, d, e, f, g, h, a_b, b_c, *w;
    u64 old = JOIN64(cc->count), low = old + ((u64)blocks << 10);
    u64 high = JOIN64(cc->count + 2) + ((u64)blocks >> 54) + (low < old);
    __m256i x0, x1, x2, x3, x4, x5, x6, x7, y;
    const unsigned char *other;
    const u64 *k;
    unsigned i, groups;

    SPLIT64(cc->count, low);
    SPLIT64(cc->count + 2, high);
    for (i = 0; i < 8; i++)
        H[i] = JOIN64(cc->H + 2 * i);
    for (;;) {
        /* A last block alone is its own other one. */
        other = data + (blocks != 1 ? BLOCK_BYTES : 0);
        x0 = WORDS(0);
        x1 = WORDS(1);
        x2 = WORDS(2);
        x3 = WORDS(3);
        x4 = WORDS(4);
        x5 = WORDS(5);
        x6 = WORDS(6);
        x7 = WORDS(7);
        BEGIN;
        k = K;
        w = schedule;
        /* All groups of 16 steps but the last, with the schedule of the next group. */
        for (; k != K + 64; k += 16, w += GROUP) {
            KEEP(0);
            KEEP(1);
            KEEP(2);
            KEEP(3);
            EIGHT(w, NEXT(x0, x1, x4, x5, x7), NEXT(x1, x2, x5, x6, x0), NEXT(x2, x3, x6, x7, x1),
                  NEXT(x3, x4, x7, x0, x2));
            KEEP(4);
            KEEP(5);
            KEEP(6);
            KEEP(7);
            EIGHT(w + 16, NEXT(x4, x5, x0, x1, x3), NEXT(x5, x6, x1, x2, x4),
                  NEXT(x6, x7, x2, x3, x5), NEXT(x7, x0, x3, x4, x6));
        }
        KEEP(0);
        KEEP(1);
        KEEP(2);
        KEEP(3);
        KEEP(4);
        KEEP(5);
        KEEP(6);
        KEEP(7);
        IN_ORDER(x7);
        /* That last group, and then all groups of the other block. */
        for (groups = 1;; groups = 5) {
            do {
                EIGHT(w, (void)0, (void)0, (void)0, (void)0);
                EIGHT(w + 16, (void)0, (void)0, (void)0, (void)0);
                w += GROUP;
            } while (--groups != 0);
            END;
            data += BLOCK_BYTES;
            blocks--;
            if (blocks == 0 || data != other)
                break;
            BEGIN;
            w = schedule + 2;
        }
        if (blocks == 0)
            break;
    }
    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, H[i]);
}

#endif
