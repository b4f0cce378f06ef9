/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BMW-224 and BMW-256 (Blue Midnight Wish) in portable C, unrolled: for hosts and large cores.
 * Nearly all of it is in bmw/fast.h.
 */
#include "mote/bmw256.h"

typedef mote_bmw256_context context;

#define HALVES 1

#include "bmw/fast.h"

void mote_bmw256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_bmw256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_bmw256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
