/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3: hash functions with digests of 224, 256, 384 and 512 bits.
 *
 * Status: standards; no attack is known that is better than a generic one.
 * Specification: FIPS PUB 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output
 * Functions", NIST, August 2015, section 6.1.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_sha3_context cc;
 *     unsigned char digest[32];
 *     mote_sha3_init(&cc, 256);             digest size in bits
 *     mote_sha3(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_sha3_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_SHA3_H
#define MOTE_SHA3_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* digest size in bits */
} mote_sha3_context;

/* out_size: digest size in bits, 224, 256, 384 or 512. */
void mote_sha3_init(mote_sha3_context *cc, unsigned out_size);

void mote_sha3(mote_sha3_context *cc, const void *data, size_t len);

/*
 * Which bit comes first: the highest of ub, 128, then 64, and so on.  Mind that FIPS 202 counts the
 * bits of a byte from the lowest: test files for it store the bits of a partial last byte in the
 * low end of the byte, the lowest first.  Reverse the eight bits of such a byte to get ub.
 */
void mote_sha3_close(mote_sha3_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
