/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Threefish as a block cipher share: all but the
 * size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the field key (2 * WORDS of u32)
 *     #define CIPHER(function) mote_xxx_##function
 *     #define WORDS 8                      words of 64 bits in a block: 4, 8 or 16
 */
#ifndef MOTE_THREEFISH_CIPHER_FAST_H
#define MOTE_THREEFISH_CIPHER_FAST_H

#include "common/fast.h"

#include "skein/threefish_fast.h"
#include "skein/ubi.h"

void CIPHER(init)(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i < 2 * WORDS; i++)
        cc->key[i] = get_le32(bytes + 4 * i);
}

static void load(const context *cc, u64 *k, u64 *t, u64 *x, const unsigned char *tweak,
                 const unsigned char *src) {
    unsigned i;

    for (i = 0; i < WORDS; i++) {
        k[i] = JOIN64(cc->key + 2 * i);
        x[i] = get_le64(src + 8 * i);
    }
    t[0] = get_le64(tweak);
    t[1] = get_le64(tweak + 8);
    COMPLETE(k, t);
}

static void store(unsigned char *dst, const u64 *x) {
    unsigned i;

    for (i = 0; i < WORDS; i++)
        put_le64(dst + 8 * i, x[i]);
}

#ifdef UBI

void CIPHER(encrypt)(const context *cc, const void *tweak, const void *src, void *dst) {
    const unsigned char *bytes = (const unsigned char *)src, *t = (const unsigned char *)tweak;
    unsigned char *out = (unsigned char *)dst;
    u32 G[2 * WORDS], words[4];
    unsigned i;

    for (i = 0; i < 4; i++)
        words[i] = get_le32(t + 4 * i);
    memcpy(G, cc->key, sizeof G);
    UBI(G, words, bytes);
    /* Without what UBI adds to it */
    for (i = 0; i < 2 * WORDS; i++)
        put_le32(out + 4 * i, G[i] ^ get_le32(bytes + 4 * i));
}

#else

void CIPHER(encrypt)(const context *cc, const void *tweak, const void *src, void *dst) {
    u64 k[WORDS + 1], t[3], x[WORDS];

    load(cc, k, t, x, (const unsigned char *)tweak, (const unsigned char *)src);
    encrypt(x, k, t);
    store((unsigned char *)dst, x);
}

#endif

void CIPHER(decrypt)(const context *cc, const void *tweak, const void *src, void *dst) {
    u64 k[WORDS + 1], t[3], x[WORDS];

    load(cc, k, t, x, (const unsigned char *)tweak, (const unsigned char *)src);
    decrypt(x, k, t);
    store((unsigned char *)dst, x);
}

#endif
