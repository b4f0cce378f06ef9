/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 of one long message on several processors: the caller brings the threads, and the library has none.
 *
 * Status and specification: as for mote/blake3.h.
 *
 *     static void run(void *context, size_t jobs, mote_job job, void *argument) {
 *         size_t i;
 *         (void)context;
 *     #pragma omp parallel for
 *         for (i = 0; i < jobs; i++)
 *             job(argument, i);
 *     }
 *
 *     mote_blake3_init(&cc, 256);
 *     mote_blake3_parallel(&cc, data, len, run, NULL);      in place of mote_blake3(&cc, data, len)
 *     mote_blake3_close(&cc, 0, 0, digest);
 *
 * That is with OpenMP; with threads of the system, or with a pool of one's own, `run` gives each thread some of
 * the numbers.  The digest is the same whoever does which job.
 */
#ifndef MOTE_BLAKE3_PARALLEL_H
#define MOTE_BLAKE3_PARALLEL_H

#include "mote/blake3.h"
#include "mote/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Appends len bytes at data to the message, as mote_blake3 does.  `run` is called with `context` for up to 32
 * jobs at a time: it calls job(argument, i) once for each i below jobs, in any order and on any threads, and
 * returns when all of them have returned.  Jobs are of the same size, at least 64 KB of the message each; of
 * less than 128 KB there are none, and run is not called.  One call of run follows the other.
 *
 * Any function of mote/blake3.h may come before and behind: keys, more of the message, output.  Some 66 KB of
 * stack are used.  Where MOTE_BLAKE3_DEPTH is below 54 everything is done by the calling thread.
 */
void mote_blake3_parallel(mote_blake3_context *cc, const void *data, size_t len,
                          void (*run)(void *context, size_t jobs, mote_job job, void *argument),
                          void *context);

#ifdef __cplusplus
}
#endif

#endif
