/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH: the keyed function behind GCM (mote/gcm.h), alone.
 *
 * Status: standard as a part of GCM.  Alone it is no MAC: who sees a hash and its text can work out
 * the key.  GMAC, which is one, is GCM without a text.
 * Specification: NIST SP 800-38D, section 6.4.
 * Constant time: no branch and no address depends on key or data; a file whose name ends in _fast in
 * portable C multiplies, so there the processor's multiplication has to take one time, too.
 *
 *     mote_ghash_context cc;
 *     unsigned char key[16] = {1}, hash[16];
 *     mote_ghash_init(&cc, key);
 *     mote_ghash(&cc, "abc", 3);  as often as data comes
 *     mote_ghash_close(&cc, hash);
 *
 * The context is the computation: a plain copy clones it.  Data may have any alignment, and be null
 * with a length of 0.
 */
#ifndef MOTE_GHASH_H
#define MOTE_GHASH_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where processors multiply polynomials, there is room for powers of the hash key. */
#if defined __x86_64__ || defined _M_X64 || defined __aarch64__ || defined __powerpc64__ ||        \
    defined _AIX
#define MOTE_GHASH_POWERS 256
#endif

/* GHASH: its key, the hash so far, and how many bytes of a block wait in it. */
typedef struct {
    unsigned char key[16];
    unsigned char hash[16];
    unsigned waiting; /* 0 to 15 */
#ifdef MOTE_GHASH_POWERS
    /* An implementation's own; it may leave them alone: powers, and how many there are so far. */
    unsigned char powers[MOTE_GHASH_POWERS];
    unsigned powers_ready;
#endif
} mote_ghash_context;

/* Starts with the hash key at key (16 bytes). */
void mote_ghash_init(mote_ghash_context *cc, const void *key);

/* Appends len bytes. */
void mote_ghash(mote_ghash_context *cc, const void *data, size_t len);

/* Fills the last block with zeros where it is not full, and writes the hash at dst (16 bytes).  More
 * may be appended then, as the next of several parts. */
void mote_ghash_close(mote_ghash_context *cc, void *dst);

#ifdef __cplusplus
}
#endif

#endif
