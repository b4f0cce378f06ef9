/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of ParallelHash128 and ParallelHash256 share.
 *
 * A private header.  The source includes it after keccak/small.h or keccak/fast.h and
 *
 *     typedef mote_xxx_node context;       of a sponge, with the fields of keccak/small.h and suffix
 *     typedef mote_xxx_context tree;       with the fields top, leaf, blocks, block_bytes, fill
 *     #define SUFFIX cc->suffix
 *     #define INNER_BYTES 32               of the hash of a block
 *
 * Names are those of SP 800-185, section 6.3: B, L, n and S.  Each block goes into the leaf, a SHAKE;
 * what that gives goes into the top, a cSHAKE.
 */
#ifndef MOTE_KECCAK_PARALLELHASH_H
#define MOTE_KECCAK_PARALLELHASH_H

#include "keccak/customized.h"

/* What follows the text of a sponge, and the first 1 of the padding: 00 of cSHAKE, 1111 of SHAKE. */
#define TOP 4
#define LEAF 0x1F

/* B as long as nobody says another */
#define USUAL_BLOCK_BYTES 8192

/* left_encode or with at_right right_encode of a number (section 2.3.1). */
static void add_number(context *cc, u32 low, u32 high, unsigned at_right) {
    unsigned char bytes[10], *end = bytes + 9, *p = end;

    do {
        *--p = (unsigned char)(low & 0xFF);
        low = low >> 8 | (high << 24 & 0xFFFFFFFF);
        high >>= 8;
    } while ((low | high) != 0);
    *end = p[-1] = (unsigned char)(end - p);
    update(cc, at_right ? p : p - 1, (size_t)(end - p) + 1);
}

/* The first block of the top: cSHAKE's function name and S. */
static void customize(tree *cc, const void *data, size_t len) {
    unsigned char name[12];

    init(&cc->top, cc->top.rate, cc->top.out_size);
    cc->top.suffix = TOP;
    begin_block(&cc->top);
    name[0] = 'P';
    name[1] = 'a';
    name[2] = 'r';
    name[3] = 'a';
    name[4] = 'l';
    name[5] = 'l';
    name[6] = 'e';
    name[7] = 'l';
    name[8] = 'H';
    name[9] = 'a';
    name[10] = 's';
    name[11] = 'h';
    add_string(&cc->top, name, 12);
    add_string(&cc->top, data, len);
    end_block(&cc->top);
}

static void start(tree *cc, unsigned rate, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->top.rate = rate;
    cc->top.out_size = out_size;
    cc->block_bytes = USUAL_BLOCK_BYTES;
    customize(cc, NULL, 0);
}

/* B, before the first hash of a block.  Where a size has fewer bits, no shift is as wide as it is. */
static void add_block_bytes(tree *cc) {
    if ((cc->blocks[0] | cc->blocks[1]) == 0)
        add_number(&cc->top, (u32)(cc->block_bytes & 0xFFFFFFFF),
                   (u32)(cc->block_bytes >> 8 >> 8 >> 8 >> 8 & 0xFFFFFFFF), 0);
}

/* The hash of a block into the top. */
static void end_block_of_message(tree *cc) {
    unsigned char value[INNER_BYTES];

    add_block_bytes(cc);
    finish(&cc->leaf, 0, 0, value);
    update(&cc->top, value, INNER_BYTES);
    cc->fill = 0;
    cc->blocks[0] = (cc->blocks[0] + 1) & 0xFFFFFFFF;
    if (cc->blocks[0] == 0)
        cc->blocks[1]++;
}

static void add(tree *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    size_t n;

    while (len != 0) {
        if (cc->fill == 0) {
            init(&cc->leaf, cc->top.rate, 8 * INNER_BYTES);
            cc->leaf.suffix = LEAF;
        }
        n = cc->block_bytes - cc->fill;
        if (n > len)
            n = len;
        update(&cc->leaf, bytes, n);
        bytes += n;
        len -= n;
        cc->fill += n;
        if (cc->fill == cc->block_bytes)
            end_block_of_message(cc);
    }
}

/* n and L, or 0 where the output may have any length; and the output. */
static void end(tree *cc, unsigned encoded_bytes, void *dst) {
    if (cc->fill != 0)
        end_block_of_message(cc);
    add_block_bytes(cc);
    add_number(&cc->top, cc->blocks[0], cc->blocks[1], 1);
    add_length(&cc->top, encoded_bytes, 1);
    finish(&cc->top, 0, 0, dst);
}

#endif
