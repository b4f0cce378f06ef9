/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT128 of one message on several threads: see mote/kt128_parallel.h.
 *
 * A job makes the chaining values of some chunks; they follow what the final node has.  The chunk behind them is
 * begun as if a byte of it had come already: there is always more, if nothing else the customization's length.
 *
 * Names are those of RFC 9861, section 3.
 */
#include "mote/kt128_parallel.h"

#include <string.h>

#include "common/forget.h"
#include "mote/turboshake128.h"

#define CHUNK_BYTES 8192
#define CHAINING_BYTES 32
/* The domain separation bytes: of a final node that has no leaf yet, of a leaf */
#define SINGLE 0x07
#define LEAF 0x0B
#define MOST_JOBS 32
/* Chunks of a job: to start and to wait takes as long as some of them; and their values lie on the stack. */
#define LEAST_CHUNKS 8
#define MOST_CHUNKS 64

typedef struct {
    const unsigned char *data;
    size_t chunks; /* of each job */
    unsigned char values[MOST_JOBS * MOST_CHUNKS * CHAINING_BYTES];
} jobs;

static void leaves(void *argument, size_t number) {
    jobs *all = (jobs *)argument;
    const unsigned char *data = all->data + number * all->chunks * CHUNK_BYTES;
    unsigned char *value = all->values + number * all->chunks * CHAINING_BYTES;
    mote_turboshake128_context leaf;
    size_t i;

    for (i = 0; i < all->chunks; i++) {
        mote_turboshake128_init(&leaf, 8 * CHAINING_BYTES);
        mote_turboshake128_domain(&leaf, LEAF);
        mote_turboshake128(&leaf, data, CHUNK_BYTES);
        mote_turboshake128_close(&leaf, 0, 0, value);
        data += CHUNK_BYTES;
        value += CHAINING_BYTES;
    }
    FORGET(leaf);
}

/*
 * The context behind a whole chunk, with a leaf that nothing has come to: a byte of the next chunk has made an
 * end of that one, and is dropped.
 */
static void settle(mote_kt128_context *cc, const unsigned char *next) {
    mote_kt128(cc, next, 1);
    memset(cc->leaf.A, 0, sizeof cc->leaf.A);
    cc->leaf.ptr = 0;
    cc->chunk = 0;
}

/* Chaining values into the final node, which is one of TurboSHAKE128. */
static void append(mote_kt128_node *top, const unsigned char *values, size_t len) {
    mote_turboshake128_context node;

    mote_turboshake128_init(&node, 8 * CHAINING_BYTES);
    memcpy(node.A, top->A, sizeof node.A);
    node.ptr = top->ptr;
    mote_turboshake128(&node, values, len);
    memcpy(top->A, node.A, sizeof node.A);
    top->ptr = node.ptr;
    FORGET(node);
}

void mote_kt128_parallel(mote_kt128_context *cc, const void *data, size_t len,
                         void (*run)(void *context, size_t jobs, mote_job job, void *argument),
                         void *context) {
    const unsigned char *bytes = (const unsigned char *)data;
    jobs all;
    size_t n, whole;
    int used = 0;

    while (len >= (size_t)(2 * LEAST_CHUNKS + 1) * CHUNK_BYTES) {
        /* To the end of a chunk that has begun, and of the first one, which is no leaf. */
        if (cc->chunk != 0 || cc->top.suffix == SINGLE) {
            n = CHUNK_BYTES - cc->chunk;
            mote_kt128(cc, bytes, n);
            bytes += n;
            len -= n;
            settle(cc, bytes);
        }
        whole = len / CHUNK_BYTES;
        /* Jobs for all threads, and large ones, where there is enough for that. */
        all.chunks = whole / MOST_JOBS;
        if (all.chunks < LEAST_CHUNKS)
            all.chunks = LEAST_CHUNKS;
        if (all.chunks > MOST_CHUNKS)
            all.chunks = MOST_CHUNKS;
        n = whole / all.chunks;
        if (n > MOST_JOBS)
            n = MOST_JOBS;
        all.data = bytes;
        run(context, n, leaves, &all);
        used = 1;
        n *= all.chunks;
        append(&cc->top, all.values, n * CHAINING_BYTES);
        cc->leaves[0] = (cc->leaves[0] + (mote_u32)n) & 0xFFFFFFFF;
        cc->leaves[1] += cc->leaves[0] < n;
        bytes += n * CHUNK_BYTES;
        len -= n * CHUNK_BYTES;
    }
    if (used)
        FORGET(all);
    mote_kt128(cc, bytes, len);
}
