/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-1 in portable C.
 */
#include "mote/hmac_sha1.h"

#include "hmac/hmac.h"
