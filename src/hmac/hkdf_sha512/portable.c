/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HKDF with SHA-384 and SHA-512 in portable C.
 */
#include "mote/hkdf_sha512.h"

#include "hmac/hkdf.h"
