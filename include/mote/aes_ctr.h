/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in counter mode alone, with keys of 128 and 256 bits: for devices that have little memory, and
 * need nothing else of AES.
 *
 * This or mote/aes.h?  Here the key is kept as it is, and round keys are computed with each block, or
 * with each call on the stack: the context is less than half as large, a new key costs nothing, and
 * small files in assembly have the whole of it.  There the round keys are computed once, files with
 * the fastest encryption are behind it, and there are ECB, CBC, XTS and keys of 192 bits.  Both give
 * the same.
 *
 * Status: standard, unbroken.  Counter mode does not authenticate: what was changed on its way decrypts
 * to something else without notice.  A counter block must never come twice under one key.
 * Specification: FIPS PUB 197 (AES); NIST SP 800-38A, section 6.5 (CTR).
 * Constant time: no branch and no address depends on key, counter or data.  Only avr8 and
 * avr8_fast have a table, in program memory, which an AVR reads in the same time wherever that is.
 *
 *     mote_aes_ctr_context cc;
 *     unsigned char key[16] = {1}, counter[16] = {2}, text[4] = "abc";
 *     if (mote_aes_ctr_init(&cc, key, 128, counter) == 0)
 *         mote_aes_ctr_crypt(&cc, text, text, 4);  in place; and again from init, to decrypt
 *
 * Nothing is allocated, there is no global state, and a program that no longer needs a context wipes
 * it; what lies on the stack is wiped here (but where the compiler keeps variables at fixed addresses:
 * the 8051).
 */
#ifndef MOTE_AES_CTR_H
#define MOTE_AES_CTR_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Private to the implementation, but for what its size is.  A plain copy goes on from the same place. */
typedef struct {
    unsigned char key[32];
    unsigned char counter[16];    /* of the next block, highest byte first */
    unsigned char key_stream[32]; /* of one block or two, as the implementation computes it */
    unsigned key_bits;
    unsigned left; /* bytes of the key stream that are not yet used, at its end */
} mote_aes_ctr_context;

/* The key has neither 128 nor 256 bits; nothing is set. */
#define MOTE_AES_CTR_WRONG_KEY_SIZE (-1)

/*
 * Starts with key_bits / 8 bytes at key, and the counter block at counter (16 bytes).  Gives 0, or
 * what is wrong.  It computes nothing: another message under the same key may begin with it.
 */
MOTE_CHECKED int mote_aes_ctr_init(mote_aes_ctr_context *cc, const void *key, unsigned key_bits,
                                   const void *counter);

/*
 * Encrypts or decrypts len bytes, which is the same; the next call goes on behind them, in the middle
 * of a block too.  The counter is a number of 128 bits, big-endian.  src and dst are of any alignment,
 * and the same or not overlapping; with len 0 they may be null.
 */
void mote_aes_ctr_crypt(mote_aes_ctr_context *cc, const void *src, void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
