/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in keccak/fast.h and
 * keccak/amd64_avx512_lanes.h.
 */
#include "mote/sha3.h"

typedef mote_sha3_context context;

/* 01, and the padding */
#define SUFFIX 6

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

void mote_sha3_init(context *cc, unsigned out_size) {
    init(cc, 200 - (out_size >> 2), out_size);
}

void mote_sha3(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_sha3_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
