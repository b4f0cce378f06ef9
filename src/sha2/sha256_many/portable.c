/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 of many messages, one by one, for any processor.
 */
#include "mote/sha256_many.h"

#define CONTEXT mote_sha256_context
#define INIT mote_sha256_init
#define UPDATE mote_sha256
#define CLOSE mote_sha256_close
#include "common/many_plain.h"

void mote_sha256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                      void *dst) {
    each_alone(out_size, count, data, len, (unsigned char *)dst);
}
