/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM with keys of 128, 192 and 256 bits: encryption that authenticates the text and further
 * data with it, by the block cipher alone.
 *
 * Status: standard, unbroken.  Never use a nonce twice under one key.  Tags of fewer than 8 bytes are
 * for those who have read SP 800-38C, appendix B.
 * Specification: NIST SP 800-38C (May 2004, updated July 2007) with the formatting of its appendix A,
 * which is RFC 3610: nonces of 7 to 13 bytes, tags of 4, 6, 8, 10, 12, 14 and 16.
 * Constant time: no branch and no address depends on key or data.  Only the kernels for AVR have a
 * table, in program memory, which an AVR reads in the same time wherever that is.
 *
 *     mote_ccm_context cc;
 *     unsigned char key[16] = {1}, nonce[13] = {2}, text[4] = "abc", tag[8];
 *     if (mote_ccm_init(&cc, key, 128) != 0 ||
 *         mote_ccm_seal(&cc, nonce, 13, "header", 6, text, text, 4, tag, 8) != 0)
 *         text[0] = 0;  nothing was encrypted
 *
 * In pieces: mote_ccm_start, which is told all lengths, then mote_ccm_aad as often as data comes that
 * is only authenticated, then mote_ccm_encrypt (or mote_ccm_decrypt) as often as text comes, then
 * mote_ccm_tag (or mote_ccm_check).  What mote_ccm_decrypt writes must not be used before
 * mote_ccm_check gives 0: it may be what an attacker wants it to be.
 *
 * A context is one computation, and a key that stays set for the next mote_ccm_start.  All pointers
 * may have any alignment; with a length of 0 they may be null.  src and dst are the same or do not
 * overlap.  Nothing is allocated, there is no global state; who no longer needs a context wipes it.
 */
#ifndef MOTE_CCM_H
#define MOTE_CCM_H

#include "mote/aes.h"
#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong; each function gives 0 where nothing is. */
#define MOTE_CCM_WRONG_KEY_SIZE (-1) /* the key has not 128, 192 or 256 bits */
#define MOTE_CCM_WRONG_LENGTH                                                                      \
    (-2) /* the nonce has not 7 to 13 bytes, or the text too many; not as long as was declared */
#define MOTE_CCM_WRONG_TAG_SIZE (-3) /* the tag has not 4, 6, 8, 10, 12, 14 or 16 bytes */
#define MOTE_CCM_WRONG_ORDER (-4)    /* this call does not come here: see above */
#define MOTE_CCM_WRONG_TAG (-5)      /* the text, the data, the nonce or the tag was changed */

typedef struct {
    mote_aes_context key;
    unsigned char blocks[48]; /* the CBC-MAC's, one of the key stream, and the counter's */
    size_t aad_left;          /* bytes that are declared and have not come yet */
    size_t text_left;
    unsigned filled; /* bytes of the CBC-MAC's block that are in it, but not encrypted: 1 to 16 */
    unsigned tag_bytes;
    unsigned phase;
} mote_ccm_context;

/* Sets the key: key_bits / 8 bytes at key. */
MOTE_CHECKED int mote_ccm_init(mote_ccm_context *cc, const void *key, unsigned key_bits);

/*
 * Starts with a nonce of nonce_len bytes, 7 to 13; the key must be set.  aad_len bytes will come that
 * are only authenticated, and a text of len bytes: fewer than 2^(8 * (15 - nonce_len)).
 */
MOTE_CHECKED int mote_ccm_start(mote_ccm_context *cc, const void *nonce, size_t nonce_len,
                                size_t aad_len, size_t len, size_t tag_len);

/* Appends len bytes to the data that is only authenticated; beyond what is declared nothing is done. */
MOTE_CHECKED int mote_ccm_aad(mote_ccm_context *cc, const void *data, size_t len);

/* The next len bytes of the text, when all data have come; beyond what is declared nothing is done. */
MOTE_CHECKED int mote_ccm_encrypt(mote_ccm_context *cc, const void *src, void *dst, size_t len);
MOTE_CHECKED int mote_ccm_decrypt(mote_ccm_context *cc, const void *src, void *dst, size_t len);

/* Writes the tag, of as many bytes as were declared, and ends the computation, when all has come. */
MOTE_CHECKED int mote_ccm_tag(mote_ccm_context *cc, void *tag);

/* Ends the computation: 0 if this is its tag, MOTE_CCM_WRONG_TAG if not; the time is the same. */
MOTE_CHECKED int mote_ccm_check(mote_ccm_context *cc, const void *tag);

/* All at once: encrypts len bytes and writes the tag. */
MOTE_CHECKED int mote_ccm_seal(mote_ccm_context *cc, const void *nonce, size_t nonce_len,
                               const void *aad, size_t aad_len, const void *src, void *dst,
                               size_t len, void *tag, size_t tag_len);

/* All at once: decrypts len bytes; where anything is wrong, dst is filled with zeros instead. */
MOTE_CHECKED int mote_ccm_open(mote_ccm_context *cc, const void *nonce, size_t nonce_len,
                               const void *aad, size_t aad_len, const void *src, void *dst,
                               size_t len, const void *tag, size_t tag_len);

#ifdef __cplusplus
}
#endif

#endif
