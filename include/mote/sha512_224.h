/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512/224: a hash function with digests of 224 bits, faster than SHA-256 where words of 64 bits
 * are. It is SHA-512 with an initial value of its own, cut off: a digest says nothing of how to go on.
 *
 * Status: standard; no attack is known that is better than a generic one.
 * Specification: FIPS PUB 180-4, "Secure Hash Standard", NIST, August 2015, section 6.6.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_sha512_224_context cc;
 *     unsigned char digest[28];
 *     mote_sha512_224_init(&cc, 224);             digest size in bits
 *     mote_sha512_224(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_sha512_224_close(&cc, 0, 0, digest);   writes 224 / 8 = 28 bytes
 */
#ifndef MOTE_SHA512_224_H
#define MOTE_SHA512_224_H

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
} mote_sha512_224_context;

/* out_size: digest size in bits, 224. */
void mote_sha512_224_init(mote_sha512_224_context *cc, unsigned out_size);

void mote_sha512_224(mote_sha512_224_context *cc, const void *data, size_t len);

void mote_sha512_224_close(mote_sha512_224_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
