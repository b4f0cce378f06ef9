/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with VAES, VPCLMULQDQ and AVX-512 of amd64, in constant time; sixteen blocks are encrypted and
 * hashed in one turn.
 */
#include "mote/gcm.h"

#include "aes/amd64_avx512.h"

#include "aes/ghash_amd64_avx512.h"

#include "aes/gcm_amd64.h"

#define COUNT32_4(i) p##i = swapped4(_mm512_add_epi32(c4, ALL_ARE(4 * i)));
#define KEEP4(i)                                                                                   \
    t4 = GET4(src + 64 * i);                                                                       \
    p##i = _mm512_aesenclast_epi128(p##i, XOR4(rk4, t4));                                          \
    _mm512_storeu_si512((void *)(dst + 64 * i), p##i);                                             \
    p##i = swapped4(back ? t4 : p##i);
#define TERM4(i)                                                                                   \
    t4 = GET4(POWER(&cc->hash, 16 - 4 * i));                                                       \
    ADD_PRODUCT4(p##i, t4)

/* Groups of sixteen blocks, at least one. */
NOINLINE WIDE4 static void crypt_groups(const schedule *key, mote_gcm_context *cc,
                                        const unsigned char *src, unsigned char *dst, size_t groups,
                                        int back) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds;
    __m128i y = swapped(LOAD(cc->hash.hash));
    __m512i c4 = _mm512_add_epi32(_mm512_broadcast_i32x4(swapped(LOAD(cc->text.counter))),
                                  _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0));
    __m512i p0, p1, p2, p3, rk4, low4, middle4, high4, t4;

    for (; groups != 0; groups--, src += 256, dst += 256) {
        FOUR(COUNT32_4)
        c4 = _mm512_add_epi32(c4, ALL_ARE(16));
        ROUNDS4(FOUR, START4, ROUND4)
        FOUR(KEEP4)
        low4 = middle4 = high4 = _mm512_setzero_si512();
        p0 = XOR4(p0, LOWEST4(y));
        FOUR(TERM4)
        y = reduced(quarters(low4), quarters(middle4), quarters(high4));
    }
    STORE(cc->text.counter, swapped(_mm512_castsi512_si128(c4)));
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
