/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-XOF128 in portable C: small code, nearly all of it in ascon/small.h.
 */
#include "mote/ascon_xof128.h"

typedef mote_ascon_xof128_context context;

/* The initial value of section 5.2 */
#define IV_LOW 0x00CC0003
#define IV_HIGH 0x00000800

#include "ascon/small.h"

void mote_ascon_xof128_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_ascon_xof128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_ascon_xof128_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, dst);
}
