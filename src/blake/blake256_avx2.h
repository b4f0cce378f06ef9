/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of BLAKE-256 and BLAKE-32 with AVX2 of amd64, in C.
 *
 * A private header; blake/blake256_fast.h includes it in place of its own for a source that defines
 * BLAKE_AVX2.  Names are those of the BLAKE proposal, sections 2.1.2 to 2.1.4.
 */
#ifndef MOTE_BLAKE256_AVX2_H
#define MOTE_BLAKE256_AVX2_H

#include "blake/rounds32_avx2.h"

/* G takes for each entry the word of the message and the constant of the other entry of its column. */
#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    words = _mm256_xor_si256(WORDS(i, j, k, l, i2, j2, k2, l2),                                    \
                             _mm256_set_epi32((int)C[l], (int)C[k], (int)C[j], (int)C[i],          \
                                              (int)C[l2], (int)C[k2], (int)C[j2], (int)C[i2]));    \
    G

FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const __m128i by_16 = BY_16, by_8 = BY_8;
    const __m256i byte_order =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203));
    __m128i a, b, c, d, h0 = LOAD(cc->H), h1 = LOAD(cc->H + 4);
    __m256i m0, m8, which, words;
    u32 low = cc->low, high = cc->high;

    do {
        low += cc->bits;
        if (low < cc->bits)
            high++;
        m0 = _mm256_shuffle_epi8(LOAD2(data), byte_order);
        m8 = _mm256_shuffle_epi8(LOAD2(data + 32), byte_order);
        a = h0;
        b = h1;
        c = LOAD(C);
        d = _mm_xor_si128(LOAD(C + 4), _mm_set_epi32((int)high, (int)high, (int)low, (int)low));
        TEN_ROUNDS;
#if ROUNDS > 10
        ROUND0;
        ROUND1;
        ROUND2;
        ROUND3;
#endif
        h0 = _mm_xor_si128(h0, _mm_xor_si128(a, c));
        h1 = _mm_xor_si128(h1, _mm_xor_si128(b, d));
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    cc->low = low;
    cc->high = high;
    STORE(cc->H, h0);
    STORE(cc->H + 4, h1);
}

#endif
