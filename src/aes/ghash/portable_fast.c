/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH in portable C, by multiplications.  The time is constant where the processor's
 * multiplication takes a constant time.
 */
#include "mote/ghash.h"

#include "common/fast.h"

#ifdef __GNUC__
#define NOINLINE __attribute__((__noinline__))
#else
#define NOINLINE
#endif
#define STACK_BYTES 384
#include "aes/wipe.h"

#include "aes/ghash_fast.h"

#include "aes/ghash.h"
