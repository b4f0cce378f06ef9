/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of BLAKE-512 and BLAKE-64 with AVX2 of amd64, in C.
 *
 * A private header; blake/blake512_fast.h includes it in place of its own for a source that defines
 * BLAKE_AVX2.  Names are those of the BLAKE proposal, sections 2.1.2 to 2.1.4.
 */
#ifndef MOTE_BLAKE512_AVX2_H
#define MOTE_BLAKE512_AVX2_H

#include "blake/rounds64_avx2.h"

/* Rotations that are no whole bytes */
#define SHIFTED(x, n) _mm256_or_si256(_mm256_srli_epi64(x, n), _mm256_slli_epi64(x, 64 - (n)))
#define ROTR_25(x) SHIFTED(x, 25)
#define ROTR_11(x) SHIFTED(x, 11)

/* G takes for each entry the word of the message and the constant of the other entry of its column. */
#define CONSTANTS(i, j, k, l)                                                                      \
    _mm256_set_epi64x((long long)C[l], (long long)C[k], (long long)C[j], (long long)C[i])
#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    HALF_G(_mm256_xor_si256(WORDS(i, j, k, l), CONSTANTS(i2, j2, k2, l2)), ROTR_32, ROTR_25);      \
    HALF_G(_mm256_xor_si256(WORDS(i2, j2, k2, l2), CONSTANTS(i, j, k, l)), ROTR_16, ROTR_11)

FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const __m256i by_16 = BY_16;
    const __m128i byte_order = _mm_set_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607);
    __m256i m[8], a, b, c, d, h0 = LOAD(cc->H), h1 = LOAD(cc->H + 8);
    u64 t0 = JOIN64(cc->count), t1 = JOIN64(cc->count + 2);
    unsigned i;

    do {
        t0 += cc->bits;
        if (t0 < cc->bits)
            t1++;
        for (i = 0; i < 8; i++)
            m[i] = _mm256_broadcastsi128_si256(_mm_shuffle_epi8(
                _mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i)), byte_order));
        a = h0;
        b = h1;
        c = LOAD(C);
        d = _mm256_xor_si256(LOAD(C + 4), _mm256_set_epi64x((long long)t1, (long long)t1,
                                                            (long long)t0, (long long)t0));
        TEN_ROUNDS;
        ROUND0;
        ROUND1;
        ROUND2;
        ROUND3;
#if ROUNDS > 14
        ROUND4;
        ROUND5;
#endif
        h0 = _mm256_xor_si256(h0, _mm256_xor_si256(a, c));
        h1 = _mm256_xor_si256(h1, _mm256_xor_si256(b, d));
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    SPLIT64(cc->count, t0);
    SPLIT64(cc->count + 2, t1);
    STORE(cc->H, h0);
    STORE(cc->H + 8, h1);
}

#endif
