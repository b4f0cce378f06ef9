/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-384 and SHA-512: hash functions with digests of 384 and 512 bits.
 *
 * Status: standards, in wide use; no attack is known that is better than a generic one.
 * Specification: FIPS PUB 180-4, "Secure Hash Standard", NIST, August 2015, sections 6.4 and 6.5.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_sha512_context cc;
 *     unsigned char digest[64];
 *     mote_sha512_init(&cc, 512);             digest size in bits
 *     mote_sha512(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_sha512_close(&cc, 0, 0, digest);   writes 512 / 8 = 64 bytes
 */
#ifndef MOTE_SHA512_H
#define MOTE_SHA512_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[16];    /* the hash value, low halves first; buf has to follow it */
    mote_u32 buf[32];  /* the block being collected */
    mote_u32 count[4]; /* bits in the blocks so far, a number of 128 bits, low word first */
    unsigned ptr;      /* bytes waiting in the block, 0 to 127 */
    unsigned out_size; /* digest size in bits */
} mote_sha512_context;

/* out_size: digest size in bits, 384 or 512. */
void mote_sha512_init(mote_sha512_context *cc, unsigned out_size);

void mote_sha512(mote_sha512_context *cc, const void *data, size_t len);

void mote_sha512_close(mote_sha512_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
