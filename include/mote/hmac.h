/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC: a message authentication code of any hash function of Mote.  Who has the key can tell whether
 * a message was changed; who has not can make no code for any other message.
 *
 * For SHA-1, SHA-2, SHA-3 and BLAKE2s there are headers: mote/hmac_sha256.h and so on.  For another
 * function write a header like those, and a source like src/hmac/hmac_sha256/portable.c, of three
 * lines each.  This header is what they share; it may be included for several functions.
 *
 * Status: standard, unbroken, with any hash function of which nobody can find out the compression
 * function's chaining value; it is so also for SHA-1.
 * Specification: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code", July 2008; RFC 2104.
 *
 * The functions, and the type, have the name of the hash function in theirs.  Of SHA-256:
 *
 *     mote_hmac_sha256_context cc;
 *     unsigned char mac[32];
 *     mote_hmac_sha256_init(&cc, 256, "key", 3);   digest size in bits; the key
 *     mote_hmac_sha256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_hmac_sha256_close(&cc, mac);            writes 256 / 8 = 32 bytes
 *
 * or, where a code came with the message,
 *
 *     if (mote_hmac_sha256_check(&cc, mac, 32) != 0)
 *         the message or its code was changed
 *
 * Many messages under one key: keep a copy of the context after init, and begin each time with a
 * copy of that; it saves the call of init.  Everything else is as in mote/interface.h; a message has
 * whole bytes.  The time depends on the lengths alone.  mote_hmac_..._close and mote_hmac_..._check
 * wipe the context; who gives up before them wipes it (mote/memory.h), for it contains the key.
 *
 * The header of a function defines, and includes this:
 *
 *     MOTE_HMAC_DECLARE                that this header declares the functions
 *     MOTE_HMAC_HASH                   the main identifier of the hash function: sha256
 *     MOTE_HMAC_BLOCK_BYTES(out_size)  bytes of a message block, for a digest of out_size bits
 *     MOTE_HMAC_LARGEST_BLOCK          the most of them for any out_size
 *     MOTE_HMAC_LARGEST_MAC            the most bytes of a digest
 *
 * No message block may be smaller than its digest: there is no HMAC of Ascon-Hash256 or of Luffa-384.
 */
#include "mote/interface.h"

#ifndef MOTE_HMAC_H
#define MOTE_HMAC_H

#define MOTE_HMAC_PASTE(first, second) first##second
#define MOTE_HMAC_JOIN(first, second) MOTE_HMAC_PASTE(first, second)
#define MOTE_HMAC_NAME MOTE_HMAC_JOIN(mote_hmac_, MOTE_HMAC_HASH)
#define MOTE_HMAC_PART(part) MOTE_HMAC_JOIN(MOTE_HMAC_NAME, part)
#define MOTE_HMAC_CONTEXT MOTE_HMAC_PART(_context)
#define MOTE_HMAC_HASH_CONTEXT MOTE_HMAC_JOIN(MOTE_HMAC_JOIN(mote_, MOTE_HMAC_HASH), _context)

/* What mote_hmac_..._check gives for a code that is not the message's. */
#define MOTE_HMAC_WRONG_MAC (-1)

#endif

#ifdef MOTE_HMAC_DECLARE
#undef MOTE_HMAC_DECLARE

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    MOTE_HMAC_HASH_CONTEXT hash;                /* the inner computation */
    unsigned out_size;                          /* digest size in bits */
    unsigned char key[MOTE_HMAC_LARGEST_BLOCK]; /* as the inner computation has it */
} MOTE_HMAC_CONTEXT;

/*
 * Starts with key_len bytes at key; with key_len 0, key may be null.  out_size: digest size in bits,
 * one of the hash function's.  Use keys of out_size bits: longer ones are no better, and those that
 * are longer than a message block are hashed first.
 */
void MOTE_HMAC_PART(_init)(MOTE_HMAC_CONTEXT *cc, unsigned out_size, const void *key,
                           size_t key_len);

/* Appends len bytes at data to the message; with len 0, data may be null. */
void MOTE_HMAC_NAME(MOTE_HMAC_CONTEXT *cc, const void *data, size_t len);

/* Writes the code, out_size / 8 bytes, at dst, outside *cc, and wipes *cc.  The first bytes of it
 * serve as a shorter code. */
void MOTE_HMAC_PART(_close)(MOTE_HMAC_CONTEXT *cc, void *dst);

/*
 * Whether the mac_len bytes at mac are the message's code, or the beginning of it: 0 if they are,
 * otherwise MOTE_HMAC_WRONG_MAC.  Less than half of a code is never accepted (RFC 2104, section 5),
 * nor is more than the whole.  The time does not depend on where the first difference is.  Wipes *cc.
 */
MOTE_CHECKED int MOTE_HMAC_PART(_check)(MOTE_HMAC_CONTEXT *cc, const void *mac, size_t mac_len);

#ifdef __cplusplus
}
#endif

#endif
