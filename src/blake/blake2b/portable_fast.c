/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of RFC 7693, sections 3.2 and 3.3.
 */
#include "mote/blake2b.h"

typedef mote_blake2b_context context;

#define WAITING_BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds_fast.h"

/* The initialization vector (section 2.6). */
static const u64 IV[8] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179),
};

/* A word of the message block: where it lies, or from a copy. */
#ifdef WORDS_LIE_READY
#define M(i) get_le64(data + 8 * (i))
#else
#define M(i) m[i]
#endif

/* Section 3.1 */
#define STEP_A(a, b, x, y) (a += M(x), a += b)
#define STEP_D(d, a, half) (d ^= a, d = ROTR64(d, (half) ? 16 : 32))
#define STEP_B(b, c, half) (b ^= c, b = ROTR64(b, (half) ? 63 : 24))

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes,
                            u64 last) {
#ifndef WORDS_LIE_READY
    u64 m[16];
#endif
    u64 h[8], t0, t1, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
    unsigned i;

    for (i = 0; i < 8; i++)
        h[i] = JOIN64(cc->h + 2 * i);
    t0 = JOIN64(cc->t);
    t1 = JOIN64(cc->t + 2);
    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        SPLIT64(cc->t, t0);
        SPLIT64(cc->t + 2, t1);
#ifndef WORDS_LIE_READY
        for (i = 0; i < 16; i++)
            m[i] = get_le64(data + 8 * i);
#endif
        v0 = h[0];
        v1 = h[1];
        v2 = h[2];
        v3 = h[3];
        v4 = h[4];
        v5 = h[5];
        v6 = h[6];
        v7 = h[7];
        v8 = IV[0];
        v9 = IV[1];
        v10 = IV[2];
        v11 = IV[3];
        v12 = IV[4] ^ t0;
        v13 = IV[5] ^ t1;
        v14 = IV[6] ^ last;
        v15 = IV[7];
        TEN_ROUNDS;
        ROUND0;
        ROUND1;
        h[0] ^= v0 ^ v8;
        h[1] ^= v1 ^ v9;
        h[2] ^= v2 ^ v10;
        h[3] ^= v3 ^ v11;
        h[4] ^= v4 ^ v12;
        h[5] ^= v5 ^ v13;
        h[6] ^= v6 ^ v14;
        h[7] ^= v7 ^ v15;
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        SPLIT64(cc->h + 2 * i, h[i]);
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    compress_blocks(cc, data, blocks, WAITING_BLOCK_BYTES, 0);
}

void mote_blake2b_init(context *cc, unsigned out_size) {
    unsigned i;

    for (i = 0; i < 8; i++)
        SPLIT64(cc->h + 2 * i, IV[i]);
    cc->out_size = out_size / 8;
    cc->h[0] ^= 0x01010000 ^ cc->out_size;
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2b(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2b_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned i;

    (void)ub;
    (void)n;
    memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u64)0);
    for (i = 0; i < 16; i++)
        put_le32(buf + 4 * i, cc->h[i]);
    memcpy(out, buf, cc->out_size);
}
