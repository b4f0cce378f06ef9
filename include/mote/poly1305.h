/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Poly1305: a message authentication code of 128 bits whose key is used for one message alone.
 *
 * Status: standard of the IETF, unbroken.  Two messages under one key give away what forges a third:
 * take mote/chacha20_poly1305.h, which makes a key for each nonce, or HMAC.
 * Specification: RFC 8439, "ChaCha20 and Poly1305 for IETF Protocols", June 2018, section 2.5.
 * Constant time: no branch and no address depends on key or message; all files but portable.c multiply,
 * so there the processor's multiplication has to take one time, too.
 *
 *     mote_poly1305_context cc;
 *     unsigned char key[32] = {1}, tag[16];
 *     mote_poly1305_init(&cc, key);
 *     mote_poly1305(&cc, "abc", 3);             as often as data comes
 *     mote_poly1305_close(&cc, tag);
 *
 * Compare tags with mote_compare (mote/memory.h).  Nothing is allocated, and there is no global state.
 */
#ifndef MOTE_POLY1305_H
#define MOTE_POLY1305_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Private to the implementation, but for what its size is. */
typedef struct {
    mote_u32 h[5];           /* the accumulator, 26 bits or, with AVX-512, 32 in each */
    unsigned char r[16];     /* the first half of the key, clamped */
    unsigned char s[16];     /* the second one */
    unsigned char block[17]; /* what waits for a full block; a byte 1 behind it */
    unsigned char ptr;       /* bytes that wait, 0 to 15 */
} mote_poly1305_context;

/* Starts with 32 bytes at key, which must never have been there before. */
void mote_poly1305_init(mote_poly1305_context *cc, const void *key);

/* Appends len bytes at data, of any alignment; with len 0, data may be null. */
void mote_poly1305(mote_poly1305_context *cc, const void *data, size_t len);

/* Writes the tag of 16 bytes, and wipes the context. */
void mote_poly1305_close(mote_poly1305_context *cc, void *tag);

#ifdef __cplusplus
}
#endif

#endif
