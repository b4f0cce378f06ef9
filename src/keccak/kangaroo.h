/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of KT128 and KT256 share: the tree.
 *
 * A private header.  The source includes it after keccak/small.h or keccak/fast.h and
 *
 *     typedef mote_xxx_node context;       of a node, with the fields of keccak/small.h and suffix
 *     typedef mote_xxx_context tree;       with the fields top, leaf, leaves, chunk, customized
 *     #define SUFFIX cc->suffix
 *     #define CHAINING_BYTES 32            of a chaining value
 *
 * Names are those of RFC 9861, section 3.  The first chunk goes into the final node as it is; each
 * other one into a leaf, whose chaining value follows.
 */
#ifndef MOTE_KECCAK_KANGAROO_H
#define MOTE_KECCAK_KANGAROO_H

#define CHUNK_BYTES 8192

/* The domain separation bytes: of the only chunk, of a leaf, of the final node. */
#define SINGLE 0x07
#define LEAF 0x0B
#define FINAL 0x06

static void start(tree *cc, unsigned rate, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    init(&cc->top, rate, out_size);
    cc->top.suffix = SINGLE;
}

/* length_encode: the number's bytes and how many they are (section 3.3). */
static unsigned char *length_encode(unsigned char *end, u32 low, u32 high) {
    unsigned char *p = end;

    while ((low | high) != 0) {
        *--p = (unsigned char)(low & 0xFF);
        low = low >> 8 | (high << 24 & 0xFFFFFFFF);
        high >>= 8;
    }
    *end = (unsigned char)(end - p);
    return p;
}

/* The chaining value of a leaf into the final node. */
static void end_leaf(tree *cc) {
    unsigned char value[CHAINING_BYTES];

    finish(&cc->leaf, 0, 0, value);
    update(&cc->top, value, CHAINING_BYTES);
    cc->leaves[0] = (cc->leaves[0] + 1) & 0xFFFFFFFF;
    if (cc->leaves[0] == 0)
        cc->leaves[1]++;
}

static void add(tree *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned char first[8];
    unsigned n;

    while (len != 0) {
        if (cc->chunk == CHUNK_BYTES) {
            /* A chunk is full, and another begins. */
            if (cc->top.suffix == SINGLE) {
                cc->top.suffix = FINAL;
                memset(first, 0, 8);
                first[0] = 3;
                update(&cc->top, first, 8);
            } else {
                end_leaf(cc);
            }
            init(&cc->leaf, cc->top.rate, 8 * CHAINING_BYTES);
            cc->leaf.suffix = LEAF;
            cc->chunk = 0;
        }
        n = CHUNK_BYTES - cc->chunk;
        if (n > len)
            n = (unsigned)len;
        update(cc->top.suffix == SINGLE ? &cc->top : &cc->leaf, bytes, n);
        bytes += n;
        cc->chunk += n;
        len -= n;
    }
}

/* C behind the message, and its length. */
static void customize(tree *cc, const void *data, size_t len) {
    unsigned char encoded[sizeof(u32) * 2 + 1], *end = encoded + sizeof encoded - 1, *p;

    cc->customized = 1;
    add(cc, data, len);
    /* Where a size has fewer than 64 bits, no shift is as wide as it is. */
    p = length_encode(end, (u32)(len & 0xFFFFFFFF), (u32)(len >> 8 >> 8 >> 8 >> 8));
    add(cc, p, (size_t)(end - p) + 1);
}

static void end(tree *cc, void *dst) {
    unsigned char encoded[sizeof(u32) * 2 + 3], *end = encoded + sizeof encoded - 3, *p;

    if (!cc->customized)
        customize(cc, NULL, 0);
    if (cc->top.suffix != SINGLE) {
        end_leaf(cc);
        p = length_encode(end, cc->leaves[0], cc->leaves[1]);
        end[1] = end[2] = 0xFF;
        update(&cc->top, p, (size_t)(end - p) + 3);
    }
    finish(&cc->top, 0, 0, dst);
}

#endif
