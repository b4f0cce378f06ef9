/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of BLAKE-512 and BLAKE-64 share: all but the
 * number of rounds.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in blake/blake512_small.h
 *     #define ROUNDS 16                    14 or 16
 *     #define BLAKE_AVX2                   if compress is that of blake512_avx2.h
 *
 * Names are those of the BLAKE proposal, sections 2.1.2 to 2.1.4.
 */
#ifndef MOTE_BLAKE512_FAST_H
#define MOTE_BLAKE512_FAST_H

#define BLOCK_BYTES 128

#ifdef BLAKE_COMPRESS64
/* The compression function is a kernel in assembly; it counts the bits of the blocks, too. */
void mote_blake_compress64(mote_u32 *cc, const unsigned char *data, size_t blocks, unsigned rounds);
#define compress(cc, data, blocks) mote_blake_compress64((cc)->H, data, blocks, ROUNDS)
#else
static void compress(context *cc, const unsigned char *data, size_t blocks);
#endif

#include "common/fast.h"

#ifndef BLAKE_COMPRESS64

#include "blake/rounds_fast.h"

static const u64 C[16] = {
    C64(0x243F6A88, 0x85A308D3), C64(0x13198A2E, 0x03707344), C64(0xA4093822, 0x299F31D0),
    C64(0x082EFA98, 0xEC4E6C89), C64(0x452821E6, 0x38D01377), C64(0xBE5466CF, 0x34E90C6C),
    C64(0xC0AC29B7, 0xC97C50DD), C64(0x3F84D5B5, 0xB5470917), C64(0x9216D5D9, 0x8979FB1B),
    C64(0xD1310BA6, 0x98DFB5AC), C64(0x2FFD72DB, 0xD01ADFB7), C64(0xB8E1AFED, 0x6A267E96),
    C64(0xBA7C9045, 0xF12C7F99), C64(0x24A19947, 0xB3916CF7), C64(0x0801F2E2, 0x858EFC16),
    C64(0x636920D8, 0x71574E69),
};

#endif

/* The initial values of 512 and of 384 bits. */
static const u64 initial[16] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179), C64(0xCBBB9D5D, 0xC1059ED8),
    C64(0x629A292A, 0x367CD507), C64(0x9159015A, 0x3070DD17), C64(0x152FECD8, 0xF70E5939),
    C64(0x67332667, 0xFFC00B31), C64(0x8EB44A87, 0x68581511), C64(0xDB0C2E0D, 0x64F98FA7),
    C64(0x47B5481D, 0xBEFA4FA4),
};

#ifndef BLAKE_COMPRESS64
#ifdef BLAKE_AVX2
#include "blake/blake512_avx2.h"
#else

#define STEP_A(a, b, x, y) (a += m[x] ^ C[y], a += b)
#define STEP_D(d, a, half) (d ^= a, d = ROTR64(d, (half) ? 16 : 32))
#define STEP_B(b, c, half) (b ^= c, b = ROTR64(b, (half) ? 11 : 25))

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 m[16], H[8], t0, t1, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
    unsigned i;

    for (i = 0; i < 8; i++)
        H[i] = JOIN64(cc->H + 2 * i);
    t0 = JOIN64(cc->count);
    t1 = JOIN64(cc->count + 2);
    do {
        t0 += cc->bits;
        if (t0 < cc->bits)
            t1++;
        SPLIT64(cc->count, t0);
        SPLIT64(cc->count + 2, t1);
        for (i = 0; i < 16; i++)
            m[i] = get_be64(data + 8 * i);
        v0 = H[0];
        v1 = H[1];
        v2 = H[2];
        v3 = H[3];
        v4 = H[4];
        v5 = H[5];
        v6 = H[6];
        v7 = H[7];
        v8 = C[0];
        v9 = C[1];
        v10 = C[2];
        v11 = C[3];
        v12 = C[4] ^ t0;
        v13 = C[5] ^ t0;
        v14 = C[6] ^ t1;
        v15 = C[7] ^ t1;
        TEN_ROUNDS;
        ROUND0;
        ROUND1;
        ROUND2;
        ROUND3;
#if ROUNDS > 14
        ROUND4;
        ROUND5;
#endif
        H[0] ^= v0 ^ v8;
        H[1] ^= v1 ^ v9;
        H[2] ^= v2 ^ v10;
        H[3] ^= v3 ^ v11;
        H[4] ^= v4 ^ v12;
        H[5] ^= v5 ^ v13;
        H[6] ^= v6 ^ v14;
        H[7] ^= v7 ^ v15;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, H[i]);
}

#endif
#endif

static void init(context *cc, unsigned out_size) {
    const u64 *H = initial + (out_size == 512 ? 0 : 8);
    unsigned i;

    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, H[i]);
    memset(cc->count, 0, sizeof cc->count);
    cc->bits = 1024;
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned bits = cc->ptr << 3 | n, i;
    u32 count[4];

    memcpy(count, cc->count, sizeof count);
    count[0] |= bits;
    cc->bits = bits;
    if (bits == 895) {
        /* The last bit of byte 111 is not padding: the block after this one has to have that bit.
         */
        add_padding(cc, ub, n, BLOCK_BYTES);
        compress(cc, buf, 1);
        memset(buf, 0, 112);
    } else {
        add_padding(cc, ub, n, 112);
    }
    /* A block without bits of the message counts 0. */
    if (bits == 0 || bits >= 895) {
        memset(cc->count, 0, sizeof cc->count);
        cc->bits = 0;
    }
    if (cc->out_size == 512)
        buf[111] |= 1;
    for (i = 0; i < 4; i++)
        put_be32(buf + 124 - 4 * i, count[i]);
    compress(cc, buf, 1);
    for (i = 0; i < cc->out_size / 32; i++)
        put_be32(out + 4 * i, cc->H[i ^ 1]);
}

#endif
