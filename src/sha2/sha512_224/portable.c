/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512/224 in portable C: small code, nearly all of it in
 * sha2/sha512_small.h.
 */
#include "mote/sha512_224.h"

typedef mote_sha512_224_context context;

/* Section 5.3.6.1. */
#define INITIAL_VALUES                                                                             \
    0x19544DA2, 0x8C3D37C8, 0x89DCD4D6, 0x73E19966, 0x32FF9C82, 0x1DFAB7AE, 0x582F9FCF,            \
        0x679DD514, 0x7BD44DA8, 0x0F6D2B69, 0x04C48942, 0x77E36F73, 0x6A1D36C8, 0x3F9D85A8,        \
        0x91D692A1, 0x1112E6AD

#include "sha2/sha512_small.h"

void mote_sha512_224_init(context *cc, unsigned out_size) {
    init(cc, out_size, 0);
}

void mote_sha512_224(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_224_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
