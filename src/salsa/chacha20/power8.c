/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 with POWER8's instructions, in either byte order: four blocks at a time.
 *
 * A quarter round takes ten instructions for four blocks: vpermxor makes an xor and a rotation by 16 or
 * by 8 of it, which move bytes.  The blocks differ in one word alone, their number: three columns of the
 * first round, and the first sums of the second one, are computed once for all.
 *
 * Instructions for four blocks, about 880: 9 + 37 for the first two rounds, and 18 times 40; 32 to transpose, 16
 * to add the state, 48 to load, encrypt and store the text; 13 for what has to be moved to where
 * instructions reach it, or made anew; 2 for the number, 3 for the loop.
 */
#include "mote/chacha20.h"

typedef mote_chacha20_context context;

/* Numbers begin anew behind the last one, in vectors as elsewhere. */
#define FOURS_AT_MOST(cc) ((size_t)-1)
#include "salsa/power8.h"

/* Rotations by 16 and by 8 of the words of x ^ y */
#define BY_16                                                                                      \
    BYTES(0x22, 0x33, 0x00, 0x11, 0x66, 0x77, 0x44, 0x55, 0xAA, 0xBB, 0x88, 0x99, 0xEE, 0xFF,      \
          0xCC, 0xDD)
#define BY_8                                                                                       \
    BYTES(0x11, 0x22, 0x33, 0x00, 0x55, 0x66, 0x77, 0x44, 0x99, 0xAA, 0xBB, 0x88, 0xDD, 0xEE,      \
          0xFF, 0xCC)
#define CONSTANTS                                                                                  \
    const bytes16 by_16 = BY_16, by_8 = BY_8, stored = STORED;                                     \
    const words4 by_12 = FOUR(12), by_7 = FOUR(7);                                                 \
    (void)stored

/* The quarter round (section 2.1), and what is left of it behind b ^= c for the first time */
#define REST(a, b, c, d)                                                                           \
    (b = ROTATE(b, by_12), a = ADD(a, b), d = XOR_PERMUTED(d, a, by_8), c = ADD(c, d), b ^= c,     \
     b = ROTATE(b, by_7))
#define QUARTER_ROUND(a, b, c, d)                                                                  \
    (a = ADD(a, b), d = XOR_PERMUTED(d, a, by_16), c = ADD(c, d), b ^= c, REST(a, b, c, d))

/* Four columns, then four diagonals: section 2.3 */
#define TWO_ROUNDS                                                                                 \
    QUARTER_ROUND(x0, x4, x8, x12);                                                                \
    QUARTER_ROUND(x1, x5, x9, x13);                                                                \
    QUARTER_ROUND(x2, x6, x10, x14);                                                               \
    QUARTER_ROUND(x3, x7, x11, x15);                                                               \
    QUARTER_ROUND(x0, x5, x10, x15);                                                               \
    QUARTER_ROUND(x1, x6, x11, x12);                                                               \
    QUARTER_ROUND(x2, x7, x8, x13);                                                                \
    QUARTER_ROUND(x3, x4, x9, x14)

NOINLINE static void crypt_fours(context *cc, const unsigned char *src, unsigned char *dst,
                                 size_t fours) {
    CONSTANTS;
    const words4 last = LOAD(cc->state + 12), four = FOUR(4);
    words4 row0 = LOAD(cc->state), row1 = LOAD(cc->state + 4), row2 = LOAD(cc->state + 8);
    words4 row3 = last & (words4){0, ~0U, ~0U, ~0U};
    words4 number = ADD(SPLAT(last, 0), ((words4){0, 1, 2, 3}));
    /* What the first column round makes of all columns but the first, and of the first its sum */
    words4 a0 = SPLAT(row0, 0), a1 = SPLAT(row0, 1), a2 = SPLAT(row0, 2), a3 = SPLAT(row0, 3);
    words4 b0 = SPLAT(row1, 0), b1 = SPLAT(row1, 1), b2 = SPLAT(row1, 2), b3 = SPLAT(row1, 3);
    words4 c0 = SPLAT(row2, 0), c1 = SPLAT(row2, 1), c2 = SPLAT(row2, 2), c3 = SPLAT(row2, 3);
    words4 d1 = SPLAT(row3, 1), d2 = SPLAT(row3, 2), d3 = SPLAT(row3, 3);
    words4 x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;

    cc->state[12] += 4 * (mote_u32)fours;
    QUARTER_ROUND(a1, b1, c1, d1);
    QUARTER_ROUND(a2, b2, c2, d2);
    QUARTER_ROUND(a3, b3, c3, d3);
    a0 = ADD(a0, b0);
    /* And the second round's sums of two words that are the same in all blocks */
    a1 = ADD(a1, b2);
    a2 = ADD(a2, b3);
    d1 = XOR_PERMUTED(d1, a2, by_16);
    KEEP(row0, row1, row2);
    KEEP(row3, a2, a3);
    KEEP(b0, b2, b3);
    KEEP(c1, c2, c3);
    KEEP(d1, d2, d3);

    for (; fours != 0; fours--, src += 256, dst += 256) {
        /* (0, 4, 8, 12) */
        x0 = a0;
        x8 = c0;
        x12 = XOR_PERMUTED(number, x0, by_16);
        x8 = ADD(x8, x12);
        XOR_KEPT(x4, x8, b0);
        REST(x0, x4, x8, x12);

        /* (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14) */
        x5 = b1;
        COPY(x10, c2);
        COPY(x15, d3);
        QUARTER_ROUND(x0, x5, x10, x15);
        x1 = a1;
        COPY(x11, c3);
        x12 = XOR_PERMUTED(x12, x1, by_16);
        x11 = ADD(x11, x12);
        XOR_KEPT(x6, x11, b2);
        REST(x1, x6, x11, x12);
        COPY(x2, a2);
        COPY(x13, d1);
        x8 = ADD(x8, x13);
        XOR_KEPT(x7, x8, b3);
        REST(x2, x7, x8, x13);
        COPY(x3, a3);
        COPY(x9, c1);
        COPY(x14, d2);
        QUARTER_ROUND(x3, x4, x9, x14);

        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        TWO_ROUNDS;
        x12 = ADD(x12, number);
        number = ADD(number, four);
        crypt_row(x0, x1, x2, x3, row0, 0, src, dst, stored);
        crypt_row(x4, x5, x6, x7, row1, 16, src, dst, stored);
        crypt_row(x8, x9, x10, x11, row2, 32, src, dst, stored);
        crypt_row(x12, x13, x14, x15, row3, 48, src, dst, stored);
    }
}

/* The next block of the key stream, a row of the state in a vector */
static void make_block(context *cc) {
    CONSTANTS;
    const words4 row0 = LOAD(cc->state), row1 = LOAD(cc->state + 4), row2 = LOAD(cc->state + 8);
    const words4 row3 = LOAD(cc->state + 12);
    words4 a = row0, b = row1, c = row2, d = row3;
    unsigned i;

    for (i = 10; i != 0; i--) {
        QUARTER_ROUND(a, b, c, d);
        b = TURNED(b, 1);
        c = TURNED(c, 2);
        d = TURNED(d, 3);
        QUARTER_ROUND(a, b, c, d);
        b = TURNED(b, 3);
        c = TURNED(c, 2);
        d = TURNED(d, 1);
    }
    STORE(ADD(a, row0), cc->key_stream);
    STORE(ADD(b, row1), cc->key_stream + 4);
    STORE(ADD(c, row2), cc->key_stream + 8);
    STORE(ADD(d, row3), cc->key_stream + 12);
    cc->state[12]++;
}

void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = SIGMA0;
    cc->state[1] = SIGMA1;
    cc->state[2] = SIGMA2;
    cc->state[3] = SIGMA3;
    load_words(cc->state + 4, (const unsigned char *)key, 8);
    cc->state[12] = counter;
    load_words(cc->state + 13, (const unsigned char *)nonce, 3);
    cc->left = 0;
}

void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, src, dst, len);
}
