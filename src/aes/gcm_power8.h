/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM on POWER8: counter mode and GHASH in one loop over eight blocks, so that the products are
 * under way beside the rounds, and a text is loaded once.
 *
 * A private header; aes/power8.h and aes/ghash_power8.h come before it.
 *
 * Instructions a block, of which r are the rounds: r + 5 of counter mode, 6 of GHASH, and for eight
 * blocks 16 loads of powers and constants, for which no registers are left, and 3 for the loop.
 */
#ifndef MOTE_GCM_POWER8_H
#define MOTE_GCM_POWER8_H

#define STITCHED

/* What only the second half of the loop needs, and loads there: no register is left for it. */
static const bytes16 HASH_CONSTANTS[4] = {FIRST_HALVES, SECOND_HALVES, EXCHANGE, FOLD};

/* Groups of eight blocks.  decrypts: whether src is hashed. */
INLINE void gcm_groups(const mote_aes_context *cc, const unsigned rounds, mote_gcm_context *gcm,
                       const int decrypts, const unsigned char *src, unsigned char *dst,
                       size_t groups) {
    const int back = 0, wide = 0;
    LOAD_KEYS(cc, rounds, back);
    words2 next = LOAD(gcm->text.counter), hash = LOAD(gcm->hash.hash);
    ONE(one)

    for (; groups != 0; groups--, src += 128, dst += 128) {
        products sums = NOTHING;
        const bytes16 *constants = HASH_CONSTANTS;
        bytes16 first_halves, second_halves;
        words2 x;

#define START(i)                                                                                   \
    words2 s##i = next ^ k0;                                                                       \
    NEXT(next);
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
        __asm__("" : "+r"(constants)); /* so that the compiler does not load them before the loop */
        first_halves = vec_ld(0, constants);
        second_halves = vec_ld(16, constants);
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
        hash = reduced_by(sums, (words2)vec_ld(48, constants), vec_ld(32, constants));
#undef START
#undef END
#undef TEXT
#undef HASH
    }
    STORE(next, gcm->text.counter);
    STORE(hash, gcm->hash.hash);
}

/* All groups of eight blocks; how many bytes that are. */
static size_t crypt_and_hash(const schedule *key, mote_gcm_context *gcm, const unsigned char *src,
                             unsigned char *dst, size_t len, int back) {
    const size_t groups = len / 128;

    if (groups == 0 || gcm->text.left != 0)
        return 0;
    if (back)
        BY_ROUNDS(*key, gcm_groups, gcm, 1, src, dst, groups);
    else
        BY_ROUNDS(*key, gcm_groups, gcm, 0, src, dst, groups);
    return 128 * groups;
}

#endif
