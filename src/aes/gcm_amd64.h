/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM on amd64: eight blocks are encrypted and hashed in one turn.
 *
 * A private header; aes/amd64.h and aes/ghash_amd64.h come before it.
 *
 * Source: NIST SP 800-38D, section 7.
 */
#ifndef MOTE_GCM_AMD64_H
#define MOTE_GCM_AMD64_H

#define STITCHED

#define KEEP(i)                                                                                    \
    t = LOAD(src + 16 * i);                                                                        \
    b##i = XOR(b##i, t);                                                                           \
    STORE(dst + 16 * i, b##i);                                                                     \
    b##i = swapped(back ? t : b##i);
#define TERM(i)                                                                                    \
    h = LOAD(POWER(&cc->hash, 8 - i));                                                             \
    ADD_PRODUCT(b##i, h)

/* As many times eight blocks as there are; how many bytes that are. */
NOINLINE FEATURES static size_t NARROW(crypt_and_hash)(const schedule *key, mote_gcm_context *cc,
                                                       const unsigned char *src, unsigned char *dst,
                                                       size_t len, int back) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds, round;
    __m128i c = swapped(LOAD(cc->text.counter)), one = _mm_set_epi32(0, 0, 0, 1), rk;
    __m128i y = swapped(LOAD(cc->hash.hash)), low, middle, high, h, t;
    __m128i b0, b1, b2, b3, b4, b5, b6, b7;
    size_t done;

    if (cc->text.left != 0 || len < 128)
        return 0;
    need_powers(&cc->hash, 8);
    for (done = 0; len - done >= 128; done += 128, src += 128, dst += 128) {
        EIGHT(COUNT32)
        CRYPT8(k, rounds, ROUND, LAST_ROUND)
        EIGHT(KEEP)
        low = middle = high = _mm_setzero_si128();
        b0 = XOR(b0, y);
        EIGHT(TERM)
        y = reduced(low, middle, high);
    }
    STORE(cc->text.counter, swapped(c));
    STORE(cc->hash.hash, swapped(y));
    return done;
}

#endif
