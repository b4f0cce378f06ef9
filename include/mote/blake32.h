/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-28 and BLAKE-32: hash functions with digests of 224 and 256 bits, 10 rounds. They are
 * BLAKE as it entered the second round of the SHA-3 competition, before its rounds were raised;
 * here so that figures of that time can be compared. For anything else take mote_blake256.
 *
 * Status: candidate in the second round of the SHA-3 competition, replaced by the final BLAKE.
 * Specification: "SHA-3 proposal BLAKE", J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan,
 * version of the second round, sections 2.1 and 2.2; salt 0.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_blake32_context cc;
 *     unsigned char digest[32];
 *     mote_blake32_init(&cc, 256);             digest size in bits
 *     mote_blake32(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake32_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_BLAKE32_H
#define MOTE_BLAKE32_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 H[8];      /* the hash value */
    mote_u32 buf[16];   /* the block being collected */
    mote_u32 low, high; /* bits in the blocks so far, a number of 64 bits */
    unsigned bits;      /* bits of the message in the block that is compressed next */
    unsigned ptr;       /* bytes waiting in the block, 0 to 63 */
    unsigned out_size;  /* digest size in bits */
} mote_blake32_context;

/* out_size: digest size in bits, 224 or 256. */
void mote_blake32_init(mote_blake32_context *cc, unsigned out_size);

void mote_blake32(mote_blake32_context *cc, const void *data, size_t len);

void mote_blake32_close(mote_blake32_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
