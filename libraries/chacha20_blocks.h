/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/chacha20.h for adapters: whole blocks are the library's, RFC 8439's state and
 * what is left of a block are ours.
 *
 * The adapter has adapter_blocks, which encrypts n blocks; their number, state[12], is counted here.
 */
#ifndef ADAPTER_CHACHA20_BLOCKS_H
#define ADAPTER_CHACHA20_BLOCKS_H

#include <string.h>

static void adapter_blocks(unsigned *state, const unsigned char *src, unsigned char *dst, size_t n);

static unsigned adapter_word(const unsigned char *from) {
    return from[0] | (unsigned)from[1] << 8 | (unsigned)from[2] << 16 | (unsigned)from[3] << 24;
}

void adapter_init(adapter_context *cc, const void *key, const void *nonce, unsigned counter) {
    static const unsigned sigma[4] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
    int i;

    memcpy(cc->state, sigma, sizeof sigma);
    for (i = 0; i < 8; i++)
        cc->state[4 + i] = adapter_word((const unsigned char *)key + 4 * i);
    cc->state[12] = counter;
    for (i = 0; i < 3; i++)
        cc->state[13 + i] = adapter_word((const unsigned char *)nonce + 4 * i);
    cc->left = 0;
}

void adapter_crypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    const unsigned char *from = src;
    unsigned char *to = dst;
    size_t n;

    while (len != 0 && cc->left != 0) {
        *to++ = (unsigned char)(*from++ ^ cc->key_stream[64 - cc->left--]);
        len--;
    }
    n = len / 64;
    if (n != 0) {
        adapter_blocks(cc->state, from, to, n);
        cc->state[12] += (unsigned)n;
        from += 64 * n;
        to += 64 * n;
        len -= 64 * n;
    }
    if (len != 0) {
        memset(cc->key_stream, 0, 64);
        adapter_blocks(cc->state, cc->key_stream, cc->key_stream, 1);
        cc->state[12]++;
        cc->left = 64;
    }
    while (len-- != 0)
        *to++ = (unsigned char)(*from++ ^ cc->key_stream[64 - cc->left--]);
}

#endif
