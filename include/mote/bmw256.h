/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BMW-224 and BMW-256 (Blue Midnight Wish): hash functions with digests of 224 and 256 bits.
 *
 * Status: candidate of the second round of the SHA-3 competition; near-collisions of its
 * compression function are known, no attack on the hash function that is better than a generic
 * one.
 * Specification: "Cryptographic Hash Function BLUE MIDNIGHT WISH", D. Gligoroski, V. Klima, S.
 * J. Knapskog, M. El-Hadedy, J. Amundsen, S. F. Mjolsnes, version of the second round, September
 * 2009.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_bmw256_context cc;
 *     unsigned char digest[32];
 *     mote_bmw256_init(&cc, 256);             digest size in bits
 *     mote_bmw256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_bmw256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_BMW256_H
#define MOTE_BMW256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[16];     /* the double pipe */
    mote_u32 buf[16];   /* the block being collected */
    mote_u32 low, high; /* bits in the blocks so far, a number of 64 bits */
    unsigned ptr;       /* bytes waiting in the block, 0 to 63 */
    unsigned out_size;  /* digest size in bits */
} mote_bmw256_context;

/* out_size: digest size in bits, 224 or 256. */
void mote_bmw256_init(mote_bmw256_context *cc, unsigned out_size);

void mote_bmw256(mote_bmw256_context *cc, const void *data, size_t len);

void mote_bmw256_close(mote_bmw256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
