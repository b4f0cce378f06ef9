/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What all functions of Mote share: how they are called, and a type.
 *
 * A hash function NAME (mote_sha256, say) has a context and three functions:
 *
 *     void NAME_init(NAME_context *cc, unsigned out_size);
 *         Starts a new computation in *cc, whatever was there before.  out_size: digest size in
 *         bits; the function's header says which there are.
 *     void NAME(NAME_context *cc, const void *data, size_t len);
 *         Appends len bytes at data to the message.  With len 0, data may be null.
 *     void NAME_close(NAME_context *cc, unsigned ub, unsigned n, void *dst);
 *         Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at
 *         dst, outside *cc.  The bits are the n highest of the low 8 bits of ub, highest first; the
 *         others are ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to NAME_init
 *         alone.
 *
 * A block cipher NAME has a context, which is a key that is set, and three functions:
 *
 *     void NAME_init(NAME_context *cc, const void *key);
 *         Sets the key: as many bytes at key as the cipher's header says.
 *     void NAME_encrypt(const NAME_context *cc, const void *tweak, const void *src, void *dst);
 *         Encrypts the block at src with the 16 bytes at tweak, and writes a block at dst, which
 *         may be src but not overlap it otherwise.
 *     void NAME_decrypt(const NAME_context *cc, const void *tweak, const void *src, void *dst);
 *         The inverse: what was encrypted with the same key and tweak comes back.
 *
 * A random generator NAME has a context, which is its state, and three functions:
 *
 *     void NAME_init(NAME_context *cc);
 *         Starts without a seed, whatever was there before.
 *     void NAME_seed(NAME_context *cc, const void *data, size_t len);
 *         Adds len bytes of seed at data to what the state has.  With len 0, data may be null.
 *     int NAME_generate(NAME_context *cc, void *dst, size_t len);
 *         Writes len bytes at dst, and gives 0; or -1 before the first seed, with zeros at dst.
 *
 * The fields of a context are private; they are declared so that a program can reserve the memory:
 * any storage that suits the type will do.  A plain copy clones the computation.  There is no
 * allocation and no global state: threads and signal handlers may compute at the same time, each
 * with its own context (a cipher's functions other than init may share one).  No alignment is
 * needed for keys, data, tweaks and digests.  At most memcpy and memset are called.  The time taken
 * depends on the lengths given, not on the bytes, unless the function's header says otherwise.  Who
 * hashed or encrypted a secret wipes the context when it is no longer needed.
 *
 * Source: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1, for the hash
 * functions; the ciphers and generators are in its spirit.
 */
#ifndef MOTE_INTERFACE_H
#define MOTE_INTERFACE_H

#include <limits.h>
#include <stddef.h>

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_u32;
#else
typedef uint_fast32_t mote_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_u32;
#else
typedef unsigned long mote_u32;
#endif

/* Of functions whose result says whether they failed: the compiler warns where it is ignored. */
#if defined __GNUC__ || defined __clang__
#define MOTE_CHECKED __attribute__((__warn_unused_result__))
#else
#define MOTE_CHECKED
#endif

#endif
