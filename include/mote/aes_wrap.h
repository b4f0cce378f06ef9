/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap with keys of 128, 192 and 256 bits: encrypts keys so that a change is seen, without a
 * nonce.
 *
 * Status: standard, unbroken.  Equal keys become equal bytes, and it takes twelve blocks of AES for 16
 * bytes: it is for keys, and nothing long.
 * Specification: NIST SP 800-38F (December 2012), KW; RFC 3394, with its initial value.
 * Constant time: no branch and no address depends on keys or data, but whether what is unwrapped is
 * right.  Only the kernels for AVR have a table, in program memory, which an AVR reads in the same time
 * wherever that is.
 *
 *     mote_aes_wrap_context cc;
 *     unsigned char key[16] = {1}, secret[16] = {2}, wrapped[24];
 *     if (mote_aes_wrap_init(&cc, key, 128) != 0 ||
 *         mote_aes_wrap_encrypt(&cc, secret, wrapped, 16) != 0 ||
 *         mote_aes_wrap_decrypt(&cc, wrapped, secret, 24) != 0)
 *         return 1;  a change would have been seen
 *
 * A context is a key that is set: threads may share it for everything but its init.  src and dst are of
 * any alignment, and the same or not overlapping.  Nothing is allocated, there is no global state; who
 * no longer needs a context wipes it.
 */
#ifndef MOTE_AES_WRAP_H
#define MOTE_AES_WRAP_H

#include "mote/aes.h"
#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong; each function gives 0 where nothing is. */
#define MOTE_AES_WRAP_WRONG_KEY_SIZE (-1) /* the key has not 128, 192 or 256 bits; nothing is set */
#define MOTE_AES_WRAP_WRONG_LENGTH (-2) /* no multiple of 8 bytes, too few or half of all memory */
#define MOTE_AES_WRAP_WRONG_TAG (-5)    /* what was wrapped was changed, or the key is another */

typedef struct {
    mote_aes_context key;
} mote_aes_wrap_context;

/* Sets the key that others are wrapped with: key_bits / 8 bytes at key. */
MOTE_CHECKED int mote_aes_wrap_init(mote_aes_wrap_context *cc, const void *key, unsigned key_bits);

/* Wraps secret_len bytes, a multiple of 8 and at least 16: writes 8 more. */
MOTE_CHECKED int mote_aes_wrap_encrypt(const mote_aes_wrap_context *cc, const void *src, void *dst,
                                       size_t secret_len);

/*
 * Unwraps wrapped_len bytes, a multiple of 8 and at least 24: writes 8 fewer, which are zeros where
 * MOTE_AES_WRAP_WRONG_TAG comes back.
 */
MOTE_CHECKED int mote_aes_wrap_decrypt(const mote_aes_wrap_context *cc, const void *src, void *dst,
                                       size_t wrapped_len);

#ifdef __cplusplus
}
#endif

#endif
