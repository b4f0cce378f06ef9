/*
 * Keccak as it was submitted to the SHA-3 competition: digests of 224, 256, 384 and 512 bits.
 *
 * Status: what SHA-3 was made from, with another padding, so the digests differ from those of
 * mote/sha3.h.  No attack is known that is better than a generic one.  "Keccak-256" of Ethereum
 * is this function; new designs take SHA-3.
 * Specification: "The Keccak SHA-3 submission", version 3, G. Bertoni, J. Daemen, M. Peeters,
 * G. Van Assche, 14 January 2011.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_keccak_context cc;
 *     unsigned char digest[32];
 *     mote_keccak_init(&cc, 256);             digest size in bits
 *     mote_keccak(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_keccak_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * To use it, compile one file of src/keccak/ (portable.c runs anywhere) with this header; the
 * source also takes the private header src/mote_keccak.h and the one that this includes.  There is
 * no allocation and no global state: threads and signal handlers may hash at the same time, each
 * with its own context, and copying a context clones the computation.  The time taken depends on
 * the length of the message, not on its content.
 */
#ifndef MOTE_KECCAK_H
#define MOTE_KECCAK_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_keccak_u32;
#else
typedef uint_fast32_t mote_keccak_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_keccak_u32;
#else
typedef unsigned long mote_keccak_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    mote_keccak_u32 A[50]; /* the state: 25 lanes of 64 bits, of which the low half comes first */
    unsigned ptr;          /* bytes of the block so far */
    unsigned rate;         /* bytes of a block */
    unsigned out_size;     /* digest size in bits */
} mote_keccak_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, 224, 256, 384 or 512.
 */
void mote_keccak_init(mote_keccak_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_keccak(mote_keccak_context *cc, const void *data, size_t len);

/*
 * Appends n more bits to the message, 0 to 7, and writes the digest: out_size / 8 bytes at dst (of
 * any alignment, outside *cc).  The bits are the n highest of the low 8 bits of ub; the others are
 * ignored.  Whole bytes only: ub 0, n 0.  Afterwards *cc is of use to mote_keccak_init alone.
 *
 * Which bit comes first: in the terms of the competition, whose files of known answers have the
 * same byte ub at the end, the highest of ub, 128, then 64, and so on.  The submission's sponge
 * takes the lowest of them first, as it does with the eight bits of a whole byte.
 */
void mote_keccak_close(mote_keccak_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
