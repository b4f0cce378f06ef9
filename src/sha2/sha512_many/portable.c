/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-384 and SHA-512 of many messages, one by one, for any processor.
 */
#include "mote/sha512_many.h"

#define CONTEXT mote_sha512_context
#define INIT mote_sha512_init
#define UPDATE mote_sha512
#define CLOSE mote_sha512_close
#include "common/many_plain.h"

void mote_sha512_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                      void *dst) {
    each_alone(out_size, count, data, len, (unsigned char *)dst);
}
