/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 in portable C: small code.
 *
 * Names are those of the specification, sections 2.1 to 2.6; the tree is in blake/blake3.h.
 */
#include "mote/blake3.h"

typedef mote_blake3_context context;

#define WAITING_BLOCK_BYTES 64
#define BLOCK_PLACE(i) (i)
static void compress(context *cc);

#include "common/small.h"

/* The initialization vector (table 1). */
static const u32 IV[8] TABLE = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* The permutation of the message's words between rounds (table 2): two cycles of 8. */
static const unsigned char PERMUTATION[16] TABLE = {
    2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8,
};

/* In the order of their use in G. */
static const unsigned char rotations[4] TABLE = {16, 12, 8, 7};

NOINLINE static void node(context *cc, unsigned flags, u32 *v);

#define GET(v, i) GET_BYTE(v, i)
#define fill fill_block

#include "blake/blake3.h"

/* The compression function (section 2.2). */
static void node(context *cc, unsigned flags, u32 *v) {
    u32 m[16], t, *a, *b, *c, *d;
    const u32 *x;
    unsigned round = 7, i, j, e, r;

    memcpy(m, cc->buf, sizeof m);
    memcpy(v, cc->h, sizeof cc->h);
    COPY32(v + 8, IV, 4);
    /* Chunks and blocks of output have a number, parents within the tree none. */
    v[12] = v[13] = 0;
    if (flags != PARENT)
        memcpy(v + 12, cc->t, sizeof cc->t);
    v[14] = cc->ptr;
    v[15] = (cc->flags | flags) & 0xFF;
    for (;;) {
        x = m;
        for (i = 0; i != 8; i++) {
            /* Four columns, e = 0, then four diagonals, e = 1. */
            e = i >> 2;
            a = v + (i & 3);
            b = v + 4 + ((i + e) & 3);
            c = v + 8 + ((i + e + e) & 3);
            d = v + 12 + ((i - e) & 3);
            for (r = 0; r != 4; r += 2) {
                *a = T32(*a + *b + *x);
                x++;
                j = READ8(rotations, r);
                t = *d ^ *a;
                *d = ROTR32(t, j);
                *c = T32(*c + *d);
                j = READ8(rotations, r + 1);
                t = *b ^ *c;
                *b = ROTR32(t, j);
            }
        }
        if (--round == 0)
            break;
        for (i = 0; i != 2; i++) {
            t = m[i];
            j = i;
            while ((e = READ8(PERMUTATION, j)) != i) {
                m[j] = m[e];
                j = e;
            }
            m[j] = t;
        }
    }
    for (i = 0; i != 8; i++) {
        v[i] ^= v[i + 8];
        v[i + 8] ^= cc->h[i];
    }
}

/* A block behind which there is more of the message. */
static void compress(context *cc) {
    u32 v[16];

    node(cc, next_flags(cc), v);
    if (cc->place == CHUNK_BLOCKS)
        end_chunk(cc, v);
    else
        memcpy(cc->h, v, sizeof cc->h);
}

void mote_blake3_init(context *cc, unsigned out_size) {
    u32 key[8];

    COPY32(key, IV, 8);
    start(cc, out_size, key, 0);
}

void mote_blake3_init_keyed(context *cc, unsigned out_size, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    u32 words[8];
    unsigned i;

    for (i = 0; i != 32; i++)
        SET_BYTE(words, i, bytes[i]);
    start(cc, out_size, words, KEYED_HASH);
}

void mote_blake3_init_derive_key(context *cc, unsigned out_size, const void *data, size_t len) {
    u32 v[16];

    mote_blake3_init(cc, out_size);
    cc->flags = DERIVE_KEY_CONTEXT;
    add_bytes(cc, data, len);
    end(cc);
    node(cc, 0, v);
    start(cc, out_size, v, DERIVE_KEY_MATERIAL);
}

void mote_blake3(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake3_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    read(cc, dst, cc->out_size >> 3);
}

void mote_blake3_read(context *cc, void *dst, size_t len) {
    read(cc, dst, len);
}

void mote_blake3_seek(context *cc, u32 low, u32 high) {
    seek(cc, low, high);
}
