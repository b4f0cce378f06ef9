/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-1.
 *
 * Status: standard, unbroken.
 * Specification: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code", July 2008; RFC 2104.
 * Interface: mote/hmac.h, which says what the functions do.
 *
 *     mote_hmac_sha1_context cc;
 *     unsigned char mac[20];
 *     mote_hmac_sha1_init(&cc, 160, "key", 3);    digest size in bits; the key
 *     mote_hmac_sha1(&cc, "abc", 3);              as often as needed; length in bytes
 *     mote_hmac_sha1_close(&cc, mac);             writes 160 / 8 = 20 bytes
 */
#ifndef MOTE_HMAC_SHA1_H
#define MOTE_HMAC_SHA1_H

#include "mote/sha1.h"

#undef MOTE_HMAC_HASH
#undef MOTE_HMAC_BLOCK_BYTES
#undef MOTE_HMAC_LARGEST_BLOCK
#undef MOTE_HMAC_LARGEST_MAC
#define MOTE_HMAC_HASH sha1
#define MOTE_HMAC_BLOCK_BYTES(out_size) 64
#define MOTE_HMAC_LARGEST_BLOCK 64
#define MOTE_HMAC_LARGEST_MAC 20
#define MOTE_HMAC_DECLARE
#include "mote/hmac.h"

#endif
