/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 of many messages with the SHA extensions of amd64, in C: two side by side.
 */
#include "mote/sha256_many.h"

#include "common/fast.h"
#include "common/many.h"

#include "sha2/sha256_many.h"

#define TWO_STREAMS
#include "sha2/sha256_few.h"

static int take(stream *one, messages *m) {
    if (m->next == m->count)
        return 0;
    begin(one, m);
    return 1;
}

static void hash(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                 unsigned char *dst) {
    messages m;
    stream pair[2];

    m.data = data, m.len = len, m.dst = dst, m.count = count, m.next = 0;
    m.out_bytes = out_size / 8;
    two_by_two(pair, &m);
    FORGET(pair);
}

void mote_sha256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                      void *dst) {
    if (count == 1)
        each_alone(out_size, count, data, len, (unsigned char *)dst);
    else
        hash(out_size, count, data, len, (unsigned char *)dst);
}
