/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HKDF with SHA-224 and SHA-256 in portable C.
 */
#include "mote/hkdf_sha256.h"

#include "hmac/hkdf.h"
