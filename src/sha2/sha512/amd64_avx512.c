/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-384 and SHA-512 with AVX-512 of amd64, in C.  Nearly all of it is in
 * sha2/sha512_avx512.h and sha2/sha512_fast.h.
 */
#include "mote/sha512.h"

typedef mote_sha512_context context;

/* Section 5.3.5, then 5.3.4. */
#define INITIAL_VALUES                                                                             \
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),         \
        C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),     \
        C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179), C64(0xCBBB9D5D, 0xC1059ED8),     \
        C64(0x629A292A, 0x367CD507), C64(0x9159015A, 0x3070DD17), C64(0x152FECD8, 0xF70E5939),     \
        C64(0x67332667, 0xFFC00B31), C64(0x8EB44A87, 0x68581511), C64(0xDB0C2E0D, 0x64F98FA7),     \
        C64(0x47B5481D, 0xBEFA4FA4)

#define CHOSEN (out_size == 512 ? 0 : 8)

#include "sha2/sha512_avx512.h"
#include "sha2/sha512_fast.h"

void mote_sha512_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_sha512(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
