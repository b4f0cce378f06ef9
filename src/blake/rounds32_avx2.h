/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What BLAKE2s, BLAKE-256 and BLAKE-32 with AVX2 of amd64 share: the function G on four columns of words
 * of 32 bits.
 *
 * A private header.  Who uses it has the rows of the state in the vectors a to d, the message in m0 and m8,
 * eight words in each, and which and words for what G takes of it; by_16 and by_8 are BY_16 and BY_8.
 */
#ifndef MOTE_BLAKE_ROUNDS32_AVX2_H
#define MOTE_BLAKE_ROUNDS32_AVX2_H

#if !defined __x86_64__ || defined __ILP32__
#error "blake/rounds32_avx2.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#include "blake/rounds_avx2.h"

/* The functions that use them alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2")))

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define LOAD2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

/* Rotations to the right: by whole bytes their bytes are put elsewhere. */
#define SHIFTED(x, n) _mm_or_si128(_mm_srli_epi32(x, n), _mm_slli_epi32(x, 32 - (n)))
#define BY_16 _mm_set_epi32(0x0D0C0F0E, 0x09080B0A, 0x05040706, 0x01000302)
#define BY_8 _mm_set_epi32(0x0C0F0E0D, 0x080B0A09, 0x04070605, 0x00030201)
#define ROTR_16(x) _mm_shuffle_epi8(x, by_16)
#define ROTR_12(x) SHIFTED(x, 12)
#define ROTR_8(x) _mm_shuffle_epi8(x, by_8)
#define ROTR_7(x) SHIFTED(x, 7)

/* What is computed before what follows: b comes last, and a compiler might add it to x first. */
#define FIRST(x) __asm__("" : "+x"(x))

/* Half of G, with words x of the message. */
#define HALF_G(x, rotate_d, rotate_b)                                                              \
    a = _mm_add_epi32(a, x);                                                                       \
    FIRST(a);                                                                                      \
    a = _mm_add_epi32(a, b);                                                                       \
    d = rotate_d(_mm_xor_si128(d, a));                                                             \
    c = _mm_add_epi32(c, d);                                                                       \
    b = rotate_b(_mm_xor_si128(b, c))

/* Words of the message for eight entries of sigma: each entry's word of the first eight and of the last,
 * of which the entry's bit 3 takes one. */
#define LAST8(i, n) (((i) >> 3) << (n))
#define WORDS(i, j, k, l, i2, j2, k2, l2)                                                          \
    (which = _mm256_set_epi32(l2, k2, j2, i2, l, k, j, i),                                         \
     _mm256_blend_epi32(_mm256_permutevar8x32_epi32(m0, which),                                    \
                        _mm256_permutevar8x32_epi32(m8, which),                                    \
                        LAST8(i, 0) | LAST8(j, 1) | LAST8(k, 2) | LAST8(l, 3) | LAST8(i2, 4) |     \
                            LAST8(j2, 5) | LAST8(k2, 6) | LAST8(l2, 7)))

/* The function G with words of the message, those of its first half in the lower half. */
#define G                                                                                          \
    HALF_G(_mm256_castsi256_si128(words), ROTR_16, ROTR_12);                                       \
    HALF_G(_mm256_extracti128_si256(words, 1), ROTR_8, ROTR_7)

#define TURN                                                                                       \
    a = _mm_shuffle_epi32(a, 0x93);                                                                \
    d = _mm_shuffle_epi32(d, 0x4E);                                                                \
    c = _mm_shuffle_epi32(c, 0x39)
#define TURN_BACK                                                                                  \
    a = _mm_shuffle_epi32(a, 0x39);                                                                \
    d = _mm_shuffle_epi32(d, 0x4E);                                                                \
    c = _mm_shuffle_epi32(c, 0x93)

#endif
