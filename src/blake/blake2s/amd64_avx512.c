/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s with AVX-512 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2s.h"

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#define ROW_BITS 32
#define ROW_ADD(x, y) _mm_add_epi32(x, y)
#define ROW_ROR(x, n) _mm_ror_epi32(x, n)
#define ROW_SHR(x, n) _mm_srli_epi32(x, n)
#define ROW_SHL(x, n) _mm_slli_epi32(x, n)
#define ROW_XOR3(x, y, z) _mm_ternarylogic_epi32(x, y, z, 0x96)
#define ROW_TURN(x, order) _mm_shuffle_epi32(x, order)
#define D1(d, a) SUM_ROR(d, a, 16)
#define B1 12
#define D2(d, a) SUM_ROR(d, a, 8)
#define B2 7
/* Four of the sixteen words in two vectors */
#define WORDS(i, j, k, l)                                                                          \
    _mm256_castsi256_si128(                                                                        \
        _mm256_permutex2var_epi32(m0, _mm256_set_epi32(0, 0, 0, 0, l, k, j, i), m8))
#define FIRST_WORDS(i, j, k, l, i2, j2, k2, l2) WORDS(i, j, k, l)
#define SECOND_WORDS(i, j, k, l, i2, j2, k2, l2) WORDS(i2, j2, k2, l2)
#include "blake/rounds_avx512.h"

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define LOAD2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

#define BLAKE_VARIABLES
#include "blake/blake2s_amd64.h"
