/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The random generator of Skein-256 for a program that has Skein-256 and its kernel as well: it calls
 * them.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, sections 3.5.3 and 4, "Skein as a
 * PRNG".
 */
#include <string.h>

#include "mote/skein256.h"
#include "mote/skein_prng.h"

#ifndef SKEIN_UBI256
#define SKEIN_UBI256
#endif
#include "skein/ubi.h"

/* The deepest stack of a request: the cipher's, and the arrays here */
#define STACK_BYTES 380
#include "common/wipe.h"

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "here the words of a state have to lie in memory as its bytes do: take a file of its own"
#endif

/* The output function of the state (section 3.5.3), from its second block on; its first is the next
 * state. */
APART static void request(mote_skein_prng_context *cc, unsigned char *out, size_t len) {
    mote_u32 G[8], block[8], tweak[4];
    size_t part;

    memset(block, 0, sizeof block);
    memset(tweak, 0, sizeof tweak);
    tweak[0] = 8;
    tweak[3] = 0xFF000000;
    while (len != 0) {
        if (++block[0] == 0 && sizeof len > 4)
            block[1]++;
        memcpy(G, cc->S, sizeof G);
        mote_skein_ubi256(G, tweak, (const unsigned char *)block);
        part = len < sizeof G ? len : sizeof G;
        memcpy(out, G, part);
        out += part;
        len -= part;
    }
    block[0] = block[1] = 0;
    mote_skein_ubi256(cc->S, tweak, (const unsigned char *)block);
}

APART static void add_seed(mote_skein_prng_context *cc, const void *data, size_t len) {
    mote_skein256_context hash;

    mote_skein256_init(&hash, 256);
    mote_skein256(&hash, cc->S, sizeof cc->S);
    mote_skein256(&hash, data, len);
    mote_skein256_close(&hash, 0, 0, cc->S);
}

void mote_skein_prng_init(mote_skein_prng_context *cc) {
    memset(cc->S, 0, sizeof cc->S);
}

void mote_skein_prng_seed(mote_skein_prng_context *cc, const void *data, size_t len) {
    if (len != 0) {
        add_seed(cc, data, len);
        wipe_stack();
    }
}

int mote_skein_prng_generate(mote_skein_prng_context *cc, void *dst, size_t len) {
    mote_u32 seeded = 0;
    unsigned i;

    for (i = 0; i != 8; i++)
        seeded |= cc->S[i];
    if (seeded == 0) {
        if (len != 0)
            memset(dst, 0, len);
        return MOTE_SKEIN_PRNG_UNSEEDED;
    }
    request(cc, (unsigned char *)dst, len);
    wipe_stack();
    return 0;
}
