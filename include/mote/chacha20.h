/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20: a stream cipher with a key of 256 bits and a nonce of 96, of sums, rotations and xors alone.
 *
 * Status: standard of the IETF, unbroken.  It does not authenticate: what was changed on its way
 * decrypts to something else without notice.  A nonce must never come twice under one key.
 * Specification: RFC 8439, "ChaCha20 and Poly1305 for IETF Protocols", June 2018, sections 2.1 to 2.4.
 * Constant time: no branch and no address depends on key, nonce or data.
 *
 *     mote_chacha20_context cc;
 *     unsigned char key[32] = {1}, nonce[12] = {2}, text[4] = "abc";
 *     mote_chacha20_init(&cc, key, nonce, 1);
 *     mote_chacha20_crypt(&cc, text, text, 4);  in place; and again from init, to decrypt
 *
 * Nothing is allocated, there is no global state, and a program that no longer needs a context wipes
 * it; what lies on the stack is wiped here (but where the compiler keeps variables at fixed addresses:
 * the 8051).
 */
#ifndef MOTE_CHACHA20_H
#define MOTE_CHACHA20_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Private to the implementation, but for what its size is.  A plain copy goes on from the same place. */
typedef struct {
    mote_u32 state[16];      /* what the next block is made of: section 2.3 */
    mote_u32 key_stream[16]; /* the words of the last block */
    unsigned left;           /* bytes of it that are not yet used, at its end */
} mote_chacha20_context;

/*
 * Starts with 32 bytes at key and 12 at nonce; counter: the number of the first block of 64 bytes, 0 or
 * 1 by most protocols.  A text must end before block 2^32, behind which the number is 0 again.
 */
void mote_chacha20_init(mote_chacha20_context *cc, const void *key, const void *nonce,
                        mote_u32 counter);

/*
 * Encrypts or decrypts len bytes, which is the same; the next call goes on behind them, in the middle
 * of a block too.  src and dst are of any alignment, and the same or not overlapping; with len 0 they
 * may be null.
 */
void mote_chacha20_crypt(mote_chacha20_context *cc, const void *src, void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
