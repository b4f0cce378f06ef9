/*
 * BLAKE2s: a hash function with digests of 1 to 32 bytes, for messages of whole bytes; without a
 * key.
 *
 * Status: published standard, in wide use; no attack is known that is better than a generic one.
 * Specification: RFC 7693, "The BLAKE2 Cryptographic Hash and Message Authentication Code",
 * November 2015.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_blake2s_context cc;
 *     unsigned char digest[32];
 *     mote_blake2s_init(&cc, 256);             digest size in bits
 *     mote_blake2s(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake2s_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * To use it, compile one file of src/blake2s/ (portable.c runs anywhere) with this header. There
 * is no allocation and no global state: threads and signal handlers may hash at the same time,
 * each with its own context, and copying a context clones the computation. The time taken
 * depends on the length of the message, not on its content.
 */
#ifndef MOTE_BLAKE2S_H
#define MOTE_BLAKE2S_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_blake2s_u32;
#else
typedef uint_fast32_t mote_blake2s_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_blake2s_u32;
#else
typedef unsigned long mote_blake2s_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    mote_blake2s_u32 h[8];    /* the hash value */
    mote_blake2s_u32 buf[16]; /* the block being collected */
    mote_blake2s_u32 t[2];    /* bytes in the blocks so far, low word first */
    unsigned ptr;             /* bytes waiting in the block, 0 to 64 */
    unsigned out_size;        /* digest size in bytes */
} mote_blake2s_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, a multiple of 8 from 8 to 256.
 */
void mote_blake2s_init(mote_blake2s_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_blake2s(mote_blake2s_context *cc, const void *data, size_t len);

/*
 * Writes the digest: out_size / 8 bytes at dst (of any alignment, outside *cc).  The function is
 * defined for messages of whole bytes: ub is not looked at, and n has to be 0.  Afterwards *cc is
 * of use to mote_blake2s_init alone.
 */
void mote_blake2s_close(mote_blake2s_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
