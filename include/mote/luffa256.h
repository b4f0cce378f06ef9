/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Luffa-224 and Luffa-256: hash functions with digests of 224 and 256 bits; version 2.
 *
 * Status: candidate of the second round of the SHA-3 competition; no attack on the full function
 * is known that is better than a generic one.
 * Specification: "Hash Function Luffa: Specification", C. De Canniere, H. Sato, D. Watanabe,
 * version 2.0.1, 2 October 2009.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_luffa256_context cc;
 *     unsigned char digest[32];
 *     mote_luffa256_init(&cc, 256);             digest size in bits
 *     mote_luffa256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_luffa256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_LUFFA256_H
#define MOTE_LUFFA256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 V[24];    /* the state */
    mote_u32 buf[8];   /* the block being collected */
    unsigned ptr;      /* bytes waiting in the block, 0 to 31 */
    unsigned out_size; /* digest size in bits */
} mote_luffa256_context;

/* out_size: digest size in bits, 224 or 256. */
void mote_luffa256_init(mote_luffa256_context *cc, unsigned out_size);

void mote_luffa256(mote_luffa256_context *cc, const void *data, size_t len);

void mote_luffa256_close(mote_luffa256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
