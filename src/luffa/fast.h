/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Luffa share: all but the width.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in luffa/small.h
 *     #define WIDTH 3                      words of 256 bits in the state: 3, 4 or 5
 *
 * Names are those of the Luffa specification, version 2.0.1, sections 4.2 and 4.3.  The first two
 * permutations, and with WIDTH 4 or 5 the next two, run side by side in words of 64 bits: one in
 * the low halves, the other in the high ones.
 */
#ifndef MOTE_LUFFA_FAST_H
#define MOTE_LUFFA_FAST_H

#define BLOCK_BYTES 32
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

/* The initial values (appendix A) */
static const u32 initial[8 * WIDTH] = {
    0x6D251E69, 0x44B051E0, 0x4EAA6FB4, 0xDBF78465, 0x6E292011, 0x90152DF4, 0xEE058139, 0xDEF610BB,
    0xC3B44B95, 0xD9D2F256, 0x70EEE9A0, 0xDE099FA3, 0x5D9B0557, 0x8FC944B3, 0xCF1CCF0E, 0x746CD581,
    0xF7EFC89D, 0x5DBA5781, 0x04016CE5, 0xAD659C05, 0x0306194F, 0x666D1836, 0x24AA230A, 0x8B264AE7,
#if WIDTH > 3
    0x858075D5, 0x36D79CCE, 0xE571F7D7, 0x204B1F67, 0x35870C6A, 0x57E9E923, 0x14BCB808, 0x7CDE72CE,
#endif
#if WIDTH > 4
    0x6C68E9BE, 0x5EC41E22, 0xC825B7C7, 0xAFFB4363, 0xF5DF3999, 0x0FC688F1, 0xB07224CC, 0x03E86CEA,
#endif
};

#ifdef LUFFA_ROUND

/* The round function is a kernel in assembly. */
#if WIDTH == 3
void mote_luffa_round3(u32 *V, const unsigned char *block);
#define luffa_round mote_luffa_round3
#elif WIDTH == 4
void mote_luffa_round4(u32 *V, const unsigned char *block);
#define luffa_round mote_luffa_round4
#else
void mote_luffa_round5(u32 *V, const unsigned char *block);
#define luffa_round mote_luffa_round5
#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    do {
        luffa_round(cc->V, data);
        data += BLOCK_BYTES;
    } while (--blocks != 0);
}

#else

/* SubCrumb (section 4.2.4), whose "a2 &= a1" would change nothing; t: a word for the while */
#define SUB_CRUMB(a0, a1, a2, a3)                                                                  \
    (t = a0, a0 |= a1, a2 ^= a3, a1 = ~a1, a0 ^= a3, a3 &= t, a1 ^= a3, a3 ^= a2, a2 &= a0,        \
     a0 = ~a0, a2 ^= a1, a1 |= a3, t ^= a1, a3 ^= a2, a1 ^= a0, a0 = t)

/* MixWord (section 4.2.5) */
#define MIX_WORD(u, v)                                                                             \
    (v ^= u, u = ROTL32(u, 2) ^ v, v = ROTL32(v, 14) ^ u, u = ROTL32(u, 10) ^ v, v = ROTL32(v, 1))

#define STEP(left, right)                                                                          \
    (SUB_CRUMB(x0, x1, x2, x3), SUB_CRUMB(x5, x6, x7, x4), MIX_WORD(x0, x4), MIX_WORD(x1, x5),     \
     MIX_WORD(x2, x6), MIX_WORD(x3, x7), x0 ^= (left), x4 ^= (right))

/* The eight steps of a permutation with its constants (appendix B) */
#define PERMUTATION_0                                                                              \
    (STEP(0x303994A6, 0xE0337818), STEP(0xC0E65299, 0x441BA90D), STEP(0x6CC33A12, 0x7F34D442),     \
     STEP(0xDC56983E, 0x9389217F), STEP(0x1E00108F, 0xE5A8BCE6), STEP(0x7800423D, 0x5274BAF4),     \
     STEP(0x8F5B7882, 0x26889BA7), STEP(0x96E1DB12, 0x9A226E9D))
#define PERMUTATION_1                                                                              \
    (STEP(0xB6DE10ED, 0x01685F3D), STEP(0x70F47AAE, 0x05A17CF4), STEP(0x0707A3D4, 0xBD09CACA),     \
     STEP(0x1C1E8F51, 0xF4272B28), STEP(0x707A3D45, 0x144AE5CC), STEP(0xAEB28562, 0xFAA7AE2B),     \
     STEP(0xBACA1589, 0x2E48F1C1), STEP(0x40A46F3E, 0xB923C704))
#define PERMUTATION_2                                                                              \
    (STEP(0xFC20D9D2, 0xE25E72C1), STEP(0x34552E25, 0xE623BB72), STEP(0x7AD8818F, 0x5C58A4A4),     \
     STEP(0x8438764A, 0x1E38E2E7), STEP(0xBB6DE032, 0x78E38B9D), STEP(0xEDB780C8, 0x27586719),     \
     STEP(0xD9847356, 0x36EDA57F), STEP(0xA2C78434, 0x703AACE7))
#define PERMUTATION_3                                                                              \
    (STEP(0xB213AFA5, 0xE028C9BF), STEP(0xC84EBE95, 0x44756F91), STEP(0x4E608A22, 0x7E8FCE32),     \
     STEP(0x56D858FE, 0x956548BE), STEP(0x343B138F, 0xFE191BE2), STEP(0xD0EC4E3D, 0x3CB226E5),     \
     STEP(0x2CEB4882, 0x5944A28E), STEP(0xB3AD2208, 0xA1C4C355))
#define PERMUTATION_4                                                                              \
    (STEP(0xF0D2E9E3, 0x5090D577), STEP(0xAC11D7FA, 0x2D1925AB), STEP(0x1BCB66F2, 0xB46496AC),     \
     STEP(0x6F2D9BC9, 0xD1925AB0), STEP(0x78602649, 0x29131AB6), STEP(0x8EDAE952, 0x0FC053C3),     \
     STEP(0x3B6BA548, 0x3F014F0C), STEP(0xEDAE9520, 0xFC053C31))

/* x *= 2 in the ring of section 4.2.1 */
SMALL void double_word(u32 *x) {
    u32 t = x[7];

    x[7] = x[6];
    x[6] = x[5];
    x[5] = x[4];
    x[4] = x[3] ^ t;
    x[3] = x[2] ^ t;
    x[2] = x[1];
    x[1] = x[0] ^ t;
    x[0] = t;
}

SMALL void add(u32 *x, const u32 *y) {
    x[0] ^= y[0];
    x[1] ^= y[1];
    x[2] ^= y[2];
    x[3] ^= y[3];
    x[4] ^= y[4];
    x[5] ^= y[5];
    x[6] ^= y[6];
    x[7] ^= y[7];
}

/* Rotated to the left by j; j may be 0. */
#define TWEAK(x, j) ((x) << (j) | (x) >> 1 >> (31 - (j)))

/* Tweak and permutation of one word of the state (section 4.2.3) */
#define PERMUTE(j)                                                                                 \
    static void permute_##j(u32 *V) {                                                              \
        u32 x0 = V[0], x1 = V[1], x2 = V[2], x3 = V[3], t;                                         \
        u32 x4 = TWEAK(V[4], j), x5 = TWEAK(V[5], j), x6 = TWEAK(V[6], j), x7 = TWEAK(V[7], j);    \
                                                                                                   \
        PERMUTATION_##j;                                                                           \
        V[0] = x0;                                                                                 \
        V[1] = x1;                                                                                 \
        V[2] = x2;                                                                                 \
        V[3] = x3;                                                                                 \
        V[4] = x4;                                                                                 \
        V[5] = x5;                                                                                 \
        V[6] = x6;                                                                                 \
        V[7] = x7;                                                                                 \
    }

PERMUTE(0)
PERMUTE(1)
PERMUTE(2)
#if WIDTH > 3
PERMUTE(3)
#endif
#if WIDTH > 4
PERMUTE(4)
#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u32 V[8 * WIDTH], m[8], x[8];
    unsigned i, j;

    memcpy(V, cc->V, sizeof V);
    do {
        for (i = 0; i < 8; i++)
            m[i] = get_be32(data + 4 * i);
        /* Message injection (sections 4.2.1, 4.2.2) */
        for (i = 0; i < 8; i++) {
            x[i] = V[i] ^ V[8 + i] ^ V[16 + i];
#if WIDTH > 3
            x[i] ^= V[24 + i];
#endif
#if WIDTH > 4
            x[i] ^= V[32 + i];
#endif
        }
        double_word(x);
        for (j = 0; j < WIDTH; j++)
            add(V + 8 * j, x);
#if WIDTH == 5
        /* Each word is doubled, and the word after it is added. */
        memcpy(x, V, sizeof x);
        for (j = 0; j < WIDTH - 1; j++) {
            double_word(V + 8 * j);
            add(V + 8 * j, V + 8 * j + 8);
        }
        double_word(V + 8 * j);
        add(V + 8 * j, x);
#endif
#if WIDTH > 3
        /* Each word is doubled, and the word before it is added. */
        memcpy(x, V + 8 * (WIDTH - 1), sizeof x);
        for (j = WIDTH - 1; j != 0; j--) {
            double_word(V + 8 * j);
            add(V + 8 * j, V + 8 * j - 8);
        }
        double_word(V);
        add(V, x);
#endif
        for (j = 0; j < WIDTH; j++) {
            add(V + 8 * j, m);
            double_word(m);
        }
        permute_0(V);
        permute_1(V + 8);
        permute_2(V + 16);
#if WIDTH > 3
        permute_3(V + 24);
#endif
#if WIDTH > 4
        permute_4(V + 32);
#endif
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    memcpy(cc->V, V, sizeof V);
}

#endif

static void init(context *cc, unsigned out_size) {
    memcpy(cc->V, initial, sizeof initial);
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned left = cc->out_size / 32, i, j;
    u32 x;

    add_padding(cc, ub, n, BLOCK_BYTES);
    compress(cc, buf, 1);
    /* Blank rounds, each with 256 bits of output (section 4.3) */
    memset(buf, 0, BLOCK_BYTES);
    for (i = 0; left != 0; left--) {
        if (i == 0)
            compress(cc, buf, 1);
        x = 0;
        for (j = 0; j < WIDTH; j++)
            x ^= cc->V[8 * j + i];
        put_be32(out, x);
        out += 4;
        i = (i + 1) & 7;
    }
}

#endif
