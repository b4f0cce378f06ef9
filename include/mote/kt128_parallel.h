/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT128 (KangarooTwelve) of one long message on several processors: the caller brings the threads, and the
 * library has none.
 *
 * Status and specification: as for mote/kt128.h.
 *
 *     static void run(void *context, size_t jobs, mote_job job, void *argument) {
 *         size_t i;
 *         (void)context;
 *     #pragma omp parallel for
 *         for (i = 0; i < jobs; i++)
 *             job(argument, i);
 *     }
 *
 *     mote_kt128_init(&cc, 256);
 *     mote_kt128_parallel(&cc, data, len, run, NULL);      in place of mote_kt128(&cc, data, len)
 *     mote_kt128_close(&cc, 0, 0, digest);
 *
 * That is with OpenMP; with threads of the system, or with a pool of one's own, `run` gives each thread some of
 * the numbers.  The digest is the same whoever does which job.
 */
#ifndef MOTE_KT128_PARALLEL_H
#define MOTE_KT128_PARALLEL_H

#include "mote/job.h"
#include "mote/kt128.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Appends len bytes at data to the message, as mote_kt128 does.  `run` is called with `context` for up to 32
 * jobs at a time: it calls job(argument, i) once for each i below jobs, in any order and on any threads, and
 * returns when all of them have returned.  Jobs are of the same size, 64 to 512 KB of the message each; of
 * less than 144 KB there may be none, and run is not called then.  One call of run follows the other.
 *
 * Any function of mote/kt128.h may come before and behind: more of the message, the customization.  Some 66 KB
 * of stack are used.
 */
void mote_kt128_parallel(mote_kt128_context *cc, const void *data, size_t len,
                         void (*run)(void *context, size_t jobs, mote_job job, void *argument),
                         void *context);

#ifdef __cplusplus
}
#endif

#endif
