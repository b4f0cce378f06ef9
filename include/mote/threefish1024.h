/*
 * Threefish-1024: a tweakable block cipher with a key and a block of 1024 bits (128 bytes) and a
 * tweak of 128 bits (16 bytes).
 *
 * Status: candidate, the block cipher of the SHA-3 finalist Skein; no attack on all its rounds is
 * known that is better than a generic one.  A block cipher alone neither hides equal blocks nor
 * authenticates anything: give every block another tweak, or use a mode of operation.
 * Specification: "The Skein Hash Function Family", N. Ferguson, S. Lucks, B. Schneier, D. Whiting,
 * M. Bellare, T. Kohno, J. Callas, J. Walker, version 1.3, 1 October 2010, section 3.3.
 *
 *     mote_threefish1024_context cc;
 *     unsigned char key[128] = {1}, tweak[16] = {2}, block[128] = {3};
 *     mote_threefish1024_init(&cc, key);
 *     mote_threefish1024_encrypt(&cc, tweak, block, block);
 *     mote_threefish1024_decrypt(&cc, tweak, block, block);
 *
 * Set a key once for many blocks; a block goes from one place to another, or stays where it is.
 *
 * To use it, compile one file of src/threefish1024/ (portable.c runs anywhere) with this header.
 * There is no allocation and no global state: threads and signal handlers may encrypt at the same
 * time, with one context, too.  The time taken depends neither on the key nor on the data.
 */
#ifndef MOTE_THREEFISH1024_H
#define MOTE_THREEFISH1024_H

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unsigned type of at least 32 bits, and of exactly 32 bits where there is one. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
#ifdef UINT32_MAX
typedef uint32_t mote_threefish1024_u32;
#else
typedef uint_fast32_t mote_threefish1024_u32;
#endif
#elif ((UINT_MAX >> 11) >> 11) >= 0x3FF
typedef unsigned int mote_threefish1024_u32;
#else
typedef unsigned long mote_threefish1024_u32;
#endif

/* A key that is set.  The field is private: wipe it when the key is no longer needed. */
typedef struct {
    mote_threefish1024_u32 key[32]; /* low halves of the words first */
} mote_threefish1024_context;

/* Sets the key: 128 bytes at key, of any alignment. */
void mote_threefish1024_init(mote_threefish1024_context *cc, const void *key);

/*
 * Encrypts the 128 bytes at src with the 16 bytes at tweak, and writes 128 bytes at dst.  No
 * alignment is needed; dst may be src, but not overlap it otherwise.
 */
void mote_threefish1024_encrypt(const mote_threefish1024_context *cc, const void *tweak,
                                const void *src, void *dst);

/* The inverse: what was encrypted with the same key and tweak comes back. */
void mote_threefish1024_decrypt(const mote_threefish1024_context *cc, const void *tweak,
                                const void *src, void *dst);

#ifdef __cplusplus
}
#endif

#endif
