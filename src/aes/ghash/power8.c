/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with POWER8's carry-less products, in either byte order.  See aes/ghash_power8.h for the
 * count of instructions.
 */
#include "mote/ghash.h"

#include "aes/ghash_power8.h"

#include "aes/ghash.h"
