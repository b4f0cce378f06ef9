/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Skein-256, Skein-512 and Skein-1024 share: all
 * but the size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in skein/skein_small.h
 *     #define WORDS 8                      words of 64 bits in the state: 4, 8 or 16
 *
 * Names are those of "The Skein Hash Function Family", version 1.3, sections 3.4 and 3.5.
 */
#ifndef MOTE_SKEIN_FAST_H
#define MOTE_SKEIN_FAST_H

#define WAITING_BLOCK_BYTES (8 * WORDS)
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "skein/ubi.h"

#ifndef UBI
#include "skein/threefish_fast.h"
#endif

/* The types of a UBI computation (table 6), and flags beside them, in the tweak's highest word */
#define TYPE(n) ((u32)(n) << 24)
#define KEY TYPE(0)
#define CONFIGURATION TYPE(4)
#define PERSONALIZATION TYPE(8)
#define MESSAGE TYPE(48)
#define OUTPUT TYPE(63)
#define BIT_PAD ((u32)1 << 23)
#define FIRST ((u32)1 << 30)
#define FINAL ((u32)1 << 31)

#ifdef UBI

/* Blocks of UBI (section 3.4), each with so many bytes of data. */
static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes) {
    u32 *tweak = cc->tweak;

    do {
        /* The position, 96 bits */
        tweak[0] += bytes;
        if (tweak[0] < bytes && ++tweak[1] == 0)
            tweak[2]++;
        UBI(cc->G, tweak, data);
        tweak[3] &= ~FIRST;
        data += 8 * WORDS;
    } while (--blocks != 0);
}

#else

/* Blocks of UBI (section 3.4), each with so many bytes of data. */
static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes) {
    u64 k[WORDS + 1], t[3], m[WORDS], position = JOIN64(cc->tweak);
    u64 X;
    unsigned i;

    for (i = 0; i < WORDS; i++)
        k[i] = JOIN64(cc->G + 2 * i);
    do {
        position += bytes;
        SPLIT64(cc->tweak, position);
        if (position < bytes)
            cc->tweak[2]++;
        t[0] = position;
        t[1] = JOIN64(cc->tweak + 2);
        for (i = 0; i < WORDS; i++)
            m[i] = get_le64(data + 8 * i);
        COMPLETE(k, t);
        LOAD(m);
        ALL_ROUNDS;
        FEED_FORWARD(k, m);
        cc->tweak[3] &= ~FIRST;
        data += 8 * WORDS;
    } while (--blocks != 0);
    for (i = 0; i < WORDS; i++)
        SPLIT64(cc->G + 2 * i, k[i]);
}

#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    compress_blocks(cc, data, blocks, 8 * WORDS);
}

static void start(context *cc, u32 type) {
    memset(cc->tweak, 0, sizeof cc->tweak);
    cc->tweak[3] = type | FIRST;
    cc->ptr = 0;
}

static void end(context *cc) {
    unsigned char *buf = (unsigned char *)cc->buf;

    memset(buf + cc->ptr, 0, 8 * WORDS - cc->ptr);
    cc->tweak[3] |= FINAL;
    compress_blocks(cc, buf, 1, cc->ptr);
}

static void ubi(context *cc, u32 type, const void *data, size_t len) {
    start(cc, type);
    add_bytes(cc, data, len);
    end(cc);
}

/* Section 3.5: with a key, which may be empty */
static void init_keyed(context *cc, unsigned out_size, const void *key, size_t key_len) {
    unsigned char configuration[32];

    memset(cc->G, 0, sizeof cc->G);
    if (key_len != 0)
        ubi(cc, KEY, key, key_len);
    /* The configuration string (table 7) */
    memset(configuration, 0, sizeof configuration);
    put_le32(configuration, 0x33414853);
    configuration[4] = 1;
    put_le32(configuration + 8, out_size);
    cc->out_size = out_size;
    ubi(cc, CONFIGURATION, configuration, sizeof configuration);
    start(cc, MESSAGE);
}

/* The same section: personalization comes after the configuration, before the message. */
static void personalize(context *cc, const void *data, size_t len) {
    ubi(cc, PERSONALIZATION, data, len);
    start(cc, MESSAGE);
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf, number[8];
    unsigned left = cc->out_size / 8, part, i;
    u32 G[2 * WORDS], count = 0;

    if (n != 0) {
        n = 0x80 >> n;
        number[0] = (unsigned char)((ub | n) & -n);
        add_bytes(cc, number, 1);
        cc->tweak[3] |= BIT_PAD;
    }
    end(cc);
    memcpy(G, cc->G, sizeof G);
    /* The output function (section 3.5.3): block number `count` */
    memset(number, 0, sizeof number);
    do {
        memcpy(cc->G, G, sizeof G);
        put_le32(number, count);
        count++;
        ubi(cc, OUTPUT, number, sizeof number);
        for (i = 0; i < 2 * WORDS; i++)
            put_le32(buf + 4 * i, cc->G[i]);
        part = left < 8 * WORDS ? left : 8 * WORDS;
        memcpy(out, buf, part);
        out += part;
        left -= part;
    } while (left != 0);
}

#endif
