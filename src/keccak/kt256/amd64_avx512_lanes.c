/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT256 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in keccak/fast.h,
 * keccak/amd64_avx512_lanes.h and keccak/kangaroo.h.
 */
#include "mote/kt256.h"

typedef mote_kt256_node context;
typedef mote_kt256_context tree;

#define TURBO
#define SUFFIX cc->suffix

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

#define CHAINING_BYTES 64

#include "keccak/kangaroo.h"

void mote_kt256_init(tree *cc, unsigned out_size) {
    start(cc, 136, out_size);
}

void mote_kt256(tree *cc, const void *data, size_t len) {
    add(cc, data, len);
}

void mote_kt256_customize(tree *cc, const void *data, size_t len) {
    customize(cc, data, len);
}

void mote_kt256_close(tree *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    end(cc, dst);
}
