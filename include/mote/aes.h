/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with keys of 128, 192 and 256 bits, and its modes of operation ECB, CBC, CTR and XTS.  For
 * GCM, which also authenticates, see mote/gcm.h.
 *
 * Status: standard, unbroken.  Of the modes none authenticates: what was changed on its way decrypts
 * to something else without notice.  ECB shows which blocks are equal.  A counter of CTR must never
 * come twice under one key.  XTS is for sectors of disks, each with a tweak of its own.
 * Specification: FIPS PUB 197 (AES); NIST SP 800-38A (ECB, CBC, CTR); IEEE Std 1619-2007 and NIST
 * SP 800-38E (XTS; of these, 192 bits are by analogy).
 * Constant time: no branch and no address depends on key or data.  Only the kernels for AVR have a
 * table, in program memory, which an AVR reads in the same time wherever that is.
 *
 * A program pays for the modes that it calls, where the linker drops unused sections (--gc-sections):
 * counter mode alone, aes128_ctr to aes256_ctr in the figures, has no inverse cipher in it.  Where
 * counter mode is all that is needed and memory is little, see mote/aes_ctr.h, which says when to
 * take which: aes128_ctr_only and aes256_ctr_only in the figures.
 *
 *     mote_aes_context cc;
 *     mote_aes_ctr_state state;
 *     unsigned char key[16] = {1}, counter[16] = {2}, text[4] = "abc";
 *     mote_aes_ctr_start(&state, counter);
 *     if (mote_aes_init(&cc, key, 128) == 0)
 *         mote_aes_ctr(&cc, &state, text, text, 4);  in place; and again, to decrypt
 *
 * A context is a key that is set: threads may share it for everything but its init.  src and dst are
 * of any alignment, and the same or not overlapping; of no bytes or no blocks, they may be null.
 * Nothing is allocated, there is no global state, and a program that no longer needs a context or a
 * state wipes it; what lies on the stack is wiped here (but where the compiler keeps variables at
 * fixed addresses: the 8051).
 */
#ifndef MOTE_AES_H
#define MOTE_AES_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The key schedule as FIPS PUB 197, section 5.2 has it, and the same for every implementation: the
 * words w[0], w[1] ... with their bytes in the order of the key's.
 */
typedef struct {
    unsigned char round_keys[240];
    unsigned rounds; /* 10, 12 or 14 */
} mote_aes_context;

/* What is wrong, of the functions that return an int; each gives 0 where nothing is. */
#define MOTE_AES_WRONG_KEY_SIZE (-1) /* the key has not 128, 192 or 256 bits; nothing is set */
#define MOTE_AES_WRONG_LENGTH                                                                      \
    (-2)                         /* XTS: fewer than 16 bytes, or more than 2^24; nothing is done */
#define MOTE_AES_EQUAL_KEYS (-3) /* XTS: both keys are the same; nothing is set */

/* Sets the key: key_bits / 8 bytes at key. */
MOTE_CHECKED int mote_aes_init(mote_aes_context *cc, const void *key, unsigned key_bits);

/* ECB: so many blocks of 16 bytes, each by itself. */
void mote_aes_ecb_encrypt(const mote_aes_context *cc, const void *src, void *dst, size_t blocks);
void mote_aes_ecb_decrypt(const mote_aes_context *cc, const void *src, void *dst, size_t blocks);

/*
 * CBC: so many blocks of 16 bytes.  iv: 16 bytes, which must be unpredictable for each message;
 * afterwards the last ciphertext block, with which the next call goes on.
 */
void mote_aes_cbc_encrypt(const mote_aes_context *cc, void *iv, const void *src, void *dst,
                          size_t blocks);
void mote_aes_cbc_decrypt(const mote_aes_context *cc, void *iv, const void *src, void *dst,
                          size_t blocks);

/* Where a computation in counter mode stands: the counter of the next block, and what is left of
 * the key stream's last one, at its end. */
typedef struct {
    unsigned char counter[16];
    unsigned char key_stream[16];
    unsigned left; /* bytes, 0 to 15 */
} mote_aes_ctr_state;

/* Starts with the counter block at counter (16 bytes). */
void mote_aes_ctr_start(mote_aes_ctr_state *state, const void *counter);

/*
 * CTR: len bytes, encrypted or decrypted, which is the same; the next call goes on behind them, in
 * the middle of a block too.  The counter is a number of 128 bits, big-endian, or of 32: then the
 * first 12 bytes stay, and the last 4 go from 2^32 - 1 to 0 (as in GCM).
 */
void mote_aes_ctr(const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src, void *dst,
                  size_t len);
void mote_aes_ctr32(const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src,
                    void *dst, size_t len);

/* The two keys of XTS: for the data, and for the tweak. */
typedef struct {
    mote_aes_context data, tweak;
} mote_aes_xts_context;

/* Sets both keys, of key_bits bits each, from 2 * key_bits / 8 bytes; that for the data first. */
MOTE_CHECKED int mote_aes_xts_init(mote_aes_xts_context *cc, const void *key, unsigned key_bits);

/*
 * XTS: a data unit of len bytes, at least 16 and at most 2^20 blocks (SP 800-38E).  tweak: 16 bytes,
 * the number of the data unit with its lowest byte first.  Where len is no multiple of 16, the last
 * two blocks share their bytes (ciphertext stealing).
 */
MOTE_CHECKED int mote_aes_xts_encrypt(const mote_aes_xts_context *cc, const void *tweak,
                                      const void *src, void *dst, size_t len);
MOTE_CHECKED int mote_aes_xts_decrypt(const mote_aes_xts_context *cc, const void *tweak,
                                      const void *src, void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
