/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * TurboSHAKE256 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in
 * keccak/fast.h and keccak/amd64_avx512_lanes.h.
 */
#include "mote/turboshake256.h"

typedef mote_turboshake256_context context;

#define TURBO
#define SUFFIX cc->suffix

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

void mote_turboshake256_init(context *cc, unsigned out_size) {
    init(cc, 136, out_size);
    cc->suffix = 0x1F;
}

void mote_turboshake256_domain(context *cc, unsigned domain) {
    cc->suffix = domain;
}

void mote_turboshake256(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_turboshake256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, 0, 0, dst);
}
