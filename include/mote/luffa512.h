/*
 * Luffa-512: a hash function with digests of 512 bits; version 2.
 *
 * Status: candidate of the second round of the SHA-3 competition; no attack on the full function
 * is known that is better than a generic one.
 * Specification: "Hash Function Luffa: Specification", C. De Canniere, H. Sato, D. Watanabe,
 * version 2.0.1, 2 October 2009.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_luffa512_context cc;
 *     unsigned char digest[64];
 *     mote_luffa512_init(&cc, 512);             digest size in bits
 *     mote_luffa512(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_luffa512_close(&cc, 0, 0, digest);   writes 512 / 8 = 64 bytes
 *
 * To use it, compile one file of src/luffa512/ (portable.c runs anywhere) with this header.
 * There is no allocation and no global state: threads and signal handlers may hash at the same
 * time, each with its own context, and copying a context clones the computation. The time taken
 * depends on the length of the message, not on its content.
 */
#ifndef MOTE_LUFFA512_H
#define MOTE_LUFFA512_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_luffa512_u32;
#else
typedef uint_fast32_t mote_luffa512_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_luffa512_u32;
#else
typedef unsigned long mote_luffa512_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    mote_luffa512_u32 V[40];  /* the state */
    mote_luffa512_u32 buf[8]; /* the block being collected */
    unsigned ptr;             /* bytes waiting in the block, 0 to 31 */
    unsigned out_size;        /* digest size in bits */
} mote_luffa512_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, 512; there is no other.
 */
void mote_luffa512_init(mote_luffa512_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_luffa512(mote_luffa512_context *cc, const void *data, size_t len);

/*
 * Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at dst (of
 * any alignment, outside *cc).  The bits are the n highest of the low 8 bits of ub, highest first;
 * the others are ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to
 * mote_luffa512_init alone.
 */
void mote_luffa512_close(mote_luffa512_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
