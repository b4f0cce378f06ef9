/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with BLAKE2s in portable C.
 */
#include "mote/hmac_blake2s.h"

#include "hmac/hmac.h"
