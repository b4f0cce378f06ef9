/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of BLAKE-512 and BLAKE-64 share: all but the number
 * of rounds.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields H[16], buf[32], count[4], bits, ptr,
 *                                          out_size
 *     #define ROUNDS 16
 *
 * Names are those of the BLAKE proposal, sections 2.1.2 to 2.1.4.
 */
#ifndef MOTE_BLAKE512_SMALL_H
#define MOTE_BLAKE512_SMALL_H

#define WORDS64
#define BLOCK_BYTES 128
#define BLOCK_PLACE(i) ((i) ^ 7)
static void compress(context *cc);

#include "common/small.h"

/* The constants, then the initial values of 512 and of 384 bits; low halves first. */
static const u32 C[64] TABLE = {
    0x85A308D3, 0x243F6A88, 0x03707344, 0x13198A2E, 0x299F31D0, 0xA4093822, 0xEC4E6C89, 0x082EFA98,
    0x38D01377, 0x452821E6, 0x34E90C6C, 0xBE5466CF, 0xC97C50DD, 0xC0AC29B7, 0xB5470917, 0x3F84D5B5,
    0x8979FB1B, 0x9216D5D9, 0x98DFB5AC, 0xD1310BA6, 0xD01ADFB7, 0x2FFD72DB, 0x6A267E96, 0xB8E1AFED,
    0xF12C7F99, 0xBA7C9045, 0xB3916CF7, 0x24A19947, 0x858EFC16, 0x0801F2E2, 0x71574E69, 0x636920D8,
    0xF3BCC908, 0x6A09E667, 0x84CAA73B, 0xBB67AE85, 0xFE94F82B, 0x3C6EF372, 0x5F1D36F1, 0xA54FF53A,
    0xADE682D1, 0x510E527F, 0x2B3E6C1F, 0x9B05688C, 0xFB41BD6B, 0x1F83D9AB, 0x137E2179, 0x5BE0CD19,
    0xC1059ED8, 0xCBBB9D5D, 0x367CD507, 0x629A292A, 0x3070DD17, 0x9159015A, 0xF70E5939, 0x152FECD8,
    0xFFC00B31, 0x67332667, 0x68581511, 0x8EB44A87, 0x64F98FA7, 0xDB0C2E0D, 0xBEFA4FA4, 0x47B5481D,
};

#define CONSTANTS C
#define ROTATIONS 32, 25, 16, 11

#include "blake/rounds_small.h"

static void compress(context *cc) {
    u32 v[32];
    unsigned i;

    /* The number of bits so far. */
    cc->count[0] = T32(cc->count[0] + cc->bits);
    i = 0;
    if (cc->count[0] < cc->bits) {
        while (++i != 4 && (cc->count[i] = T32(cc->count[i] + 1)) == 0)
            ;
    }
    memcpy(v, cc->H, sizeof cc->H);
    COPY32(v + 16, C, 16);
    for (i = 0; i != 4; i++) {
        /* t0 for two words, then t1. */
        v[24 + (i & 1) + ((i & 2) << 1)] ^= cc->count[i];
        v[26 + (i & 1) + ((i & 2) << 1)] ^= cc->count[i];
    }
    mix(v, cc->buf, ROUNDS);
    for (i = 0; i != 16; i++)
        cc->H[i] ^= v[i] ^ v[i + 16];
}

static void init(context *cc, unsigned out_size) {
    COPY32_AT(cc->H, C, 32 + ((~out_size & 512) >> 5), 16);
    memset(cc->count, 0, sizeof cc->count);
    cc->bits = 1024;
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    unsigned bits = cc->ptr << 3 | n;
    u32 count[4];

    memcpy(count, cc->count, sizeof count);
    count[0] |= bits;
    cc->bits = bits;
    if (bits == 895) {
        /* The last bit of byte 111 is not padding: the block after this one has to have that bit.
         */
        add_padding(cc, ub, n, 0);
        memset(cc->buf, 0, 28 * sizeof *cc->buf);
    } else {
        add_padding(cc, ub, n, 112);
    }
    /* A block without bits of the message counts 0. */
    if (bits - 1 >= 894) {
        memset(cc->count, 0, sizeof cc->count);
        cc->bits = 0;
    }
    cc->buf[26] |= cc->out_size >> 9;
    /* The length, 128 bits: the high word of 64 bits first, each with its low half first. */
    memcpy(cc->buf + 28, count + 2, 2 * sizeof *count);
    memcpy(cc->buf + 30, count, 2 * sizeof *count);
    compress(cc);
    n = cc->out_size >> 3;
    do {
        n--;
        out[n] = GET_BYTE(cc->H, n ^ 7);
    } while (n != 0);
}

#endif
