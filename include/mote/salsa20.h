/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Salsa20/20: a stream cipher with a key of 256 bits and a nonce of 64, of sums, rotations and xors
 * alone.  It came before ChaCha20 (mote/chacha20.h), which new designs take.
 *
 * Status: in the portfolio of eSTREAM, unbroken.  It does not authenticate: what was changed on its way
 * decrypts to something else without notice.  A nonce must never come twice under one key; of 64 bits it
 * is too short to be drawn at random.
 * Specification: D. J. Bernstein, "Salsa20 specification", 27 April 2005.
 * Constant time: no branch and no address depends on key, nonce or data.
 *
 *     mote_salsa20_context cc;
 *     unsigned char key[32] = {1}, nonce[8] = {2}, text[4] = "abc";
 *     mote_salsa20_init(&cc, key, nonce, 0);
 *     mote_salsa20_crypt(&cc, text, text, 4);  in place; and again from init, to decrypt
 *
 * Nothing is allocated, there is no global state, and a program that no longer needs a context wipes
 * it; what lies on the stack is wiped here (but where the compiler keeps variables at fixed addresses:
 * the 8051).
 */
#ifndef MOTE_SALSA20_H
#define MOTE_SALSA20_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Private to the implementation, but for what its size is.  A plain copy goes on from the same place. */
typedef struct {
    mote_u32 state[16];      /* what the next block is made of: sections 9 and 10 */
    mote_u32 key_stream[16]; /* the words of the last block */
    unsigned left;           /* bytes of it that are not yet used, at its end */
} mote_salsa20_context;

/*
 * Starts with 32 bytes at key and 8 at nonce; counter: the number of the first block of 64 bytes, mostly
 * 0.  From there on it counts with 64 bits.
 */
void mote_salsa20_init(mote_salsa20_context *cc, const void *key, const void *nonce,
                       mote_u32 counter);

/*
 * Encrypts or decrypts len bytes, which is the same; the next call goes on behind them, in the middle
 * of a block too.  src and dst are of any alignment, and the same or not overlapping; with len 0 they
 * may be null.
 */
void mote_salsa20_crypt(mote_salsa20_context *cc, const void *src, void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
