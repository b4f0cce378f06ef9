/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threads for functions that leave jobs to them, and pseudo-random sizes.
 */
#include "mote/job.h"

#include <pthread.h>

#define THREADS 3

typedef struct {
    size_t first, jobs;
    mote_job job;
    void *argument;
} share;

static void *work(void *argument) {
    const share *own = (const share *)argument;
    size_t i;

    for (i = own->first; i < own->jobs; i += THREADS)
        own->job(own->argument, i);
    return NULL;
}

/* Threads of the system; without them, if there are no more, each share in turn. */
static void on_threads(void *context, size_t jobs, mote_job job, void *argument) {
    pthread_t threads[THREADS];
    share shares[THREADS];
    int begun[THREADS];
    size_t i;

    ++*(unsigned long *)context;
    for (i = 0; i < THREADS; i++) {
        shares[i].first = i;
        shares[i].jobs = jobs;
        shares[i].job = job;
        shares[i].argument = argument;
        begun[i] = pthread_create(&threads[i], NULL, work, &shares[i]) == 0;
        if (!begun[i])
            work(&shares[i]);
    }
    for (i = 0; i < THREADS; i++)
        if (begun[i])
            pthread_join(threads[i], NULL);
}

/* From the last to the first. */
static void backwards(void *context, size_t jobs, mote_job job, void *argument) {
    ++*(unsigned long *)context;
    while (jobs != 0)
        job(argument, --jobs);
}

static unsigned long seed = 1;

static size_t below(size_t limit) {
    seed = (seed * 69069 + 1) & 0xFFFFFFFF;
    return (size_t)((seed >> 7) % limit);
}
