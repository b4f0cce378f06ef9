/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-256: a tweakable block cipher with a key and a block of 256 bits (32 bytes) and a tweak
 * of 128 bits (16 bytes).
 *
 * Status: candidate, the block cipher of the SHA-3 finalist Skein; no attack on all its rounds is
 * known that is better than a generic one.  A block cipher alone neither hides equal blocks nor
 * authenticates anything: give every block another tweak, or use a mode of operation.
 * Specification: "The Skein Hash Function Family", N. Ferguson, S. Lucks, B. Schneier, D. Whiting,
 * M. Bellare, T. Kohno, J. Callas, J. Walker, version 1.3, 1 October 2010, section 3.3.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_threefish256_context cc;
 *     unsigned char key[32] = {1}, tweak[16] = {2}, block[32] = {3}, back[32];
 *     mote_threefish256_init(&cc, key);
 *     mote_threefish256_encrypt(&cc, tweak, block, block);   in place
 *     mote_threefish256_decrypt(&cc, tweak, block, back);
 *
 * Set a key once for many blocks; a block goes from one place to another, or stays where it is.
 */
#ifndef MOTE_THREEFISH256_H
#define MOTE_THREEFISH256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 key[8]; /* low halves of the words first */
} mote_threefish256_context;

/* Sets the key: 32 bytes at key, of any alignment. */
void mote_threefish256_init(mote_threefish256_context *cc, const void *key);

void mote_threefish256_encrypt(const mote_threefish256_context *cc, const void *tweak,
                               const void *src, void *dst);

void mote_threefish256_decrypt(const mote_threefish256_context *cc, const void *tweak,
                               const void *src, void *dst);

#ifdef __cplusplus
}
#endif

#endif
