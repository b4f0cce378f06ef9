/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * TupleHash256 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in
 * keccak/fast.h, keccak/amd64_avx512_lanes.h and keccak/tuplehash.h.
 */
#include "mote/tuplehash256.h"

typedef mote_tuplehash256_context context;

/* 00, and the padding */
#define SUFFIX 4

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

#include "keccak/tuplehash.h"

void mote_tuplehash256_init(context *cc, unsigned out_size) {
    start(cc, 136, out_size, NULL, 0);
}

void mote_tuplehash256_customize(context *cc, const void *data, size_t len) {
    start(cc, 136, cc->out_size, data, len);
}

void mote_tuplehash256_item(context *cc, size_t len) {
    add_length(cc, len, 0);
}

void mote_tuplehash256(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_tuplehash256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    end(cc, cc->out_size >> 3, dst);
}

void mote_tuplehash256_close_xof(context *cc, void *dst) {
    end(cc, 0, dst);
}
