/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of BLAKE-256 and BLAKE-32 share: all but the
 * number of rounds.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in blake/blake256_small.h
 *     #define ROUNDS 14                    10 or 14
 *     #define BLAKE_AVX2                   if compress is that of blake256_avx2.h
 *
 * Names are those of the BLAKE proposal, sections 2.1.2 to 2.1.4.
 */
#ifndef MOTE_BLAKE256_FAST_H
#define MOTE_BLAKE256_FAST_H

#define BLOCK_BYTES 64

#ifdef BLAKE_COMPRESS32
/* The compression function is a kernel in assembly; it counts the bits of the blocks, too. */
void mote_blake_compress32(mote_u32 *cc, const unsigned char *data, size_t blocks, unsigned rounds);
#define compress(cc, data, blocks) mote_blake_compress32((cc)->H, data, blocks, ROUNDS)
#else
static void compress(context *cc, const unsigned char *data, size_t blocks);
#endif

#include "common/fast.h"

#ifndef BLAKE_COMPRESS32

#include "blake/rounds_fast.h"

static const u32 C[16] = {
    0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89,
    0x452821E6, 0x38D01377, 0xBE5466CF, 0x34E90C6C, 0xC0AC29B7, 0xC97C50DD, 0x3F84D5B5, 0xB5470917,
};

#endif

/* The initial values of 256 and of 224 bits. */
static const u32 initial[16] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
    0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4,
};

#ifndef BLAKE_COMPRESS32
#ifdef BLAKE_AVX2
#include "blake/blake256_avx2.h"
#else

#define STEP_A(a, b, x, y) (a += m[x] ^ C[y], a += b)
#define STEP_D(d, a, half) (d ^= a, d = ROTR32(d, (half) ? 8 : 16))
#define STEP_B(b, c, half) (b ^= c, b = ROTR32(b, (half) ? 7 : 12))

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u32 m[16], v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
    unsigned i;

    do {
        cc->low += cc->bits;
        if (cc->low < cc->bits)
            cc->high++;
        for (i = 0; i < 16; i++)
            m[i] = get_be32(data + 4 * i);
        v0 = cc->H[0];
        v1 = cc->H[1];
        v2 = cc->H[2];
        v3 = cc->H[3];
        v4 = cc->H[4];
        v5 = cc->H[5];
        v6 = cc->H[6];
        v7 = cc->H[7];
        v8 = C[0];
        v9 = C[1];
        v10 = C[2];
        v11 = C[3];
        v12 = C[4] ^ cc->low;
        v13 = C[5] ^ cc->low;
        v14 = C[6] ^ cc->high;
        v15 = C[7] ^ cc->high;
        TEN_ROUNDS;
#if ROUNDS > 10
        ROUND0;
        ROUND1;
        ROUND2;
        ROUND3;
#endif
        cc->H[0] ^= v0 ^ v8;
        cc->H[1] ^= v1 ^ v9;
        cc->H[2] ^= v2 ^ v10;
        cc->H[3] ^= v3 ^ v11;
        cc->H[4] ^= v4 ^ v12;
        cc->H[5] ^= v5 ^ v13;
        cc->H[6] ^= v6 ^ v14;
        cc->H[7] ^= v7 ^ v15;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
}

#endif
#endif

static void init(context *cc, unsigned out_size) {
    memcpy(cc->H, initial + (out_size == 256 ? 0 : 8), sizeof cc->H);
    cc->low = cc->high = 0;
    cc->bits = 512;
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned bits = cc->ptr << 3 | n, i;
    u32 low = cc->low | bits, high = cc->high;

    cc->bits = bits;
    if (bits == 447) {
        /* The last bit of byte 55 is not padding: the block after this one has to have that bit. */
        add_padding(cc, ub, n, BLOCK_BYTES);
        compress(cc, buf, 1);
        memset(buf, 0, 56);
    } else {
        add_padding(cc, ub, n, 56);
    }
    /* A block without bits of the message counts 0. */
    if (bits == 0 || bits >= 447) {
        cc->low = cc->high = cc->bits = 0;
    }
    if (cc->out_size == 256)
        buf[55] |= 1;
    put_be32(buf + 56, high);
    put_be32(buf + 60, low);
    compress(cc, buf, 1);
    for (i = 0; i < cc->out_size / 32; i++)
        put_be32(out + 4 * i, cc->H[i]);
}

#endif
