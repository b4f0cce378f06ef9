/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Luffa-384 in portable C: small code, nearly all of it in luffa/small.h.
 */
#include "mote/luffa384.h"

typedef mote_luffa384_context context;

#define WIDTH 4

#include "luffa/small.h"

void mote_luffa384_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_luffa384(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_luffa384_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
