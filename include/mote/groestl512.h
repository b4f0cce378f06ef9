/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-384 and Groestl-512: hash functions with digests of 384 and 512 bits.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "Groestl: a SHA-3 candidate", P. Gauravaram, L. R. Knudsen, K. Matusiewicz, F.
 * Mendel, C. Rechberger, M. Schlaffer, S. S. Thomsen, version of the final round, 2 March 2011.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_groestl512_context cc;
 *     unsigned char digest[64];
 *     mote_groestl512_init(&cc, 512);             digest size in bits
 *     mote_groestl512(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_groestl512_close(&cc, 0, 0, digest);   writes 512 / 8 = 64 bytes
 *
 * With a file named ...constant_time the time taken depends on the length of the message, not on
 * its content; the other files look bytes of the message up in tables, which takes a time that
 * depends on them where there is a cache.
 */
#ifndef MOTE_GROESTL512_H
#define MOTE_GROESTL512_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    unsigned char H[128];   /* the hash value */
    unsigned char buf[128]; /* the block being collected */
    unsigned char count[8]; /* blocks so far, the highest byte first */
    unsigned ptr;           /* bytes waiting in the block, 0 to 127 */
    unsigned out_size;      /* digest size in bits */
} mote_groestl512_context;

/* out_size: digest size in bits, 384 or 512. */
void mote_groestl512_init(mote_groestl512_context *cc, unsigned out_size);

void mote_groestl512(mote_groestl512_context *cc, const void *data, size_t len);

void mote_groestl512_close(mote_groestl512_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
