/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of BLAKE and BLAKE2 share: the rounds.
 *
 * A private header.  The source includes it after common/small.h, with WORDS64 defined there for
 * words of 64 bits, and after it has defined
 *
 *     #define CONSTANTS C        a TABLE of 16 words; BLAKE2, which has none, does not define it
 *     #define ROTATIONS 16, 12, 8, 7
 *
 * Names are those of the BLAKE proposal, section 2.1.2, and of RFC 7693, section 3.1.
 */
#ifndef MOTE_BLAKE_ROUNDS_H
#define MOTE_BLAKE_ROUNDS_H

/* The permutations: sigma(2i) in the high half of a byte, sigma(2i + 1) in the low half. */
static const unsigned char SIGMA[80] TABLE = {
    0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xEA, 0x48, 0x9F, 0xD6, 0x1C, 0x02, 0xB7, 0x53,
    0xB8, 0xC0, 0x52, 0xFD, 0xAE, 0x36, 0x71, 0x94, 0x79, 0x31, 0xDC, 0xBE, 0x26, 0x5A, 0x40, 0xF8,
    0x90, 0x57, 0x24, 0xAF, 0xE1, 0xBC, 0x68, 0x3D, 0x2C, 0x6A, 0x0B, 0x83, 0x4D, 0x75, 0xFE, 0x19,
    0xC5, 0x1F, 0xED, 0x4A, 0x07, 0x63, 0x92, 0x8B, 0xDB, 0x7E, 0xC1, 0x39, 0x50, 0xF4, 0x86, 0x2A,
    0x6F, 0xE9, 0xB3, 0x08, 0xC2, 0xD7, 0x14, 0xA5, 0xA2, 0x84, 0x76, 0x15, 0xFB, 0x9E, 0x3C, 0xD0,
};

/* In the order of their use in G. */
static const unsigned char rotations[4] TABLE = {ROTATIONS};

#ifdef WORDS64
#define HALVES 2
#else
#define HALVES 1
#endif

/* The rounds on the state v of 16 words, with the message block m. */
static void mix(u32 *v, const u32 *m, unsigned rounds) {
    unsigned s = 0, i, e, x, y, r;
    u32 *a, *b, *c, *d;
    u32 t[HALVES];

    do {
        if (s == 80)
            s = 0;
        i = 0;
        do {
            /* Four columns, e = 0, then four diagonals, e = 1. */
            e = i >> 2;
            a = v + HALVES * (i & 3);
            b = v + HALVES * (4 + ((i + e) & 3));
            e += e;
            c = v + HALVES * (8 + ((i + e) & 3));
            d = v + HALVES * (12 + ((i - (e >> 1)) & 3));
            x = READ8(SIGMA, s);
            y = x & 15;
            x >>= 4;
            s++;
            r = 0;
            do {
#ifdef WORDS64
#ifdef CONSTANTS
                COPY32_AT(t, CONSTANTS, 2 * y, 2);
                t[0] ^= m[2 * x];
                t[1] ^= m[2 * x + 1];
                add64(a, t);
#else
                (void)t;
                add64(a, m + 2 * x);
#endif
                add64(a, b);
                xor_rotr64(d, a, READ8(rotations, r));
                add64(c, d);
                xor_rotr64(b, c, READ8(rotations, r + 1));
#else
                *t = m[x];
#ifdef CONSTANTS
                *t ^= READ32(CONSTANTS, y);
#endif
                *a = T32(*a + *b + *t);
                e = READ8(rotations, r);
                *t = *d ^ *a;
                *d = ROTR32(*t, e);
                *c = T32(*c + *d);
                e = READ8(rotations, r + 1);
                *t = *b ^ *c;
                *b = ROTR32(*t, e);
#endif
                e = x;
                x = y;
                y = e;
                r += 2;
            } while (r != 4);
        } while (++i != 8);
    } while (--rounds != 0);
}

#endif
