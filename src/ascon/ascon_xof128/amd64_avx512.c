/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-XOF128 with AVX-512 of amd64, in C.  Nearly all of it is in ascon/fast.h and ascon/amd64_avx512.h.
 */
#include "mote/ascon_xof128.h"

typedef mote_ascon_xof128_context context;

/* The initial value of section 5.2, permuted */
#define INITIAL                                                                                    \
    C64(0xDA82CE76, 0x8D9447EB), C64(0xCC7CE6C7, 0x5F1EF969), C64(0xE7508FD7, 0x80085631),         \
        C64(0x0EE0EA53, 0x416B58CC), C64(0xE0547524, 0xDB6F0BDE)

#define ASCON_AVX512
#include "ascon/fast.h"

void mote_ascon_xof128_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_ascon_xof128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_ascon_xof128_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, dst);
}
