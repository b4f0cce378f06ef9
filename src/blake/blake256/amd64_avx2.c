/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-224 and BLAKE-256 with AVX2 of amd64, in C.  Nearly all of it is in
 * blake/blake256_avx2.h and blake/blake256_fast.h.
 */
#include "mote/blake256.h"

typedef mote_blake256_context context;

#define ROUNDS 14
#define BLAKE_AVX2

#include "blake/blake256_fast.h"

void mote_blake256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_blake256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
