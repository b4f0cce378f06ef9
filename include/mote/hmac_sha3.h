/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA3-224, SHA3-256, SHA3-384 and SHA3-512.
 *
 * Status: standard, unbroken.
 * Specification: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code", July 2008; RFC 2104.
 * Interface: mote/hmac.h, which says what the functions do.
 *
 *     mote_hmac_sha3_context cc;
 *     unsigned char mac[32];
 *     mote_hmac_sha3_init(&cc, 256, "key", 3);    digest size in bits; the key
 *     mote_hmac_sha3(&cc, "abc", 3);              as often as needed; length in bytes
 *     mote_hmac_sha3_close(&cc, mac);             writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_HMAC_SHA3_H
#define MOTE_HMAC_SHA3_H

#include "mote/sha3.h"

#undef MOTE_HMAC_HASH
#undef MOTE_HMAC_BLOCK_BYTES
#undef MOTE_HMAC_LARGEST_BLOCK
#undef MOTE_HMAC_LARGEST_MAC
#define MOTE_HMAC_HASH sha3
#define MOTE_HMAC_BLOCK_BYTES(out_size) (200 - (out_size) / 4)
#define MOTE_HMAC_LARGEST_BLOCK 144
#define MOTE_HMAC_LARGEST_MAC 64
#define MOTE_HMAC_DECLARE
#include "mote/hmac.h"

#endif
