/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-384 and SHA-512 on AVR, with the small file of SHA-512 in assembly.
 */
#include "mote/hmac_sha512.h"

#include "hmac/hmac.h"
