/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HKDF with SHA-224 and SHA-256.
 *
 * Status: standard, unbroken.  Not for passwords.
 * Specification: RFC 5869, "HMAC-based Extract-and-Expand Key Derivation Function", May 2010.
 * Interface: mote/hkdf.h, which says what the functions do.
 *
 *     unsigned char prk[32], keys[32];
 *     mote_hkdf_sha256_extract(256, "salt", 4, "secret", 6, prk);
 *     if (mote_hkdf_sha256_expand(256, prk, 32, "purpose", 7, keys, 32) != 0)
 *         return 1;  never for so few bytes
 */
#ifndef MOTE_HKDF_SHA256_H
#define MOTE_HKDF_SHA256_H

#include "mote/hmac_sha256.h"

#undef MOTE_HMAC_HASH
#define MOTE_HMAC_HASH sha256
#define MOTE_HKDF_DECLARE
#include "mote/hkdf.h"

#endif
