/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations of Speck and Simon share: a block is two words of 64 bits, y in
 * its first 8 bytes and x in its last 8, each with its lowest byte first.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;
 *     #define CIPHER(function) mote_xxx_##function
 *     #define ROUNDS 32                    an even number
 *
 * and defines two_rounds, two_rounds_back and expand.
 */
#define WORDS64
#include "common/small.h"

/* Two rounds with the keys at keys and keys + 2; their inverse. */
static void two_rounds(u32 *x, u32 *y, const u32 *keys);
static void two_rounds_back(u32 *x, u32 *y, const u32 *keys);
/* From the two words of the key to all round keys. */
static void expand(u32 *keys);

static const u32 zero[2] = {0, 0};

static void get(u32 *words, const unsigned char *bytes) {
    unsigned char i;

    for (i = 0; i < 16; i++)
        SET_BYTE(words, i, bytes[i]);
}

void CIPHER(init)(context *cc, const void *key) {
    get(cc->round_keys, (const unsigned char *)key);
    expand(cc->round_keys);
}

NOINLINE static void crypt(const context *cc, const void *src, void *dst, size_t blocks,
                           unsigned char back) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, i;
    u32 words[4]; /* y, x */

    while (blocks != 0) {
        get(words, from);
        for (i = 0; i < ROUNDS; i += 2) {
            if (back)
                two_rounds_back(words + 2, words, cc->round_keys + 2 * (ROUNDS - 2 - i));
            else
                two_rounds(words + 2, words, cc->round_keys + 2 * i);
        }
        for (i = 0; i < 16; i++)
            to[i] = GET_BYTE(words, i);
        from += 16;
        to += 16;
        blocks--;
    }
}

void CIPHER(encrypt)(const context *cc, const void *src, void *dst, size_t blocks) {
    crypt(cc, src, dst, blocks, 0);
}

void CIPHER(decrypt)(const context *cc, const void *src, void *dst, size_t blocks) {
    crypt(cc, src, dst, blocks, 1);
}
