/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The random generator of Skein-256 in portable C: small code; all of it is in
 * skein/skein_prng_small.h.
 */
#include "mote/skein_prng.h"

#define WORDS 4

/* The deepest stack of a request: arrays, and what compilers put beside them, which is most on
   POWER, whose functions inline more and keep frames of over 700 bytes */
#define STACK_BYTES (sizeof(void *) > 4 ? 1024 : 240 + 48 * sizeof(void *))
#include "common/wipe.h"

#include "skein/ubi.h"

#include "skein/skein_prng_small.h"
