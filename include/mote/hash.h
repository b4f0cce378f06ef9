/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Any hash function of the library, by its name.
 *
 *     unsigned char digest[32];
 *     mote_hash_context cc;
 *     unsigned bits;
 *     const mote_hash_function *f = mote_hash_find("SHA3-256", &bits);
 *
 *     if (f != NULL && mote_hash_init(&cc, f, bits) == 0) {
 *         mote_hash_update(&cc, "abc", 3);
 *         mote_hash_close(&cc, digest);    (bits / 8 bytes)
 *     }
 *
 * A name is that of the function's header, or as standards and other programs spell it: letters of
 * either case, and "-", "_", "/" or "." between them or not.  It may end in a digest's size: "sha3-512"
 * is SHA-3 with 512 bits.  So "sha256", "SHA-256", "sha2-256", "sha512/256", "blake2b-256", "skein512"
 * and "sha-1" are all names.
 *
 * A program that links this has every hash function of the library in it; one that calls
 * mote_sha256_init has that one.  Functions that take a key or a customization are here without one
 * (Skein, KangarooTwelve); ParallelHash has blocks of 8192 bytes, and KMAC, cSHAKE, Ascon-CXOF128 and
 * TupleHash are not here.  What each function's own header says holds here: a context may be copied,
 * lives where the caller puts it, and is not wiped at the end.
 */
#ifndef MOTE_HASH_H
#define MOTE_HASH_H

#include "mote/ascon_hash256.h"
#include "mote/ascon_xof128.h"
#include "mote/blake256.h"
#include "mote/blake2b.h"
#include "mote/blake2b_many.h"
#include "mote/blake2s.h"
#include "mote/blake2s_many.h"
#include "mote/blake3.h"
#include "mote/blake32.h"
#include "mote/blake512.h"
#include "mote/blake64.h"
#include "mote/bmw256.h"
#include "mote/bmw512.h"
#include "mote/groestl256.h"
#include "mote/groestl512.h"
#include "mote/interface.h"
#include "mote/jh.h"
#include "mote/keccak.h"
#include "mote/kt128.h"
#include "mote/kt256.h"
#include "mote/luffa256.h"
#include "mote/luffa384.h"
#include "mote/luffa512.h"
#include "mote/parallelhash128.h"
#include "mote/parallelhash256.h"
#include "mote/sha1.h"
#include "mote/sha256.h"
#include "mote/sha256_many.h"
#include "mote/sha3.h"
#include "mote/sha3_many.h"
#include "mote/sha512.h"
#include "mote/sha512_224.h"
#include "mote/sha512_256.h"
#include "mote/sha512_many.h"
#include "mote/shabal.h"
#include "mote/shake128.h"
#include "mote/shake128_many.h"
#include "mote/shake256.h"
#include "mote/shake256_many.h"
#include "mote/skein1024.h"
#include "mote/skein256.h"
#include "mote/skein512.h"
#include "mote/turboshake128.h"
#include "mote/turboshake256.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A context of any of them. */
typedef union {
    mote_ascon_hash256_context ascon_hash256;
    mote_ascon_xof128_context ascon_xof128;
    mote_blake256_context blake256;
    mote_blake2b_context blake2b;
    mote_blake2s_context blake2s;
    mote_blake3_context blake3;
    mote_blake32_context blake32;
    mote_blake512_context blake512;
    mote_blake64_context blake64;
    mote_bmw256_context bmw256;
    mote_bmw512_context bmw512;
    mote_groestl256_context groestl256;
    mote_groestl512_context groestl512;
    mote_jh_context jh;
    mote_keccak_context keccak;
    mote_kt128_context kt128;
    mote_kt256_context kt256;
    mote_luffa256_context luffa256;
    mote_luffa384_context luffa384;
    mote_luffa512_context luffa512;
    mote_parallelhash128_context parallelhash128;
    mote_parallelhash256_context parallelhash256;
    mote_sha1_context sha1;
    mote_sha256_context sha256;
    mote_sha3_context sha3;
    mote_sha512_context sha512;
    mote_sha512_224_context sha512_224;
    mote_sha512_256_context sha512_256;
    mote_shabal_context shabal;
    mote_shake128_context shake128;
    mote_shake256_context shake256;
    mote_skein1024_context skein1024;
    mote_skein256_context skein256;
    mote_skein512_context skein512;
    mote_turboshake128_context turboshake128;
    mote_turboshake256_context turboshake256;
} mote_hash_any;

/* A function: its name, as its header has it ("sha512_256"), and the rest for the calls below. */
typedef struct {
    const char *name;
    unsigned out_size;      /* its main digest size in bits */
    unsigned short some[4]; /* its digest sizes in bits, as far as there are up to four; or: */
    unsigned step, most;    /* every multiple of step up to most (0: any) */
    void (*init)(mote_hash_any *cc, unsigned out_size);
    void (*update)(mote_hash_any *cc, const void *data, size_t len);
    void (*close)(mote_hash_any *cc, unsigned ub, unsigned n, void *dst);
    /* Many messages side by side, as in mote/sha256_many.h; null where there is nothing for it. */
    void (*many)(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                 void *dst);
} mote_hash_function;

typedef struct {
    const mote_hash_function *function;
    mote_hash_any any;
} mote_hash_context;

/* What is wrong; 0 where nothing is. */
#define MOTE_HASH_WRONG_SIZE (-1) /* the function has no digest of this size */
#define MOTE_HASH_WRONG_NAME (-2) /* there is no such function */

/*
 * The function of this name, or null.  Where out_size is not null, *out_size is the digest's size in
 * bits that the name asks for, or else the function's main one.
 */
const mote_hash_function *mote_hash_find(const char *name, unsigned *out_size);

/* The functions in the order of their names, from 0 on; null behind the last. */
const mote_hash_function *mote_hash_at(size_t number);

/* Whether the function has a digest of so many bits. */
int mote_hash_has(const mote_hash_function *function, unsigned out_size);

/* Starts a message whose digest has out_size bits; 0, or MOTE_HASH_WRONG_SIZE with nothing done. */
MOTE_CHECKED int mote_hash_init(mote_hash_context *cc, const mote_hash_function *function,
                                unsigned out_size);

/* Appends len bytes at data; with len 0, data may be null. */
void mote_hash_update(mote_hash_context *cc, const void *data, size_t len);

/* Ends the message, and writes out_size / 8 bytes at dst. */
void mote_hash_close(mote_hash_context *cc, void *dst);

/*
 * All at once: the digest of len bytes at data.  0, MOTE_HASH_WRONG_NAME, or MOTE_HASH_WRONG_SIZE where
 * the digest that the name asks for has not dst_len bytes; nothing is written then.
 */
MOTE_CHECKED int mote_hash(const char *name, const void *data, size_t len, void *dst,
                           size_t dst_len);

/*
 * Many messages: writes the digests of `count` of them, of out_size / 8 bytes each, one behind the other at
 * dst; message i is the len[i] bytes at data[i].  They are hashed side by side where the function has `many`
 * (mote/sha256_many.h, which says more), and else one by one.  0, or MOTE_HASH_WRONG_SIZE with nothing done.
 */
MOTE_CHECKED int mote_hash_many(const mote_hash_function *function, unsigned out_size, size_t count,
                                const void *const *data, const size_t *len, void *dst);

#ifdef __cplusplus
}
#endif

#endif
