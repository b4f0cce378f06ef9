/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of the specification, sections 2.1 to 2.6; the tree is in blake/blake3.h.
 */
#include "mote/blake3.h"

typedef mote_blake3_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds_fast.h"

/* The initialization vector (table 1). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* Section 2.2: the function G of BLAKE2s */
#define STEP_A(a, b, x, y) (a += m[x], a += b)
#define STEP_D(d, a, half) (d ^= a, d = ROTR32(d, (half) ? 8 : 16))
#define STEP_B(b, c, half) (b ^= c, b = ROTR32(b, (half) ? 7 : 12))

/* The seven rounds; the words of the message are permuted between them (table 2). */
#define SEVEN_ROUNDS                                                                               \
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                                   \
    ROUND(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);                                   \
    ROUND(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);                                   \
    ROUND(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);                                   \
    ROUND(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);                                   \
    ROUND(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);                                   \
    ROUND(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)

#ifdef WORDS_RELOADED
#include "blake/words_rv64.h"
#endif

/* The compression function on 16 words m: v from the chaining value h. */
#ifdef WORDS_RELOADED
/* Of the output's 16 words all, or the first eight, which may go to where h is. */
static void mix(const u32 *h, const word *m, const u32 *t, unsigned len, unsigned flags, u32 *v,
                int whole) {
#else
static void mix(const u32 *h, const u32 *m, const u32 *t, unsigned len, unsigned flags, u32 *v) {
#endif
    u32 v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;

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
    v12 = t[0];
    v13 = t[1];
    v14 = len;
    v15 = flags & 0xFF;
    SEVEN_ROUNDS;
#ifdef WORDS_RELOADED
    if (whole) {
        v[8] = v8 ^ h[0];
        v[9] = v9 ^ h[1];
        v[10] = v10 ^ h[2];
        v[11] = v11 ^ h[3];
        v[12] = v12 ^ h[4];
        v[13] = v13 ^ h[5];
        v[14] = v14 ^ h[6];
        v[15] = v15 ^ h[7];
    }
#else
    v[8] = v8 ^ h[0];
    v[9] = v9 ^ h[1];
    v[10] = v10 ^ h[2];
    v[11] = v11 ^ h[3];
    v[12] = v12 ^ h[4];
    v[13] = v13 ^ h[5];
    v[14] = v14 ^ h[6];
    v[15] = v15 ^ h[7];
#endif
    v[0] = v0 ^ v8;
    v[1] = v1 ^ v9;
    v[2] = v2 ^ v10;
    v[3] = v3 ^ v11;
    v[4] = v4 ^ v12;
    v[5] = v5 ^ v13;
    v[6] = v6 ^ v14;
    v[7] = v7 ^ v15;
}

static void node(context *cc, unsigned flags, u32 *v);
static void fill(context *cc);

#define GET(v, i) ((unsigned char)((v)[(i) >> 2] >> 8 * ((i) & 3)))

#include "blake/blake3.h"

static void node(context *cc, unsigned flags, u32 *v) {
    static const u32 none[2] = {0, 0};

    /* Chunks and blocks of output have a number, parents within the tree none. */
#ifdef WORDS_RELOADED
    mix(cc->h, cc->buf, flags == PARENT ? none : cc->t, cc->ptr, cc->flags | flags, v, 1);
#else
    mix(cc->h, cc->buf, flags == PARENT ? none : cc->t, cc->ptr, cc->flags | flags, v);
#endif
}

/* The message's bytes in buf become words, with bytes 0 behind them; where the lowest byte of a word comes
 * first they are that already, and compilers make a call of memmove of the loop. */
static void fill(context *cc) {
    unsigned char *buf = (unsigned char *)cc->buf;
#if !defined __BYTE_ORDER__ || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    unsigned i;
#endif

    memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
#if !defined __BYTE_ORDER__ || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    for (i = 0; i < 16; i++)
        cc->buf[i] = get_le32(buf + 4 * i);
#endif
}

/* Blocks behind which there is more of the message. */
static void compress(context *cc, const unsigned char *data, size_t blocks) {
#ifdef WORDS_RELOADED
    const word *m;
    u32 copy[16], v[16];
    unsigned flags;
#else
    u32 m[16], v[16];
    unsigned flags, i;
#endif

    do {
        flags = cc->flags | next_flags(cc);
#ifdef WORDS_RELOADED
        m = words_of(data, copy);
#else
        for (i = 0; i < 16; i++)
            m[i] = get_le32(data + 4 * i);
#endif
#ifdef WORDS_RELOADED
        mix(cc->h, m, cc->t, WAITING_BLOCK_BYTES, flags, cc->h, 0);
        if (cc->place == CHUNK_BLOCKS) {
            memcpy(v, cc->h, sizeof cc->h);
            end_chunk(cc, v);
        }
#else
        mix(cc->h, m, cc->t, WAITING_BLOCK_BYTES, flags, v);
        if (cc->place == CHUNK_BLOCKS)
            end_chunk(cc, v);
        else
            memcpy(cc->h, v, sizeof cc->h);
#endif
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    /* Where chunks became one, the block was theirs. */
    cc->ptr = 0;
}

void mote_blake3_init(context *cc, unsigned out_size) {
    start(cc, out_size, IV, 0);
}

void mote_blake3_init_keyed(context *cc, unsigned out_size, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    u32 words[8];
    unsigned i;

    for (i = 0; i < 8; i++)
        words[i] = get_le32(bytes + 4 * i);
    start(cc, out_size, words, KEYED_HASH);
}

void mote_blake3_init_derive_key(context *cc, unsigned out_size, const void *data, size_t len) {
    u32 v[16];

    start(cc, out_size, IV, DERIVE_KEY_CONTEXT);
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
    read(cc, dst, cc->out_size / 8);
}

void mote_blake3_read(context *cc, void *dst, size_t len) {
    read(cc, dst, len);
}

void mote_blake3_seek(context *cc, u32 low, u32 high) {
    seek(cc, low, high);
}
