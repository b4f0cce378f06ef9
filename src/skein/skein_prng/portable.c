/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The random generator of Skein-256 in portable C: small code; all of it is in
 * skein/skein_prng_small.h.
 */
#include "mote/skein_prng.h"

#define WORDS 4

/* The deepest stack of a request: arrays, and what compilers put beside them */
#define STACK_BYTES (240 + 48 * sizeof(void *))
#include "common/wipe.h"

#include "skein/ubi.h"

#include "skein/skein_prng_small.h"
