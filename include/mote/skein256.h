/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Skein-256: a hash function with a state of 256 bits and digests of any number of bytes; with a
 * key it is a message authentication code.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "The Skein Hash Function Family", N. Ferguson, S. Lucks, B. Schneier, D.
 * Whiting, M. Bellare, T. Kohno, J. Callas, J. Walker, version 1.3, 1 October 2010, section 3.
 * Tree hashing is left out.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_skein256_context cc;
 *     unsigned char digest[32];
 *     mote_skein256_init(&cc, 256);             digest size in bits
 *     mote_skein256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_skein256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_SKEIN256_H
#define MOTE_SKEIN256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 G[8];     /* the chaining value, low halves first */
    mote_u32 buf[8];   /* the block being collected */
    mote_u32 tweak[4]; /* position, type and flags (section 3.4), low word first */
    unsigned ptr;      /* bytes waiting in the block, 0 to 32 */
    unsigned out_size; /* digest size in bits */
} mote_skein256_context;

/*
 * out_size: digest size in bits, a multiple of 8. Beyond 256 bits the output function gives more;
 * the security is that of 256 bits.
 */
void mote_skein256_init(mote_skein256_context *cc, unsigned out_size);

/*
 * Starts as mote_skein256_init does, with a key of key_len bytes: the digest then authenticates the
 * message (section 4.3, Skein-MAC).  With key_len 0, key may be null and there is none.  The key is
 * not needed after the call.
 */
void mote_skein256_init_keyed(mote_skein256_context *cc, unsigned out_size, const void *key,
                              size_t key_len);

/*
 * Keeps one use of the function apart from every other (section 4.1): a personalization of len
 * bytes, given after either init, before the message, at most once.
 */
void mote_skein256_personalize(mote_skein256_context *cc, const void *data, size_t len);

void mote_skein256(mote_skein256_context *cc, const void *data, size_t len);

/*
 * dst may be cc itself for a digest of at most 256 bits, which then takes the place of the first bytes
 * of the context and needs no memory of its own; it may not overlap *cc otherwise.
 */
void mote_skein256_close(mote_skein256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
