/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s in portable C: small code.
 *
 * Names are those of RFC 7693, sections 3.2 and 3.3; the rounds are in blake/rounds_small.h.
 */
#include "mote/blake2s.h"

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
#define BLOCK_PLACE(i) (i)
static void compress(context *cc);

#include "common/small.h"

#define ROTATIONS 16, 12, 8, 7
#include "blake/rounds_small.h"

/* The initialization vector (section 2.6). */
static const u32 IV[8] TABLE = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* The function F on the block in cc->buf; last: all bits 1 for the last block. */
static void compress_block(context *cc, u32 last) {
    u32 v[16];
    unsigned i;

    i = cc->ptr;
    cc->t[0] = T32(cc->t[0] + i);
    if (cc->t[0] < i) {
        i = 1;
        while ((cc->t[i] = T32(cc->t[i] + 1)) == 0 && ++i != 2)
            ;
    }
    memcpy(v, cc->h, sizeof cc->h);
    COPY32(v + 8, IV, 8);
    for (i = 0; i != 2; i++)
        v[12 + i] ^= cc->t[i];
    v[14] ^= last;
    mix(v, cc->buf, 10);
    for (i = 0; i != 8; i++)
        cc->h[i] ^= v[i] ^ v[i + 8];
}

static void compress(context *cc) {
    compress_block(cc, 0);
}

void mote_blake2s_init(context *cc, unsigned out_size) {
    COPY32(cc->h, IV, 8);
    cc->out_size = out_size >>= 3;
    cc->h[0] ^= 0x01010000 ^ out_size;
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2s(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2s_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;

    (void)ub;
    fill_block(cc);
    compress_block(cc, 0xFFFFFFFF);
    n = cc->out_size;
    do {
        n--;
        out[n] = GET_BYTE(cc->h, n);
    } while (n != 0);
}
