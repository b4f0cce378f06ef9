/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with keys of 128, 192 and 256 bits: encryption that authenticates the text and further
 * data with it.  The function behind it alone is in mote/ghash.h.
 *
 * Status: standard, unbroken.  Never use an IV twice under one key: that gives away the key of the
 * authentication.  An IV of 12 bytes that counts is best.
 * Specification: NIST SP 800-38D, with any IV, and tags of 4, 8 and 12 to 16 bytes; short ones are
 * for those who have read its appendix C.
 * Constant time: no branch and no address depends on key or data; a file whose name ends in _fast in
 * portable C multiplies, so there the processor's multiplication has to take one time, too.
 *
 *     mote_gcm_context cc;
 *     unsigned char key[16] = {1}, iv[12] = {2}, text[4] = "abc", tag[16];
 *     if (mote_gcm_init(&cc, key, 128) != 0 ||
 *         mote_gcm_seal(&cc, iv, 12, "header", 6, text, text, 4, tag, 16) != 0)
 *         text[0] = 0;  nothing was encrypted
 *
 * In pieces: mote_gcm_start, then mote_gcm_aad as often as data comes that is only authenticated,
 * then mote_gcm_encrypt (or mote_gcm_decrypt) as often as text comes, then mote_gcm_tag (or
 * mote_gcm_check).  GMAC is that without any text.  What mote_gcm_decrypt writes must not be used
 * before mote_gcm_check gives 0: it may be what an attacker wants it to be.
 *
 * A context is one computation, and a key that stays set for the next mote_gcm_start.  All pointers
 * may have any alignment; with a length of 0 they may be null.  src and dst are the same or do not
 * overlap.  Nothing is allocated, there is no global state; who no longer needs a context wipes it.
 */
#ifndef MOTE_GCM_H
#define MOTE_GCM_H

#include "mote/aes.h"
#include "mote/ghash.h"
#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong; each function gives 0 where nothing is. */
#define MOTE_GCM_WRONG_KEY_SIZE (-1) /* the key has not 128, 192 or 256 bits */
#define MOTE_GCM_WRONG_LENGTH (-2)   /* an empty IV, or more of a part than SP 800-38D allows */
#define MOTE_GCM_WRONG_TAG_SIZE (-3) /* the tag has not 4, 8, 12, 13, 14, 15 or 16 bytes */
#define MOTE_GCM_WRONG_ORDER (-4)    /* this call does not come here: see above */
#define MOTE_GCM_WRONG_TAG (-5)      /* the text, the data, the IV or the tag was changed */

typedef struct {
    mote_aes_context key;
    mote_ghash_context hash;
    mote_aes_ctr_state text;
    unsigned char mask[16];    /* of the tag: J0, encrypted */
    unsigned char lengths[16]; /* of the data and the text in bits, as the last block has them */
    unsigned phase;
} mote_gcm_context;

/* Sets the key: key_bits / 8 bytes at key. */
MOTE_CHECKED int mote_gcm_init(mote_gcm_context *cc, const void *key, unsigned key_bits);

/* Starts with an IV of iv_len bytes, at least 1; the key must be set. */
MOTE_CHECKED int mote_gcm_start(mote_gcm_context *cc, const void *iv, size_t iv_len);

/* Appends len bytes to the data that is only authenticated, before any text. */
MOTE_CHECKED int mote_gcm_aad(mote_gcm_context *cc, const void *data, size_t len);

/* The next len bytes of the text; at most 2^36 - 32 altogether.  Beyond that nothing is done. */
MOTE_CHECKED int mote_gcm_encrypt(mote_gcm_context *cc, const void *src, void *dst, size_t len);
MOTE_CHECKED int mote_gcm_decrypt(mote_gcm_context *cc, const void *src, void *dst, size_t len);

/* Writes the tag, and ends the computation. */
MOTE_CHECKED int mote_gcm_tag(mote_gcm_context *cc, void *tag, size_t tag_len);

/* Ends the computation: 0 if this is its tag, MOTE_GCM_WRONG_TAG if not; the time is the same. */
MOTE_CHECKED int mote_gcm_check(mote_gcm_context *cc, const void *tag, size_t tag_len);

/* All at once: encrypts len bytes and writes the tag. */
MOTE_CHECKED int mote_gcm_seal(mote_gcm_context *cc, const void *iv, size_t iv_len, const void *aad,
                               size_t aad_len, const void *src, void *dst, size_t len, void *tag,
                               size_t tag_len);

/* All at once: decrypts len bytes; where anything is wrong, dst is filled with zeros instead. */
MOTE_CHECKED int mote_gcm_open(mote_gcm_context *cc, const void *iv, size_t iv_len, const void *aad,
                               size_t aad_len, const void *src, void *dst, size_t len,
                               const void *tag, size_t tag_len);

#ifdef __cplusplus
}
#endif

#endif
