/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in counter mode with VAES of amd64 for four blocks at a time (AVX-512), up to 32 blocks in flight; the
 * other modes go the way of aes/amd64_vaes.h.
 *
 * A private header; mote/aes.h comes before it, and DECRYPT as in aes/amd64_vaes.h.
 *
 * A processor that encrypts four blocks in a cycle has them in one instruction of 512 bits or in two of 256.
 * The first leaves it twice the places for counters and text.
 */
#ifndef MOTE_AES_AMD64_AVX512_H
#define MOTE_AES_AMD64_AVX512_H

#define WIDEST
#include "aes/amd64_vaes.h"

#include "aes/amd64_widest.h"

static void ctr_blocks_narrow(const schedule *, unsigned char *, const unsigned char *,
                              unsigned char *, size_t, unsigned) __attribute__((__unused__));

/* The counter and n more: numbers of 32 bits, or of 128.  A lower half that has grown beyond 2^64 has lost
 * its highest bit. */
INLINE4 __m512i counted(__m512i c, __m512i n, unsigned fixed) {
    __m512i sum = _mm512_add_epi64(c, n);

    if (fixed != 0)
        return _mm512_add_epi32(c, n);
    return _mm512_add_epi64(
        sum, _mm512_bslli_epi128(_mm512_srli_epi64(_mm512_andnot_si512(sum, c), 63), 8));
}

#define COUNT4(i) p##i = swapped4(counted(c, _mm512_add_epi64(first, ALL_ARE(4 * i)), fixed));
#define ALL_ARE(n) _mm512_set_epi64(0, n, 0, n, 0, n, 0, n)
#define START4(i) p##i = XOR4(p##i, rk4);
#define ROUND4(i) p##i = _mm512_aesenc_epi128(p##i, rk4);
#define LAST4(i) p##i = _mm512_aesenclast_epi128(p##i, XOR4(rk4, LOAD4(mask##i, src + 64 * i)));
#define PUT4(i) STORE4(dst + 64 * i, mask##i, p##i);

#define A_ROUND(vectors, n)                                                                        \
    rk4 = ALL(k + 16 * (n));                                                                       \
    vectors(ROUND4)
/* All rounds but the last one, whose key is in rk4 then */
#define ROUNDS4(vectors)                                                                           \
    rk4 = ALL(k);                                                                                  \
    vectors(START4) A_ROUND(vectors, 1) A_ROUND(vectors, 2) A_ROUND(vectors, 3)                    \
        A_ROUND(vectors, 4) A_ROUND(vectors, 5) A_ROUND(vectors, 6) A_ROUND(vectors, 7)            \
            A_ROUND(vectors, 8) A_ROUND(vectors, 9) if (rounds > 10) {                             \
        A_ROUND(vectors, 10) A_ROUND(vectors, 11)                                                  \
    }                                                                                              \
    if (rounds > 12) {                                                                             \
        A_ROUND(vectors, 12) A_ROUND(vectors, 13)                                                  \
    }                                                                                              \
    rk4 = ALL(k + 16 * rounds);
#define CRYPT4(vectors) vectors(COUNT4) ROUNDS4(vectors) vectors(LAST4) vectors(PUT4)

/* Whole blocks, at least one; the first `fixed` bytes of the counter stay as they are. */
INLINE4 void ctr_vectors(const unsigned char *k, unsigned rounds, unsigned char *counter,
                         const unsigned char *src, unsigned char *dst, size_t blocks,
                         unsigned fixed) {
    const __m512i first = _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0);
    __m512i c = _mm512_broadcast_i32x4(swapped(LOAD(counter)));
    __m512i p0, p1, p2, p3, p4, p5, p6, p7, rk4;
    __mmask8 mask0 = 0xFF, mask1 = 0xFF, mask2 = 0xFF, mask3 = 0xFF;
    const __mmask8 mask4 = 0xFF, mask5 = 0xFF, mask6 = 0xFF, mask7 = 0xFF;
    unsigned bits;

    for (; blocks >= 32; blocks -= 32, src += 512, dst += 512) {
        CRYPT4(EIGHT)
        c = counted(c, ALL_ARE(32), fixed);
    }
    if (blocks >= 16) {
        CRYPT4(FOUR)
        c = counted(c, ALL_ARE(16), fixed);
        blocks -= 16;
        src += 256;
        dst += 256;
    }
    if (blocks != 0) {
        /* A bit for each half of the blocks that are left */
        bits = (1u << 2 * blocks) - 1;
        mask0 = (__mmask8)(bits & 0xFF);
        mask1 = (__mmask8)(bits >> 8 & 0xFF);
        mask2 = (__mmask8)(bits >> 16 & 0xFF);
        mask3 = (__mmask8)(bits >> 24);
        CRYPT4(FOUR)
        c = counted(c, _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)blocks)), fixed);
    }
    STORE(counter, swapped(_mm512_castsi512_si128(c)));
}

NOINLINE WIDE4 static void ctr_blocks(const schedule *key, unsigned char *counter,
                                      const unsigned char *src, unsigned char *dst, size_t blocks,
                                      unsigned fixed) {
    const unsigned char *k = (*key)->round_keys;

    if (blocks == 0)
        return;
    if (fixed != 0)
        ctr_vectors(k, (*key)->rounds, counter, src, dst, blocks, 1);
    else
        ctr_vectors(k, (*key)->rounds, counter, src, dst, blocks, 0);
}

#endif
