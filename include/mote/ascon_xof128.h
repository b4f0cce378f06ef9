/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-XOF128: an extendable-output function for small processors, with digests of any number
 * of bytes, for messages of whole bytes.
 *
 * Status: standard since August 2025; 128 bits of security.
 * Specification: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for
 * Constrained Devices", August 2025, section 5.2.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_ascon_xof128_context cc;
 *     unsigned char digest[32];
 *     mote_ascon_xof128_init(&cc, 256);             output size in bits
 *     mote_ascon_xof128(&cc, "abc", 3);             as often as needed; length in bytes
 *     mote_ascon_xof128_close(&cc, 0, 0, digest);   writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_ASCON_XOF128_H
#define MOTE_ASCON_XOF128_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 S[10];    /* the state, low halves first */
    unsigned ptr;      /* place in the state of the next byte, 0 to 7 */
    unsigned out_size; /* digest size in bits */
} mote_ascon_xof128_context;

/* out_size: digest size in bits, a multiple of 8, as many as are needed. */
void mote_ascon_xof128_init(mote_ascon_xof128_context *cc, unsigned out_size);

void mote_ascon_xof128(mote_ascon_xof128_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_ascon_xof128_close(mote_ascon_xof128_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
