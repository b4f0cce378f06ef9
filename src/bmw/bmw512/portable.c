/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BMW-384 and BMW-512 (Blue Midnight Wish) in portable C: small code, nearly all of it in
 * bmw/small.h.
 */
#include "mote/bmw512.h"

typedef mote_bmw512_context context;

#define HALVES 2

#include "bmw/small.h"

void mote_bmw512_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_bmw512(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_bmw512_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
