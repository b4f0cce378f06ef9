/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH in portable C: small code, in constant time.
 */
#include "mote/ghash.h"

#include "common/small.h"

#define STACK_BYTES 64
#include "aes/wipe.h"

#include "aes/ghash_small.h"

#include "aes/ghash.h"
