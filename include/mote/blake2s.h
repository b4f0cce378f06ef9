/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s: a hash function with digests of 1 to 32 bytes, for messages of whole bytes; without a
 * key.
 *
 * Status: published standard, in wide use; no attack is known that is better than a generic one.
 * Specification: RFC 7693, "The BLAKE2 Cryptographic Hash and Message Authentication Code",
 * November 2015.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_blake2s_context cc;
 *     unsigned char digest[32];
 *     mote_blake2s_init(&cc, 256);             digest size in bits
 *     mote_blake2s(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake2s_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_BLAKE2S_H
#define MOTE_BLAKE2S_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 h[8];     /* the hash value */
    mote_u32 buf[16];  /* the block being collected */
    mote_u32 t[2];     /* bytes in the blocks so far, low word first */
    unsigned ptr;      /* bytes waiting in the block, 0 to 64 */
    unsigned out_size; /* digest size in bytes */
} mote_blake2s_context;

/* out_size: digest size in bits, a multiple of 8 from 8 to 256. */
void mote_blake2s_init(mote_blake2s_context *cc, unsigned out_size);

void mote_blake2s(mote_blake2s_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_blake2s_close(mote_blake2s_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
