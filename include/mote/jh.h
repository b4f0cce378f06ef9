/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH: a hash function with digests of 224, 256, 384 and 512 bits.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "The Hash Function JH", Hongjun Wu, version of the final round (42 rounds), 16
 * January 2011.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_jh_context cc;
 *     unsigned char digest[32];
 *     mote_jh_init(&cc, 256);             digest size in bits
 *     mote_jh(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_jh_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_JH_H
#define MOTE_JH_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[32];    /* the hash value */
    mote_u32 buf[16];  /* the block being collected */
    mote_u32 count[4]; /* bits in the blocks so far, 128 bits, low word first */
    unsigned ptr;      /* bytes waiting in the block, 0 to 63 */
    unsigned out_size; /* digest size in bits */
} mote_jh_context;

/* out_size: digest size in bits, 224, 256, 384 or 512. */
void mote_jh_init(mote_jh_context *cc, unsigned out_size);

void mote_jh(mote_jh_context *cc, const void *data, size_t len);

void mote_jh_close(mote_jh_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
