/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH in portable C: small code, in constant time.
 */
#include "mote/ghash.h"

#include "common/small.h"

#ifdef __AVR__
#define STACK_BYTES 64
#else
#define STACK_BYTES 192
#endif
#include "aes/wipe.h"

#include "aes/ghash_small.h"

#include "aes/ghash.h"
