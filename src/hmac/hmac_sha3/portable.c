/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA3-224, SHA3-256, SHA3-384 and SHA3-512 in portable C.
 */
#include "mote/hmac_sha3.h"

#include "hmac/hmac.h"
