/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak on amd64, with the permutation of keccak/fast.h: what is less than a block goes into the state by lanes, and
 * the digest comes out of it as it lies there.  Of a message of 64 bytes both by single bytes were a quarter.
 *
 * A private header.  It stands in place of keccak/fast.h, after the same definitions.
 */
#ifndef MOTE_KECCAK_AMD64_BYTES_H
#define MOTE_KECCAK_AMD64_BYTES_H

#define STATE_IN_ORDER
#define update __attribute__((__unused__)) update_by_bytes
#include "keccak/fast.h"
#undef update

/* Adds n bytes to the state, from place i on: whole lanes, and then what is left. */
static void add_bytes(context *cc, unsigned i, const unsigned char *bytes, size_t n) {
    unsigned char *state = (unsigned char *)cc->A + i;
    u64 x, y;

    for (; n >= 8; n -= 8, state += 8, bytes += 8) {
        memcpy(&x, state, 8);
        memcpy(&y, bytes, 8);
        x ^= y;
        memcpy(state, &x, 8);
    }
    for (; n != 0; n--)
        *state++ ^= *bytes++;
}

static void update(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    size_t n;

    while (len != 0) {
        n = cc->rate - cc->ptr;
        if (n == cc->rate && len >= n) {
            n = len / n;
            absorb(cc, bytes, n, cc->rate / 8);
            n *= cc->rate;
        } else {
            if (n > len)
                n = len;
            add_bytes(cc, cc->ptr, bytes, n);
            cc->ptr += (unsigned)n;
            if (cc->ptr == cc->rate) {
                PERMUTE(cc);
                cc->ptr = 0;
            }
        }
        bytes += n;
        len -= n;
    }
}

#endif
