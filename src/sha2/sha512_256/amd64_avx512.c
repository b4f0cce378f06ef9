/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512/256 with AVX-512 of amd64, in C.  Nearly all of it is in
 * sha2/sha512_avx512.h and sha2/sha512_fast.h.
 */
#include "mote/sha512_256.h"

typedef mote_sha512_256_context context;

/* Section 5.3.6.2. */
#define INITIAL_VALUES                                                                             \
    C64(0x22312194, 0xFC2BF72C), C64(0x9F555FA3, 0xC84C64C2), C64(0x2393B86B, 0x6F53B151),         \
        C64(0x96387719, 0x5940EABD), C64(0x96283EE2, 0xA88EFFE3), C64(0xBE5E1E25, 0x53863992),     \
        C64(0x2B0199FC, 0x2C85B8AA), C64(0x0EB72DDC, 0x81C52CA2)

#define CHOSEN 0

#include "sha2/sha512_avx512.h"
#include "sha2/sha512_fast.h"

void mote_sha512_256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_sha512_256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
