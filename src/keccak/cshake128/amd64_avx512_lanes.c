/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * cSHAKE128 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in
 * keccak/fast.h, keccak/amd64_avx512_lanes.h and keccak/cshake.h.
 */
#include "mote/cshake128.h"

typedef mote_cshake128_context context;

#define SUFFIX cc->suffix

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

#include "keccak/cshake.h"

void mote_cshake128_init(context *cc, unsigned out_size) {
    init(cc, 168, out_size);
    cc->suffix = PLAIN;
}

void mote_cshake128_name(context *cc, const void *data, size_t len) {
    if (len != 0)
        start(cc, data, len);
}

void mote_cshake128_customize(context *cc, const void *data, size_t len) {
    customize(cc, data, len);
}

void mote_cshake128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_cshake128_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
