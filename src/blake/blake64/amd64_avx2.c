/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-48 and BLAKE-64 with AVX2 of amd64, in C.  Nearly all of it is in
 * blake/blake512_avx2.h and blake/blake512_fast.h.
 */
#include "mote/blake64.h"

typedef mote_blake64_context context;

#define ROUNDS 14
#define BLAKE_AVX2

#include "blake/blake512_fast.h"

void mote_blake64_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_blake64(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake64_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
