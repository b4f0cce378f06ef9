/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Luffa-224 and Luffa-256 in portable C: small code, nearly all of it in luffa/small.h.
 */
#include "mote/luffa256.h"

typedef mote_luffa256_context context;

#define WIDTH 3

#include "luffa/small.h"

void mote_luffa256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_luffa256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_luffa256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
