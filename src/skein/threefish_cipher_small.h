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

#ifdef UBI
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "the kernel takes a block of bytes, and here it is words: take another implementation"
#endif
#endif

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

/* A block, backwards or not */
static void crypt(const context *cc, const void *tweak, const void *src, void *dst, unsigned back) {
    const unsigned char *bytes = (const unsigned char *)src, *t = (const unsigned char *)tweak;
    unsigned char *out = (unsigned char *)dst;
    u32 x[2 * WORDS], words[4];
#ifdef UBI
    u32 G[2 * WORDS];
#endif
    unsigned i;

    for (i = 0; i != 8 * WORDS; i++)
        SET_BYTE(x, i, bytes[i]);
    for (i = 0; i != 16; i++)
        SET_BYTE(words, i, t[i]);
    if (back)
        decrypt(x, cc->key, words);
    else {
#ifdef UBI
        /* Without the block, which UBI adds */
        memcpy(G, cc->key, sizeof G);
        UBI(G, words, (unsigned char *)x);
        for (i = 0; i != 8 * WORDS; i++)
            ((unsigned char *)x)[i] ^= ((unsigned char *)G)[i];
#else
        encrypt(x, cc->key, words);
#endif
    }
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
