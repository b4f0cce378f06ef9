/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with POWER8's instructions, in either byte order: counter mode and GHASH in one loop.  See
 * aes/gcm_power8.h for the count of instructions.
 */
#include "mote/gcm.h"

#include "aes/power8.h"

#include "aes/ghash_power8.h"

#include "aes/gcm_power8.h"

#include "aes/gcm.h"
