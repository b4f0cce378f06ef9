/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM on POWER8: counter mode and GHASH in one loop over eight blocks, so that the products are
 * under way beside the rounds, and a text is loaded once.
 *
 * A private header; aes/power8.h and aes/ghash_power8.h come before it.
 *
 * Instructions a block, of which r are the rounds: r + 4 of counter mode, 6 of GHASH, and for eight
 * blocks 12 loads of the powers, for which no registers are left, and 5 for the loop and the counter.
 */
#ifndef MOTE_GCM_POWER8_H
#define MOTE_GCM_POWER8_H

#include "aes/hash.h"

/* Groups of eight blocks; the counter is a multiple of 8.  decrypts: whether src is hashed. */
INLINE void gcm_groups(const mote_aes_context *cc, const unsigned rounds, mote_gcm_context *gcm,
                       const int decrypts, const unsigned char *src, unsigned char *dst,
                       size_t groups) {
    const int back = 0, wide = 0;
    LOAD_KEYS(cc, rounds, back);
    const bytes16 first_halves = FIRST_HALVES, second_halves = SECOND_HALVES;
    words2 base = LOAD(gcm->text.counter), hash = LOAD(gcm->hash.hash);

    for (; groups != 0; groups--, src += 128, dst += 128) {
        products sums = NOTHING;
        const words2 start = base ^ k0;
        words2 x;

#define START(i) words2 s##i = start ^ WORDS(0, i);
#define END(i)                                                                                     \
    const words2 from##i = LOAD_WORDS(src, 16 * (i));                                              \
    const words2 to##i = TURN_XOR(LAST(s##i, last), from##i);                                      \
    STORE_WORDS(to##i, dst, 16 * (i));
#define TEXT(i) (decrypts ? from##i : to##i)
#define HASH(pair, x, y)                                                                           \
    ADD_PRODUCTS(sums, x, y, POWERS(&gcm->hash, pair, 0), POWERS(&gcm->hash, pair, 1),             \
                 POWERS(&gcm->hash, pair, 2));
        EIGHT(START)
        ROUNDS(ROUND8);
        END(0)
        END(1)
        x = TURN_XOR(hash, TEXT(0));
        HASH(0, x, TEXT(1))
        END(2)
        END(3)
        HASH(1, TEXT(2), TEXT(3))
        END(4)
        END(5)
        HASH(2, TEXT(4), TEXT(5))
        END(6)
        END(7)
        HASH(3, TEXT(6), TEXT(7))
        hash = reduced(sums);
        base = PLUS(base, 8);
#undef START
#undef END
#undef TEXT
#undef HASH
    }
    STORE(base, gcm->text.counter);
    STORE(hash, gcm->hash.hash);
}

/* The next len bytes of a text; decrypts: whether it is src that is hashed, or dst. */
static void crypt_text(mote_gcm_context *gcm, const void *from, void *to, size_t len,
                       int decrypts) {
    const unsigned char *src = (const unsigned char *)from;
    unsigned char *dst = (unsigned char *)to;
    const schedule key = &gcm->key;
    size_t part, groups;

    for (; len != 0; len -= part, src += part, dst += part) {
        /* From here to a counter that is a multiple of 8 */
        part = 16 * ((0u - gcm->text.counter[15]) & 7) + gcm->text.left;
        groups = len / 128;
        if (part == 0 && groups != 0) {
            part = 128 * groups;
            if (decrypts)
                BY_ROUNDS(key, gcm_groups, gcm, 1, src, dst, groups);
            else
                BY_ROUNDS(key, gcm_groups, gcm, 0, src, dst, groups);
            continue;
        }
        if (part == 0 || part > len)
            part = len;
        if (decrypts)
            append(&gcm->hash, src, part);
        crypt_ctr(&key, &gcm->text, src, dst, part, 12);
        if (!decrypts)
            append(&gcm->hash, dst, part);
    }
}

#endif
