/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 with AVX2 of amd64, in C: of long messages eight chunks or parents side by side, a word of all
 * eight in a vector; else each row of four words of the state is a vector.
 *
 * Names are those of the specification, sections 2.1 to 2.6; the tree is in blake/blake3.h and, of chunks side
 * by side, blake/blake3_lanes.h.
 */
#include "mote/blake3.h"

typedef mote_blake3_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/placed32_avx2.h"
#include "blake/rounds32_avx2.h"

#define NOINLINE __attribute__((__noinline__))

/* The initialization vector (table 1). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* The seven rounds; the words of the message are permuted between them (table 2). */
#define ROW0(f) f(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define ROW1(f) f(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
#define ROW2(f) f(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1)
#define ROW3(f) f(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6)
#define ROW4(f) f(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4)
#define ROW5(f) f(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7)
#define ROW6(f) f(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)
#define SEVEN_ROUNDS(round)                                                                        \
    ROW0(round);                                                                                   \
    ROW1(round);                                                                                   \
    ROW2(round);                                                                                   \
    ROW3(round);                                                                                   \
    ROW4(round);                                                                                   \
    ROW5(round);                                                                                   \
    ROW6(round)

/* One compression: rows in vectors */
#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    words = WORDS(i, j, k, l, i2, j2, k2, l2);                                                     \
    G

/* The words of a round to their places */
#define PLACE_WORDS(round) place_words_##round(placed + 16 * ((round) - 2), data)
#define PLACING_OF(round)                                                                          \
    PLACING place_words_##round(u32 *to, const unsigned char *data) {                              \
        ROW##round(PLACE_ROW);                                                                     \
    }
PLACING_OF(2)
PLACING_OF(3)
PLACING_OF(4)
PLACING_OF(5)
PLACING_OF(6)

/* The rounds on a block at data */
#define ROUNDS_OF_A_BLOCK                                                                          \
    m0 = LOAD2(data);                                                                              \
    m8 = LOAD2(data + 32);                                                                         \
    PLACE_WORDS(2);                                                                                \
    ROW0(ROUND);                                                                                   \
    PLACE_WORDS(3);                                                                                \
    PLACE_WORDS(4);                                                                                \
    ROW1(ROUND);                                                                                   \
    PLACE_WORDS(5);                                                                                \
    PLACED_ROUND(placed);                                                                          \
    PLACE_WORDS(6);                                                                                \
    PLACED_ROUND(placed + 16);                                                                     \
    PLACED_ROUND(placed + 32);                                                                     \
    PLACED_ROUND(placed + 48);                                                                     \
    PLACED_ROUND(placed + 64)

/* The row d before the rounds */
#define LAST_ROW(t, len, flags)                                                                    \
    _mm_set_epi32((int)((flags) & 0xFF), (int)(len), (int)(t)[1], (int)(t)[0])

/* The compression function on a block: v from the chaining value h, all 16 words of it. */
NOINLINE FEATURES static void mix(const u32 *h, const void *block, const u32 *t, unsigned len,
                                  unsigned flags, u32 *v) {
    const __m128i by_16 = BY_16, by_8 = BY_8;
    const unsigned char *data = (const unsigned char *)block;
    __m128i a = LOAD(h), b = LOAD(h + 4), c = LOAD(IV), d = LAST_ROW(t, len, flags);
    __m128i h0 = a, h1 = b;
    __m256i m0, m8, which, words;
    u32 placed[5 * 16];

    ROUNDS_OF_A_BLOCK;
    STORE(v, _mm_xor_si128(a, c));
    STORE(v + 4, _mm_xor_si128(b, d));
    STORE(v + 8, _mm_xor_si128(c, h0));
    STORE(v + 12, _mm_xor_si128(d, h1));
}

/* Blocks of a chunk, of which `first` are the flags of the first one and `flags` those of the others, none of
 * them the chunk's last. */
NOINLINE FEATURES static void mix_blocks(u32 *h, const unsigned char *data, size_t blocks,
                                         const u32 *t, unsigned first, unsigned flags) {
    const __m128i by_16 = BY_16, by_8 = BY_8;
    __m128i a = LOAD(h), b = LOAD(h + 4), c, d;
    __m128i row = LAST_ROW(t, WAITING_BLOCK_BYTES, first);
    __m256i m0, m8, which, words;
    u32 placed[5 * 16];

    for (; blocks != 0; blocks--, data += WAITING_BLOCK_BYTES) {
        c = LOAD(IV);
        d = row;
        ROUNDS_OF_A_BLOCK;
        a = _mm_xor_si128(a, c);
        b = _mm_xor_si128(b, d);
        row = LAST_ROW(t, WAITING_BLOCK_BYTES, flags);
    }
    STORE(h, a);
    STORE(h + 4, b);
}

static void node(context *cc, unsigned flags, u32 *v);
static void end(context *cc);

#define OWN_END
#include "blake/blake3.h"

static void node(context *cc, unsigned flags, u32 *v) {
    static const u32 none[2] = {0, 0};

    /* Chunks and blocks of output have a number, parents within the tree none. */
    mix(cc->h, cc->buf, flags == PARENT ? none : cc->t, cc->ptr, cc->flags | flags, v);
}

/* Eight compressions: word i of all of them in the vector x[i] */
#define LANES 8
#define ADD(x, y) _mm256_add_epi32(x, y)
#define XOR(x, y) _mm256_xor_si256(x, y)
#define STORE2(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define ALL(word) _mm256_set1_epi32((int)(word))

/*
 * Half of G, of eight compressions, with word w of the message.
 *
 * Sixteen words and what a rotation takes need one register more than there are.  So word 0 of the state lies in
 * memory, as masks and the message do, and is written when it is known: it is not needed before this half is
 * over.  A compiler would put there what the next instruction waits for, which was twice the time.
 */
#define REST_OF_HALF                                                                               \
    "vpshufb %5, %2, %2\n\t"                                                                       \
    "vpaddd %2, %1, %1\n\t"                                                                        \
    "vpxor %1, %0, %0\n\t"                                                                         \
    "vpsrld %6, %0, %3\n\t"                                                                        \
    "vpslld %7, %0, %0\n\t"                                                                        \
    "vpor %3, %0, %0"
#define FIRST_HALF(w, b, c, d, how, n)                                                             \
    __asm__("vmovdqa %8, %3\n\t"                                                                   \
            "vpaddd %4, %3, %3\n\t"                                                                \
            "vpaddd %0, %3, %3\n\t"                                                                \
            "vmovdqa %3, %4\n\t"                                                                   \
            "vpxor %3, %2, %2\n\t" REST_OF_HALF                                                    \
            : "+x"(b), "+x"(c), "+x"(d), "=&x"(t), "+m"(x0)                                        \
            : "m"(how), "i"(n), "i"(32 - (n)), "m"(m[w]))
#define ONE_HALF(w, a, b, c, d, how, n)                                                            \
    __asm__("vpaddd %8, %4, %4\n\t"                                                                \
            "vpaddd %0, %4, %4\n\t"                                                                \
            "vpxor %4, %2, %2\n\t" REST_OF_HALF                                                    \
            : "+x"(b), "+x"(c), "+x"(d), "=&x"(t), "+x"(a)                                         \
            : "m"(how), "i"(n), "i"(32 - (n)), "m"(m[w]))
#define HALF(w0, w1, w2, w3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, how, n)               \
    FIRST_HALF(w0, b0, c0, d0, how, n);                                                            \
    ONE_HALF(w1, x1, b1, c1, d1, how, n);                                                          \
    ONE_HALF(w2, x2, b2, c2, d2, how, n);                                                          \
    ONE_HALF(w3, x3, b3, c3, d3, how, n)

/* Columns, and diagonals */
#define EIGHT_ROUNDS(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)         \
    HALF(s0, s2, s4, s6, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, by_16, 12);         \
    HALF(s1, s3, s5, s7, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, by_8, 7);           \
    HALF(s8, s10, s12, s14, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, by_16, 12);      \
    HALF(s9, s11, s13, s15, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, by_8, 7)

/* Four vectors of four words in each half, to four places from `to` on: rows become columns. */
#define LOW4(x, y) _mm256_unpacklo_epi32(x, y)
#define HIGH4(x, y) _mm256_unpackhi_epi32(x, y)
#define TRANSPOSE(to, a, b, c, d)                                                                  \
    t = LOW4(a, b);                                                                                \
    t1 = LOW4(c, d);                                                                               \
    (to)[0] = _mm256_unpacklo_epi64(t, t1);                                                        \
    (to)[1] = _mm256_unpackhi_epi64(t, t1);                                                        \
    t = HIGH4(a, b);                                                                               \
    t1 = HIGH4(c, d);                                                                              \
    (to)[2] = _mm256_unpacklo_epi64(t, t1);                                                        \
    (to)[3] = _mm256_unpackhi_epi64(t, t1)

/* Words 4i to 4i + 3 of eight blocks */
#define TWO_ROWS(lane, i)                                                                          \
    _mm256_inserti128_si256(_mm256_castsi128_si256(LOAD(at[lane] + 16 * (i))),                     \
                            LOAD(at[(lane) + 4] + 16 * (i)), 1)
#define GET_WORDS(i)                                                                               \
    x4 = TWO_ROWS(0, i);                                                                           \
    x5 = TWO_ROWS(1, i);                                                                           \
    x6 = TWO_ROWS(2, i);                                                                           \
    x7 = TWO_ROWS(3, i);                                                                           \
    TRANSPOSE(m + 4 * (i), x4, x5, x6, x7)

#define LEAST_LEVELS 3
#define MOST_LEVELS 6
#define LEAST_CHUNKS 2
#include "blake/blake3_lanes.h"

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
    __m256i x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, t;
    __m256i x0, t1;
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
        GET_WORDS(0);
        GET_WORDS(1);
        GET_WORDS(2);
        GET_WORDS(3);
        for (i = 0; i < LANES; i++)
            at[i] += WAITING_BLOCK_BYTES;
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
    TRANSPOSE(m, h[0], h[1], h[2], h[3]);
    TRANSPOSE(m + 4, h[4], h[5], h[6], h[7]);
    for (i = 0; i < inputs; i++)
        STORE2(to + 8 * i, i < 4 ? _mm256_permute2x128_si256(m[i], m[i + 4], 0x20)
                                 : _mm256_permute2x128_si256(m[i - 4], m[i], 0x31));
}

static void mix_many(const struct many *how, const unsigned char *data, size_t stride,
                     unsigned inputs, unsigned blocks, u32 *to) {
    u32 v[16];
    unsigned i;

    /* One or two blocks are quicker one by one. */
    if (blocks == 1 && inputs <= 2) {
        for (i = 0; i < inputs; i++) {
            mix(how->key, data + stride * i, how->low, WAITING_BLOCK_BYTES,
                how->flags | how->first | how->last, v);
            memcpy(to + 8 * i, v, 8 * sizeof *v);
        }
    } else {
        mix_eight(how, data, stride, inputs, blocks, to);
    }
}
