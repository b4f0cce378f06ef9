/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3 of many messages with the instructions of ARMv8.2 (FEAT_SHA3), in C: two side by side.  Nearly all
 * of it is in keccak/many.h and common/many.h.
 */
#include "mote/sha3_many.h"

#include "common/fast.h"

#define CONTEXT mote_sha3_context
#define INIT mote_sha3_init
#define UPDATE mote_sha3
#define CLOSE mote_sha3_close
#include "common/many_plain.h"

#define WORD_BITS 64
#include "common/lanes_neon.h"

#define LEAST_LANES 2
#define SIDE_BY_SIDE
#define SUFFIX 6
#include "keccak/many.h"

void mote_sha3_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                    void *dst) {
    many(out_size, count, data, len, 200 - (out_size >> 2), (unsigned char *)dst);
}
