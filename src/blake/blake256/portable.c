/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-224 and BLAKE-256 in portable C: small code, nearly all of it in blake/blake256_small.h.
 */
#include "mote/blake256.h"

typedef mote_blake256_context context;

#define ROUNDS 14

#include "blake/blake256_small.h"

void mote_blake256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_blake256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
