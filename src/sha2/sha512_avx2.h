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

/*
 * A step with the sum w of a word of the schedule and its constant: d becomes e, and h becomes a (sections 4.1.3
 * and 6.4.2).  Maj(a, b, c) is b, unless a and b, and b and c, differ; b_c is b ^ c, and a_b that of the next step.
 *
 * The order is written down as it matters: e is what the next step waits for, so what needs it alone comes last, and
 * four units do these instructions, of which two rotate.  Of 120 orders tried on a Zen 3 the slowest took 1.3
 * times as long as this one, and a compiler's 1.1 times.
 */
#define STEP(a, b, c, d, e, f, g, h, w, a_b, b_c)                                                  \
    __asm__("movq %[F], %[t]\n\t"                                                                  \
            "addq %[W], %[H]\n\t"                                                                  \
            "xorq %[G], %[t]\n\t"                                                                  \
            "rorx $41, %[E], %[u]\n\t"                                                             \
            "rorx $18, %[E], %[v]\n\t"                                                             \
            "andq %[E], %[t]\n\t"                                                                  \
            "xorq %[G], %[t]\n\t"                                                                  \
            "addq %[t], %[H]\n\t"                                                                  \
            "xorq %[v], %[u]\n\t"                                                                  \
            "rorx $14, %[E], %[v]\n\t"                                                             \
            "xorq %[v], %[u]\n\t"                                                                  \
            "addq %[u], %[H]\n\t"                                                                  \
            "addq %[H], %[D]\n\t"                                                                  \
            "rorx $39, %[A], %[u]\n\t"                                                             \
            "rorx $34, %[A], %[v]\n\t"                                                             \
            "xorq %[v], %[u]\n\t"                                                                  \
            "rorx $28, %[A], %[v]\n\t"                                                             \
            "xorq %[v], %[u]\n\t"                                                                  \
            "movq %[A], %[t]\n\t"                                                                  \
            "xorq %[B], %[t]\n\t"                                                                  \
            "andq %[t], %[y]\n\t"                                                                  \
            "xorq %[B], %[y]\n\t"                                                                  \
            "addq %[y], %[H]\n\t"                                                                  \
            "addq %[u], %[H]"                                                                      \
            : [D] "+r"(d), [H] "+r"(h), [y] "+r"(b_c), [t] "=&r"(a_b), [u] "=&r"(u), [v] "=&r"(v)  \
            : [A] "r"(a), [B] "r"(b), [E] "r"(e), [F] "r"(f), [G] "r"(g), [W] "m"(w)               \
            : "cc")

/* Eight steps with what lies at w: two words of a block, and two of another block; with work in two parts for each
 * two steps. */
#define EIGHT(w, FIRST, SECOND, WORK0, WORK1, WORK2, WORK3)                                        \
    FIRST WORK0;                                                                                   \
    STEP(a, b, c, d, e, f, g, h, (w)[0], y0, y1);                                                  \
    SECOND WORK0;                                                                                  \
    STEP(h, a, b, c, d, e, f, g, (w)[1], y1, y0);                                                  \
    FIRST WORK1;                                                                                   \
    STEP(g, h, a, b, c, d, e, f, (w)[4], y0, y1);                                                  \
    SECOND WORK1;                                                                                  \
    STEP(f, g, h, a, b, c, d, e, (w)[5], y1, y0);                                                  \
    FIRST WORK2;                                                                                   \
    STEP(e, f, g, h, a, b, c, d, (w)[8], y0, y1);                                                  \
    SECOND WORK2;                                                                                  \
    STEP(d, e, f, g, h, a, b, c, (w)[9], y1, y0);                                                  \
    FIRST WORK3;                                                                                   \
    STEP(c, d, e, f, g, h, a, b, (w)[12], y0, y1);                                                 \
    SECOND WORK3;                                                                                  \
    STEP(b, c, d, e, f, g, h, a, (w)[13], y1, y0)
#define NOTHING(x)

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

/* Words 2i and 2i + 1 behind a place in the schedule, with their constants, for the steps */
#define KEEP(i, x, w, k)                                                                           \
    _mm256_store_si256((__m256i *)(void *)((w) + 4 * (i)),                                         \
                       ADD(x, _mm256_broadcastsi128_si256(LOAD((k) + 2 * (i)))))

/*
 * Vectors and single words are to be under way side by side, and words to come from memory: a compiler
 * keeps this order, and takes no word out of a vector.
 */
#define IN_ORDER(x) __asm__ __volatile__("" : "+x"(x) : : "memory")

/* Two words of the schedule in place of those of 16 steps before.  The empty statement does nothing, but gcc 12 orders
 * the instructions otherwise with it: a block takes 0.94 of the time on a Zen 3. */
#define BEGIN_NEXT(i, x, x1, x4, x5, x7)                                                           \
    IN_ORDER(x);                                                                                   \
    __asm__ __volatile__("");                                                                      \
    y = BETWEEN(x, x1);                                                                            \
    x = ADD(x, BETWEEN(x4, x5));                                                                   \
    x = ADD(x, XOR(XOR(ROTATED(y, 1), _mm256_shuffle_epi8(y, by_8)), RIGHT(y, 7)));                \
    IN_ORDER(x)
#define END_NEXT(i, x, x1, x4, x5, x7)                                                             \
    IN_ORDER(x7);                                                                                  \
    x = ADD(x, XOR(XOR(ROTATED(x7, 19), ROTATED(x7, 61)), RIGHT(x7, 6)));                          \
    KEEP(i, x, w + GROUP, k);                                                                      \
    IN_ORDER(x)

/* The working variables of a block, and the hash value behind it */
#define BEGIN                                                                                      \
    a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7], y1 = b ^ c
#define END H[0] += a, H[1] += b, H[2] += c, H[3] += d, H[4] += e, H[5] += f, H[6] += g, H[7] += h

FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const __m256i byte_order =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607));
    const __m256i by_8 =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x080F0E0D, 0x0C0B0A09, 0x00070605, 0x04030201));
    u64 schedule[5 * GROUP] __attribute__((__aligned__(32)));
    u64 a, b, c, d, e, f, g, h, y0, y1, u, v;
    u64 H[8], *w;
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
        KEEP(0, x0, w, k);
        KEEP(1, x1, w, k);
        KEEP(2, x2, w, k);
        KEEP(3, x3, w, k);
        KEEP(4, x4, w, k);
        KEEP(5, x5, w, k);
        KEEP(6, x6, w, k);
        KEEP(7, x7, w, k);
        /* All groups of 16 steps but the last, with the schedule of the next group. */
        for (k += 16; k != K + 80; k += 16, w += GROUP) {
            EIGHT(w, BEGIN_NEXT, END_NEXT, (0, x0, x1, x4, x5, x7), (1, x1, x2, x5, x6, x0),
                  (2, x2, x3, x6, x7, x1), (3, x3, x4, x7, x0, x2));
            EIGHT(w + 16, BEGIN_NEXT, END_NEXT, (4, x4, x5, x0, x1, x3), (5, x5, x6, x1, x2, x4),
                  (6, x6, x7, x2, x3, x5), (7, x7, x0, x3, x4, x6));
        }
        /* That last group, and then all groups of the other block. */
        for (groups = 1;; groups = 5) {
            do {
                EIGHT(w, NOTHING, NOTHING, (), (), (), ());
                EIGHT(w + 16, NOTHING, NOTHING, (), (), (), ());
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
