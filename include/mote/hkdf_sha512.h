/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HKDF with SHA-384 and SHA-512.
 *
 * Status: standard, unbroken.  Not for passwords.
 * Specification: RFC 5869, "HMAC-based Extract-and-Expand Key Derivation Function", May 2010.
 * Interface: mote/hkdf.h, which says what the functions do.
 *
 *     unsigned char prk[64], keys[64];
 *     mote_hkdf_sha512_extract(512, "salt", 4, "secret", 6, prk);
 *     if (mote_hkdf_sha512_expand(512, prk, 64, "purpose", 7, keys, 64) != 0)
 *         return 1;  never for so few bytes
 */
#ifndef MOTE_HKDF_SHA512_H
#define MOTE_HKDF_SHA512_H

#include "mote/hmac_sha512.h"

#undef MOTE_HMAC_HASH
#define MOTE_HMAC_HASH sha512
#define MOTE_HKDF_DECLARE
#include "mote/hkdf.h"

#endif
