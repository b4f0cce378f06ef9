/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of RFC 7693, sections 3.2 and 3.3.
 */
#include "mote/blake2s.h"

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#ifdef BLAKE2S_COMPRESS
/* The compression function is a kernel in assembly; it counts a whole block's bytes each time. */
void mote_blake2s_compress(mote_u32 *cc, const unsigned char *data, size_t blocks, mote_u32 last);
#else
#include "blake/rounds_fast.h"
#endif

/* The initialization vector (section 2.6). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

#ifdef BLAKE2S_COMPRESS

static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes,
                            u32 last) {
    bytes = WAITING_BLOCK_BYTES - bytes;
    if (cc->t[0] < bytes)
        cc->t[1]--;
    cc->t[0] -= bytes;
    mote_blake2s_compress(cc->h, data, blocks, last);
}

#else

/* A word of the message block: where it lies, or from a copy. */
#ifdef WORDS_LIE_READY
#define M(i) get_le32(data + 4 * (i))
#else
#define M(i) m[i]
#endif
#ifdef WORDS_RELOADED
#include "blake/words_rv64.h"
#endif

/* Section 3.1 */
#define STEP_A(a, b, x, y) (a += M(x), a += b)
#define STEP_D(d, a, half) (d ^= a, d = ROTR32(d, (half) ? 8 : 16))
#define STEP_B(b, c, half) (b ^= c, b = ROTR32(b, (half) ? 7 : 12))

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes,
                            u32 last) {
#ifdef WORDS_RELOADED
    const word *m;
    u32 copy[16];
#else
#ifndef WORDS_LIE_READY
    u32 m[16];
    unsigned i;
#endif
#endif
    u32 t0, t1, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;

    t0 = cc->t[0];
    t1 = cc->t[1];
    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        cc->t[0] = t0;
        cc->t[1] = t1;
#ifdef WORDS_RELOADED
        m = words_of(data, copy);
#else
#ifndef WORDS_LIE_READY
        for (i = 0; i < 16; i++)
            m[i] = get_le32(data + 4 * i);
#endif
#endif
        v0 = cc->h[0];
        v1 = cc->h[1];
        v2 = cc->h[2];
        v3 = cc->h[3];
        v4 = cc->h[4];
        v5 = cc->h[5];
        v6 = cc->h[6];
        v7 = cc->h[7];
        v8 = IV[0];
        v9 = IV[1];
        v10 = IV[2];
        v11 = IV[3];
        v12 = IV[4] ^ t0;
        v13 = IV[5] ^ t1;
        v14 = IV[6] ^ last;
        v15 = IV[7];
        TEN_ROUNDS;
        cc->h[0] ^= v0 ^ v8;
        cc->h[1] ^= v1 ^ v9;
        cc->h[2] ^= v2 ^ v10;
        cc->h[3] ^= v3 ^ v11;
        cc->h[4] ^= v4 ^ v12;
        cc->h[5] ^= v5 ^ v13;
        cc->h[6] ^= v6 ^ v14;
        cc->h[7] ^= v7 ^ v15;
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
}

#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    compress_blocks(cc, data, blocks, WAITING_BLOCK_BYTES, 0);
}

void mote_blake2s_init(context *cc, unsigned out_size) {
    memcpy(cc->h, IV, sizeof cc->h);
    cc->out_size = out_size / 8;
    cc->h[0] ^= 0x01010000 ^ cc->out_size;
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2s(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2s_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
#ifdef WORDS_LIE_IN_ORDER

    (void)ub;
    (void)n;
    if (cc->ptr != WAITING_BLOCK_BYTES)
        memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u32)0);
    memcpy(out, cc->h, cc->out_size);
#else
    unsigned i;

    (void)ub;
    (void)n;
    memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u32)0);
    for (i = 0; i < 8; i++)
        put_le32(buf + 4 * i, cc->h[i]);
    memcpy(out, buf, cc->out_size);
#endif
}
