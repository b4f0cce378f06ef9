/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 by Libgcrypt's functions for POWER, whose names begin with ADAPTER_PREFIX.  They count
 * themselves, with 64 bits.
 */
#include "../chacha20.h"

#include "../chacha20_blocks.h"

#define JOINED(a, b) a##b
#define NAME(a, b) JOINED(a, b)

unsigned NAME(ADAPTER_PREFIX, blocks1)(unsigned *state, unsigned char *dst,
                                       const unsigned char *src, size_t n);
unsigned NAME(ADAPTER_PREFIX, blocks4)(unsigned *state, unsigned char *dst,
                                       const unsigned char *src, size_t n);

static void adapter_blocks(unsigned *state, const unsigned char *src, unsigned char *dst,
                           size_t n) {
    unsigned number = state[12], nonce = state[13];
    size_t fours = n & ~(size_t)3;

    if (fours != 0)
        (void)NAME(ADAPTER_PREFIX, blocks4)(state, dst, src, fours);
    if (n != fours)
        (void)NAME(ADAPTER_PREFIX, blocks1)(state, dst + 64 * fours, src + 64 * fours, n - fours);
    state[12] = number;
    state[13] = nonce;
}
