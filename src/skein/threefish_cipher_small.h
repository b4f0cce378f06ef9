/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Threefish as a block cipher share: all but the
 * size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the field key (2 * WORDS of u32)
 *     #define CIPHER(function) mote_xxx_##function
 *     #define WORDS 8                      words of 64 bits in a block: 4, 8 or 16
 */
#ifndef MOTE_THREEFISH_CIPHER_SMALL_H
#define MOTE_THREEFISH_CIPHER_SMALL_H

#include "skein/ubi.h"

#define WORDS64
#include "common/small.h"

#define DECRYPT
#include "skein/threefish_small.h"

void CIPHER(init)(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i != 8 * WORDS; i++)
        SET_BYTE(cc->key, i, bytes[i]);
}

#ifdef UBI

/* Encrypts the block x, which are these bytes: without what UBI adds to it. */
static void encrypt(u32 *x, const u32 *key, const u32 *tweak, const unsigned char *bytes) {
    u32 G[2 * WORDS];
    unsigned i;

    memcpy(G, key, sizeof G);
    UBI(G, tweak, bytes);
    for (i = 0; i != 2 * WORDS; i++)
        x[i] ^= G[i];
}

#endif

/* A block, backwards or not */
static void crypt(const context *cc, const void *tweak, const void *src, void *dst, unsigned back) {
    const unsigned char *bytes = (const unsigned char *)src, *t = (const unsigned char *)tweak;
    unsigned char *out = (unsigned char *)dst;
    u32 x[2 * WORDS], words[4];
    unsigned i;

    for (i = 0; i != 8 * WORDS; i++)
        SET_BYTE(x, i, bytes[i]);
    for (i = 0; i != 16; i++)
        SET_BYTE(words, i, t[i]);
    if (back)
        decrypt(x, cc->key, words);
    else
#ifdef UBI
        encrypt(x, cc->key, words, bytes);
#else
        encrypt(x, cc->key, words);
#endif
    for (i = 0; i != 8 * WORDS; i++)
        out[i] = GET_BYTE(x, i);
}

void CIPHER(encrypt)(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 0);
}

void CIPHER(decrypt)(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 1);
}

#endif
