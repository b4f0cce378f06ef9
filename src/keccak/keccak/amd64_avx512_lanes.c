/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak, with the padding of its submission, with AVX-512 of amd64, a lane in a register, in C.
 * Nearly all of it is in keccak/fast.h and keccak/amd64_avx512_lanes.h.
 */
#include "mote/keccak.h"

typedef mote_keccak_context context;

/* the padding alone */
#define SUFFIX 1
#define LOWEST_FIRST

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

void mote_keccak_init(context *cc, unsigned out_size) {
    init(cc, 200 - (out_size >> 2), out_size);
}

void mote_keccak(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_keccak_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
