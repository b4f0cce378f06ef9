/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM on AArch64: eight blocks are encrypted and hashed in one turn.
 *
 * A private header; aes/aarch64.h and aes/ghash_aarch64.h come before it.
 *
 * Source: NIST SP 800-38D, section 7.
 */
#ifndef MOTE_GCM_AARCH64_H
#define MOTE_GCM_AARCH64_H

#define STITCHED

/* Two blocks of text, and their products */
#define CRYPT_AND_HASH(i, j)                                                                       \
    do {                                                                                           \
        uint8x16_t first = LOAD(src + 16 * (i)), second = LOAD(src + 16 * (j));                    \
        uint8x16_t one_out = XOR3(s##i, last, first), other_out = XOR3(s##j, last, second);        \
                                                                                                   \
        STORE(dst + 16 * (i), one_out);                                                            \
        STORE(dst + 16 * (j), other_out);                                                          \
        first = ELEMENT(decrypts ? first : one_out);                                               \
        second = ELEMENT(decrypts ? second : other_out);                                           \
        if ((i) == 0)                                                                              \
            first = XOR(first, y);                                                                 \
        ADD_PRODUCTS(first, second, 8 - (i));                                                      \
    } while (0)

INLINE void gcm_vectors(const mote_aes_context *key, const unsigned rounds, const int decrypts,
                        mote_gcm_context *cc, const unsigned char *src, unsigned char *dst,
                        size_t groups) {
    const int back = 0;
    LOAD_KEYS(key, rounds);
    const mote_ghash_context *hash = &cc->hash;
    uint32x4_t c = vreinterpretq_u32_u8(vrev32q_u8(LOAD(cc->text.counter)));
    uint32x4_t one = vsetq_lane_u32(1, vdupq_n_u32(0), 3);
    uint8x16_t y = ELEMENT(LOAD(cc->hash.hash)), low, middle, high;
    uint8x16_t s0, s1, s2, s3, s4, s5, s6, s7;

    HIDDEN(one);
    do {
        EIGHT(COUNT32)
        ROUNDS8;
        low = middle = high = ZERO;
        PAIRS(CRYPT_AND_HASH);
        y = reduced(low, middle, high);
        src += 128;
        dst += 128;
    } while (--groups != 0);
    STORE(cc->text.counter, vrev32q_u8(vreinterpretq_u8_u32(c)));
    STORE(cc->hash.hash, ELEMENT(y));
}

/* As many times eight blocks as there are; how many bytes that is. */
NOINLINE static size_t crypt_and_hash(const schedule *key, mote_gcm_context *cc,
                                      const unsigned char *src, unsigned char *dst, size_t len,
                                      int back) {
    if (cc->text.left != 0 || len < 128)
        return 0;
    if (cc->hash.powers_ready < 8)
        more_powers(&cc->hash);
    if (back)
        BY_ROUNDS(*key, gcm_vectors, 1, cc, src, dst, len / 128);
    else
        BY_ROUNDS(*key, gcm_vectors, 0, cc, src, dst, len / 128);
    return len / 128 * 128;
}

#endif
