/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Words of many messages side by side in vectors of amd64: a word of each in a vector, its lane.
 *
 * A private header.  The source defines before it
 *
 *     #define WORD_BITS 32     or 64
 *     #define LANES_AVX512     for AVX-512; otherwise AVX2
 */
#ifndef MOTE_LANES_AMD64_H
#define MOTE_LANES_AMD64_H

#if !defined __x86_64__ || defined __ILP32__
#error "common/lanes_amd64.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#define LANES_JOIN(a, b) a##b
#define LANES_OF(a, b) LANES_JOIN(a, b)

#ifdef LANES_AVX512
#define FEATURES __attribute__((__target__("avx512f,avx512bw,avx512vl")))
#define VECTOR_BITS 512
typedef __m512i vector;
#define OP(name) LANES_OF(_mm512_##name##_epi, WORD_BITS)
#define LOADED(p) _mm512_loadu_si512((const void *)(p))
#define KEEP(p, x) _mm512_storeu_si512((void *)(p), x)
#define AND(x, y) _mm512_and_si512(x, y)
#define XOR(x, y) _mm512_xor_si512(x, y)
#define XOR3(x, y, z) OP(ternarylogic)(x, y, z, 0x96)
#define CHOICE_OF_BITS(x, y, z) OP(ternarylogic)(x, y, z, 0xCA)
#define MAJORITY(x, y, z) OP(ternarylogic)(x, y, z, 0xE8)
/* x ^ (~y & z) */
#define XOR_ANDNOT(x, y, z) OP(ternarylogic)(x, y, z, 0xD2)
#define ROTR(x, n) OP(ror)(x, n)
#define ROTL(x, n) OP(rol)(x, n)
#define SHUFFLED_BYTES(x, order) _mm512_shuffle_epi8(x, order)
#define EVERYWHERE(x) _mm512_broadcast_i32x4(x)
/* x, but y in lanes of the mask */
#define BLENDED(mask, x, y) OP(mask_mov)(x, (LANE_MASK)(mask), y)
#if WORD_BITS == 32
#define LANE_MASK __mmask16
#define ALL(x) _mm512_set1_epi32((int)(x))
#else
#define LANE_MASK __mmask8
#define ALL(x) _mm512_set1_epi64((long long)(x))
#endif
#else
#define FEATURES __attribute__((__target__("avx2")))
#define VECTOR_BITS 256
typedef __m256i vector;
#define OP(name) LANES_OF(_mm256_##name##_epi, WORD_BITS)
#define LOADED(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define KEEP(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define AND(x, y) _mm256_and_si256(x, y)
#define XOR(x, y) _mm256_xor_si256(x, y)
#define XOR3(x, y, z) XOR(XOR(x, y), z)
#define CHOICE_OF_BITS(x, y, z) XOR(AND(x, XOR(y, z)), z)
#define MAJORITY(x, y, z) XOR(AND(XOR(x, y), XOR(y, z)), y)
#define XOR_ANDNOT(x, y, z) XOR(x, _mm256_andnot_si256(y, z))
#define ROTR(x, n) _mm256_or_si256(OP(srli)(x, n), OP(slli)(x, WORD_BITS - (n)))
#define ROTL(x, n) ROTR(x, WORD_BITS - (n))
#define SHUFFLED_BYTES(x, order) _mm256_shuffle_epi8(x, order)
#define EVERYWHERE(x) _mm256_broadcastsi128_si256(x)
#if WORD_BITS == 32
#define ALL(x) _mm256_set1_epi32((int)(x))
#define LANE_BITS _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1)
#else
#define ALL(x) _mm256_set1_epi64x((long long)(x))
#define LANE_BITS _mm256_set_epi64x(8, 4, 2, 1)
#endif
#define IN_LANES(mask) OP(cmpeq)(AND(ALL(mask), LANE_BITS), LANE_BITS)
#define BLENDED(mask, x, y)                                                                        \
    _mm256_or_si256(AND(IN_LANES(mask), y), _mm256_andnot_si256(IN_LANES(mask), x))
#endif

#define LANES (VECTOR_BITS / WORD_BITS)
#define ADD(x, y) OP(add)(x, y)
#define SHIFTED(x, n) OP(srli)(x, n)

#define QUARTER(p) _mm_loadu_si128((const __m128i *)(const void *)(p))

/* 16 bytes of the lanes `first` + `apart` * 0, 1, ...: one in each 128 bits. */
#ifdef LANES_AVX512
#define GATHERED(at, first, apart, from)                                                           \
    _mm512_inserti32x4(                                                                            \
        _mm512_inserti32x4(                                                                        \
            _mm512_inserti32x4(_mm512_castsi128_si512(QUARTER((at)[first] + (from))),              \
                               QUARTER((at)[(first) + (apart)] + (from)), 1),                      \
            QUARTER((at)[(first) + 2 * (apart)] + (from)), 2),                                     \
        QUARTER((at)[(first) + 3 * (apart)] + (from)), 3)
#define PUT_QUARTER(p, x, n)                                                                       \
    _mm_storeu_si128((__m128i *)(void *)(p), _mm512_extracti32x4_epi32(x, n))
#define LOW_WORDS(bits, x, y) _mm512_unpacklo_epi##bits(x, y)
#define HIGH_WORDS(bits, x, y) _mm512_unpackhi_epi##bits(x, y)
#else
#define GATHERED(at, first, apart, from)                                                           \
    _mm256_inserti128_si256(_mm256_castsi128_si256(QUARTER((at)[first] + (from))),                 \
                            QUARTER((at)[(first) + (apart)] + (from)), 1)
#define PUT_QUARTER(p, x, n)                                                                       \
    _mm_storeu_si128((__m128i *)(void *)(p), _mm256_extracti128_si256(x, n))
#define LOW_WORDS(bits, x, y) _mm256_unpacklo_epi##bits(x, y)
#define HIGH_WORDS(bits, x, y) _mm256_unpackhi_epi##bits(x, y)
#endif

/*
 * Words of the 16 bytes at at[lane] + from, of all lanes, in the vectors at x: four of 32 bits, or two of 64.
 * `order` says how the bytes of a word lie.
 */
#if WORD_BITS == 32
#define WORDS_OF_16_BYTES 4
#define TAKE_WORDS(x, at, from, ORDER)                                                             \
    do {                                                                                           \
        vector r0 = ORDER(GATHERED(at, 0, 4, from)), r1 = ORDER(GATHERED(at, 1, 4, from));         \
        vector r2 = ORDER(GATHERED(at, 2, 4, from)), r3 = ORDER(GATHERED(at, 3, 4, from));         \
        vector s0 = LOW_WORDS(32, r0, r1), s1 = HIGH_WORDS(32, r0, r1);                            \
        vector s2 = LOW_WORDS(32, r2, r3), s3 = HIGH_WORDS(32, r2, r3);                            \
        (x)[0] = LOW_WORDS(64, s0, s2);                                                            \
        (x)[1] = HIGH_WORDS(64, s0, s2);                                                           \
        (x)[2] = LOW_WORDS(64, s1, s3);                                                            \
        (x)[3] = HIGH_WORDS(64, s1, s3);                                                           \
    } while (0)
#else
#define WORDS_OF_16_BYTES 2
#define TAKE_WORDS(x, at, from, ORDER)                                                             \
    do {                                                                                           \
        vector r0 = ORDER(GATHERED(at, 0, 2, from)), r1 = ORDER(GATHERED(at, 1, 2, from));         \
        (x)[0] = LOW_WORDS(64, r0, r1);                                                            \
        (x)[1] = HIGH_WORDS(64, r0, r1);                                                           \
    } while (0)
#endif

/* The opposite: words of all lanes, four of 32 bits or two of 64, to the 16 bytes at (to)[lane][from]. */
#ifdef LANES_AVX512
#define SCATTER(to, first, apart, from, x)                                                         \
    PUT_QUARTER(&(to)[first][from], x, 0);                                                         \
    PUT_QUARTER(&(to)[(first) + (apart)][from], x, 1);                                             \
    PUT_QUARTER(&(to)[(first) + 2 * (apart)][from], x, 2);                                         \
    PUT_QUARTER(&(to)[(first) + 3 * (apart)][from], x, 3)
#else
#define SCATTER(to, first, apart, from, x)                                                         \
    PUT_QUARTER(&(to)[first][from], x, 0);                                                         \
    PUT_QUARTER(&(to)[(first) + (apart)][from], x, 1)
#endif
#if WORD_BITS == 32
#define PUT_WORDS(to, from, x, ORDER)                                                              \
    do {                                                                                           \
        vector r0 = ORDER((x)[0]), r1 = ORDER((x)[1]), r2 = ORDER((x)[2]), r3 = ORDER((x)[3]);     \
        vector s0 = LOW_WORDS(32, r0, r1), s1 = HIGH_WORDS(32, r0, r1);                            \
        vector s2 = LOW_WORDS(32, r2, r3), s3 = HIGH_WORDS(32, r2, r3);                            \
        SCATTER(to, 0, 4, from, LOW_WORDS(64, s0, s2));                                            \
        SCATTER(to, 1, 4, from, HIGH_WORDS(64, s0, s2));                                           \
        SCATTER(to, 2, 4, from, LOW_WORDS(64, s1, s3));                                            \
        SCATTER(to, 3, 4, from, HIGH_WORDS(64, s1, s3));                                           \
    } while (0)
#else
#define PUT_WORDS(to, from, x, ORDER)                                                              \
    do {                                                                                           \
        vector r0 = ORDER((x)[0]), r1 = ORDER((x)[1]);                                             \
        SCATTER(to, 0, 2, from, LOW_WORDS(64, r0, r1));                                            \
        SCATTER(to, 1, 2, from, HIGH_WORDS(64, r0, r1));                                           \
    } while (0)
#endif

#endif
