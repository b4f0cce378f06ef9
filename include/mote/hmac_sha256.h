/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-224 and SHA-256.
 *
 * Status: standard, unbroken.
 * Specification: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code", July 2008; RFC 2104.
 * Interface: mote/hmac.h, which says what the functions do.
 *
 *     mote_hmac_sha256_context cc;
 *     unsigned char mac[32];
 *     mote_hmac_sha256_init(&cc, 256, "key", 3);    digest size in bits; the key
 *     mote_hmac_sha256(&cc, "abc", 3);              as often as needed; length in bytes
 *     mote_hmac_sha256_close(&cc, mac);             writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_HMAC_SHA256_H
#define MOTE_HMAC_SHA256_H

#include "mote/sha256.h"

#undef MOTE_HMAC_HASH
#undef MOTE_HMAC_BLOCK_BYTES
#undef MOTE_HMAC_LARGEST_BLOCK
#undef MOTE_HMAC_LARGEST_MAC
#define MOTE_HMAC_HASH sha256
#define MOTE_HMAC_BLOCK_BYTES(out_size) 64
#define MOTE_HMAC_LARGEST_BLOCK 64
#define MOTE_HMAC_LARGEST_MAC 32
#define MOTE_HMAC_DECLARE
#include "mote/hmac.h"

#endif
