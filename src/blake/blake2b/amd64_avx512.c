/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b with AVX-512 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2b.h"

typedef mote_blake2b_context context;

#define WAITING_BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#define ROW_BITS 64
#define ROW_ADD(x, y) _mm256_add_epi64(x, y)
#define ROW_ROR(x, n) _mm256_ror_epi64(x, n)
#define ROW_SHR(x, n) _mm256_srli_epi64(x, n)
#define ROW_SHL(x, n) _mm256_slli_epi64(x, n)
#define ROW_XOR3(x, y, z) _mm256_ternarylogic_epi64(x, y, z, 0x96)
#define ROW_TURN(x, order) _mm256_permute4x64_epi64(x, order)
#define D1(d, a) _mm256_shuffle_epi32(_mm256_xor_si256(d, a), 0xB1)
#define B1 24
#define D2(d, a) SUM_ROR(d, a, 16)
#define B2 63
#define FIRST_WORDS(i, j, k, l, i2, j2, k2, l2) WORDS(i, j, k, l)
#define SECOND_WORDS(i, j, k, l, i2, j2, k2, l2) WORDS(i2, j2, k2, l2)
#include "blake/rounds_avx512.h"

#include "blake/words64_avx2.h"

#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)

#define BLAKE_VARIABLES                                                                            \
    __m256i m[8];                                                                                  \
    unsigned i;
#define GET_MESSAGE(data)                                                                          \
    for (i = 0; i < 8; i++)                                                                        \
    m[i] = _mm256_broadcastsi128_si256(                                                            \
        _mm_loadu_si128((const __m128i *)(const void *)((data) + 16 * i)))

#include "blake/blake2b_amd64.h"
