/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak as it was submitted to the SHA-3 competition: digests of 224, 256, 384 and 512 bits.
 *
 * Status: what SHA-3 was made from, with another padding, so the digests differ from those of
 * mote/sha3.h.  No attack is known that is better than a generic one.  "Keccak-256" of Ethereum
 * is this function; new designs take SHA-3.
 * Specification: "The Keccak SHA-3 submission", version 3, G. Bertoni, J. Daemen, M. Peeters,
 * G. Van Assche, 14 January 2011.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_keccak_context cc;
 *     unsigned char digest[32];
 *     mote_keccak_init(&cc, 256);             digest size in bits
 *     mote_keccak(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_keccak_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_KECCAK_H
#define MOTE_KECCAK_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* digest size in bits */
} mote_keccak_context;

/* out_size: digest size in bits, 224, 256, 384 or 512. */
void mote_keccak_init(mote_keccak_context *cc, unsigned out_size);

void mote_keccak(mote_keccak_context *cc, const void *data, size_t len);

/*
 * Which bit comes first: in the terms of the competition, whose files of known answers have the
 * same byte ub at the end, the highest of ub, 128, then 64, and so on.  The submission's sponge
 * takes the lowest of them first, as it does with the eight bits of a whole byte.
 */
void mote_keccak_close(mote_keccak_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
