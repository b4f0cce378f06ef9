/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-224 and Groestl-256 with AES-NI of amd64, in C.  Nearly all of it is in
 * groestl/amd64.h.
 */
#include "mote/groestl256.h"

typedef mote_groestl256_context context;

#define COLUMNS 8

#include "groestl/amd64.h"

void mote_groestl256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_groestl256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_groestl256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
