/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-48 and BLAKE-64: hash functions with digests of 384 and 512 bits, 14 rounds. They are
 * BLAKE as it entered the second round of the SHA-3 competition, before its rounds were raised;
 * here so that figures of that time can be compared. For anything else take mote_blake512.
 *
 * Status: candidate in the second round of the SHA-3 competition, replaced by the final BLAKE.
 * Specification: "SHA-3 proposal BLAKE", J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan,
 * version of the second round, sections 2.1 and 2.2; salt 0.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_blake64_context cc;
 *     unsigned char digest[64];
 *     mote_blake64_init(&cc, 512);             digest size in bits
 *     mote_blake64(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake64_close(&cc, 0, 0, digest);   writes 512 / 8 = 64 bytes
 */
#ifndef MOTE_BLAKE64_H
#define MOTE_BLAKE64_H

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
} mote_blake64_context;

/* out_size: digest size in bits, 384 or 512. */
void mote_blake64_init(mote_blake64_context *cc, unsigned out_size);

void mote_blake64(mote_blake64_context *cc, const void *data, size_t len);

void mote_blake64_close(mote_blake64_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
