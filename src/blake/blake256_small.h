/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of BLAKE-256 and BLAKE-32 share: all but the number
 * of rounds.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields H[8], buf[16], low, high, bits, ptr,
 *                                          out_size
 *     #define ROUNDS 14
 *
 * Names are those of the BLAKE proposal, sections 2.1.2 to 2.1.4.
 */
#ifndef MOTE_BLAKE256_SMALL_H
#define MOTE_BLAKE256_SMALL_H

#define BLOCK_BYTES 64
#define BLOCK_PLACE(i) ((i) ^ 3)
static void compress(context *cc);

#include "common/small.h"

/* The constants, then the initial values of 256 and of 224 bits. */
static const u32 C[32] TABLE = {
    0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89,
    0x452821E6, 0x38D01377, 0xBE5466CF, 0x34E90C6C, 0xC0AC29B7, 0xC97C50DD, 0x3F84D5B5, 0xB5470917,
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
    0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4,
};

#define CONSTANTS C
#define ROTATIONS 16, 12, 8, 7

#include "blake/rounds_small.h"

static void compress(context *cc) {
    u32 v[16];
    unsigned i;

    cc->low = T32(cc->low + cc->bits);
    if (cc->low < cc->bits)
        cc->high = T32(cc->high + 1);
    memcpy(v, cc->H, sizeof cc->H);
    COPY32(v + 8, C, 8);
    v[12] ^= cc->low;
    v[13] ^= cc->low;
    v[14] ^= cc->high;
    v[15] ^= cc->high;
    mix(v, cc->buf, ROUNDS);
    for (i = 0; i != 8; i++)
        cc->H[i] ^= v[i] ^ v[i + 8];
}

static void init(context *cc, unsigned out_size) {
    COPY32_AT(cc->H, C, 16 + ((out_size & 32) >> 2), 8);
    cc->low = cc->high = 0;
    cc->bits = 512;
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    unsigned bits = cc->ptr << 3 | n;
    u32 low = cc->low | bits, high = cc->high;

    cc->bits = bits;
    if (bits == 447) {
        /* The last bit of byte 55 is not padding: the block after this one has to have that bit. */
        add_padding(cc, ub, n, 0);
        memset(cc->buf, 0, 14 * sizeof *cc->buf);
    } else {
        add_padding(cc, ub, n, 56);
    }
    /* A block without bits of the message counts 0. */
    if (bits - 1 >= 446)
        cc->low = cc->high = cc->bits = 0;
    cc->buf[13] |= cc->out_size >> 8;
    cc->buf[14] = high;
    cc->buf[15] = low;
    compress(cc);
    n = cc->out_size >> 3;
    do {
        n--;
        out[n] = GET_BYTE(cc->H, n ^ 3);
    } while (n != 0);
}

#endif
