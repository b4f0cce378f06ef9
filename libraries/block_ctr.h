/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Counter mode with 128 bits for adapters of libraries that encrypt single blocks.
 *
 * The adapter has adapter_block, which encrypts one block from src to dst.
 */
#ifndef ADAPTER_BLOCK_CTR_H
#define ADAPTER_BLOCK_CTR_H

#include "ctr.h"

static void adapter_block(const adapter_context *cc, const unsigned char *src, unsigned char *dst);

static void adapter_blocks(const adapter_context *cc, unsigned char counter[16], const void *src,
                           void *dst, size_t len) {
    const unsigned char *from = src;
    unsigned char *to = dst;
    unsigned char key_stream[16];
    int i;

    for (; len != 0; len -= 16) {
        adapter_block(cc, counter, key_stream);
        for (i = 0; i < 16; i++)
            *to++ = (unsigned char)(*from++ ^ key_stream[i]);
        for (i = 16; --i >= 0 && ++counter[i] == 0;)
            ;
    }
}

#endif
