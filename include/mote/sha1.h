/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1: a hash function with digests of 160 bits.
 *
 * Status: broken.  Two messages with the same digest can be made; use it only where an old protocol
 * or file format demands it.
 * Specification: FIPS PUB 180-4, "Secure Hash Standard", NIST, August 2015, section 6.1.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_sha1_context cc;
 *     unsigned char digest[20];
 *     mote_sha1_init(&cc, 160);             digest size in bits
 *     mote_sha1(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_sha1_close(&cc, 0, 0, digest);   writes 160 / 8 = 20 bytes
 */
#ifndef MOTE_SHA1_H
#define MOTE_SHA1_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[5];      /* the hash value; buf has to follow it */
    mote_u32 buf[16];   /* the block being collected */
    mote_u32 low, high; /* bits in the blocks so far, a number of 64 bits */
    unsigned ptr;       /* bytes waiting in the block, 0 to 63 */
} mote_sha1_context;

/* out_size: digest size in bits, 160. */
void mote_sha1_init(mote_sha1_context *cc, unsigned out_size);

void mote_sha1(mote_sha1_context *cc, const void *data, size_t len);

void mote_sha1_close(mote_sha1_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
