/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-224 and SHA-256 on Cortex-M0 and other cores with Thumb, with
 * the small file of SHA-256 in assembly that has its constants as a table.
 */
#include "mote/hmac_sha256.h"

#include "hmac/hmac.h"
