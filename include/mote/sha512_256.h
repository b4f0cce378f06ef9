/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512/256: a hash function with digests of 256 bits, faster than SHA-256 where words of 64 bits
 * are. It is SHA-512 with an initial value of its own, cut off: a digest says nothing of how to go on.
 *
 * Status: standard; no attack is known that is better than a generic one.
 * Specification: FIPS PUB 180-4, "Secure Hash Standard", NIST, August 2015, section 6.7.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_sha512_256_context cc;
 *     unsigned char digest[32];
 *     mote_sha512_256_init(&cc, 256);             digest size in bits
 *     mote_sha512_256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_sha512_256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_SHA512_256_H
#define MOTE_SHA512_256_H

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
} mote_sha512_256_context;

/* out_size: digest size in bits, 256. */
void mote_sha512_256_init(mote_sha512_256_context *cc, unsigned out_size);

void mote_sha512_256(mote_sha512_256_context *cc, const void *data, size_t len);

void mote_sha512_256_close(mote_sha512_256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
