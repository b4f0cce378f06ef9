/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * cSHAKE256: SHAKE256 with two more strings, which keep one use of it apart from every other.
 *
 * Status: standard; no attack is known that is better than a generic one.  The strength is at most
 * 256 bits, however long the output is.  A shorter output is the beginning of a longer one: the
 * length is not hashed.
 * Specification: NIST SP 800-185, "SHA-3 Derived Functions: cSHAKE, KMAC, TupleHash and
 * ParallelHash", December 2016, section 3.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_cshake256_context cc;
 *     unsigned char digest[32];
 *     mote_cshake256_init(&cc, 256);                 output size in bits
 *     mote_cshake256_customize(&cc, "mine 1.0", 8);  what it is used for; length in bytes
 *     mote_cshake256(&cc, "abc", 3);                 as often as needed; length in bytes
 *     mote_cshake256_close(&cc, 0, 0, digest);       writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_CSHAKE256_H
#define MOTE_CSHAKE256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* output size in bits */
    unsigned suffix;   /* what follows the message, the first 1 of the padding included */
} mote_cshake256_context;

/*
 * out_size: output size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528).
 * With neither of the two strings below the function is SHAKE256.
 */
void mote_cshake256_init(mote_cshake256_context *cc, unsigned out_size);

/*
 * The name of a function that is made of this one, N of the specification: len bytes, given behind
 * init, at most once.  Names are for NIST to give: others leave the call out.  What follows it is
 * mote_cshake256_customize, if only with a len of 0.  With len 0, data may be null and there is none.
 */
void mote_cshake256_name(mote_cshake256_context *cc, const void *data, size_t len);

/*
 * The customization, S of the specification: len bytes of the user's choice, given before the
 * message, at most once.  With len 0, data may be null and there is none.
 */
void mote_cshake256_customize(mote_cshake256_context *cc, const void *data, size_t len);

void mote_cshake256(mote_cshake256_context *cc, const void *data, size_t len);

/* The highest bit of ub comes first, as in mote/shake256.h. */
void mote_cshake256_close(mote_cshake256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
