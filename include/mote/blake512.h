/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-384 and BLAKE-512: hash functions with digests of 384 and 512 bits, 16 rounds.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "SHA-3 proposal BLAKE", J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan,
 * version 1.3, 16 December 2010, sections 2.1 and 2.2; salt 0.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_blake512_context cc;
 *     unsigned char digest[64];
 *     mote_blake512_init(&cc, 512);             digest size in bits
 *     mote_blake512(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake512_close(&cc, 0, 0, digest);   writes 512 / 8 = 64 bytes
 */
#ifndef MOTE_BLAKE512_H
#define MOTE_BLAKE512_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[16];    /* the hash value, low halves first */
    mote_u32 buf[32];  /* the block being collected */
    mote_u32 count[4]; /* bits in the blocks so far, 128 bits, low word first */
    unsigned bits;     /* bits of the message in the block that is compressed next */
    unsigned ptr;      /* bytes waiting in the block, 0 to 127 */
    unsigned out_size; /* digest size in bits */
} mote_blake512_context;

/* out_size: digest size in bits, 384 or 512. */
void mote_blake512_init(mote_blake512_context *cc, unsigned out_size);

void mote_blake512(mote_blake512_context *cc, const void *data, size_t len);

void mote_blake512_close(mote_blake512_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
