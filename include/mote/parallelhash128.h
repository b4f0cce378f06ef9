/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ParallelHash128: a hash function made of SHAKE128 for each block of a message, whose hashes go
 * into a cSHAKE128: who has several processors can hash blocks at the same time.  Here they are hashed
 * one after the other.
 *
 * Status: standard; no attack is known that is better than a generic one.  The strength is at most
 * 128 bits, however long the output is.
 * Specification: NIST SP 800-185, "SHA-3 Derived Functions: cSHAKE, KMAC, TupleHash and
 * ParallelHash", December 2016, section 6; for strings of whole bytes.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_parallelhash128_context cc;
 *     unsigned char digest[32];
 *     mote_parallelhash128_init(&cc, 256);            output size in bits
 *     mote_parallelhash128_block(&cc, 4096);          bytes of a block, if not 8192
 *     mote_parallelhash128(&cc, "abc", 3);            as often as needed; length in bytes
 *     mote_parallelhash128_close(&cc, 0, 0, digest);  writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_PARALLELHASH128_H
#define MOTE_PARALLELHASH128_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A SHAKE128 or cSHAKE128 */
typedef struct {
    mote_u32 A[50];    /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;      /* bytes of the block so far */
    unsigned rate;     /* bytes of a block */
    unsigned out_size; /* output size in bits */
    unsigned suffix;   /* the bits behind its text */
} mote_parallelhash128_node;

typedef struct {
    mote_parallelhash128_node top;  /* takes the hashes of the blocks */
    mote_parallelhash128_node leaf; /* hashes a block */
    mote_u32 blocks[2];             /* how many were hashed, low word first */
    size_t block_bytes;             /* bytes of a block: B */
    size_t fill;                    /* bytes of the block so far */
} mote_parallelhash128_context;

/*
 * out_size: digest size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528); digests
 * of other sizes have nothing in common.
 */
void mote_parallelhash128_init(mote_parallelhash128_context *cc, unsigned out_size);

/*
 * Bytes of a block, B of the specification: at least 1 (0 changes nothing), and 8192 if this is not
 * called.  Between init and the message.  Both sides have to agree on it: with another one the digest is
 * another.
 */
void mote_parallelhash128_block(mote_parallelhash128_context *cc, size_t block_bytes);

/*
 * The customization, S of the specification: len bytes that keep one use of the function apart from
 * every other, between init and the message, at most once.  With len 0, data may be null and there is
 * none.
 */
void mote_parallelhash128_customize(mote_parallelhash128_context *cc, const void *data, size_t len);

void mote_parallelhash128(mote_parallelhash128_context *cc, const void *data, size_t len);

/* The function is used for strings of whole bytes here: ub is not looked at, and n has to be 0. */
void mote_parallelhash128_close(mote_parallelhash128_context *cc, unsigned ub, unsigned n,
                                void *dst);

/*
 * The same for ParallelHashXOF128 (section 6.3.1): output of which a shorter one is the beginning of a
 * longer one, as the length is not hashed.
 */
void mote_parallelhash128_close_xof(mote_parallelhash128_context *cc, void *dst);

#ifdef __cplusplus
}
#endif

#endif
