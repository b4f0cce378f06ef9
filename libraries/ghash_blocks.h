/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/ghash.h for adapters: whole blocks are the library's.
 *
 * The adapter has adapter_key, which makes the table of a hash key, and adapter_blocks, which hashes n
 * blocks.
 */
#ifndef ADAPTER_GHASH_BLOCKS_H
#define ADAPTER_GHASH_BLOCKS_H

#include <string.h>

static void adapter_key(adapter_context *cc, const unsigned char key[16]);
static void adapter_blocks(adapter_context *cc, const unsigned char *blocks, size_t n);

void adapter_init(adapter_context *cc, const void *key) {
    memset(cc->hash, 0, 16);
    cc->waiting = 0;
    adapter_key(cc, key);
}

void adapter(adapter_context *cc, const void *data, size_t len) {
    const unsigned char *from = data;
    size_t n;

    while (len != 0 && cc->waiting != 0) {
        cc->block[cc->waiting++] = *from++;
        len--;
        if (cc->waiting == 16) {
            adapter_blocks(cc, cc->block, 1);
            cc->waiting = 0;
        }
    }
    n = len / 16;
    if (n != 0)
        adapter_blocks(cc, from, n);
    from += 16 * n;
    for (len %= 16; len != 0; len--)
        cc->block[cc->waiting++] = *from++;
}

void adapter_close(adapter_context *cc, void *dst) {
    if (cc->waiting != 0) {
        memset(cc->block + cc->waiting, 0, 16 - cc->waiting);
        adapter_blocks(cc, cc->block, 1);
        cc->waiting = 0;
    }
    memcpy(dst, cc->hash, 16);
}

#endif
