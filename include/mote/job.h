/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A piece of work that a function of the library leaves to threads of its caller: see mote/blake3_parallel.h
 * and mote/kt128_parallel.h.
 */
#ifndef MOTE_JOB_H
#define MOTE_JOB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One of several jobs, numbered from 0 on. */
typedef void (*mote_job)(void *argument, size_t number);

#ifdef __cplusplus
}
#endif

#endif
