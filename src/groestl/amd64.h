/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl with AES-NI of amd64, in C and in constant time: all but the size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in groestl/small.h
 *     #define COLUMNS 8                    of the state: 8, or 16 for digests above 256 bits
 *
 * Names are those of the Groestl specification (2 March 2011), sections 3.2 to 3.4.  A vector has a row: of 16
 * columns, or of 8 of P and behind them of 8 of Q.
 *
 * AESENCLAST does ShiftRows and SubBytes of AES, and adds nothing here.  The table look-up before it does
 * ShiftBytes, and what ShiftRows undoes; the round constant, moved in the same way, is added between.
 */
#ifndef MOTE_GROESTL_AMD64_H
#define MOTE_GROESTL_AMD64_H

#define BLOCK_BYTES (8 * COLUMNS)
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#if !defined __x86_64__ || defined __ILP32__
#error "groestl/amd64.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* These functions alone may use what the processor was asked for. */
#ifndef FEATURES
#define FEATURES __attribute__((__target__("aes,ssse3")))
#endif
#define NOINLINE __attribute__((__noinline__))
#define INLINE FEATURES static __inline__ __attribute__((__always_inline__))

typedef __m128i row;

#define XOR(x, y) _mm_xor_si128(x, y)
#define MOVED(x, places) _mm_shuffle_epi8(x, places)
#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* What ShiftRows takes to place i is at place i + 4 i, modulo 16: f for each place i there */
#define SHIFTED_ROWS(f, n)                                                                         \
    f(0, n), f(13, n), f(10, n), f(7, n), f(4, n), f(1, n), f(14, n), f(11, n), f(8, n), f(5, n),  \
        f(2, n), f(15, n), f(12, n), f(9, n), f(6, n), f(3, n)

#if COLUMNS == 8
#define ROUNDS 10
/* ShiftBytes (section 3.4.4), by p columns in P and by q in Q: where the byte of a place comes from */
#define FROM(i, shift) ((i) < 8 ? ((i) + (shift) / 16) % 8 : 8 + ((i) + (shift) % 16) % 8)
#define SHIFT(p, q) {SHIFTED_ROWS(FROM, 16 * (p) + (q))}
static const unsigned char SHIFTS[8][16] = {
    SHIFT(0, 1), SHIFT(1, 3), SHIFT(2, 5), SHIFT(3, 7),
    SHIFT(4, 0), SHIFT(5, 2), SHIFT(6, 4), SHIFT(7, 6),
};

/* AddRoundConstant (section 3.4.2) of round 0: for row 0, row 7, and those between; and what the next round has
 * more in row 0, and less in row 7 */
static const unsigned char CONSTANTS[5][16] = {
    {0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
     0xFF},
    {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xEF, 0xDF, 0xCF, 0xBF, 0xAF, 0x9F,
     0x8F},
    {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
     0xFF},
    {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1},
};
#else
#define ROUNDS 14
#define FROM(i, shift) (((i) + (shift)) % 16)
#define SHIFT(n) {SHIFTED_ROWS(FROM, n)}
static const unsigned char SHIFTS_P[8][16] = {
    SHIFT(0), SHIFT(1), SHIFT(2), SHIFT(3), SHIFT(4), SHIFT(5), SHIFT(6), SHIFT(11),
};
static const unsigned char SHIFTS_Q[8][16] = {
    SHIFT(1), SHIFT(3), SHIFT(5), SHIFT(11), SHIFT(0), SHIFT(2), SHIFT(4), SHIFT(6),
};

static const unsigned char CONSTANTS_P[5][16] = {
    {0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0,
     0xF0},
    {0},
    {0},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0},
};
static const unsigned char CONSTANTS_Q[5][16] = {
    {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
     0xFF},
    {0xFF, 0xEF, 0xDF, 0xCF, 0xBF, 0xAF, 0x9F, 0x8F, 0x7F, 0x6F, 0x5F, 0x4F, 0x3F, 0x2F, 0x1F,
     0x0F},
    {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
     0xFF},
    {0},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
};
#endif

/* AddRoundConstant, SubBytes and ShiftBytes of a row */
#define SUB_SHIFT(x, i, key) (x = _mm_aesenclast_si128(XOR(MOVED(x, LOAD(shifts[i])), key), zero))

/* Products by 2 in the field of AES */
#define DOUBLE(x) XOR(_mm_add_epi8(x, x), _mm_and_si128(_mm_cmpgt_epi8(zero, x), reduce))

/*
 * MixBytes (section 3.4.5).  With x_i = t_i ^ t_(i+3) and y_i = t_i ^ t_(i+2) ^ a_(i+6), where t_i = a_i ^ a_(i+1),
 * row i becomes 2 (2 x_(i+3) ^ y_(i+7)) ^ y_(i+4).
 */
#define T(i, j) t##i = XOR(a##i, a##j)
#define Y(i, i2, i6) y##i = XOR(XOR(t##i, t##i2), a##i6)
#define B(i, i3, i6, i7, i4)                                                                       \
    a##i = XOR(t##i3, t##i6);                                                                      \
    a##i = XOR(DOUBLE(a##i), y##i7);                                                               \
    a##i = XOR(DOUBLE(a##i), y##i4)

/* ROUNDS rounds on the rows of a state */
INLINE void permute(row *rows, const unsigned char (*shifts)[16],
                    const unsigned char (*constants)[16]) {
    const row zero = _mm_setzero_si128(), reduce = _mm_set1_epi8(0x1B);
    const row key1 = MOVED(LOAD(constants[2]), LOAD(shifts[1]));
    const row more = MOVED(LOAD(constants[3]), LOAD(shifts[0]));
    const row less = MOVED(LOAD(constants[4]), LOAD(shifts[7]));
    row key0 = MOVED(LOAD(constants[0]), LOAD(shifts[0]));
    row key7 = MOVED(LOAD(constants[1]), LOAD(shifts[7]));
    row a0 = rows[0], a1 = rows[1], a2 = rows[2], a3 = rows[3];
    row a4 = rows[4], a5 = rows[5], a6 = rows[6], a7 = rows[7];
    row t0, t1, t2, t3, t4, t5, t6, t7, y0, y1, y2, y3, y4, y5, y6, y7;
    unsigned round;

    for (round = 0; round != ROUNDS; round++) {
        SUB_SHIFT(a0, 0, key0);
        SUB_SHIFT(a1, 1, key1);
        SUB_SHIFT(a2, 2, key1);
        SUB_SHIFT(a3, 3, key1);
        SUB_SHIFT(a4, 4, key1);
        SUB_SHIFT(a5, 5, key1);
        SUB_SHIFT(a6, 6, key1);
        SUB_SHIFT(a7, 7, key7);
        key0 = _mm_add_epi8(key0, more);
        key7 = _mm_sub_epi8(key7, less);
        T(0, 1);
        T(1, 2);
        T(2, 3);
        T(3, 4);
        T(4, 5);
        T(5, 6);
        T(6, 7);
        T(7, 0);
        Y(0, 2, 6);
        Y(1, 3, 7);
        Y(2, 4, 0);
        Y(3, 5, 1);
        Y(4, 6, 2);
        Y(5, 7, 3);
        Y(6, 0, 4);
        Y(7, 1, 5);
        B(0, 3, 6, 7, 4);
        B(1, 4, 7, 0, 5);
        B(2, 5, 0, 1, 6);
        B(3, 6, 1, 2, 7);
        B(4, 7, 2, 3, 0);
        B(5, 0, 3, 4, 1);
        B(6, 1, 4, 5, 2);
        B(7, 2, 5, 6, 3);
    }
    rows[0] = a0;
    rows[1] = a1;
    rows[2] = a2;
    rows[3] = a3;
    rows[4] = a4;
    rows[5] = a5;
    rows[6] = a6;
    rows[7] = a7;
}

/* Eight columns, two in each of x, become eight rows, two in each, or the other way round. */
INLINE void turn(row *x) {
    const row pairs = _mm_set_epi8(15, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 0);
    row a = MOVED(x[0], pairs), b = MOVED(x[1], pairs);
    row c = MOVED(x[2], pairs), d = MOVED(x[3], pairs);
    row low01 = _mm_unpacklo_epi16(a, b), high01 = _mm_unpackhi_epi16(a, b);
    row low23 = _mm_unpacklo_epi16(c, d), high23 = _mm_unpackhi_epi16(c, d);

    x[0] = _mm_unpacklo_epi32(low01, low23);
    x[1] = _mm_unpackhi_epi32(low01, low23);
    x[2] = _mm_unpacklo_epi32(high01, high23);
    x[3] = _mm_unpackhi_epi32(high01, high23);
}

INLINE void load_eight(row *x, const unsigned char *columns) {
    unsigned i;

    for (i = 0; i != 4; i++)
        x[i] = LOAD(columns + 16 * i);
    turn(x);
}

#if COLUMNS == 8

/* Rows from columns, each row twice */
INLINE void load_rows(row *rows, const unsigned char *columns) {
    row x[4];
    unsigned i;

    load_eight(x, columns);
    for (i = 0; i != 4; i++) {
        rows[2 * i] = _mm_unpacklo_epi64(x[i], x[i]);
        rows[2 * i + 1] = _mm_unpackhi_epi64(x[i], x[i]);
    }
}

INLINE void store(unsigned char *columns, const row *rows) {
    row x[4];
    unsigned i;

    for (i = 0; i != 4; i++)
        x[i] = _mm_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]);
    turn(x);
    for (i = 0; i != 4; i++)
        STORE(columns + 16 * i, x[i]);
}

/* h += P(h + m) + Q(m), in both halves */
INLINE void mix(row *h, const unsigned char *m) {
    row x[8];
    unsigned i;

    load_rows(x, m);
    for (i = 0; i != 8; i++)
        x[i] = XOR(x[i], _mm_move_epi64(h[i]));
    permute(x, SHIFTS, CONSTANTS);
    for (i = 0; i != 8; i++)
        h[i] = XOR(h[i], XOR(x[i], _mm_shuffle_epi32(x[i], 0x4E)));
}

/* h += P(h), in the lower half */
INLINE void transform(row *h) {
    row x[8];
    unsigned i;

    for (i = 0; i != 8; i++)
        x[i] = h[i];
    permute(x, SHIFTS, CONSTANTS);
    for (i = 0; i != 8; i++)
        h[i] = XOR(h[i], x[i]);
}

#else

/* Rows from columns */
INLINE void load_rows(row *rows, const unsigned char *columns) {
    row low[4], high[4];
    unsigned i;

    load_eight(low, columns);
    load_eight(high, columns + 64);
    for (i = 0; i != 4; i++) {
        rows[2 * i] = _mm_unpacklo_epi64(low[i], high[i]);
        rows[2 * i + 1] = _mm_unpackhi_epi64(low[i], high[i]);
    }
}

INLINE void store(unsigned char *columns, const row *rows) {
    row low[4], high[4];
    unsigned i;

    for (i = 0; i != 4; i++) {
        low[i] = _mm_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]);
        high[i] = _mm_unpackhi_epi64(rows[2 * i], rows[2 * i + 1]);
    }
    turn(low);
    turn(high);
    for (i = 0; i != 4; i++) {
        STORE(columns + 16 * i, low[i]);
        STORE(columns + 64 + 16 * i, high[i]);
    }
}

/* h += P(x) */
NOINLINE FEATURES static void add_p(row *h, row *x) {
    unsigned i;

    permute(x, SHIFTS_P, CONSTANTS_P);
    for (i = 0; i != 8; i++)
        h[i] = XOR(h[i], x[i]);
}

/* h += P(h + m) + Q(m) */
INLINE void mix(row *h, const unsigned char *m) {
    row x[8], y[8];
    unsigned i;

    load_rows(y, m);
    for (i = 0; i != 8; i++)
        x[i] = XOR(h[i], y[i]);
    add_p(h, x);
    permute(y, SHIFTS_Q, CONSTANTS_Q);
    for (i = 0; i != 8; i++)
        h[i] = XOR(h[i], y[i]);
}

/* h += P(h) */
INLINE void transform(row *h) {
    row x[8];
    unsigned i;

    for (i = 0; i != 8; i++)
        x[i] = h[i];
    add_p(h, x);
}

#endif

NOINLINE FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    row h[8];

    put_be64(cc->count, get_be64(cc->count) + blocks);
    load_rows(h, cc->H);
    do {
        mix(h, data);
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    store(cc->H, h);
}

static void init(context *cc, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->H[BLOCK_BYTES - 2] = (unsigned char)(out_size >> 8);
    cc->H[BLOCK_BYTES - 1] = (unsigned char)(out_size & 0xFF);
}

NOINLINE FEATURES static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *buf = cc->buf;
    row h[8];

    add_padding(cc, ub, n, BLOCK_BYTES - 8);
    /* The number of blocks, this one included */
    put_be64(buf + BLOCK_BYTES - 8, get_be64(cc->count) + 1);
    load_rows(h, cc->H);
    mix(h, buf);
    /* The output transformation (section 3.3) */
    transform(h);
    store(buf, h);
    memcpy(dst, buf + BLOCK_BYTES - cc->out_size / 8, cc->out_size / 8);
}

#endif
