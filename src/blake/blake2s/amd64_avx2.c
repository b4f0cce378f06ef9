/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s with AVX2 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2s.h"

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds32_avx2.h"

/* The initialization vector (section 2.6). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    words = WORDS(i, j, k, l, i2, j2, k2, l2);                                                     \
    G

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
FEATURES static void compress_blocks(context *cc, const unsigned char *data, size_t blocks,
                                     unsigned bytes, u32 last) {
    const __m128i by_16 = BY_16, by_8 = BY_8;
    __m128i a, b, c, d, h0 = LOAD(cc->h), h1 = LOAD(cc->h + 4);
    __m256i m0, m8, which, words;
    u32 t0 = cc->t[0], t1 = cc->t[1];

    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        m0 = LOAD2(data);
        m8 = LOAD2(data + 32);
        a = h0;
        b = h1;
        c = LOAD(IV);
        d = _mm_xor_si128(LOAD(IV + 4), _mm_set_epi32(0, (int)last, (int)t1, (int)t0));
        TEN_ROUNDS;
        h0 = _mm_xor_si128(h0, _mm_xor_si128(a, c));
        h1 = _mm_xor_si128(h1, _mm_xor_si128(b, d));
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    cc->t[0] = t0;
    cc->t[1] = t1;
    STORE(cc->h, h0);
    STORE(cc->h + 4, h1);
}

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
    unsigned i;

    (void)ub;
    (void)n;
    memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u32)0);
    for (i = 0; i < 8; i++)
        put_le32(buf + 4 * i, cc->h[i]);
    memcpy(out, buf, cc->out_size);
}
