/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-Hash256 in portable C: small code, nearly all of it in ascon/small.h.
 */
#include "mote/ascon_hash256.h"

typedef mote_ascon_hash256_context context;

/* The initial value of section 5.1 */
#define IV_LOW 0x00CC0002
#define IV_HIGH 0x00000801

#include "ascon/small.h"

void mote_ascon_hash256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_ascon_hash256(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_ascon_hash256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, dst);
}
