/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512/256 in portable C: small code, nearly all of it in
 * sha2/sha512_small.h.
 */
#include "mote/sha512_256.h"

typedef mote_sha512_256_context context;

/* Section 5.3.6.2. */
#define INITIAL_VALUES                                                                             \
    0xFC2BF72C, 0x22312194, 0xC84C64C2, 0x9F555FA3, 0x6F53B151, 0x2393B86B, 0x5940EABD,            \
        0x96387719, 0xA88EFFE3, 0x96283EE2, 0x53863992, 0xBE5E1E25, 0x2C85B8AA, 0x2B0199FC,        \
        0x81C52CA2, 0x0EB72DDC

#include "sha2/sha512_small.h"

void mote_sha512_256_init(context *cc, unsigned out_size) {
    init(cc, out_size, 0);
}

void mote_sha512_256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
