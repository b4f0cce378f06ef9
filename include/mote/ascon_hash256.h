/*
 * Ascon-Hash256: a hash function for small processors, with digests of 256 bits, for messages of
 * whole bytes.
 *
 * Status: standard since August 2025; 128 bits of security.
 * Specification: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for
 * Constrained Devices", August 2025, section 5.1.
 * Interface: "Compact Implementations of Shabal", T. Pornin, 11 October 2010, Annex A.1.
 *
 *     mote_ascon_hash256_context cc;
 *     unsigned char digest[32];
 *     mote_ascon_hash256_init(&cc, 256);             digest size in bits
 *     mote_ascon_hash256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_ascon_hash256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * To use it, compile one file of src/ascon_hash256/ (portable.c runs anywhere) with this header.
 * There is no allocation and no global state: threads and signal handlers may hash at the same
 * time, each with its own context, and copying a context clones the computation. The time taken
 * depends on the length of the message, not on its content.
 */
#ifndef MOTE_ASCON_HASH256_H
#define MOTE_ASCON_HASH256_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_ascon_hash256_u32;
#else
typedef uint_fast32_t mote_ascon_hash256_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_ascon_hash256_u32;
#else
typedef unsigned long mote_ascon_hash256_u32;
#endif

/*
 * A hash computation under way.  The fields are private; they are declared so that a program can
 * reserve the memory: any storage that suits the type will do.
 */
typedef struct {
    mote_ascon_hash256_u32 S[10]; /* the state, low halves first */
    unsigned ptr;                 /* place in the state of the next byte, 0 to 7 */
    unsigned out_size;            /* digest size in bits */
} mote_ascon_hash256_context;

/*
 * Starts a new computation in *cc, whatever was there before.
 * out_size: digest size in bits, 256; there is no other.
 */
void mote_ascon_hash256_init(mote_ascon_hash256_context *cc, unsigned out_size);

/*
 * Appends len bytes at data (of any alignment) to the message.  With len 0, data may be null.
 */
void mote_ascon_hash256(mote_ascon_hash256_context *cc, const void *data, size_t len);

/*
 * Writes the digest: out_size / 8 bytes at dst (of any alignment, outside *cc).  The function is
 * defined for messages of whole bytes: ub is not looked at, and n has to be 0.  Afterwards *cc is
 * of use to mote_ascon_hash256_init alone.
 */
void mote_ascon_hash256_close(mote_ascon_hash256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
