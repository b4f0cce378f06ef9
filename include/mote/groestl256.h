/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-224 and Groestl-256: hash functions with digests of 224 and 256 bits.
 *
 * Status: candidate, finalist of the SHA-3 competition; no attack is known that is better than a
 * generic one.
 * Specification: "Groestl: a SHA-3 candidate", P. Gauravaram, L. R. Knudsen, K. Matusiewicz, F.
 * Mendel, C. Rechberger, M. Schlaffer, S. S. Thomsen, version of the final round, 2 March 2011.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_groestl256_context cc;
 *     unsigned char digest[32];
 *     mote_groestl256_init(&cc, 256);             digest size in bits
 *     mote_groestl256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_groestl256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 *
 * With a file named ...constant_time the time taken depends on the length of the message, not on
 * its content; the other files look bytes of the message up in tables, which takes a time that
 * depends on them where there is a cache.
 */
#ifndef MOTE_GROESTL256_H
#define MOTE_GROESTL256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    unsigned char H[64];    /* the hash value */
    unsigned char buf[64];  /* the block being collected */
    unsigned char count[8]; /* blocks so far, the highest byte first */
    unsigned ptr;           /* bytes waiting in the block, 0 to 63 */
    unsigned out_size;      /* digest size in bits */
} mote_groestl256_context;

/* out_size: digest size in bits, 224 or 256. */
void mote_groestl256_init(mote_groestl256_context *cc, unsigned out_size);

void mote_groestl256(mote_groestl256_context *cc, const void *data, size_t len);

void mote_groestl256_close(mote_groestl256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
