/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256: hash functions with digests of 224 and 256 bits.
 *
 * Status: standards, in wide use; no attack is known that is better than a generic one.
 * Specification: FIPS PUB 180-4, "Secure Hash Standard", NIST, August 2015, sections 6.2 and 6.3.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_sha256_context cc;
 *     unsigned char digest[32];
 *     mote_sha256_init(&cc, 256);             digest size in bits
 *     mote_sha256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_sha256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_SHA256_H
#define MOTE_SHA256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[8];      /* the hash value; buf has to follow it */
    mote_u32 buf[16];   /* the block being collected */
    mote_u32 low, high; /* bits in the blocks so far, a number of 64 bits */
    unsigned ptr;       /* bytes waiting in the block, 0 to 63 */
    unsigned out_size;  /* digest size in bits */
} mote_sha256_context;

/* out_size: digest size in bits, 224 or 256. */
void mote_sha256_init(mote_sha256_context *cc, unsigned out_size);

void mote_sha256(mote_sha256_context *cc, const void *data, size_t len);

void mote_sha256_close(mote_sha256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
