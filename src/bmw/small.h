/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Blue Midnight Wish share: all but the word size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields H, buf (16 * HALVES of u32 each), low,
 *                                          high, ptr, out_size
 *     #define HALVES 1                     u32 in a word: 1 (BMW-224, -256) or 2 (BMW-384, -512),
 *                                          the low half first
 *
 * Names are those of the specification of the second round, tables 1.2 to 1.4.
 */
#ifndef MOTE_BMW_SMALL_H
#define MOTE_BMW_SMALL_H

#define BLOCK_BYTES (64 * HALVES)
#define BLOCK_PLACE(i) (i)
static void compress(context *cc);

#if HALVES == 2
#define WORDS64
#endif

#include "common/small.h"

#define PLUS 0x80
#define LAST 0x40
#define RIGHT 0x80

/* The sums of f0, up to LAST each: words that are subtracted, then from PLUS on the others */
static const unsigned char sums[80] TABLE = {
    7,  PLUS | 5, 10,       13,       LAST | 14, 8,        15, PLUS | 6, 11,        LAST | 14,
    12, PLUS | 0, 7,        9,        LAST | 15, 1,        10, PLUS | 0, 8,         LAST | 13,
    11, 14,       PLUS | 1, 2,        LAST | 9,  2,        12, PLUS | 3, 10,        LAST | 15,
    0,  3,        11,       PLUS | 4, LAST | 13, 4,        5,  12,       14,        LAST | PLUS | 1,
    5,  6,        15,       PLUS | 2, LAST | 13, 3,        7,  PLUS | 0, 6,         LAST | 14,
    1,  4,        7,        PLUS | 8, LAST | 15, 0,        2,  5,        PLUS | 8,  LAST | 9,
    6,  9,        PLUS | 1, 3,        LAST | 10, PLUS | 2, 4,  7,        10,        LAST | 11,
    5,  11,       12,       PLUS | 3, LAST | 8,  4,        6,  9,        PLUS | 12, LAST | 13,
};

/* s0 to s5: a shift to the right, one to the left, two rotations to the left */
static const unsigned char shifts[24] TABLE = {
#if HALVES == 1
    RIGHT | 1, 3, 4,  19, RIGHT | 1, 2, 8, 23, RIGHT | 2, 1, 12, 25,
    RIGHT | 2, 2, 15, 29, RIGHT | 1, 0, 0, 0,  RIGHT | 2, 0, 0,  0,
#else
    RIGHT | 1, 3, 4,  37, RIGHT | 1, 2, 13, 43, RIGHT | 2, 1, 19, 53,
    RIGHT | 2, 2, 28, 59, RIGHT | 1, 0, 0,  0,  RIGHT | 2, 0, 0,  0,
#endif
};

/* r1 to r7 */
static const unsigned char rotations[7] TABLE = {
#if HALVES == 1
    3, 7, 13, 16, 19, 23, 27,
#else
    5, 11, 27, 32, 37, 43, 53,
#endif
};

/* The shifts of f2: of XH and of Q for words 0 to 7, of XL for words 8 to 15 */
static const unsigned char folds[24] TABLE = {
    5,         RIGHT | 5, RIGHT | 7, 8,         RIGHT | 5, 5,         RIGHT | 1,  5,
    RIGHT | 3, 0,         6,         RIGHT | 6, RIGHT | 4, 6,         RIGHT | 11, 2,
    8,         RIGHT | 6, 6,         4,         RIGHT | 3, RIGHT | 4, RIGHT | 7,  RIGHT | 2,
};

/* Words by their first halves: t += x, t ^= x, and so on. */

static void add(u32 *t, const u32 *x) {
#if HALVES == 1
    *t = T32(*t + *x);
#else
    add64(t, x);
#endif
}

static void add_xor(u32 *t, const u32 *x) {
    t[0] ^= x[0];
#if HALVES == 2
    t[1] ^= x[1];
#endif
}

static void complement(u32 *t) {
    t[0] = T32(~t[0]);
#if HALVES == 2
    t[1] = T32(~t[1]);
#endif
}

static void fill(u32 *t, u32 value) {
    t[0] = value;
#if HALVES == 2
    t[1] = value;
#endif
}

/* t ^= x shifted: to the left by n, or with RIGHT to the right */
static void xor_shift(u32 *t, const u32 *x, unsigned n) {
    unsigned m = n & 31;

#if HALVES == 1
    *t ^= n & RIGHT ? *x >> m : T32(*x << m);
#else
    /* A shift by 32 is not defined. */
    if (n & RIGHT) {
        t[0] ^= x[0] >> m | T32(x[1] << 1 << (31 - m));
        t[1] ^= x[1] >> m;
    } else {
        t[1] ^= T32(x[1] << m) | x[0] >> 1 >> (31 - m);
        t[0] ^= T32(x[0] << m);
    }
#endif
}

/* t ^= x rotated to the left by n */
static void xor_rotl(u32 *t, const u32 *x, unsigned n) {
#if HALVES == 1
    *t ^= T32(*x << n) | *x >> 1 >> (31 - n);
#else
    u32 y[2];

    y[0] = y[1] = 0;
    xor_rotr64(y, x, (64 - n) & 63);
    add_xor(t, y);
#endif
}

/* t += x rotated to the left by n */
static void add_rotl(u32 *t, const u32 *x, unsigned n) {
    u32 y[HALVES];

    fill(y, 0);
    xor_rotl(y, x, n);
    add(t, y);
}

/* t += s(x), one of s0 to s5 */
static void add_s(u32 *t, const u32 *x, unsigned which) {
    u32 y[HALVES];

    fill(y, 0);
    which <<= 2;
    xor_shift(y, x, READ8(shifts, which));
    xor_shift(y, x, READ8(shifts, which + 1));
    xor_rotl(y, x, READ8(shifts, which + 2));
    xor_rotl(y, x, READ8(shifts, which + 3));
    add(t, y);
}

/* Word i, modulo 16, of an array */
#define WORD(array, i) ((array) + HALVES * ((i) & 15))

/* The compression function on the message m and the chaining value H, in place */
NOINLINE static void fold(u32 *H, const u32 *m) {
    u32 Q[32 * HALVES], low[HALVES], high[HALVES], c[HALVES], t[HALVES], u[HALVES];
    u32 *q = Q;
    unsigned i, j, n, s;

    /* f0; s counts the functions s0 to s4 */
    n = s = 0;
    for (i = 0; i != 16; i++) {
        /* -1, and the complement of the sum with that is its negative. */
        fill(u, 0xFFFFFFFF);
        do {
            j = READ8(sums, n);
            if (j & PLUS)
                complement(u);
            memcpy(t, WORD(m, j), sizeof t);
            add_xor(t, WORD(H, j));
            add(u, t);
            n++;
        } while (!(j & LAST));
        memcpy(q, WORD(H, i + 1), sizeof t);
        add_s(q, u, s);
        if (++s == 5)
            s = 0;
        q += HALVES;
    }
    /* f1; c is 16, 17 and so on times the constant */
#if HALVES == 1
    c[0] = 0x55555550;
#else
    c[0] = 0x55555550;
    c[1] = 0x55555555;
#endif
    for (i = 0; i != 16; i++) {
        /* AddElement */
        fill(q, 0xFFFFFFFF);
        add_rotl(q, WORD(m, i + 10), ((i + 10) & 15) + 1);
        complement(q);
        add_rotl(q, WORD(m, i), i + 1);
        add_rotl(q, WORD(m, i + 3), ((i + 3) & 15) + 1);
        add(q, c);
        add_xor(q, WORD(H, i + 7));
        /* expand1 for two words, then expand2 */
        for (j = 0; j != 16; j++) {
            const u32 *x = Q + HALVES * (i + j);

            if (i < 2)
                add_s(q, x, (j + 1) & 3);
            else if (j >= 14)
                add_s(q, x, j - 10);
            else if (j & 1)
                add_rotl(q, x, READ8(rotations, j >> 1));
            else
                add(q, x);
        }
        q += HALVES;
#if HALVES == 1
        c[0] = T32(c[0] + 0x05555555);
#else
        t[0] = 0x55555555;
        t[1] = 0x05555555;
        add(c, t);
#endif
    }
    /* f2 */
    fill(low, 0);
    for (i = 16; i != 24; i++)
        add_xor(low, Q + HALVES * i);
    memcpy(high, low, sizeof high);
    for (; i != 32; i++)
        add_xor(high, Q + HALVES * i);
    for (i = 0; i != 16; i++) {
        q = Q + HALVES * i;
        memcpy(t, WORD(m, i), sizeof t);
        if (i < 8) {
            xor_shift(t, high, READ8(folds, 2 * i));
            xor_shift(t, q + 16 * HALVES, READ8(folds, 2 * i + 1));
            memcpy(u, low, sizeof u);
            add_xor(u, q + 24 * HALVES);
        } else {
            add_xor(t, high);
            add_xor(t, q + 16 * HALVES);
            fill(u, 0);
            xor_shift(u, low, READ8(folds, 8 + i));
            add_xor(u, Q + HALVES * (16 + ((i - 1) & 7)));
            add_rotl(t, WORD(H, (i - 4) & 7), i + 1);
        }
        add_xor(u, q);
        add(t, u);
        memcpy(WORD(H, i), t, sizeof t);
    }
}

static void compress(context *cc) {
    fold(cc->H, cc->buf);
    cc->low = T32(cc->low + 512 * HALVES);
    if (cc->low == 0)
        cc->high = T32(cc->high + 1);
}

static void init(context *cc, unsigned out_size) {
    unsigned i;

    /* Bytes that count up from 0x40 or 0x80 for the larger digest, from 0 for the smaller one */
    for (i = 0; i != 64 * HALVES; i++)
        SET_BYTE(cc->H, i ^ (4 * HALVES - 1), i + (out_size >> 2 & (64 * HALVES)));
    cc->low = cc->high = 0;
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    u32 low = cc->low | cc->ptr << 3 | n, high = cc->high;
    unsigned i;

    add_padding(cc, ub, n, 64 * HALVES - 8);
    cc->buf[16 * HALVES - 2] = low;
    cc->buf[16 * HALVES - 1] = high;
    fold(cc->H, cc->buf);
    /* The finalization: a constant, 0xAA... with a number, takes the place of the chaining value.
     */
    memcpy(cc->buf, cc->H, sizeof cc->buf);
    for (i = 0; i != 16; i++) {
        fill(cc->H + HALVES * i, 0xAAAAAAAA);
        cc->H[HALVES * i] ^= i ^ 10;
    }
    fold(cc->H, cc->buf);
    n = cc->out_size >> 3;
    i = 64 * HALVES;
    do {
        n--;
        i--;
        out[n] = GET_BYTE(cc->H, i);
    } while (n != 0);
}

#endif
