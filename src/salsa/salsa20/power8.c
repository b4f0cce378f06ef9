/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Salsa20 with POWER8's instructions, in either byte order: four blocks at a time.
 *
 * A quarter round takes twelve instructions for four blocks.  The blocks differ in one word alone, the
 * low half of their number: three columns of the first round, five of twelve instructions of the fourth,
 * and seven of the second round are computed once for all.
 *
 * Instructions for four blocks, about 1020: 7 + 41 for the first two rounds, and 18 times 48; 32 to
 * transpose, 16 to add the state, 48 to load, encrypt and store the text; 10 for what has to be moved to
 * where instructions reach it; 2 for the number, 3 for the loop.
 */
#include "mote/salsa20.h"

typedef mote_salsa20_context context;

/* crypt_fours takes the high half of the number for the same in all blocks. */
#define FOURS_AT_MOST(cc) (((size_t)T32(~(cc)->state[8]) + 1) / 4)
#include "salsa/power8.h"

#define CONSTANTS const words4 by_7 = FOUR(7), by_9 = FOUR(9), by_13 = FOUR(13), by_18 = FOUR(18)

/* A step of the quarterround function (section 3), and one whose x is kept elsewhere */
#define MIXED(a, b, n) ROTATE(ADD(a, b), n)
#define STEP(x, a, b, n) (x ^= MIXED(a, b, n))
#define STEP_KEPT(x, kept, a, b, n)                                                                \
    do {                                                                                           \
        sum = MIXED(a, b, n);                                                                      \
        XOR_KEPT(x, sum, kept);                                                                    \
    } while (0)
#define QUARTER_ROUND(a, b, c, d)                                                                  \
    (STEP(b, a, d, by_7), STEP(c, b, a, by_9), STEP(d, c, b, by_13), STEP(a, d, c, by_18))

/* Four columns, then four rows: sections 4 to 6 */
#define TWO_ROUNDS                                                                                 \
    QUARTER_ROUND(x0, x4, x8, x12);                                                                \
    QUARTER_ROUND(x5, x9, x13, x1);                                                                \
    QUARTER_ROUND(x10, x14, x2, x6);                                                               \
    QUARTER_ROUND(x15, x3, x7, x11);                                                               \
    QUARTER_ROUND(x0, x1, x2, x3);                                                                 \
    QUARTER_ROUND(x5, x6, x7, x4);                                                                 \
    QUARTER_ROUND(x10, x11, x8, x9);                                                               \
    QUARTER_ROUND(x15, x12, x13, x14)

NOINLINE static void crypt_fours(context *cc, const unsigned char *src, unsigned char *dst,
                                 size_t fours) {
    CONSTANTS;
    const bytes16 stored = STORED;
    const words4 numbers = LOAD(cc->state + 8), four = FOUR(4);
    words4 row0 = LOAD(cc->state), row1 = LOAD(cc->state + 4), row3 = LOAD(cc->state + 12);
    words4 row2 = numbers & (words4){0, ~0U, ~0U, ~0U};
    words4 number = ADD(SPLAT(numbers, 0), ((words4){0, 1, 2, 3}));
    words4 y0 = SPLAT(row0, 0), y1 = SPLAT(row0, 1), y2 = SPLAT(row0, 2), y3 = SPLAT(row0, 3);
    words4 y4 = SPLAT(row1, 0), y5 = SPLAT(row1, 1), y6 = SPLAT(row1, 2), y7 = SPLAT(row1, 3);
    words4 y9 = SPLAT(row2, 1), y10 = SPLAT(row2, 2), y11 = SPLAT(row2, 3);
    words4 y12 = SPLAT(row3, 0), y13 = SPLAT(row3, 1), y14 = SPLAT(row3, 2), y15 = SPLAT(row3, 3);
    words4 x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
    words4 first8, second8, second12, sum;
    mote_u32 low = cc->state[8];

    cc->state[8] = low + 4 * (mote_u32)fours;
    cc->state[9] += (low & ~cc->state[8]) >> 31;
    /* What the first round makes of the words in which the blocks agree, and what it adds to word 8 */
    QUARTER_ROUND(y5, y9, y13, y1);
    QUARTER_ROUND(y10, y14, y2, y6);
    QUARTER_ROUND(y15, y3, y7, y11);
    STEP(y4, y0, y12, by_7);
    first8 = MIXED(y4, y0, by_9);
    /* And the second round */
    STEP(y11, y10, y9, by_7);
    second8 = MIXED(y11, y10, by_9);
    second12 = MIXED(y15, y14, by_7);
    KEEP(row0, row1, row2);
    KEEP(row3, y0, y1);
    KEEP(y2, y6, y7);
    KEEP(y9, y10, y12);
    KEEP(y13, y14, first8);
    KEEP(second8, second12, y3);

    for (; fours != 0; fours--, src += 256, dst += 256) {
        /* (0, 4, 8, 12) */
        x4 = y4;
        XOR_KEPT(x8, number, first8);
        STEP_KEPT(x12, y12, x8, x4, by_13);
        STEP_KEPT(x0, y0, x12, x8, by_18);

        /* (0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14) */
        COPY(x3, y3);
        STEP_KEPT(x1, y1, x0, x3, by_7);
        STEP_KEPT(x2, y2, x1, x0, by_9);
        STEP(x3, x2, x1, by_13);
        STEP(x0, x3, x2, by_18);
        x5 = y5;
        STEP_KEPT(x6, y6, x5, x4, by_7);
        STEP_KEPT(x7, y7, x6, x5, by_9);
        STEP(x4, x7, x6, by_13);
        STEP(x5, x4, x7, by_18);
        x11 = y11;
        XOR_KEPT(x8, x8, second8);
        STEP_KEPT(x9, y9, x8, x11, by_13);
        STEP_KEPT(x10, y10, x9, x8, by_18);
        x15 = y15;
        XOR_KEPT(x12, x12, second12);
        STEP_KEPT(x13, y13, x12, x15, by_9);
        STEP_KEPT(x14, y14, x13, x12, by_13);
        STEP(x15, x14, x13, by_18);

        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        x8 = ADD(x8, number);
        number = ADD(number, four);
        crypt_row(x0, x1, x2, x3, row0, 0, src, dst, stored);
        crypt_row(x4, x5, x6, x7, row1, 16, src, dst, stored);
        crypt_row(x8, x9, x10, x11, row2, 32, src, dst, stored);
        crypt_row(x12, x13, x14, x15, row3, 48, src, dst, stored);
    }
}

/* Elements 1 and 3, or 2 and 3, of another vector */
#define ODD(x, y) vec_sel(x, y, odd)
#define UPPER(x, y) vec_sel(x, y, upper)

/*
 * The next block of the key stream.  A vector has a diagonal of the state: a column round is then one of
 * vectors, and a row round, too, with elements of three of them turned.
 */
static void make_block(context *cc) {
    CONSTANTS;
    const words4 odd = {0, ~0U, 0, ~0U}, upper = {0, 0, ~0U, ~0U};
    const words4 row0 = LOAD(cc->state), row1 = LOAD(cc->state + 4), row2 = LOAD(cc->state + 8);
    const words4 row3 = LOAD(cc->state + 12);
    words4 t = ODD(row0, row1), u = ODD(row1, row2), v = ODD(row2, row3), w = ODD(row3, row0);
    /* (0, 5, 10, 15), (4, 9, 14, 3), (8, 13, 2, 7), (12, 1, 6, 11) */
    words4 a = UPPER(t, v), b = UPPER(u, w), c = UPPER(v, t), d = UPPER(w, u);
    mote_u32 low = cc->state[8];
    unsigned i;

    for (i = 10; i != 0; i--) {
        QUARTER_ROUND(a, b, c, d);
        /* (4, 9, 14, 3) becomes (3, 4, 9, 14), the last of a row's words */
        b = TURNED(b, 3);
        c = TURNED(c, 2);
        d = TURNED(d, 1);
        QUARTER_ROUND(a, d, c, b);
        b = TURNED(b, 1);
        c = TURNED(c, 2);
        d = TURNED(d, 3);
    }
    t = ODD(a, d);
    u = ODD(b, a);
    v = ODD(c, b);
    w = ODD(d, c);
    STORE(ADD(UPPER(t, v), row0), cc->key_stream);
    STORE(ADD(UPPER(u, w), row1), cc->key_stream + 4);
    STORE(ADD(UPPER(v, t), row2), cc->key_stream + 8);
    STORE(ADD(UPPER(w, u), row3), cc->key_stream + 12);
    cc->state[8] = low + 1;
    cc->state[9] += (low & ~cc->state[8]) >> 31;
}

/* Section 9 */
void mote_salsa20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = SIGMA0;
    cc->state[5] = SIGMA1;
    cc->state[10] = SIGMA2;
    cc->state[15] = SIGMA3;
    load_words(cc->state + 1, (const unsigned char *)key, 4);
    load_words(cc->state + 11, (const unsigned char *)key + 16, 4);
    load_words(cc->state + 6, (const unsigned char *)nonce, 2);
    cc->state[8] = counter;
    cc->state[9] = 0;
    cc->left = 0;
}

void mote_salsa20_crypt(context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, src, dst, len);
}
