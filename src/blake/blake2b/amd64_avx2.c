/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b with AVX2 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2b.h"

typedef mote_blake2b_context context;

#define WAITING_BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds64_avx2.h"

/* Rotations that BLAKE2b alone has; by 63 is one to the left. */
#define ROTR_24(x) _mm256_shuffle_epi8(x, by_24)
#define ROTR_63(x) _mm256_xor_si256(_mm256_srli_epi64(x, 63), _mm256_add_epi64(x, x))

#define FIRST_HALF(x) HALF_G(x, ROTR_32, ROTR_24)
#define SECOND_HALF(x) HALF_G(x, ROTR_16, ROTR_63)

#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    FIRST_HALF(WORDS(i, j, k, l));                                                                 \
    SECOND_HALF(WORDS(i2, j2, k2, l2))

#define GET_MESSAGE(data)                                                                          \
    for (i = 0; i < 8; i++)                                                                        \
    m[i] = _mm256_broadcastsi128_si256(                                                            \
        _mm_loadu_si128((const __m128i *)(const void *)((data) + 16 * i)))
#define BLAKE_VARIABLES                                                                            \
    const __m256i by_24 = _mm256_broadcastsi128_si256(                                             \
        _mm_set_epi32(0x0A09080F, 0x0E0D0C0B, 0x02010007, 0x06050403));                            \
    const __m256i by_16 = BY_16;                                                                   \
    __m256i m[8];                                                                                  \
    unsigned i;

#include "blake/blake2b_amd64.h"
