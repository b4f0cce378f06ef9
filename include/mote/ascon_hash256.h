/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-Hash256: a hash function for small processors, with digests of 256 bits, for messages of
 * whole bytes.
 *
 * Status: standard since August 2025; 128 bits of security.
 * Specification: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for
 * Constrained Devices", August 2025, section 5.1.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_ascon_hash256_context cc;
 *     unsigned char digest[32];
 *     mote_ascon_hash256_init(&cc, 256);             digest size in bits
 *     mote_ascon_hash256(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_ascon_hash256_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_ASCON_HASH256_H
#define MOTE_ASCON_HASH256_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 S[10];    /* the state, low halves first */
    unsigned ptr;      /* place in the state of the next byte, 0 to 7 */
    unsigned out_size; /* digest size in bits */
} mote_ascon_hash256_context;

/* out_size: digest size in bits, 256; there is no other. */
void mote_ascon_hash256_init(mote_ascon_hash256_context *cc, unsigned out_size);

void mote_ascon_hash256(mote_ascon_hash256_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_ascon_hash256_close(mote_ascon_hash256_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
