/*
 * Skein-1024: a hash function with a state of 1024 bits and digests of any number of bytes; with
 * a key it is a message authentication code.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "The Skein Hash Function Family", N. Ferguson, S. Lucks, B. Schneier, D.
 * Whiting, M. Bellare, T. Kohno, J. Callas, J. Walker, version 1.3, 1 October 2010, section 3.
 * Tree hashing is left out.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_skein1024_context cc;
 *     unsigned char digest[128];
 *     mote_skein1024_init(&cc, 1024);            digest size in bits
 *     mote_skein1024(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_skein1024_close(&cc, 0, 0, digest);   writes 1024 / 8 = 128 bytes
 *
 * To use it, compile one file of src/skein1024/ (portable.c runs anywhere) with this header.
 * There is no allocation and no global state: threads and signal handlers may hash at the same
 * time, each with its own context, and copying a context clones the computation. The time taken
 * depends on the length of the message, not on its content.
 */
#ifndef MOTE_SKEIN1024_H
#define MOTE_SKEIN1024_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_skein1024_u32;
#else
typedef uint_fast32_t mote_skein1024_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_skein1024_u32;
#else
typedef unsigned long mote_skein1024_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    mote_skein1024_u32 G[32];    /* the chaining value, low halves first */
    mote_skein1024_u32 buf[32];  /* the block being collected */
    mote_skein1024_u32 tweak[4]; /* position, type and flags (section 3.4), low word first */
    unsigned ptr;                /* bytes waiting in the block, 0 to 128 */
    unsigned out_size;           /* digest size in bits */
} mote_skein1024_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, a multiple of 8. Beyond 1024 bits the output function gives
 * more; the security is that of 1024 bits.
 */
void mote_skein1024_init(mote_skein1024_context *cc, unsigned out_size);

/*
 * Starts as mote_skein1024_init does, with a key of key_len bytes: the digest then authenticates
 * the message (section 4.3, Skein-MAC).  With key_len 0, key may be null and there is none.  The
 * key is not needed after the call.
 */
void mote_skein1024_init_keyed(mote_skein1024_context *cc, unsigned out_size, const void *key,
                               size_t key_len);

/*
 * Keeps one use of the function apart from every other (section 4.1): a personalization of len
 * bytes, given after either init, before the message, at most once.
 */
void mote_skein1024_personalize(mote_skein1024_context *cc, const void *data, size_t len);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_skein1024(mote_skein1024_context *cc, const void *data, size_t len);

/*
 * Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at dst (of
 * any alignment, outside *cc).  The bits are the n highest of the low 8 bits of ub, highest first;
 * the others are ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to
 * mote_skein1024_init alone.
 */
void mote_skein1024_close(mote_skein1024_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
