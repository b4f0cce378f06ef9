/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6.  The hash value of
 * 1024 bits, as it is, holds the bits of 256 elements of 4 bits apart: bit 256 k + 128 s + p is bit
 * k of the element 2 p + s.  A round keeps k and s, and takes the pair p, 7 bits, to p rotated
 * right by one, with its lowest bit flipped first where s is 1.  The rotation is left out: what is
 * bit m of p in round r stays bit (m + r) mod 7 of the place, and only the flip, in another bit in
 * each of seven rounds, moves anything.  The round constants lie in the same places.
 */
#include "mote/jh.h"

typedef mote_jh_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "jh/fast.h"

#define LAYERS                                                                                     \
    (SUBSTITUTE(x0, x4, x8, x12, c[0]), SUBSTITUTE(x2, x6, x10, x14, c[2]),                        \
     ADD_DOUBLE(x2, x6, x10, x14, x0, x4, x8, x12), ADD_DOUBLE(x0, x4, x8, x12, x2, x6, x10, x14), \
     SUBSTITUTE(x1, x5, x9, x13, c[1]), SUBSTITUTE(x3, x7, x11, x15, c[3]),                        \
     ADD_DOUBLE(x3, x7, x11, x15, x1, x5, x9, x13), ADD_DOUBLE(x1, x5, x9, x13, x3, x7, x11, x15))

/* Neighbours of n bits change places; mask: those that lie lower. */
#define FLIP(x, n, mask) (x = ((x) >> (n) & (mask)) | ((x) & (mask)) << (n))
#define FLIP_ALL(n, mask)                                                                          \
    (FLIP(x2, n, mask), FLIP(x3, n, mask), FLIP(x6, n, mask), FLIP(x7, n, mask),                   \
     FLIP(x10, n, mask), FLIP(x11, n, mask), FLIP(x14, n, mask), FLIP(x15, n, mask))
#define FLIP_WORDS(a, b) (t = a, a = b, b = t)

/* Seven rounds */
#define ROUND(n, mask) (LAYERS, FLIP_ALL(n, mask), c += 4)
#define SEVEN_ROUNDS                                                                               \
    (ROUND(1, C64(0x55555555, 0x55555555)), ROUND(2, C64(0x33333333, 0x33333333)),                 \
     ROUND(4, C64(0x0F0F0F0F, 0x0F0F0F0F)), ROUND(8, C64(0x00FF00FF, 0x00FF00FF)),                 \
     ROUND(16, C64(0x0000FFFF, 0x0000FFFF)), ROUND(32, C64(0x00000000, 0xFFFFFFFF)), LAYERS,       \
     FLIP_WORDS(x2, x3), FLIP_WORDS(x6, x7), FLIP_WORDS(x10, x11), FLIP_WORDS(x14, x15), c += 4)

/* F8 (section 5) on some blocks */
static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, t;
    u64 m[8];
    const u64 *c;
    unsigned i;

    x0 = JOIN64(cc->H + 0);
    x1 = JOIN64(cc->H + 2);
    x2 = JOIN64(cc->H + 4);
    x3 = JOIN64(cc->H + 6);
    x4 = JOIN64(cc->H + 8);
    x5 = JOIN64(cc->H + 10);
    x6 = JOIN64(cc->H + 12);
    x7 = JOIN64(cc->H + 14);
    x8 = JOIN64(cc->H + 16);
    x9 = JOIN64(cc->H + 18);
    x10 = JOIN64(cc->H + 20);
    x11 = JOIN64(cc->H + 22);
    x12 = JOIN64(cc->H + 24);
    x13 = JOIN64(cc->H + 26);
    x14 = JOIN64(cc->H + 28);
    x15 = JOIN64(cc->H + 30);
    do {
        for (i = 0; i < 8; i++)
            m[i] = get_be64(data + 8 * i);
        x0 ^= m[0];
        x1 ^= m[1];
        x2 ^= m[2];
        x3 ^= m[3];
        x4 ^= m[4];
        x5 ^= m[5];
        x6 ^= m[6];
        x7 ^= m[7];
        c = constants;
        do {
            SEVEN_ROUNDS;
        } while (c != constants + 42 * 4);
        x8 ^= m[0];
        x9 ^= m[1];
        x10 ^= m[2];
        x11 ^= m[3];
        x12 ^= m[4];
        x13 ^= m[5];
        x14 ^= m[6];
        x15 ^= m[7];
        cc->count[0] += 512;
        for (i = 0; cc->count[i] == 0 && i < 3;)
            cc->count[++i]++;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    SPLIT64(cc->H + 0, x0);
    SPLIT64(cc->H + 2, x1);
    SPLIT64(cc->H + 4, x2);
    SPLIT64(cc->H + 6, x3);
    SPLIT64(cc->H + 8, x4);
    SPLIT64(cc->H + 10, x5);
    SPLIT64(cc->H + 12, x6);
    SPLIT64(cc->H + 14, x7);
    SPLIT64(cc->H + 16, x8);
    SPLIT64(cc->H + 18, x9);
    SPLIT64(cc->H + 20, x10);
    SPLIT64(cc->H + 22, x11);
    SPLIT64(cc->H + 24, x12);
    SPLIT64(cc->H + 26, x13);
    SPLIT64(cc->H + 28, x14);
    SPLIT64(cc->H + 30, x15);
}

#include "jh/functions.h"
