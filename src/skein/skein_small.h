/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Skein-256, Skein-512 and Skein-1024 share: all but
 * the size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields G, buf (2 * WORDS of u32 each), tweak[4],
 *                                          ptr, out_size
 *     #define WORDS 8                      words of 64 bits in the state: 4, 8 or 16
 *
 * Names are those of "The Skein Hash Function Family", version 1.3, sections 3.4 and 3.5.
 */
#ifndef MOTE_SKEIN_SMALL_H
#define MOTE_SKEIN_SMALL_H

#include "skein/ubi.h"

#ifdef UBI
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "the kernel takes a block of bytes, and here it is words: take another implementation"
#endif
#else
#define WORDS64
#endif
#define WAITING_BLOCK_BYTES (8 * WORDS)
#define BLOCK_PLACE(i) (i)
static void compress(context *cc);

#include "common/small.h"

#ifndef UBI
#include "skein/threefish_small.h"
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

/* A block of UBI (section 3.4): cc->ptr bytes of data, in cc->buf. */
static void compress(context *cc) {
#ifndef UBI
    u32 x[2 * WORDS];
#endif
    unsigned i;

    /* The position, 96 bits */
    cc->tweak[0] = T32(cc->tweak[0] + cc->ptr);
    i = 0;
    if (cc->tweak[0] < cc->ptr) {
        while (++i != 3 && (cc->tweak[i] = T32(cc->tweak[i] + 1)) == 0)
            ;
    }
#ifdef UBI
    UBI(cc->G, cc->tweak, (unsigned char *)cc->buf);
#else
    memcpy(x, cc->buf, sizeof x);
    encrypt(x, cc->G, cc->tweak);
    for (i = 0; i != 2 * WORDS; i++)
        cc->G[i] = x[i] ^ cc->buf[i];
#endif
    cc->tweak[3] &= ~FIRST;
}

static void start(context *cc, u32 type) {
    memset(cc->tweak, 0, sizeof cc->tweak);
    cc->tweak[3] = type | FIRST;
    cc->ptr = 0;
}

static void end(context *cc) {
    fill_block(cc);
    cc->tweak[3] |= FINAL;
    compress(cc);
}

static void ubi(context *cc, u32 type, const void *data, size_t len) {
    start(cc, type);
    add_bytes(cc, data, len);
    end(cc);
}

/* Section 3.5: with a key, which may be empty */
static void init_keyed(context *cc, unsigned out_size, const void *key, size_t key_len) {
    memset(cc->G, 0, sizeof cc->G);
    if (key_len != 0)
        ubi(cc, KEY, key, key_len);
    /* The configuration string (table 7), 32 bytes; fill_block adds the zeros. */
    start(cc, CONFIGURATION);
    memset(cc->buf, 0, sizeof cc->buf);
    cc->buf[0] = 0x33414853;
    cc->buf[1] = 1;
    cc->buf[2] = cc->out_size = out_size;
    cc->ptr = 32;
    end(cc);
    start(cc, MESSAGE);
}

/* The same section: personalization comes after the configuration, before the message. */
static void personalize(context *cc, const void *data, size_t len) {
    ubi(cc, PERSONALIZATION, data, len);
    start(cc, MESSAGE);
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, byte;
    unsigned left = cc->out_size >> 3, i;
    u32 G[2 * WORDS], count = 0;

    if (n != 0) {
        n = 0x80 >> n;
        byte = (unsigned char)((ub | n) & -n);
        add_bytes(cc, &byte, 1);
        cc->tweak[3] |= BIT_PAD;
    }
    end(cc);
    memcpy(G, cc->G, sizeof G);
    /* The output function (section 3.5.3): block number `count` */
    do {
        memcpy(cc->G, G, sizeof G);
        start(cc, OUTPUT);
        memset(cc->buf, 0, sizeof cc->buf);
        cc->buf[0] = count;
        count++;
        cc->ptr = 8;
        end(cc);
        i = 0;
        do {
            *out = GET_BYTE(cc->G, i);
            out++;
        } while (--left != 0 && ++i != 8 * WORDS);
    } while (left != 0);
}

#endif
