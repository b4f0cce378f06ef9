/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT256 (KangarooTwelve): a hash function with output of any length, made of TurboSHAKE256 in a tree of
 * two levels, for messages of whole bytes.
 *
 * Status: published standard; no attack is known that is better than a generic one.  The strength is at
 * most 256 bits, however long the output is.  A shorter output is the beginning of a longer one: the
 * length is not hashed.
 * Specification: RFC 9861, "KangarooTwelve and TurboSHAKE", October 2025, section 3.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_kt256_context cc;
 *     unsigned char digest[32];
 *     mote_kt256_init(&cc, 256);                 output size in bits
 *     mote_kt256(&cc, "abc", 3);                 as often as needed; length in bytes
 *     mote_kt256_customize(&cc, "mine 1.0", 8);  what it is used for; length in bytes
 *     mote_kt256_close(&cc, 0, 0, digest);       writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_KT256_H
#define MOTE_KT256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* TurboSHAKE256 of a node of the tree */
typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* output size in bits */
    unsigned suffix;   /* the domain separation byte */
} mote_kt256_node;

typedef struct {
    mote_kt256_node top;  /* the final node: the first chunk, and chaining values */
    mote_kt256_node leaf; /* another chunk */
    mote_u32 leaves[2];   /* how many there are, low word first */
    unsigned chunk;       /* bytes of the chunk so far, 0 to 8192 */
    unsigned customized;  /* whether there is a customization */
} mote_kt256_context;

/* out_size: output size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528). */
void mote_kt256_init(mote_kt256_context *cc, unsigned out_size);

void mote_kt256(mote_kt256_context *cc, const void *data, size_t len);

/*
 * The customization: len bytes that keep one use of the function apart from every other, given
 * BEHIND the message, at most once.  With len 0, data may be null and there is none.
 */
void mote_kt256_customize(mote_kt256_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_kt256_close(mote_kt256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
