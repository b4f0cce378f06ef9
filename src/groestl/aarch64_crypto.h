/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl with the AES instructions of AArch64, in C and in constant time: all but the size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in groestl/small.h
 *     #define COLUMNS 8                    of the state: 8, or 16 for digests above 256 bits
 *
 * Names are those of the Groestl specification (2 March 2011), sections 3.2 to 3.4.  A vector has a row: of 16
 * columns, or of 8 of P and behind them of 8 of Q.
 *
 * AESE adds a key, which here is the round constant, then does ShiftRows and SubBytes of AES.  The table
 * look-up before it does ShiftBytes, and what ShiftRows undoes.
 *
 * Instructions for a round of 16 columns: 8 look-ups, 8 AESE, 112 of MixBytes, 2 for the constants.
 */
#ifndef MOTE_GROESTL_AARCH64_CRYPTO_H
#define MOTE_GROESTL_AARCH64_CRYPTO_H

#define BLOCK_BYTES (8 * COLUMNS)
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "common/aarch64_crypto.h"

#define NOINLINE __attribute__((__noinline__))
#define INLINE static __inline__ __attribute__((__always_inline__))

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

/* SubBytes and ShiftBytes of a row */
#define SUB_SHIFT(x, i, key) (x = vaeseq_u8(vqtbl1q_u8(x, vld1q_u8(shifts[i])), key))

/* Products by 2 in the field of AES */
#define DOUBLE(x) veorq_u8(vaddq_u8(x, x), vandq_u8(vcltzq_s8(vreinterpretq_s8_u8(x)), reduce))

/*
 * MixBytes (section 3.4.5).  With x_i = t_i ^ t_(i+3) and y_i = t_i ^ t_(i+2) ^ a_(i+6), where t_i = a_i ^ a_(i+1),
 * row i becomes 2 (2 x_(i+3) ^ y_(i+7)) ^ y_(i+4).
 */
#define T(i, j) t##i = veorq_u8(a##i, a##j)
#define Y(i, i2, i6) y##i = veorq_u8(veorq_u8(t##i, t##i2), a##i6)
#define B(i, i3, i6, i7, i4)                                                                       \
    a##i = veorq_u8(t##i3, t##i6);                                                                 \
    a##i = veorq_u8(DOUBLE(a##i), y##i7);                                                          \
    a##i = veorq_u8(DOUBLE(a##i), y##i4)

/* ROUNDS rounds on the rows of a state */
INLINE void permute(uint8x16_t *rows, const unsigned char (*shifts)[16],
                    const unsigned char (*constants)[16]) {
    const uint8x16_t reduce = vdupq_n_u8(0x1B);
    const uint8x16_t key1 = vqtbl1q_u8(vld1q_u8(constants[2]), vld1q_u8(shifts[1]));
    const uint8x16_t more = vqtbl1q_u8(vld1q_u8(constants[3]), vld1q_u8(shifts[0]));
    const uint8x16_t less = vqtbl1q_u8(vld1q_u8(constants[4]), vld1q_u8(shifts[7]));
    uint8x16_t key0 = vqtbl1q_u8(vld1q_u8(constants[0]), vld1q_u8(shifts[0]));
    uint8x16_t key7 = vqtbl1q_u8(vld1q_u8(constants[1]), vld1q_u8(shifts[7]));
    uint8x16_t a0 = rows[0], a1 = rows[1], a2 = rows[2], a3 = rows[3];
    uint8x16_t a4 = rows[4], a5 = rows[5], a6 = rows[6], a7 = rows[7];
    uint8x16_t t0, t1, t2, t3, t4, t5, t6, t7, y0, y1, y2, y3, y4, y5, y6, y7;
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
        key0 = vaddq_u8(key0, more);
        key7 = vsubq_u8(key7, less);
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

#if COLUMNS == 8

#define ROW uint8x8_t

/* Rows from columns, each row twice */
INLINE void load(uint8x16_t *rows, const unsigned char *columns) {
    uint8x16x4_t four = vld4q_u8(columns);
    unsigned i;

    for (i = 0; i != 4; i++) {
        rows[i] = vuzp1q_u8(four.val[i], four.val[i]);
        rows[i + 4] = vuzp2q_u8(four.val[i], four.val[i]);
    }
}

INLINE void store(unsigned char *columns, const uint8x8_t *rows) {
    uint8x16x4_t four;
    unsigned i;

    for (i = 0; i != 4; i++)
        four.val[i] =
            vzip1q_u8(vcombine_u8(rows[i], rows[i]), vcombine_u8(rows[i + 4], rows[i + 4]));
    vst4q_u8(columns, four);
}

INLINE void load_rows(uint8x8_t *rows, const unsigned char *columns) {
    uint8x16_t twice[8];
    unsigned i;

    load(twice, columns);
    for (i = 0; i != 8; i++)
        rows[i] = vget_low_u8(twice[i]);
}

/* h += P(h + m) + Q(m) */
NOINLINE static void mix(uint8x8_t *h, const unsigned char *m) {
    const uint8x8_t zero = vdup_n_u8(0);
    uint8x16_t x[8];
    unsigned i;

    load(x, m);
    for (i = 0; i != 8; i++)
        x[i] = veorq_u8(x[i], vcombine_u8(h[i], zero));
    permute(x, SHIFTS, CONSTANTS);
    for (i = 0; i != 8; i++)
        h[i] = veor_u8(h[i], veor_u8(vget_low_u8(x[i]), vget_high_u8(x[i])));
}

/* h += P(h) */
static void transform(uint8x8_t *h) {
    uint8x16_t x[8];
    unsigned i;

    for (i = 0; i != 8; i++)
        x[i] = vcombine_u8(h[i], h[i]);
    permute(x, SHIFTS, CONSTANTS);
    for (i = 0; i != 8; i++)
        h[i] = veor_u8(h[i], vget_low_u8(x[i]));
}

#else

#define ROW uint8x16_t

/* Rows from columns */
INLINE void load_rows(uint8x16_t *rows, const unsigned char *columns) {
    uint8x16x4_t low = vld4q_u8(columns), high = vld4q_u8(columns + 64);
    unsigned i;

    for (i = 0; i != 4; i++) {
        rows[i] = vuzp1q_u8(low.val[i], high.val[i]);
        rows[i + 4] = vuzp2q_u8(low.val[i], high.val[i]);
    }
}

INLINE void store(unsigned char *columns, const uint8x16_t *rows) {
    uint8x16x4_t low, high;
    unsigned i;

    for (i = 0; i != 4; i++) {
        low.val[i] = vzip1q_u8(rows[i], rows[i + 4]);
        high.val[i] = vzip2q_u8(rows[i], rows[i + 4]);
    }
    vst4q_u8(columns, low);
    vst4q_u8(columns + 64, high);
}

/* h += P(x) */
NOINLINE static void add_p(uint8x16_t *h, uint8x16_t *x) {
    unsigned i;

    permute(x, SHIFTS_P, CONSTANTS_P);
    for (i = 0; i != 8; i++)
        h[i] = veorq_u8(h[i], x[i]);
}

/* h += P(h + m) + Q(m) */
static void mix(uint8x16_t *h, const unsigned char *m) {
    uint8x16_t x[8], y[8];
    unsigned i;

    load_rows(y, m);
    for (i = 0; i != 8; i++)
        x[i] = veorq_u8(h[i], y[i]);
    add_p(h, x);
    permute(y, SHIFTS_Q, CONSTANTS_Q);
    for (i = 0; i != 8; i++)
        h[i] = veorq_u8(h[i], y[i]);
}

/* h += P(h) */
static void transform(uint8x16_t *h) {
    uint8x16_t x[8];

    memcpy(x, h, sizeof x);
    add_p(h, x);
}

#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    ROW h[8];

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

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *buf = cc->buf;
    ROW h[8];

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
