/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KMAC128 with AVX-512 of amd64, a lane in a register, in C. Nearly all of it is in keccak/fast.h,
 * keccak/amd64_avx512_lanes.h and keccak/kmac.h.
 */
#include "mote/kmac128.h"

typedef mote_kmac128_context context;

/* 00, and the padding */
#define SUFFIX 4
#define LEAVES_LANES

#define KECCAK_AVX512
#define KECCAK_LANES
#include "keccak/fast.h"

#include "keccak/kmac.h"

void mote_kmac128_customize(context *cc, const void *data, size_t len) {
    customize(cc, 168, data, len);
}

void mote_kmac128_key(context *cc, unsigned out_size, const void *key, size_t key_len) {
    set_key(cc, out_size, key, key_len);
}

void mote_kmac128_init(context *cc, unsigned out_size, const void *key, size_t key_len) {
    customize(cc, 168, NULL, 0);
    set_key(cc, out_size, key, key_len);
}

void mote_kmac128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_kmac128_close(context *cc, void *dst) {
    make(cc, cc->out_size >> 3, dst);
}

void mote_kmac128_close_xof(context *cc, void *dst) {
    make(cc, 0, dst);
}

int mote_kmac128_check(context *cc, const void *mac, size_t mac_len) {
    return check(cc, mac, mac_len);
}
