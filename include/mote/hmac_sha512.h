/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC with SHA-384 and SHA-512.
 *
 * Status: standard, unbroken.
 * Specification: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code", July 2008; RFC 2104.
 * Interface: mote/hmac.h, which says what the functions do.
 *
 *     mote_hmac_sha512_context cc;
 *     unsigned char mac[64];
 *     mote_hmac_sha512_init(&cc, 512, "key", 3);    digest size in bits; the key
 *     mote_hmac_sha512(&cc, "abc", 3);              as often as needed; length in bytes
 *     mote_hmac_sha512_close(&cc, mac);             writes 512 / 8 = 64 bytes
 */
#ifndef MOTE_HMAC_SHA512_H
#define MOTE_HMAC_SHA512_H

#include "mote/sha512.h"

#undef MOTE_HMAC_HASH
#undef MOTE_HMAC_BLOCK_BYTES
#undef MOTE_HMAC_LARGEST_BLOCK
#undef MOTE_HMAC_LARGEST_MAC
#define MOTE_HMAC_HASH sha512
#define MOTE_HMAC_BLOCK_BYTES(out_size) 128
#define MOTE_HMAC_LARGEST_BLOCK 128
#define MOTE_HMAC_LARGEST_MAC 64
#define MOTE_HMAC_DECLARE
#include "mote/hmac.h"

#endif
