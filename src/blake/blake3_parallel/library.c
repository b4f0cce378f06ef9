/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 of one message on several threads: see mote/blake3_parallel.h.
 *
 * A subtree of the message's tree that is whole, with its first chunk's number in t, is hashed in a context of
 * its own.  What that has at the end (chaining values in its stack, and a last chunk or value that waits for
 * whether more comes) is what the message's own context would have above its stack.  So this one takes it over,
 * and goes on.  That holds for every implementation of BLAKE3, whatever it lets wait.
 *
 * Names are those of the specification, sections 2.1 and 5.1.2.
 */
#include "mote/blake3_parallel.h"

#include <string.h>

#include "common/forget.h"

#define CHUNK_BYTES 1024
#define MOST_JOBS 32
/* A job is of 2^LEAST_LEVELS chunks at least: to start and to wait takes as long as some of them. */
#define LEAST_LEVELS 6

typedef struct {
    const unsigned char *data;
    size_t bytes; /* of each job */
    mote_blake3_context cc[MOST_JOBS];
} jobs;

static void subtree(void *argument, size_t number) {
    jobs *all = (jobs *)argument;

    mote_blake3(&all->cc[number], all->data + number * all->bytes, all->bytes);
}

/*
 * The context behind a whole chunk, with nothing that waits: a byte of the next chunk has made an end of that
 * one, and is dropped.  There has to be more of the message.
 */
static void settle(mote_blake3_context *cc, const unsigned char *next) {
    mote_blake3(cc, next, 1);
    cc->ptr = 0;
}

/* The context behind a subtree that was hashed apart. */
static void take_over(mote_blake3_context *cc, const mote_blake3_context *part) {
    memcpy(cc->h, part->h, sizeof cc->h);
    memcpy(cc->buf, part->buf, sizeof cc->buf);
    memcpy(cc->t, part->t, sizeof cc->t);
    cc->ptr = part->ptr;
    cc->place = part->place;
    cc->flags = part->flags;
    memcpy(cc->stack[cc->depth], part->stack[0], part->depth * sizeof part->stack[0]);
    cc->depth += part->depth;
}

/* Subtrees of 2^levels chunks; the first begins here. */
static void subtrees(mote_blake3_context *cc, const unsigned char *data, size_t count,
                     unsigned levels,
                     void (*run)(void *context, size_t jobs, mote_job job, void *argument),
                     void *context) {
    mote_u32 low = cc->t[0], high = cc->t[1];
    jobs all;
    size_t i;

    all.data = data;
    all.bytes = (size_t)CHUNK_BYTES << levels;
    for (i = 0; i < count; i++) {
        all.cc[i] = *cc;
        all.cc[i].depth = 0;
        all.cc[i].t[0] = low;
        all.cc[i].t[1] = high;
        low = (low + ((mote_u32)1 << levels)) & 0xFFFFFFFF;
        high += low == 0;
    }
    run(context, count, subtree, &all);
    for (i = 0; i < count; i++) {
        if (i != 0)
            settle(cc, data + i * all.bytes);
        take_over(cc, &all.cc[i]);
    }
    FORGET(all);
}

void mote_blake3_parallel(mote_blake3_context *cc, const void *data, size_t len,
                          void (*run)(void *context, size_t jobs, mote_job job, void *argument),
                          void *context) {
    const unsigned char *bytes = (const unsigned char *)data;
    size_t n, chunks;
    unsigned levels;

    while (MOTE_BLAKE3_DEPTH == 54 && len >= (size_t)2 * CHUNK_BYTES << LEAST_LEVELS) {
        /* To the end of the chunk, and of what a subtree cannot begin within. */
        n = (CHUNK_BYTES - (64 * (size_t)cc->place + cc->ptr)) % CHUNK_BYTES;
        mote_blake3(cc, bytes, n);
        bytes += n;
        len -= n;
        settle(cc, bytes);
        n = (size_t)-cc->t[0] & (((size_t)1 << LEAST_LEVELS) - 1);
        if (n != 0) {
            n *= CHUNK_BYTES;
            if (n > len)
                n = len;
            mote_blake3(cc, bytes, n);
            bytes += n;
            len -= n;
            continue;
        }
        /* Subtrees as large as leave all jobs one, and as may begin here. */
        chunks = len / CHUNK_BYTES;
        levels = LEAST_LEVELS;
        while (levels < 20 && chunks >> (levels + 1) >= MOST_JOBS && (cc->t[0] >> levels & 1) == 0)
            levels++;
        n = chunks >> levels;
        if (n > MOST_JOBS)
            n = MOST_JOBS;
        if (n < 2)
            break;
        subtrees(cc, bytes, n, levels, run, context);
        n = n * CHUNK_BYTES << levels;
        bytes += n;
        len -= n;
    }
    mote_blake3(cc, bytes, len);
}
