/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Counter mode behind the functions of mote/aes.h, for adapters: whole blocks are the library's.
 *
 * The adapter has adapter_blocks, which encrypts len bytes, a multiple of 16, and counts on.
 */
#ifndef ADAPTER_CTR_H
#define ADAPTER_CTR_H

#include <stddef.h>
#include <string.h>

typedef struct {
    unsigned char counter[16];
    unsigned char key_stream[16];
    unsigned left;
} adapter_ctr_state;

static void adapter_blocks(const adapter_context *cc, unsigned char counter[16], const void *src,
                           void *dst, size_t len);

void adapter_ctr_start(adapter_ctr_state *state, const void *counter) {
    memcpy(state->counter, counter, 16);
    state->left = 0;
}

void adapter_ctr(const adapter_context *cc, adapter_ctr_state *state, const void *src, void *dst,
                 size_t len) {
    const unsigned char *from = src;
    unsigned char *to = dst;
    size_t whole;

    while (len != 0 && state->left != 0) {
        *to++ = (unsigned char)(*from++ ^ state->key_stream[16 - state->left--]);
        len--;
    }
    whole = len & ~(size_t)15;
    if (whole != 0)
        adapter_blocks(cc, state->counter, from, to, whole);
    from += whole;
    to += whole;
    len -= whole;
    if (len != 0) {
        memset(state->key_stream, 0, 16);
        adapter_blocks(cc, state->counter, state->key_stream, state->key_stream, 16);
        state->left = 16;
    }
    while (len-- != 0)
        *to++ = (unsigned char)(*from++ ^ state->key_stream[16 - state->left--]);
}

#endif
