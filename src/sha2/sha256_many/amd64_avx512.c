/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 of many messages with AVX-512 of amd64, in C: sixteen side by side.  Nearly all of it is
 * in sha2/many.h and sha2/sha256_few.h.
 */
#include "mote/sha256_many.h"

#include "common/fast.h"

#define WORD_BITS 32
#define LANES_AVX512
#include "common/lanes_amd64.h"

#include "sha2/sha256_lanes.h"

void mote_sha256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                      void *dst) {
    if (count < LEAST_LANES)
        each_alone(out_size, count, data, len, (unsigned char *)dst);
    else
        hash(out_size, count, data, len, (unsigned char *)dst);
}
