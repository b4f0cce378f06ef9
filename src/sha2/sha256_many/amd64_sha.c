/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 of many messages with the SHA extensions of amd64, in C: two side by side.
 */
#include "mote/sha256_many.h"

#include "common/fast.h"

#define CONTEXT mote_sha256_context
#define INIT mote_sha256_init
#define UPDATE mote_sha256
#define CLOSE mote_sha256_close
#include "common/many_plain.h"

#include "common/many.h"

#include "sha2/sha256_many.h"
#include "sha2/sha256_two.h"

void mote_sha256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                      void *dst) {
    messages m;

    if (count <= 1) {
        each_alone(out_size, count, data, len, (unsigned char *)dst);
        return;
    }
    m.data = data, m.len = len, m.dst = (unsigned char *)dst, m.count = count, m.next = 0;
    m.out_bytes = out_size / 8;
    two_by_two(&m);
}
