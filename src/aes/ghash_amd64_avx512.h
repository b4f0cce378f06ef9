/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with four carry-less products at a time of amd64 (VPCLMULQDQ with AVX-512): sixteen blocks, and one
 * reduction for them; what is left behind them goes the way of aes/ghash_amd64.h.
 *
 * A private header; mote/ghash.h comes before it, and aes/amd64_avx512.h or aes/amd64_words.h.
 *
 * Source: as in aes/ghash_amd64.h.
 */
#ifndef MOTE_GHASH_AMD64_AVX512_H
#define MOTE_GHASH_AMD64_AVX512_H

#include "aes/ghash_amd64.h"

#include "aes/amd64_widest.h"

/* The sums of products, of blocks 0, 4, 8 ... in the lowest places, and so on */
#define PRODUCT4(x, y, halves) _mm512_clmulepi64_epi128(x, y, halves)
#define ADD_PRODUCT4(x, h)                                                                         \
    low4 = XOR4(low4, PRODUCT4(x, h, 0x00));                                                       \
    high4 = XOR4(high4, PRODUCT4(x, h, 0x11));                                                     \
    middle4 = _mm512_ternarylogic_epi64(middle4, PRODUCT4(x, h, 0x01), PRODUCT4(x, h, 0x10), 0x96);
#define LOWEST4(x) _mm512_zextsi128_si512(x)

/* The sum of all four places */
INLINE4 __m128i quarters(__m512i x) {
    __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64(x, 1));

    return XOR(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

#define HASH_TERM4(i)                                                                              \
    x = swapped4(GET4(data + 64 * i));                                                             \
    if (i == 0)                                                                                    \
        x = XOR4(x, LOWEST4(y));                                                                   \
    h = GET4(POWER(cc, 16 - 4 * i));                                                               \
    ADD_PRODUCT4(x, h)

/* Appends groups of sixteen blocks to a hash, at least one. */
NOINLINE WIDE4 static void hash_groups(mote_ghash_context *cc, const unsigned char *data,
                                       size_t groups) {
    __m128i y = swapped(LOAD(cc->hash));
    __m512i low4, middle4, high4, x, h;

    for (; groups != 0; groups--, data += 256) {
        low4 = middle4 = high4 = _mm512_setzero_si512();
        FOUR(HASH_TERM4)
        y = reduced(quarters(low4), quarters(middle4), quarters(high4));
    }
    STORE(cc->hash, swapped(y));
}

/* Appends whole blocks to a hash. */
static void hash_blocks(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    size_t groups = blocks / 16;

    if (groups != 0) {
        need_powers(cc, 16);
        hash_groups(cc, data, groups);
    }
    hash_blocks_narrow(cc, data + 256 * groups, blocks - 16 * groups);
}

#endif
