/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-224 and SHA-256 in portable C.
 */
#include "mote/hmac_sha256.h"

#include "hmac/hmac.h"
