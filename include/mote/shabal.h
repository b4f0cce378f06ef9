/*
 * Shabal: a hash function with digests of 32 to 512 bits, in steps of 32 bits.
 *
 * Status: a candidate of the second round of NIST's SHA-3 competition (2009-2010); not a standard.
 * Specification: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
 * E. Bresson, A. Canteaut, B. Chevallier-Mames, C. Clavier, T. Fuhr, A. Gouget, T. Icart,
 * J.-F. Misarsky, M. Naya-Plasencia, P. Paillier, T. Pornin, J.-R. Reinhard, C. Thuillet,
 * M. Videau, 28 October 2008, section 2.3.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_shabal_context cc;
 *     unsigned char digest[32];
 *     mote_shabal_init(&cc, 256);             digest size in bits
 *     mote_shabal(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_shabal_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * To use it, compile one file of src/shabal/ (portable.c runs anywhere) with this header.  There
 * is no allocation and no global state: threads and signal handlers may hash at the same time,
 * each with its own context, and copying a context clones the computation.  The time taken
 * depends on the length of the message, not on its content.
 */
#ifndef MOTE_SHABAL_H
#define MOTE_SHABAL_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_shabal_u32;
#else
typedef uint_fast32_t mote_shabal_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_shabal_u32;
#else
typedef unsigned long mote_shabal_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.  The order is part of the binary
 * interface of the assembly implementations: what is used by name first, then the arrays.
 */
typedef struct {
    mote_shabal_u32 Wlow, Whigh; /* number of the last block, from 1; 64 bits */
    unsigned ptr;                /* bytes waiting in buf, 0 to 63 */
    unsigned out_size;           /* digest size in bits */
    mote_shabal_u32 A[12];       /* state, with the specification's names */
    mote_shabal_u32 C[16];
    mote_shabal_u32 buf[16]; /* the block being collected, as little-endian words */
    mote_shabal_u32 B[16];
} mote_shabal_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, a multiple of 32 from 32 to 512.
 */
void mote_shabal_init(mote_shabal_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_shabal(mote_shabal_context *cc, const void *data, size_t len);

/*
 * Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at dst (of
 * any alignment, outside *cc).  The bits are the n highest of the low 8 bits of ub, highest first;
 * the others are ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to
 * mote_shabal_init alone.
 */
void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
