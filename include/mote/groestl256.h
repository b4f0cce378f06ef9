/*
 * Groestl-224 and Groestl-256: hash functions with digests of 224 and 256 bits.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "Groestl: a SHA-3 candidate", P. Gauravaram, L. R. Knudsen, K. Matusiewicz, F.
 * Mendel, C. Rechberger, M. Schlaffer, S. S. Thomsen, version of the final round, 2 March 2011.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_groestl256_context cc;
 *     unsigned char digest[32];
 *     mote_groestl256_init(&cc, 256);             digest size in bits
 *     mote_groestl256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_groestl256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * To use it, compile one file of src/groestl256/ (portable.c runs anywhere) with this header.
 * There is no allocation and no global state: threads and signal handlers may hash at the same
 * time, each with its own context, and copying a context clones the computation. With
 * portable_constant_time.c the time taken depends on the length of the message, not on its
 * content; the other files look bytes of the message up in tables, which takes a time that
 * depends on them where there is a cache.
 */
#ifndef MOTE_GROESTL256_H
#define MOTE_GROESTL256_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_groestl256_u32;
#else
typedef uint_fast32_t mote_groestl256_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_groestl256_u32;
#else
typedef unsigned long mote_groestl256_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    unsigned char H[64];    /* the hash value */
    unsigned char buf[64];  /* the block being collected */
    unsigned char count[8]; /* blocks so far, the highest byte first */
    unsigned ptr;           /* bytes waiting in the block, 0 to 63 */
    unsigned out_size;      /* digest size in bits */
} mote_groestl256_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, 224 or 256.
 */
void mote_groestl256_init(mote_groestl256_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_groestl256(mote_groestl256_context *cc, const void *data, size_t len);

/*
 * Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at dst (of
 * any alignment, outside *cc).  The bits are the n highest of the low 8 bits of ub, highest first;
 * the others are ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to
 * mote_groestl256_init alone.
 */
void mote_groestl256_close(mote_groestl256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
