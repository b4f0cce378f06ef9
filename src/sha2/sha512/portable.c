/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-384 and SHA-512 in portable C: small code, nearly all of it in
 * sha2/sha512_small.h.
 */
#include "mote/sha512.h"

typedef mote_sha512_context context;

/* Section 5.3.5, then 5.3.4. */
#define INITIAL_VALUES                                                                             \
    0xF3BCC908, 0x6A09E667, 0x84CAA73B, 0xBB67AE85, 0xFE94F82B, 0x3C6EF372, 0x5F1D36F1,            \
        0xA54FF53A, 0xADE682D1, 0x510E527F, 0x2B3E6C1F, 0x9B05688C, 0xFB41BD6B, 0x1F83D9AB,        \
        0x137E2179, 0x5BE0CD19, 0xC1059ED8, 0xCBBB9D5D, 0x367CD507, 0x629A292A, 0x3070DD17,        \
        0x9159015A, 0xF70E5939, 0x152FECD8, 0xFFC00B31, 0x67332667, 0x68581511, 0x8EB44A87,        \
        0x64F98FA7, 0xDB0C2E0D, 0xBEFA4FA4, 0x47B5481D

#include "sha2/sha512_small.h"

void mote_sha512_init(context *cc, unsigned out_size) {
    init(cc, out_size, (~out_size & 512) >> 5);
}

void mote_sha512(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
