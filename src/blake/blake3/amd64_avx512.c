/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 with AVX-512 of amd64, in C: of long messages sixteen or eight chunks or parents side by side, a word
 * of all of them in a vector; else each row of four words of the state is a vector.
 *
 * Names are those of the specification, sections 2.1 to 2.6; the tree is in blake/blake3.h and, of chunks side
 * by side, blake/blake3_lanes.h.
 */
#include "mote/blake3.h"

typedef mote_blake3_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#if !defined __x86_64__ || defined __ILP32__
#error "blake/blake3/amd64_avx512.c needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512vl")))
#define NOINLINE __attribute__((__noinline__))
#define INLINE FEATURES static __inline__ __attribute__((__always_inline__))

/* The initialization vector (table 1). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* Operations on vectors of w bits, for w = 256 and 512; words are rotated to the right. */
#define ADD(w, x, y) _mm##w##_add_epi32(x, y)
#define XOR(w, x, y) _mm##w##_xor_si##w(x, y)
#define ROTATED(w, x, n) _mm##w##_ror_epi32(x, n)
#define ALL(w, word) _mm##w##_set1_epi32((int)(word))
#define LOAD(w, p) _mm##w##_loadu_si##w((const __m##w##i *)(const void *)(p))
#define STORE(w, p, x) _mm##w##_storeu_si##w((__m##w##i *)(void *)(p), x)

/* One compression: the rows of the state in a to d */
#define LOAD_ROW(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE_ROW(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* x + y, rotated, of which y comes last: as in blake/rounds_avx512.h. */
#define SUM_ROR(x, y, n)                                                                           \
    _mm_ternarylogic_epi32(_mm_slli_epi32(y, 32 - (n)), _mm_srli_epi32(y, n), _mm_ror_epi32(x, n), \
                           0x96)
/* Half of G, with words x of the message.  b comes last, and a compiler might add it to x first. */
#define HALF_G(x, for_d, for_b)                                                                    \
    a = _mm_add_epi32(a, x);                                                                       \
    __asm__("" : "+v"(a));                                                                         \
    a = _mm_add_epi32(a, b);                                                                       \
    d = SUM_ROR(d, a, for_d);                                                                      \
    c = _mm_add_epi32(c, d);                                                                       \
    b = SUM_ROR(b, c, for_b)
/* G with eight words of the message, those of its first half in the lower half */
#define G(words)                                                                                   \
    HALF_G(_mm256_castsi256_si128(words), 16, 12);                                                 \
    HALF_G(_mm256_extracti128_si256(words, 1), 8, 7)
/* The diagonals into columns, or back; b, which comes last, stays where it is. */
#define SHIFT(from_a, from_c)                                                                      \
    a = _mm_shuffle_epi32(a, from_a);                                                              \
    d = _mm_shuffle_epi32(d, 0x4E);                                                                \
    c = _mm_shuffle_epi32(c, from_c)

/* Eight of the sixteen words in two vectors */
#define WORDS(x, y, i0, i1, i2, i3, i4, i5, i6, i7)                                                \
    _mm256_permutex2var_epi32(x, _mm256_set_epi32(i7, i6, i5, i4, i3, i2, i1, i0), y)
/* The words as a round takes them: for its columns and for its diagonals, where b stays */
#define FOR_COLUMNS(x, y) WORDS(x, y, 0, 2, 4, 6, 1, 3, 5, 7)
#define FOR_DIAGONALS(x, y) WORDS(x, y, 14, 8, 10, 12, 15, 9, 11, 13)
/* The permutation between rounds (table 2), of words that are so arranged */
#define NEXT_COLUMNS(x, y) WORDS(x, y, 1, 5, 7, 2, 3, 10, 0, 15)
#define NEXT_DIAGONALS(x, y) WORDS(x, y, 12, 4, 11, 13, 9, 14, 6, 8)

#define ROUND                                                                                      \
    G(columns);                                                                                    \
    SHIFT(0x93, 0x39);                                                                             \
    G(diagonals);                                                                                  \
    SHIFT(0x39, 0x93)
#define PERMUTE                                                                                    \
    x = columns;                                                                                   \
    columns = NEXT_COLUMNS(x, diagonals);                                                          \
    diagonals = NEXT_DIAGONALS(x, diagonals)

/* The state behind all rounds, from the chaining value in h0 and h1, the block at `data` and d */
#define MIX(data)                                                                                  \
    x = LOAD(256, data);                                                                           \
    y = LOAD(256, (data) + 32);                                                                    \
    columns = FOR_COLUMNS(x, y);                                                                   \
    diagonals = FOR_DIAGONALS(x, y);                                                               \
    a = h0;                                                                                        \
    b = h1;                                                                                        \
    c = LOAD_ROW(IV);                                                                              \
    ROUND;                                                                                         \
    PERMUTE;                                                                                       \
    ROUND;                                                                                         \
    PERMUTE;                                                                                       \
    ROUND;                                                                                         \
    PERMUTE;                                                                                       \
    ROUND;                                                                                         \
    PERMUTE;                                                                                       \
    ROUND;                                                                                         \
    PERMUTE;                                                                                       \
    ROUND;                                                                                         \
    PERMUTE;                                                                                       \
    ROUND

/* The row d before the rounds */
#define LAST_ROW(t, len, flags)                                                                    \
    _mm_set_epi32((int)((flags) & 0xFF), (int)(len), (int)(t)[1], (int)(t)[0])

/* The compression function on a block: v from the chaining value h, all 16 words of it. */
NOINLINE FEATURES static void mix(const u32 *h, const void *block, const u32 *t, unsigned len,
                                  unsigned flags, u32 *v) {
    const unsigned char *data = (const unsigned char *)block;
    __m128i h0 = LOAD_ROW(h), h1 = LOAD_ROW(h + 4), a, b, c, d = LAST_ROW(t, len, flags);
    __m256i x, y, columns, diagonals;

    MIX(data);
    STORE_ROW(v, _mm_xor_si128(a, c));
    STORE_ROW(v + 4, _mm_xor_si128(b, d));
    STORE_ROW(v + 8, _mm_xor_si128(c, h0));
    STORE_ROW(v + 12, _mm_xor_si128(d, h1));
}

/* Blocks of a chunk, of which `first` are the flags of the first one and `flags` those of the others, none of
 * them the chunk's last. */
NOINLINE FEATURES static void mix_blocks(u32 *h, const unsigned char *data, size_t blocks,
                                         const u32 *t, unsigned first, unsigned flags) {
    __m128i h0 = LOAD_ROW(h), h1 = LOAD_ROW(h + 4), a, b, c, d;
    __m128i row = LAST_ROW(t, WAITING_BLOCK_BYTES, first);
    __m256i x, y, columns, diagonals;

    for (; blocks != 0; blocks--, data += WAITING_BLOCK_BYTES) {
        d = row;
        MIX(data);
        h0 = _mm_xor_si128(a, c);
        h1 = _mm_xor_si128(b, d);
        row = LAST_ROW(t, WAITING_BLOCK_BYTES, flags);
    }
    STORE_ROW(h, h0);
    STORE_ROW(h + 4, h1);
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

/* Many compressions: word i of all of them in the vector xi */

/* The seven rounds; the words of the message are permuted between them (table 2). */
#define SEVEN_ROUNDS(round)                                                                        \
    round(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                                \
    round(1, 2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);                                \
    round(2, 3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);                                \
    round(3, 10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);                                \
    round(4, 12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);                                \
    round(5, 9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);                                \
    round(6, 11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)

/* Does nothing, but gcc takes no instruction past it: among those of more than half of G it finds a worse order. */
#define IN_ORDER __asm__ __volatile__("")
/* Half of G, four times.  The words of the message come first, as b comes last; a compiler might add that to them. */
#define HALF(w, w0, w1, w2, w3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, for_d, for_b)      \
    x0 = ADD(w, x0, m[w0]);                                                                        \
    x1 = ADD(w, x1, m[w1]);                                                                        \
    x2 = ADD(w, x2, m[w2]);                                                                        \
    x3 = ADD(w, x3, m[w3]);                                                                        \
    __asm__("" : "+v"(x0), "+v"(x1), "+v"(x2), "+v"(x3));                                          \
    x0 = ADD(w, x0, b0);                                                                           \
    d0 = ROTATED(w, XOR(w, d0, x0), for_d);                                                        \
    c0 = ADD(w, c0, d0);                                                                           \
    b0 = ROTATED(w, XOR(w, b0, c0), for_b);                                                        \
    x1 = ADD(w, x1, b1);                                                                           \
    d1 = ROTATED(w, XOR(w, d1, x1), for_d);                                                        \
    c1 = ADD(w, c1, d1);                                                                           \
    b1 = ROTATED(w, XOR(w, b1, c1), for_b);                                                        \
    x2 = ADD(w, x2, b2);                                                                           \
    d2 = ROTATED(w, XOR(w, d2, x2), for_d);                                                        \
    c2 = ADD(w, c2, d2);                                                                           \
    b2 = ROTATED(w, XOR(w, b2, c2), for_b);                                                        \
    x3 = ADD(w, x3, b3);                                                                           \
    d3 = ROTATED(w, XOR(w, d3, x3), for_d);                                                        \
    c3 = ADD(w, c3, d3);                                                                           \
    b3 = ROTATED(w, XOR(w, b3, c3), for_b);                                                        \
    IN_ORDER

/* Columns, and diagonals; and other work between them and behind them */
#define MANY_ROUNDS(w, work, more, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13,     \
                    s14, s15)                                                                      \
    HALF(w, s0, s2, s4, s6, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, 16, 12);         \
    HALF(w, s1, s3, s5, s7, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, 8, 7);           \
    work;                                                                                          \
    HALF(w, s8, s10, s12, s14, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, 16, 12);      \
    HALF(w, s9, s11, s13, s15, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, 8, 7);        \
    more
#define NO_WORK ((void)0)
#define ROUNDS_256(k, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)        \
    MANY_ROUNDS(256, NO_WORK, NO_WORK, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, \
                s14, s15)
#define ROUNDS_512(k, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)        \
    MANY_ROUNDS(512, WORK##k, MORE##k, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, \
                s14, s15)
/* The next block's words, behind these rounds and between their halves */
#define WORK0 NEXT_ROWS(0)
#define MORE0 NEXT_ROWS(4)
#define WORK1 NEXT_ROWS(8)
#define MORE1 NEXT_ROWS(12)
#define WORK2 NO_WORK
#define MORE2 NEXT_PARTS(0)
#define WORK3 NO_WORK
#define MORE3 NEXT_PARTS(1)
#define WORK4 NO_WORK
#define MORE4 NEXT_PARTS(2)
#define WORK5 NO_WORK
#define MORE5 NEXT_PARTS(3)
#define WORK6 NO_WORK
#define MORE6 NO_WORK

/* The chaining values h from them and the words m of a block of each */
#define MIX_MANY(w)                                                                                \
    x0 = h[0];                                                                                     \
    x1 = h[1];                                                                                     \
    x2 = h[2];                                                                                     \
    x3 = h[3];                                                                                     \
    x4 = h[4];                                                                                     \
    x5 = h[5];                                                                                     \
    x6 = h[6];                                                                                     \
    x7 = h[7];                                                                                     \
    x8 = ALL(w, IV[0]);                                                                            \
    x9 = ALL(w, IV[1]);                                                                            \
    x10 = ALL(w, IV[2]);                                                                           \
    x11 = ALL(w, IV[3]);                                                                           \
    x12 = LOAD(w, how->low);                                                                       \
    x13 = LOAD(w, how->high);                                                                      \
    x14 = ALL(w, WAITING_BLOCK_BYTES);                                                             \
    x15 = ALL(w, flags);                                                                           \
    SEVEN_ROUNDS(ROUNDS_##w);                                                                      \
    h[0] = XOR(w, x0, x8);                                                                         \
    h[1] = XOR(w, x1, x9);                                                                         \
    h[2] = XOR(w, x2, x10);                                                                        \
    h[3] = XOR(w, x3, x11);                                                                        \
    h[4] = XOR(w, x4, x12);                                                                        \
    h[5] = XOR(w, x5, x13);                                                                        \
    h[6] = XOR(w, x6, x14);                                                                        \
    h[7] = XOR(w, x7, x15)

#define LANES 16
#define LEAST_LEVELS 4
#define MOST_LEVELS 7
#define LEAST_CHUNKS 2
#include "blake/blake3_lanes.h"

/* Where the inputs begin: the first at data, each other one `stride` bytes behind that before it, and those
 * behind number `inputs` are again the last. */
static void point(const unsigned char **at, unsigned lanes, const unsigned char *data,
                  size_t stride, unsigned inputs) {
    unsigned i;

    for (i = 0; i < lanes; i++) {
        at[i] = data;
        if (i + 1 < inputs)
            data += stride;
    }
}

/* Words a to d of four vectors: in parts of 128 bits, rows become columns. */
#define TURN_WORDS(w, a, b, c, d)                                                                  \
    t0 = _mm##w##_unpacklo_epi32(a, b);                                                            \
    t1 = _mm##w##_unpackhi_epi32(a, b);                                                            \
    t2 = _mm##w##_unpacklo_epi32(c, d);                                                            \
    t3 = _mm##w##_unpackhi_epi32(c, d);                                                            \
    a = _mm##w##_unpacklo_epi64(t0, t2);                                                           \
    b = _mm##w##_unpackhi_epi64(t0, t2);                                                           \
    c = _mm##w##_unpacklo_epi64(t1, t3);                                                           \
    d = _mm##w##_unpackhi_epi64(t1, t3)

/* Parts of 128 bits: of two vectors, and of four, rows become columns. */
#define TURN_TWO(a, b)                                                                             \
    t0 = _mm256_permute2x128_si256(a, b, 0x20);                                                    \
    b = _mm256_permute2x128_si256(a, b, 0x31);                                                     \
    a = t0
#define TURN_FOUR(a, b, c, d)                                                                      \
    t0 = _mm512_shuffle_i32x4(a, b, 0x44);                                                         \
    t1 = _mm512_shuffle_i32x4(a, b, 0xEE);                                                         \
    t2 = _mm512_shuffle_i32x4(c, d, 0x44);                                                         \
    t3 = _mm512_shuffle_i32x4(c, d, 0xEE);                                                         \
    a = _mm512_shuffle_i32x4(t0, t2, 0x88);                                                        \
    b = _mm512_shuffle_i32x4(t0, t2, 0xDD);                                                        \
    c = _mm512_shuffle_i32x4(t1, t3, 0x88);                                                        \
    d = _mm512_shuffle_i32x4(t1, t3, 0xDD)

/* Eight vectors of eight words: rows become columns. */
#define TURN_EIGHT(x)                                                                              \
    TURN_WORDS(256, (x)[0], (x)[1], (x)[2], (x)[3]);                                               \
    TURN_WORDS(256, (x)[4], (x)[5], (x)[6], (x)[7]);                                               \
    TURN_TWO((x)[0], (x)[4]);                                                                      \
    TURN_TWO((x)[1], (x)[5]);                                                                      \
    TURN_TWO((x)[2], (x)[6]);                                                                      \
    TURN_TWO((x)[3], (x)[7])

/* f(i) for eight numbers: a loop would keep vectors in memory. */
#define EIGHT(f, n) f(n) f(n + 1) f(n + 2) f(n + 3) f(n + 4) f(n + 5) f(n + 6) f(n + 7)
/* Of a block of sixteen inputs, from vectors that are an input's words to such that have a word of all: four inputs
 * each, and words that differ by four.  On the way they are in memory. */
#define NEXT_ROWS(i)                                                                               \
    n0 = LOAD(512, at[i] + place);                                                                 \
    n1 = LOAD(512, at[i + 1] + place);                                                             \
    n2 = LOAD(512, at[i + 2] + place);                                                             \
    n3 = LOAD(512, at[i + 3] + place);                                                             \
    TURN_WORDS(512, n0, n1, n2, n3);                                                               \
    next[i] = n0;                                                                                  \
    next[i + 1] = n1;                                                                              \
    next[i + 2] = n2;                                                                              \
    next[i + 3] = n3
#define NEXT_PARTS(i)                                                                              \
    n0 = next[i];                                                                                  \
    n1 = next[i + 4];                                                                              \
    n2 = next[i + 8];                                                                              \
    n3 = next[i + 12];                                                                             \
    TURN_FOUR(n0, n1, n2, n3);                                                                     \
    next[i] = n0;                                                                                  \
    next[i + 4] = n1;                                                                              \
    next[i + 8] = n2;                                                                              \
    next[i + 12] = n3
#define LOAD_TWO(i)                                                                                \
    m[i] = LOAD(256, at[i] + place);                                                               \
    m[i + 8] = LOAD(256, at[i] + place + 32);

/*
 * Chaining values, 8 words of each, of so many inputs of so many blocks, side by side: mix_eight writes
 * eight of them, mix_sixteen sixteen.  What lies behind number `inputs` has no meaning.
 */
NOINLINE FEATURES static void mix_eight(const struct many *how, const unsigned char *data,
                                        size_t stride, unsigned inputs, unsigned blocks, u32 *to) {
    const unsigned char *at[8];
    __m256i m[16], h[8], t0, t1, t2, t3;
    __m256i x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
    unsigned i, flags = how->flags | how->first;
    size_t place = 0;

    point(at, 8, data, stride, inputs);
    for (i = 0; i < 8; i++)
        h[i] = ALL(256, how->key[i]);
    do {
        if (blocks == 1)
            flags |= how->last;
        EIGHT(LOAD_TWO, 0)
        place += WAITING_BLOCK_BYTES;
        TURN_EIGHT(m);
        TURN_EIGHT(m + 8);
        MIX_MANY(256);
        flags = how->flags;
    } while (--blocks != 0);
    TURN_EIGHT(h);
    for (i = 0; i < 8; i++)
        STORE(256, to + 8 * i, h[i]);
}

NOINLINE FEATURES static void mix_sixteen(const struct many *how, const unsigned char *data,
                                          size_t stride, unsigned inputs, unsigned blocks,
                                          u32 *to) {
    const unsigned char *at[16];
    __m512i words[32], h[8], t0, t1, t2, t3, n0, n1, n2, n3;
    __m512i x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
    __m512i *m, *next = words;
    unsigned i, flags = how->flags | how->first;
    size_t place = 0;

    point(at, 16, data, stride, inputs);
    for (i = 0; i < 8; i++)
        h[i] = ALL(512, how->key[i]);
    NEXT_ROWS(0);
    NEXT_ROWS(4);
    NEXT_ROWS(8);
    NEXT_ROWS(12);
    NEXT_PARTS(0);
    NEXT_PARTS(1);
    NEXT_PARTS(2);
    NEXT_PARTS(3);
    do {
        if (blocks == 1)
            flags |= how->last;
        else
            place += WAITING_BLOCK_BYTES;
        m = next;
        next = words + (next == words ? 16 : 0);
        MIX_MANY(512);
        flags = how->flags;
    } while (--blocks != 0);
    /* Part j of vectors i and i + 4 is of input 4 j + i then. */
    TURN_WORDS(512, h[0], h[1], h[2], h[3]);
    TURN_WORDS(512, h[4], h[5], h[6], h[7]);
    TURN_FOUR(h[0], h[4], h[1], h[5]);
    TURN_FOUR(h[2], h[6], h[3], h[7]);
    STORE(512, to, h[0]);
    STORE(512, to + 16, h[2]);
    STORE(512, to + 32, h[4]);
    STORE(512, to + 48, h[6]);
    STORE(512, to + 64, h[1]);
    STORE(512, to + 80, h[3]);
    STORE(512, to + 96, h[5]);
    STORE(512, to + 112, h[7]);
}

static void mix_many(const struct many *how, const unsigned char *data, size_t stride,
                     unsigned inputs, unsigned blocks, u32 *to) {
    if (inputs <= 8)
        mix_eight(how, data, stride, inputs, blocks, to);
    else
        mix_sixteen(how, data, stride, inputs, blocks, to);
}
