/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH in portable C: small code, in words of 32 bits.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6.  The hash value of
 * 1024 bits, as it is, holds the bits of 256 elements of 4 bits apart: bit 256 k + 128 s + p is bit
 * k of the element 2 p + s.  A round (S-boxes, L, the permutation P8) keeps k and s, and takes the
 * pair p, 7 bits, to p rotated right by one, with its lowest bit flipped first where s is 1.
 *
 * Here a group of four words holds the pairs of a k and an s.  In the rounds the two lowest bits of
 * p tell the word, and the other five the bit in the word: bit m of these is bit (m + round + 2)
 * mod 5 of the place, counted from the word's highest bit.  So the elements that a round constant,
 * 64 elements of 4 bits made with the same S-box and L, speaks of lie in line with its bits: a
 * fifth word in each group.  A round then only moves one bit of p out of the word, and one in.
 */
#include "mote/jh.h"

typedef mote_jh_context context;

#define BLOCK_BYTES 64
#define BLOCK_PLACE(i) ((i) ^ 3)
static void compress(context *cc);

#include "common/small.h"

/* The constant of round 0 (section 4.2.2), a word for each group: the first digits of sqrt(2). */
static const u32 constant[8] TABLE = {
    0x56A0CC82, 0xBF1148CF, 0x96BEC3E0, 0x038E1F44, 0xE58ECB55, 0xF7CDF315, 0x7652AE76, 0x0D7B87C2,
};

/* d += s * 2 in GF(2^4), bit-sliced (section 3.3); bit k of an element is 10 words behind bit k - 1
 */
NOINLINE static void add_double(u32 *d, const u32 *s) {
    d[0] ^= s[10];
    d[10] ^= s[20];
    d[20] ^= s[0] ^ s[30];
    d[30] ^= s[0];
}

/* The S-box that c selects (section 3.2) */
NOINLINE static void substitute(u32 *x, u32 c) {
    u32 m0 = x[0], m1 = x[10], m2 = x[20], m3 = ~x[30], t;

    m0 ^= ~m2 & c;
    t = c ^ (m0 & m1);
    m0 ^= m2 & m3;
    m3 ^= ~m1 & m2;
    m1 ^= m0 & m2;
    m2 ^= m0 & ~m3;
    m0 ^= m1 | m3;
    m3 ^= m1 & m2;
    m1 ^= t & m0;
    m2 ^= t;
    x[0] = T32(m0);
    x[10] = T32(m1);
    x[20] = T32(m2);
    x[30] = T32(m3);
}

static void swap(u32 *x, u32 *y) {
    u32 t = *x;

    *x = *y;
    *y = t;
}

/* E8 (section 4.3) */
static void permute(u32 *H) {
    u32 y[40], *x, m, t;
    unsigned stage, i, j, d, distance = 1;

    for (i = 0; i != 32; i++)
        y[i + (i >> 2)] = H[i];
    x = y;
    for (i = 0; i != 8; i++) {
        x[4] = READ32(constant, i);
        x += 5;
    }
    /* Two moves bring the pairs into place, 42 rounds follow, and 26 moves bring them back. */
    for (stage = 0; stage != 70; stage++) {
        if (stage - 2 < 42) {
            /* S-boxes and L: on the state with the constant, then on the constant itself */
            for (j = 0; j != 5; j++) {
                /* Where the constant's bits for the pairs of word j are */
                i = j & 1 ? 24 : 4;
                if (j & 2)
                    i += 5;
                x = y + j;
                substitute(x, j == 4 ? 0 : y[i]);
                substitute(x + 5, j == 4 ? 0 : y[i + 10]);
                add_double(x + 5, x);
                add_double(x, x + 5);
            }
        }
        /* m: the bits of a word whose place has the bit `distance` clear */
        m = 0xFFFF;
        for (d = 16; d != distance; m ^= m << d)
            d >>= 1;
        m = T32(m);
        x = y;
        for (i = 0; i != 8; i++) {
            if ((i & 1) != 0 && stage - 2 < 42) {
                swap(x, x + 1);
                swap(x + 2, x + 3);
                x[4] = (x[4] >> d & m) | T32((x[4] & m) << d);
            }
            for (j = 0; j != 4; j += 2) {
                t = (x[j] ^ x[j + 1] >> d) & m;
                x[j] ^= t;
                x[j + 1] ^= T32(t << d);
            }
            swap(x + 1, x + 2);
            x += 5;
        }
        distance += distance;
        if (distance == 32)
            distance = 1;
    }
    for (i = 0; i != 32; i++)
        H[i] = y[i + (i >> 2)];
}

/* F8 (section 5) */
static void compress(context *cc) {
    unsigned i;

    for (i = 0; i != 16; i++)
        cc->H[i] ^= cc->buf[i];
    permute(cc->H);
    for (i = 0; i != 16; i++)
        cc->H[16 + i] ^= cc->buf[i];
    /* The number of bits so far */
    cc->count[0] = T32(cc->count[0] + 512);
    i = 0;
    while (cc->count[i] == 0 && ++i != 4)
        cc->count[i] = T32(cc->count[i] + 1);
}

void mote_jh_init(context *cc, unsigned out_size) {
    /* Section 6.2: the digest size in the first 16 bits, then F8 on a block of zeros */
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->H[0] = (u32)out_size << 16;
    compress(cc);
    cc->count[0] = 0;
}

void mote_jh(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_jh_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    u32 count[4];
    unsigned i;

    memcpy(count, cc->count, sizeof count);
    i = cc->ptr << 3 | n;
    count[0] |= i;
    /* Section 6.1: a block that has begun is filled; the length is in a block of its own. */
    if (i != 0) {
        add_padding(cc, ub, n, 0);
        i = 1;
    }
    memset(cc->buf, 0, sizeof cc->buf);
    cc->buf[0] = (u32)(i ^ 1) << 31;
    for (i = 0; i != 4; i++)
        cc->buf[15 - i] = count[i];
    compress(cc);
    n = cc->out_size >> 3;
    i = 128;
    do {
        n--;
        i--;
        out[n] = GET_BYTE(cc->H, i ^ 3);
    } while (n != 0);
}
