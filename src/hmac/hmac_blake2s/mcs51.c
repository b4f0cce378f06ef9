/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with BLAKE2s on the 8051, with the small file of BLAKE2s in assembly.
 */
#include "mote/hmac_blake2s.h"

#include "hmac/hmac.h"
