/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ParallelHash256 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in
 * keccak/fast.h, keccak/amd64_avx512_lanes.h and keccak/parallelhash.h.
 */
#include "mote/parallelhash256.h"

typedef mote_parallelhash256_node context;
typedef mote_parallelhash256_context tree;

#define SUFFIX cc->suffix

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

#define INNER_BYTES 64

#include "keccak/parallelhash.h"

void mote_parallelhash256_init(tree *cc, unsigned out_size) {
    start(cc, 136, out_size);
}

void mote_parallelhash256_block(tree *cc, size_t block_bytes) {
    if (block_bytes != 0)
        cc->block_bytes = block_bytes;
}

void mote_parallelhash256_customize(tree *cc, const void *data, size_t len) {
    customize(cc, data, len);
}

void mote_parallelhash256(tree *cc, const void *data, size_t len) {
    add(cc, data, len);
}

void mote_parallelhash256_close(tree *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    end(cc, cc->top.out_size >> 3, dst);
}

void mote_parallelhash256_close_xof(tree *cc, void *dst) {
    end(cc, 0, dst);
}
