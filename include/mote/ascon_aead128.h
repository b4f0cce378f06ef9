/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-AEAD128: encryption for small processors that authenticates the text and further data with
 * it, with a key, a nonce and a tag of 128 bits each.
 *
 * Status: standard since August 2025; 128 bits of security.  Never use a nonce twice under one key:
 * that gives away texts.  A nonce that counts is best.  No more than 2^54 bytes under one key.
 * Specification: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for
 * Constrained Devices", August 2025, section 4; tags are whole, and nonces not masked.
 * Constant time: no branch and no address depends on key, nonce, data or text.
 *
 *     mote_ascon_aead128_context cc;
 *     unsigned char key[16] = {1}, nonce[16] = {2}, text[4] = "abc", tag[16];
 *     mote_ascon_aead128_seal(&cc, key, nonce, "header", 6, text, text, 4, tag);
 *     if (mote_ascon_aead128_open(&cc, key, nonce, "header", 6, text, text, 4, tag) != 0)
 *         text[0] = 0;  not what was encrypted: text is all zeros
 *
 * In pieces: mote_ascon_aead128_init, then mote_ascon_aead128_aad as often as data comes that is only
 * authenticated, then mote_ascon_aead128_encrypt (or mote_ascon_aead128_decrypt) as often as text
 * comes, then mote_ascon_aead128_tag (or mote_ascon_aead128_check).  What
 * mote_ascon_aead128_decrypt writes must not be used before mote_ascon_aead128_check gives 0: it
 * may be what an attacker wants it to be.
 *
 * A context is one computation; its end wipes it.  All pointers may have any alignment; with a length
 * of 0 they may be null.  src and dst are the same or do not overlap.  Nothing is allocated, and there
 * is no global state.
 */
#ifndef MOTE_ASCON_AEAD128_H
#define MOTE_ASCON_AEAD128_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong; each function gives 0 where nothing is. */
#define MOTE_ASCON_AEAD128_WRONG_ORDER (-4) /* this call does not come here: see above */
#define MOTE_ASCON_AEAD128_WRONG_TAG (-5)   /* key, nonce, data, text or tag was changed */

typedef struct {
    mote_u32 S[10]; /* the state, low halves first */
    unsigned char key[16];
    unsigned ptr; /* place in the state of the next byte, 0 to 15 */
    unsigned phase;
} mote_ascon_aead128_context;

/* Starts with 16 bytes each at key and nonce, whatever was in *cc before. */
void mote_ascon_aead128_init(mote_ascon_aead128_context *cc, const void *key, const void *nonce);

/* Appends len bytes to the data that is only authenticated, before any text. */
MOTE_CHECKED int mote_ascon_aead128_aad(mote_ascon_aead128_context *cc, const void *data,
                                        size_t len);

/* The next len bytes of the text. */
MOTE_CHECKED int mote_ascon_aead128_encrypt(mote_ascon_aead128_context *cc, const void *src,
                                            void *dst, size_t len);
MOTE_CHECKED int mote_ascon_aead128_decrypt(mote_ascon_aead128_context *cc, const void *src,
                                            void *dst, size_t len);

/* Writes the tag of 16 bytes, and ends the computation. */
MOTE_CHECKED int mote_ascon_aead128_tag(mote_ascon_aead128_context *cc, void *tag);

/* Ends it: 0 if this is its tag, MOTE_ASCON_AEAD128_WRONG_TAG if not; the time is the same. */
MOTE_CHECKED int mote_ascon_aead128_check(mote_ascon_aead128_context *cc, const void *tag);

/* All at once: encrypts len bytes and writes the tag. */
void mote_ascon_aead128_seal(mote_ascon_aead128_context *cc, const void *key, const void *nonce,
                             const void *aad, size_t aad_len, const void *src, void *dst,
                             size_t len, void *tag);

/* All at once: decrypts len bytes; where the tag is wrong, dst is filled with zeros instead. */
MOTE_CHECKED int mote_ascon_aead128_open(mote_ascon_aead128_context *cc, const void *key,
                                         const void *nonce, const void *aad, size_t aad_len,
                                         const void *src, void *dst, size_t len, const void *tag);

#ifdef __cplusplus
}
#endif

#endif
