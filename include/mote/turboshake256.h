/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * TurboSHAKE256: an extendable-output function as SHAKE256, of half the rounds and twice the speed, for
 * messages of whole bytes.
 *
 * Status: published standard; no attack is known that is better than a generic one.  The strength is at
 * most 256 bits, however long the output is.  A shorter output is the beginning of a longer one: the
 * length is not hashed.
 * Specification: RFC 9861, "KangarooTwelve and TurboSHAKE", October 2025, section 2.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_turboshake256_context cc;
 *     unsigned char digest[32];
 *     mote_turboshake256_init(&cc, 256);             output size in bits
 *     mote_turboshake256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_turboshake256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_TURBOSHAKE256_H
#define MOTE_TURBOSHAKE256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* output size in bits */
    unsigned suffix;   /* the domain separation byte */
} mote_turboshake256_context;

/*
 * out_size: output size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528).  The
 * domain separation byte is 0x1F.
 */
void mote_turboshake256_init(mote_turboshake256_context *cc, unsigned out_size);

/*
 * Another domain separation byte, 0x01 to 0x7F, given behind init: it keeps one use of the function
 * apart from every other.
 */
void mote_turboshake256_domain(mote_turboshake256_context *cc, unsigned domain);

void mote_turboshake256(mote_turboshake256_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_turboshake256_close(mote_turboshake256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
