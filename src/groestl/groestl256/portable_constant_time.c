/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-224 and Groestl-256 in portable C: small code, nearly all of it in groestl/small.h.  The
 * S-box is computed: no address and no branch depends on the message.
 */
#include "mote/groestl256.h"

typedef mote_groestl256_context context;

#define COLUMNS 8
#define CONSTANT_TIME

#include "groestl/small.h"

void mote_groestl256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_groestl256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_groestl256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
