/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHAKE128 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in keccak/fast.h
 * and keccak/amd64_avx512_lanes.h.
 */
#include "mote/shake128.h"

typedef mote_shake128_context context;

/* 1111, and the padding */
#define SUFFIX 0x1F

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

void mote_shake128_init(context *cc, unsigned out_size) {
    init(cc, 168, out_size);
}

void mote_shake128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_shake128_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
