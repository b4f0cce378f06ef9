/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * TupleHash256: a hash function for tuples of strings, made of cSHAKE256: ("abc", "d") and ("ab", "cd")
 * have digests that have nothing in common.
 *
 * Status: standard; no attack is known that is better than a generic one.  The strength is at most
 * 256 bits, however long the output is.
 * Specification: NIST SP 800-185, "SHA-3 Derived Functions: cSHAKE, KMAC, TupleHash and
 * ParallelHash", December 2016, section 5; for strings of whole bytes.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_tuplehash256_context cc;
 *     unsigned char digest[64];
 *     mote_tuplehash256_init(&cc, 512);            output size in bits
 *     mote_tuplehash256_item(&cc, 3);              before each string: its length in bytes
 *     mote_tuplehash256(&cc, "abc", 3);            as often as needed; length in bytes
 *     mote_tuplehash256_close(&cc, 0, 0, digest);  writes 512 / 8 = 64 bytes
 */
#ifndef MOTE_TUPLEHASH256_H
#define MOTE_TUPLEHASH256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* digest size in bits */
} mote_tuplehash256_context;

/*
 * out_size: digest size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528); digests
 * of other sizes have nothing in common.
 */
void mote_tuplehash256_init(mote_tuplehash256_context *cc, unsigned out_size);

/*
 * The customization, S of the specification: len bytes that keep one use of the function apart from
 * every other, between init and the first string, at most once.  With len 0, data may be null and there
 * is none.
 */
void mote_tuplehash256_customize(mote_tuplehash256_context *cc, const void *data, size_t len);

/*
 * Begins a string of the tuple, len bytes long, which may be 0.  Exactly so many bytes have to follow by
 * mote_tuplehash256, in any number of pieces, before the next string begins or the tuple ends: nobody
 * counts them.  A tuple may have no strings at all.
 */
void mote_tuplehash256_item(mote_tuplehash256_context *cc, size_t len);

/* Appends len bytes at data to the string.  With len 0, data may be null. */
void mote_tuplehash256(mote_tuplehash256_context *cc, const void *data, size_t len);

/* The function is used for strings of whole bytes here: ub is not looked at, and n has to be 0. */
void mote_tuplehash256_close(mote_tuplehash256_context *cc, unsigned ub, unsigned n, void *dst);

/*
 * The same for TupleHashXOF256 (section 5.3.1): output of which a shorter one is the beginning of a
 * longer one, as the length is not hashed.
 */
void mote_tuplehash256_close_xof(mote_tuplehash256_context *cc, void *dst);

#ifdef __cplusplus
}
#endif

#endif
