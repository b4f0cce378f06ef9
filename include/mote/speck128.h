/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Speck128/128: a block cipher with a key and a block of 128 bits (16 bytes).
 *
 * Status: published by the NSA, not a standard of ISO (which refused it); no attack on all its rounds
 * is known.  A block cipher alone neither hides equal blocks nor authenticates anything.
 * Specification: "The SIMON and SPECK Families of Lightweight Block Ciphers", R. Beaulieu, D. Shors,
 * J. Smith, S. Treatman-Clark, B. Weeks, L. Wingers, Cryptology ePrint Archive 2013/404; bytes and
 * words as in "SIMON and SPECK Implementation Guide", the same authors, 15 January 2019.
 *
 *     mote_speck128_context cc;
 *     unsigned char key[16] = {1}, blocks[32] = {2}, back[32];
 *     mote_speck128_init(&cc, key);
 *     mote_speck128_encrypt(&cc, blocks, blocks, 2);   in place
 *     mote_speck128_decrypt(&cc, blocks, back, 2);
 *
 * The time taken does not depend on key and blocks, nothing is allocated, at most memcpy and
 * memset are called.  No alignment is needed.
 */
#ifndef MOTE_SPECK128_H
#define MOTE_SPECK128_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 round_keys[64]; /* low halves of the words first */
} mote_speck128_context;

/* Sets the key: 16 bytes at key. */
void mote_speck128_init(mote_speck128_context *cc, const void *key);

/* Encrypts so many blocks of 16 bytes at src, each by itself; dst is src or does not overlap it. */
void mote_speck128_encrypt(const mote_speck128_context *cc, const void *src, void *dst,
                           size_t blocks);

/* The inverse. */
void mote_speck128_decrypt(const mote_speck128_context *cc, const void *src, void *dst,
                           size_t blocks);

#ifdef __cplusplus
}
#endif

#endif
