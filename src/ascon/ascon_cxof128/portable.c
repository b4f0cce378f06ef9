/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-CXOF128 in portable C: small code, nearly all of it in ascon/small.h.
 */
#include "mote/ascon_cxof128.h"

typedef mote_ascon_cxof128_context context;

/* The initial value of section 5.3 */
#define IV_LOW 0x00CC0004
#define IV_HIGH 0x00000800

#include "ascon/small.h"

#include "ascon/customized.h"

void mote_ascon_cxof128_init(context *cc, unsigned out_size) {
    cc->out_size = out_size;
    customize(cc, NULL, 0);
}

void mote_ascon_cxof128_customize(context *cc, const void *data, size_t len) {
    customize(cc, data, len);
}

void mote_ascon_cxof128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_ascon_cxof128_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, dst);
}
