/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What BLAKE2b, BLAKE-512 and BLAKE-64 with AVX2 of amd64 share: the function G on four columns of words
 * of 64 bits.
 *
 * A private header.  Who uses it has the rows of the state in the vectors a to d, and the message in m, an
 * array of eight vectors with two words in both halves of each; by_16 is BY_16.
 */
#ifndef MOTE_BLAKE_ROUNDS64_AVX2_H
#define MOTE_BLAKE_ROUNDS64_AVX2_H

#if !defined __x86_64__ || defined __ILP32__
#error "blake/rounds64_avx2.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#include "blake/rounds_avx2.h"

#include "blake/words64_avx2.h"

/* The functions that use them alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2")))

#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)

/* Rotations to the right by whole words and bytes: their bytes are put elsewhere. */
#define BY_16                                                                                      \
    _mm256_broadcastsi128_si256(_mm_set_epi32(0x09080F0E, 0x0D0C0B0A, 0x01000706, 0x05040302))
#define ROTR_32(x) _mm256_shuffle_epi32(x, 0xB1)
#define ROTR_16(x) _mm256_shuffle_epi8(x, by_16)

/* What is computed before what follows: b comes last, and a compiler might add it to x first. */
#define FIRST(x) __asm__("" : "+x"(x))

/* Half of G, with words x of the message. */
#define HALF_G(x, rotate_d, rotate_b)                                                              \
    a = _mm256_add_epi64(a, x);                                                                    \
    FIRST(a);                                                                                      \
    a = _mm256_add_epi64(a, b);                                                                    \
    d = rotate_d(_mm256_xor_si256(d, a));                                                          \
    c = _mm256_add_epi64(c, d);                                                                    \
    b = rotate_b(_mm256_xor_si256(b, c))
#define TURN                                                                                       \
    a = _mm256_permute4x64_epi64(a, 0x93);                                                         \
    d = _mm256_permute4x64_epi64(d, 0x4E);                                                         \
    c = _mm256_permute4x64_epi64(c, 0x39)
#define TURN_BACK                                                                                  \
    a = _mm256_permute4x64_epi64(a, 0x39);                                                         \
    d = _mm256_permute4x64_epi64(d, 0x4E);                                                         \
    c = _mm256_permute4x64_epi64(c, 0x93)

#endif
