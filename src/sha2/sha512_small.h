/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of SHA-512, SHA-384, SHA-512/224 and SHA-512/256 share,
 * in words of 32 bits.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields H, buf, count, ptr, out_size
 *     #define INITIAL_VALUES ...           of 16 words each, low halves first
 *
 * A word of 64 bits is two words here, the low half first.  Names are those of FIPS 180-4, sections
 * 4.1.3 and 6.4.2.  The working variables a to h and the last 16 words of the message schedule lie
 * in one window of 24 words of 64 bits, which slides down an array by one word in each step: no
 * word is ever moved.  That is why cc->buf holds the words of the block in reverse order.
 */
#ifndef MOTE_SHA512_SMALL_H
#define MOTE_SHA512_SMALL_H

#define WORDS64
#define BLOCK_BYTES 128
#define BLOCK_PLACE(i) (127 - (i))
static void compress(context *cc);

#include "common/small.h"

/* The constants of section 4.2.3, then the initial values. */
static const u32 K[] TABLE = {
    0xD728AE22, 0x428A2F98, 0x23EF65CD, 0x71374491, 0xEC4D3B2F, 0xB5C0FBCF, 0x8189DBBC,
    0xE9B5DBA5, 0xF348B538, 0x3956C25B, 0xB605D019, 0x59F111F1, 0xAF194F9B, 0x923F82A4,
    0xDA6D8118, 0xAB1C5ED5, 0xA3030242, 0xD807AA98, 0x45706FBE, 0x12835B01, 0x4EE4B28C,
    0x243185BE, 0xD5FFB4E2, 0x550C7DC3, 0xF27B896F, 0x72BE5D74, 0x3B1696B1, 0x80DEB1FE,
    0x25C71235, 0x9BDC06A7, 0xCF692694, 0xC19BF174, 0x9EF14AD2, 0xE49B69C1, 0x384F25E3,
    0xEFBE4786, 0x8B8CD5B5, 0x0FC19DC6, 0x77AC9C65, 0x240CA1CC, 0x592B0275, 0x2DE92C6F,
    0x6EA6E483, 0x4A7484AA, 0xBD41FBD4, 0x5CB0A9DC, 0x831153B5, 0x76F988DA, 0xEE66DFAB,
    0x983E5152, 0x2DB43210, 0xA831C66D, 0x98FB213F, 0xB00327C8, 0xBEEF0EE4, 0xBF597FC7,
    0x3DA88FC2, 0xC6E00BF3, 0x930AA725, 0xD5A79147, 0xE003826F, 0x06CA6351, 0x0A0E6E70,
    0x14292967, 0x46D22FFC, 0x27B70A85, 0x5C26C926, 0x2E1B2138, 0x5AC42AED, 0x4D2C6DFC,
    0x9D95B3DF, 0x53380D13, 0x8BAF63DE, 0x650A7354, 0x3C77B2A8, 0x766A0ABB, 0x47EDAEE6,
    0x81C2C92E, 0x1482353B, 0x92722C85, 0x4CF10364, 0xA2BFE8A1, 0xBC423001, 0xA81A664B,
    0xD0F89791, 0xC24B8B70, 0x0654BE30, 0xC76C51A3, 0xD6EF5218, 0xD192E819, 0x5565A910,
    0xD6990624, 0x5771202A, 0xF40E3585, 0x32BBD1B8, 0x106AA070, 0xB8D2D0C8, 0x19A4C116,
    0x5141AB53, 0x1E376C08, 0xDF8EEB99, 0x2748774C, 0xE19B48A8, 0x34B0BCB5, 0xC5C95A63,
    0x391C0CB3, 0xE3418ACB, 0x4ED8AA4A, 0x7763E373, 0x5B9CCA4F, 0xD6B2B8A3, 0x682E6FF3,
    0x5DEFB2FC, 0x748F82EE, 0x43172F60, 0x78A5636F, 0xA1F0AB72, 0x84C87814, 0x1A6439EC,
    0x8CC70208, 0x23631E28, 0x90BEFFFA, 0xDE82BDE9, 0xA4506CEB, 0xB2C67915, 0xBEF9A3F7,
    0xE372532B, 0xC67178F2, 0xEA26619C, 0xCA273ECE, 0x21C0C207, 0xD186B8C7, 0xCDE0EB1E,
    0xEADA7DD6, 0xEE6ED178, 0xF57D4F7F, 0x72176FBA, 0x06F067AA, 0xA2C898A6, 0x0A637DC5,
    0xBEF90DAE, 0x113F9804, 0x131C471B, 0x1B710B35, 0x23047D84, 0x28DB77F5, 0x40C72493,
    0x32CAAB7B, 0x15C9BEBC, 0x3C9EBE0A, 0x9C100D4C, 0x431D67C4, 0xCB3E42B6, 0x4CC5D4BE,
    0xFC657E2A, 0x597F299C, 0x3AD6FAEC, 0x5FCB6FAB, 0x4A475817, 0x6C44198C, INITIAL_VALUES};

/*
 * The functions Sigma1, Sigma0, sigma1 and sigma0 of x: rotations in turn, each of what the one
 * before has left, from x on.  MORE: x is added, and another rotation follows; the number after the
 * rotations is the shift of x that comes to them.  Sigma1 is rotations by 14, 14 + 4, 14 + 4 + 23.
 */
#define MORE 32
#define PLAIN 64
static const unsigned char sigmas[15] TABLE = {23 + MORE, 4 + MORE, 14,       0,         5 + MORE,
                                               6 + MORE,  28,       0,        22 + MORE, 31 + PLAIN,
                                               30,        6,        7 + MORE, 1,         7};

/* sum += one of these functions of x; r: where its numbers begin */
NOINLINE static void add_sigma(u32 *sum, const u32 *x, const unsigned char *r) {
    u32 y[2], low = x[0], high = x[1], t;
    unsigned n, m;

    do {
        n = READ8_AT(sigmas, r);
        r++;
        m = n & 31;
        t = low;
        low = low >> m | T32(high << (32 - m));
        high = high >> m | T32(t << (32 - m));
        if (n & MORE) {
            low ^= x[0];
            high ^= x[1];
        }
    } while (n >= MORE);
    n = READ8_AT(sigmas, r);
    if (n != 0) {
        low ^= x[0] >> n | T32(x[1] << (32 - n));
        high ^= x[1] >> n;
    }
    y[0] = low;
    y[1] = high;
    add64(sum, y);
}

static void compress(context *cc) {
    u32 w[2 * (80 + 24)], *p = w + 2 * 80, ch[2], maj[2];
    unsigned i, j;

    /* p: a to h, then the words of the schedule for steps i + 15 to i, of two words each. */
    memcpy(p, cc, sizeof cc->H + sizeof cc->buf);
    i = 0;
    do {
        for (j = 0; j < 2; j++) {
            ch[j] = ((p[10] ^ p[12]) & p[8]) ^ p[12];
            maj[j] = ((p[0] ^ p[2]) & (p[0] ^ p[4])) ^ p[0];
            p++;
        }
        p -= 2;
        /* h becomes T1, d + T1 the new e, T1 + T2 the new a. */
        add64(p + 14, ch);
        COPY32_AT(ch, K, 2 * i, 2);
        add64(p + 14, ch);
        add64(p + 14, p + 46);
        add_sigma(p + 14, p + 8, &sigmas[0]);
        add64(p + 6, p + 14);
        memcpy(p - 2, p + 14, 2 * sizeof *p);
        add64(p - 2, maj);
        add_sigma(p - 2, p, &sigmas[4]);
        /* The word of the schedule for step i + 16, in the place of h. */
        memcpy(p + 14, p + 46, 2 * sizeof *p);
        add64(p + 14, p + 28);
        add_sigma(p + 14, p + 18, &sigmas[8]);
        add_sigma(p + 14, p + 44, &sigmas[12]);
        p -= 2;
    } while (++i != 80);
    for (i = 0; i != 16; i += 2)
        add64(cc->H + i, p + i);

    /* The number of bits so far. */
    cc->count[0] = T32(cc->count[0] + 1024);
    i = 0;
    while (cc->count[i] == 0 && ++i != 4)
        cc->count[i] = T32(cc->count[i] + 1);
}

/* which: of the initial values, counted in words. */
static void init(context *cc, unsigned out_size, unsigned which) {
    memset(cc->count, 0, sizeof cc->count);
    cc->ptr = 0;
    cc->out_size = out_size;
    COPY32_AT(cc->H, K, 2 * 80 + which, 16);
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    u32 count[4];

    memcpy(count, cc->count, sizeof count);
    count[0] |= cc->ptr << 3 | n;
    add_padding(cc, ub, n, 112);
    memcpy(cc->buf, count, sizeof count);
    compress(cc);
    n = cc->out_size >> 3;
    do {
        n--;
        out[n] = GET_BYTE(cc->H, n ^ 7);
    } while (n != 0);
}

#endif
