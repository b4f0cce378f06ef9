/*
 * BLAKE-224 and BLAKE-256: hash functions with digests of 224 and 256 bits, 14 rounds.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "SHA-3 proposal BLAKE", J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan,
 * version 1.3, 16 December 2010, sections 2.1 and 2.2; salt 0.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_blake256_context cc;
 *     unsigned char digest[32];
 *     mote_blake256_init(&cc, 256);             digest size in bits
 *     mote_blake256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_blake256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * To use it, compile one file of src/blake256/ (portable.c runs anywhere) with this header.
 * There is no allocation and no global state: threads and signal handlers may hash at the same
 * time, each with its own context, and copying a context clones the computation. The time taken
 * depends on the length of the message, not on its content.
 */
#ifndef MOTE_BLAKE256_H
#define MOTE_BLAKE256_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_blake256_u32;
#else
typedef uint_fast32_t mote_blake256_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_blake256_u32;
#else
typedef unsigned long mote_blake256_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    mote_blake256_u32 H[8];      /* the hash value */
    mote_blake256_u32 buf[16];   /* the block being collected */
    mote_blake256_u32 low, high; /* bits in the blocks so far, a number of 64 bits */
    unsigned bits;               /* bits of the message in the block that is compressed next */
    unsigned ptr;                /* bytes waiting in the block, 0 to 63 */
    unsigned out_size;           /* digest size in bits */
} mote_blake256_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, 224 or 256.
 */
void mote_blake256_init(mote_blake256_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_blake256(mote_blake256_context *cc, const void *data, size_t len);

/*
 * Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at dst (of
 * any alignment, outside *cc).  The bits are the n highest of the low 8 bits of ub, highest first;
 * the others are ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to
 * mote_blake256_init alone.
 */
void mote_blake256_close(mote_blake256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
