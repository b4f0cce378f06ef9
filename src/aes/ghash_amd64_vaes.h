/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with two carry-less products at a time of amd64 (VPCLMULQDQ): sixteen blocks, and one
 * reduction for them; what is left behind them goes the way of aes/ghash_amd64.h.
 *
 * A private header; mote/ghash.h comes before it, and aes/amd64_vaes.h or aes/amd64_words.h.
 *
 * Source: as in aes/ghash_amd64.h.
 */
#ifndef MOTE_GHASH_AMD64_VAES_H
#define MOTE_GHASH_AMD64_VAES_H

#include "aes/ghash_amd64.h"

#include "aes/amd64_wide.h"

/* The sum of products, for blocks 0, 2, 4 ... in the lower halves, for the others in the upper ones. */
#define PRODUCT2(x, y, halves) _mm256_clmulepi64_epi128(x, y, halves)
#define ADD_PRODUCT2(x, h)                                                                         \
    low2 = XOR2(low2, PRODUCT2(x, h, 0x00));                                                       \
    high2 = XOR2(high2, PRODUCT2(x, h, 0x11));                                                     \
    middle2 = XOR2(middle2, XOR2(PRODUCT2(x, h, 0x01), PRODUCT2(x, h, 0x10)));
#define HALVES(x) XOR(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1))
#define BELOW(x) _mm256_set_m128i(_mm_setzero_si128(), x)

#define HASH_TERM2(i)                                                                              \
    x = swapped2(LOAD2(data + 32 * i));                                                            \
    if (i == 0)                                                                                    \
        x = XOR2(x, BELOW(y));                                                                     \
    h = LOAD2(POWER(cc, 16 - 2 * i));                                                              \
    ADD_PRODUCT2(x, h)

/* Appends groups of sixteen blocks to a hash, at least one. */
NOINLINE WIDE static void hash_groups(mote_ghash_context *cc, const unsigned char *data,
                                      size_t groups) {
    __m128i y = swapped(LOAD(cc->hash));
    __m256i low2, middle2, high2, x, h;

    for (; groups != 0; groups--, data += 256) {
        low2 = middle2 = high2 = _mm256_setzero_si256();
        EIGHT(HASH_TERM2)
        y = reduced(HALVES(low2), HALVES(middle2), HALVES(high2));
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
