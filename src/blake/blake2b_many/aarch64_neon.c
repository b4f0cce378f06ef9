/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b of many messages with vectors of AArch64, in C: two side by side.  Nearly all of it is in
 * blake/many.h and common/many.h.
 */
#include "mote/blake2b_many.h"

#include "common/fast.h"

#define CONTEXT mote_blake2b_context
#define INIT mote_blake2b_init
#define UPDATE mote_blake2b
#define CLOSE mote_blake2b_close
#include "common/many_plain.h"

#define WORD_BITS 64
#include "common/lanes_neon.h"

#define LEAST_LANES 2
#include "blake/many.h"

void mote_blake2b_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                       void *dst) {
    many(out_size, count, data, len, 128, (unsigned char *)dst);
}
