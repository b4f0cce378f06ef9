/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3 for processors with AVX2, in C: with the instructions for bits that they have, too.
 */
#include "mote/sha3.h"

typedef mote_sha3_context context;

#include "common/amd64_bmi2.h"

/* 01, and the padding */
#define SUFFIX 6

#include "keccak/amd64_bytes.h"

void mote_sha3_init(context *cc, unsigned out_size) {
    init(cc, 200 - (out_size >> 2), out_size);
}

void mote_sha3(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_sha3_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}

END_BMI2
