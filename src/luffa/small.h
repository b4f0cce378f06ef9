/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Luffa share: all but the width.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields V (8 * WIDTH of u32), buf (8 of u32),
 *                                          ptr, out_size
 *     #define WIDTH 3                      words of 256 bits in the state: 3, 4 or 5
 *
 * Names are those of the Luffa specification, version 2.0.1, sections 4.2 and 4.3.
 */
#ifndef MOTE_LUFFA_SMALL_H
#define MOTE_LUFFA_SMALL_H

#define BLOCK_BYTES 32
#define BLOCK_PLACE(i) ((i) ^ 3)
static void compress(context *cc);

#include "common/small.h"

/*
 * The initial values (appendix A), then for each permutation the two halves from which its step
 * constants come (appendix B).
 */
static const u32 initial[10 * WIDTH] TABLE = {
    0x6D251E69, 0x44B051E0, 0x4EAA6FB4, 0xDBF78465, 0x6E292011, 0x90152DF4, 0xEE058139, 0xDEF610BB,
    0xC3B44B95, 0xD9D2F256, 0x70EEE9A0, 0xDE099FA3, 0x5D9B0557, 0x8FC944B3, 0xCF1CCF0E, 0x746CD581,
    0xF7EFC89D, 0x5DBA5781, 0x04016CE5, 0xAD659C05, 0x0306194F, 0x666D1836, 0x24AA230A, 0x8B264AE7,
#if WIDTH > 3
    0x858075D5, 0x36D79CCE, 0xE571F7D7, 0x204B1F67, 0x35870C6A, 0x57E9E923, 0x14BCB808, 0x7CDE72CE,
#endif
#if WIDTH > 4
    0x6C68E9BE, 0x5EC41E22, 0xC825B7C7, 0xAFFB4363, 0xF5DF3999, 0x0FC688F1, 0xB07224CC, 0x03E86CEA,
#endif
    0x181CCA53, 0x380CDE06, 0x5B6F0876, 0xF16F8594, 0x7E106CE9, 0x38979CB0,
#if WIDTH > 3
    0xBB62F364, 0x92E93C29,
#endif
#if WIDTH > 4
    0x9A025047, 0xCFF2A940,
#endif
};

/* x ^= y, 256 bits */
NOINLINE static void add(u32 *x, const u32 *y) {
    unsigned i;

    for (i = 0; i != 8; i++)
        x[i] ^= y[i];
}

/* x *= 2 in the ring of section 4.2.1 */
NOINLINE static void double_word(u32 *x) {
    u32 top = x[7], t = top, next;
    unsigned i;

    for (i = 0; i != 8; i++) {
        next = x[i];
        x[i] = t;
        t = next;
    }
    x[1] ^= top;
    x[3] ^= top;
    x[4] ^= top;
}

/* The sum of the words of the state */
static void sum(u32 *x, const u32 *V) {
    unsigned j;

    memset(x, 0, 8 * sizeof *x);
    for (j = 0; j != WIDTH; j++)
        add(x, V + 8 * j);
}

/* The round function on the message block in cc->buf */
NOINLINE static void compress(context *cc) {
    u32 x[8], *V, a, b, c, d, t, left, right;
    unsigned i, j, k;

    /* Message injection (sections 4.2.1, 4.2.2) */
    sum(x, cc->V);
    double_word(x);
    V = cc->V;
    for (j = 0; j != WIDTH; j++) {
        add(V, x);
        V += 8;
    }
#if WIDTH == 5
    /* Each word is doubled, and the word after it is added. */
    memcpy(x, cc->V, sizeof x);
    V = cc->V;
    for (j = 1; j != WIDTH; j++) {
        double_word(V);
        add(V, V + 8);
        V += 8;
    }
    double_word(V);
    add(V, x);
#endif
#if WIDTH > 3
    /* Each word is doubled, and the word before it is added. */
    V = cc->V + 8 * (WIDTH - 1);
    memcpy(x, V, sizeof x);
    for (j = 1; j != WIDTH; j++) {
        double_word(V);
        add(V, V - 8);
        V -= 8;
    }
    double_word(V);
    add(V, x);
#endif
    V = cc->V;
    for (j = 0; j != WIDTH; j++) {
        add(V, cc->buf);
        double_word(cc->buf);
        /* The permutation Qj (sections 4.2.3 to 4.2.6): first its tweak */
        for (i = 4; i != 8; i++)
            V[i] = T32(V[i] << j) | V[i] >> 1 >> (31 - j);
        left = READ32(initial, 8 * WIDTH + 2 * j);
        right = READ32(initial, 8 * WIDTH + 2 * j + 1);
        for (k = 0; k != 8; k++) {
            /* SubCrumb on words 0 to 3, then on 5, 6, 7, 4; its "a2 &= a1" would change nothing */
            for (i = 0; i != 2; i++) {
                u32 *v = V + 4 * i;

                a = v[i];
                b = v[i + 1];
                c = v[i + 2];
                d = v[(i + 3) & 3];
                t = a;
                a |= b;
                c ^= d;
                b = ~b;
                a ^= d;
                d &= t;
                b ^= d;
                d ^= c;
                c &= a;
                a = ~a;
                c ^= b;
                b |= d;
                t ^= b;
                v[(i + 3) & 3] = T32(d ^ c);
                v[i + 2] = T32(c);
                v[i + 1] = T32(b ^ a);
                v[i] = T32(t);
            }
            /* MixWord */
            for (i = 0; i != 4; i++) {
                a = V[i];
                b = V[i + 4] ^ a;
                a = ROTL32(a, 2) ^ b;
                b = ROTL32(b, 14) ^ a;
                V[i] = ROTL32(a, 10) ^ b;
                V[i + 4] = ROTL32(b, 1);
            }
            /* AddConstant: the right half after each of two steps of the generator (appendix B) */
            for (i = 0; i != 8; i += 4) {
                t = left >> 31;
                t = T32(0 - t);
                a = T32(left << 1) | right >> 31;
                left = T32(right << 1) ^ (t & 0x55C61C8D);
                right = a ^ (t & 0xC4D6496C);
                V[i] ^= right;
            }
        }
        V += 8;
    }
}

static void init(context *cc, unsigned out_size) {
    COPY32(cc->V, initial, 8 * WIDTH);
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    u32 x[8];
    unsigned left = cc->out_size >> 3, i;

    add_padding(cc, ub, n, 0);
    /* Blank rounds, each with 256 bits of output (section 4.3) */
    do {
        memset(cc->buf, 0, sizeof cc->buf);
        compress(cc);
        sum(x, cc->V);
        i = 0;
        do {
            *out = GET_BYTE(x, i ^ 3);
            out++;
        } while (--left != 0 && ++i != 32);
    } while (left != 0);
}

#endif
