/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Luffa-384: a hash function with digests of 384 bits; version 2.
 *
 * Status: candidate of the second round of the SHA-3 competition; no attack on the full function
 * is known that is better than a generic one.
 * Specification: "Hash Function Luffa: Specification", C. De Canniere, H. Sato, D. Watanabe,
 * version 2.0.1, 2 October 2009.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_luffa384_context cc;
 *     unsigned char digest[48];
 *     mote_luffa384_init(&cc, 384);             digest size in bits
 *     mote_luffa384(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_luffa384_close(&cc, 0, 0, digest);   writes 384 / 8 = 48 bytes
 */
#ifndef MOTE_LUFFA384_H
#define MOTE_LUFFA384_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 V[32];    /* the state */
    mote_u32 buf[8];   /* the block being collected */
    unsigned ptr;      /* bytes waiting in the block, 0 to 31 */
    unsigned out_size; /* digest size in bits */
} mote_luffa384_context;

/* out_size: digest size in bits, 384; there is no other. */
void mote_luffa384_init(mote_luffa384_context *cc, unsigned out_size);

void mote_luffa384(mote_luffa384_context *cc, const void *data, size_t len);

void mote_luffa384_close(mote_luffa384_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
