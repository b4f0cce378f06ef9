/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal: a hash function with digests of 32 to 512 bits, in steps of 32 bits.
 *
 * Status: a candidate of the second round of NIST's SHA-3 competition (2009-2010); not a standard.
 * Specification: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
 * E. Bresson, A. Canteaut, B. Chevallier-Mames, C. Clavier, T. Fuhr, A. Gouget, T. Icart,
 * J.-F. Misarsky, M. Naya-Plasencia, P. Paillier, T. Pornin, J.-R. Reinhard, C. Thuillet,
 * M. Videau, 28 October 2008, section 2.3.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_shabal_context cc;
 *     unsigned char digest[32];
 *     mote_shabal_init(&cc, 256);             digest size in bits
 *     mote_shabal(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_shabal_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_SHABAL_H
#define MOTE_SHABAL_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A message is prefixed with two blocks that depend on the digest size alone.  Where a program needs
 * one size, a third of the time of a short message is saved by a table of the state behind them, for
 * some 170 to 190 bytes more: compile avr8.S or thumb.S with, say, -DMOTE_SHABAL_INITIAL_VALUE=256 (192,
 * 224, 256, 384 or 512).  Other values of out_size then give wrong digests.  The other files have
 * no such choice and compute the state.
 */

/*
 * The order is part of the binary interface of the assembly implementations: what is used by name
 * first, then the arrays.
 */
typedef struct {
    mote_u32 Wlow, Whigh; /* number of the last block, from 1; 64 bits */
    unsigned ptr;         /* bytes waiting in buf, 0 to 63 */
    unsigned out_size;    /* digest size in bits */
    mote_u32 A[12];       /* state, with the specification's names */
    mote_u32 C[16];
    mote_u32 buf[16]; /* the block being collected, as little-endian words */
    mote_u32 B[16];
} mote_shabal_context;

/* out_size: digest size in bits, a multiple of 32 from 32 to 512. */
void mote_shabal_init(mote_shabal_context *cc, unsigned out_size);

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len);

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
