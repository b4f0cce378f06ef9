/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with VAES and VPCLMULQDQ of amd64, in constant time; sixteen blocks are encrypted and hashed
 * in one turn.
 */
#include "mote/gcm.h"

#include "aes/amd64_vaes.h"

#include "aes/ghash_amd64_vaes.h"

#include "aes/gcm_amd64.h"

#define KEEP2(i)                                                                                   \
    t2 = LOAD2(src + 32 * i);                                                                      \
    p##i = XOR2(p##i, t2);                                                                         \
    STORE2(dst + 32 * i, p##i);                                                                    \
    p##i = swapped2(back ? t2 : p##i);
#define TERM2(i)                                                                                   \
    t2 = LOAD2(POWER(&cc->hash, 16 - 2 * i));                                                      \
    ADD_PRODUCT2(p##i, t2)

/* Groups of sixteen blocks, at least one. */
NOINLINE WIDE static void crypt_groups(const schedule *key, mote_gcm_context *cc,
                                       const unsigned char *src, unsigned char *dst, size_t groups,
                                       int back) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds, round;
    const __m256i two = _mm256_set_epi64x(0, 2, 0, 2);
    __m128i c = swapped(LOAD(cc->text.counter)), y = swapped(LOAD(cc->hash.hash));
    __m256i c2 = _mm256_set_m128i(_mm_add_epi32(c, _mm_set_epi32(0, 0, 0, 1)), c);
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, rk2, low2, middle2, high2, t2;

    for (; groups != 0; groups--, src += 256, dst += 256) {
        EIGHT(COUNT32_2)
        CRYPT16(k, rounds, ROUND2, LAST_ROUND2)
        EIGHT(KEEP2)
        low2 = middle2 = high2 = _mm256_setzero_si256();
        p0 = XOR2(p0, BELOW(y));
        EIGHT(TERM2)
        y = reduced(HALVES(low2), HALVES(middle2), HALVES(high2));
    }
    STORE(cc->text.counter, swapped(_mm256_castsi256_si128(c2)));
    STORE(cc->hash.hash, swapped(y));
}

/* As many whole groups as there are, and of eight blocks one; how many bytes that are. */
static size_t crypt_and_hash(const schedule *key, mote_gcm_context *cc, const unsigned char *src,
                             unsigned char *dst, size_t len, int back) {
    size_t groups = len / 256, bytes = 256 * groups;

    if (cc->text.left != 0)
        return 0;
    if (groups != 0) {
        need_powers(&cc->hash, 16);
        crypt_groups(key, cc, src, dst, groups, back);
    }
    return bytes + crypt_and_hash_narrow(key, cc, src + bytes, dst + bytes, len - bytes, back);
}

#include "aes/gcm.h"
