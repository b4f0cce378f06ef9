/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-CXOF128: Ascon-XOF128 with a customization, which keeps one use of it apart from every other,
 * for messages of whole bytes.
 *
 * Status: standard since August 2025; 128 bits of security.
 * Specification: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for
 * Constrained Devices", August 2025, section 5.3.
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_ascon_cxof128_context cc;
 *     unsigned char digest[32];
 *     mote_ascon_cxof128_init(&cc, 256);                 output size in bits
 *     mote_ascon_cxof128_customize(&cc, "mine 1.0", 8);  what it is used for; length in bytes
 *     mote_ascon_cxof128(&cc, "abc", 3);                 as often as needed; length in bytes
 *     mote_ascon_cxof128_close(&cc, 0, 0, digest);       writes 256 / 8 = 32 bytes
 */
#ifndef MOTE_ASCON_CXOF128_H
#define MOTE_ASCON_CXOF128_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_u32 S[10];    /* the state, low halves first */
    unsigned ptr;      /* place in the state of the next byte, 0 to 7 */
    unsigned out_size; /* digest size in bits */
} mote_ascon_cxof128_context;

/* out_size: digest size in bits, a multiple of 8, as many as are needed. */
void mote_ascon_cxof128_init(mote_ascon_cxof128_context *cc, unsigned out_size);

/*
 * The customization: len bytes, at most 256, given behind init, before the message, at most once.
 * With len 0, data may be null and there is none.
 */
void mote_ascon_cxof128_customize(mote_ascon_cxof128_context *cc, const void *data, size_t len);

void mote_ascon_cxof128(mote_ascon_cxof128_context *cc, const void *data, size_t len);

/* The function is defined for messages of whole bytes: ub is not looked at, and n has to be 0. */
void mote_ascon_cxof128_close(mote_ascon_cxof128_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}
#endif

#endif
