/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-256 of many messages in vectors of amd64: which are in vectors, and which are left over.
 *
 * A private header; common/lanes_amd64.h comes before it.
 */
#ifndef MOTE_SHA256_LANES_H
#define MOTE_SHA256_LANES_H

#include "sha2/sha256_many.h"

#include "sha2/many.h"

#include "sha2/sha256_few.h"

/* So many messages are not slower in vectors than one by one. */
#ifdef LANES_AVX512
#define LEAST_LANES 2
#else
#define LEAST_LANES 3
#endif

FEATURES static int take(stream *one, messages *m) {
    lanes *s = m->begun;
    unsigned lane, i;

    if (s->busy != 0) {
        lane = LOWEST(s->busy);
        s->busy &= s->busy - 1;
        for (i = 0; i < 8; i++)
            one->H[i] = s->fresh >> lane & 1 ? FIRST_STATE(m)[i] : s->h[i][lane];
        one->number = s->number[lane];
        one->blocks = s->blocks[lane];
        one->ending = (int)(s->ending >> lane & 1);
        one->at = s->at[lane];
        return 1;
    }
    if (m->next == m->count)
        return 0;
    begin(one, m);
    return 1;
}

static void hash(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                 unsigned char *dst) {
    messages m;
    lanes s;
    stream one;

    m.data = data, m.len = len, m.dst = dst, m.count = count, m.next = 0;
    m.out_bytes = out_size / 8;
    m.begun = &s;
    run(&s, &m, LEAST_LANES);
    if (start(&one, &m))
        one_by_one(&one, &m);
    FORGET(s);
    FORGET(one);
}

#endif
