/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 with AVX2 of amd64, in C: of long messages eight chunks or parents side by side, a word of all
 * eight in a vector; else each row of four words of the state is a vector.
 *
 * Names are those of the specification, sections 2.1 to 2.6; the tree is in blake/blake3.h.
 */
#include "mote/blake3.h"

typedef mote_blake3_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds32_avx2.h"

#define NOINLINE __attribute__((__noinline__))

/* The initialization vector (table 1). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* The seven rounds; the words of the message are permuted between them (table 2). */
#define SEVEN_ROUNDS(round)                                                                        \
    round(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                                   \
    round(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);                                   \
    round(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);                                   \
    round(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);                                   \
    round(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);                                   \
    round(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);                                   \
    round(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)

/* One compression: rows in vectors */
#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    words = WORDS(i, j, k, l, i2, j2, k2, l2);                                                     \
    G

/* The compression function on a block: v from the chaining value h, all 16 words of it. */
NOINLINE FEATURES static void mix(const u32 *h, const void *block, const u32 *t, unsigned len,
                                  unsigned flags, u32 *v) {
    const __m128i by_16 = BY_16, by_8 = BY_8;
    const unsigned char *data = (const unsigned char *)block;
    __m128i a = LOAD(h), b = LOAD(h + 4), c = LOAD(IV), d;
    __m128i h0 = a, h1 = b;
    __m256i m0 = LOAD2(data), m8 = LOAD2(data + 32), which, words;

    d = _mm_set_epi32((int)(flags & 0xFF), (int)len, (int)t[1], (int)t[0]);
    SEVEN_ROUNDS(ROUND);
    STORE(v, _mm_xor_si128(a, c));
    STORE(v + 4, _mm_xor_si128(b, d));
    STORE(v + 8, _mm_xor_si128(c, h0));
    STORE(v + 12, _mm_xor_si128(d, h1));
}

static void node(context *cc, unsigned flags, u32 *v);
static void fill(context *cc);

#define GET(v, i) ((unsigned char)((v)[(i) >> 2] >> 8 * ((i) & 3)))

#include "blake/blake3.h"

static void node(context *cc, unsigned flags, u32 *v) {
    static const u32 none[2] = {0, 0};

    /* Chunks and blocks of output have a number, parents within the tree none. */
    mix(cc->h, cc->buf, flags == PARENT ? none : cc->t, cc->ptr, cc->flags | flags, v);
}

/* The message's bytes in buf become words, with bytes 0 behind them; they are that already. */
static void fill(context *cc) {
    memset((unsigned char *)cc->buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
}

/* Eight compressions: word i of all of them in the vector x[i] */
#define LANES 8
#define ADD(x, y) _mm256_add_epi32(x, y)
#define XOR(x, y) _mm256_xor_si256(x, y)
#define STORE2(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define ALL(word) _mm256_set1_epi32((int)(word))
#define BYTES_OF(x, how) _mm256_shuffle_epi8(x, how)
#define BITS_OF(x, n) _mm256_or_si256(_mm256_srli_epi32(x, n), _mm256_slli_epi32(x, 32 - (n)))

/* Half of G, of four of them step by step, as a step of one waits for the one before. */
#define HALF(w0, w1, w2, w3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, how, n)               \
    x0 = ADD(ADD(x0, m[w0]), b0);                                                                  \
    x1 = ADD(ADD(x1, m[w1]), b1);                                                                  \
    x2 = ADD(ADD(x2, m[w2]), b2);                                                                  \
    x3 = ADD(ADD(x3, m[w3]), b3);                                                                  \
    d0 = BYTES_OF(XOR(d0, x0), how);                                                               \
    d1 = BYTES_OF(XOR(d1, x1), how);                                                               \
    d2 = BYTES_OF(XOR(d2, x2), how);                                                               \
    d3 = BYTES_OF(XOR(d3, x3), how);                                                               \
    c0 = ADD(c0, d0);                                                                              \
    c1 = ADD(c1, d1);                                                                              \
    c2 = ADD(c2, d2);                                                                              \
    c3 = ADD(c3, d3);                                                                              \
    b0 = XOR(b0, c0);                                                                              \
    b1 = XOR(b1, c1);                                                                              \
    b2 = XOR(b2, c2);                                                                              \
    b3 = XOR(b3, c3);                                                                              \
    b0 = BITS_OF(b0, n);                                                                           \
    b1 = BITS_OF(b1, n);                                                                           \
    b2 = BITS_OF(b2, n);                                                                           \
    b3 = BITS_OF(b3, n)

/* Columns, and diagonals */
#define EIGHT_ROUNDS(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)         \
    HALF(s0, s2, s4, s6, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, by_16, 12);         \
    HALF(s1, s3, s5, s7, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, by_8, 7);           \
    HALF(s8, s10, s12, s14, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, by_16, 12);      \
    HALF(s9, s11, s13, s15, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, by_8, 7)

/* Eight vectors of eight words: rows become columns. */
FEATURES static void transpose(__m256i *x) {
    __m256i t[8];
    unsigned i;

    for (i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(x[i], x[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(x[i], x[i + 1]);
    }
    for (i = 0; i < 8; i += 4) {
        x[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        x[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
        x[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
        x[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (i = 0; i < 4; i++) {
        t[i] = _mm256_permute2x128_si256(x[i], x[i + 4], 0x20);
        t[i + 4] = _mm256_permute2x128_si256(x[i], x[i + 4], 0x31);
    }
    for (i = 0; i < 8; i++)
        x[i] = t[i];
}

/* What eight compressions side by side have in common, and their numbers */
struct many {
    const u32 *key;
    unsigned flags, first, last; /* of all blocks, of the first of each, of its last */
    u32 low[LANES], high[LANES];
};

/*
 * Chaining values, 8 words of each, of eight inputs of so many blocks; the first is at data, each other
 * one `stride` bytes behind that before it, and those behind number `inputs` are again the last.
 */
NOINLINE FEATURES static void mix_eight(const struct many *how, const unsigned char *data,
                                        size_t stride, unsigned inputs, unsigned blocks, u32 *to) {
    const __m256i by_16 = _mm256_broadcastsi128_si256(BY_16);
    const __m256i by_8 = _mm256_broadcastsi128_si256(BY_8);
    const unsigned char *at[LANES];
    __m256i m[16], h[8];
    __m256i x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
    unsigned i, flags = how->flags | how->first;

    for (i = 0; i < LANES; i++) {
        at[i] = data;
        if (i + 1 < inputs)
            data += stride;
        h[i] = ALL(how->key[i]);
    }
    do {
        if (blocks == 1)
            flags |= how->last;
        for (i = 0; i < LANES; i++) {
            m[i] = LOAD2(at[i]);
            m[i + 8] = LOAD2(at[i] + 32);
            at[i] += WAITING_BLOCK_BYTES;
        }
        transpose(m);
        transpose(m + 8);
        x0 = h[0];
        x1 = h[1];
        x2 = h[2];
        x3 = h[3];
        x4 = h[4];
        x5 = h[5];
        x6 = h[6];
        x7 = h[7];
        x8 = ALL(IV[0]);
        x9 = ALL(IV[1]);
        x10 = ALL(IV[2]);
        x11 = ALL(IV[3]);
        x12 = LOAD2(how->low);
        x13 = LOAD2(how->high);
        x14 = ALL(WAITING_BLOCK_BYTES);
        x15 = ALL(flags);
        SEVEN_ROUNDS(EIGHT_ROUNDS);
        h[0] = XOR(x0, x8);
        h[1] = XOR(x1, x9);
        h[2] = XOR(x2, x10);
        h[3] = XOR(x3, x11);
        h[4] = XOR(x4, x12);
        h[5] = XOR(x5, x13);
        h[6] = XOR(x6, x14);
        h[7] = XOR(x7, x15);
        flags = how->flags;
    } while (--blocks != 0);
    transpose(h);
    for (i = 0; i < inputs; i++)
        STORE2(to + 8 * i, h[i]);
}

/* A subtree of at most so many chunks has its chaining values in an array. */
#define MOST_LEVELS 6
#define MOST_CHUNKS (1 << MOST_LEVELS)
/* Fewer chunks than these are quicker one by one than in eight lanes. */
#define LEAST_CHUNKS 3

/* Chaining values of whole chunks, the next of the message. */
static void chunks_at(context *cc, const unsigned char *data, unsigned chunks, u32 *to) {
    struct many how;
    u32 low = cc->t[0], high = cc->t[1];
    unsigned i, n;

    how.key = cc->key;
    how.flags = cc->flags & 0xFF;
    how.first = CHUNK_START;
    how.last = CHUNK_END;
    for (; chunks != 0; chunks -= n) {
        n = chunks < LANES ? chunks : LANES;
        for (i = 0; i < LANES; i++) {
            how.low[i] = low;
            how.high[i] = high;
            low++;
            high += low == 0;
        }
        mix_eight(&how, data, 1024, n, CHUNK_BLOCKS, to);
        data += 1024 * (size_t)n;
        to += 8 * n;
    }
}

/* Chaining values of so many whole chunks, a power of 2, become that of their subtree. */
static void join_all(context *cc, u32 *values, unsigned chunks) {
    struct many how;
    unsigned i, n;

    how.key = cc->key;
    how.flags = (cc->flags & 0xFF) | PARENT;
    how.first = 0;
    how.last = 0;
    memset(how.low, 0, sizeof how.low);
    memset(how.high, 0, sizeof how.high);
    while (chunks != 1) {
        chunks /= 2;
        for (i = 0; i < chunks; i += n) {
            n = chunks - i < LANES ? chunks - i : LANES;
            /* Eight are read before they are written, and what is written lies before what is read
             * next. */
            mix_eight(&how, (const unsigned char *)(values + 16 * i), 64, n, 1, values + 8 * i);
        }
    }
}

/* As many whole chunks as go side by side, of at least LEAST_CHUNKS; their number. */
static unsigned several_chunks(context *cc, const unsigned char *data, size_t chunks) {
    u32 values[8 * MOST_CHUNKS], v[16], low = cc->t[0], high = cc->t[1];
    unsigned levels = 0, i, n = LANES;

    /* A whole subtree, where it begins here and there is enough of it. */
    while (levels != MOST_LEVELS && (low >> levels & 1) == 0 && chunks >> (levels + 1) != 0 &&
           cc->depth + levels < MOTE_BLAKE3_DEPTH)
        levels++;
    if (levels >= 3) {
        n = 1U << levels;
        chunks_at(cc, data, n, values);
        join_all(cc, values, n);
        /* It is one of the tree of such subtrees. */
        memcpy(v, values, 8 * sizeof *v);
        cc->t[0] = low >> levels | high << (32 - levels);
        cc->t[1] = high >> levels;
        end_chunk(cc, v);
        cc->t[0] = low + n;
        cc->t[1] = high + (cc->t[0] < n);
        return n;
    }
    if (chunks < n)
        n = (unsigned)chunks;
    chunks_at(cc, data, n, values);
    for (i = 0; i < n; i++) {
        memcpy(v, values + 8 * i, 8 * sizeof *v);
        end_chunk(cc, v);
    }
    return n;
}

/* Blocks behind which there is more of the message. */
static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u32 v[16];
    unsigned flags;
    size_t n;

    do {
        if (cc->place == 0 && blocks >= LEAST_CHUNKS * CHUNK_BLOCKS) {
            n = several_chunks(cc, data, blocks / CHUNK_BLOCKS) * (size_t)CHUNK_BLOCKS;
        } else {
            n = 1;
            flags = cc->flags | next_flags(cc);
            mix(cc->h, data, cc->t, WAITING_BLOCK_BYTES, flags, v);
            if (cc->place == CHUNK_BLOCKS)
                end_chunk(cc, v);
            else
                memcpy(cc->h, v, sizeof cc->h);
        }
        data += WAITING_BLOCK_BYTES * n;
        blocks -= n;
    } while (blocks != 0);
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
