/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak as submitted to the SHA-3 competition in portable C: small code, nearly all of it in
 * keccak/small.h.
 */
#include "mote/keccak.h"

typedef mote_keccak_context context;

/* the padding alone */
#define SUFFIX 1
#define LOWEST_FIRST

#include "keccak/small.h"

void mote_keccak_init(context *cc, unsigned out_size) {
    init(cc, 200 - (out_size >> 2), out_size);
}

void mote_keccak(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_keccak_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
