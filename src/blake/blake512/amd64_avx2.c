/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-384 and BLAKE-512 with AVX2 of amd64, in C.  Nearly all of it is in
 * blake/blake512_avx2.h and blake/blake512_fast.h.
 */
#include "mote/blake512.h"

typedef mote_blake512_context context;

#define ROUNDS 16
#define BLAKE_AVX2

#include "blake/blake512_fast.h"

void mote_blake512_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_blake512(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake512_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
