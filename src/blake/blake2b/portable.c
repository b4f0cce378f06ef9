/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b in portable C: small code.
 *
 * Names are those of RFC 7693, sections 3.2 and 3.3; the rounds are in blake/rounds_small.h.
 */
#include "mote/blake2b.h"

typedef mote_blake2b_context context;

#define WORDS64
#define WAITING_BLOCK_BYTES 128
#define BLOCK_PLACE(i) (i)
static void compress(context *cc);

#include "common/small.h"

#define ROTATIONS 32, 24, 16, 63
#include "blake/rounds_small.h"

/* The initialization vector (section 2.6), low halves first. */
static const u32 IV[16] TABLE = {
    0xF3BCC908, 0x6A09E667, 0x84CAA73B, 0xBB67AE85, 0xFE94F82B, 0x3C6EF372, 0x5F1D36F1, 0xA54FF53A,
    0xADE682D1, 0x510E527F, 0x2B3E6C1F, 0x9B05688C, 0xFB41BD6B, 0x1F83D9AB, 0x137E2179, 0x5BE0CD19,
};

/* The function F on the block in cc->buf; last: all bits 1 for the last block. */
static void compress_block(context *cc, u32 last) {
    u32 v[32];
    unsigned i;

    i = cc->ptr;
    cc->t[0] = T32(cc->t[0] + i);
    if (cc->t[0] < i) {
        i = 1;
        while ((cc->t[i] = T32(cc->t[i] + 1)) == 0 && ++i != 4)
            ;
    }
    memcpy(v, cc->h, sizeof cc->h);
    COPY32(v + 16, IV, 16);
    for (i = 0; i != 4; i++)
        v[24 + i] ^= cc->t[i];
    v[28] ^= last;
    v[29] ^= last;
    mix(v, cc->buf, 12);
    for (i = 0; i != 16; i++)
        cc->h[i] ^= v[i] ^ v[i + 16];
}

static void compress(context *cc) {
    compress_block(cc, 0);
}

void mote_blake2b_init(context *cc, unsigned out_size) {
    COPY32(cc->h, IV, 16);
    cc->out_size = out_size >>= 3;
    cc->h[0] ^= 0x01010000 ^ out_size;
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2b(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2b_close(context *cc, unsigned ub, unsigned n, void *dst) {
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
