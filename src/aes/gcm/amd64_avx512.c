/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with VAES, VPCLMULQDQ and AVX-512 of amd64, in constant time; sixteen blocks are encrypted and
 * hashed in one turn, fewer in one turn too.
 */
#include "mote/gcm.h"

#define STACK_BYTES 512
#include "aes/amd64_avx512.h"

#include "aes/ghash_amd64_avx512.h"

#define STITCHED

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

#define KEEP_FEW4(i)                                                                               \
    t4 = LOAD4(mask##i, src + 64 * i);                                                             \
    p##i = _mm512_aesenclast_epi128(p##i, XOR4(rk4, t4));                                          \
    STORE4(dst + 64 * i, mask##i, p##i);                                                           \
    p##i = swapped4(_mm512_maskz_mov_epi64(mask##i, back ? t4 : p##i));
#define TERM_FEW4(i)                                                                               \
    t4 = LOAD4(mask##i, POWER(&cc->hash, blocks) + 64 * i);                                        \
    ADD_PRODUCT4(p##i, t4)
#define CRYPT_FEW4(vectors)                                                                        \
    vectors(COUNT32_4) ROUNDS4(vectors, START4, ROUND4) vectors(KEEP_FEW4) p0 =                    \
        XOR4(p0, LOWEST4(y));                                                                      \
    vectors(TERM_FEW4)

/* Up to fifteen blocks, at least one, with as many powers of the key */
NOINLINE WIDE4 static void crypt_few(const schedule *key, mote_gcm_context *cc,
                                     const unsigned char *src, unsigned char *dst, unsigned blocks,
                                     int back) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds, bits;
    __m128i y = swapped(LOAD(cc->hash.hash)), c = swapped(LOAD(cc->text.counter));
    __m512i c4 =
        _mm512_add_epi32(_mm512_broadcast_i32x4(c), _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0));
    __m512i p0, p1, p2, p3, rk4, low4, middle4, high4, t4;
    __mmask8 mask0, mask1, mask2, mask3;

    STORE(cc->text.counter, swapped(_mm_add_epi32(c, _mm_cvtsi32_si128((int)blocks))));
    MASKS_OF_BLOCKS
    low4 = middle4 = high4 = _mm512_setzero_si512();
    if (blocks <= 4) {
        CRYPT_FEW4(ONE)
    } else {
        CRYPT_FEW4(FOUR)
    }
    y = reduced(quarters(low4), quarters(middle4), quarters(high4));
    STORE(cc->hash.hash, swapped(y));
}

/* All whole blocks; how many bytes that are. */
static size_t crypt_and_hash(const schedule *key, mote_gcm_context *cc, const unsigned char *src,
                             unsigned char *dst, size_t len, int back) {
    size_t groups = len / 256, bytes = 256 * groups;
    unsigned blocks = (unsigned)(len - bytes) / 16;

    if (cc->text.left != 0)
        return 0;
    if (groups != 0) {
        need_powers(&cc->hash, 16);
        crypt_groups(key, cc, src, dst, groups, back);
    }
    if (blocks != 0) {
        need_powers(&cc->hash, blocks);
        crypt_few(key, cc, src + bytes, dst + bytes, blocks, back);
    }
    return bytes + 16 * blocks;
}

/* J0 of 12 bytes, what is encrypted of it, and the block behind it: section 7.1, step 2 */
#define START_WITH_12(cc, iv) start_with_12(cc, iv)
NOINLINE FEATURES static void start_with_12(mote_gcm_context *cc, const unsigned char *iv) {
    u64 first;
    u32 last;
    __m128i j;

    memcpy(&first, iv, 8);
    memcpy(&last, iv + 8, 4);
    j = _mm_set_epi64x((long long)(last | (u64)1 << 56), (long long)first);
    STORE(cc->text.counter, _mm_add_epi8(j, _mm_set_epi32(1 << 24, 0, 0, 0)));
    STORE(cc->mask, encrypted(cc->key.round_keys, cc->key.rounds, j));
}

#include "aes/gcm.h"
