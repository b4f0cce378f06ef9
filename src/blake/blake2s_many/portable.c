/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s of many messages, one by one, for any processor.
 */
#include "mote/blake2s_many.h"

#define CONTEXT mote_blake2s_context
#define INIT mote_blake2s_init
#define UPDATE mote_blake2s
#define CLOSE mote_blake2s_close
#include "common/many_plain.h"

void mote_blake2s_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                       void *dst) {
    each_alone(out_size, count, data, len, (unsigned char *)dst);
}
