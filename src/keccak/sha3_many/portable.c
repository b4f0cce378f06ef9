/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3 of many messages, one by one, for any processor.
 */
#include "mote/sha3_many.h"

#define CONTEXT mote_sha3_context
#define INIT mote_sha3_init
#define UPDATE mote_sha3
#define CLOSE mote_sha3_close
#include "common/many_plain.h"

void mote_sha3_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                    void *dst) {
    each_alone(out_size, count, data, len, (unsigned char *)dst);
}
