/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305: encryption that authenticates the text and further data with it, with a key of
 * 256 bits, a nonce of 96 and a tag of 128.
 *
 * Status: standard of the IETF, in wide use (TLS, SSH, WireGuard), unbroken.  Never use a nonce twice
 * under one key: that gives away both texts and the key of the authentication.  A nonce that counts
 * is best.
 * Specification: RFC 8439, "ChaCha20 and Poly1305 for IETF Protocols", June 2018, section 2.8.
 * Constant time: no branch and no address depends on key, nonce, data or text; all files but portable.c
 * multiply, so there the processor's multiplication has to take one time, too.
 *
 *     mote_chacha20_poly1305_context cc;
 *     unsigned char key[32] = {1}, nonce[12] = {2}, text[4] = "abc", tag[16];
 *     if (mote_chacha20_poly1305_seal(&cc, key, nonce, "header", 6, text, text, 4, tag) != 0 ||
 *         mote_chacha20_poly1305_open(&cc, key, nonce, "header", 6, text, text, 4, tag) != 0)
 *         text[0] = 0;  not what was encrypted: text is all zeros
 *
 * In pieces: mote_chacha20_poly1305_init, then mote_chacha20_poly1305_aad as often as data comes that
 * is only authenticated, then mote_chacha20_poly1305_encrypt (or mote_chacha20_poly1305_decrypt) as
 * often as text comes, then mote_chacha20_poly1305_tag (or mote_chacha20_poly1305_check).  What
 * mote_chacha20_poly1305_decrypt writes must not be used before mote_chacha20_poly1305_check gives 0:
 * it may be what an attacker wants it to be.
 *
 * A context is one computation; its end wipes it.  All pointers may have any alignment; with a length
 * of 0 they may be null.  src and dst are the same or do not overlap.  Nothing is allocated, and there
 * is no global state.
 */
#ifndef MOTE_CHACHA20_POLY1305_H
#define MOTE_CHACHA20_POLY1305_H

#include "mote/chacha20.h"
#include "mote/interface.h"
#include "mote/poly1305.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong; each function gives 0 where nothing is. */
#define MOTE_CHACHA20_POLY1305_WRONG_LENGTH (-2) /* a text of more than 2^38 - 64 bytes */
#define MOTE_CHACHA20_POLY1305_WRONG_ORDER (-4)  /* this call does not come here: see above */
#define MOTE_CHACHA20_POLY1305_WRONG_TAG (-5)    /* key, nonce, data, text or tag was changed */

typedef struct {
    mote_chacha20_context cipher;
    mote_poly1305_context mac;
    mote_u32
        lengths[4]; /* bytes of the data and of the text, each in two words, the low one first */
    unsigned phase;
} mote_chacha20_poly1305_context;

/* Starts with 32 bytes at key and 12 at nonce, whatever was in *cc before. */
void mote_chacha20_poly1305_init(mote_chacha20_poly1305_context *cc, const void *key,
                                 const void *nonce);

/* Appends len bytes to the data that is only authenticated, before any text. */
MOTE_CHECKED int mote_chacha20_poly1305_aad(mote_chacha20_poly1305_context *cc, const void *data,
                                            size_t len);

/* The next len bytes of the text; at most 2^38 - 64 altogether.  Beyond that nothing is done. */
MOTE_CHECKED int mote_chacha20_poly1305_encrypt(mote_chacha20_poly1305_context *cc, const void *src,
                                                void *dst, size_t len);
MOTE_CHECKED int mote_chacha20_poly1305_decrypt(mote_chacha20_poly1305_context *cc, const void *src,
                                                void *dst, size_t len);

/* Writes the tag of 16 bytes, and ends the computation. */
MOTE_CHECKED int mote_chacha20_poly1305_tag(mote_chacha20_poly1305_context *cc, void *tag);

/* Ends it: 0 if this is its tag, MOTE_CHACHA20_POLY1305_WRONG_TAG if not; the time is the same. */
MOTE_CHECKED int mote_chacha20_poly1305_check(mote_chacha20_poly1305_context *cc, const void *tag);

/* All at once: encrypts len bytes and writes the tag. */
MOTE_CHECKED int mote_chacha20_poly1305_seal(mote_chacha20_poly1305_context *cc, const void *key,
                                             const void *nonce, const void *aad, size_t aad_len,
                                             const void *src, void *dst, size_t len, void *tag);

/* All at once: decrypts len bytes; where anything is wrong, dst is filled with zeros instead. */
MOTE_CHECKED int mote_chacha20_poly1305_open(mote_chacha20_poly1305_context *cc, const void *key,
                                             const void *nonce, const void *aad, size_t aad_len,
                                             const void *src, void *dst, size_t len,
                                             const void *tag);

#ifdef __cplusplus
}
#endif

#endif
