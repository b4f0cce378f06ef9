/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512/224 with AVX-512 of amd64, in C.  Nearly all of it is in
 * sha2/sha512_avx512.h and sha2/sha512_fast.h.
 */
#include "mote/sha512_224.h"

typedef mote_sha512_224_context context;

#define HALF_WORD

/* Section 5.3.6.1. */
#define INITIAL_VALUES                                                                             \
    C64(0x8C3D37C8, 0x19544DA2), C64(0x73E19966, 0x89DCD4D6), C64(0x1DFAB7AE, 0x32FF9C82),         \
        C64(0x679DD514, 0x582F9FCF), C64(0x0F6D2B69, 0x7BD44DA8), C64(0x77E36F73, 0x04C48942),     \
        C64(0x3F9D85A8, 0x6A1D36C8), C64(0x1112E6AD, 0x91D692A1)

#define CHOSEN 0

#include "sha2/sha512_avx512.h"
#include "sha2/sha512_fast.h"

void mote_sha512_224_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_sha512_224(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_224_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
