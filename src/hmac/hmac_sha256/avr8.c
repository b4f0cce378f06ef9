/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-224 and SHA-256 on AVR, with the small file of SHA-256 in assembly.
 */
#include "mote/hmac_sha256.h"

#include "hmac/hmac.h"
