/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHAKE256: an extendable-output function (XOF), a hash function with output of any length.
 *
 * Status: standard; no attack is known that is better than a generic one.  The strength is at most
 * 256 bits, however long the output is.  A shorter output is the beginning of a longer one: the
 * length is not hashed.
 * Specification: FIPS PUB 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output
 * Functions", NIST, August 2015, section 6.2.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_shake256_context cc;
 *     unsigned char digest[32];
 *     mote_shake256_init(&cc, 256);             output size in bits
 *     mote_shake256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_shake256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_SHAKE256_H
#define MOTE_SHAKE256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* output size in bits */
} mote_shake256_context;

/* out_size: output size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528). */
void mote_shake256_init(mote_shake256_context *cc, unsigned out_size);

void mote_shake256(mote_shake256_context *cc, const void *data, size_t len);

/*
 * Which bit comes first: the highest of ub, 128, then 64, and so on.  Mind that FIPS 202 counts the
 * bits of a byte from the lowest: test files for it store the bits of a partial last byte in the
 * low end of the byte, the lowest first.  Reverse the eight bits of such a byte to get ub.
 */
void mote_shake256_close(mote_shake256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
