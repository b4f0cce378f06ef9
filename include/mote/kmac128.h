/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KMAC128: a message authentication code made of cSHAKE128, with output of any length.
 *
 * Status: standard; no attack is known that is better than a generic one.  The strength is at most
 * 128 bits; the key should have at least as many, and the code at least 64 (section 8.4).
 * Specification: NIST SP 800-185, "SHA-3 Derived Functions: cSHAKE, KMAC, TupleHash and
 * ParallelHash", December 2016, section 4.
 *
 *     mote_kmac128_context cc;
 *     unsigned char mac[32];
 *     mote_kmac128_init(&cc, 256, "key", 3);   digest size in bits; the key
 *     mote_kmac128(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_kmac128_close(&cc, mac);            writes 256 / 8 = 32 bytes
 *
 * The fields of a context are private; a plain copy clones the computation.  There is no allocation
 * and no global state.  No alignment is needed for keys, data and codes.  At most memcpy and memset
 * are called.  The time taken depends on the lengths given, not on the bytes.
 */
#ifndef MOTE_KMAC128_H
#define MOTE_KMAC128_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What check gives for any other code than the right one. */
#ifndef MOTE_KMAC_WRONG_MAC
#define MOTE_KMAC_WRONG_MAC (-1)
#endif

typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* size of the code in bits */
} mote_kmac128_context;

/*
 * Starts a code, whatever was in *cc before.  out_size: its size in bits, a multiple of 8 and not 0
 * (where int has 16 bits, up to 65528); codes of other sizes have nothing in common.  key: key_len
 * bytes, of any length; with key_len 0 it may be null.  It is not needed after the call.
 */
void mote_kmac128_init(mote_kmac128_context *cc, unsigned out_size, const void *key,
                       size_t key_len);

/*
 * In place of init, the two of them one after the other: a customization of len bytes, which keeps
 * one use of a key apart from every other, S of the specification; and what init takes.  With len 0,
 * data may be null and the two are the same as init.  Who uses one customization with many keys may
 * copy *cc between them.
 */
void mote_kmac128_customize(mote_kmac128_context *cc, const void *data, size_t len);
void mote_kmac128_key(mote_kmac128_context *cc, unsigned out_size, const void *key, size_t key_len);

/* Appends len bytes at data to the message.  With len 0, data may be null. */
void mote_kmac128(mote_kmac128_context *cc, const void *data, size_t len);

/* Writes the code: out_size / 8 bytes at dst, outside *cc, which is wiped. */
void mote_kmac128_close(mote_kmac128_context *cc, void *dst);

/*
 * The same for KMACXOF128 (section 4.3.1): output of which a shorter one is the beginning of a
 * longer one, as the length is not authenticated.
 */
void mote_kmac128_close_xof(mote_kmac128_context *cc, void *dst);

/*
 * Makes the code, in place of mote_kmac128_close, and gives 0 if it is the one at mac, otherwise
 * MOTE_KMAC_WRONG_MAC; *cc is wiped.  mac_len: its bytes, out_size / 8 and at most 64.  The time does
 * not tell how much of a wrong code was right.
 */
MOTE_CHECKED int mote_kmac128_check(mote_kmac128_context *cc, const void *mac, size_t mac_len);

#ifdef __cplusplus
}
#endif

#endif
