/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BMW-384 and BMW-512 (Blue Midnight Wish): hash functions with digests of 384 and 512 bits.
 *
 * Status: candidate of the second round of the SHA-3 competition; near-collisions of its
 * compression function are known, no attack on the hash function that is better than a generic
 * one.
 * Specification: "Cryptographic Hash Function BLUE MIDNIGHT WISH", D. Gligoroski, V. Klima, S.
 * J. Knapskog, M. El-Hadedy, J. Amundsen, S. F. Mjolsnes, version of the second round, September
 * 2009.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_bmw512_context cc;
 *     unsigned char digest[64];
 *     mote_bmw512_init(&cc, 512);             digest size in bits
 *     mote_bmw512(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_bmw512_close(&cc, 0, 0, digest);   writes 512 / 8 = 64 bytes
 */
#ifndef MOTE_BMW512_H
#define MOTE_BMW512_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[32];     /* the double pipe, low halves first */
    mote_u32 buf[32];   /* the block being collected */
    mote_u32 low, high; /* bits in the blocks so far, a number of 64 bits */
    unsigned ptr;       /* bytes waiting in the block, 0 to 127 */
    unsigned out_size;  /* digest size in bits */
} mote_bmw512_context;

/* out_size: digest size in bits, 384 or 512. */
void mote_bmw512_init(mote_bmw512_context *cc, unsigned out_size);

void mote_bmw512(mote_bmw512_context *cc, const void *data, size_t len);

void mote_bmw512_close(mote_bmw512_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
