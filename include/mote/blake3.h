/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3: a hash function with output of any length, a keyed hash (a message authentication code) and a
 * key derivation, for messages of whole bytes.
 *
 * Status: in wide use, no standard; no attack is known that is better than a generic one.  The strength
 * is 128 bits, however long the output is.  A shorter output is the beginning of a longer one: the length
 * is not hashed.
 * Specification: J. O'Connor, J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn, "BLAKE3: one function, fast
 * everywhere", version 20211102.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_blake3_context cc;
 *     unsigned char digest[32];
 *     mote_blake3_init(&cc, 256);             output size in bits
 *     mote_blake3(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake3_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * Memory: a message is cut into chunks of 1024 bytes, the leaves of a binary tree, and a context holds 32
 * bytes for each level of the tree above them: MOTE_BLAKE3_DEPTH of them, for messages of up to
 * 2^(MOTE_BLAKE3_DEPTH + 1) - 1 chunks.  The usual 54 levels, 1,728 bytes, are for all messages that the
 * specification has, up to 2^64 - 1 bytes.  A device that hashes at most 127 KB defines it as 6, for 192
 * bytes, of at most 2,047 KB as 10, for 320; 1 is the least.  Program and BLAKE3's source have to be
 * compiled with the same.  The digest is the same with each of them.  Of a message that is longer than the
 * levels allow there is none: bytes 0 are written, which must not be taken for a digest.
 */
#ifndef MOTE_BLAKE3_H
#define MOTE_BLAKE3_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of the tree that there is memory for, 1 to 54. */
#ifndef MOTE_BLAKE3_DEPTH
#define MOTE_BLAKE3_DEPTH 54
#endif

typedef struct {
    mote_u32 key[8];   /* the key, or the initialization vector */
    mote_u32 h[8];     /* the chaining value of the chunk; of the root, once output is read */
    mote_u32 buf[16];  /* the block being collected; of the root */
    mote_u32 t[2];     /* chunks so far, or blocks of output, low word first */
    unsigned ptr;      /* bytes waiting in the block, 0 to 64; of the root */
    unsigned place;    /* blocks of the chunk so far, or bytes of the block of output */
    unsigned flags;    /* which hash it is; ROOT and more once output is read */
    unsigned out_size; /* output size in bits */
    unsigned depth;    /* how many chaining values there are in the stack */
    mote_u32 stack[MOTE_BLAKE3_DEPTH]
                  [8]; /* those of whole subtrees on the left, larger ones first */
} mote_blake3_context;

/* out_size: output size in bits, a multiple of 8 and not 0 (where int has 16 bits, up to 65528). */
void mote_blake3_init(mote_blake3_context *cc, unsigned out_size);

/* In place of init: the keyed hash.  key: 32 bytes, which are not needed after the call. */
void mote_blake3_init_keyed(mote_blake3_context *cc, unsigned out_size, const void *key);

/*
 * In place of init: key derivation, derive_key of the specification.  data: the context string, len
 * bytes that say what the key is for; it should be written into the program, be of no other use in the
 * world, and not be chosen by anybody at run time, as "example.com 2026-01-01 session tokens v1".  What
 * the message is then is key material of any length; the output is the key.
 */
void mote_blake3_init_derive_key(mote_blake3_context *cc, unsigned out_size, const void *data,
                                 size_t len);

void mote_blake3(mote_blake3_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_blake3_close(mote_blake3_context *cc, unsigned ub, unsigned n, void *dst);

/*
 * In place of close, for output of any length: the first call ends the message and writes the first len
 * bytes of output to dst, each other one the len bytes behind those.  out_size is not looked at.  Each call
 * that begins within a block of 64 bytes computes that again.
 */
void mote_blake3_read(mote_blake3_context *cc, void *dst, size_t len);

/*
 * The next byte that mote_blake3_read writes is that number high * 2^32 + low of the output, counted from 0.  A
 * message that has not ended yet ends.
 */
void mote_blake3_seek(mote_blake3_context *cc, mote_u32 low, mote_u32 high);

#ifdef __cplusplus
}
#endif

#endif
